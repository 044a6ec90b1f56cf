"""Flanks of edges, on drawn wedges: two sides of 60 x 40 that meet along an edge."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine import pipeline
from engine.evidence import flanks
from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.evidence import DrawnThread
from engine.model.mesh import MeshOptions
from engine.model.metric import Domain, Measured
from engine.progress import Progress
from engine.run_context import RunContext
from tests.support import draw, drawn, mutators
from tests.support.analyses import face_at
from tests.support.drawn import analyzed
from tests.support.measuring import measure
from tests.support.parts_holes import coil


def wedge(angle_deg: float, tip_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a wedge with its edge at x = 60, cut off where it is `tip_mm` thick."""
    rise = math.tan(math.radians(angle_deg))
    end = 60.0 - tip_mm / rise
    outline = [(0, 0, 0), (end, 0, 0), (end, 0, tip_mm), (0, 0, 60.0 * rise)]
    return draw.prism(outline if tip_mm else [outline[0], outline[1], outline[3]], (0, 40, 0))


def prepared_of(shape: TopoDS_Shape, max_edge_mm: float) -> RunContext:
    return drawn.prepared(shape, MeshOptions(max_edge_mm=max_edge_mm))


def least(analysis: Analysis, x: float, y: float, z: float) -> Measured | None:
    """Return the least thickness of the face at a point; None where it is no wall."""
    face = face_at(analysis, (x, y, z))
    table = measure(analysis)
    index = next(each.index for each in table.subjects if each.domain == Domain.FACE and each.fid == face)
    return table.values["thickness.min"].get(index)


def test_the_flanks_of_a_sharp_edge_are_no_walls() -> None:
    sharp = analyzed(wedge(30.0), max_edge_mm=3.0)
    assert least(sharp, 30, 20, 0) is None
    assert least(sharp, 30, 20, 30 * math.tan(math.radians(30.0))) is None


def test_sides_that_nearly_run_parallel_are_walls_up_to_the_edge_they_meet_in() -> None:
    feather = analyzed(wedge(10.0), max_edge_mm=3.0)
    found = least(feather, 30, 20, 0)
    assert found is not None
    # A hundredth of the side lies within 0.6 mm of the edge.
    assert found.value == pytest.approx(0.6 * math.tan(math.radians(10.0)), abs=0.2)


def test_the_flanks_of_an_edge_that_was_cut_off_or_rounded_are_no_walls_either() -> None:
    blunt = wedge(30.0, tip_mm=1.0)
    assert least(analyzed(blunt, max_edge_mm=3.0), 30, 20, 0) is None
    rounded = draw.fillet(wedge(30.0), 0.5, (60, 20, 0))
    assert least(analyzed(rounded, max_edge_mm=3.0), 30, 20, 0) is None


@pytest.mark.parametrize(
    ("toe_deg", "are_flanks"), [(35.0, True), (31.0, True), (29.0, False), (25.0, False)]
)
def test_a_land_that_turns_a_little_too_far_leaves_an_edge_and_a_foot_with_a_toe_does_not(
    toe_deg: float, are_flanks: bool
) -> None:
    """A side at 40 degrees over a flat one, and between them a toe that meets it re-entrant by 5 to 15."""
    rise, toe = math.tan(math.radians(40.0)), math.tan(math.radians(toe_deg))
    knee = (60.0 * rise - 60.3 * toe) / (rise - toe)
    outline = [(0, 0, 0), (60.3, 0, 0), (knee, 0, (60.0 - knee) * rise), (0, 0, 60.0 * rise)]
    context = prepared_of(draw.prism(outline, (0, 40, 0)), 3.0)
    prepared = context.prepared
    is_under = (np.abs(prepared.mesh.vertices - [30.0, 20.0, 0.0]) <= [15.0, 8.0, 1e-6]).all(axis=1)
    assert is_under.any()
    assert flanks.find(RunContext(prepared))[is_under].all() == are_flanks


def test_where_nothing_is_left_to_measure_is_the_edge_itself() -> None:
    prepared = prepared_of(wedge(10.0), 3.0).prepared
    thickness = prepared.fields["thickness"]
    values = thickness.values.copy()
    inside = int(np.argmax(np.where(np.isfinite(values), values, 0.0)))
    values[inside] = 0.5 * thickness.absolute_error
    worn = replace(prepared, fields={"thickness": replace(thickness, values=frozen(values))})
    assert not flanks.find(RunContext(prepared))[inside]
    assert flanks.find(RunContext(worn))[inside]


def test_the_web_under_a_notch_is_a_wall_however_its_flanks_lean() -> None:
    rise = math.tan(math.radians(30.0))
    notch = draw.prism([(30, 0, 1.2), (60, 0, 1.2 + 30 * rise), (0, 0, 1.2 + 30 * rise)], (0, 40, 0))
    notched = analyzed(draw.cut(draw.box((60, 40, 10)), notch), max_edge_mm=2.0)
    for point in ((30, 20, 0), (33, 20, 1.2 + 3 * rise)):
        found = least(notched, *point)
        assert found is not None
        assert found.value == pytest.approx(1.2, abs=0.2)
        assert found.location is not None
        assert found.location[0] == pytest.approx(30.0, abs=1.0)


