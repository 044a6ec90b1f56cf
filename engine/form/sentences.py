"""What a person would say of a form, with the numbers that decided it."""

from collections.abc import Mapping

import numpy as np

from engine.form.fasteners import Fastener, FastenerKind
from engine.form.scores import (
    ALL_TURNED,
    AS_WELL_SHEET,
    BORE_SHARE,
    BORE_WALL_MM,
    CHAMFER_SHARE,
    DRAFTED_SHARE,
    EARS_SHARE,
    FLAT_RATIO,
    HOLLOW_FILL,
    SOLID_TURNED,
    STEP_SHARE,
    TURNED_SHARE,
    UNCUT_COUNT,
    UNDERCUT_SHARE,
)
from engine.model.arrays import Vector
from engine.model.evidence import SheetBody, SheetForm
from engine.model.form import Form
from engine.tolerances import PARALLEL_COSINE

MOSTLY = 0.5
"""A share of the surface from which it is worth saying."""


def of_body(
    form: Form,
    evidence: Mapping[str, float],
    sheet: SheetBody,
    fastener: Fastener | None,
    axis: Vector | None,
    score_of_form: Mapping[Form, float],
) -> str:
    """Say what a person would say, with the numbers that decided it, and what else it is nearly as much."""

    def percent(name: str) -> str:
        return f"{100.0 * evidence[name]:.0f} %"

    match form:
        case Form.FASTENER if fastener is not None:
            return _fastener_sentence(fastener)
        case Form.TURNED:
            about = f"{percent('turned_share')} of its surface turns about {_axis_name(axis)}"
            if evidence["teeth_share"] > 0.0:
                return f"A turned part with teeth: {about}, {percent('teeth_share')} of it as teeth."
            if evidence["uncut_corners"] >= UNCUT_COUNT[1]:
                broached = f"{evidence['uncut_corners']:.0f} inner corners are broached"
                filled = f"it fills {percent('revolved_fill')} of what it sweeps there"
                is_filled = evidence["revolved_fill"] >= sum(SOLID_TURNED) / 2.0
                is_milled = is_filled and evidence["turned_share"] < ALL_TURNED[0]
                return f"A turned part: {about}, and {filled if is_milled else broached}."
            return f"A turned part: {about}."
        case Form.SHEET:
            return _sheet_sentence(sheet, evidence)
        case Form.WIRE:
            return f"Bent from wire of {evidence['even_mm']:.2g} mm, as thick all along."
        case Form.EXTRUDED:
            share = f"{100.0 * max(evidence['side_share'], evidence['long_side_share']):.0f} %"
            is_sheet = score_of_form[Form.SHEET] >= AS_WELL_SHEET
            folded = f"Folded from sheet of {sheet.thickness_mm:.3g} mm, or cut from a profile"
            made = folded if is_sheet else "Cut from a profile"
            return f"{made}: {share} of its surface runs along one direction."
        case Form.SHELL:
            wall = f"{evidence['wall_mm']:.2g} mm"
            shell = f"A thin shell: {percent('thin_share')} of its surface lies over walls of about {wall}"
            is_bored = evidence["bore_share"] >= BORE_SHARE[1] and evidence["wall_mm"] <= BORE_WALL_MM[1]
            return f"{shell}, and {percent('bore_share')} are bores." if is_bored else f"{shell}."
        case Form.CAST if evidence["undercut_share"] >= UNDERCUT_SHARE[1]:
            cored = f"with cores for {percent('undercut_share')} of its surface"
            return f"A casting, {cored}: {_why_unmilled(evidence)}."
        case Form.CAST:
            return f"A casting: a mold of two halves lets go of it, and {_why_unmilled(evidence)}."
        case Form.PRINTED:
            return f"Drawn for a printer: {_why_printed(evidence)}."
        case _:
            return _milled_sentence(evidence)


def _fastener_sentence(fastener: Fastener) -> str:
    diameter, width = f"Ø{fastener.diameter_mm:.3g}", f"{fastener.width_mm:.3g} mm"
    match fastener.kind:
        case FastenerKind.WASHER:
            return f"A washer: bore {diameter}, {width} across."
        case FastenerKind.NUT:
            return f"A nut: bore {diameter}, {width} across its flats."
        case FastenerKind.HEXAGON_SCREW:
            return f"A hexagon head screw: shank {diameter}, {width} across its flats."
        case FastenerKind.SET_SCREW:
            return f"A set screw: {diameter}, its socket {width} across."
        case FastenerKind.SCREW:
            return f"A screw: shank {diameter}, its head {width} across."
        case _:
            return f"A {fastener.kind}: {diameter}, {width} across its flats."


