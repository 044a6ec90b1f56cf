"""Edges: which way their points run, what their faces' normals and curvatures are."""

import numpy as np
import pytest

from engine.kernel.topology import measure
from engine.model.part import Circle, Edge, Line, OtherCurve, Part
from tests.support import draw
from tests.support.parts import brep_of, face_at, part_of
from tests.support.parts_holes import coil
from tests.support.seams import is_seam


def bored_block() -> draw.TopoDS_Shape:
    return draw.cut(draw.box((40, 30, 10)), draw.cylinder(6, 10, (20, 15, 0)))


def rounded_pocket() -> draw.TopoDS_Shape:
    pocket = draw.cut(draw.box((40, 30, 20)), draw.box((20, 10, 15), (10, 10, 5)))
    return draw.fillet(pocket, 2.0, (20, 10, 5), (10, 15, 5), (20, 0, 20), (10, 10, 12))


PARTS = {
    "cube": draw.box((10, 10, 10)),
    "bored block": bored_block(),
    "boss on a plate": draw.fuse(draw.box((40, 40, 5)), draw.cylinder(8, 20, (20, 20, 0))),
    "rounded pocket": rounded_pocket(),
    "cone": draw.cone(8, 3, 12),
    "pointed cone": draw.cone(8, 0, 12),
    "ball": draw.sphere(7),
    "ring": draw.torus(12, 4),
    "half ring": draw.common(draw.torus(12, 4), draw.box((40, 40, 40), (-20, 0, -20))),
    "crossing bores": draw.cut(bored_block(), draw.cylinder(2, 40, (0, 15, 5), draw.X)),
    "mirrored block": draw.mirrored(rounded_pocket()),
    "hollow": draw.cut(draw.box((20, 20, 20)), draw.box((10, 10, 10), (5, 5, 5))),
}


def borders(part: Part) -> list[Edge]:
    """Edges between two different faces."""
    return [edge for edge in part.edges if len(edge.faces) == 2 and not is_seam(edge)]


def into_first_face(edge: Edge, at: int) -> np.ndarray:
    """Direction square to the edge that leads, on the left, into `faces[0]`, at sample `at`."""
    tangent = edge.points[at + 1] - edge.points[at - 1]
    left = np.cross(edge.normals[0, at], tangent)
    return left / np.linalg.norm(left)


def distance_to_face(part: Part, face: int, point: np.ndarray) -> float:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeVertex
    from OCP.BRepExtrema import BRepExtrema_DistShapeShape
    from OCP.gp import gp_Pnt

    from tests.support.parts import _BREPS

    vertex = BRepBuilderAPI_MakeVertex(gp_Pnt(*point.tolist())).Vertex()
    return BRepExtrema_DistShapeShape(vertex, _BREPS[id(part)][1].faces[face]).Value()


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        *((name, "exact") for name in PARTS if name not in ("ball", "ring")),
        *((name, "nurbs") for name in ("bored block", "rounded pocket", "pointed cone", "half ring")),
    ],
)
def test_the_first_face_lies_on_the_left_seen_from_outside(name: str, spelling: str) -> None:
    part = part_of(PARTS[name] if spelling == "exact" else draw.as_nurbs(PARTS[name]))
    step = 0.01
    for edge in borders(part):
        middle = len(edge.points) // 2
        left = into_first_face(edge, middle)
        first, second = edge.faces
        here = edge.points[middle]
        # a step of 0.01 mm stays within 1e-4 of surfaces whose radius is 2 mm or more (sagitta s²/2r)
        assert distance_to_face(part, first, here + step * left) < 1e-4
        away = -np.cross(edge.normals[1, middle], edge.points[middle + 1] - edge.points[middle - 1])
        away /= np.linalg.norm(away)
        assert distance_to_face(part, second, here + step * away) < 1e-4
        if edge.normals[0, middle] @ edge.normals[1, middle] < 0.9:
            assert distance_to_face(part, first, here - step * left) > 0.5 * step


