"""Faces: area, box, loops, a point inside, and on which side the material is."""

import math

import numpy as np
import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.collections import Array1_double, Array1_int, Array2_gp_Pnt
from OCP.Geom import Geom_BSplineSurface
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS_Shape

from engine.model.part import Face, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus
from tests.engine.kernel.test_edges import saddle
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.seams import is_seam

SPELLINGS = {"exact": draw.unified, "nurbs": draw.as_nurbs}


def only(part: Part, kind: type) -> Face:
    found = [face for face in part.faces if isinstance(face.surface, kind)]
    assert len(found) == 1
    return found[0]


def c_shape() -> draw.TopoDS_Shape:
    """Draw a C of 30 x 30 x 10, open towards +x: the middle of its box lies in the gap."""
    return draw.cut(draw.box((30, 30, 10)), draw.box((25, 20, 10), (5, 5, 0)))


def ring_plate() -> draw.TopoDS_Shape:
    return draw.cut(draw.box((30, 30, 10)), draw.cylinder(12, 10, (15, 15, 0)))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_bored_plates_faces_measure_as_drawn(spelling: str) -> None:
    part = part_of(SPELLINGS[spelling](ring_plate()))
    top, bore = face_at(part, (1, 1, 10)), face_at(part, (3, 15, 5))
    assert top.area_mm2 == pytest.approx(900 - math.pi * 144, rel=1e-8)
    assert bore.area_mm2 == pytest.approx(2 * math.pi * 12 * 10, rel=1e-8)
    np.testing.assert_allclose(top.centroid, (15, 15, 10), atol=1e-6)
    np.testing.assert_allclose(bore.centroid, (15, 15, 5), atol=1e-6)
    np.testing.assert_allclose(bore.box_mm, [[3, 3, 0], [27, 27, 10]], atol=1e-6)
    assert [loop.is_outer for loop in top.loops].count(True) == 1
    assert len(top.loops) == 2
    outer = next(loop for loop in top.loops if loop.is_outer)
    assert len(outer.edges) == 4
    assert part.volume_mm3 == pytest.approx(9000 - math.pi * 1440, rel=1e-8)
    assert part.area_mm2 == pytest.approx(sum(face.area_mm2 for face in part.faces))


@pytest.mark.parametrize("drawn", [c_shape(), ring_plate(), draw.torus(10, 3), draw.cone(5, 0, 9)])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_inner_point_lies_on_its_face_and_off_every_border(
    spelling: str, drawn: draw.TopoDS_Shape
) -> None:
    part = part_of(SPELLINGS[spelling](drawn))
    for face in part.faces:
        assert face_at(part, face.inner_point).id == face.id
        for loop in face.loops:
            for edge in loop.edges:
                if not is_seam(part.edges[edge]):
                    assert np.linalg.norm(part.edges[edge].points - face.inner_point, axis=1).min() > 0.5


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_inner_normal_points_out_of_the_material(spelling: str) -> None:
    from OCP.BRepClass3d import BRepClass3d_SolidClassifier
    from OCP.gp import gp_Pnt
    from OCP.TopAbs import TopAbs_State

    drawn = draw.fillet(draw.fuse(ring_plate(), draw.cylinder(2, 20, (1.5, 1.5, 0))), 0.5, (15, 30, 10))
    inside = BRepClass3d_SolidClassifier(drawn)
    for face in part_of(SPELLINGS[spelling](drawn)).faces:
        for side, state in ((0.01, TopAbs_State.TopAbs_OUT), (-0.01, TopAbs_State.TopAbs_IN)):
            inside.Perform(gp_Pnt(*(face.inner_point + side * face.inner_normal).tolist()), 1e-6)
            assert inside.State() == state


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_bores_have_sense_minus_one_and_shafts_plus_one(spelling: str) -> None:
    part = part_of(SPELLINGS[spelling](draw.cut(draw.cylinder(10, 20), draw.cylinder(4, 20))))
    shaft, bore = face_at(part, (0, 10, 7)), face_at(part, (0, 4, 7))
    assert isinstance(shaft.surface, Cylinder)
    assert isinstance(bore.surface, Cylinder)
    assert (shaft.sense, bore.sense) == (1, -1)
    assert shaft.surface.radius_mm == pytest.approx(10, abs=1e-9)
    assert bore.surface.radius_mm == pytest.approx(4, abs=1e-9)
    assert shaft.is_recovered == bore.is_recovered == (spelling == "nurbs")
    assert shaft.deviation_mm <= 1e-6


