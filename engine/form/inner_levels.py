"""Levels between the two skins of a flat sheet: floors of shallow pockets, steps and counterbores.

Shears, punches and lasers cut through; what leaves a floor part of the way down is a mill.
"""

from engine.model.evidence import SheetBody
from engine.model.part import Body, Part
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE


def share(part: Part, body: Body, sheet: SheetBody) -> float:
    """Return the share of a body's area on planes parallel to its largest skin and on neither skin.

    0 of a body without skins.
    """
    skin = {face for group in sheet.skins for face in group}
    flat = [part.faces[face] for face in body.faces if isinstance(part.faces[face].surface, Plane)]
    largest = max((face for face in flat if face.id in skin), key=lambda face: face.area_mm2, default=None)
    if largest is None:
        return 0.0
    between_mm2 = sum(
        face.area_mm2
        for face in flat
        if face.id not in skin and abs(float(face.inner_normal @ largest.inner_normal)) >= PARALLEL_COSINE
    )
    return between_mm2 / body.area_mm2
