"""Sizes of features as numbers."""

from app.state import feature_sizes
from tests.app.state import revised


def test_lengths_and_angles_are_sizes_and_areas_flags_and_names_are_not() -> None:
    (one,) = revised.features(
        revised.hole("1", 0, 0, area_mm2=3.0, span_deg=360.0, end="open", uncertainty_mm=0.1)
    )
    assert feature_sizes.numbers(one) == {"diameter_mm": 6.0, "depth_mm": 10.0, "span_deg": 360.0}
    assert feature_sizes.uncertainty_mm(one) == 0.1


def test_sizes_are_the_same_to_the_digits_that_are_shown_or_a_thousandth() -> None:
    assert feature_sizes.are_same("depth_mm", 10.0, 10.009)
    assert not feature_sizes.are_same("depth_mm", 10.0, 10.02)
    assert feature_sizes.are_same("depth_mm", 10.0, 10.02, uncertainty_mm=0.03)
    assert feature_sizes.are_same("angle_deg", 5.0, 5.04)
    assert not feature_sizes.are_same("angle_deg", 5.0, 5.06)


def test_how_much_two_features_differ_is_the_mean_over_what_both_have() -> None:
    one, half, other = revised.features(
        revised.hole("1", 0, 0), revised.hole("2", 0, 0, 3.0), {"fid": "3", "kind": "HOLE", "note": 1}
    )
    assert feature_sizes.difference(one, half) == 0.25
    assert feature_sizes.difference(one, other) == 0.0
