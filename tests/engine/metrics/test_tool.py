"""Tool metrics, on drawn parts: room for the cutter, and the corners it leaves."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.model.access import BodyAccess, Patch
from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.feature import Kind
from engine.model.finding import RuleVerdict
from engine.model.metric_table import MetricTable
from engine.model.part import Source
from engine.model.rulepack import Severity
from engine.rules import evaluate, packs
from tests.support import draw
from tests.support.drawn import CURVATURE, analyzed, fully_analyzed
from tests.support.machined import block
from tests.support.measuring import measure, with_evidence

Values = dict[str, list[float]]


def measured(shape: TopoDS_Shape, metric: str) -> Values:
    """Return a metric's values by kind of feature."""
    return by_kind(measure(analyzed(shape, 20.0, CURVATURE)), metric)


def by_kind(table: MetricTable, metric: str) -> Values:
    found: Values = {}
    for index, each in table.values[metric].items():
        found.setdefault(table.subjects[index].kind, []).append(each.value)
    return found


def along_y(shape: TopoDS_Shape, metric: str) -> dict[tuple[str, int], float]:
    """Return a metric's values by kind of feature and where it lies along y, to the millimeter."""
    table = measure(analyzed(shape, 20.0, CURVATURE))
    subjects = {index: table.subjects[index] for index in table.values[metric]}
    return {
        (each.kind, round(each.location[1])): table.values[metric][index].value
        for index, each in subjects.items()
    }


def test_room_is_the_width_of_slots_and_pockets() -> None:
    slot, pocket = draw.box((51, 3, 4), (-1, 5, 27)), draw.box((30, 12, 9), (15, 20, 22))
    found = measured(draw.cut(block(), slot, pocket), "tool.clearance")
    assert found == {Kind.SLOT: [pytest.approx(3.0)], Kind.POCKET: [pytest.approx(12.0)]}


@pytest.mark.parametrize(("vent", "count"), [(False, 0), (True, 1)])
def test_a_slit_in_a_sealed_hollow_wants_no_room(vent: bool, count: int) -> None:
    body = draw.cut(block(), draw.box((30, 0.5, 10), (15, 20, 10)))
    body = draw.cut(body, draw.box((30, 0.5, 20), (15, 20, 15))) if vent else body
    assert sum(map(len, measured(body, "tool.clearance").values())) == count


@pytest.mark.parametrize(("vent", "is_judged"), [(False, False), (True, True)])
def test_a_groove_in_a_sealed_hollow_has_no_depth_for_a_mill(vent: bool, is_judged: bool) -> None:
    ends = [draw.cylinder(1, 5, (x, 20, 11)) for x in (18, 32)]
    body = draw.cut(block(), draw.box((30, 20, 6), (10, 10, 15)), draw.box((14, 2, 5), (18, 19, 11)), *ends)
    body = draw.cut(body, draw.box((8, 6, 20), (12, 12, 16))) if vent else body
    ratios = [value for found in measured(body, "tool.depth_over_width").values() for value in found]
    assert any(value == pytest.approx(2.0) for value in ratios) == is_judged  # 4 mm deep, 2 mm wide


def test_lengths_off_triangles_are_known_no_better_than_their_files_write_numbers() -> None:
    analysis = fully_analyzed(draw.cut(block(), draw.box((51, 3, 4), (-1, 5, 27))), max_edge_mm=20.0)
    assessed = analysis.assessed
    for source, uncertainty_mm in ((Source.BREP, 0.0), (Source.TRIANGLES, 3e-5)):
        prepared = replace(assessed.prepared, part=replace(assessed.prepared.part, source=source))
        table = measure(replace(analysis, assessed=replace(assessed, prepared=prepared)))
        (found,) = table.values["tool.clearance"].values()
        assert (found.value, found.uncertainty) == pytest.approx((3.0, uncertainty_mm)), source


