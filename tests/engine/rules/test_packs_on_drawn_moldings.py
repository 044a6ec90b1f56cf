"""The injection pack on parts drawn to keep a limit or to miss it, from what was read to the sentence."""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.analysis import Analysis
from engine.model.finding import Finding, RuleVerdict
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.model.rulepack import Severity
from tests.support import draw, drawn, mutators
from tests.support import parts_molded as molded
from tests.support.analyses import face_at
from tests.support.drawn import verdict

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS
STANDARD, SIDE_ACTION = "standard", "side-action"
BOTH = (STANDARD, SIDE_ACTION)


def analyzed(shape: TopoDS_Shape, max_edge_mm: float = 10.0) -> Analysis:
    """Analyze a drawn part, pulled along z."""
    return drawn.coarsely_analyzed(shape, max_edge_mm)


def analysis_of(part: mutators.Respelled, max_edge_mm: float, pull: PullOptions) -> Analysis:
    options = MeshOptions(max_edge_mm=max_edge_mm * part.scale, curvature=drawn.CURVATURE)
    context = drawn.prepared_from_file(part, options)
    return drawn.assessed(context, pull)


def judged(part: Analysis, configuration: str, rule: str) -> RuleVerdict:
    return verdict(part, f"injection/{configuration}/{rule}")


def judged_under_both(part: Analysis, rule: str) -> RuleVerdict:
    """Return the verdict of a rule that the two configurations do not tell apart."""
    found, other = (judged(part, configuration, rule) for configuration in BOTH)
    assert (found.severity, found.message) == (other.severity, other.message)
    return found


def faces_at(part: Analysis, finding: Finding, axis: int) -> set[float]:
    """Return where along an axis the flat faces of a finding lie, rounded."""
    faces = part.assessed.prepared.part.faces
    return {round(float(faces[face].inner_point[axis]), 2) for face in finding.faces}


def is_seen(finding: Finding) -> bool:
    """Tell whether the two points of a finding are as far apart as it says the wall is thick."""
    assert finding.witness is not None
    start, end = finding.witness
    return f"It is {np.linalg.norm(start - end):.2f} mm thick" in finding.message


@lru_cache
def box() -> Analysis:
    return analyzed(molded.box_shell())


def test_two_bodies_are_no_single_molding() -> None:
    pair = draw.compound(molded.box_shell(), draw.moved(molded.box_shell(), (0.0, 60.0, 0.0)))
    found = judged_under_both(analyzed(pair), "solid_body")
    assert found.severity == FAIL
    assert found.message.endswith("Found: 1 further body.")
    assert judged_under_both(box(), "solid_body").severity == PASS


def test_a_lump_without_any_wall_is_no_shell_whatever_is_not_known_of_its_walls() -> None:
    ring = draw.cut(
        draw.cylinder(13.5, 7), draw.cylinder(5.5, 9, (0, 0, -1)), draw.cone(5.5, 11.45, 5.95, (0, 0, 1.05))
    )
    found = judged_under_both(analyzed(ring), "applicability")
    assert (found.severity, found.n_inspected, found.n_skipped) == (FAIL, 1, 0)
    assert found.message.endswith("No wall of the body could be measured.")


def test_a_block_is_refused_in_one_sentence_and_judged_all_the_same() -> None:
    block = analyzed(draw.fuse(draw.box((40, 30, 20)), draw.cylinder(4, 60, (20, 15, 0))), 4.0)
    found = judged_under_both(block, "applicability")
    assert found.severity == FAIL
    assert found.message.startswith("The part is no moldable thin shell, so it is not for injection molding")
    assert found.message.endswith("which is solid for its size.")
    assert found.findings[0].faces
    drafted = judged_under_both(block, "draft_required")
    assert (drafted.severity, drafted.is_applicable) == (FAIL, True)
    assert drafted.count_of_severity[FAIL] == len(drafted.findings) > 0
    freed = judged_under_both(block, "no_undercuts")
    assert (freed.severity, freed.is_applicable) == (PASS, True)