def test_a_planes_normal_is_the_outward_one() -> None:
    part = part_of(draw.box((1, 2, 3)))
    for face in part.faces:
        assert isinstance(face.surface, Plane)
        assert face.sense == 1
        np.testing.assert_allclose(face.surface.normal, face.inner_normal)
        assert (face.centroid - [0.5, 1, 1.5]) @ face.surface.normal > 0


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize(("bottom", "top"), [(8.0, 3.0), (3.0, 8.0), (8.0, 0.0)])
def test_a_cones_axis_points_from_its_apex_to_the_material(spelling: str, bottom: float, top: float) -> None:
    cone = only(part_of(SPELLINGS[spelling](draw.cone(bottom, top, 12))), Cone)
    assert isinstance(cone.surface, Cone)
    half = math.degrees(math.atan2(abs(bottom - top), 12))
    assert cone.surface.half_angle_deg == pytest.approx(half, abs=1e-7)
    assert cone.sense == 1
    apex = (0, 0, 12 * bottom / (bottom - top))
    np.testing.assert_allclose(cone.surface.apex, apex, atol=1e-6)
    np.testing.assert_allclose(cone.surface.axis, (0, 0, -1 if bottom > top else 1), atol=1e-9)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_cone_that_is_as_good_as_flat_or_straight_is_a_plane_or_a_cylinder(spelling: str) -> None:
    """Exporters write a flat ring as a cone of 89.999996 degrees; 89.9 degrees are a cone's."""
    spelled = SPELLINGS[spelling]
    flat = part_of(spelled(draw.fuse(draw.cylinder(8, 5), draw.cone(8.0, 3.0, 5e-7, (0, 0, 5)))))
    assert not any(isinstance(face.surface, Cone) for face in flat.faces)
    rise = 5.0 * math.tan(math.radians(0.1))
    peaked = part_of(spelled(draw.fuse(draw.cylinder(8, 5), draw.cone(8.0, 3.0, rise, (0, 0, 5)))))
    assert only(peaked, Cone).surface.half_angle_deg == pytest.approx(89.9, abs=1e-6)
    straight = part_of(spelled(draw.cone(8.0, 8.0 + 1e-5, 5.0)))
    assert not any(isinstance(face.surface, Cone) for face in straight.faces)


def test_a_countersink_is_a_cone_with_sense_minus_one() -> None:
    part = part_of(draw.cut(draw.box((20, 20, 10)), draw.cone(0, 8, 8, (10, 10, 2))))
    assert only(part, Cone).sense == -1


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_balls_and_rings_keep_center_and_radii(spelling: str) -> None:
    ball = only(part_of(SPELLINGS[spelling](draw.sphere(7, (1, 2, 3)))), Sphere).surface
    assert isinstance(ball, Sphere)
    np.testing.assert_allclose(ball.center, (1, 2, 3), atol=1e-6)
    assert ball.radius_mm == pytest.approx(7, abs=1e-6)
    ring = only(part_of(SPELLINGS[spelling](draw.torus(12, 4, (1, 2, 3), draw.X))), Torus).surface
    assert isinstance(ring, Torus)
    np.testing.assert_allclose(ring.center, (1, 2, 3), atol=1e-6)
    np.testing.assert_allclose(np.abs(ring.axis), (1, 0, 0), atol=1e-6)
    assert (ring.major_radius_mm, ring.minor_radius_mm) == pytest.approx((12, 4), abs=1e-6)


def test_a_saddle_stays_freeform_with_the_radii_of_its_middle() -> None:
    """Curvatures of z = x²/200 - y²/100 at the middle: +1/100 towards the normal, -1/50 away from it."""
    surface = only(part_of(saddle()), Freeform).surface
    assert isinstance(surface, Freeform)
    assert surface.min_convex_radius_mm == pytest.approx(50)  # the middle is one of the samples
    assert surface.min_concave_radius_mm == pytest.approx(100)


