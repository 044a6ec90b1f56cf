"""Triangles fall into the faces they were made from, and into no others."""

from functools import cache

import numpy as np
import pytest

from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus
from engine.progress import Progress
from engine.segment import mesh_repair, regions
from tests.support import draw, parts_blends, parts_pockets
from tests.support.triangulated import kinds, of_kind, segmented, shuffled, single, soup, turned

FINE_TURN_DEG = 11.46
"""0.2 rad, which some exporters ask for."""


def ngon_plate(sides: int, radius: float = 5.0):
    """Draw a plate 40 x 40 x 10 with a hole of many flat sides through it."""
    angle = 2 * np.pi * np.arange(sides) / sides
    hole = [(20 + radius * np.cos(a), 20 + radius * np.sin(a), 0.0) for a in angle]
    return soup(draw.cut(draw.box((40, 40, 10)), draw.prism(hole, (0, 0, 10))))


def rounded_box():
    body = draw.box((30, 20, 10))
    return draw.fillet(
        body,
        2.0,
        *[
            p
            for x in (0, 15, 30)
            for y in (0, 10, 20)
            for z in (0, 5, 10)
            if (p := (x, y, z)) and sum((x == 15, y == 10, z == 5)) == 1
        ],
    )


def test_a_box_is_six_planes():
    joined, found = segmented(soup(draw.box((30, 20, 10))))
    assert kinds(found) == {"Plane": 6}
    assert (np.diff(areas(joined, found).round(6)) <= 0).all()


def areas(joined, found):
    return np.bincount(found.region_of_triangle, joined.areas)


def test_a_plate_with_a_round_hole_has_one_cylinder_of_its_radius_facing_in():
    joined, found = of_part("hole")
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}
    [bore] = of_kind(found, Cylinder)
    assert bore.radius_mm == pytest.approx(5.0, abs=1e-5)
    assert abs(bore.axis[2]) == pytest.approx(1.0, abs=1e-9)
    at = found.surfaces.index(bore)
    assert found.senses[at] == -1
    assert found.deviations_mm[at] < 4 * joined.noise_mm
    # 24 flat facets, each as wide as its chord
    assert areas(joined, found)[at] == pytest.approx(24 * 2 * 5 * np.sin(np.pi / 24) * 10, rel=1e-6)


@pytest.mark.parametrize("sides", [3, 4, 6, 8])
def test_a_hole_of_few_sides_stays_as_many_planes(sides):
    _, found = segmented(ngon_plate(sides))
    assert kinds(found) == {"Plane": 6 + sides}


@pytest.mark.parametrize("sides", [12, 16, 48])
def test_a_hole_of_many_sides_is_one_cylinder(sides):
    _, found = segmented(ngon_plate(sides))
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}


def test_a_box_rounded_all_over_has_twelve_cylinders_and_eight_spheres():
    _, found = of_part("rounded")
    assert kinds(found) == {"Cylinder": 12, "Plane": 6, "Sphere": 8}
    for ball in of_kind(found, Sphere):
        assert ball.radius_mm == pytest.approx(2.0, abs=1e-4)
    for round_ in of_kind(found, Cylinder):
        assert round_.radius_mm == pytest.approx(2.0, abs=1e-4)


def test_a_round_between_two_planes_is_a_cylinder_and_a_chamfer_is_a_plane():
    body = draw.box((30, 20, 10))
    _, rounded = segmented(soup(draw.fillet(body, 3.0, (15, 0, 10))))
    assert kinds(rounded) == {"Cylinder": 1, "Plane": 6}
    assert of_kind(rounded, Cylinder)[0].radius_mm == pytest.approx(3.0, abs=1e-5)
    _, cut = segmented(soup(draw.chamfer(draw.box((30, 20, 10)), 3.0, (15, 0, 10))))
    assert kinds(cut) == {"Plane": 7}


def test_a_flat_top_between_two_shallow_bevels_is_no_cylinder():
    # any three rulings lie on some cylinder; the fourth does here too, for the bevels are alike
    outline = [(0, 0, 0), (30, 0, 0), (30, 0, 8), (27, 0, 9), (3, 0, 9), (0, 0, 8)]
    _, found = segmented(soup(draw.prism(outline, (0, 20, 0))))
    assert kinds(found) == {"Plane": 8}


