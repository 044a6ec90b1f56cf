"""Bodies: shells, voids, volumes, and what makes them doubtful."""

import re

import pytest

from tests.support import draw
from tests.support.parts import brep_of, part_of


def hollow_cube() -> draw.TopoDS_Shape:
    return draw.cut(draw.box((20, 20, 20)), draw.box((10, 10, 10), (5, 5, 5)))


def test_a_sealed_hollow_is_a_void_shell() -> None:
    body = part_of(hollow_cube(), is_checked=True).bodies[0]
    assert len(body.shells) == 2
    outer, void = sorted(body.shells, key=lambda shell: shell.is_void)
    assert (outer.is_void, void.is_void) == (False, True)
    assert outer.volume_mm3 == pytest.approx(8000)
    assert void.volume_mm3 == pytest.approx(1000)
    assert body.volume_mm3 == pytest.approx(7000)
    assert body.area_mm2 == pytest.approx(6 * 400 + 6 * 100)
    assert body.is_closed
    assert body.is_valid


def test_a_hollow_that_opens_to_the_outside_is_no_void() -> None:
    opened = draw.cut(hollow_cube(), draw.box((2, 2, 10), (9, 9, 12)))
    body = part_of(opened).bodies[0]
    assert [shell.is_void for shell in body.shells] == [False]
    assert body.volume_mm3 == pytest.approx(7000 - 2 * 2 * 5)


def test_bodies_side_by_side_have_faces_and_volumes_of_their_own() -> None:
    part = part_of(draw.compound(draw.box((10, 10, 10)), draw.sphere(3, (30, 0, 0))), is_checked=True)
    assert [round(body.volume_mm3, 3) for body in part.bodies] == [1000, 113.097]
    assert [len(body.faces) for body in part.bodies] == [6, 1]
    assert [face.body for face in part.faces] == [0] * 6 + [1]
    assert part.volume_mm3 == pytest.approx(1113.0973, abs=1e-3)
    assert not part.notes


def test_a_solid_used_twice_counts_as_two_bodies_where_it_was_put() -> None:
    from OCP.gp import gp_Trsf, gp_Vec
    from OCP.TopLoc import TopLoc_Location

    shift = gp_Trsf()
    shift.SetTranslation(gp_Vec(50, 0, 0))
    bolt = draw.fuse(draw.cylinder(3, 20), draw.cylinder(6, 4))
    part = part_of(draw.compound(bolt, bolt.Moved(TopLoc_Location(shift))))
    assert len(part.bodies) == 2
    assert part.bodies[0].volume_mm3 == pytest.approx(part.bodies[1].volume_mm3)
    assert set(part.bodies[0].faces).isdisjoint(part.bodies[1].faces)
    assert part.size_mm == pytest.approx((62, 12, 20))


def test_bodies_that_share_a_face_get_one_each() -> None:
    """General fuse leaves one face between two boxes: each body needs a side of its own."""
    from OCP.BOPAlgo import BOPAlgo_Builder

    builder = BOPAlgo_Builder()
    builder.AddArgument(draw.box((10, 10, 10)))
    builder.AddArgument(draw.box((10, 10, 10), (10, 0, 0)))
    builder.Perform()
    part = part_of(builder.Shape())
    assert [len(body.faces) for body in part.bodies] == [6, 6]
    assert all(body.is_closed for body in part.bodies)
    assert part.volume_mm3 == pytest.approx(2000)
    assert {
        (face.inner_normal[0].round(), face.body)
        for face in part.faces
        if abs(face.inner_point[0] - 10) < 1e-9
    } == {
        (1, 0),
        (-1, 1),
    }


def test_an_inside_out_solid_is_turned() -> None:
    from engine.kernel import gather

    notes: list[str] = []
    box = draw.box((10, 10, 10))
    turned = gather.oriented_outward([box.Reversed(), box], notes)
    assert [body.Orientation() for body in turned] == [box.Orientation()] * 2
    assert notes == ["Bodies that were inside out in the file and have been turned: 1."]


def test_bodies_that_overlap_are_reported_and_nested_or_touching_ones_are_not() -> None:
    box = draw.box((20, 20, 20))
    overlapping = draw.compound(box, draw.box((20, 20, 20), (10, 5, 5)))
    touching = draw.compound(box, draw.box((20, 20, 20), (20, 0, 0)))
    nested = draw.compound(hollow_cube(), draw.sphere(4, (10, 10, 10)))
    assert any("overlap" in note for note in part_of(overlapping).notes)
    assert not part_of(touching, is_checked=True).notes
    assert not part_of(nested, is_checked=True).notes


def bored_twice(apart: float) -> draw.TopoDS_Shape:
    """Extrude a square whose face has two round holes drawn in it, 8 mm across, without uniting them."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
    from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
    from OCP.gp import gp_Ax2, gp_Circ, gp_Dir, gp_Pln, gp_Pnt, gp_Vec
    from OCP.TopoDS import TopoDS

    face = BRepBuilderAPI_MakeFace(gp_Pln(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), -20, 20, -20, 20)
    for x in (-apart / 2, apart / 2):
        circle = gp_Circ(gp_Ax2(gp_Pnt(x, 0, 0), gp_Dir(0, 0, 1)), 4.0)
        wire = BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(circle).Edge()).Wire()
        face.Add(TopoDS.Wire(wire.Reversed()))
    return BRepPrimAPI_MakePrism(face.Face(), gp_Vec(0, 0, 5)).Shape()


def test_holes_drawn_across_each_other_make_an_unsound_body_and_holes_apart_do_not() -> None:
    sound, crossed = (part_of(bored_twice(apart), is_checked=True) for apart in (12, 6))
    assert sound.bodies[0].is_valid
    assert not sound.notes
    assert not crossed.bodies[0].is_valid
    assert any("check" in note for note in crossed.notes)


def test_a_corner_off_its_edges_makes_a_body_doubtful(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """One vertex point of a cube is moved by 5 mm while its lines and planes stay."""
    from engine.kernel.read_step import read_step
    from engine.kernel.topology import measure

    path = draw.write_step(draw.box((10, 10, 10)), tmp_path / "cube.step")
    text = path.read_text()
    assert not measure(read_step(path)).notes
    vertex = re.search(r"VERTEX_POINT\('',#(\d+)\)", text)
    assert vertex
    point = re.search(rf"#{vertex.group(1)} = CARTESIAN_POINT\('',\(([^)]*)\)\)", text)
    assert point
    path.write_text(text.replace(point.group(0), point.group(0).replace(point.group(1), "-5.,0.,0.")))
    part = measure(read_step(path))
    assert not part.bodies[0].is_valid
    assert any("apart" in note for note in part.notes)


def test_the_shape_behind_a_part_keeps_its_face_order() -> None:
    brep = brep_of(draw.cut(draw.box((20, 20, 5)), draw.cylinder(4, 5, (10, 10, 0))))
    from OCP.TopAbs import TopAbs_ShapeEnum

    from engine.kernel.brep import map_shapes

    ids = map_shapes(brep.shape, TopAbs_ShapeEnum.TopAbs_FACE)
    assert [ids.FindIndex(face) - 1 for face in brep.faces] == list(range(7))