@pytest.mark.parametrize(("side_mm", "severity"), [(6.5, WARNING), (9.0, FAIL)])
def test_a_small_solid_piece_is_molded_where_it_cools_like_a_wall_of_everyday_resins(
    side_mm: float, severity: Severity
) -> None:
    """A plug of 20 mm: it cools like a plate of 4.5 or 6.0 mm, where 5.08 mm is the most."""
    plug = analyzed(draw.box((20.0, side_mm, side_mm)), 2.0)
    found = judged_under_both(plug, "applicability")
    assert found.severity == severity
    assert found.message.endswith("which is solid for its size.")


def test_a_lump_does_not_cool_though_most_of_the_surface_lies_over_thinner_material() -> None:
    """A bar of 6 mm cools like a plate of 4.2 mm, a cube of 12 mm on it like one of 6.9 mm."""
    bar, cube = draw.box((60.0, 6.0, 6.0)), draw.box((12.0, 12.0, 12.0), (24.0, -3.0, -3.0))
    assert judged_under_both(analyzed(bar, 3.0), "applicability").severity == WARNING
    with_lump = analyzed(draw.fuse(bar, cube), 3.0)
    assert with_lump.metrics.values["part.shell.nominal_wall_mm"][0].value == pytest.approx(6.0, rel=0.05)
    assert judged_under_both(with_lump, "applicability").severity == FAIL


def slotted_block(is_undercut: bool) -> TopoDS_Shape:
    """Draw a block with a slot in its top that ends inside it, widened at its floor to a T or not."""
    slot = draw.box((60.0, 10.0, 20.0), (10.0, 20.0, 20.0))
    foot = draw.box((60.0, 22.0, 8.0), (10.0, 14.0, 20.0))
    return draw.cut(draw.box((80.0, 50.0, 40.0)), slot, *((foot,) if is_undercut else ()))


def test_a_block_with_a_t_slot_fails_as_undercut_behind_the_closed_gate_and_its_twin_does_not() -> None:
    with_t_slot, plain = analyzed(slotted_block(True), 10.0), analyzed(slotted_block(False), 10.0)
    for key in BOTH:
        found = judged(with_t_slot, key, "no_undercuts")
        assert found.severity == FAIL
        assert found.message.startswith("The part has undercuts that this mold cannot free.")
        assert judged(plain, key, "no_undercuts").severity == PASS
    for key in BOTH:
        blocked, slotless = (drawn.judged(part, "injection", key) for part in (with_t_slot, plain))
        assert blocked.gate == slotless.gate == "applicability"
        for found in (blocked, slotless):
            assert found.count_of_severity[FAIL] == sum(each.severity == FAIL for each in found.rules) > 1
        assert blocked.count_of_severity[FAIL] > slotless.count_of_severity[FAIL]


def plate_of_steps(*lengths_mm: float) -> TopoDS_Shape:
    """Draw a plate, 100 wide and 100 long, of 1.2, 2.5 and 5.6 mm over three stretches of it."""
    ends = np.cumsum([0.0, *lengths_mm])
    thicks_mm = (1.2, 2.5, 5.6)
    return draw.fuse(
        *(
            draw.box((length_mm, 100.0, thick_mm), (float(start), 0.0, 0.0))
            for start, length_mm, thick_mm in zip(ends, lengths_mm, thicks_mm, strict=False)
        )
    )


@pytest.mark.parametrize(
    ("lengths_mm", "severity"),
    [
        ((45.0, 29.0, 26.0), FAIL),
        ((51.0, 26.0, 23.0), WARNING),
        ((70.0, 16.0, 14.0), WARNING),
        ((76.0, 13.0, 11.0), PASS),
    ],
)
def test_a_plate_is_a_shell_as_far_as_it_has_one_wall(
    lengths_mm: tuple[float, ...], severity: Severity
) -> None:
    found = judged_under_both(analyzed(plate_of_steps(*lengths_mm), 4.0), "applicability")
    # 0.35 walls along an open edge are no section: at the sides, the ends and, from above, the steps
    above, below = (
        [
            (length_mm - 0.35 * thick_mm * open_ends) * (100.0 - 0.7 * thick_mm)
            for length_mm, thick_mm, open_ends in zip(lengths_mm, (1.2, 2.5, 5.6), ends, strict=True)
        ]
        for ends in ((1, 1, 2), (1, 0, 1))
    )
    share = (above[0] + below[0]) / sum(above + below)
    assert found.severity == severity
    for finding in found.findings:
        assert finding.value == pytest.approx(share, abs=0.01)
        assert f"Only {100 * finding.value:.0f} %" in found.message
        assert "1.20 mm" in found.message
        assert "1.20 to 5.60 mm thick" in found.message


