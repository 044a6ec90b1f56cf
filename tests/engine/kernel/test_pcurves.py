"""Faces read raw get the pcurves, seams and collapsed sides that their surfaces ask for."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepGProp import BRepGProp
from OCP.Geom import Geom_CylindricalSurface
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Ax2, gp_Ax3, gp_Circ, gp_Dir, gp_Pln, gp_Pnt, gp_Trsf, gp_Vec
from OCP.GProp import GProp_GProps
from OCP.Interface import Interface_Static
from OCP.STEPControl import STEPControl_Controller
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Face, TopoDS_Shell, TopoDS_Solid, TopoDS_Wire

from engine.errors import KernelError
from engine.kernel import pcurves, read_step
from engine.kernel.brep import explore, map_shapes
from engine.kernel.pcurves import complete
from engine.kernel.quick_info.read_topology import read_topology
from engine.mass_properties.integrate import integrate
from tests.support import draw

SHAPES = {
    "cylinder": draw.cylinder(5, 20),
    "cone": draw.cone(5, 0, 12),
    "frustum": draw.cone(8, 3, 12),
    "ball": draw.sphere(7),
    "rounded block": draw.fillet(draw.box((30, 20, 10)), 3.0),
    "bored ball": draw.cut(draw.sphere(9), draw.cylinder(3, 30, (0, 0, -15))),
    "bored block": draw.cut(draw.box((20, 20, 20)), draw.cylinder(4, 40, (10, -5, 10), axis=(0, 1, 0))),
}


@pytest.fixture
def file_of(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Yield what writes a shape with its edges in space alone."""
    STEPControl_Controller.Init_s()  # the parameter exists, and keeps its value, only after this
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 0)
    yield lambda name: draw.write_step(SHAPES[name], tmp_path / "part.step")
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 1)


def pcurves_missing(file: Path) -> int:
    """Count the sides of curved faces that have no pcurve when a file is read fast."""
    brep = read_step.read_step(file, is_fast=True)
    loops = brep.boundaries.loops_of_face
    return sum(
        BRep_Tool.CurveOnSurface_s(side.shape, face, 0.0, 0.0) is None
        for face, of_face in zip(brep.faces, loops, strict=True)
        for side in (side for loop in of_face for side in loop)
    )


@pytest.mark.parametrize("name", SHAPES)
def test_every_side_has_a_picture(name: str, file_of: Callable[[str], Path]) -> None:
    assert pcurves_missing(file_of(name)) == 0


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "ball"])
def test_a_file_read_raw_lacks_some(
    name: str, file_of: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_step.pcurves, "complete", lambda shape, bodies, accuracy_mm: (shape, bodies))
    assert pcurves_missing(file_of(name)) > 0


@pytest.mark.parametrize("name", SHAPES)
def test_faces_measure_what_they_do_in_a_file_read_with_care(
    name: str, file_of: Callable[[str], Path]
) -> None:
    file = file_of(name)
    fast, careful = (
        integrate(read_topology(read_step.read_step(file, is_fast))).area_mm2 for is_fast in (True, False)
    )
    assert fast == pytest.approx(careful, rel=1e-9)


def test_a_body_at_several_places_is_made_once() -> None:
    peg, away = draw.cylinder(5, 20), gp_Trsf()
    away.SetTranslation(gp_Vec(30, 0, 0))
    pegs = [peg, peg.Located(TopLoc_Location(away)), peg.Reversed()]
    _, bodies = complete(draw.compound(*pegs[:2]), pegs)
    assert all(body.IsPartner(bodies[0]) and not body.IsPartner(peg) for body in bodies)
    assert [body.Location().Transformation().TranslationPart().X() for body in bodies] == [0, 30, 0]
    assert [body.Orientation() for body in bodies] == [body.Orientation() for body in pegs]


def test_what_is_no_body_stays_in_the_shape() -> None:
    peg, plate = draw.cylinder(5, 20), draw.box((1, 2, 3))
    stray = explore(plate, TopAbs_ShapeEnum.TopAbs_FACE)[0]
    shape, _ = complete(draw.compound(peg, stray), [peg])
    assert [face.IsSame(stray) for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE)] == [False] * 3 + [
        True
    ]


def peg_without_a_seam(turn_deg: float) -> TopoDS_Solid:
    """Draw a cylinder of radius 5 and height 20 whose upper circle begins so far round from its lower one."""
    build, up = BRep_Builder(), gp_Dir(0, 0, 1)

    def ring(height: float, begin_deg: float) -> TopoDS_Wire:
        begin = gp_Dir(math.cos(math.radians(begin_deg)), math.sin(math.radians(begin_deg)), 0)
        edge = BRepBuilderAPI_MakeEdge(gp_Circ(gp_Ax2(gp_Pnt(0, 0, height), up, begin), 5)).Edge()
        return BRepBuilderAPI_MakeWire(edge).Wire()

    lower, upper = ring(0, 0), ring(20, turn_deg)
    side, shell, solid = TopoDS_Face(), TopoDS_Shell(), TopoDS_Solid()
    build.MakeFace(side, Geom_CylindricalSurface(gp_Ax3(gp_Pnt(0, 0, 0), up), 5), 1e-7)
    build.Add(side, lower)
    build.Add(side, upper.Reversed())
    build.MakeShell(shell)
    build.Add(shell, side)
    build.Add(shell, BRepBuilderAPI_MakeFace(gp_Pln(gp_Pnt(0, 0, 0), up), lower).Face().Reversed())
    build.Add(shell, BRepBuilderAPI_MakeFace(gp_Pln(gp_Pnt(0, 0, 20), up), upper).Face())
    build.MakeSolid(solid)
    build.Add(solid, shell)
    return solid


@pytest.mark.parametrize(("turn_deg", "edges"), [(0, 3), (90, 4)])
def test_a_seam_cuts_edges_in_two_for_both_faces_beside_them(turn_deg: float, edges: int) -> None:
    peg = peg_without_a_seam(turn_deg)
    shape, _ = complete(peg, [peg], accuracy_mm=1e-4)
    volume_properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, volume_properties)
    assert volume_properties.Mass() == pytest.approx(math.pi * 5**2 * 20, rel=1e-9)
    assert map_shapes(shape, TopAbs_ShapeEnum.TopAbs_EDGE).Extent() == edges
    assert len(explore(shape, TopAbs_ShapeEnum.TopAbs_EDGE)) == 2 * edges


def test_a_cut_edge_is_refused_where_the_file_says_no_accuracy() -> None:
    whole, cut = draw.cylinder(5, 20), peg_without_a_seam(90)
    complete(whole, [whole])
    with pytest.raises(KernelError, match="made anew"):
        complete(cut, [cut])


def test_an_edge_made_anew_for_one_face_is_no_way_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    peg, other = draw.cylinder(5, 20), draw.cylinder(5, 21)
    stranger = next(
        TopoDS.Face(face)
        for face in explore(other, TopAbs_ShapeEnum.TopAbs_FACE)
        if BRepAdaptor_Surface(TopoDS.Face(face), False).GetType() != GeomAbs_SurfaceType.GeomAbs_Plane
    )
    monkeypatch.setattr(pcurves.ShapeFix_Face, "Face", lambda repair: stranger)
    with pytest.raises(KernelError, match="made anew"):
        complete(peg, [peg])
