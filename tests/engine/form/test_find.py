"""What drawn parts look like they are made as, and their near twins."""

import math
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import Search
from engine.form import find, scores
from engine.model.evidence import Evidence, SheetBody, SheetForm
from engine.model.form import BodyForm, Form, PartForm
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.pull import choose
from tests.engine.graph.test_closed_folds import square_tube
from tests.support import draw, drawn, mutators, parts_blends, parts_molded, parts_turned
from tests.support.mutators import Respelled


def form_of(shape: TopoDS_Shape | Respelled, max_edge_mm: float = 12.0) -> PartForm:
    """Say what a drawn part looks like."""
    if isinstance(shape, Respelled):
        options = MeshOptions(max_edge_mm=max_edge_mm * shape.scale, curvature=drawn.CURVATURE)
        context = drawn.prepared_from_file(shape, options)
    else:
        context = drawn.prepared(shape, MeshOptions(max_edge_mm=max_edge_mm, curvature=drawn.CURVATURE))
    recognition = drawn.recognition_of(context)
    pull = choose.choose(context, PullOptions(), Progress())
    search = Search(context, recognition, Progress())  # which finds what is asked for
    return find.find(context, recognition, pull, cast(Evidence, search))


def only(shape: TopoDS_Shape | Respelled, max_edge_mm: float = 12.0) -> BodyForm:
    (body,) = form_of(shape, max_edge_mm).bodies
    return body


NO_SHEET = cast(SheetBody, SimpleNamespace(form=SheetForm.NONE))


def best(measured: dict[str, float]) -> Form:
    """Return the form of a body that was measured so, and that is neither sheet nor a fastener."""
    score_of_form = scores.of_measures(measured, NO_SHEET, None)
    return max(score_of_form, key=lambda form: score_of_form[form])


def scaled(measured: dict[str, float], factor: float) -> dict[str, float]:
    """Return what would be measured of the same body, so many times as large."""
    power = {name: 3 if name == "volume_cm3" else int(name.endswith("_mm")) for name in measured}
    return {name: value * factor ** power[name] for name, value in measured.items()}


