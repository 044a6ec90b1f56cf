"""What charts tell of a mesh, on either side of how many facets that takes."""

import numpy as np
import pytest

from engine.segment import charts, regions
from engine.surfaces.kind import CYLINDER


@pytest.mark.parametrize(("n_triangles", "known_mm"), [(16, [0.03]), (15, [])])
def test_a_chart_of_eight_facets_tells_how_deep_facets_cut_in_a_mesh(n_triangles, known_mm):
    """Two triangles each."""
    face = np.zeros(n_triangles, dtype=np.int64)
    given = charts.FittedCharts(face, (CYLINDER,), (np.zeros(8),), np.array([0.03]))
    assert regions._known_mm(given) == known_mm
