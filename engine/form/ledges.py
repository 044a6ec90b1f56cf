"""Flats of a body of one gauge that are neither its skin nor the edge it was cut along.

Whoever cuts and folds sheet gets two skins and cut edges, and nothing besides. Grooves, rails, lips and seats
are molded, printed or milled.
"""

from engine.model.evidence import SheetBody
from engine.model.part import Body, Part
from engine.model.surface import Plane


def share(part: Part, body: Body, sheet: SheetBody) -> float:
    """Return the share of a body's area in such flats; 0 without skins."""
    if not any(sheet.skins):
        return 0.0
    known = {face for group in (*sheet.skins, sheet.edges) for face in group}
    flats = [part.faces[face] for face in body.faces if face not in known]
    ledges_mm2 = sum(face.area_mm2 for face in flats if isinstance(face.surface, Plane))
    return ledges_mm2 / max(body.area_mm2, 1e-300)
