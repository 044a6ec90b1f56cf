"""Lunes of a ball: their borders run over both poles."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve2d
from OCP.Geom2d import Geom2d_Line
from OCP.gp import gp_Dir2d, gp_Pnt2d, gp_Vec2d
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Face, TopoDS_Shape

from engine.kernel import pcurves, poles, read_step
from engine.kernel.brep import explore
from tests.support import draw

FACE = TopAbs_ShapeEnum.TopAbs_FACE
RADIUS_MM = 60.0
LUNE_MM2 = math.pi * RADIUS_MM**2
"""A quarter of the ball."""


def quarter(notch_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a quarter of a ball whose seam is cut away, with half a bore along an edge of it."""
    ball = draw.turned(draw.sphere(RADIUS_MM), -30)
    whole = draw.common(ball, draw.box((61, 61, 122), (0, 0, -61)))
    return draw.cut(whole, draw.cylinder(notch_mm / 2, 61, axis=(1, 0, 0))) if notch_mm else whole


def round_face(body: TopoDS_Shape) -> TopoDS_Face:
    (face,) = filter(poles.is_over_both_poles, (TopoDS.Face(each) for each in explore(body, FACE)))
    return face


def put_a_turn_off(face: TopoDS_Face) -> None:
    """Move one of the two halves of a border by a turn, as a kernel may that knows each side by itself."""
    builder = BRep_Builder()
    for side in (TopoDS.Edge(each) for each in explore(face, TopAbs_ShapeEnum.TopAbs_EDGE)):
        pcurve = BRepAdaptor_Curve2d(side, face)
        first, last = (pcurve.EvalD0(t) for t in (pcurve.FirstParameter(), pcurve.LastParameter()))
        if BRep_Tool.Degenerated_s(side):
            low, high = sorted((first.X(), last.X()))
            low += 2.0 * math.pi
            start, way = (low, -1.0) if first.X() < last.X() else (high, 1.0)
            builder.UpdateEdge(side, Geom2d_Line(gp_Pnt2d(start, first.Y()), gp_Dir2d(way, 0.0)), face, 1e-7)
            builder.Range(side, face, 0.0, low - high)
        elif max(first.X(), last.X()) < math.radians(60):
            moved = BRep_Tool.CurveOnSurface_s(side, face, 0.0, 0.0).Translated(gp_Vec2d(2.0 * math.pi, 0.0))
            builder.UpdateEdge(side, moved, face, 1e-7)


def test_a_border_that_is_a_turn_off_encloses_the_rest_of_the_ball_and_is_put_back() -> None:
    face = round_face(quarter())
    assert poles.area_mm2(face) == pytest.approx(LUNE_MM2)
    put_a_turn_off(face)
    assert poles.area_mm2(face) == pytest.approx(-3.0 * LUNE_MM2)
    poles.shift_pcurves(face)
    assert poles.area_mm2(face) == pytest.approx(LUNE_MM2)


def test_a_border_that_is_right_stays_as_it_is() -> None:
    face = round_face(quarter())
    poles.shift_pcurves(face)
    assert poles.area_mm2(face) == pytest.approx(LUNE_MM2)


@pytest.mark.parametrize("body", [draw.sphere(9), draw.box((3, 4, 5)), draw.cylinder(5, 9)])
def test_seams_and_other_faces_are_no_such_border(body: TopoDS_Shape) -> None:
    assert not any(poles.is_over_both_poles(TopoDS.Face(face)) for face in explore(body, FACE))


def test_a_file_read_with_a_face_on_its_wrong_side_is_read_face_by_face(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = draw.write_step(quarter(20.0), tmp_path / "part.step")
    right = sum(map(poles.area_mm2, read_step.read_step(file).faces))
    assert right < 2.1 * LUNE_MM2  # two half discs are as large as the lune
    read_whole: Callable = read_step._transfer

    def misread(text, pcurve_source, repairs):  # type: ignore[no-untyped-def]
        read = read_whole(text, pcurve_source, repairs)
        if repairs is read_step._Repairs.WHOLE:
            put_a_turn_off(round_face(read.shape))
        return read

    monkeypatch.setattr(read_step, "_transfer", misread)
    again = read_step.read_step(file)
    assert sum(map(poles.area_mm2, again.faces)) == pytest.approx(right)
    assert again.notes == ()


def test_a_raw_face_that_is_drawn_on_its_wrong_side_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    (body,) = explore(quarter(), TopAbs_ShapeEnum.TopAbs_SOLID)
    asked: list[TopoDS_Face] = []
    monkeypatch.setattr(poles, "shift_pcurves", asked.append)
    pcurves.complete(draw.compound(body), [body])
    assert len(asked) == 1