def slotted(*size_mm: tuple[float, float]) -> TopoDS_Shape:
    """Draw a block, 60 mm long, with slots of these widths and depths right through, at y = 10, 30, ..."""
    slots = [
        draw.box((62, width, depth + 1), (-1, 10 + 20 * at - width / 2, 30 - depth))
        for at, (width, depth) in enumerate(size_mm)
    ]
    return draw.cut(draw.box((60, 20 * len(slots), 30)), *slots)


def test_a_saw_cuts_a_slot_that_it_finds_room_for() -> None:
    """No saw is thinner than 0.2 mm, and none cuts deeper than 50 widths."""
    shape = slotted((0.6, 10.0), (0.19, 5.0), (0.21, 5.0), (0.3, 14.9), (0.3, 15.2))
    not_sawn = {(Kind.SLOT, 30): 0.19, (Kind.SLOT, 90): 0.3}
    assert along_y(shape, "tool.clearance") == pytest.approx(not_sawn)


def test_a_saw_reaches_beyond_the_end_of_what_it_cuts() -> None:
    """By 15 mm here: 16 and 14 mm beyond either slot stands a wall that is lower than its mouth."""
    foot = draw.box((21, 40, 5), (60, 0, 0))
    walls = draw.box((5, 20, 29), (76, 0, 0)), draw.box((7, 20, 29), (74, 20, 0))
    shape = draw.fuse(slotted((0.6, 10.0), (0.6, 10.0)), foot, *walls)
    assert along_y(shape, "tool.clearance") == {(Kind.SLOT, 30): pytest.approx(0.6)}


def test_a_drafted_slot_has_the_room_of_its_narrowest_place() -> None:
    vee = draw.prism([(-1, 10, 30.1), (-1, 16, 30.1), (-1, 15, 20), (-1, 11, 20)], (62, 0, 0))
    (room,) = measured(draw.cut(block(), vee), "tool.clearance")[Kind.SLOT]
    assert room == pytest.approx(4.0, abs=0.01)


def test_a_recess_open_to_several_sides_has_all_the_room_it_wants() -> None:
    step = draw.cut(block(), draw.box((20, 10, 9), (-1, -1, 22)))
    assert measured(step, "tool.clearance") == {}


def test_upright_corners_count_and_those_at_the_floor_do_not() -> None:
    corners = [(x, y, 26.5) for x in (15, 45) for y in (20, 32)]
    upright = draw.fillet(draw.box((30, 12, 9), (15, 20, 22)), 2.0, *corners)
    floor = draw.fillet(upright, 0.5, (30, 20, 22))
    assert measured(draw.cut(block(), floor), "tool.corner_radius") == {Kind.FILLET: [pytest.approx(2.0)] * 4}


def test_a_sharp_upright_corner_has_no_radius_unless_it_is_engraved() -> None:
    pocket, mark = draw.box((30, 12, 9), (15, 4, 22)), draw.box((30, 12, 2), (15, 24, 29))
    assert along_y(draw.cut(block(), pocket, mark), "tool.corner_radius") == {(Kind.POCKET, 10): 0.0}


def verdict_of(table: MetricTable) -> RuleVerdict:
    """Judge by the rule that reads corner radii."""
    (cnc,) = (pack for pack in packs.shipped() if pack.key == "cnc")
    rules = tuple(rule for rule in cnc.rules if rule.metric == "tool.corner_radius")
    verdict = evaluate.evaluate(replace(cnc, rules=rules), table, list_passes=True)
    (rule,) = verdict.configurations[0].rules
    return rule


def hexagonal(
    flats_mm: float, depth_mm: float, stretch: float = 1.0, turn_deg: float = 0.0, y: float = 20.0
) -> TopoDS_Shape:
    """Draw what a hexagonal hole takes away, `stretch` times as long from its first corner on."""
    radius = flats_mm / math.sqrt(3.0)
    angles = [math.radians(60.0 * corner + turn_deg) for corner in range(6)]
    ends = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    moved = [
        (30 + right + (stretch - 1.0) * radius * (at in (0, 1, 5)), y + far)
        for at, (right, far) in enumerate(ends)
    ]
    return draw.prism([(right, far, 30 - depth_mm) for right, far in moved], (0, 0, depth_mm + 1))


