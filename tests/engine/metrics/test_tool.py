"""Tool metrics, on drawn parts: room for the cutter, and the corners it leaves."""

import math
from dataclasses import replace

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
from tests.support.drawn import analyzed, fully_analyzed
from tests.support.machined import block
from tests.support.measuring import measure, with_evidence

Values = dict[str, list[float]]


def measured(shape: TopoDS_Shape, metric: str) -> Values:
    """Return a metric's values by kind of feature."""
    table = analyzed(shape, max_edge_mm=8.0).metrics
    found: Values = {}
    for index, each in table.values[metric].items():
        found.setdefault(table.subjects[index].kind, []).append(each.value)
    return found


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


@pytest.mark.parametrize(("source", "uncertainty_mm"), [(Source.BREP, 0.0), (Source.TRIANGLES, 3e-5)])
def test_lengths_off_triangles_are_known_no_better_than_their_files_write_numbers(
    source: Source, uncertainty_mm: float
) -> None:
    analysis = fully_analyzed(draw.cut(block(), draw.box((51, 3, 4), (-1, 5, 27))), max_edge_mm=8.0)
    assessed = analysis.assessed
    part = replace(assessed.prepared.part, source=source)
    changed = replace(analysis, assessed=replace(assessed, prepared=replace(assessed.prepared, part=part)))
    (found,) = measure(changed).values["tool.clearance"].values()
    assert (found.value, found.uncertainty) == pytest.approx((3.0, uncertainty_mm))


@pytest.mark.parametrize(
    ("width_mm", "depth_mm", "wall_at_mm", "is_sawn"),
    [
        (0.6, 10.0, None, True),
        (0.19, 5.0, None, False),  # no saw is that thin
        (0.21, 5.0, None, True),
        (0.3, 14.9, None, True),  # 50 widths deep
        (0.3, 15.2, None, False),
        (0.6, 10.0, 16.0, True),  # the disc reaches 15 mm beyond the end
        (0.6, 10.0, 14.0, False),
    ],
)
def test_a_saw_cuts_a_slot_that_it_finds_room_for(
    width_mm: float, depth_mm: float, wall_at_mm: float | None, is_sawn: bool
) -> None:
    """The slot goes through a block, 60 mm long; beyond a gap stands a wall that is lower than its mouth."""
    shape = draw.cut(block(), draw.box((62, width_mm, depth_mm + 1), (-1, 20, 30 - depth_mm)))
    if wall_at_mm is not None:
        foot = draw.box((wall_at_mm + 5, 40, 5), (60, 0, 0))
        shape = draw.fuse(shape, foot, draw.box((5, 40, 29), (60 + wall_at_mm, 0, 0)))
    found = measured(shape, "tool.clearance").get(Kind.SLOT, [])
    assert found == ([] if is_sawn else [pytest.approx(width_mm)])


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
    assert measured(draw.cut(block(), upright), "tool.corner_radius") == {
        Kind.FILLET: [pytest.approx(2.0)] * 4
    }
    floor = draw.fillet(upright, 0.5, (30, 20, 22))
    assert measured(draw.cut(block(), floor), "tool.corner_radius") == {Kind.FILLET: [pytest.approx(2.0)] * 4}


def test_a_sharp_upright_corner_has_no_radius_unless_it_is_engraved() -> None:
    assert measured(draw.cut(block(), draw.box((30, 12, 9), (15, 20, 22))), "tool.corner_radius") == {
        Kind.POCKET: [0.0]
    }
    assert measured(draw.cut(block(), draw.box((30, 12, 2), (15, 20, 29))), "tool.corner_radius") == {}


def verdict_of(table: MetricTable) -> RuleVerdict:
    """Judge by the rule that reads corner radii."""
    (cnc,) = (pack for pack in packs.shipped() if pack.key == "cnc")
    verdict = evaluate.evaluate(cnc, table, list_passes=True)
    (rule,) = (each for each in verdict.configurations[0].rules if each.metric == "tool.corner_radius")
    return rule


def hexagon(flats_mm: float, depth_mm: float, stretch: float = 1.0, turn_deg: float = 0.0) -> TopoDS_Shape:
    """Draw the block with a hexagonal hole in its top, `stretch` times as long from its first corner on."""
    radius = flats_mm / math.sqrt(3.0)
    angles = [math.radians(60.0 * corner + turn_deg) for corner in range(6)]
    ends = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    moved = [
        (30 + x + (stretch - 1.0) * radius * (at in (0, 1, 5)), 20 + y) for at, (x, y) in enumerate(ends)
    ]
    return draw.cut(block(), draw.prism([(x, y, 30 - depth_mm) for x, y in moved], (0, 0, depth_mm + 1)))


