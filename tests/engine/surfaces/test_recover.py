"""Surfaces recovered from samples: what is one of the five is found, what only nearly is stays freeform."""

import numpy as np
import pytest

from engine.model.arrays import Floats
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus
from engine.surfaces.recover import Recovered, recover
from tests.support import draw
from tests.support.parts import face_at, part_of

Samples = tuple[Floats, Floats]
PLACED = np.linalg.qr(np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 4.0], [5.0, 6.0, 0.0]]))[0]
SHIFT = np.array([10.0, -20.0, 30.0])


def placed(points: Floats, normals: Floats) -> Samples:
    """Put samples askew in space."""
    return points @ PLACED.T + SHIFT, normals @ PLACED.T


def grid(low_u: float, high_u: float, low_v: float, high_v: float, count: int = 9) -> tuple[Floats, Floats]:
    u, v = np.meshgrid(np.linspace(low_u, high_u, count), np.linspace(low_v, high_v, count))
    return u.ravel(), v.ravel()


def cylinder_patch(radius: float, turn_deg: float, height: float = 20.0) -> Samples:
    u, v = grid(0, np.radians(turn_deg), 0, height)
    normals = np.column_stack([np.cos(u), np.sin(u), 0 * u])
    return placed(radius * normals + np.column_stack([0 * u, 0 * u, v]), normals)


def elliptic_patch(a: float, b: float) -> Samples:
    u, v = grid(0, np.pi, 0, 20)
    normals = np.column_stack([np.cos(u) / a, np.sin(u) / b, 0 * u])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return placed(np.column_stack([a * np.cos(u), b * np.sin(u), v]), normals)


def sphere_patch(radius: float, stretch: float = 1.0) -> Samples:
    u, v = grid(0, 1.5, 0.2, 1.2)
    on = np.column_stack([np.cos(v) * np.cos(u), np.cos(v) * np.sin(u), np.sin(v)])
    normals = on / [1, 1, stretch]
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return placed(radius * on * [1, 1, stretch], normals)


def cone_patch(half_deg: float, low: float, high: float) -> Samples:
    u, v = grid(0, 1.8, low, high)
    half = np.radians(half_deg)
    around = np.column_stack([np.cos(u), np.sin(u), 0 * u])
    up = np.array([0.0, 0.0, 1.0])
    points = (v * np.tan(half))[:, None] * around + v[:, None] * up
    return placed(points, np.cos(half) * around - np.sin(half) * up)


def torus_patch(major: float, minor: float, from_deg: float, to_deg: float) -> Samples:
    u, v = grid(0, 1.2, np.radians(from_deg), np.radians(to_deg))
    around = np.column_stack([np.cos(u), np.sin(u), 0 * u])
    normals = np.cos(v)[:, None] * around + np.sin(v)[:, None] * [0, 0, 1]
    return placed(major * around + minor * normals, normals)


def found(samples: Samples, width: float = 10.0, side: float = 1.0) -> Recovered:
    answer = recover(samples[0], side * samples[1], width)
    assert answer is not None
    return answer


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("turn_deg", [5.0, 45.0, 180.0, 350.0])
@pytest.mark.parametrize("radius", [0.5, 6.0, 400.0])
def test_a_patch_of_a_cylinder_is_one_whichever_side_is_out(
    radius: float, turn_deg: float, side: float
) -> None:
    width = min(20.0, radius * np.radians(turn_deg))
    answer = found(cylinder_patch(radius, turn_deg), width, side)
    assert isinstance(answer.surface, Cylinder)
    assert answer.surface.radius_mm == pytest.approx(radius, rel=1e-6)
    np.testing.assert_allclose(np.abs(answer.surface.axis @ PLACED[:, 2]), 1, atol=1e-9)
    offset = SHIFT - answer.surface.origin
    off_axis = offset - (offset @ answer.surface.axis) * answer.surface.axis
    assert np.linalg.norm(off_axis) < 1e-5 * radius
    assert answer.deviation_mm < 1e-6


def test_an_ellipse_extruded_is_no_cylinder() -> None:
    assert recover(*elliptic_patch(10, 10), 10) is not None
    assert recover(*elliptic_patch(10, 10.2), 10) is None


