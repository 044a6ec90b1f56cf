"""Area metrics."""

import pytest

from tests.support.analyses import face_at, fin, tray, with_features
from tests.support.measuring import of_face, of_feature, of_part

TRAY = tray(1.2)


def test_a_face_is_as_large_as_it_was_drawn() -> None:
    assert of_face(TRAY, "area_mm2", face_at(TRAY, (30, 40, 0))).value == pytest.approx(120 * 80)


def test_a_feature_is_as_large_as_all_its_faces() -> None:
    analysis = with_features(TRAY, fin(TRAY))
    assert of_feature(analysis, "area_mm2").value == pytest.approx(2 * 70 * 22 + 70 * 1.2)


def test_the_part_is_as_large_as_its_skin() -> None:
    skin = 2 * 120 * 80 + 2 * (120 + 80) * 30 + 2 * (110 + 70) * 26 + 2 * 70 * 22 - 2 * 22 * 1.2
    assert of_part(TRAY, "part.area_mm2").value == pytest.approx(skin)