def test_a_drafted_rib_is_a_wall_to_its_top() -> None:
    lean = math.tan(math.radians(5.0))
    outline = [(0, 0, 0), (5, 0, 0), (5 - 20 * lean, 0, 20), (20 * lean, 0, 20)]
    found = least(analyzed(draw.prism(outline, (0, 40, 0)), max_edge_mm=1.5), 5 - 10 * lean, 20, 10)
    assert found is not None
    assert found.value == pytest.approx(5 - 40 * lean, rel=0.03)


def test_without_knowing_what_was_measured_to_nothing_is_a_flank() -> None:
    sharp = prepared_of(wedge(30.0), 6.0).prepared
    assert flanks.find(RunContext(sharp)).any()
    field = replace(sharp.fields["thickness"], opposite=None)
    assert not flanks.find(RunContext(replace(sharp, fields={**sharp.fields, "thickness": field}))).any()


def test_the_flanks_of_a_thread_are_no_walls_nor_is_what_it_leaves_below_the_mouth() -> None:
    """A square thread of 33 × 2, whose flanks are parallel; it ends 1.5 mm below the mouth of its hole."""
    drilled = draw.cut(draw.box((44, 44, 20), (-22, -22, 0)), draw.cylinder(15.3, 22, (0, 0, -1)))
    side = [(15.1, -0.5), (16.5, -0.5), (16.5, 0.5), (15.1, 0.5)]
    part = analyzed(
        draw.cut(drilled, coil(side, 2.0, 6.0, 12.0)), max_edge_mm=2.0, through_file=True
    ).assessed
    mesh, (found,) = part.prepared.mesh, part.evidence.threads
    on_flanks = np.isin(mesh.face_of_vertex, found.flanks)
    opposite = part.prepared.fields["thickness"].opposite
    assert opposite is not None
    is_top = (mesh.vertices[:, 2] > 19.999) & (mesh.normals[:, 2] > 0.99)
    above = is_top & np.isin(mesh.face_of_triangle[opposite], found.flanks)
    plain = flanks.find(RunContext(part.prepared))
    known = flanks.find(RunContext(part.prepared), part.evidence.threads)
    assert above.any()
    assert known[on_flanks | above].all()
    assert not plain[on_flanks].all()
    assert not plain[above].all()
    is_far = ~on_flanks & (mesh.vertices[:, 2] < 8.0)
    assert (known == plain)[is_far].all()


@pytest.mark.parametrize(("slope_deg", "are_above"), [(57.0, True), (63.0, False)])
def test_what_lies_above_the_flanks_of_a_thread_in_a_face_across_its_axis_is_none(
    slope_deg: float, are_above: bool
) -> None:
    """A plate whose underside stands for the flanks; its upper side leans from square to the thread."""
    plate = draw.turned(draw.box((40, 40, 6)), slope_deg, draw.X)
    context = prepared_of(plate, 3.0)
    up = np.array([0.0, -math.sin(math.radians(slope_deg)), math.cos(math.radians(slope_deg))])
    part, mesh = context.part, context.mesh
    below, above = (
        max(part.faces, key=lambda face, way=way: way * float(face.inner_normal @ up)).id for way in (-1, 1)
    )
    thread = DrawnThread(
        part.bodies[0].id, frozen([20.0, 0.0, 0.0]), frozen([0.0, 0.0, 1.0]), 2.0, True, (below,), ()
    )
    rise_mm = mesh.vertices @ np.array([0.0, up[2], -up[1]])
    is_inside = (mesh.face_of_vertex == above) & (np.abs(mesh.vertices[:, 0] - 20.0) < 12.0)
    is_inside &= np.abs(rise_mm - 20.0) < 12.0
    assert is_inside.any()
    assert not flanks.find(context)[is_inside].any()
    assert (flanks.find(context, (thread,))[is_inside] == are_above).all()


def lip(side_deg: float) -> TopoDS_Shape:
    """Draw a rail, 60 mm long, with a lip 10 mm high on it whose sides lean in by an angle each."""
    lean = 10.0 * math.tan(math.radians(side_deg))
    foot = [(15, 0, 5), (12, 0, 5), (12, 0, 0), (20, 0, 0), (20, 0, 5), (19, 0, 5)]
    return draw.prism([*foot, (19 - lean, 0, 15), (15 + lean, 0, 15)], (0, 60, 0))


@pytest.mark.parametrize("mutator", [mutators.unchanged, mutators.altogether_as_nurbs])
def test_a_lip_with_ten_degrees_on_either_side_is_a_wall_however_its_file_writes_it(
    mutator: mutators.Mutator, tmp_path: Path
) -> None:
    def has_flanks(side_deg: float) -> bool:
        respelled = mutator(lip(side_deg))
        assert respelled is not None
        context = pipeline.prepare(respelled.write(tmp_path), MeshOptions(max_edge_mm=2.0), Progress())
        return bool(flanks.find(context).any())

    assert not has_flanks(10.0)
    assert has_flanks(11.0)
