"""Clearance metrics, on a tray whose fin stands 55 mm from one wall."""

import numpy as np
import pytest

from tests.support.analyses import face_at, tray
from tests.support.measuring import of_face, of_part

TRAY = tray(1.2)


def test_a_face_is_as_clear_as_the_air_before_it() -> None:
    fin_side = face_at(TRAY, (60, 40, 15))
    assert of_face(TRAY, "clearance.min", fin_side).value == pytest.approx(55.0)
    assert of_face(TRAY, "clearance.mean", fin_side).value == pytest.approx(55.0)


def test_a_face_with_nothing_before_it_is_infinitely_clear() -> None:
    bottom = face_at(TRAY, (30, 40, 0))
    assert of_face(TRAY, "clearance.min", bottom).value == np.inf
    assert of_face(TRAY, "clearance.mean", bottom).value == np.inf
    assert of_face(TRAY, "clearance.min", bottom).uncertainty == 0.0


def test_the_part_is_as_clear_as_its_narrowest_gap() -> None:
    assert of_part(TRAY, "part.clearance.min").value == pytest.approx(115 - 61.2)
