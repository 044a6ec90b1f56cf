"""Facets are quads of walls whose folds are known; what has five corners is flat beyond doubt."""

from dataclasses import replace

import numpy as np
import pytest

from engine.segment import mesh_repair
from engine.segment.facets import facet_graph, find_facets, first_facets, join_level
from tests.support.gltf_by_hand import CUBE_TRIANGLES, CUBE_VERTICES
from tests.support.prisms import arc, wall


def test_a_cube_has_six_facets_and_no_gentle_fold():
    mesh, _ = mesh_repair.build([(CUBE_VERTICES.astype(float) * 20, CUBE_TRIANGLES.astype(np.int64))])
    facets = find_facets(mesh)
    assert facets.areas == pytest.approx([400.0] * 6)
    assert not len(facets.folds)
    assert not facets.is_flat.any()  # four corners lie on two lines: it could be a facet of a bore


@pytest.mark.parametrize(("way", "sign"), [(1, 1.0), (-1, -1.0)])
def test_the_quads_of_a_ring_fold_by_its_step_and_inside_the_other_way(way, sign):
    facets = find_facets(wall(arc(10.0, 360.0, 24)[::way], height_mm=5.0))
    assert len(facets.areas) == 24
    assert len(facets.folds) == 24
    assert np.degrees(facets.fold_rad) == pytest.approx([sign * 15.0] * 24)
    assert facets.fold_mm == pytest.approx([5.0] * 24)
    assert facets.areas == pytest.approx([5.0 * 20.0 * np.sin(np.radians(7.5))] * 24)


@pytest.mark.parametrize(("sides", "n_folds"), [(10, 10), (8, 0)])
def test_facets_that_fold_by_forty_degrees_or_more_are_walls(sides, n_folds):
    assert len(find_facets(wall(arc(10.0, 360.0, sides))).folds) == n_folds


def fan(corners: list[tuple[float, float]]):
    """Triangulate a convex outline in a plane from its first corner."""
    places = np.column_stack([np.array(corners), np.zeros(len(corners))])
    row = np.arange(1, len(corners) - 1)
    mesh, _ = mesh_repair.build([(places, np.column_stack([np.zeros_like(row), row, row + 1]))])
    return mesh


@pytest.mark.parametrize(
    ("corners", "is_flat"),
    [
        ([(0, 0), (4, 0), (4, 2), (0, 2)], False),
        ([(0, 0), (2, 0), (4, 0), (4, 2), (0, 2)], False),  # all on the two long sides
        ([(0, 0), (4, 0), (5, 1), (4, 2), (0, 2)], True),
    ],
)
def test_what_has_corners_off_two_lines_is_flat_beyond_doubt(corners, is_flat):
    assert find_facets(fan(corners)).is_flat.tolist() == [is_flat]


def test_facets_across_known_faces_stay_two():
    mesh = fan([(0, 0), (4, 0), (4, 2), (0, 2)])
    assert len(find_facets(mesh).areas) == 1
    assert len(find_facets(mesh, np.array([0, 1])).areas) == 2


@pytest.mark.parametrize(("fold_deg", "is_joined"), [(0.5, True), (1.0, False)])
def test_a_strayed_strip_joins_the_flat_face_beside_it_and_a_bevel_does_not(fold_deg, is_joined):
    """The strip is 0.01 mm wide, so that its far corners stay within a thousandth of the face's width."""
    at = np.radians(fold_deg)
    mesh = wall(np.array([[0.0, 0.0], [10.0, 0.0], [10.0 + 0.01 * np.cos(at), 0.01 * np.sin(at)]]), 10.0)
    facets = find_facets(mesh)
    if len(facets.areas) == 1:
        pytest.fail("the strip is level with the face to within noise")
    leader = join_level(mesh, facets, np.ones(2, dtype=bool), np.zeros(2, dtype=bool))
    assert (leader[0] == leader[1]) == is_joined


def test_a_scrap_that_folds_on_is_the_first_facet_of_a_free_form_face():
    """Its twin, with nothing beyond it, is a scrap of the flat face."""
    step = np.radians(np.cumsum([0.0, 10.0, 10.0]))
    widths = [100.0, 0.1, 1.0]
    ends = np.cumsum([np.array([w * np.cos(a), w * np.sin(a)]) for w, a in zip(widths, step, strict=True)], 0)
    outline = np.concatenate([[[0.0, 0.0]], ends])
    for corners, expected in ((outline, 1), (outline[:-1], 0)):
        facets = find_facets(wall(corners, 10.0))
        is_free = np.ones(len(facets.areas), dtype=bool)
        assert int(first_facets(facets, is_free).sum()) == expected


def bevel(fold_deg: float, strip_mm: float, width_mm: float = 10.0) -> np.ndarray:
    """Return the outline of a flat face that begins at the origin, and of a strip that folds against it."""
    at = np.radians(fold_deg)
    return np.array([[0.0, 0.0], [width_mm, 0.0], [width_mm + strip_mm * np.cos(at), strip_mm * np.sin(at)]])


