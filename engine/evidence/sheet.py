"""Sheet metal: which bodies are sheet, how thick, and how far geometry can tell.

A body is sheet metal when next to all of it lies between two skins at one thickness, the sheet is wide for
that thickness, and it has bends. Without bends geometry cannot tell: a flat plate may be a blank or machined
all over, and walls of one thickness that meet sharply may be folded or molded. The first counts as sheet,
with the doubt said; the second does not, for a folded sheet has radii.
"""

import math

from engine.features.bend import Bend
from engine.graph import sheet
from engine.graph.sheet import Sheet
from engine.model.analysis import PreparedPart, Recognition
from engine.model.evidence import SheetBody, SheetForm
from engine.model.part import Body, FaceId, Part
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_DEG

SKIN_SHARE = 0.85
"""At least this share of a sheet's area, its edges left out, lies in its skins. Folded enclosures with
louvers and hardware keep 0.9, molded housings of even wall with ribs have 0.8 at most."""

UNIFORM_SHARE = 0.95
"""What is uniform lies in skins to this share; studs and louvers take more than the rest."""

WIDE = 10.0
"""A sheet's skin is this many thicknesses wide and long, taken as a square: thinner than a bar by far."""


def find(prepared: PreparedPart, recognition: Recognition) -> tuple[SheetBody, ...]:
    """Look at every body as sheet metal, in their order."""
    bends = [feature for feature in recognition.features if isinstance(feature, Bend)]
    return tuple(
        _seen(prepared, body, tuple(bend.fid for bend in bends if bend.body == body.id))
        for body in prepared.part.bodies
    )


def _seen(prepared: PreparedPart, body: Body, bends: tuple[FaceId, ...]) -> SheetBody:
    found = sheet.of_body(prepared.part, prepared.graph, body)
    if found is None:
        reason = "Nothing of the body lies between two skins: no sheet metal."
        return SheetBody(body.id, SheetForm.NONE, reason, math.nan, 0.0, False, bends, ((), ()), ())
    form, reason = _form(prepared.part, found, len(bends))
    return SheetBody(
        body=body.id,
        form=form,
        reason=reason,
        thickness_mm=found.thickness_mm,
        skin_share=found.skin_share,
        is_uniform=found.skin_share >= UNIFORM_SHARE,
        bends=bends,
        skins=found.skins,
        edges=found.edges,
    )


def _form(part: Part, found: Sheet, n_bends: int) -> tuple[SheetForm, str]:
    thick, share = f"{found.thickness_mm:.2f} mm", f"{100.0 * found.skin_share:.0f} %"
    if found.skin_share < SKIN_SHARE:
        return SheetForm.NONE, f"Only {share} of the skin lies at one thickness ({thick}): no sheet metal."
    if math.sqrt(found.skin_area_mm2 / 2.0) < WIDE * found.thickness_mm:
        return SheetForm.NONE, f"The body is too thick for its size ({thick}): no sheet metal."
    if n_bends:
        counted = "1 bend" if n_bends == 1 else f"{n_bends} bends"
        return (
            SheetForm.BENT,
            f"A sheet of {thick} with {counted}; {share} of its skin lies at that thickness.",
        )
    if _is_flat(part, found):
        return SheetForm.FLAT, f"A flat plate of {thick} without bends: a blank, or machined all over."
    return SheetForm.UNBENT, f"Walls of {thick} without a bend: folded and drawn sharp, or molded."


def _is_flat(part: Part, found: Sheet) -> bool:
    """Whether both skins are flat and parallel throughout."""
    faces = [part.faces[face] for skin in found.skins for face in skin]
    if not all(isinstance(face.surface, Plane) for face in faces):
        return False
    first = faces[0].inner_normal
    return all(
        abs(float(face.inner_normal @ first)) >= math.cos(math.radians(PARALLEL_DEG)) for face in faces
    )