def hexagon(flats_mm: float, depth_mm: float) -> TopoDS_Shape:
    """Draw the block with a hexagonal hole in its top."""
    return draw.cut(block(), hexagonal(flats_mm, depth_mm))


def test_a_broach_cuts_a_regular_hexagon_of_one_and_a_half_widths() -> None:
    """Seven pockets beside each other: what is too deep, stretched, square or rounded is not broached."""
    rounded = draw.fillet(hexagonal(10.0, 8.0, y=140), 1.0, (30 + 10.0 / math.sqrt(3.0), 140, 26))
    pockets = (
        hexagonal(10.0, 8.0, y=20),
        hexagonal(10.0, 15.0, turn_deg=17.0, y=40),
        hexagonal(10.0, 15.1, y=60),
        hexagonal(10.0, 30.0, y=80),
        hexagonal(10.0, 8.0, stretch=1.03, y=100),
        draw.box((10, 10, 9), (25, 115, 22)),
        rounded,
    )
    table = measure(analyzed(draw.cut(draw.box((60, 160, 30)), *pockets), max_edge_mm=20.0))
    found = {
        20 * round(table.subjects[index].location[1] / 20): each.value
        for index, each in table.values["tool.broached_hexagon"].items()
        if table.subjects[index].kind == Kind.POCKET
    }
    wanted = {20: 10.0, 40: 10.0, 60: math.inf, 80: 10.0, 100: math.inf, 120: math.inf, 140: math.inf}
    assert found == pytest.approx(wanted, rel=1e-6)
    assert by_kind(table, "tool.corner_radius")[Kind.POCKET] == [0.0] * 7


@pytest.mark.parametrize(
    ("shape", "flats_mm"),
    [
        (draw.turned(hexagon(26.0, 20.0), 33.0, (1, 2, 3)), 26.0),
        (draw.as_nurbs(hexagon(10.0, 8.0)), 10.0),
    ],
    ids=["wide and turned", "spline"],
)
def test_a_broach_cuts_a_hexagon_however_its_file_writes_it(shape: TopoDS_Shape, flats_mm: float) -> None:
    table = measure(analyzed(shape, 20.0, CURVATURE))
    assert by_kind(table, "tool.broached_hexagon")[Kind.POCKET] == [pytest.approx(flats_mm, rel=1e-6)]
    assert by_kind(table, "tool.corner_radius")[Kind.POCKET] == [0.0]


@cache
def with_pocket() -> Analysis:
    return fully_analyzed(draw.cut(block(), draw.box((30, 12, 9), (15, 20, 22))), max_edge_mm=20.0)


@cache
def with_hexagon() -> Analysis:
    return fully_analyzed(hexagon(10.0, 8.0), max_edge_mm=20.0)


