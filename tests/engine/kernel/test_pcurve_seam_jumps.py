"""Borders of closed freeform faces whose pcurves jump across the seam."""

import math
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_Copy
from OCP.collections import Array1_double, Array1_gp_Pnt2d, Array1_int
from OCP.Geom2d import Geom2d_BSplineCurve
from OCP.gp import gp_Pnt2d
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Edge, TopoDS_Face, TopoDS_Shape

from engine.kernel import mesh as meshing
from engine.kernel import pcurve_seam_jumps
from engine.kernel.brep import Brep, explore
from engine.kernel.read_step import read_step
from engine.kernel.topology import measure
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.model.surface import Cone
from engine.progress import Progress
from tests.support import draw, parts_blends

RADIUS, BORE, HALF_ANGLE = 5.0, 10.0, 59.0
TIP = RADIUS / math.tan(math.radians(HALF_ANGLE))
VOLUME = 40.0 * 40.0 * 20.0 - math.pi * RADIUS**2 * (BORE + TIP / 3.0)
SAMPLES = 65


@cache
def drilled() -> TopoDS_Shape:
    """Draw a drilled block as NURBS: bore in two halves, so that the tip's rim is two arcs."""
    upper = draw.cut(draw.box((40, 40, 10), (-20, -20, -10)), draw.cylinder(RADIUS, 10, (0, 0, -10)))
    tip = draw.cone(0.0, RADIUS, TIP, (0, 0, -BORE - TIP))
    lower = draw.cut(draw.box((40, 40, 10), (-20, -20, -20)), tip)
    halves = parts_blends.split(upper, [0, 0, 0], [1, 0, 0])
    return draw.as_nurbs(draw.fuse(lower, halves))


def with_a_seam_jump() -> TopoDS_Shape:
    """Draw the same block, where the pcurve of one arc on the tip starts on the wrong side of the seam."""
    body = BRepBuilderAPI_Copy(drilled()).Shape()
    for face in (TopoDS.Face(each) for each in explore(body, TopAbs_ShapeEnum.TopAbs_FACE)):
        surface = BRepAdaptor_Surface(face, False)
        if surface.IsUClosed() and any(_move_across_seam(edge, face, surface) for edge in _arcs(face)):
            return body
    raise LookupError("no arc ends on a seam")


def _arcs(face: TopoDS_Face) -> list[TopoDS_Edge]:
    edges = [TopoDS.Edge(edge) for edge in explore(face, TopAbs_ShapeEnum.TopAbs_EDGE)]
    return [edge for edge in edges if not (BRep_Tool.Degenerated_s(edge) or BRep_Tool.IsClosed_s(edge, face))]


def _move_across_seam(edge: TopoDS_Edge, face: TopoDS_Face, surface: BRepAdaptor_Surface) -> bool:
    """Move the end of an edge's pcurve that lies on the seam to the seam's other side, if one does."""
    pcurve = BRepAdaptor_Curve2d(edge, face)
    at = np.linspace(pcurve.FirstParameter(), pcurve.LastParameter(), SAMPLES)
    uv = np.array([pcurve.EvalD0(t).Coord() for t in at.tolist()])
    low, high = surface.FirstUParameter(), surface.LastUParameter()
    for end in (0, -1):
        if min(uv[end, 0] - low, high - uv[end, 0]) < 1e-6:
            uv[end, 0] = low + high - uv[end, 0]
            BRep_Builder().UpdateEdge(edge, _polyline(at, uv), face, 1e-7)
            return True
    return False


def _polyline(at: np.ndarray, uv: np.ndarray) -> Geom2d_BSplineCurve:
    poles, knots, repeats = (
        Array1_gp_Pnt2d(1, SAMPLES),
        Array1_double(1, SAMPLES),
        Array1_int(1, SAMPLES),
    )
    for number, (t, place) in enumerate(zip(at.tolist(), uv.tolist(), strict=True), start=1):
        poles.SetValue(number, gp_Pnt2d(*place))
        knots.SetValue(number, t)
        repeats.SetValue(number, 2 if number in (1, SAMPLES) else 1)
    return Geom2d_BSplineCurve(poles, knots, repeats, 1)


def faces_of(body: TopoDS_Shape) -> tuple[TopoDS_Face, ...]:
    return tuple(TopoDS.Face(face) for face in explore(body, TopAbs_ShapeEnum.TopAbs_FACE))


def test_a_border_that_jumps_across_the_seam_is_counted() -> None:
    assert pcurve_seam_jumps.count(faces_of(with_a_seam_jump())) == 1


def test_a_border_that_ends_on_the_seam_or_goes_all_the_way_round_is_whole() -> None:
    assert pcurve_seam_jumps.count(faces_of(drilled())) == 0
    assert pcurve_seam_jumps.count(faces_of(draw.as_nurbs(draw.cylinder(5, 10)))) == 0


def written_and_read(shape: TopoDS_Shape) -> Brep:
    with tempfile.TemporaryDirectory() as folder:
        return read_step(draw.write_step(shape, Path(folder) / "part.step"))


@cache
def read_and_measured(drawn: Callable[[], TopoDS_Shape]) -> tuple[Brep, Part]:
    brep = written_and_read(drawn())
    return brep, measure(brep)


@pytest.mark.parametrize("drawn", [drilled, with_a_seam_jump])
def test_a_drilled_block_is_read_whole_however_its_borders_are_written(drawn) -> None:
    brep, part = read_and_measured(drawn)
    assert part.volume_mm3 == pytest.approx(VOLUME, rel=1e-6)
    assert not part.notes
    tip = next(face for face in part.faces if isinstance(face.surface, Cone))
    assert tip.surface.half_angle_deg == pytest.approx(HALF_ANGLE, abs=0.01)
    mesh = meshing.mesh(brep, part, MeshOptions(max_edge_mm=2.0, curvature=16.0), Progress())
    reach = np.linalg.norm(mesh.vertices[mesh.triangles[mesh.face_of_triangle == tip.id]][..., :2], axis=-1)
    assert reach.max() == pytest.approx(RADIUS, abs=1e-6)
    assert reach.min() == pytest.approx(0.0, abs=1e-3)


def test_reading_a_file_with_a_seam_jump_leaves_the_next_alone() -> None:
    _, before = read_and_measured(drilled)
    read_and_measured(with_a_seam_jump)
    assert measure(written_and_read(drilled())).volume_mm3 == before.volume_mm3
