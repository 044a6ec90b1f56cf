"""Sheet metal metrics: whether the part is sheet, of which thickness, and how far of one."""

import math

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.evidence import SheetBody, SheetForm
from engine.model.field import Unit
from engine.model.metric import Domain, Measured
from engine.model.part import Part

DEGREE_OF_FORM = {
    SheetForm.BENT: 2.0,
    SheetForm.FLAT: 1.0,
    SheetForm.CREASED: 1.0,
    SheetForm.UNBENT: 1.0,
    SheetForm.NONE: 0.0,
}

SAME_GAUGE = 0.05
"""Bodies are cut from one sheet when they are as thick to within this share: gauges differ by more."""

NO_BODY = "there is no body to look at as sheet metal"


@metric("part.sheet.form", Unit.ONE, Domain.PART)
def form(part: Part, context: Context) -> Measured:
    """2 for a sheet with bends, 1 for one without (a plate, sharp corners), 0 for no sheet metal."""
    sheets = context.assessed.evidence.sheets
    if not sheets:
        return Measured(math.nan, reason=NO_BODY)
    least = min(sheets, key=lambda sheet: DEGREE_OF_FORM[sheet.form])
    faces = context.assessed.prepared.part.bodies[least.body].faces
    place = part.largest_face(faces).inner_point
    which = f"Body {least.body}: " if len(sheets) > 1 else ""
    note = f"{which}{least.reason}"
    return Measured(DEGREE_OF_FORM[least.form], location=place, faces=tuple(sorted(faces)), note=note)


@metric("part.sheet.share", Unit.ONE, Domain.PART)
def share(part: Part, context: Context) -> Measured:
    """Share of the area, edges left out, that lies in two skins at one thickness; of the body with least."""
    sheets = context.assessed.evidence.sheets
    if not sheets:
        return Measured(math.nan, reason=NO_BODY)
    return Measured(min(sheet.skin_share for sheet in sheets))


@metric("part.sheet.uniform_share", Unit.ONE, Domain.PART)
def uniform_share(part: Part, context: Context) -> Measured:
    """Share of the area, edges left out, that is as thick as the sheet, what is formed out of it included."""
    least = _least_uniform(context)
    return Measured(math.nan, reason=NO_BODY) if least is None else _at_odds(least.uniform_share, least)


@metric("part.sheet.thickness_mm", Unit.MM, Domain.PART)
def thickness(part: Part, context: Context) -> Measured:
    """Thickness of the sheet between its two skins, of the largest body."""
    sheets = context.assessed.evidence.sheets
    if not sheets:
        return Measured(math.nan, reason=NO_BODY)
    largest = max(sheets, key=lambda sheet: (part.bodies[sheet.body].area_mm2, -sheet.body))
    return _between_skins(part, largest)


@metric("part.sheet.common_thickness_mm", Unit.MM, Domain.PART)
def common_thickness(part: Part, context: Context) -> Measured:
    """Thickness that the whole sheet has; 0 where it is thicker or thinner in places."""
    least = _least_uniform(context)
    if least is None:
        return Measured(math.nan, reason=NO_BODY)
    if math.isnan(least.thickness_mm):
        return Measured(math.nan, reason="nothing of the part lies between two skins")
    if not least.is_uniform:
        return _at_odds(0.0, least)
    thicknesses = [sheet.thickness_mm for sheet in context.assessed.evidence.sheets]
    if max(thicknesses) > min(thicknesses) * (1.0 + SAME_GAUGE):
        note = f"The bodies are {min(thicknesses):.2f} to {max(thicknesses):.2f} mm thick."
        return Measured(0.0, note=note)
    return _between_skins(part, least)


def _least_uniform(context: Context) -> SheetBody | None:
    sheets = context.assessed.evidence.sheets
    return min(sheets, key=lambda sheet: sheet.uniform_share) if sheets else None


def _at_odds(value: float, sheet: SheetBody) -> Measured:
    """Return a value with the place where the sheet is not as thick as elsewhere."""
    odd = sheet.odd
    if odd is None:
        return Measured(value)
    note = f"It is {sheet.thickness_mm:.2f} mm for the most part and {odd.thickness_mm:.2f} mm here."
    return Measured(value, location=odd.start, witness=(odd.start, odd.end), faces=(odd.face,), note=note)


def _between_skins(part: Part, sheet: SheetBody) -> Measured:
    """Return a sheet's thickness where its largest flat is."""
    if math.isnan(sheet.thickness_mm):
        return Measured(math.nan, reason="nothing of the part lies between two skins")
    face = part.largest_face(sheet.skins[0])
    end = face.inner_point - sheet.thickness_mm * face.inner_normal
    return Measured(
        sheet.thickness_mm,
        sheet.uncertainty_mm,
        location=face.inner_point,
        witness=(face.inner_point, end),
        faces=(face.id,),
    )


METRICS = (form, share, uniform_share, thickness, common_thickness)
