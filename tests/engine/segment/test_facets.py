"""Facets are quads of walls whose folds are known; what has five corners is flat beyond doubt."""

import numpy as np
import pytest

from engine.segment import mesh_repair
from engine.segment.facets import find_facets, first_facets, join_level
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