@pytest.mark.parametrize(
    "expected",
    [
        {2.48: PASS, 2.52: WARNING, 3.96: WARNING, 4.04: FAIL},
        {1.52: PASS, 1.48: WARNING, 1.02: WARNING, 0.98: FAIL},
    ],
    ids=["raised", "sunk"],
)
def test_a_wall_is_held_against_the_nominal_one(expected: dict[float, Severity]) -> None:
    part = analyzed(molded.padded(*expected))
    found = judged_under_both(part, "wall_thickness")
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        (thick_mm,) = faces_at(part, finding, 2)
        severity = reported[thick_mm] = finding.severity
        bound = (
            (1.25 if severity == WARNING else 2.0)
            if thick_mm > 2.0
            else (0.75 if severity == WARNING else 0.5)
        )
        assert (finding.value, finding.threshold) == (pytest.approx(thick_mm / 2.0, abs=1e-3), bound)
        assert f"is {thick_mm / 2.0:.2f} times the part's nominal wall" in finding.message
        assert finding.message.endswith(f"It is {thick_mm:.2f} mm thick where 2.00 mm is nominal.")
        assert is_seen(finding)
    assert reported == expected


@pytest.mark.parametrize(
    ("wall_mm", "severity"), [(0.95, WARNING), (1.05, PASS), (3.9, PASS), (4.1, WARNING), (6.2, WARNING)]
)
def test_a_wall_that_few_plastics_are_molded_in_is_reported(wall_mm: float, severity: Severity) -> None:
    part = analyzed(molded.box_shell(wall_mm, size=(120.0, 90.0, 40.0)), max_edge_mm=20.0)
    found = judged_under_both(part, "applicability")
    assert found.severity == severity
    assert (f"over a wall of about {wall_mm:.2f} mm" in found.message) == (severity != PASS)


@pytest.mark.parametrize(
    ("wall_mm", "size_mm", "severity"),
    [
        (0.4, (80.0, 50.0, 25.0), WARNING),
        (0.4, (110.0, 70.0, 35.0), FAIL),
        (1.0, (220.0, 150.0, 60.0), PASS),
        (1.0, (300.0, 200.0, 80.0), WARNING),
    ],
)
def test_a_shell_is_held_against_how_far_plastic_flows(
    wall_mm: float, size_mm: tuple[float, float, float], severity: Severity
) -> None:
    """Half the diagonal of the skin is 72, 100, 195 and 264 mm; 200 walls are the limit, 0.5 mm or not."""
    part = analyzed(molded.box_shell(wall_mm, size=size_mm), max_edge_mm=size_mm[0] / 8)
    found = judged_under_both(part, "applicability")
    assert found.severity == severity
    assert ("plastic would flow some" in found.message) == (
        size_mm in ((110.0, 70.0, 35.0), (300.0, 200.0, 80.0))
    )


def test_ribs_and_lips_are_no_walls_of_their_own() -> None:
    assert judged(analyzed(molded.ribbed(0.9)), STANDARD, "wall_thickness").severity == PASS
    lip = draw.cut(
        draw.box((82.0, 52.0, 2.0), (-1.0, -1.0, 23.0)), draw.box((77.8, 47.8, 2.0), (1.1, 1.1, 23.0))
    )
    found = judged(analyzed(draw.cut(molded.box_shell(), lip)), STANDARD, "wall_thickness")
    assert found.severity == PASS