@pytest.mark.parametrize(
    ("shape", "flats_mm"),
    [
        (hexagon(10.0, 8.0), 10.0),
        (hexagon(10.0, 15.0, turn_deg=17.0), 10.0),
        (hexagon(10.0, 15.1), math.inf),
        (hexagon(10.0, 30.0), 10.0),
        (draw.turned(hexagon(26.0, 20.0), 33.0, (1, 2, 3)), 26.0),
        (draw.as_nurbs(hexagon(10.0, 8.0)), 10.0),
        (hexagon(10.0, 8.0, stretch=1.03), math.inf),
        (draw.cut(block(), draw.box((10, 10, 9), (15, 20, 22))), math.inf),
        (draw.fillet(hexagon(10.0, 8.0), 1.0, (30 + 10.0 / math.sqrt(3.0), 20, 26)), math.inf),
    ],
    ids=[
        "shallow",
        "at the limit",
        "too deep",
        "through",
        "wide",
        "spline",
        "stretched",
        "square",
        "rounded",
    ],
)
def test_a_broach_cuts_a_regular_hexagon_of_one_and_a_half_widths(
    shape: TopoDS_Shape, flats_mm: float
) -> None:
    pocket = measured(shape, "tool.broached_hexagon")[Kind.POCKET]
    assert pocket == [pytest.approx(flats_mm, rel=1e-6)]
    assert measured(shape, "tool.corner_radius")[Kind.POCKET] == [0.0]


def reached_aside(shape: TopoDS_Shape, share: float) -> Analysis:
    """Say of a drawn part that a cutter reaches a share of each of its faces along x, to 0.03."""
    drawn = fully_analyzed(shape, max_edge_mm=8.0)
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
    pocket = draw.cut(block(), draw.box((30, 12, 9), (15, 20, 22)))
    table = measure(reached_aside(pocket, share))
    found = list(table.values["tool.corner_radius"].values()) if "tool.corner_radius" in table.values else []
    assert [(each.value, each.uncertainty) for each in found] == (
        [] if value is None else [(value, uncertainty)]
    )
    rule = verdict_of(table)
    assert rule.severity is (Severity.FAIL if value == 0.0 else Severity.PASS)
    assert rule.findings.is_decided.tolist() == [not uncertainty for _ in found]


@pytest.mark.parametrize("share", [0.8, 0.92])
def test_a_hexagon_is_one_however_much_of_its_sides_is_reached_from_aside(share: float) -> None:
    table = measure(reached_aside(hexagon(10.0, 8.0), share))
    found = {table.subjects[at].kind: each for at, each in table.values["tool.broached_hexagon"].items()}
    assert found[Kind.POCKET].value == pytest.approx(10.0)


@pytest.mark.parametrize(
    ("size_mm", "rooms_mm"),
    [((8.0, 0.6, 0.5), []), ((8.0, 0.6, 0.7), [0.6]), ((9.0, 1.5, 1.0), []), ((9.0, 1.5, 1.1), [1.5])],
)
def test_a_letter_no_deeper_than_wide_wants_no_room(
    size_mm: tuple[float, float, float], rooms_mm: list[float]
) -> None:
    stroke = draw.box((*size_mm[:2], 5.0), (20.0, 20.0, 30.0 - size_mm[2]))
    found = measured(draw.cut(block(), stroke), "tool.clearance")
    assert found == ({Kind.POCKET: [pytest.approx(each) for each in rooms_mm]} if rooms_mm else {})


@pytest.mark.parametrize("degrees", [0.0, 7.0, 19.0, 33.0, 52.0, 71.0])
@pytest.mark.parametrize(("width_mm", "is_asked"), [(0.3, False), (0.29, True)])
def test_a_letter_as_deep_as_wide_wants_no_room_at_any_angle_of_the_file(
    width_mm: float, is_asked: bool, degrees: float
) -> None:
    stroke = draw.box((8.1, width_mm, 5.0), (20.0, 20.0, 29.7))
    cut = draw.turned(draw.cut(block(), stroke), degrees, (1, 2, 3))
    assert (Kind.POCKET in measured(cut, "tool.clearance")) == is_asked


@pytest.mark.parametrize(
    ("depth_mm", "is_through", "count"), [(1.0, False, 0), (1.1, False, 1), (0.9, True, 1)]
)
def test_a_corner_of_a_small_mark_is_engraved_and_that_of_a_window_is_not(
    depth_mm: float, is_through: bool, count: int
) -> None:
    sheet = draw.box((60, 40, depth_mm if is_through else 10.0))
    top = depth_mm if is_through else 10.0
    shape = draw.cut(sheet, draw.box((4, 3, depth_mm + 2.0), (20, 20, top - depth_mm - is_through)))
    assert len(measured(shape, "tool.corner_radius").get(Kind.POCKET, [])) == count


@pytest.mark.parametrize(("width_mm", "is_asked"), [(0.3, True), (0.34, False), (1.1, False)])
def test_a_groove_on_a_shaft_is_turned_if_an_insert_gets_in(width_mm: float, is_asked: bool) -> None:
    ring = draw.cut(
        draw.cylinder(12.0, width_mm, (0, 0, 20), draw.Z), draw.cylinder(6.9, width_mm, (0, 0, 20), draw.Z)
    )
    found = measured(draw.cut(draw.cylinder(8.0, 50.0, (0, 0, 0), draw.Z), ring), "tool.clearance")
    assert found == ({Kind.SLOT: [pytest.approx(width_mm)]} if is_asked else {})