def test_a_ball_is_found_and_an_egg_is_not() -> None:
    ball = found(sphere_patch(8)).surface
    assert isinstance(ball, Sphere)
    assert ball.radius_mm == pytest.approx(8)
    np.testing.assert_allclose(ball.center, SHIFT, atol=1e-7)
    assert recover(*sphere_patch(8, stretch=1.02), 10) is None


@pytest.mark.parametrize("half_deg", [0.5, 20.0, 59.0, 88.0])
def test_a_patch_of_a_cone_keeps_apex_axis_and_angle(half_deg: float) -> None:
    cone = found(cone_patch(half_deg, 20, 40)).surface
    assert isinstance(cone, Cone)
    assert cone.half_angle_deg == pytest.approx(half_deg, abs=1e-6)
    np.testing.assert_allclose(cone.axis, PLACED[:, 2], atol=1e-7)
    np.testing.assert_allclose(cone.apex, SHIFT, atol=1e-4)


@pytest.mark.parametrize(
    ("major", "minor", "low", "high"),
    [
        *((20, 3, low, high) for low, high in ((-170, -100), (20, 60), (90, 180))),
        *((300, 10, low, high) for low, high in ((-170, -100), (20, 60), (90, 180))),
        *((5, 4, low, high) for low, high in ((-170, -100), (20, 60), (90, 180))),
        (4, 5, 20, 60),  # the tube reaches over the axis
    ],
)
def test_fillets_inner_and_outer_are_tori(major: float, minor: float, low: float, high: float) -> None:
    torus = found(torus_patch(major, minor, low, high), 2.0).surface
    assert isinstance(torus, Torus)
    assert (torus.major_radius_mm, torus.minor_radius_mm) == pytest.approx((major, minor), rel=1e-5)
    np.testing.assert_allclose(torus.center, SHIFT, atol=1e-4)
    np.testing.assert_allclose(np.abs(torus.axis @ PLACED[:, 2]), 1, atol=1e-9)


@pytest.mark.parametrize("count", [7, 8, 9, 10, 11, 13])
@pytest.mark.parametrize("rough_mm", [1e-5, 5e-5, 1e-4])
def test_a_short_arc_of_a_rough_ring_is_a_torus_however_densely_it_is_sampled(
    count: int, rough_mm: float
) -> None:
    """A spline stands for a fillet of 1.5 along an arc of 18.6, and waves a little, as kernels leave it."""
    major, minor = 18.6, 1.5
    u, v = grid(0.0, 0.6, np.radians(-170), np.radians(-110), count)
    around = np.column_stack([np.cos(u), np.sin(u), 0 * u])
    along = np.column_stack([-np.sin(u), np.cos(u), 0 * u])
    spokes = np.cos(v)[:, None] * around + np.sin(v)[:, None] * [0, 0, 1]
    wave = rough_mm * np.cos(9.0 * u + 1.0)
    lean = rough_mm * 9.0 * np.sin(9.0 * u + 1.0) / (major + minor * np.cos(v))
    normals = spokes + lean[:, None] * along
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    answer = found(placed(major * around + (minor + wave)[:, None] * spokes, normals), 1.7)
    assert isinstance(answer.surface, Torus)
    assert answer.surface.minor_radius_mm == pytest.approx(minor, abs=2.0 * rough_mm)
    assert answer.deviation_mm < 2.0 * rough_mm


def test_a_plane_is_a_plane_and_not_a_large_cylinder() -> None:
    x, y = grid(0, 30, 0, 20)
    flat = placed(np.column_stack([x, y, 0 * x]), np.tile([0.0, 0.0, 1.0], (len(x), 1)))
    answer = found(flat)
    assert isinstance(answer.surface, Plane)
    np.testing.assert_allclose(answer.surface.normal, PLACED[:, 2], atol=1e-12)


def test_an_arc_too_flat_to_say_is_a_plane_and_says_how_far_it_strays() -> None:
    """10 mm wide: at radius 5e6 it rises 2.5e-6 mm (the tolerance is 1.1e-5), at 1000 mm 0.0125 mm."""
    hardly = found(cylinder_patch(5e6, np.degrees(10 / 5e6)), 10.0)
    assert isinstance(hardly.surface, Plane)
    assert 0 < hardly.deviation_mm < 1e-5
    assert isinstance(found(cylinder_patch(1000, np.degrees(10 / 1000)), 10.0).surface, Cylinder)


