"""Surfaces of made-up walls on either side of the limits within which they are believed."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.arrays import frozen, frozen_ints
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Surface
from engine.segment import freeform, mesh_repair
from engine.segment.surface_mesh import Regions, SurfaceMesh
from tests.support.prisms import arc, facets_of, wall

Z = np.array([0.0, 0.0, 1.0])
TUBE = Cylinder(np.zeros(3), Z, 10.0)
NOISE_MM = 1e-6
UNSURE_MM = 1e-4
"""More than four noises, and nothing beside any size."""


def is_believed(
    mesh: SurfaceMesh,
    surface: Surface,
    deviation_mm: float,
    *,
    sense: int = 1,
    noise_mm: float = NOISE_MM,
    region: np.ndarray | None = None,
    is_coarse: bool = False,
) -> bool:
    """Tell whether the first region of a mesh keeps its surface; any others are planes."""
    region = np.zeros(len(mesh.triangles), dtype=np.int64) if region is None else region
    more = int(region.max())
    given = Regions(
        frozen_ints(region),
        (surface, *[Plane(np.zeros(3), Z)] * more),
        frozen_ints([sense] + [1] * more),
        frozen([deviation_mm] + [0.0] * more),
        np.array([is_coarse] + [False] * more),
    )
    after = freeform.replace_implausible(replace(mesh, noise_mm=noise_mm), given)
    return not isinstance(after.surfaces[0], Freeform)


@pytest.mark.parametrize(
    ("deviation_mm", "noise_mm", "expected"),
    [
        (0.9 * 0.045, NOISE_MM, True),  # 3 ‰ of a box of 10 by 10 by 5 mm
        (1.1 * 0.045, NOISE_MM, False),
        (0.72, 0.1, True),  # eight noises, where these are more
        (0.88, 0.1, False),
    ],
)
def test_a_surface_is_another_one_that_its_corners_miss_by_far(deviation_mm, noise_mm, expected):
    assert is_believed(wall(arc(10.0, 90.0, 9)), TUBE, deviation_mm, noise_mm=noise_mm) == expected


@pytest.mark.parametrize("is_coarse", [True, False])
def test_a_bore_of_few_chords_is_believed_by_its_ring_alone(is_coarse):
    assert is_believed(wall(arc(10.0, 360.0, 8)), TUBE, 0.3, is_coarse=is_coarse) == is_coarse


@pytest.mark.parametrize(
    ("n_triangles", "noises", "expected"), [(12, 3.6, True), (12, 4.4, False), (11, 3.6, False)]
)
def test_no_more_is_asked_of_what_twelve_facets_lie_on(n_triangles, noises, expected):
    """It is the inside of the tube that they are told to lie on."""
    whole = wall(arc(10.0, 60.0, 6))
    mesh, _ = mesh_repair.build([(whole.vertices, whole.triangles[:n_triangles])])
    assert len(mesh.triangles) == n_triangles
    assert is_believed(mesh, TUBE, noises * NOISE_MM, sense=-1) == expected


@pytest.mark.parametrize(("n_fine", "expected"), [(11, True), (10, False)])
def test_a_surface_is_plausible_where_seven_tenths_of_its_area_are(n_fine, expected):
    """Of fifteen facets some face the wrong way."""
    first = wall(arc(10.0, 6.0 * n_fine, n_fine))
    second = wall((arc(10.0, 6.0 * (15 - n_fine), 15 - n_fine) * (-1.0, -1.0))[::-1])
    joined = np.concatenate([first.triangles, second.triangles + len(first.vertices)])
    mesh, _ = mesh_repair.build([(np.concatenate([first.vertices, second.vertices]), joined)])
    assert is_believed(mesh, TUBE, UNSURE_MM) == expected


def cone_that_leans(lean_deg: float, step_deg: float) -> Cone:
    """Return a cone that leans so much at their corners from facets of an upright tube, each a step wide."""
    half = np.arccos(np.cos(np.radians(lean_deg)) / np.cos(np.radians(step_deg / 2.0)))
    return Cone(-Z * 10.0 / np.tan(half), Z, float(np.degrees(half)))


@pytest.mark.parametrize(
    ("step_deg", "lean_deg", "expected"),
    [(1.0, 2.65, True), (1.0, 3.0, False), (20.0, 25.0, True), (20.0, 30.0, False)],
)
def test_a_surface_leans_from_facets_by_no_more_than_they_fold(step_deg, lean_deg, expected):
    """1.3 times that and 1.5° more are left to uneven meshes."""
    mesh = wall(arc(10.0, 4.0 * step_deg, 4))
    assert is_believed(mesh, cone_that_leans(lean_deg, step_deg), UNSURE_MM) == expected


@pytest.mark.parametrize(("fold_deg", "expected"), [(0.045, True), (0.055, False)])
def test_facets_that_fold_by_a_twentieth_of_a_degree_are_one_strip(fold_deg, expected):
    """Two of them between walls that fold by 20°: as one strip they may lean by more than that."""
    turn = np.radians(np.cumsum([90.0, 20.0, fold_deg, 20.0]))
    ends = np.cumsum(np.column_stack([np.cos(turn), np.sin(turn)]), axis=0)
    mesh = wall(np.array([10.0, 0.0]) + np.concatenate([[[0.0, 0.0]], ends]))
    way = np.array([np.sin(turn[1]), -np.cos(turn[1]), 0.0])
    is_outer = np.abs(mesh.normals @ way) < np.cos(np.radians(10.0))
    assert is_outer.sum() == 4
    middle = mesh.vertices.mean(axis=0)
    surface = Cone(middle - 1000.0 * way - Z * 1000.0 / np.tan(np.radians(10.0)), Z, 10.0)
    assert is_believed(mesh, surface, UNSURE_MM, region=is_outer.astype(np.int64)) == expected


@pytest.mark.parametrize(("turn_rad", "radius_mm"), [(0.9e-3, np.inf), (1.1e-3, 10.0 / 1.1e-3)])
def test_what_turns_by_less_than_a_thousandth_over_the_face_does_not_bend(turn_rad, radius_mm):
    assert freeform._radius_mm(np.full(50, turn_rad / 10.0), 10.0) == pytest.approx(radius_mm)


@pytest.mark.parametrize(("n_bent", "radius_mm"), [(2, 10.0), (3, 1.0), (15, 1.0)])
def test_two_corners_of_a_hundred_say_no_radius_and_three_do(n_bent, radius_mm):
    bends = np.where(np.arange(101) < n_bent, 1.0, 0.1)
    assert freeform._radius_mm(bends, 10.0) == pytest.approx(radius_mm)


@pytest.mark.parametrize(
    ("times", "is_first", "n_faces"), [(3.6, False, 1), (4.4, False, 4), (14.5, True, 1), (17.5, True, 4)]
)
def test_facets_hang_together_that_cut_little_deeper_than_others_of_the_mesh(times, is_first, n_faces):
    """Four times, and sixteen beside the first facets of a face."""
    facets, _ = facets_of(wall(arc(10.0, 40.0, 4)))
    deep = freeform.depths(facets)
    assert deep == pytest.approx([20.0 * np.sin(np.radians(5.0)) * np.radians(10.0) / 8.0] * 3)
    number = freeform.join_freeform(
        facets, np.ones(4, dtype=bool), np.full(4, is_first), float(deep[0]) / times
    )
    assert len(set(number.tolist())) == n_faces


@pytest.mark.parametrize(("chords", "n_faces"), [(12, 1), (11, 11)])
def test_twelve_facets_are_a_free_form_face_where_no_other_says_how_deep_they_cut(chords, n_faces):
    facets, _ = facets_of(wall(arc(10.0, 10.0 * chords, chords)))
    all_, none = np.ones(chords, dtype=bool), np.zeros(chords, dtype=bool)
    assert len(set(freeform.join_freeform(facets, all_, none, 0.0).tolist())) == n_faces