def test_a_cone_is_a_cone():
    _, found = segmented(soup(draw.cone(10, 4, 12)))
    assert kinds(found) == {"Cone": 1, "Plane": 2}
    [cone] = of_kind(found, Cone)
    assert cone.half_angle_deg == pytest.approx(np.degrees(np.arctan(0.5)), abs=1e-4)
    assert cone.apex == pytest.approx([0, 0, 20], abs=1e-3)
    assert found.senses[found.surfaces.index(cone)] == 1


def test_a_ball_is_a_sphere_and_not_rings_of_cones():
    _, found = segmented(soup(draw.sphere(8.0)))
    assert kinds(found) == {"Sphere": 1}
    assert found.surfaces[0].radius_mm == pytest.approx(8.0, abs=1e-4)


def test_a_ring_is_a_torus_and_not_rows_of_cones():
    _, found = segmented(soup(draw.torus(20.0, 5.0), turn_deg=15.0))
    assert kinds(found) == {"Torus": 1}
    [ring] = of_kind(found, Torus)
    assert (ring.major_radius_mm, ring.minor_radius_mm) == pytest.approx((20.0, 5.0), abs=1e-4)


def test_a_fillet_round_a_boss_is_a_torus_between_a_plane_and_a_cylinder():
    _, found = of_part("boss")
    assert kinds(found) == {"Cylinder": 1, "Plane": 7, "Torus": 1}
    [fillet] = of_kind(found, Torus)
    assert (fillet.major_radius_mm, fillet.minor_radius_mm) == pytest.approx((10.0, 2.0), abs=1e-4)
    assert found.senses[found.surfaces.index(fillet)] == -1


def pocket(corner_mm: float, floor_mm: float):
    tool = parts_pockets.sunk((40, 24, 12), corner_mm=corner_mm, floor_mm=floor_mm)
    return draw.cut(parts_pockets.block(), tool)


@pytest.mark.parametrize("density", [(0.02, FINE_TURN_DEG), (0.1, 20)], ids=str)
def test_a_floor_fillet_in_a_corner_twice_as_round_is_a_torus_without_a_hole(density):
    _, found = segmented(soup(pocket(4.0, 2.0), *density))
    assert kinds(found) == {"Cylinder": 8, "Plane": 11, "Torus": 4}
    for ring in of_kind(found, Torus):
        assert ring.minor_radius_mm == pytest.approx(2.0, abs=1e-3)
        assert ring.major_radius_mm == pytest.approx(2.0, abs=1e-3)


def test_a_floor_fillet_in_a_corner_less_than_twice_as_round_is_a_torus_that_meets_itself():
    _, found = segmented(soup(pocket(3.0, 2.0), 0.02, 8))
    assert kinds(found) == {"Cylinder": 8, "Plane": 11, "Torus": 4}
    for ring in of_kind(found, Torus):
        assert (ring.major_radius_mm, ring.minor_radius_mm) == pytest.approx((1.0, 2.0), abs=1e-3)


def waves(height: float):
    """Draw a sheet 30 x 30 that waves both ways, on a grid."""
    x, y = np.meshgrid(np.linspace(0, 30, 31), np.linspace(0, 30, 31), indexing="ij")
    z = height * (np.sin(x / 6.0) + np.cos(y / 7.0 + x / 15.0))
    corner = (np.arange(30)[:, None] * 31 + np.arange(30)).ravel()
    triangles = np.concatenate(
        [np.stack([corner, corner + 31, corner + 32], 1), np.stack([corner, corner + 32, corner + 1], 1)]
    )
    return single(np.stack([x.ravel(), y.ravel(), z.ravel()], 1)), triangles


