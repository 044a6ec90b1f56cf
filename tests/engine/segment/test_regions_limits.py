"""What charts tell of a mesh, on either side of how many facets that takes."""

from dataclasses import replace

import numpy as np
import pytest

from engine.progress import Progress
from engine.segment import charts, regions
from engine.surfaces.kind import CYLINDER, FREEFORM
from tests.support.prisms import arc, wall


@pytest.mark.parametrize(("n_triangles", "known_mm"), [(16, [0.03]), (15, [])])
def test_a_chart_of_eight_facets_says_how_deep_facets_cut_in_a_mesh(n_triangles, known_mm):
    """Two triangles each."""
    face = np.zeros(n_triangles, dtype=np.int64)
    given = charts.FittedCharts(face, (CYLINDER,), (np.zeros(8),), np.array([0.03]))
    assert regions._known_mm(given) == known_mm


@pytest.mark.parametrize(("times", "kind"), [(1.8, CYLINDER), (2.2, FREEFORM)])
def test_a_face_whose_corners_stray_has_facets_at_most_twice_as_deep_as_those_of_sure_faces(times, kind):
    """Twenty chords of a tube, whose corners stray by 0.005 mm in and out."""
    outline = arc(10.0, 300.0, 20)
    outline *= 1.0 + 5e-4 * np.where(np.arange(21) % 2 == 0, 1.0, -1.0)[:, None]
    mesh = replace(wall(outline), noise_mm=1e-6)
    deep_mm = 10.0 - np.hypot(10.0 * np.cos(np.radians(7.5)), 10.0 * np.sin(np.radians(7.5)) / 3.0)
    _, made, are_coarse = regions._grow_faces(mesh, [deep_mm / times], Progress())
    assert [each for each, _ in made] == [kind]
    assert are_coarse == [False]