@pytest.mark.parametrize("name", PARTS)
def test_loops_run_with_the_face_on_the_left_and_close(name: str) -> None:
    part = part_of(PARTS[name])
    for face in part.faces:
        for loop in face.loops:
            ends = []
            for index in loop.edges:
                edge = part.edges[index]
                is_along = edge.faces[0] == face.id
                ends.append(
                    (edge.points[0], edge.points[-1]) if is_along else (edge.points[-1], edge.points[0])
                )
            if any(is_seam(part.edges[index]) for index in loop.edges):
                continue  # a seam is passed both ways
            for (_, head), (tail, _) in zip(ends, ends[1:] + ends[:1], strict=True):
                np.testing.assert_allclose(head, tail, atol=1e-6)


def test_a_cubes_edges_have_the_normals_of_its_sides() -> None:
    part = part_of(draw.box((10, 10, 10)))
    assert len(part.edges) == 12
    for edge in part.edges:
        assert isinstance(edge.curve, Line)
        np.testing.assert_allclose(edge.curve.direction, (edge.points[-1] - edge.points[0]) / 10, atol=1e-12)
        assert edge.length_mm == pytest.approx(10)
        assert len(edge.points) >= 5
        assert not edge.is_closed
        for face, normals in zip(edge.faces, edge.normals, strict=True):
            np.testing.assert_allclose(normals, np.tile(part.faces[face].inner_normal, (len(normals), 1)))
        assert (edge.curvatures == 0).all()


def test_a_bore_bends_towards_its_normal_and_a_shaft_away() -> None:
    bore = part_of(bored_block())
    seam = next(edge for edge in bore.edges if is_seam(edge))
    assert seam.faces[0] == face_at(bore, (14, 15, 5)).id
    np.testing.assert_allclose(seam.curvatures, 1 / 6, rtol=1e-9)
    shaft = part_of(draw.cylinder(6, 10))
    seam = next(edge for edge in shaft.edges if is_seam(edge))
    np.testing.assert_allclose(seam.curvatures, -1 / 6, rtol=1e-9)


def test_the_rim_of_a_bore_is_straight_across_on_both_sides() -> None:
    part = part_of(bored_block())
    rims = [edge for edge in part.edges if isinstance(edge.curve, Circle)]
    assert len(rims) == 2
    for rim in rims:
        np.testing.assert_allclose(rim.curvatures, 0, atol=1e-12)
        assert rim.is_closed
        np.testing.assert_array_equal(rim.points[0], rim.points[-1])
        assert rim.length_mm == pytest.approx(2 * np.pi * 6)
        assert len(rim.points) == 25  # 15 degrees apart


def normal_curvature_across(edge: Edge, part: Part, face: int) -> np.ndarray:
    return edge.curvatures[edge.faces.index(face)]


@pytest.mark.parametrize("spelling", [draw.unified, draw.as_nurbs])
def test_a_fillet_bends_towards_its_normal_and_a_round_away(spelling) -> None:  # type: ignore[no-untyped-def]
    notch = draw.cut(draw.box((30, 30, 20)), draw.box((20, 30, 10), (10, 0, 10)))
    part = part_of(spelling(draw.fillet(notch, 3.0, (10, 15, 10), (0, 15, 20))))
    middle = 3 - 3 / 2**0.5
    fillet = face_at(part, (10 + middle, 15, 10 + middle)).id
    rounded = face_at(part, (middle, 15, 20 - middle)).id
    for face, bend in ((fillet, 1 / 3), (rounded, -1 / 3)):
        springs = [e for e in part.edges if face in e.faces and e.length_mm == pytest.approx(30)]
        assert len(springs) == 2
        for spring in springs:
            np.testing.assert_allclose(normal_curvature_across(spring, part, face), bend, rtol=1e-6)
            other = spring.faces[1 - spring.faces.index(face)]
            np.testing.assert_allclose(normal_curvature_across(spring, part, other), 0, atol=1e-9)