def _milled_sentence(evidence: Mapping[str, float]) -> str:
    is_angle = evidence["step_share"] >= STEP_SHARE[1] and evidence["fill"] < HOLLOW_FILL[0]
    is_flat = evidence["flatness"] < sum(FLAT_RATIO) / 2.0
    stock = "plate" if is_flat else "an angle or a stepped bar" if is_angle else "block"
    n_left, n_through = evidence["uncut_corners"], evidence["through_corners"]
    is_nearly = n_left < UNCUT_COUNT[1]
    reach = f"{'all' if not n_left else 'nearly all' if is_nearly else 'most'} of its corners"
    if n_left and n_left == n_through:
        reach = f"all of its corners but {n_left:.0f} that go through, for a wire or a broach"
    square = f"{100.0 * evidence['square_share']:.0f} % of its surface is planes at right angles, and "
    is_square = evidence["square_share"] >= MOSTLY
    return f"Milled from {stock}: {square if is_square else ''}cutters reach {reach}{_why_milled(evidence)}."


def _why_milled(evidence: Mapping[str, float]) -> str:
    """Say what speaks against a lathe and against sheet where either was near; else nothing."""
    is_round = evidence["turned_share"] >= TURNED_SHARE[1]
    if is_round and evidence["ears_share"] >= sum(EARS_SHARE) / 2.0:
        return "; a lathe would turn away what stands on it"
    if evidence["flatness"] < sum(FLAT_RATIO) / 2.0 and evidence["chamfer_share"] >= CHAMFER_SHARE[1]:
        return "; its rims are chamfered"
    return ""


def _axis_name(axis: Vector | None) -> str:
    """Name an axis of the file; what lies along none is the part's own."""
    if axis is not None:
        for name, size in zip("XYZ", np.abs(axis).tolist(), strict=True):
            if size >= PARALLEL_COSINE:
                return name
    return "its own axis"


def _sheet_sentence(sheet: SheetBody, evidence: Mapping[str, float]) -> str:
    gauge = f"{sheet.thickness_mm:.3g} mm"
    share = f"{100.0 * evidence['skin_share']:.0f} % of its skin lies at that gauge"
    match sheet.form:
        case SheetForm.BENT:
            n_bends = len(sheet.bends)
            return f"Bent from sheet of {gauge}, {n_bends} bend{'s' * (n_bends != 1)}: {share}."
        case SheetForm.CREASED:
            return f"Folded from sheet of {gauge}, the folds drawn sharp: {share}."
        case SheetForm.UNBENT:
            return f"Drawn or joined from sheet of {gauge}: {share}, and its corners are closed."
        case _:
            return f"Cut from flat sheet of {gauge}: {share}."


def _why_unmilled(evidence: Mapping[str, float]) -> str:
    """Say what speaks against milling."""
    if evidence["drafted_share"] >= DRAFTED_SHARE[0]:
        return f"{100.0 * evidence['drafted_share']:.0f} % of the walls along the pull lean as drafted"
    if evidence["uncut_corners"] >= sum(UNCUT_COUNT) / 2.0:
        return f"it has {evidence['uncut_corners']:.0f} sharp inner corners that no cutter makes"
    return f"it fills {100.0 * evidence['fill']:.0f} % of its box"


def _why_printed(evidence: Mapping[str, float]) -> str:
    if evidence["voids"]:
        return "it has a hollow that is closed all round"
    if evidence["covered_share"] >= UNDERCUT_SHARE[0]:
        share = f"{100.0 * evidence['covered_share']:.0f} %"
        return f"{share} of its surface is out of reach of any straight tool"
    if evidence["undercut_share"] < sum(UNDERCUT_SHARE) / 2.0:
        return f"its walls have no draft, and {_why_unmilled(evidence)}"
    share = f"{100.0 * evidence['undercut_share']:.0f} %"
    return f"no mold of two halves lets go of {share} of its surface, and {_why_unmilled(evidence)}"
