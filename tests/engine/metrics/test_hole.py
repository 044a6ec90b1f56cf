"""Hole metrics."""

import pytest

from engine.features.holes.stages import Stage, StageShape
from tests.support.analyses import tray, with_features
from tests.support.measuring import hole, of_feature

TRAY = tray(1.2)
STAGES = (Stage(StageShape.CYLINDER, 11.0, 6.0, 0.0), Stage(StageShape.CYLINDER, 6.0, 9.0, 0.0))


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("hole.diameter", 6.0),
        ("hole.depth", 15.0),
        ("hole.depth_over_diameter", 2.5),
        ("hole.slenderness", 2.5),
        ("hole.stage_count", 1.0),
        ("hole.is_through", 0.0),
    ],
)
def test_a_hole_is_measured_as_it_was_recognized(metric: str, value: float) -> None:
    assert of_feature(with_features(TRAY, hole()), metric).value == value


def test_a_through_hole_of_two_stages_is_distinguished() -> None:
    analysis = with_features(TRAY, hole(through=True, stages=STAGES))
    assert of_feature(analysis, "hole.is_through").value == 1.0
    assert of_feature(analysis, "hole.stage_count").value == 2.0


@pytest.mark.parametrize(
    ("diameters_and_depths", "slenderness"),
    [
        (((2.0, 10.9), (0.4, 0.8)), 5.45),  # a nozzle: the orifice is drilled from its own end
        (((0.4, 0.8), (2.0, 10.9)), 5.45),
        (((6.6, 10.0), (5.0, 20.0)), 6.0),  # a drill of 5 goes through both
        (((7.5, 10.0), (5.0, 20.0)), 4.0),  # and here a stouter shank follows
        (((5.0, 20.0), (7.5, 10.0), (5.0, 30.0)), 6.0),
    ],
)
def test_of_a_stepped_hole_the_most_slender_stage_counts(
    diameters_and_depths: tuple[tuple[float, float], ...], slenderness: float
) -> None:
    stages = tuple(Stage(StageShape.CYLINDER, *each, 0.0) for each in diameters_and_depths)
    stepped = hole(stages=stages, depth_mm=sum(each.depth_mm for each in stages))
    found = of_feature(with_features(TRAY, stepped), "hole.slenderness")
    assert found.value == pytest.approx(slenderness)


def test_a_tapered_hole_is_as_slender_as_it_is_deep() -> None:
    taper = hole(stages=(Stage(StageShape.CONE, 6.0, 15.0, 4.0),))
    assert of_feature(with_features(TRAY, taper), "hole.slenderness").value == pytest.approx(2.5)


def test_what_the_surface_may_be_off_is_the_uncertainty() -> None:
    analysis = with_features(TRAY, hole(uncertainty_mm=0.06))
    assert of_feature(analysis, "hole.diameter").uncertainty == 0.06
    ratio = of_feature(analysis, "hole.depth_over_diameter")
    assert ratio.value - ratio.uncertainty == pytest.approx(14.94 / 6.06, rel=1e-3)
    assert ratio.value + ratio.uncertainty == pytest.approx(15.06 / 5.94, rel=1e-3)