@pytest.mark.parametrize(
    ("fold_deg", "strip_mm", "may_be_scrap", "is_joined"),
    [
        (0.65, 0.01, False, True),  # it folds by less than 0.7°
        (0.75, 0.01, False, False),
        (0.6, 0.9, False, True),  # its far corners rise 0.0094 mm: a thousandth of 10 mm
        (0.6, 1.02, False, False),  # 0.0107 mm
        (14.0, 0.01, True, True),  # a scrap may fold by 15°
        (16.0, 0.01, True, False),
        (10.0, 0.018, True, True),  # it has less than 2 ‰ of the area
        (10.0, 0.022, True, False),
    ],
)
def test_strips_join_a_flat_face_that_fold_little_or_are_scraps_of_it(
    fold_deg, strip_mm, may_be_scrap, is_joined
):
    mesh = wall(bevel(fold_deg, strip_mm), 10.0)
    facets = find_facets(mesh)
    assert len(facets.areas) == 2
    leader = join_level(mesh, facets, np.ones(2, dtype=bool), np.full(2, may_be_scrap))
    assert (leader[0] == leader[1]) == is_joined


@pytest.mark.parametrize(("height_mm", "is_joined"), [(4.9, True), (6.4, False)])
def test_a_strip_joins_no_face_that_goes_on_along_most_of_its_border(height_mm, is_joined):
    """Flaps fold by 10° at both ends of a face 10 mm wide: 1.4 or 1.6 times as long as its mean width."""
    steps = np.radians([-10.0, 0.0, 0.6, 10.6])
    widths = np.array([3.0, 9.9, 0.1, 3.0])
    ends = np.cumsum(widths[:, None] * np.column_stack([np.cos(steps), np.sin(steps)]), axis=0)
    mesh = wall(np.concatenate([[[0.0, 0.0]], ends]), height_mm)
    facets = find_facets(mesh)
    assert len(facets.areas) == 4
    leader = join_level(mesh, facets, np.ones(4, dtype=bool), np.zeros(4, dtype=bool))
    assert (len(set(leader.tolist())) == 3) == is_joined


@pytest.mark.parametrize(("onward_mm", "is_first"), [(5.5, True), (4.5, False)])
def test_a_scrap_is_a_first_facet_where_most_of_it_folds_on(onward_mm, is_first):
    """It is 10 mm long on its flat face, 0.1 mm wide, and as long beyond as the facet that goes on there."""
    rows = [(10.0, 0.0), (10.0, 0.0), (onward_mm, 10.0), (onward_mm, 20.0)]
    places, y, z = [], 0.0, 0.0
    for (long_mm, fold_deg), width_mm in zip(rows, (0.0, 100.0, 0.1, 1.0), strict=True):
        y += width_mm * np.cos(np.radians(fold_deg))
        z += width_mm * np.sin(np.radians(fold_deg))
        places += [(-long_mm / 2, y, z), (long_mm / 2, y, z)]
    quads = [[(k, k + 1, k + 3), (k, k + 3, k + 2)] for k in (0, 2, 4)]
    mesh, _ = mesh_repair.build([(np.array(places), np.array(quads).reshape(-1, 3))])
    facets = find_facets(mesh)
    assert len(facets.areas) == 3
    assert bool(first_facets(facets, np.ones(3, dtype=bool)).any()) == is_first


@pytest.mark.parametrize(
    ("fold_deg", "strip_mm", "n_facets"),
    [
        (1.03, 1.0, 1),  # it rises by 0.018 mm: two noises are 0.02 mm
        (1.26, 1.0, 2),  # by 0.022 mm
        (4.5, 0.1, 1),  # it folds by less than 5° and rises less
        (5.5, 0.1, 2),
    ],
)
def test_triangles_are_level_that_rise_within_noise_and_fold_little(fold_deg, strip_mm, n_facets):
    mesh = replace(wall(bevel(fold_deg, strip_mm), 10.0), noise_mm=0.01)
    assert len(find_facets(mesh).areas) == n_facets


@pytest.mark.parametrize(("height_mm", "is_sliver"), [(0.27, True), (0.33, False)])
def test_triangles_lower_than_thirty_noises_have_no_normal_that_counts(height_mm, is_sliver):
    mesh = replace(wall(np.array([[0.0, 0.0], [10.0, 0.0]]), height_mm), noise_mm=0.01)
    assert facet_graph(mesh, find_facets(mesh)).is_sliver.tolist() == [is_sliver] * 2


@pytest.mark.parametrize(
    ("up_mm", "stray_mm", "n_faces"),
    [
        (0.012, 0.02, 1),
        (0.012, 0.0, 8),  # nothing else strays in the mesh
        (0.1, 0.02, 8),
    ],
)
def test_corners_of_a_flat_face_stray_as_far_as_those_of_bores(up_mm, stray_mm, n_faces):
    """Eight facets about the middle of an octagon 20 mm across, the corners up and down by turns."""
    rim = np.column_stack([arc(10.0, 360.0, 8)[:-1], up_mm * (-1.0) ** np.arange(8)])
    row = np.arange(8)
    triangles = np.column_stack([np.full(8, 8), row, (row + 1) % 8])
    mesh, _ = mesh_repair.build([(np.concatenate([rim, np.zeros((1, 3))]), triangles)])
    facets = find_facets(mesh)
    leader = join_level(mesh, facets, np.ones(8, dtype=bool), np.zeros(8, dtype=bool), stray_mm)
    assert len(np.unique(leader)) == n_faces
