"""Faces are shown by what they are for."""

import numpy as np

from engine import heatmaps
from engine.heatmaps import HEATMAPS, features
from engine.kinds import color_of_role
from engine.model.feature import Role
from engine.palette import rgb
from tests.support import analyses, glb


def tray_with_fin():
    tray = analyses.tray()
    return analyses.with_features(tray, analyses.fin(tray))


def test_each_face_wears_the_color_of_its_role():
    tray = tray_with_fin()
    mesh, shown = tray.assessed.prepared.mesh, features.color(tray).colors
    for point, role in (
        ((60, 40, 15), Role.FIN_WALL),
        ((60.6, 40, 26), Role.FIN_TOP),
        ((0, 40, 15), Role.UNCLASSIFIED),
    ):
        mine = shown[mesh.face_of_vertex == analyses.face_at(tray, point)]
        np.testing.assert_allclose(mine, np.tile(rgb(color_of_role(role)), (len(mine), 1)))


def test_the_legend_names_the_roles_there_are_and_what_is_unclassified_last():
    labels = [swatch.label for swatch in features.color(tray_with_fin()).swatches]
    assert labels == ["Fin wall", "Fin top", "Unclassified"]


def test_the_value_is_the_role_code():
    held = glb.attributes(heatmaps.paint(features, tray_with_fin()))
    assert set(held["_VALUE"].tolist()) == {0.0, 7.0, 8.0}


def test_all_four_artifacts_hold_the_same_vertices_in_the_same_order():
    tray = tray_with_fin()
    files = [glb.attributes(heatmaps.paint(heatmap, tray)) for heatmap in HEATMAPS]
    assert len(files) == 4
    for held in files[1:]:
        for name in ("POSITION", "NORMAL", "_THICKNESS", "_CLEARANCE", "_DRAFT", "_FID", "indices"):
            np.testing.assert_array_equal(held[name], files[0][name], err_msg=name)
    assert sorted(files[0]) == sorted(
        ["COLOR_0", "NORMAL", "POSITION", "_CLEARANCE", "_DRAFT", "_FID", "_THICKNESS", "_VALUE", "indices"]
    )