def test_a_solid_post_is_held_against_the_nominal_wall() -> None:
    """It cools like a wall of 0.7 times its diameter; the limit is twice 2 mm."""
    expected = {4.0: PASS, 4.6: WARNING, 5.4: WARNING, 6.0: FAIL, 16.0: FAIL}
    posts = [
        draw.cylinder(diameter_mm / 2, 20.0, (20.0 * at + 15.0, 25.0, 1.0))
        for at, diameter_mm in enumerate(expected)
    ]
    part = analyzed(draw.fuse(molded.box_shell(size=(120.0, 50.0, 25.0)), *posts))
    reported = dict.fromkeys(expected, PASS)
    for finding in judged_under_both(part, "wall_thickness").findings:
        diameter_mm = list(expected)[int((finding.location[0] - 5.0) // 20.0)]
        reported[diameter_mm] = finding.severity
        assert finding.value == pytest.approx((2 / diameter_mm**2 + 1 / 21.0**2) ** -0.5 / 2.0, rel=0.05)
        assert "Material gathers there and takes as long to cool as in a wall of" in finding.message
        assert "2.00 mm is nominal" in finding.message
        assert finding.witness is not None
        assert np.linalg.norm(np.subtract(*finding.witness)) == pytest.approx(diameter_mm, rel=0.03)
    assert reported == expected


def test_a_box_is_judged_by_the_draft_it_was_drawn_with() -> None:
    """Boxes round x = 0, 200 and 400 mm."""
    expected = {0.4: [FAIL] * 8, 2.9: [WARNING] * 8, 3.1: []}
    boxes = [
        draw.moved(molded.drafted_shell(draft_deg), (200.0 * at, 0, 0))
        for at, draft_deg in enumerate(expected)
    ]
    part = analyzed(draw.compound(*boxes))
    found = judged_under_both(part, "draft_required")
    assert found.n_inspected == 8 * len(expected)
    assert "0.4°" in found.message
    reported: dict[float, list[Severity]] = {draft_deg: [] for draft_deg in expected}
    for finding in found.findings:
        draft_deg = list(expected)[round(finding.location[0] / 200.0)]
        reported[draft_deg].append(finding.severity)
        assert finding.value == pytest.approx(draft_deg, abs=1e-3)
        assert abs(part.assessed.prepared.part.faces[finding.faces[0]].inner_normal[2]) < 0.1
    assert reported == expected
    assert judged_under_both(part, "no_undercuts").severity == PASS


def test_a_round_that_starts_out_vertical_has_draft() -> None:
    part = molded.drafted_shell(3.1)
    rounded = analyzed(draw.fillet(part, 1.5, (0, -25, 0), (0, 25, 0)))
    assert judged(rounded, STANDARD, "draft_required").severity == PASS


def test_a_wall_without_draft_is_judged_by_how_far_it_slides() -> None:
    """Fields of upright sides stand on the floor of a drafted box; their twins lean as the box does."""
    lean = math.tan(math.radians(-3.1))
    shapes, corners = [], {}
    for at, (height_mm, severity) in enumerate({2.4: PASS, 2.6: WARNING, 8.9: WARNING, 9.1: FAIL}.items()):
        x, middle_mm = 35.0 * at - 52.5, 2.0 + height_mm / 2
        shapes.append(draw.box((20.0, 14.0, height_mm), (x - 10.0, 5.0, 2.0)))
        shapes.append(draw.moved(molded.frustum((20.0, 14.0), 2.0, 2.0 + height_mm, lean), (x, -12.0, 0.0)))
        sides = (x - 10.0, 12.0), (x + 10.0, 12.0), (x, 5.0), (x, 19.0)
        corners |= {(*side, middle_mm): severity for side in sides if severity != PASS}
    part = analyzed(draw.fuse(molded.drafted_shell(3.1, size=(160.0, 60.0, 25.0)), *shapes))
    found = judged_under_both(part, "draft_required")
    assert {face: each.severity for each in found.findings for face in each.faces} == {
        face_at(part, corner): severity for corner, severity in corners.items()
    }
    assert all(finding.value == pytest.approx(0.0, abs=1e-6) for finding in found.findings)


@pytest.mark.parametrize(("floor_mm", "severity"), [(2.4, PASS), (2.6, WARNING)])
def test_the_edge_of_a_window_needs_draft_when_the_wall_is_thick(floor_mm: float, severity: Severity) -> None:
    shell = molded.drafted_shell(3.1, 2.0)
    raised = draw.fuse(shell, draw.box((30.0, 20.0, floor_mm - 1.0), (-15.0, -10.0, 1.0)))
    sides = draw.box((26.0, 16.0, 9.0), (-13.0, -8.0, -2.0))
    found = judged(analyzed(draw.cut(raised, sides)), STANDARD, "draft_required")
    assert found.severity == severity
    assert len(found.findings) == (4 if severity == WARNING else 0)


@pytest.mark.parametrize(
    ("part", "standard", "side_action", "words"),
    [
        (molded.box_shell, PASS, PASS, "The part has no undercut"),
        (molded.slotted, FAIL, WARNING, "Found: 1 undercut, 1 slide along -Y."),
        (molded.hooked, FAIL, FAIL, "Found: 1 undercut, no straight slide for 1."),
        (lambda: molded.hooked(window=True), PASS, PASS, "The part has no undercut"),
    ],
    ids=["box", "window in a wall", "hook", "hook over a window"],
)
def test_an_undercut_is_judged_by_what_frees_it(
    part: Callable[[], TopoDS_Shape], standard: Severity, side_action: Severity, words: str
) -> None:
    analysis = analyzed(part())
    for configuration, severity in ((STANDARD, standard), (SIDE_ACTION, side_action)):
        found = judged(analysis, configuration, "no_undercuts")
        assert (found.severity, found.n_inspected) == (severity, 1)
        assert words in found.message


def test_an_undercut_is_shown_where_it_is() -> None:
    part = analyzed(molded.hooked())
    (finding,) = judged(part, STANDARD, "no_undercuts").findings
    assert (finding.value, finding.threshold) == (2.0, 1.0)
    assert faces_at(part, finding, 2) >= {15.0, 2.0}  # the nose from below, and what it hides
    assert finding.location == pytest.approx([40.0, 3.5, 8.5], abs=7.0)


def plunger(groove: list[tuple[float, float, float]]) -> TopoDS_Shape:
    """Draw a cup of 20 mm with 2 mm walls and 1 degree of draft, and cut a ring of some section from it."""
    lean = math.tan(math.radians(1.0))
    outline = [
        (0, 0, 0),
        (10, 0, 0),
        (10 - 14 * lean, 0, 14),
        (7.6, 0, 14),
        (7.6 - 12 * lean, 0, 2),
        (0, 0, 2),
    ]
    return draw.cut(draw.revolve(outline), draw.revolve(groove))


@pytest.mark.parametrize(
    ("groove", "severity", "words"),
    [
        ([(9, 0, 5), (11, 0, 4.8), (11, 0, 7.2), (9, 0, 7)], WARNING, "Found: 1 undercut, 2 slides along"),
        (
            [(7, 0, 5), (8.4, 0, 5.2), (8.4, 0, 6.8), (7, 0, 7)],
            FAIL,
            "Found: 1 undercut, no straight slide for 1.",
        ),
    ],
    ids=["outside", "inside"],
)
def test_a_groove_all_round_the_outside_takes_a_split_cavity_and_one_inside_is_locked(
    groove: list[tuple[float, float, float]], severity: Severity, words: str
) -> None:
    part = analyzed(plunger(groove))
    found = judged(part, SIDE_ACTION, "no_undercuts")
    assert (found.severity, judged(part, STANDARD, "no_undercuts").severity) == (severity, FAIL)
    assert words in found.message
    (region,) = part.assessed.pull.regions
    assert region.is_split == (severity == WARNING)


def test_windows_on_two_sides_take_two_slides() -> None:
    both = draw.cut(molded.slotted(), draw.box((10.0, 4.0, 6.0), (35.0, 47.0, 10.0)))
    found = judged(analyzed(both), SIDE_ACTION, "no_undercuts")
    assert found.severity == WARNING
    assert "Found: 2 undercuts, 2 slides along +Y, -Y." in found.message


def test_an_undercut_has_no_draft_unless_a_slide_frees_it() -> None:
    drafted = molded.drafted_shell(3.1)
    part = analyzed(draw.cut(drafted, draw.box((10.0, 8.0, 6.0), (-5.0, -30.0, 10.0))))
    (finding, *_) = judged(part, STANDARD, "draft_required").findings
    assert (finding.severity, finding.value) == (FAIL, pytest.approx(-90.0))
    assert finding.message.endswith("Neither half of the mold frees it.")
    assert judged(part, SIDE_ACTION, "draft_required").severity == PASS
    hook = analyzed(draw.fuse(drafted, draw.box((10.0, 4.0, 4.0), (-5.0, -25.0, 12.0))))
    for configuration in (STANDARD, SIDE_ACTION):
        worst = judged(hook, configuration, "draft_required").findings[0]
        assert (worst.severity, worst.value) == (FAIL, pytest.approx(-90.0))


def test_a_boss_is_judged_by_its_height_over_its_diameter() -> None:
    expected = {17.9: PASS, 18.1: WARNING, 29.9: WARNING, 30.1: FAIL}
    posts = [
        draw.cylinder(3.0, high + 1.0, (20.0 * at + 20.0, 25.0, 1.0)) for at, high in enumerate(expected)
    ]
    part = analyzed(draw.fuse(molded.box_shell(size=(100.0, 50.0, 41.0)), *posts))
    found = judged_under_both(part, "boss_proportions")
    assert found.n_inspected == len(expected)
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        high_mm = list(expected)[int((finding.location[0] - 10.0) // 20.0)]
        reported[high_mm] = finding.severity
        assert finding.value == pytest.approx(high_mm / 6.0, rel=1e-4)
        assert finding.kind == "BOSS"
        assert "(Ø6.00)" in finding.message
    assert reported == expected


def test_a_boss_that_a_rib_holds_all_the_way_up_may_be_as_high_as_it_likes() -> None:
    found = judged(analyzed(molded.bossed(30.1, rib=True)), STANDARD, "boss_proportions")
    assert (found.severity, found.n_inspected) == (PASS, 0)


def test_a_rib_is_judged_by_its_foot_over_the_wall_below() -> None:
    expected = {
        (1.18, 1.18): PASS,
        (1.22, 1.22): WARNING,
        (1.58, 1.58): WARNING,
        (1.62, 1.62): FAIL,
        (1.18, 0.8): PASS,
        (1.22, 0.8): WARNING,
    }
    shell = molded.box_shell(size=(80.0, 120.0, 25.0))
    ribs = [molded.rib(*rib, y_mm=20.0 * at + 10.0) for at, rib in enumerate(expected)]
    found = judged_under_both(analyzed(draw.fuse(shell, *ribs)), "rib_thickness")
    assert found.n_inspected == len(expected)
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        foot_mm, top_mm = list(expected)[int(finding.location[1] // 20.0)]
        reported[foot_mm, top_mm] = finding.severity
        assert finding.value == pytest.approx(foot_mm / 2.0, abs=1e-4)
        assert f"{foot_mm / 2.0:.0%}" in finding.message
        assert finding.kind == "FIN"
        assert "Thin the rib at its foot to 60%" in finding.advice
    assert reported == expected


def test_a_fillet_at_the_foot_is_not_part_of_the_rib() -> None:
    """Boxes 100 mm apart."""
    expected = {1.18: PASS, 1.22: WARNING}
    boxes = []
    for foot_mm in expected:
        feet = (40, 25 - foot_mm / 2, 2), (40, 25 + foot_mm / 2, 2)
        boxes.append(draw.fillet(molded.ribbed(foot_mm), 0.5, *feet))
    found = judged(analyzed(draw.in_a_row(*boxes, step=100.0)), STANDARD, "rib_thickness")
    assert found.n_inspected == len(expected)
    reported = dict.fromkeys(expected, PASS)
    for finding in found.findings:
        foot_mm = list(expected)[int(finding.location[0] // 100.0)]
        reported[foot_mm] = finding.severity
        assert f"{foot_mm / 2.0:.0%}" in finding.message
    assert reported == expected


def test_a_lump_near_a_limit_is_not_decided() -> None:
    """A post of 8 on 2 mm of floor cools like a plate of 2.6 walls, give or take 0.2; one of 5.6 like 1.9."""
    posts = [draw.cylinder(5.6 / 2, 15.0, (25, 25, 1)), draw.cylinder(8.0 / 2, 15.0, (55, 25, 1))]
    part = analyzed(draw.fuse(molded.box_shell(), *posts), 3.0)
    found = judged(part, STANDARD, "wall_thickness").findings
    assert sorted((each.location[0] > 40.0, each.severity, each.is_decided) for each in found) == [
        (False, WARNING, False),
        (True, FAIL, True),
    ]


RULES = (
    "solid_body",
    "applicability",
    "wall_thickness",
    "draft_required",
    "boss_proportions",
    "rib_thickness",
)


def everything() -> TopoDS_Shape:
    """Draw a box of 2 mm with a rib of 1.3, a boss of 5 x 20 and a field of 3.2 mm; nothing has draft."""
    rib = draw.box((30.0, 1.3, 9.0), (8.0, 40.0, 1.0))
    post = draw.cylinder(2.5, 21.0, (66.0, 12.0, 1.0))
    return draw.fuse(molded.padded(3.2), rib, post)


@lru_cache
def as_drawn() -> dict[str, tuple[Severity, list[float]]]:
    return outcome(mutators.unchanged(everything()))


def outcome(part: mutators.Respelled) -> dict[str, tuple[Severity, list[float]]]:
    """Return the severity of each rule with its values, a face that a file splits counted once."""
    analysis = analysis_of(part, 8.0, PullOptions(PullMode.HEMISPHERE))
    found = {rule: judged(analysis, STANDARD, rule) for rule in RULES}
    return {
        rule: (each.severity, sorted({round(finding.value, 2) for finding in each.findings}))
        for rule, each in found.items()
    }


@pytest.mark.parametrize(
    "mutator",
    [mutators.altogether_as_nurbs, mutators.triangles],
    ids=lambda mutator: mutator.__name__,
)
def test_the_verdicts_do_not_hang_on_how_a_file_writes_the_part(mutator: mutators.Mutator) -> None:
    part = mutator(everything())
    assert part is not None
    changed, expected = outcome(part), as_drawn()
    for rule in RULES:
        assert changed[rule][0] == expected[rule][0], rule
        assert changed[rule][1] == pytest.approx(expected[rule][1], abs=0.011), rule
    assert expected["wall_thickness"] == (WARNING, [1.6, 1.75])  # the field, and the post, a lump
    assert expected["rib_thickness"] == (WARNING, [0.65])
    assert expected["boss_proportions"] == (WARNING, [4.0])
    assert expected["draft_required"] == (FAIL, [0.0])


def grate(bar_mm: float) -> TopoDS_Shape:
    """Draw a plate 2 mm thick with nine square windows, 20 mm from each other, and bars between them."""
    size = 60.0 + bar_mm
    places = [(bar_mm + 20.0 * x, bar_mm + 20.0 * y, -1.0) for x in range(3) for y in range(3)]
    windows = (draw.box((20.0 - bar_mm, 20.0 - bar_mm, 4.0), place) for place in places)
    return draw.cut(draw.box((size, size, 2.0)), *windows)


@pytest.mark.parametrize(("bar_mm", "severity"), [(2.9, WARNING), (3.1, PASS)])
def test_a_part_without_a_wall_to_look_at_does_not_pass(bar_mm: float, severity: Severity) -> None:
    """A face narrower than one and a half nominal walls, 3 mm here, is no wall. The bars are all there is."""
    found = verdict(analyzed(grate(bar_mm), 3.0), "injection/standard/wall_thickness")
    assert found.severity == severity
    assert found.n_inspected == (2 if severity is PASS else 0)
    if severity is WARNING:
        assert found.message.startswith("None of the 42 faces was looked at: rims, narrow faces and ")