def test_a_waving_sheet_is_one_free_form_face_with_radii_on_both_sides():
    _, found = segmented(waves(2.0))
    assert kinds(found) == {"Freeform": 1}
    [sheet] = of_kind(found, Freeform)
    # across x the crest's radius is 36 / 2; y adds a little
    assert 10 < sheet.min_convex_radius_mm < 20
    assert 10 < sheet.min_concave_radius_mm < 20
    # chords 1 mm long on a radius of some 20 are 1 / 160 off
    assert 0.001 < found.deviations_mm[0] < 0.02


def test_the_same_sheet_without_waves_is_a_plane():
    _, found = segmented(waves(0.0))
    assert kinds(found) == {"Plane": 1}


PARTS = {
    "boss": lambda: soup(
        draw.fillet(draw.fuse(draw.box((40, 40, 5)), draw.cylinder(8, 12, (20, 20, 5))), 2.0, (12, 20, 5))
    ),
    "rounded": lambda: soup(rounded_box()),
    "hole": lambda: ngon_plate(24),
}


@cache
def soup_of(name: str):
    return PARTS[name]()


@cache
def of_part(name: str):
    """Segment a part of the list once for all tests: nothing of it can be changed."""
    return segmented(soup_of(name))


def test_the_order_of_the_file_changes_nothing_at_all():
    """Of twelve rounds and eight corners alike."""
    joined, found = of_part("rounded")
    other, again = segmented(shuffled(soup_of("rounded")))
    assert np.array_equal(joined.vertices, other.vertices)
    assert np.array_equal(joined.triangles, other.triangles)
    assert np.array_equal(found.region_of_triangle, again.region_of_triangle)
    assert found.deviations_mm == pytest.approx(again.deviations_mm, abs=0)


@pytest.mark.parametrize(("part", "factor"), [("boss", 0.05), ("rounded", 100.0)])
def test_turning_and_scaling_leave_the_faces_alone(part, factor):
    joined, found = of_part(part)
    other, again = segmented(turned(soup_of(part), factor))
    assert kinds(again) == kinds(found)
    # a sliver at the seam of a sphere may go to the cylinder beside it: it lies on both within the noise
    assert areas(other, again) == pytest.approx(factor**2 * areas(joined, found), rel=1e-3)
    radii = [s.radius_mm for s in of_kind(found, Cylinder)]
    assert [s.radius_mm for s in of_kind(again, Cylinder)] == pytest.approx(
        [factor * r for r in radii], rel=1e-4
    )


def test_a_region_hangs_together_and_stays_in_its_shell():
    first = soup(draw.box((10, 10, 10)))
    second = soup(draw.box((10, 10, 10), (30, 0, 0)))
    joined, found = segmented(
        (np.vstack([first[0], second[0]]), np.vstack([first[1], second[1] + len(first[0])]))
    )
    assert kinds(found) == {"Plane": 12}
    for region in range(12):
        assert len(np.unique(joined.shell_of_triangle[found.region_of_triangle == region])) == 1


def test_one_triangle_is_one_plane():
    _, found = segmented((np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])))
    assert kinds(found) == {"Plane": 1}


@pytest.mark.parametrize("seed", range(4))
def test_random_triangles_do_no_harm(seed):
    random = np.random.default_rng(seed)
    given = random.normal(size=(60, 3)), random.integers(0, 60, (300, 3))
    joined, repairs = mesh_repair.build([given])
    found = regions.segment(joined, Progress())
    assert len(found.region_of_triangle) == len(joined.triangles)
    assert (np.bincount(found.region_of_triangle) > 0).all()
    assert repairs.dropped > 0
    assert all(isinstance(s, Plane | Cylinder | Cone | Sphere | Torus | Freeform) for s in found.surfaces)


def test_deep_slivers_of_a_ring_belong_to_it():
    # this fillet's mesh has slivers four times as deep as its facets are on average
    shape = parts_blends.boss(1.45)
    _, found = segmented(soup(shape, 0.0091, FINE_TURN_DEG))
    assert kinds(found) == {"Cylinder": 1, "Plane": 7, "Torus": 1}


