"""Limits and round values beside a scale, in both units; no words over others."""

import itertools

import pytest

from engine import heatmaps
from engine.palette import NO_LIMITS, Limits
from engine.report import scale_marks
from tests.support import analyses, layer_limits

THICKNESS = next(each for each in heatmaps.HEATMAPS if each.LAYER.name == "thickness")
DRAFT = next(each for each in heatmaps.HEATMAPS if each.LAYER.name == "draft")


@pytest.fixture(scope="module")
def thickness():
    tray = analyses.tray()
    return THICKNESS.color(tray, layer_limits.judged(tray, fail=1.27, warn=2.54))


def words(marks):
    return [each.words for each in marks]


def test_limits_are_written_in_the_unit_and_stand_at_their_metric_value(thickness) -> None:
    limits = Limits(1.27, 2.54)
    metric = list(scale_marks.limits(limits, NO_LIMITS, THICKNESS.LAYER, "mm"))
    imperial = list(scale_marks.limits(limits, NO_LIMITS, THICKNESS.LAYER, "in"))
    assert words(metric) == ["fail below 1.27", "warn below 2.54"]
    assert words(imperial) == ["fail below 0.05", "warn below 0.1"]
    assert [each.value for each in imperial] == [each.value for each in metric] == [1.27, 2.54]


def test_a_limit_that_depends_on_the_place_goes_from_its_least_to_its_largest() -> None:
    marks = scale_marks.limits(Limits(None, 2.54), Limits(None, 1.27), THICKNESS.LAYER, "in")
    assert words(marks) == ["warn below 0.05–0.1"]


def test_angles_are_the_same_in_inches() -> None:
    limits = Limits(0.5, 3.0)
    assert words(scale_marks.limits(limits, NO_LIMITS, DRAFT.LAYER, "in")) == words(
        scale_marks.limits(limits, NO_LIMITS, DRAFT.LAYER, "mm")
    )
    assert scale_marks.unit_in_words(DRAFT.LAYER, "in") == "degrees"
    assert scale_marks.unit_in_words(THICKNESS.LAYER, "in") == "in"


def test_round_values_are_round_in_the_unit(thickness) -> None:
    for units, size in (("mm", 1.0), ("in", 25.4)):
        marks = list(scale_marks.ticks(thickness.scale, THICKNESS.LAYER, units))
        assert len(marks) > 3
        assert [float(each.words) * size for each in marks] == pytest.approx([each.value for each in marks])


@pytest.mark.parametrize("units", ["mm", "in"])
def test_no_words_stand_on_others_and_every_limit_is_named(thickness, units) -> None:
    labels = scale_marks.labels(thickness, units, 100.0, 8.0)
    heights = sorted(each.words_at for each in labels)
    assert all(b - a >= 8.0 - 1e-9 for a, b in itertools.pairwise(heights))
    assert [each.mark.kind for each in labels[:2]] == ["fail", "warn"]
    high = thickness.scale.high
    assert [each.at for each in labels[:2]] == pytest.approx([127.0 / high, 254.0 / high])


def test_what_has_no_scale_has_no_labels() -> None:
    features = next(each for each in heatmaps.HEATMAPS if each.LAYER.name == "features")
    assert scale_marks.labels(features.color(analyses.tray(), None), "mm", 100.0, 8.0) == []