@pytest.mark.parametrize("spelling", [draw.unified, draw.as_nurbs])
def test_cones_balls_and_rings_bend_as_their_formulas_say(spelling) -> None:  # type: ignore[no-untyped-def]
    frustum = part_of(spelling(draw.cone(8, 3, 12)))
    seam = next(edge for edge in frustum.edges if is_seam(edge))
    half = np.arctan2(5, 12)
    rho = np.hypot(seam.points[:, 0], seam.points[:, 1])
    np.testing.assert_allclose(seam.curvatures, [-np.cos(half) / rho] * 2, rtol=1e-6)

    ball = part_of(spelling(draw.sphere(7)))
    seam = next(edge for edge in ball.edges if is_seam(edge))
    inner = slice(1, -1)  # a B-spline ball has no normal at its poles
    np.testing.assert_allclose(seam.curvatures[:, inner], -1 / 7, rtol=1e-6)

    ring = part_of(spelling(draw.torus(12, 4)))
    for edge in ring.edges:
        rho, height = np.hypot(*edge.points.T[:2]), edge.points[:, 2]
        cosine = (rho - 12) / 4
        runs_round_tube = np.ptp(height) > 1
        expected = -cosine / rho if runs_round_tube else np.full(len(rho), -1 / 4)
        np.testing.assert_allclose(edge.curvatures, [expected] * 2, rtol=1e-6, atol=1e-9)


def test_normals_are_exact_on_curved_faces() -> None:
    part = part_of(draw.fillet(draw.cylinder(10, 20), 3.0, (-10, 0, 20)))
    for edge in part.edges:
        for face, normals in zip(edge.faces, edge.normals, strict=True):
            if part.faces[face].surface.__class__.__name__ == "Torus":
                spine = edge.points * [1, 1, 0]
                spine = spine / np.linalg.norm(spine, axis=1)[:, None] * 7 + [0, 0, 17]
                np.testing.assert_allclose(normals, (edge.points - spine) / 3, atol=1e-9)


def test_a_freeform_face_says_normals_and_curvature_from_its_own_surface() -> None:
    """A saddle z = x²/200 - y²/100 over a box: no line or circle anywhere, formulas known."""
    part = part_of(saddle())
    saddles = [face for face in part.faces if face.surface.__class__.__name__ == "Freeform"]
    assert len(saddles) == 1
    face = saddles[0].id
    for edge in part.edges:
        if face not in edge.faces:
            continue
        assert isinstance(edge.curve, OtherCurve)
        x, y, z = edge.points.T
        np.testing.assert_allclose(z, 20 + x**2 / 200 - y**2 / 100, atol=1e-6)
        slope = np.column_stack([-x / 100, y / 50, np.ones(len(x))])
        slope /= np.linalg.norm(slope, axis=1)[:, None]
        side = edge.faces.index(face)
        np.testing.assert_allclose(edge.normals[side], slope, atol=1e-6)
        # across an edge along x the surface bends as -y²/100 does: away from +z, so negative
        signs = np.sign(edge.curvatures[side])
        assert (signs == (-1 if np.ptp(x) > np.ptp(y) else 1)).all()


def test_a_part_turned_over_keeps_every_curvature() -> None:
    drawn = rounded_pocket()
    before, after = part_of(drawn), part_of(draw.turned(drawn, 37.0, (1, 2, 3)))
    for one, other in zip(before.edges, after.edges, strict=True):
        assert one.faces == other.faces
        np.testing.assert_allclose(one.curvatures, other.curvatures, atol=1e-9)


def test_a_free_border_has_one_face_on_its_left() -> None:
    """A solid missing a side: a box whose lid was left out of the shell."""
    from OCP.BRep import BRep_Builder
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopoDS import TopoDS_Shell, TopoDS_Solid

    from engine.kernel.brep import Brep, explore

    box = draw.box((10, 10, 10))
    builder, shell, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
    builder.MakeShell(shell)
    builder.MakeSolid(solid)
    faces = explore(box, TopAbs_ShapeEnum.TopAbs_FACE)[:-1]
    for face in faces:
        builder.Add(shell, face)
    builder.Add(solid, shell)
    brep = brep_of(box)
    opened = Brep(
        solid,
        tuple(draw.TopoDS.Face(f) for f in faces),
        (solid,),
        np.zeros(5, dtype=np.int64),
        ("box",),
        "box",
        "mm",
        (),
    )
    part = measure(opened)
    free = [edge for edge in part.edges if len(edge.faces) == 1]
    assert len(free) == 4
    for edge in free:
        middle = len(edge.points) // 2
        face = part.faces[edge.faces[0]]
        assert (face.inner_point - edge.points[middle]) @ into_first_face(edge, middle) > 0
    assert not part.bodies[0].is_closed
    assert any("gaps" in note for note in part.notes)
    assert measure(brep).bodies[0].is_closed


