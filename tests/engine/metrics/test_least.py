"""The least wall of every face, on parts drawn with 0.4 mm at a small place."""

import math
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine import pipeline
from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.mesh import MeshOptions
from engine.model.metric import Measured
from engine.model.printing import BuildDirection
from engine.model.pull import PullMode, PullOptions
from engine.progress import Progress
from tests.support import draw, parts_thin
from tests.support.analyses import face_at
from tests.support.drawn import analyzed, assessed, fully_analyzed
from tests.support.measuring import of_face, of_part, with_evidence

HALF_A_PERCENT = 0.005
COARSE_MM, FINE_MM = 3.0, 1.0
FEW = 24.0
"""Elements a turn where the thin place is known exactly on any mesh."""
CURVATURE = 64.0
"""Elements a turn where the thin place is curved itself: the mesh has to show that there is one."""
CRITICAL = {
    "two bores": (parts_thin.beside_bores, (10.0, 10.0, 5.0)),
    "bore and shaft": (parts_thin.eccentric, (9.6, 0.0, 10.0)),
    "bore and side": (parts_thin.under_bore, (15.0, 10.0, 0.0)),
    "ball and side": (parts_thin.under_ball, (20.0, 20.0, 0.0)),
    "crossed bores": (parts_thin.crossed_bores, (15.0, 15.0, 7.0)),
}


def least(analysis: Analysis) -> Measured:
    return of_part(analysis, "part.thickness.min")


def with_thickness(analysis: Analysis, vertices: np.ndarray, value_mm: float) -> Analysis:
    """Let some vertices read another thickness, by ball and by ray."""
    prepared = analysis.assessed.prepared
    changed = dict(prepared.fields)
    for name in ("thickness", "thickness_ray"):
        values = changed[name].values.copy()
        values[vertices] = value_mm
        changed[name] = replace(changed[name], values=frozen(values))
    return replace(analysis, assessed=replace(analysis.assessed, prepared=replace(prepared, fields=changed)))


@pytest.mark.parametrize(
    ("name", "edge_mm"), [*((name, COARSE_MM) for name in CRITICAL), ("ball and side", FINE_MM)]
)
def test_the_thinnest_wall_is_reported_to_the_last_digit_however_coarse_the_mesh(
    name: str, edge_mm: float
) -> None:
    drawn, place = CRITICAL[name]
    analysis = analyzed(drawn(), edge_mm, FEW)
    found = least(analysis)
    assert found.value == pytest.approx(parts_thin.WALL_MM, abs=1e-9)
    assert found.uncertainty == 0.0
    assert of_face(analysis, "thickness.min", face_at(analysis, place)).value == pytest.approx(found.value)
    assert found.witness is not None
    assert math.dist(*found.witness) == pytest.approx(parts_thin.WALL_MM)


def test_turned_and_written_in_inches_it_is_the_same_wall() -> None:
    turned = draw.turned(draw.turned(parts_thin.crossed_bores(), 37.3, (1, 2, 3)), 11.0, (0, 1, 0))
    with tempfile.TemporaryDirectory() as folder:
        path = draw.write_step(turned, Path(folder) / "part.step", "INCH")
        context = pipeline.prepare(path, MeshOptions(max_edge_mm=COARSE_MM), Progress())
    pull = PullOptions(PullMode.GIVEN, (0.0, 0.0, 1.0))
    found = least(assessed(context, pull))
    assert found.value == pytest.approx(parts_thin.WALL_MM, abs=1e-6)


def test_a_drafted_rib_is_as_thick_as_its_top() -> None:
    analysis = analyzed(parts_thin.drafted_rib(), COARSE_MM)
    assert least(analysis).value == pytest.approx(parts_thin.WALL_MM, rel=HALF_A_PERCENT)


def test_a_groove_is_reported_on_the_side_it_was_not_cut_into() -> None:
    analysis = analyzed(parts_thin.grooved(), FINE_MM)
    bottom = face_at(analysis, (30.6, 20, 0))
    found = of_face(analysis, "thickness.min", bottom)
    assert found.value == pytest.approx(parts_thin.WALL_MM)
    assert found.note.startswith("It is that thin at one place only; 99 % of it is ")
    plain = analyzed(draw.box((60, 40, 3)), COARSE_MM)
    flat = of_face(plain, "thickness.min", face_at(plain, (30, 20, 0)))
    assert flat.value == pytest.approx(3.0)
    assert flat.note == ""


