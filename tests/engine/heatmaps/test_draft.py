"""Walls are shown by their lean, undercuts stand out."""

import numpy as np
import pytest

from engine import heatmaps
from engine.heatmaps import draft
from engine.model.arrays import frozen
from engine.palette import UNDERCUT, rgb
from tests.support import analyses, glb, layer_limits

LEFT, TOP, BOTTOM = (0, 40, 15), (2, 40, 30), (60, 40, 0)


def colors_of(analysis, point):
    """Return the colors of a face, by the pull's own angle: no rule bounds draft."""
    mesh = analysis.assessed.prepared.mesh
    mine = mesh.face_of_vertex == analyses.face_at(analysis, point)
    return draft.color(analysis, layer_limits.judged(analysis, "draft")).colors[mine]


def is_amber(color):
    return color[0] > 1.2 * color[1] > 1.4 * color[2]


def leaning(degrees, half=1.0):
    """Give every point of the tray's left side this draft, freed by this half."""
    tray = analyses.tray()
    left = tray.assessed.prepared.mesh.face_of_vertex == analyses.face_at(tray, LEFT)
    angles = np.where(left, degrees, tray.assessed.draft.values)
    tray = analyses.with_draft(tray, angles)
    return analyses.with_half(tray, np.where(left, half, tray.assessed.pull.half_of_vertex))


def test_a_wall_along_the_pull_is_amber_and_faces_across_it_are_not():
    tray = analyses.tray()
    assert all(is_amber(color) for color in colors_of(tray, LEFT))
    for point in (TOP, BOTTOM):
        assert (colors_of(tray, point)[:, 2] > colors_of(tray, point)[:, 0]).all()


@pytest.mark.parametrize("half", [1.0, -1.0])
def test_enough_draft_is_blue_whichever_half_frees_the_wall(half):
    assert is_amber(colors_of(leaning(2.9 * half, half), LEFT)[0])
    enough = colors_of(leaning(3.0 * half, half), LEFT)[0]
    assert enough[2] > enough[0]


def test_an_undercut_is_marked_however_much_it_leans():
    tray = analyses.with_undercut(analyses.tray(), analyses.face_at(analyses.tray(), TOP))
    np.testing.assert_allclose(colors_of(tray, TOP), np.tile(rgb(UNDERCUT), (len(colors_of(tray, TOP)), 1)))
    assert [swatch.label for swatch in draft.color(tray).swatches] == ["undercut"]
    assert draft.color(analyses.tray()).swatches == ()


def test_the_file_keeps_the_sign_and_a_sentinel_that_is_no_angle():
    tray = analyses.tray()
    angles = tray.assessed.draft.values.copy()
    angles[3] = np.nan
    data = heatmaps.paint(draft, analyses.with_draft(tray, frozen(angles)))
    held = glb.attributes(data)
    assert held["_VALUE"][3] == held["_DRAFT"][3] == glb.extras(data)["sentinel"] == -999.0
    assert held["_VALUE"].max() == 90.0
    assert held["_VALUE"][np.arange(len(angles)) != 3].min() == -90.0
    assert glb.extras(data)["unit"] == "°"


def test_a_rule_sets_the_limit_and_without_one_the_pull_does():
    tray = analyses.tray()
    by_pull, by_rule = (
        draft.color(tray, layer_limits.judged(tray, "draft", warn=warn)).limits for warn in (None, 1.0)
    )
    assert (by_pull.fail, by_pull.warn, by_pull.source) == (None, 3.0, "pull direction")
    assert (by_rule.fail, by_rule.warn, by_rule.source) == (None, 1.0, "Casting · Investment")