def keyed_shaft(low: float):
    """Draw a shaft of 25.02 with a keyway 4.52 wide whose floor lies at `low`."""
    shaft = draw.cylinder(12.51, 80, (-40, 0, 0), (1, 0, 0))
    ends = [draw.cylinder(2.26, 20, (x, 0, low)) for x in (-6.78, 6.78)]
    return draw.cut(shaft, draw.fuse(draw.box((13.56, 4.52, 20), (-6.78, -2.26, low)), *ends))


@pytest.mark.parametrize("density", [(0.0087, FINE_TURN_DEG), (0.02, 5), (0.02, 8)], ids=str)
def test_a_facet_that_grazes_a_keyway_is_a_facet_of_the_shaft(density):
    _, found = segmented(soup(keyed_shaft(8.89), *density))
    assert kinds(found) == {"Cylinder": 3, "Plane": 5}


@pytest.mark.parametrize("density", [(0.0087, FINE_TURN_DEG), (0.02, 5)], ids=str)
def test_a_flat_milled_on_a_shaft_deeper_than_facets_cut_is_a_plane(density):
    shaft = draw.cut(draw.cylinder(12.51, 80), draw.box((10, 10, 20), (12.3, -5, 30)))
    _, found = segmented(soup(shaft, *density))
    assert kinds(found) == {"Cylinder": 1, "Plane": 5}


RADII = (5.83, 3.79, 2.54)
CORNER_MM2 = 36.43
"""Of the free-form face between rounds of these radii, measured on the exact part."""


def test_a_corner_of_three_unlike_rounds_is_one_free_form_face_and_no_chance_cylinders():
    joined, found = segmented(soup(parts_blends.three_radii(*RADII), 0.0054, FINE_TURN_DEG))
    count = kinds(found)
    assert set(count) == {"Cylinder", "Freeform", "Plane"}
    assert count["Freeform"] == 1
    # no round loses rows of facets to the corner, nor takes any of it
    assert [round_.radius_mm for round_ in of_kind(found, Cylinder)] == pytest.approx(RADII, abs=1e-4)
    [corner] = [at for at, one in enumerate(found.surfaces) if isinstance(one, Freeform)]
    assert areas(joined, found)[corner] == pytest.approx(CORNER_MM2, rel=0.01)


def test_a_fillet_of_growing_radius_keeps_its_first_facets():
    """They lean from the flat faces by little, and are small beside them, as scraps of those are."""
    body = parts_blends.variable_fillet(parts_blends.bracket(), (10, 20, 10), 1.54, 5.84)
    joined, found = segmented(soup(body, 0.05, 2.0 * FINE_TURN_DEG))
    assert kinds(found) == {"Freeform": 1, "Plane": 8}
    for at, one in enumerate(found.surfaces):
        assert isinstance(one, Freeform) or found.deviations_mm[at] < 4 * joined.noise_mm


def strayed(share: float):
    """Draw a box with one round of 2, whose corners at one end stray by this share of the radius."""
    places, triangles = soup(draw.fillet(draw.box((30, 4, 10)), 2.0, (0, 2, 10)), 0.01, 4.0)
    away = places - (2.0, 0.0, 8.0)
    angle = np.arctan2(away[:, 2], -away[:, 0])
    is_moved = (np.abs(places[:, 1]) < 1e-6) & (np.abs(np.hypot(away[:, 0], away[:, 2]) - 2.0) < 1e-4)
    factor = np.where(is_moved, 1.0 + share * np.sin(2.0 * angle) ** 2, 1.0)
    return single(
        (2.0, 0.0, 8.0) + away * np.stack([factor, np.ones(len(places)), factor], axis=1)
    ), triangles


@pytest.mark.parametrize("share", [1e-3, 2.2e-3])
def test_a_round_whose_corners_stray_as_kernels_put_them_is_one_cylinder(share):
    _, found = segmented(strayed(share))
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}
    [round_] = of_kind(found, Cylinder)
    # the corners stray in the middle of a quarter turn, which a smaller radius explains nearly
    assert round_.radius_mm == pytest.approx(2.0, abs=2.5 * share * 2.0)


def test_a_round_whose_corners_stray_far_is_no_cylinder_of_its_radius():
    _, found = segmented(strayed(5e-2))
    assert "Freeform" in kinds(found)
