"""Gaps are shown by their width, open space is neutral."""

import numpy as np

from engine import heatmaps
from engine.heatmaps import clearance
from engine.palette import NOTHING, rgb, to_srgb
from tests.support import analyses, glb, layer_limits


def shown(analysis, point, limits=None):
    heatmap = clearance.color(analysis, limits)
    mesh = analysis.assessed.prepared.mesh
    mine = np.flatnonzero(mesh.face_of_vertex == analyses.face_at(analysis, point))
    return heatmap.colors[mine[np.argmin(np.linalg.norm(mesh.vertices[mine] - point, axis=1))]]


def test_where_nothing_is_opposite_the_color_is_neutral_and_the_file_says_minus_one():
    tray = analyses.tray()
    np.testing.assert_allclose(shown(tray, (0, 40, 15)), rgb(NOTHING))
    held = glb.attributes(heatmaps.paint(clearance, tray))
    outside = tray.assessed.prepared.mesh.face_of_vertex == analyses.face_at(tray, (0, 40, 15))
    assert set(held["_CLEARANCE"][outside].tolist()) == {-1.0}
    assert np.isfinite(held["_VALUE"]).all()


def test_inside_the_tray_the_gap_to_the_fin_is_shown_and_kept():
    tray = analyses.tray()
    inner = tray.assessed.prepared.mesh.face_of_vertex == analyses.face_at(tray, (5, 40, 15))
    held = glb.attributes(heatmaps.paint(clearance, tray))["_VALUE"][inner]
    # 5 to 60; above the fin one sees the far wall at 115
    assert set(np.round(held, 3).tolist()) == {55.0, 110.0}
    color = shown(tray, (5, 40, 8))
    assert color[2] > color[0]


def test_a_gap_below_a_limit_is_red_and_the_same_gap_without_a_limit_is_not():
    tray = analyses.tray()
    tight = shown(tray, (5, 40, 8), layer_limits.judged(tray, "clearance", fail=60.0))
    assert tight[0] > 2 * tight[2]
    assert shown(tray, (5, 40, 8))[0] < 0.7


def test_open_space_is_reported_in_the_legend():
    assert [swatch.label for swatch in clearance.color(analyses.tray()).swatches] == ["open space"]


def test_the_color_in_the_file_is_the_one_shown():
    tray = analyses.tray()
    held = to_srgb(glb.attributes(heatmaps.paint(clearance, tray))["COLOR_0"][:, :3].astype(float))
    np.testing.assert_allclose(held, clearance.color(tray).colors, atol=1e-6)
