"""The additive pack on parts that were drawn to keep a limit or to miss it, from STEP file to sentence."""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine import pipeline
from engine.model.analysis import Analysis
from engine.model.finding import Finding, RuleVerdict
from engine.model.mesh import MeshOptions
from engine.model.pull import PullOptions
from engine.model.rulepack import Severity
from engine.progress import Progress
from tests.support import draw, drawn, mutators
from tests.support.drawn import coarsely_analyzed as analyzed
from tests.support.drawn import severities, verdict

FAIL, WARNING, PASS = Severity.FAIL, Severity.WARNING, Severity.PASS

pytestmark = pytest.mark.usefixtures("coarse_hollows")


def judged(analysis: Analysis, configuration: str, rule: str) -> RuleVerdict:
    return verdict(analysis, f"additive/{configuration}/{rule}")


def severity_of_value(found: RuleVerdict, values: Iterable[float]) -> list[Severity]:
    """Return the severity of each value drawn; a value without a finding passed."""
    return [
        max(
            (each.severity for each in found.findings if each.value == pytest.approx(value, rel=2e-3)),
            key=lambda severity: severity.rank,
            default=PASS,
        )
        for value in values
    ]


def only(found: RuleVerdict) -> Finding:
    (finding,) = found.findings
    return finding


# --- walls ---------------------------------------------------------------------------------------

WALLS_MM = (0.39, 0.49, 0.81, 1.01)


@cache
def stairs() -> Analysis:
    """Draw a plate that stands on a foot, with a tread of each thickness."""
    treads = [draw.box((12, thick, 30), (12 * at, 0, 0)) for at, thick in enumerate(WALLS_MM)]
    foot = draw.box((12 * len(WALLS_MM), 20, 5), (0, -10, -5))
    return analyzed(draw.fuse(*treads, foot), max_edge_mm=6.0)


@pytest.mark.parametrize(
    ("configuration", "fails_below", "warns_below"),
    [("dmls", 0.4, 1.0), ("sla", 0.5, 1.0), ("fdm", 0.4, 0.8)],
)
def test_a_wall_is_judged_by_the_thickness_it_was_drawn_with(
    configuration: str, fails_below: float, warns_below: float
) -> None:
    found = judged(stairs(), configuration, "min_wall_thickness")
    expected = [FAIL if mm < fails_below else WARNING if mm < warns_below else PASS for mm in WALLS_MM]
    assert severity_of_value(found, WALLS_MM) == expected
    thinnest = found.findings[0]
    assert "0.39 mm thick" in thinnest.message
    assert thinnest.witness is not None
    assert thinnest.location[0] < 12.5


BOARDS = {
    # 0.30 / sin 42° is 0.45 wide in its layer, 0.30 / sin 55° is 0.37.
    (0.30, 42.0): WARNING,
    (0.30, 55.0): FAIL,
    (0.30, 90.0): FAIL,
    (0.41, 90.0): WARNING,
    (0.11, 0.0): WARNING,
    (0.09, 0.0): FAIL,
}
"""Thickness and lean from the layers, and what filament says."""


def boards() -> TopoDS_Shape:
    """Draw boards that lean from the layers, each out of a post on a table upside down, 20 mm apart.

    The legs keep the table from lying on a side.
    """
    wide = 20.0 * len(BOARDS)
    shapes = [draw.box((8, 8, 30), (x, y, 0)) for x in (0, 52) for y in (0, wide - 8)]
    for at, (thickness_mm, lean_deg) in enumerate(BOARDS):
        y = 20.0 * at + 5
        blade = draw.box((14, 10, thickness_mm), (32, y, 10))
        shapes += [draw.box((10, 10, 14), (25, y, 0)), draw.turned(blade, -lean_deg, draw.Y, (32, y, 10))]
    return draw.fuse(draw.box((60, wide, 6)), *shapes)


