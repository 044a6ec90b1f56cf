"""Fillet metrics."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.feature import Kind
from tests.support.analyses import face_at, tray, with_features
from tests.support.measuring import blend, measure, of_feature

TRAY = tray(1.2)
WALL, FLOOR = face_at(TRAY, (5, 40, 15)), face_at(TRAY, (30, 40, 4))


def test_a_fillet_has_the_radius_it_was_recognized_with() -> None:
    analysis = with_features(TRAY, blend(Kind.FILLET, radius_mm=1.5, uncertainty_mm=0.01))
    found = of_feature(analysis, "fillet.radius")
    assert (found.value, found.uncertainty) == (1.5, 0.01)


def test_a_fillet_is_compared_with_the_thickest_wall_it_joins() -> None:
    analysis = with_features(TRAY, blend(Kind.FILLET, radius_mm=2.0, supports=(FLOOR, WALL)))
    assert of_feature(analysis, "fillet.radius_over_thickness").value == pytest.approx(2.0 / 5.0)


def test_a_fillet_between_walls_without_thickness_is_not_compared() -> None:
    prepared = TRAY.assessed.prepared
    field = replace(prepared.fields["thickness"], values=frozen(np.full(len(prepared.mesh.vertices), np.nan)))
    fields = {**prepared.fields, "thickness": field}
    open_tray = replace(TRAY, assessed=replace(TRAY.assessed, prepared=replace(prepared, fields=fields)))
    analysis = with_features(open_tray, blend(Kind.FILLET, supports=(FLOOR, WALL)))
    found = of_feature(analysis, "fillet.radius_over_thickness")
    assert np.isnan(found.value)
    assert found.reason == "the walls that the fillet joins have no thickness"


def test_a_fillet_turns_by_what_the_corner_leaves() -> None:
    analysis = with_features(TRAY, blend(Kind.FILLET, sweep_deg=120.0))
    assert of_feature(analysis, "fillet.sweep").value == 120.0


def test_a_round_is_no_fillet() -> None:
    table = measure(with_features(TRAY, blend(Kind.ROUND)))
    assert not table.values["fillet.radius"]
    assert len(table.values["round.radius"]) == 1