def test_a_part_read_in_inches_measures_the_same_in_millimeters() -> None:
    metric, inch = part_of(ring_plate()), part_of(ring_plate(), unit="INCH")
    meter = part_of(ring_plate(), unit="M")
    assert metric.unit.lower() == "millimetre"
    assert inch.unit.lower() == "inch"
    assert meter.unit.lower() == "metre"
    for other in (inch, meter):
        np.testing.assert_allclose(other.box_mm, metric.box_mm, atol=1e-9)
        assert other.volume_mm3 == pytest.approx(metric.volume_mm3)
        for one, two in zip(metric.faces, other.faces, strict=True):
            assert type(one.surface) is type(two.surface)
            np.testing.assert_allclose(one.inner_point, two.inner_point, atol=1e-9)


def test_a_part_far_from_the_origin_keeps_its_digits() -> None:
    near = part_of(ring_plate())
    far = part_of(draw.moved(ring_plate(), (1e6, -2e6, 3e6)))
    assert far.volume_mm3 == pytest.approx(near.volume_mm3, rel=1e-7)
    np.testing.assert_allclose(far.size_mm, near.size_mm, atol=1e-6)
    for one, two in zip(near.faces, far.faces, strict=True):
        assert two.area_mm2 == pytest.approx(one.area_mm2, rel=1e-6)


def test_an_eggs_smallest_radius_is_that_of_its_ends() -> None:
    """Half axes 5, 5 and 10: the ends have the radius 25/10, and the poles of the surface lie there."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_GTransform
    from OCP.gp import gp_GTrsf, gp_Mat, gp_XYZ

    stretch = gp_GTrsf(gp_Mat(1, 0, 0, 0, 1, 0, 0, 0, 2), gp_XYZ(0, 0, 0))
    egg = only(part_of(BRepBuilderAPI_GTransform(draw.sphere(5), stretch, True).Shape()), Freeform).surface
    assert isinstance(egg, Freeform)
    # sampled a twentieth of the way from the ends at best, so up to a tenth too large
    assert 2.5 <= egg.min_convex_radius_mm < 2.75
    assert egg.min_concave_radius_mm == math.inf


def trough(before: float, after: float) -> TopoDS_Shape:
    """Draw a slab 8 mm wide over z = before x² up to x = 0, z = after x² from there on: one B-spline."""
    profile, poles = ((-1.0, before), (-0.5, 0.0), (0.5, 0.0), (1.0, after)), Array2_gp_Pnt(1, 4, 1, 2)
    for row, (x, z) in enumerate(profile, start=1):
        for column, y in ((1, 0.0), (2, 8.0)):
            poles.SetValue(row, column, gp_Pnt(10.0 * x, y, 10.0 * z))
    surface = Geom_BSplineSurface(
        poles, doubles(0, 1, 2), doubles(0, 1), integers(3, 1, 3), integers(2, 2), 2, 1
    )
    face = BRepBuilderAPI_MakeFace(surface, 1e-7).Face()
    return BRepPrimAPI_MakePrism(face, gp_Vec(0, 0, 20)).Shape()


def doubles(*values: float) -> Array1_double:
    found = Array1_double(1, len(values))
    for index, value in enumerate(values, start=1):
        found.SetValue(index, float(value))
    return found


def integers(*values: int) -> Array1_int:
    found = Array1_int(1, len(values))
    for index, value in enumerate(values, start=1):
        found.SetValue(index, value)
    return found


@pytest.mark.parametrize(("before", "after"), [(0.5, 0.2), (0.2, 0.5), (0.3, 0.3)])
def test_where_a_curvature_changes_at_once_the_larger_one_says_the_radius(
    before: float, after: float
) -> None:
    part = part_of(trough(before, after))
    radii = [
        radius
        for face in part.faces
        if isinstance(face.surface, Freeform)
        for radius in (face.surface.min_concave_radius_mm, face.surface.min_convex_radius_mm)
        if math.isfinite(radius)
    ]
    assert radii == pytest.approx([10.0 / (2.0 * max(before, after))] * 2, rel=1e-4)