def test_filament_is_a_strand_wide_in_its_layer_and_a_layer_is_thinner() -> None:
    part = analyzed(boards(), max_edge_mm=10.0)
    build = part.assessed.evidence.build
    assert build is not None
    assert np.abs(build.direction) == pytest.approx([0, 0, 1], abs=1e-6)
    for configuration in ("fdm", "dmls"):
        found = {}
        for finding in reversed(judged(part, configuration, "min_wall_thickness").findings):
            (board, _), at = list(BOARDS.items())[int(finding.location[1] // 20)], finding.value
            assert at == pytest.approx(board[0], rel=2e-3)
            found[board] = finding.severity
        assert found == (
            BOARDS
            if configuration == "fdm"
            else {each: WARNING if each[0] > 0.4 else FAIL for each in BOARDS}
        )


def test_a_ridge_that_is_lower_than_thick_is_no_wall() -> None:
    """A ring on a plate that is too thin for it to be a letter; three of them, 20 mm apart."""
    expected = {(0.5, 0.45): PASS, (0.5, 0.6): WARNING, (0.3, 0.28): FAIL}
    ridged = []
    for at, (thick_mm, high_mm) in enumerate(expected):
        x = 20.0 * at
        ring = draw.cut(
            draw.cylinder(6.0, high_mm, (x + 7, 7, 1.05)),
            draw.cylinder(6.0 - thick_mm, 2.0, (x + 7, 7, 1.05)),
        )
        ridged.append(draw.fuse(draw.box((14, 14, 1.05), (x, 0, 0)), ring))
    part = analyzed(draw.compound(*ridged), max_edge_mm=2.0)
    found = judged(part, "dmls", "min_wall_thickness")
    assert severities(found, expected, 20.0) == expected


def test_what_stands_between_two_strokes_of_a_letter_is_no_wall() -> None:
    """The land is 0.3 mm wide; letters stand 30 mm apart."""
    expected = {0.9: PASS, 1.1: FAIL}
    strokes = [
        draw.box((1.2, 8, deep_mm), (30.0 * at + x, 6, 10 - deep_mm))
        for at, deep_mm in enumerate(expected)
        for x in (10.0, 11.5)
    ]
    letters = analyzed(draw.cut(draw.box((30.0 * len(expected), 20, 10)), *strokes), max_edge_mm=3.0)
    found = judged(letters, "fdm", "min_wall_thickness")
    assert severities(found, expected, 30.0) == expected


# --- overhangs -----------------------------------------------------------------------------------


def spool(lean_deg: float) -> TopoDS_Shape:
    """Draw a spool whose flanges lean towards its core by an angle from the axis: one always hangs over.

    It has nothing to stand on but the ends.
    """
    slant, rim, low = 10.0 / math.tan(math.radians(lean_deg)), 16.0, 4.0
    flange = (0.0, 0.0), (rim, 0.0), (rim, low), (6.0, low + slant)
    outline = *flange, *((x, 50.0 - z) for x, z in reversed(flange))
    return draw.revolve([(x, 0, z) for x, z in outline])


APART_MM = 100.0


def of_row(found: RuleVerdict) -> dict[int, Finding]:
    """Return the findings by the place of what they are of; no place has two."""
    findings = {round(each.location[0] / APART_MM): each for each in found.findings}
    assert len(findings) == len(found.findings)
    return findings


def test_an_underside_that_a_tool_gets_at_needs_supports_and_warns_by_its_lean() -> None:
    leans_deg = (44, 46, 61)
    row = draw.in_a_row(*map(spool, leans_deg), step=APART_MM)
    part = analyzed(row, max_edge_mm=6.5)
    expected = {
        "dmls": {1: WARNING, 2: WARNING},
        "sla": {2: WARNING},
        "fdm": {1: WARNING, 2: WARNING},
    }
    for configuration, of_place in expected.items():
        found = of_row(judged(part, configuration, "overhang_angle"))
        assert {at: each.severity for at, each in found.items()} == of_place, configuration
        for at, finding in found.items():
            assert finding.value == pytest.approx(leans_deg[at], abs=0.05)
            assert finding.location[2] in (pytest.approx(4.0), pytest.approx(46.0))
            assert "It reaches 10.0 mm out from what holds it." in finding.message
            assert "Built along +Z" in finding.message or "Built along -Z" in finding.message
            assert len(finding.faces) == 1


def bicone(lean_deg: float, radius_mm: float = 20.0) -> TopoDS_Shape:
    """Draw a round bar with a sealed hollow: two cones, base to base, that lean by an angle.

    It has nothing to stand on but the ends, so one cone is always a roof.
    """
    high = radius_mm / math.tan(math.radians(lean_deg))
    outside = radius_mm + 5.0, 2.0 * high + 10.0
    bar = draw.revolve([(0, 0, 0), (outside[0], 0, 0), (outside[0], 0, outside[1]), (0, 0, outside[1])])
    middle = outside[1] / 2.0
    return draw.cut(bar, draw.revolve([(0, 0, middle - high), (radius_mm, 0, middle), (0, 0, middle + high)]))


def test_an_underside_whose_supports_stay_inside_fails_by_its_lean() -> None:
    leans_deg = (59, 61, 70.5, 72)
    row = draw.in_a_row(*map(bicone, leans_deg), step=APART_MM)
    part = analyzed(row, max_edge_mm=6.5)
    expected = {
        "dmls": {0: WARNING, 1: FAIL, 2: FAIL, 3: FAIL},
        "sla": {1: WARNING, 2: WARNING, 3: FAIL},
        "fdm": {0: WARNING, 1: WARNING, 2: FAIL, 3: FAIL},
    }
    for configuration, of_place in expected.items():
        found = of_row(judged(part, configuration, "overhang_angle"))
        assert {at: each.severity for at, each in found.items()} == of_place, configuration
        for at, finding in found.items():
            assert finding.value == pytest.approx(leans_deg[at], abs=0.3)
            is_shut = "no way for a tool to take them out" in finding.message
            assert is_shut == (finding.severity == FAIL)


def ledged(reach_mm: float) -> TopoDS_Shape:
    """Draw a round bar with a sealed hollow that is wider in its middle; its ends are steep cones."""
    steep = 10.0 / math.tan(math.radians(40.0))
    half = (0, 0, 15 + steep), (10, 0, 15), (10, 0, 5), (10 + reach_mm, 0, 5)
    outline = [*half, *((x, 0, -z) for x, _, z in reversed(half))]
    return draw.cut(draw.cylinder(20.0, 70.0, (0, 0, -35)), draw.revolve(outline))


def test_a_small_ledge_where_no_tool_gets_sags_and_a_larger_one_fails() -> None:
    # what a ring of this size spans is a bridge for resin and filament
    row = draw.in_a_row(*map(ledged, (0.95, 1.05)), step=APART_MM)
    part = analyzed(row, max_edge_mm=6.5)
    found = of_row(judged(part, "dmls", "overhang_angle"))
    assert {at: (each.severity, each.value) for at, each in found.items()} == {
        0: (WARNING, pytest.approx(90.0)),
        1: (FAIL, pytest.approx(90.0)),
    }


def vented(opening_mm: float) -> TopoDS_Shape:
    """Draw a low round room with a hole in the middle of its floor and none in its ceiling."""
    block, room = draw.cylinder(14.0, 12.0), draw.cylinder(11.0, 7.0, (0, 0, 2.0))
    return draw.cut(block, room, draw.cylinder(opening_mm / 2, 4.0, (0, 0, -1.0)))


def test_supports_come_out_by_an_opening_that_a_tool_goes_through() -> None:
    row = draw.in_a_row(*map(vented, (4.9, 5.1)), step=APART_MM)
    part = analyzed(row, max_edge_mm=6.0)
    found = of_row(judged(part, "dmls", "overhang_angle"))
    assert {at: (each.severity, each.value) for at, each in found.items()} == {
        0: (FAIL, pytest.approx(90.0)),
        1: (WARNING, pytest.approx(90.0)),
    }


@pytest.mark.parametrize(("long_mm", "severity"), [(190.0, WARNING), (210.0, FAIL)])
def test_supports_come_out_of_a_lying_bore_that_is_not_too_long(long_mm: float, severity: Severity) -> None:
    # ten diameters deep from either mouth; bores across it lie where this one stands
    bore = draw.cut(
        draw.box((long_mm, 60, 60)),
        draw.cylinder(5.0, long_mm, (0, 15, 15), (1, 0, 0)),
        draw.cylinder(5.0, 60, (long_mm / 2, 0, 40), (0, 1, 0)),
        draw.cylinder(5.0, 60, (long_mm / 4, 40, 0), (0, 0, 1)),
    )
    found = judged(analyzed(bore, max_edge_mm=26.0), "dmls", "overhang_angle")
    assert found.severity == severity


COLLAR_APART_MM = 20.0

LEDGES = [(90.0, reach_mm) for reach_mm in (0.45, 0.55, 0.95, 1.05)]
SLOPES = [
    *((59.0, 0.95), (59.0, 1.05), (62.0, 0.95)),
    *((70.0, 1.95), (70.0, 2.05), (73.0, 1.95)),
]


@cache
def collared() -> Analysis:
    """Draw a shaft of Ø12 with collars that lean on both sides and reach out from it: one always hangs over.

    It has nothing to stand on but the ends.
    """
    outline = [(0.0, 0.0)]
    for at, (lean_deg, reach_mm) in enumerate(LEDGES + SLOPES):
        slant = reach_mm / math.tan(math.radians(lean_deg)) if lean_deg < 90 else 0.0
        middle, half = COLLAR_APART_MM * (at + 0.5), 2.0
        outline += [(6.0, middle - half - slant), (6.0 + reach_mm, middle - half)]
        outline += [(6.0 + reach_mm, middle + half), (6.0, middle + half + slant)]
    end = COLLAR_APART_MM * len(LEDGES + SLOPES)
    outline = [(0.0, 0.0), (6.0, 0.0), *outline[1:], (6.0, end), (0.0, end)]
    return analyzed(draw.revolve([(x, 0, z) for x, z in outline]), max_edge_mm=20.0)


def of_collars(configuration: str) -> dict[tuple[float, float], tuple[Severity, float]]:
    """Return the severity and the lean that each collar is reported with."""
    found = {}
    for finding in judged(collared(), configuration, "overhang_angle").findings:
        collar = (LEDGES + SLOPES)[int(finding.location[2] // COLLAR_APART_MM)]
        assert collar not in found
        found[collar] = finding.severity, finding.value
    return found


@pytest.mark.parametrize(("configuration", "limit_mm"), [("dmls", 0.5), ("sla", 1.0)])
def test_a_narrow_ledge_holds_itself(configuration: str, limit_mm: float) -> None:
    found = {ledge: of_collars(configuration).get(ledge) for ledge in LEDGES}
    assert found == {
        ledge: (WARNING, pytest.approx(90.0)) if ledge[1] > limit_mm else None for ledge in LEDGES
    }


@pytest.mark.parametrize(("configuration", "at"), [("dmls", 0), ("sla", 3)])
def test_a_sloping_ledge_holds_itself_twice_as_far_out(configuration: str, at: int) -> None:
    """And a steeper one as far out as the one that does not."""
    found = of_collars(configuration)
    keeps, misses, steep = SLOPES[at : at + 3]
    assert [found.get(each) for each in (keeps, misses)] == [
        None,
        (WARNING, pytest.approx(misses[0], abs=0.05)),
    ]
    assert found[steep][0] == WARNING


@cache
def room(width_mm: float) -> Analysis:
    """Draw a block with a sealed room; however it lies, a ceiling of that width is the smallest it has."""
    longer = 1.4 * width_mm, 2.2 * width_mm
    outside = [side + 8.0 for side in (width_mm, *longer)]
    block = draw.cut(draw.box(outside), draw.box((width_mm, *longer), (4, 4, 4)))
    return analyzed(block, max_edge_mm=width_mm)


@pytest.mark.parametrize(
    ("configuration", "keeps_mm", "sags_mm", "misses_mm"),
    [("dmls", 1.9, 2.1, 3.1), ("sla", 9.0, 29.0, 31.0), ("fdm", 9.0, 29.0, 31.0)],
)
def test_a_short_bridge_holds_itself_and_a_longer_one_sags_before_it_fails(
    configuration: str, keeps_mm: float, sags_mm: float, misses_mm: float
) -> None:
    assert judged(room(keeps_mm), configuration, "overhang_angle").severity == PASS
    for span_mm, severity in ((sags_mm, WARNING), (misses_mm, FAIL)):
        found = judged(room(span_mm), configuration, "overhang_angle")
        assert found.severity == severity
        finding = only(found)
        assert f"It is a bridge of {span_mm:.1f} mm." in finding.message
        assert finding.witness is not None
        assert np.linalg.norm(finding.witness[1] - finding.witness[0]) == pytest.approx(span_mm)


def drilled(diameter_mm: float, side_mm: float) -> TopoDS_Shape:
    """Draw a cube with holes along all three axes that miss each other: two of them always lie."""
    radius, far, near = diameter_mm / 2, 0.75 * side_mm, 0.25 * side_mm
    return draw.cut(
        draw.box((side_mm,) * 3),
        draw.cylinder(radius, side_mm, (near, near, 0), (0, 0, 1)),
        draw.cylinder(radius, side_mm, (far, 0, near), (0, 1, 0)),
        draw.cylinder(radius, side_mm, (0, far, far), (1, 0, 0)),
    )


@pytest.mark.parametrize(
    ("diameter_mm", "dmls", "fdm"), [(7.9, PASS, PASS), (8.1, WARNING, PASS), (16.0, WARNING, WARNING)]
)
def test_the_roof_of_a_small_hole_holds_itself(diameter_mm: float, dmls: Severity, fdm: Severity) -> None:
    part = analyzed(drilled(diameter_mm, 3 * diameter_mm), max_edge_mm=diameter_mm)
    for configuration, severity in (("dmls", dmls), ("fdm", fdm)):
        found = judged(part, configuration, "overhang_angle")
        assert (found.severity, len(found.findings)) == (severity, 0 if severity == PASS else 2)


# --- trapped volume ------------------------------------------------------------------------------


@cache
def hollow(*diameters_mm: float) -> Analysis:
    """Draw a box with walls of 3 mm, hollow inside, with holes in its lid."""
    box = draw.cut(draw.box((60, 40, 30)), draw.box((54, 34, 24), (3, 3, 3)))
    drills = [draw.cylinder(wide / 2, 10, (12 + 30 * at, 20, 24)) for at, wide in enumerate(diameters_mm)]
    return analyzed(draw.cut(box, *drills), max_edge_mm=10.0)


@pytest.mark.parametrize(
    ("diameter_mm", "dmls", "sla", "fdm"),
    [
        (1.9, FAIL, FAIL, WARNING),
        (3.6, FAIL, WARNING, PASS),
        (4.9, FAIL, PASS, PASS),
        (5.1, PASS, PASS, PASS),
    ],
)
def test_a_hollow_is_judged_by_the_hole_it_was_drilled_with(
    diameter_mm: float, dmls: Severity, sla: Severity, fdm: Severity
) -> None:
    part = hollow(diameter_mm)
    for configuration, severity in (("dmls", dmls), ("sla", sla), ("fdm", fdm)):
        found = judged(part, configuration, "trapped_volume")
        assert found.severity == severity, configuration
        if severity != PASS:
            assert only(found).value == pytest.approx(diameter_mm)
            assert f"way out of a hollow is {diameter_mm:.2f} mm wide" in found.message
            assert found.message.endswith("mm³ and has 1 opening.")
            assert only(found).location == pytest.approx([12, 20, 28.5], abs=1.6)
            assert len(only(found).faces) == 1


@cache
def hut(*diameters_mm: float) -> Analysis:
    """Draw a hut with a steep roof, inside as outside, with holes in one gable: no ceiling spans anything."""
    outside, inside = (
        [(0, 0), (40, 0), (40, 20), (20, 60), (0, 20)],
        [(4, 4), (36, 4), (36, 19), (20, 51), (4, 19)],
    )
    house = draw.prism([(x, 0, z) for x, z in outside], (0, 40, 0))
    room = draw.prism([(x, 4, z) for x, z in inside], (0, 32, 0))
    drills = [
        draw.cylinder(wide / 2, 10, (14 + 12 * at, -2, 10), (0, 1, 0)) for at, wide in enumerate(diameters_mm)
    ]
    return analyzed(draw.cut(house, room, *drills), max_edge_mm=10.0)


def test_powder_leaves_a_hollow_without_supports_by_a_smaller_hole_than_one_with_them() -> None:
    # a hut stands on its floor, and its roof holds itself; the box of `hollow` has a ceiling of 24 mm
    for diameter_mm, severity in ((1.9, FAIL), (4.9, WARNING)):
        assert judged(hut(diameter_mm), "dmls", "trapped_volume").severity == severity, diameter_mm
    assert judged(hollow(4.9), "dmls", "trapped_volume").severity == FAIL


@pytest.mark.parametrize(("wide_mm", "severity"), [(29.0, WARNING), (31.0, FAIL)])
def test_filament_seals_a_hollow_that_needs_no_supports(wide_mm: float, severity: Severity) -> None:
    found = judged(room(wide_mm), "fdm", "trapped_volume")
    assert (found.severity, only(found).value) == (severity, 0.0)
    assert ("or holds up its ceiling, stays there" in found.message) == (severity == FAIL)


def test_a_sealed_hollow_lets_nothing_out() -> None:
    sealed = hollow()
    for configuration, severity in (("dmls", FAIL), ("sla", FAIL), ("fdm", WARNING)):
        found = judged(sealed, configuration, "trapped_volume")
        assert found.severity == severity
        assert found.message.endswith("The hollow holds 44064 mm³ and has no opening.")
        assert len(only(found).faces) == 6


def test_two_holes_let_out_what_one_of_them_does_not() -> None:
    two = hut(4.9, 4.9)
    assert judged(two, "dmls", "trapped_volume").severity == PASS
    assert judged(hut(4.9), "dmls", "trapped_volume").severity == WARNING


# --- details -------------------------------------------------------------------------------------

DETAILS_MM = (0.19, 0.49, 0.61, 1.01, 2.02)


def row(details: Sequence[float]) -> list[float]:
    """Return where details lie in a row, with 4 mm of air or material between them."""
    places = [4.0]
    for one, other in pairwise(details):
        places.append(places[-1] + (one + other) / 2 + 4.0)
    return places


@cache
def detailed(kind: str) -> Analysis:
    """Draw a bar with a row of details of every size."""
    places = row(DETAILS_MM)
    bar = draw.box((places[-1] + 5, 12, 6))
    at = list(zip(places, DETAILS_MM, strict=True))
    match kind:
        case "HOLE":
            shape = draw.cut(bar, *(draw.cylinder(mm / 2, 8, (x, 6, -1)) for x, mm in at))
        case "BOSS":
            shape = draw.fuse(bar, *(draw.cylinder(mm / 2, 1.5 * mm + 0.5, (x, 6, 6)) for x, mm in at))
        case "SLOT":
            shape = draw.cut(bar, *(draw.box((mm, 20, 2), (x - mm / 2, -4, 5)) for x, mm in at))
        case _:
            shape = draw.fuse(bar, *(draw.box((mm, 12, 3 * mm), (x - mm / 2, 0, 6)) for x, mm in at))
    return analyzed(shape, max_edge_mm=5.0)


@pytest.mark.parametrize(("kind", "is_long"), [("HOLE", 0), ("BOSS", 0), ("SLOT", 1), ("FIN", 1)])
@pytest.mark.parametrize(
    ("configuration", "fails_below", "warns_below"),
    [("dmls", 0.6, (1.0, 1.0)), ("sla", 0.2, (0.5, 0.5)), ("fdm", 0.6, (2.0, 1.2))],
)
def test_a_detail_is_judged_by_the_size_it_was_drawn_with(
    configuration: str, fails_below: float, warns_below: tuple[float, float], kind: str, is_long: int
) -> None:
    found = judged(detailed(kind), configuration, "min_feature_size")
    limit_mm = warns_below[is_long]
    expected = [FAIL if mm < fails_below else WARNING if mm < limit_mm else PASS for mm in DETAILS_MM]
    assert severity_of_value(found, DETAILS_MM) == expected
    smallest = found.findings[0]
    assert smallest.kind == kind
    assert smallest.location[0] == pytest.approx(4.0, abs=0.2)


def test_what_is_three_times_as_long_as_wide_is_laid_in_strands() -> None:
    """Eight details, 1.5 mm wide, of either length."""
    details = ("pad", "rib", "recess", "slot that goes through")
    shape = draw.box((60, 40, 4))
    for x, length_mm in ((10.0, 4.4), (40.0, 4.6)):
        size = length_mm, 1.5
        raised = draw.box((*size, 1.4), (x, 5, 4)), draw.box((*size, 6), (x, 15, 4))
        sunk = draw.box((*size, 2), (x, 25, 2.6)), draw.box((*size, 6), (x, 35, -1))
        shape = draw.cut(draw.fuse(shape, *raised), *sunk)
    found = judged(analyzed(shape, max_edge_mm=6.0), "fdm", "min_feature_size")
    assert found.n_inspected == 2 * len(details)
    warned = {}
    for finding in found.findings:
        x, y, _ = finding.location
        warned[details[int(y // 10.0)], 4.4 if x < 25.0 else 4.6] = finding.severity, round(finding.value, 2)
    assert warned == {(detail, 4.4): (WARNING, 1.5) for detail in details}


def test_the_wall_of_a_tube_is_judged_as_a_wall_and_by_no_other_rule() -> None:
    walls_mm = (0.39, 0.5, 1.01)
    tubes = [
        draw.cut(draw.cylinder(4, 20, (x, 15, 4)), draw.cylinder(4 - wall_mm, 20, (x, 15, 4)))
        for x, wall_mm in zip((15, 30, 45), walls_mm, strict=True)
    ]
    analysis = analyzed(draw.fuse(draw.box((60, 30, 4)), *tubes), max_edge_mm=6.0)
    found = judged(analysis, "dmls", "min_wall_thickness")
    assert severity_of_value(found, walls_mm) == [FAIL, WARNING, PASS]
    assert judged(analysis, "dmls", "min_feature_size").severity == PASS


def test_a_letter_and_the_island_in_it_may_be_as_small_as_what_is_engraved() -> None:
    """Square letters O, with strokes and an island of one width."""
    expected = {(0.75, 1.5): PASS, (0.75, 0.55): WARNING, (1.1, 1.5): WARNING, (1.1, 0.55): FAIL}
    rings = []
    for place, (deep_mm, wide_mm) in enumerate(expected):
        at = (10.0 + 20.0 * place, 12.0, 12.0 - deep_mm)
        rings.append(
            draw.cut(
                draw.box((3 * wide_mm, 3 * wide_mm, 2), at),
                draw.box((wide_mm, wide_mm, 3), (at[0] + wide_mm, at[1] + wide_mm, at[2] - 0.5)),
            )
        )
    lettered = analyzed(draw.cut(draw.box((85, 30, 12)), *rings), max_edge_mm=6.0)
    found = dict.fromkeys(expected, PASS)
    for finding in judged(lettered, "fdm", "min_feature_size").findings:
        letter = list(expected)[int(finding.location[0] // 20.0)]
        found[letter] = max(found[letter], finding.severity, key=lambda severity: severity.rank)
    assert found == expected


@pytest.mark.parametrize(("deep_mm", "severity"), [(0.9, PASS), (1.1, WARNING)])
def test_the_side_of_a_letter_in_an_upright_wall_needs_no_support(deep_mm: float, severity: Severity) -> None:
    """One in each of the four walls, so that no other way to lay the block is better."""
    stroke = draw.box((20, 2, 10), (-10, 20 - deep_mm, 20))
    block = draw.box((40, 40, 40), (-20, -20, 0))
    engraved = draw.cut(block, *(draw.turned(stroke, deg) for deg in (0, 90, 180, 270)))
    assert judged(analyzed(engraved, max_edge_mm=8.0), "dmls", "overhang_angle").severity == severity


@pytest.mark.parametrize(("hole_mm", "severity"), [(6.5, PASS), (7.7, WARNING)])
def test_the_round_at_the_mouth_of_a_lying_hole_holds_itself_like_its_roof(
    hole_mm: float, severity: Severity
) -> None:
    """Laser powder bed lays roofs up to 8 mm; a round of 1 mm widens what hangs over by 0.6 mm."""
    far, near = (0.75 * 3 * hole_mm, 0.25 * 3 * hole_mm)
    rims = ((near, near + hole_mm / 2, 0), (far + hole_mm / 2, 0, near), (0, far + hole_mm / 2, far))
    softened = draw.fillet(drilled(hole_mm, 3 * hole_mm), 1.0, *rims)
    assert judged(analyzed(softened, max_edge_mm=hole_mm), "dmls", "overhang_angle").severity == severity


def test_what_lies_in_a_sealed_hollow_is_no_detail() -> None:
    slit = draw.cut(draw.box((40, 30, 20)), draw.box((20, 0.1, 10), (10, 15, 5)))
    assert not judged(analyzed(slit, max_edge_mm=6.5), "fdm", "min_feature_size").findings
    open_slit = draw.cut(draw.box((40, 30, 20)), draw.box((20, 0.1, 20), (10, 15, 5)))
    found = judged(analyzed(open_slit, max_edge_mm=6.5), "fdm", "min_feature_size")
    assert (found.severity, only(found).value) == (FAIL, pytest.approx(0.1))


# --- respelled ------------------------------------------------------------------------------


@pytest.mark.parametrize("mutator", ["altogether_as_nurbs", "triangles"])
def test_the_same_part_respelled_is_judged_alike(mutator: str, tmp_path: Path) -> None:
    box = draw.cut(draw.box((60, 40, 30)), draw.box((54, 34, 24), (3, 3, 3)))
    respelled = getattr(mutators, mutator)(draw.cut(box, draw.cylinder(2.45, 10, (12, 20, 24))))
    context = pipeline.prepare(respelled.write(tmp_path), MeshOptions(10.0, drawn.CURVATURE), Progress())
    analysis = drawn.assessed(context, PullOptions())
    trapped = only(judged(analysis, "dmls", "trapped_volume"))
    assert (trapped.severity, trapped.value) == (FAIL, pytest.approx(4.9, abs=0.01))
    ceiling = judged(analysis, "fdm", "overhang_angle").findings[0]
    assert (ceiling.severity, ceiling.value) == (WARNING, pytest.approx(90.0, abs=0.01))
    assert "It is a bridge of 24.0 mm." in ceiling.message
    # The smallest ceiling that the hollow has is the one at its end: the box stands on end.
    assert "Built along" in ceiling.message
    build = analysis.assessed.evidence.build
    assert build is not None
    assert np.abs(np.linalg.inv(respelled.turn) @ build.direction) == pytest.approx([1, 0, 0], abs=1e-4)
    assert judged(analysis, "fdm", "min_wall_thickness").severity == PASS
    assert judged(analysis, "sla", "min_feature_size").severity == PASS
