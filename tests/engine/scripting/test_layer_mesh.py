"""The mesh of a result as a dataset."""

import sys

import numpy as np
import pytest

from engine.errors import InvalidOption
from tests.engine.scripting import drilled_plate as plate


def test_a_layer_is_a_closed_mesh_in_millimeters_with_what_was_measured() -> None:
    mesh = plate.result().mesh("thickness")
    assert mesh.bounds == pytest.approx((0.0, 60.0, 0.0, 40.0, 0.0, 8.0))
    assert mesh.clean().is_manifold
    assert mesh.clean().volume == pytest.approx(1e3 * plate.VOLUME_CM3, rel=0.01)
    assert mesh.active_scalars_name == "thickness"
    top = (mesh.points[:, 2] == 8.0) & (mesh.point_data["Normals"][:, 2] > 0.99)
    assert np.nanmedian(mesh.point_data["thickness"][top]) == pytest.approx(8.0)
    assert mesh.point_data["color"].dtype == np.uint8


def test_faces_are_numbered_as_features_name_them() -> None:
    mesh = plate.result().mesh("features")
    (hole,) = (each for each in plate.result().features if each.kind == "HOLE")
    of_bore = np.isin(mesh.point_data["face"], [int(each) for each in hole.face_ids])
    away_mm = np.hypot(*(mesh.points[of_bore, :2] - 20.0).T)
    assert away_mm == pytest.approx(5.0, abs=1e-3)


def test_what_could_not_be_measured_is_no_number() -> None:
    """Nothing stands opposite the sides through air, but for the bore."""
    clearance = plate.result().mesh("clearance").point_data["clearance"]
    assert np.isnan(clearance).any()
    assert np.nanmin(clearance) > 0.0


def test_a_layer_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(InvalidOption, match="clearance, draft, features, thickness"):
        plate.result().mesh("stress")


def test_without_pyvista_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyvista", None)
    with pytest.raises(ImportError, match="pyvista is not installed"):
        plate.result().mesh("thickness")
