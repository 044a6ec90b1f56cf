"""Samples stand for the whole area, and lie in their own faces."""

import numpy as np
import pytest

from engine.pull import samples
from tests.support import meshes


def test_samples_stand_for_the_whole_area_and_every_face_has_enough() -> None:
    mesh = meshes.block((40, 30, 5), 40.0)
    taken = samples.over_triangles(mesh)

    area = np.bincount(taken.faces, taken.areas)
    assert area == pytest.approx([150, 150, 200, 200, 1200, 1200])
    assert np.bincount(taken.faces).min() >= samples.SAMPLES_OF_FACE


def test_samples_of_a_divided_triangle_lie_inside_it_apart_from_each_other() -> None:
    mesh = meshes.block((40, 30, 5), 40.0)
    taken = samples.over_triangles(mesh)
    top = taken.points[taken.faces == 5]

    inside = (top[:, :2] > 0).all(axis=1) & (top[:, 0] < 40) & (top[:, 1] < 30)
    assert inside.all()
    assert top.mean(axis=0) == pytest.approx([20, 15, 5], abs=1e-3)
    assert len(np.unique(np.round(top, 6), axis=0)) == len(top)


def test_points_are_lifted_by_the_chord_error() -> None:
    mesh = meshes.tube(outer=20, inner=17, height=30, edge=4)
    bore = samples.over_triangles(mesh)
    own = bore.faces == 2

    radius = np.hypot(*bore.points[own, :2].T)
    assert (radius < 17 - mesh.chord_mm).all()
    assert (radius > 17 - 2.1 * mesh.chord_mm).all()


def test_thinned_samples_stand_for_equal_shares_of_the_same_area() -> None:
    taken = samples.over_triangles(meshes.cup(radius=20, height=30, wall=2, draft_deg=4, edge=1))
    few = samples.thinned(taken, 1000)

    assert len(few.areas) == 1000
    assert few.areas.sum() == pytest.approx(taken.areas.sum())
    assert np.bincount(few.faces, few.areas) == pytest.approx(
        np.bincount(taken.faces, taken.areas), abs=2 * few.areas[0]
    )
    assert samples.thinned(few, 1000) is few