def saddle() -> draw.TopoDS_Shape:
    """Draw a box of 40 x 40 whose top is the saddle z = 20 + x²/200 - y²/100 (exactly a biquadratic)."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
    from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
    from OCP.collections import Array2_gp_Pnt
    from OCP.Geom import Geom_BezierSurface
    from OCP.gp import gp_Pnt, gp_Vec

    poles = Array2_gp_Pnt(1, 3, 1, 3)
    # Bézier ordinates of t² on [-20, 20] are 400, -400, 400
    square = (400.0, -400.0, 400.0)
    for i, x in enumerate((-20.0, 0.0, 20.0)):
        for j, y in enumerate((-20.0, 0.0, 20.0)):
            poles.SetValue(i + 1, j + 1, gp_Pnt(x, y, 20 + square[i] / 200 - square[j] / 100))
    face = BRepBuilderAPI_MakeFace(Geom_BezierSurface(poles), 1e-6).Face()
    tall = BRepPrimAPI_MakePrism(face, gp_Vec(0, 0, -60)).Shape()
    return draw.cut(tall, draw.box((80, 80, 80), (-40, -40, -80)))


def test_an_edge_where_two_blocks_touch_has_four_faces() -> None:
    """Two cubes that share one edge, as one solid: forward passes come first, each face on the left."""
    from OCP.BOPAlgo import BOPAlgo_Builder
    from OCP.BRep import BRep_Builder
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopoDS import TopoDS_Shell, TopoDS_Solid

    from engine.kernel.brep import Brep, explore

    common = BOPAlgo_Builder()
    common.AddArgument(draw.box((10, 10, 10)))
    common.AddArgument(draw.box((10, 10, 10), (10, 10, 0)))
    common.Perform()
    builder, shell, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
    builder.MakeShell(shell)
    builder.MakeSolid(solid)
    faces = tuple(draw.TopoDS.Face(face) for face in explore(common.Shape(), TopAbs_ShapeEnum.TopAbs_FACE))
    for face in faces:
        builder.Add(shell, face)
    builder.Add(solid, shell)
    part = measure(Brep(solid, faces, (solid,), np.zeros(12, dtype=np.int64), ("two",), "two", "mm", ()))
    crossing = [edge for edge in part.edges if len(edge.faces) != 2]
    assert [len(edge.faces) for edge in crossing] == [4]
    edge = crossing[0]
    np.testing.assert_allclose(edge.points[:, :2], 10)
    assert edge.normals.shape == (4, len(edge.points), 3)
    tangent = (edge.points[-1] - edge.points[0]) / 10
    for side, face in enumerate(edge.faces):
        left = np.cross(edge.normals[side, 2], tangent)
        way = (part.faces[face].inner_point - edge.points[2]) @ left
        assert way > 0 if side < 2 else way < 0
    assert part.bodies[0].is_closed
    assert part.volume_mm3 == pytest.approx(2000)


@pytest.mark.parametrize("turns", [2, 32])
def test_the_points_of_an_edge_that_winds_wind_with_it(turns: int) -> None:
    """The wire of a spring: a point for each turn would be a straight line, as 33 are of 32 turns."""
    part = part_of(coil([(9, -1), (11, 0), (9, 1)], 5.0, 5.0 * turns, 0.0))
    wound = [edge for edge in part.edges if edge.length_mm > 50.0 * turns]
    assert len(wound) == 3
    for edge in wound:
        reached = np.linalg.norm(np.diff(edge.points, axis=0), axis=1).sum()
        assert 0.95 * edge.length_mm <= reached <= edge.length_mm * (1 + 1e-9)