def prism(sides: int, across_mm: float, high_mm: float, at_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a regular prism along z, so wide across its flats."""
    corner = across_mm / 2.0 / math.cos(math.pi / sides)
    outline = [
        (corner * math.cos(2 * math.pi * k / sides), corner * math.sin(2 * math.pi * k / sides), at_mm)
        for k in range(sides)
    ]
    return draw.prism(outline, (0, 0, high_mm))


def finned(*, round_core: bool) -> TopoDS_Shape:
    """Draw three square fins, 24 wide, 1 thick and 3 apart, on a core that is 12 wide."""
    core = draw.cylinder(6, 9) if round_core else draw.box((12, 12, 9), (-6, -6, 0))
    return draw.fuse(core, *(draw.box((24, 24, 1), (-12, -12, 4.0 * k)) for k in range(3)))


FOUR = ((5.0, 5.0), (45.0, 5.0), (5.0, 35.0), (45.0, 35.0))


def pocketed(corner_mm: float, places: tuple[tuple[float, float], ...] = FOUR) -> TopoDS_Shape:
    """Draw a block, 80 x 60 x 30, with pockets of 30 x 20 x 26 whose corners have a radius, or none."""
    pockets = []
    for x, y in places:
        pocket = draw.box((30, 20, 27), (x, y, 4))
        if corner_mm:
            corners = [(x + dx, y + dy, 20.0) for dx in (0, 30) for dy in (0, 20)]
            pocket = draw.fillet(pocket, corner_mm, *corners)
        pockets.append(pocket)
    return draw.cut(draw.box((80, 60, 30)), *pockets)


def flanged(drafted: bool) -> TopoDS_Shape:
    """Draw a heavy bracket of two blocks, 160 long, its walls drafted by 3° or upright."""
    lean = math.tan(math.radians(3.0 if drafted else 0.0))
    foot = parts_molded.frustum((160.0, 100.0), 0.0, 25.0, -lean)
    return draw.fuse(foot, parts_molded.frustum((60.0, 50.0), 20.0, 80.0, -lean))


@cache
def milled_block() -> BodyForm:
    return only(pocketed(4.0, ((5, 5),)))


@cache
def bent_sheet() -> BodyForm:
    return only(parts_blends.bent_sheet(3.0, 2.0, 60.0))


def test_a_shaft_is_turned_and_says_about_which_axis() -> None:
    shaft = only(parts_turned.shaft())
    assert (shaft.form, shaft.sentence) == (
        Form.TURNED,
        "A turned part: 100 % of its surface turns about Z.",
    )
    assert shaft.evidence["turned_share"] == pytest.approx(1.0)
    assert shaft.confidence > 0.9
    assert shaft.sizes_mm == pytest.approx((30.0, 30.0, 60.0), rel=0.01)


def test_a_plate_with_a_boss_is_milled_though_the_boss_is_round() -> None:
    plate = only(parts_turned.disc_on_plate())
    assert plate.form is Form.MILLED
    assert plate.sentence.startswith("Milled from block: ")


def test_pockets_with_round_corners_are_milled_and_with_sharp_ones_are_not() -> None:
    milled, sharp = milled_block(), only(pocketed(0.0))
    assert (milled.form, milled.evidence["uncut_corners"]) == (Form.MILLED, 0.0)
    assert milled.sentence.endswith("cutters reach all of its corners.")
    assert sharp.evidence["uncut_corners"] == 16.0  # four upright corners of each pocket
    assert sharp.form is not Form.MILLED


def test_a_wire_cuts_a_few_corners_that_go_through_and_nobody_draws_dozens_for_it() -> None:
    """An arm, 12 thick, meets a round eye at each end in two sharp corners, all in its outline.

    Nobody has dozens of them cut by wire, nor any through walls as thin as a mold makes them.
    """
    arm = draw.fuse(draw.box((50, 10, 12), (0, -5, 0)), *(draw.cylinder(9, 12, (x, 0, 0)) for x in (0, 50)))
    part = only(arm)
    assert (part.evidence["uncut_corners"], part.evidence["through_corners"]) == (4.0, 4.0)
    assert part.form is Form.MILLED
    assert part.sentence.endswith("all of its corners but 4 that go through, for a wire or a broach.")
    floored = only(draw.fuse(arm, draw.box((90, 40, 3), (-20, -20, -3))))
    assert (floored.evidence["uncut_corners"], floored.evidence["through_corners"]) == (4.0, 0.0)
    dozens = {"uncut_corners": 24.0, "through_corners": 24.0}
    for other in (dozens, {"through_corners": 0.0}, {"wall_mm": 2.0, "thin_share": 1.0, "thin_volume": 1.0}):
        assert best({**part.evidence, **other}) in (Form.PRINTED, Form.SHELL)


@pytest.mark.parametrize(("thick_mm", "is_printed"), [(4.0, True), (2.0, False)])
def test_a_thick_bracket_with_gussets_and_no_draft_is_drawn_for_a_printer(
    thick_mm: float, is_printed: bool
) -> None:
    """Two legs of 50 and two gussets, as thick as all of it; a mold would have draft, and thinner walls."""
    legs = draw.fuse(draw.box((50, 40, thick_mm)), draw.box((thick_mm, 40, 50)))
    gusset = draw.prism([(0, 0, 0), (45, 0, 0), (0, 0, 45)], (0, thick_mm, 0))
    part = only(draw.fuse(legs, gusset, draw.moved(gusset, (0, 40 - thick_mm, 0))))
    assert (part.form is Form.PRINTED) is is_printed


@pytest.mark.parametrize(("thick_mm", "form"), [(5.9, Form.SHEET), (6.1, Form.MILLED)])
def test_a_flat_plate_is_sheet_up_to_six_millimeters(thick_mm: float, form: Form) -> None:
    plate = only(draw.cut(draw.box((100, 80, thick_mm)), draw.cylinder(5, 20, (50, 40, -5))))
    assert plate.form is form
    assert plate.variant == ("flat" if form is Form.SHEET else "")
    assert plate.evidence["gauge_volume"] == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(("legs_mm", "thick_mm", "form"), [(20, 3.0, Form.SHEET), (30, 5.0, Form.MILLED)])
def test_a_small_angle_is_folded_from_sheet_or_sawn_from_a_profile_and_never_printed(
    legs_mm: float, thick_mm: float, form: Form
) -> None:
    """Legs 15 wide, sharp inside, with a hole in each: no mold frees both. It is lean."""
    legs = draw.fuse(draw.box((legs_mm, 15, thick_mm)), draw.box((thick_mm, 15, legs_mm)))
    holes = draw.cylinder(2, 30, (-10, 7.5, 14), (1, 0, 0)), draw.cylinder(2, 30, (14, 7.5, -10))
    part = only(draw.cut(legs, *holes), 3.0)
    inside_mm2 = 15 * 2 * (legs_mm - thick_mm) - 8 * math.pi
    ends_mm2 = 2 * thick_mm * (2 * legs_mm - thick_mm)
    area_mm2 = 15 * 4 * legs_mm + ends_mm2 - 16 * math.pi + 8 * math.pi * thick_mm
    assert part.evidence["step_share"] == pytest.approx(inside_mm2 / area_mm2, rel=1e-3)
    assert part.evidence["undercut_share"] > scores.UNDERCUT_SHARE[0]
    assert part.form is form
    said = "Folded from sheet of 3 mm" if form is Form.SHEET else "Milled from an angle or a stepped bar: "
    assert part.sentence.startswith(said)


@pytest.mark.parametrize(("foot_mm", "is_sheet"), [(4.0, True), (6.0, False)])
def test_three_plates_of_one_gauge_are_joined_from_sheet_and_of_two_are_not(
    foot_mm: float, is_sheet: bool
) -> None:
    """They close in a corner, 160 long; all material is 4 thick, or two thirds of it."""
    walls = [draw.box((4, 160, 160)), draw.box((160, 4, 160))]
    part = only(draw.fuse(draw.box((160, 160, foot_mm)), *walls), 12.0)
    assert (part.evidence["gauge_volume"] > 0.96) is is_sheet
    assert (part.form is Form.SHEET) is is_sheet


@pytest.mark.parametrize("is_closed", [True, False])
def test_plates_and_tubes_of_four_millimeters_are_welded_where_no_mold_lets_go(is_closed: bool) -> None:
    """A tube of Ø60 on a plate, whose corners no lathe turns, and another plate on it or none."""
    tube = draw.cut(draw.cylinder(30, 92, (50, 50, 4)), draw.cylinder(26, 92, (50, 50, 4)))
    plates = [draw.box((100, 100, 4)), *([draw.box((100, 100, 4), (0, 0, 96))] if is_closed else ())]
    assert only(draw.fuse(tube, *plates)).form is (Form.SHEET if is_closed else Form.SHELL)


@pytest.mark.parametrize(("wall_mm", "form"), [(1.5, Form.SHEET), (3.0, Form.PRINTED)])
def test_a_box_whose_walls_fill_a_quarter_of_it_is_no_sheet(wall_mm: float, form: Form) -> None:
    """Walls that close in sharp corners, with a window through two of them."""
    inner = draw.box((60 - 2 * wall_mm, 50 - 2 * wall_mm, 60), (wall_mm, wall_mm, wall_mm))
    windows = draw.box((100, 26, 24), (-20, 12, 8))
    assert only(draw.cut(draw.box((60, 50, 40)), inner, windows), 8.0).form is form


def test_a_bent_sheet_says_its_gauge_and_its_bends() -> None:
    bent = bent_sheet()
    assert (bent.form, bent.variant) == (Form.SHEET, "bent")
    assert bent.sentence.startswith("Bent from sheet of 2 mm, 1 bend: ")


@pytest.mark.parametrize(("thick_mm", "form"), [(0.8, Form.SHEET), (1.4, Form.TURNED)])
def test_a_disc_thinner_than_a_twenty_fifth_of_its_width_is_cut_from_sheet(
    thick_mm: float, form: Form
) -> None:
    assert only(draw.cylinder(13, thick_mm)).form is form


def test_square_fins_on_a_round_core_are_turned_and_on_a_square_one_are_not() -> None:
    round_core, square_core = only(finned(round_core=True)), only(finned(round_core=False))
    assert round_core.evidence["uncut_corners"] == 0.0
    assert square_core.evidence["uncut_corners"] == 16.0  # four at either fin of each of two gaps
    assert round_core.form is Form.MILLED


def test_a_drafted_box_of_thin_walls_is_a_shell() -> None:
    shell = only(parts_molded.drafted_shell(1.0))
    assert shell.form is Form.SHELL
    assert shell.evidence["wall_mm"] == pytest.approx(2.0, rel=0.02)
    assert "walls of about 2 mm" in shell.sentence


def test_a_heavy_part_with_draft_is_cast_and_without_it_is_milled() -> None:
    cast, upright = only(flanged(True), 25.0), only(flanged(False), 25.0)
    assert cast.form is Form.CAST
    assert cast.evidence["drafted_share"] > 0.9
    assert "lean as drafted" in cast.sentence
    assert upright.form is Form.MILLED


def test_a_sealed_hollow_needs_layers() -> None:
    hollow = only(draw.cut(draw.box((40, 40, 40)), draw.box((30, 30, 30), (5, 5, 5))))
    assert (hollow.form, hollow.sentence) == (
        Form.PRINTED,
        "Drawn for a printer: it has a hollow that is closed all round.",
    )


def spindle_with_arm(reach_mm: float) -> TopoDS_Shape:
    """Draw a shaft of Ø20 and 60 long with a square arm of 6 that reaches out so far from its axis."""
    return draw.fuse(draw.cylinder(10, 60), draw.box((reach_mm, 6, 6), (0, -3, 27)))


@pytest.mark.parametrize(("reach_mm", "form"), [(26.0, Form.MILLED), (13.5, Form.TURNED)])
def test_what_reaches_far_out_of_a_shaft_is_no_work_for_a_lathe(reach_mm: float, form: Form) -> None:
    """Of the arm lies beyond 1.4 radii what is past 14 mm: its four sides, and its end."""
    part = only(spindle_with_arm(reach_mm), 4.0)
    turned_mm2 = 2 * math.pi * 10 * 60 + 2 * math.pi * 10**2 - 6 * 6
    whole_mm2 = turned_mm2 + 4 * 6 * (reach_mm - 10) + 6 * 6
    beyond_mm2 = 4 * 6 * (reach_mm - 14) + 6 * 6 if reach_mm > 14 else 0.0
    assert part.evidence["turned_share"] > 0.75
    assert part.evidence["beyond_share"] == pytest.approx(beyond_mm2 / whole_mm2, abs=0.004)
    assert part.form is form


def test_a_profile_is_extruded_when_it_is_long_and_milled_from_a_block_when_it_is_not() -> None:
    outline = [(0, 0), (40, 0), (40, 4), (10, 4), (10, 40), (0, 40)]
    points = [(x, y, 0) for x, y in outline]
    bar = only(draw.prism(points, (0, 0, 600)), 40.0)
    assert bar.form is Form.EXTRUDED
    assert bar.sentence.startswith("Cut from a profile: ")  # legs of 4 and 10 are no sheet
    assert only(draw.prism(points, (0, 0, 20))).form is not Form.EXTRUDED


@pytest.mark.parametrize(("wide_mm", "form"), [(150.0, Form.SHEET), (60.0, Form.EXTRUDED)])
def test_a_wide_panel_with_a_flange_is_folded_though_its_fold_is_drawn_sharp(
    wide_mm: float, form: Form
) -> None:
    """Of 1.6 mm, its legs are 94 and 37 gauges wide."""
    outline = [(0, 0), (wide_mm, 0), (wide_mm, 1.6), (1.6, 1.6), (1.6, 40), (0, 40)]
    part = only(draw.prism([(x, y, 0) for x, y in outline], (0, 0, 400)), 40.0)
    assert part.sentence.startswith("Folded from sheet of 1.6 mm")
    assert part.evidence["even_over_width"] == pytest.approx(1.6 / wide_mm, rel=0.02)
    assert part.form is form


def chambers(length_mm: float) -> TopoDS_Shape:
    """Draw a profile, 22 square, of nine square chambers of 6 each way, with walls of 1 about them."""
    across = [draw.box((6, 6, length_mm), (1 + 7 * x, 1 + 7 * y, 0)) for x in range(3) for y in range(3)]
    return draw.cut(draw.box((22, 22, length_mm)), *across)


def test_a_profile_of_many_chambers_is_extruded_though_it_was_cut_off_short() -> None:
    """What is as short as it is wide may be for a printer, and so may be one with sixteen sharp corners."""
    part = only(chambers(1.8 * 22.0), 12.0)
    assert part.evidence["uncut_corners"] == 4 * 9
    assert part.evidence["section_length"] == pytest.approx(1.8)
    assert part.form is best(part.evidence) is Form.EXTRUDED
    for other in ({"section_length": 1.0}, {"uncut_corners": 16.0}):
        assert best({**part.evidence, **other}) is not Form.EXTRUDED, other


def box_section(*openings: TopoDS_Shape) -> TopoDS_Shape:
    """Draw a square tube of 40, its walls 3, 420 long, and cut openings into it."""
    return draw.cut(draw.box((40, 40, 420)), draw.box((34, 34, 420), (3, 3, 0)), *openings)


def across(n_holes: int, diameter_mm: float) -> list[TopoDS_Shape]:
    """Draw cutters for holes across a bar of 40 along z, through both of its sides."""
    steps = [420.0 * (k + 1) / (n_holes + 1) for k in range(n_holes)]
    return [draw.cylinder(diameter_mm / 2, 60, (-10, 20, step), (1, 0, 0)) for step in steps]


def test_a_long_profile_stays_one_where_it_was_drilled_and_a_flat_bar_is_none() -> None:
    drilled = only(box_section(*across(9, 26.0)), 60.0)
    sides_mm2 = 4 * (40 + 34) * 420 - 9 * 2 * 2 * math.pi * 13**2
    others_mm2 = 9 * 2 * math.pi * 26 * 3 + 2 * (40**2 - 34**2)
    share = sides_mm2 / (sides_mm2 + others_mm2)
    assert drilled.evidence["long_side_share"] == pytest.approx(share, abs=0.005)
    assert drilled.evidence["long_section_length"] == pytest.approx(10.5, rel=1e-6)
    assert drilled.form is Form.EXTRUDED
    assert drilled.sentence == "Cut from a profile: 95 % of its surface runs along one direction."
    holes = [draw.cylinder(9, 60, (20, -10, 120 + 120 * k), (0, 1, 0)) for k in range(4)]
    assert only(draw.cut(draw.box((60, 8, 600)), *holes), 40.0).form is Form.MILLED
    assert (
        only(draw.cut(draw.box((40, 40, 100)), draw.box((34, 34, 97), (3, 3, 3)))).form is not Form.EXTRUDED
    )


@cache
def toothed(count: int, root: float) -> BodyForm:
    """Look at a gear, its teeth down to a share of its radius, whose bore has two flats."""
    bore = draw.common(draw.cylinder(5, 40, (0, 0, -10)), draw.box((20, 7, 40), (-10, -3.5, -10)))
    return only(draw.cut(draw.fuse(parts_turned.gear(count, root), draw.cylinder(5, 12)), bore))


def test_a_gear_is_hobbed_though_its_bore_has_two_flats_and_a_knob_with_low_teeth_is_not() -> None:
    """The four corners of the bore are sharp; a broach makes them. The teeth of the knob are 0.6 mm high."""
    assert toothed(9, 0.75).form is Form.TURNED
    assert toothed(9, 0.97).form is Form.PRINTED


@pytest.mark.parametrize("is_hollow", [False, True])
def test_a_socket_is_broached_into_a_solid_coupling_and_not_into_a_hollow_knob(is_hollow: bool) -> None:
    """A cross with sharp corners, in a round bar or in the post of a cup that is open at the other end."""
    cross = [draw.box((6, 2, 8), (-3, -1, -2)), draw.box((2, 6, 8), (-1, -3, -2))]
    groove = draw.cut(draw.cylinder(15, 20, (0, 0, 2)), draw.cylinder(5, 20))
    bar = draw.cut(draw.cylinder(16 if is_hollow else 7, 16), *cross)
    part = only(draw.cut(bar, groove) if is_hollow else bar, 3.0)
    assert part.evidence["turned_share"] > 0.8
    assert part.evidence["uncut_corners"] >= 4.0
    assert (part.form is Form.TURNED) is not is_hollow
    broached = f", and {part.evidence['uncut_corners']:.0f} inner corners are broached."
    assert part.sentence.endswith(broached) is not is_hollow


@pytest.mark.parametrize(("deep_mm", "form"), [(8.0, Form.SHELL), (40.0, Form.PRINTED)])
def test_deep_walls_without_draft_are_drawn_for_a_printer_and_low_ones_for_a_mold(
    deep_mm: float, form: Form
) -> None:
    """Walls of 2 and 2.5 stand crosswise on a plate 3 thick, all corners sharp."""
    plate = draw.box((90, 40, 3))
    along = [draw.box((90, 2, deep_mm), (0, y, 3)) for y in (0, 19, 38)]
    across = [draw.box((2.5, 40, deep_mm), (x, 0, 3)) for x in (0, 30, 60, 87.5)]
    part = only(draw.fuse(plate, *along, *across))
    assert (part.evidence["upright_share"] > 0.5) is (form is Form.PRINTED)
    assert part.form is form
    assert best({**part.evidence, "blend_share": 0.06}) is Form.SHELL  # draft comes later there
    for thick_mm, first in (
        (4.5, Form.PRINTED),
        (3.0, form),
    ):  # no mold has a dozen corners in so thick a wall
        assert best({**part.evidence, "wall_mm": thick_mm}) is first
    for corners, first in ((24.0, Form.PRINTED if form is Form.PRINTED else Form.CAST), (6.0, Form.CAST)):
        heavy = {"thin_share": 0.0, "longest_mm": 150.0, "fill": 0.1, "uncut_corners": corners}
        heavy["filleted_share"] = 0.2  # without any fillet nobody casts what has two dozen corners
        assert best({**part.evidence, **heavy}) is first


@pytest.mark.parametrize(("draft_deg", "form"), [(1.0, Form.SHELL), (0.0, Form.SHEET)])
def test_a_drafted_box_with_windows_is_molded_with_slides(draft_deg: float, form: Form) -> None:
    """Windows in all four walls, which no two halves let go of; upright walls of it are folded or welded."""
    low, high = draw.box((200, 14, 12), (-60, 18, 6)), draw.box((14, 200, 12), (33, -60, 6))
    part = only(draw.cut(parts_molded.drafted_shell(draft_deg), low, high), 8.0)
    assert part.evidence["undercut_share"] > scores.UNDERCUT_SHARE[1]
    assert part.form is form


def test_slides_free_a_few_windows_of_a_thin_box_whose_corners_are_round() -> None:
    """An open box of 2, rounded inside; cutters reach all of it."""
    rim = [(x, y, 10.0) for x in (2, 48) for y in (2, 38)]
    hollow = draw.fillet(draw.box((46, 36, 30), (2, 2, 2)), 3.0, *rim)
    part = only(draw.cut(draw.box((50, 40, 25)), hollow, draw.cylinder(6, 60, (25, -10, 14), (0, 1, 0))), 8.0)
    assert (part.evidence["uncut_corners"], part.form) == (0.0, Form.SHELL)
    for undercut_share, form in ((0.05, Form.SHELL), (0.13, Form.PRINTED)):
        assert best({**part.evidence, "undercut_share": undercut_share}) is form, undercut_share


def hood(thick_mm: float) -> TopoDS_Shape:
    """Draw a conical hood, 150 wide and 90 high, of one wall."""
    across_mm = thick_mm * math.hypot(45.0, 90.0) / 90.0
    inner = [(75 - across_mm, 0, 90), (30 - across_mm + thick_mm / 2, 0, thick_mm), (0, 0, thick_mm)]
    return draw.revolve([(30, 0, 0), (75, 0, 90), *inner, (0, 0, 0)])


def test_a_wide_hood_of_one_thin_wall_is_a_shell_and_a_thick_one_or_a_tube_is_turned() -> None:
    thin, thick = only(hood(1.0), 20.0), only(hood(6.0), 20.0)
    assert (thin.form, thick.form) == (Form.SHELL, Form.TURNED)
    assert thin.sentence.endswith("lies over walls of about 1 mm.")
    assert thin.evidence["even_over_width"] == pytest.approx(1.0 / 150.0, rel=0.01)
    tube = draw.cut(draw.cylinder(50, 200), draw.cylinder(49.3, 220, (0, 0, -10)))
    assert only(tube, 25.0).form is Form.TURNED


def test_what_no_two_halves_let_go_of_is_cast_with_cores_where_it_is_too_large_to_print() -> None:
    """A bore runs through a block with sharp pockets: 826 cm³ of material, 78, or 5000 that weigh 13 kg."""
    bore = draw.cylinder(8, 200, (-50, 17, 14), (1, 0, 0))
    part = only(draw.scaled(draw.cut(pocketed(0.0), bore), 2.2), 25.0)
    assert part.evidence["volume_cm3"] == pytest.approx(826.0, rel=0.01)
    assert part.form is best(part.evidence) is Form.CAST
    assert part.sentence.startswith("A casting, with cores for 4 % of its surface: ")
    assert part.evidence["uncut_corners"] >= 16.0
    assert best(scaled(part.evidence, 1.0 / 2.2)) is Form.PRINTED
    assert best(scaled(part.evidence, 4.0 / 2.2)) is not Form.PRINTED


@cache
def shallow_tray() -> BodyForm:
    return only(draw.cut(draw.box((120, 40, 14)), draw.box((113.6, 33.6, 11), (3.2, 3.2, 3.2))))


@pytest.mark.parametrize(
    ("thin_volume", "even_share", "volume_cm3", "is_shell"),
    [
        (0.44, 0.14, 20.0, False),
        (0.71, 0.14, 20.0, True),
        (0.44, 0.31, 20.0, True),
        (0.44, 0.31, 401.0, False),
    ],
)
def test_a_rod_with_a_thin_web_has_its_material_in_the_flanges_and_is_no_shell(
    thin_volume: float, even_share: float, volume_cm3: float, is_shell: bool
) -> None:
    """The tray has all of it in one wall; what has neither its material nor its surface there is no shell.

    Nor is what has fins of one wall, and its weight elsewhere, if that is large.
    """
    tray = shallow_tray()
    assert tray.form is Form.SHELL
    assert tray.evidence["thin_volume"] > 0.9
    measured = {
        **tray.evidence,
        "thin_volume": thin_volume,
        "even_share": even_share,
        "volume_cm3": volume_cm3,
    }
    assert (best(measured) is Form.SHELL) is is_shell


def test_a_hook_of_round_wire_is_wire_and_a_straight_one_is_turned() -> None:
    wire = draw.fuse(
        draw.cylinder(2, 60, (22, 0, 0)), draw.cylinder(2, 60, (-22, 0, 0)), half_torus(22.0, 2.0, 60.0)
    )
    assert only(wire, 8.0).form is Form.WIRE
    assert only(draw.cylinder(2, 160), 8.0).form is Form.TURNED


@pytest.mark.parametrize(("legs_mm", "form"), [(30.0, Form.MILLED), (120.0, Form.WIRE)])
def test_a_short_thick_angle_is_a_bar_and_a_long_thin_one_is_wire(legs_mm: float, form: Form) -> None:
    """An angle of a square bar of 6 × 6, its legs 5 or 20 times as long."""
    angle = draw.fuse(draw.box((legs_mm, 6, 6)), draw.box((6, legs_mm, 6)))
    part = only(draw.fillet(angle, 3.0, (0, 0, 3)), 3.0)
    assert part.form is form


def test_the_rounds_of_a_profile_run_along_it_however_they_are_meshed() -> None:
    """A square tube with rounded corners is all sides but for its ends: 2 of 29 cm of its outline."""
    part = only(square_tube(), 16.0)
    ends_mm2 = 2 * (40 * 40 - 36 * 36 - (4 - math.pi) * (25 - 9))
    sides_mm2 = 100 * (4 * 30 + 2 * math.pi * 5 + 4 * 30 + 2 * math.pi * 3)
    assert part.evidence["side_share"] == pytest.approx(sides_mm2 / (sides_mm2 + ends_mm2), abs=1e-3)
    assert part.form is Form.EXTRUDED
    assert only(square_tube(2.0), 16.0).form is Form.SHEET


def half_torus(major_mm: float, minor_mm: float, high_mm: float) -> TopoDS_Shape:
    """Draw the upper half of a ring that stands in the plane y = 0, its ends at a height."""
    ring = draw.torus(major_mm, minor_mm, (0, 0, high_mm), (0, 1, 0))
    return draw.common(ring, draw.box((100, 100, 100), (-50, -50, high_mm)))


@pytest.mark.parametrize(
    ("drawn_part", "variant", "sentence"),
    [
        (
            parts_turned.hexagon_bolt,
            "hexagon head screw",
            "A hexagon head screw: shank Ø8, 13 mm across its flats.",
        ),
        (
            lambda: draw.cut(prism(6, 13.0, 6.5), draw.cylinder(3.4, 20, (0, 0, -5))),
            "nut",
            "A nut: bore Ø6.8, 13 mm across its flats.",
        ),
        (
            lambda: draw.cut(draw.cylinder(8, 1.6), draw.cylinder(4.2, 5, (0, 0, -1))),
            "washer",
            "A washer: bore Ø8.4, 16 mm across.",
        ),
        (
            lambda: draw.cut(prism(6, 5.5, 20.0), draw.cylinder(1.25, 30, (0, 0, -5))),
            "hexagon standoff",
            "A hexagon standoff: Ø2.5, 5.5 mm across its flats.",
        ),
        (
            lambda: draw.cut(
                draw.fuse(draw.cylinder(3, 30), draw.cylinder(5, 6, (0, 0, 30))), prism(6, 5.0, 4.0, 33.0)
            ),
            "screw",
            "A screw: shank Ø6, its head 10 mm across.",
        ),
        (
            lambda: draw.cut(draw.cylinder(3, 16), prism(6, 3.0, 4.0, 13.0)),
            "set screw",
            "A set screw: Ø6, its socket 3 mm across.",
        ),
    ],
    ids=[
        "bolt",
        "nut",
        "washer",
        "standoff",
        "socket screw",
        "set screw",
    ],
)
def test_fasteners_are_known_by_their_proportions(
    drawn_part: Callable[[], TopoDS_Shape], variant: str, sentence: str
) -> None:
    fastener = only(drawn_part(), 3.0)
    assert (fastener.form, fastener.variant, fastener.sentence) == (Form.FASTENER, variant, sentence)


def test_several_bodies_are_an_assembly_of_what_they_are() -> None:
    bars = draw.cylinder(10, 60), draw.cylinder(10, 60, (0, 60, 0))
    form = form_of(draw.compound(*bars, draw.box((80, 60, 2), (100, 0, 0))))
    assert form.form is Form.ASSEMBLY
    assert form.sentence == "An assembly of 3 bodies: 2 turned parts, 1 sheet-metal part."
    assert [each.form for each in form.bodies] == [Form.TURNED, Form.TURNED, Form.SHEET]


@pytest.mark.parametrize(
    ("as_drawn", "respelled"),
    [
        pytest.param(milled_block, lambda: mutators.altogether(pocketed(4.0, ((5, 5),))), id="block"),
        pytest.param(
            bent_sheet,
            lambda: mutators.altogether_as_nurbs(parts_blends.bent_sheet(3.0, 2.0, 60.0)),
            id="sheet",
        ),
        pytest.param(
            lambda: only(parts_turned.hexagon_bolt()),
            lambda: mutators.turned_as_nurbs(parts_turned.hexagon_bolt()),
            id="bolt",
        ),
    ],
)
def test_what_a_part_looks_like_does_not_hang_on_how_it_is_written(
    as_drawn: Callable[[], BodyForm], respelled: Callable[[], Respelled]
) -> None:
    before, after = as_drawn(), only(respelled())
    assert (after.form, after.variant) == (before.form, before.variant)
    for name in ("turned_share", "square_share", "fill", "skin_share", "uncut_corners"):
        assert after.evidence[name] == pytest.approx(before.evidence[name], rel=0.01, abs=0.01), name


@pytest.mark.parametrize(("n_recesses", "is_printed"), [(2, False), (6, True)])
def test_solid_pieces_are_cut_though_some_of_their_corners_are_sharp(
    n_recesses: int, is_printed: bool
) -> None:
    """An angle of two plates, 16 thick, with sharp recesses in both: 120 cm³ of it, or an eighth of that."""
    angle = draw.fuse(draw.box((80, 60, 16)), draw.box((16, 60, 70)))
    floor = [draw.box((14, 14, 10), (x, y, 8)) for x in (26, 56) for y in (8, 38)]
    wall = [draw.box((10, 14, 14), (8, y, 44)) for y in (8, 38)]
    recesses = [wall[0], floor[0], wall[1], *floor[1:]][:n_recesses]
    part = only(draw.cut(angle, *recesses))
    assert part.evidence["uncut_corners"] == 4.0 * n_recesses  # those along the way in
    assert (part.form is Form.PRINTED) is is_printed
    assert best(part.evidence) is part.form
    assert best(scaled(part.evidence, 0.5)) is Form.PRINTED


def elbow(legs_mm: float) -> TopoDS_Shape:
    """Draw a rod of Ø20 with a bend of 90 degrees between two legs."""
    return draw.fuse(
        draw.common(draw.torus(40, 10), draw.box((60, 60, 40), (0, 0, -20))),
        draw.cylinder(10, legs_mm, (40, 0, 0), (0, -1, 0)),
        draw.cylinder(10, legs_mm, (0, 40, 0), (-1, 0, 0)),
    )


def test_a_bend_does_not_go_round_its_axis() -> None:
    bent = only(elbow(5.0), 30.0)
    assert bent.evidence["turned_share"] == 0.0
    assert bent.form is not Form.TURNED
    assert only(draw.torus(40, 10), 30.0).evidence["turned_share"] > 0.99