def test_a_dip_of_a_free_form_side_is_reported() -> None:
    found = least(analyzed(parts_thin.dipped(), 1.5, CURVATURE))
    assert found.value == pytest.approx(parts_thin.WALL_MM, rel=HALF_A_PERCENT)
    assert abs(found.value - parts_thin.WALL_MM) <= found.uncertainty < 0.05 * parts_thin.WALL_MM


def test_a_wall_that_is_thinnest_at_a_round_rim_is_reported_between_its_vertices() -> None:
    found = least(analyzed(parts_thin.beside_cone(), COARSE_MM, CURVATURE))
    assert found.value == pytest.approx(parts_thin.WALL_MM, rel=HALF_A_PERCENT)


def test_one_stray_vertex_and_two_that_are_neighbors_are_no_wall() -> None:
    plate = fully_analyzed(draw.box((30, 20, 3)), 3.0)
    mesh = plate.assessed.prepared.mesh
    top = face_at(plate, (15, 10, 3))
    middle = int(np.argmin(np.linalg.norm(mesh.vertices - (15, 10, 3), axis=1)))
    triangles = mesh.triangles[(mesh.triangles == middle).any(axis=1)]
    neighbor = int(triangles[0][triangles[0] != middle][0])
    for stray in ([middle], [middle, neighbor]):
        doubtful = with_thickness(plate, np.array(stray), 0.1)
        assert of_face(doubtful, "thickness.min", top).value == pytest.approx(3.0)
    patch = with_thickness(plate, np.unique(triangles), 0.1)
    assert of_face(patch, "thickness.min", top).value == pytest.approx(0.1)


def test_a_feather_edge_is_reported_as_one_and_is_no_thinner_than_before() -> None:
    """What lies next to the edge is left out, as far as one percent of the side reaches."""
    analysis = analyzed(parts_thin.feather(), FINE_MM)
    found = of_face(analysis, "thickness.min", face_at(analysis, (20, 10, 0)))
    assert found.value == pytest.approx(0.4 * math.tan(math.radians(8.0)), abs=0.03)
    assert found.note.startswith("It runs out to nothing at an edge; what lies within 0.")
    assert found.note.endswith(" mm of that is left out.")
    blunt = draw.common(parts_thin.feather(), draw.box((50, 50, 50), (4, -1, -1)))
    cut_off = analyzed(blunt, FINE_MM)
    end = of_face(cut_off, "thickness.min", face_at(cut_off, (20, 10, 0)))
    assert end.value == pytest.approx(4 * math.tan(math.radians(8.0)), rel=HALF_A_PERCENT)
    assert "runs out" not in end.note


@pytest.mark.parametrize(
    "rimmed",
    [draw.fillet(draw.box((20, 16, 3)), 1.0), draw.chamfer(draw.box((20, 16, 3)), 0.5)],
    ids=["rounded", "chamfered"],
)
def test_the_rim_of_a_plate_makes_its_sides_no_thinner(rimmed: TopoDS_Shape) -> None:
    analysis = analyzed(rimmed, FINE_MM)
    for z in (0.0, 3.0):
        side = of_face(analysis, "thickness.min", face_at(analysis, (10, 8, z)))
        assert side.value == pytest.approx(3.0, rel=HALF_A_PERCENT)


def test_the_least_wall_is_as_wide_in_a_layer_as_the_layer_cuts_it_there() -> None:
    analysis = fully_analyzed(parts_thin.under_bore(), COARSE_MM)
    bottom = face_at(analysis, (15, 10, 0))
    for direction, width_mm in (((0.0, 0.0, 1.0), math.inf), ((0.6, 0.0, 0.8), parts_thin.WALL_MM / 0.6)):
        laid = with_evidence(analysis, build=BuildDirection(frozen(direction), (), 0.0, 0.0, 0.0))
        assert of_face(laid, "thickness.in_layer", bottom).value == pytest.approx(width_mm)
