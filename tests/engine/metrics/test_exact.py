"""What walls measure by the surfaces they lie on, where the mesh agrees."""

import math
from pathlib import Path

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine import pipeline
from engine.metrics import _exact
from engine.model.analysis import PreparedPart
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.progress import Progress
from engine.rules import evaluate, parse
from tests.support import draw, drawn, parts_blends, tessellated
from tests.support.drawn import analyzed
from tests.support.measuring import measure, of_part

EXACT = 1e-9
"""Rounding of lengths of tens of millimeters over the steps of the method."""


def prepared_of(shape: TopoDS_Shape, max_edge_mm: float) -> PreparedPart:
    return drawn.prepared(shape, MeshOptions(max_edge_mm, drawn.CURVATURE)).prepared


TUBE = draw.cut(draw.cylinder(8.0, 30.0), draw.cylinder(5.0, 32.0, (0, 0, -1)))
BALL = draw.cut(draw.sphere(12.0), draw.sphere(9.5))
FUNNEL = draw.cut(draw.cone(12.0, 8.0, 20.0), draw.cone(10.0, 6.0, 20.0))
"""Walls of a cone, 2 mm apart across the axis."""


@pytest.mark.parametrize(
    ("shape", "wall_mm"),
    [
        (draw.box((40, 30, 3)), 3.0),
        (TUBE, 3.0),
        (BALL, 2.5),
        (FUNNEL, 2.0 * 20.0 / math.hypot(4.0, 20.0)),
    ],
    ids=["plate", "tube", "hollow ball", "funnel"],
)
def test_a_wall_is_as_thick_as_it_was_drawn_to_the_last_digit(shape: TopoDS_Shape, wall_mm: float) -> None:
    found = of_part(analyzed(shape, 3.0, drawn.CURVATURE), "part.thickness.median")
    assert found.value == pytest.approx(wall_mm, abs=EXACT)
    assert found.uncertainty == 0.0


def test_a_wall_known_by_triangles_keeps_the_error_of_its_surfaces(tmp_path: Path) -> None:
    glb = tessellated.write_glb(TUBE, tmp_path / "tube.glb", 0.1, 20.0)
    context = pipeline.prepare(glb, MeshOptions(3.0, drawn.CURVATURE), Progress())
    found = of_part(drawn.assessed(context, PullOptions(PullMode.GIVEN, drawn.Z)), "part.thickness.median")
    assert 0.0 < found.uncertainty < 1e-3
    assert abs(found.value - 3.0) <= found.uncertainty + 2e-6  # single precision of the file


def test_a_free_form_wall_is_as_exact_as_its_mesh() -> None:
    prepared = prepared_of(parts_blends.spline_fillet(3), 4.0)
    free = [face for face in prepared.part.faces if type(face.surface).__name__ == "Freeform"]
    assert free
    vertices = np.flatnonzero(np.isin(prepared.mesh.face_of_vertex, [face.id for face in free]))
    readings = _exact.read(prepared.part, prepared.mesh, prepared.fields["thickness"], vertices)
    assert np.isnan(readings.values).all()
    assert np.isnan(readings.uncertainties).all()


def test_a_wedge_is_measured_by_the_ball_that_fits_it() -> None:
    """Between planes at an angle the ball at x from the apex has the diameter 2 x tan(angle / 2)."""
    angle = math.atan2(8.0, 40.0)
    wedge = draw.prism([(10, 0, 0), (40, 0, 0), (40, 0, 8), (10, 0, 2)], (0, 20, 0))
    prepared = prepared_of(wedge, 1.5)
    mesh, field = prepared.mesh, prepared.fields["thickness"]
    below = np.flatnonzero((np.abs(mesh.normals[:, 2] + 1.0) < 1e-9) & (np.abs(mesh.vertices[:, 1] - 10) < 6))
    readings = _exact.read(prepared.part, mesh, field, below)
    expected = 2.0 * mesh.vertices[below, 0] * math.tan(angle / 2.0)
    is_far_from_ends = (mesh.vertices[below, 0] > 14) & (mesh.vertices[below, 0] < 32)
    is_read = is_far_from_ends & np.isfinite(readings.values)
    assert is_read.sum() > 100
    np.testing.assert_allclose(readings.values[is_read], expected[is_read], atol=1e-6)


def test_no_reading_strays_from_the_mesh_by_more_than_the_mesh_may_be_off() -> None:
    prepared = prepared_of(draw.cut(FUNNEL, draw.cylinder(3.0, 60.0, (0, 0, 10), draw.X)), 2.0)
    for name in ("thickness", "clearance"):
        field = prepared.fields[name]
        vertices = np.flatnonzero(np.isfinite(field.values))
        readings = _exact.read(prepared.part, prepared.mesh, field, vertices)
        known = np.isfinite(readings.values)
        assert known.any()
        values = field.values[vertices][known]
        off = np.abs(readings.values[known] - values)
        assert (off <= field.absolute_error + field.relative_error * values).all()


@pytest.mark.parametrize(("wall_mm", "severity"), [(3.0, "pass"), (2.9995, "fail"), (3.0005, "pass")])
def test_a_wall_at_its_limit_is_decided(wall_mm: float, severity: str) -> None:
    """Within the error of the mesh all three are the limit; the surfaces tell them apart."""
    analysis = analyzed(draw.box((40, 30, wall_mm)))
    field = analysis.assessed.prepared.fields["thickness"]
    assert field.absolute_error + field.relative_error * 3.0 > 6e-4
    rule = {
        "key": "wall",
        "name": "Wall",
        "scope": "whole_part",
        "selector": {"set": "part"},
        "metric": "part.thickness.median",
        "tiers": [{"level": "fail", "op": "lt", "rhs": 3.0}, {"level": "pass"}],
        "messages": {},
    }
    pack = parse.parse({"key": "p", "name": "P", "configurations": {"c": {"name": "C"}}, "rules": [rule]})
    verdict = evaluate.evaluate(pack, measure(analysis), list_passes=True).configurations[0].rules[0]
    assert verdict.severity == severity
    assert verdict.findings[0].is_decided