def test_a_rough_copy_is_recovered_with_its_deviation_and_a_rougher_one_is_not() -> None:
    """A sine of 5 um along a cylinder of 6 mm strays within a thousandth of its width, one of 50 does not."""
    points, normals = cylinder_patch(6.0, 180)
    ripple = np.sin(np.arange(len(points)))[:, None] * normals
    rough = recover(points + 0.005 * ripple, normals, 10.0)
    assert rough is not None
    assert isinstance(rough.surface, Cylinder)
    assert rough.surface.radius_mm == pytest.approx(6, abs=0.005)
    assert 0.004 < rough.deviation_mm < 0.01
    assert recover(points + 0.05 * ripple, normals, 10.0) is None


def test_normals_that_lean_forbid_what_the_points_allow() -> None:
    points, normals = cylinder_patch(6.0, 180)
    leaning = normals + 0.02 * np.cos(np.arange(len(points)))[:, None] * PLACED[:, 2]
    leaning /= np.linalg.norm(leaning, axis=1)[:, None]
    assert recover(points, leaning, 10.0) is None


def test_a_saddle_and_a_helicoid_are_none_of_the_five() -> None:
    x, y = grid(-10, 10, -10, 10)
    saddle = np.column_stack([x, y, x * y / 50])
    normals = np.column_stack([-y / 50, -x / 50, np.ones(len(x))])
    assert recover(saddle, normals / np.linalg.norm(normals, axis=1)[:, None], 10.0) is None
    u, v = grid(0, 3, 2, 6)
    screw = np.column_stack([v * np.cos(u), v * np.sin(u), 2 * u])
    normals = np.column_stack([2 * np.sin(u), -2 * np.cos(u), v])
    assert recover(screw, normals / np.linalg.norm(normals, axis=1)[:, None], 5.0) is None


def extruded_outline(radius_y: float) -> draw.TopoDS_Shape:
    """Extrude an ellipse of half axis 5 along x, spelled as a B-spline curve."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
    from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
    from OCP.Geom import Geom_Ellipse
    from OCP.GeomConvert import GeomConvert
    from OCP.gp import gp_Ax2, gp_Dir, gp_Elips, gp_Pnt, gp_Vec

    ellipse = Geom_Ellipse(gp_Elips(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), 5.0, radius_y))
    curve = GeomConvert.CurveToBSplineCurve_s(ellipse)
    wire = BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(curve).Edge()).Wire()
    return BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(wire, True).Face(), gp_Vec(0, 0, 12)).Shape()


def test_an_extruded_spline_that_is_round_is_a_cylinder_and_an_oval_one_is_not() -> None:
    round_part, oval = part_of(extruded_outline(5.0)), part_of(extruded_outline(4.0))
    wall = face_at(round_part, (0, 5, 6))
    assert isinstance(wall.surface, Cylinder)
    assert wall.is_recovered
    assert wall.surface.radius_mm == pytest.approx(5)
    assert type(face_at(oval, (0, 4, 6)).surface).__name__ == "Freeform"
    assert oval.volume_mm3 == pytest.approx(np.pi * 5 * 4 * 12, rel=1e-7)


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_pieces_of_a_bore_spelled_as_splines_are_one_cylinder(pieces: int) -> None:
    """Cut into sectors before conversion: each piece must be found by itself, on one axis."""
    bore = draw.cut(draw.cylinder(12, 10), draw.cylinder(5, 10))
    sector = draw.cylinder(20, 10, turn=360 / pieces)
    part = part_of(draw.as_nurbs(draw.common(bore, sector)))
    middle = np.radians(180 / pieces)
    wall = face_at(part, (5 * np.cos(middle), 5 * np.sin(middle), 5))
    assert isinstance(wall.surface, Cylinder)
    assert wall.sense == -1
    assert wall.surface.radius_mm == pytest.approx(5, abs=1e-8)
    np.testing.assert_allclose(wall.surface.origin[:2], 0, atol=1e-8)