def reached_aside(drawn: Analysis, share: float) -> Analysis:
    """Say of a drawn part that a cutter reaches a share of each of its faces along x, to 0.03."""
    access = drawn.assessed.evidence.tool_access
    assert access is not None
    faces = [face.id for face in drawn.assessed.prepared.part.faces]
    patches = [
        patch for face in faces for patch in (Patch(face, share, (0, 1)), Patch(face, 1.0 - share, (0,)))
    ]
    ways = frozen([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    body = BodyAccess(access.bodies[0].body, ways, False, tuple(patches))
    errors = frozen(np.full(len(faces), 0.03))
    return with_evidence(drawn, tool_access=replace(access, bodies=(body,), share_error_of_face=errors))


@pytest.mark.parametrize(
    ("share", "value", "uncertainty"),
    [(0.8, 0.0, 0.0), (0.88, 0.0, math.inf), (0.92, math.inf, math.inf), (0.95, None, None)],
)
def test_a_corner_whose_faces_are_about_reached_from_aside_is_not_decided(
    share: float, value: float | None, uncertainty: float | None
) -> None:
    """A cutter from aside makes it with its own corner, if it reaches nine tenths of both faces."""
    table = measure(reached_aside(with_pocket(), share))
    found = list(table.values["tool.corner_radius"].values())
    assert [(each.value, each.uncertainty) for each in found] == (
        [] if value is None else [(value, uncertainty)]
    )
    rule = verdict_of(table)
    assert rule.severity is (Severity.FAIL if value == 0.0 else Severity.PASS)
    assert rule.findings.is_decided.tolist() == [not uncertainty for _ in found]


@pytest.mark.parametrize("share", [0.8, 0.92])
def test_a_hexagon_is_one_however_much_of_its_sides_is_reached_from_aside(share: float) -> None:
    table = measure(reached_aside(with_hexagon(), share))
    found = {table.subjects[at].kind: each for at, each in table.values["tool.broached_hexagon"].items()}
    assert found[Kind.POCKET].value == pytest.approx(10.0)


def test_a_letter_no_deeper_than_wide_wants_no_room() -> None:
    """Strokes 0.5 and 0.7 mm deep, and 1.0 and 1.1."""
    strokes = (
        draw.box((8.0, 0.6, 5.0), (20.0, 4.7, 29.5)),
        draw.box((8.0, 0.6, 5.0), (20.0, 14.7, 29.3)),
        draw.box((9.0, 1.5, 5.0), (20.0, 24.25, 29.0)),
        draw.box((9.0, 1.5, 5.0), (20.0, 34.25, 28.9)),
    )
    found = along_y(draw.cut(block(), *strokes), "tool.clearance")
    assert found == pytest.approx({(Kind.POCKET, 15): 0.6, (Kind.POCKET, 35): 1.5})


@pytest.mark.parametrize("degrees", [0.0, 19.0, 52.0])
def test_a_letter_as_deep_as_wide_wants_no_room_at_any_angle_of_the_file(degrees: float) -> None:
    """Both are 0.3 mm deep; the one beside it is narrower."""
    strokes = [draw.box((8.1, width, 5.0), (20.0, y, 29.7)) for width, y in ((0.3, 10.0), (0.29, 30.0))]
    cut = draw.turned(draw.cut(block(), *strokes), degrees, (1, 2, 3))
    assert measured(cut, "tool.clearance") == {Kind.POCKET: [pytest.approx(0.29)]}


def test_a_corner_of_a_small_mark_is_engraved_and_that_of_a_window_is_not() -> None:
    """The window is in a thin plate beside the one with marks."""
    marks = draw.box((4, 3, 3.0), (20, 8.5, 9.0)), draw.box((4, 3, 3.0), (20, 28.5, 8.9))
    window = draw.cut(draw.box((60, 40, 0.9), (0, 60, 0)), draw.box((4, 3, 3), (20, 78.5, -1)))
    plates = draw.compound(draw.cut(draw.box((60, 40, 10)), *marks), window)
    assert along_y(plates, "tool.corner_radius") == {(Kind.POCKET, 30): 0.0, (Kind.POCKET, 78): 0.0}


def test_a_groove_on_a_shaft_is_turned_if_an_insert_gets_in() -> None:
    grooves = [
        draw.cut(draw.cylinder(12.0, width_mm, (0, 0, z)), draw.cylinder(6.9, width_mm, (0, 0, z)))
        for z, width_mm in ((10, 0.3), (20, 0.34), (30, 1.1))
    ]
    found = measured(draw.cut(draw.cylinder(8.0, 50.0), *grooves), "tool.clearance")
    assert found == {Kind.SLOT: [pytest.approx(0.3)]}
