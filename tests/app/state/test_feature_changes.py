"""Features of two revisions: added, removed, changed, moved, the same."""

import numpy as np
import pytest

from app.state import feature_changes, feature_sizes
from app.state.feature_changes import FeatureChange, MatchedFeature
from app.state.pose import STILL, Pose
from tests.app.state import revised
from tests.app.state.revised import hole

DIAGONAL_MM = 100.0


def match(before: list, after: list, stands: Pose = STILL) -> tuple[MatchedFeature, ...]:  # type: ignore[type-arg]
    return feature_changes.match(revised.features(*before), revised.features(*after), DIAGONAL_MM, stands)


def changes(before: list, after: list) -> list[FeatureChange]:  # type: ignore[type-arg]
    return [one.change for one in match(before, after)]


def test_the_same_features_under_other_numbers_are_the_same() -> None:
    assert changes([hole("1", 0, 0), hole("2", 30, 0)], [hole("9", 30, 0), hole("8", 0, 0)]) == [
        "same",
        "same",
    ]


def test_a_hole_made_larger_is_changed_and_says_which_size() -> None:
    (one,) = match([hole("1", 0, 0)], [hole("4", 0, 0, 8.0)])
    assert one.change is FeatureChange.CHANGED
    assert [(size.key, size.before, size.after) for size in one.sizes] == [("diameter_mm", 6.0, 8.0)]
    assert one.moved_mm == 0.0


def test_a_size_that_differs_less_than_is_shown_is_the_same() -> None:
    assert changes([hole("1", 0, 0)], [hole("1", 0, 0, 6.004)]) == ["same"]
    assert changes([hole("1", 0, 0)], [hole("1", 0, 0, 6.02)]) == ["changed"]
    blurred = {"uncertainty_mm": 0.02}
    assert changes([hole("1", 0, 0, **blurred)], [hole("1", 0, 0, 6.02)]) == ["same"]


def test_a_hole_of_the_same_size_a_little_aside_was_moved() -> None:
    (one,) = match([hole("1", 0, 0)], [hole("1", 5, 0)])
    assert (one.change, one.moved_mm, one.sizes) == (FeatureChange.CHANGED, pytest.approx(5.0), ())


def test_a_hole_of_another_size_aside_or_the_same_far_away_is_another() -> None:
    assert changes([hole("1", 0, 0)], [hole("1", 5, 0, 9.0)]) == ["added", "removed"]
    assert changes([hole("1", 0, 0)], [hole("1", 11, 0)]) == ["added", "removed"]


def test_a_hole_across_the_other_is_another() -> None:
    assert changes([hole("1", 0, 0)], [hole("1", 0, 0, axis=[1.0, 0.0, 0.0])]) == ["added", "removed"]
    assert changes([hole("1", 0, 0)], [hole("1", 0, 0, axis=[0.0, 0.0, -1.0])]) == ["same"]


def test_one_that_is_gone_does_not_take_the_place_of_its_neighbor() -> None:
    row = [hole(str(at), 8.0 * at, 0) for at in range(4)]
    matched = match(row, row[1:])
    assert [one.change for one in matched] == ["removed", "same", "same", "same"]
    assert matched[0].feature.fid == "0"


def test_through_or_blind_is_a_change() -> None:
    (one,) = match([hole("1", 0, 0)], [hole("1", 0, 0, through=True)])
    assert [(size.key, size.before, size.after) for size in one.sizes] == [("through", False, True)]


def test_a_deeper_hole_is_deeper_and_not_moved() -> None:
    (one,) = match([hole("1", 0, 0)], [hole("1", 0, 0, depth_mm=12.0, center=[0, 0, 14.0])])
    assert [size.key for size in one.sizes] == ["depth_mm"]
    assert one.moved_mm == 0.0


def test_a_bore_that_is_no_longer_through_is_the_same_bore() -> None:
    through = hole("1", 0, 0, depth_mm=20.0, through=True, center=[0.0, 0.0, 10.0])
    (one,) = match([through], [hole("4", 0, 0, depth_mm=2.0, center=[0.0, 0.0, 19.0])])
    assert [size.key for size in one.sizes] == ["depth_mm", "through"]


def test_least_and_most_that_are_one_are_shown_once() -> None:
    fin = {"kind": "FIN", "thickness_mm": 1.2, "min_thickness_mm": 1.2, "max_thickness_mm": 1.2}
    thick = {name: 3.0 for name in fin if name != "kind"} | {"kind": "FIN"}
    (one,) = match([hole("1", 0, 0, **fin)], [hole("1", 0, 0, **thick)])
    assert [size.key for size in one.sizes] == ["thickness_mm"]


def test_a_part_that_was_turned_has_the_same_features() -> None:
    stands = Pose(np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.array([50.0, 0.0, 0.0]))
    there = stands.place([(20.0, 5.0, 15.0)])[0].tolist()
    assert [one.change for one in match([hole("1", 20, 5)], [hole("1", 0, 0, center=there)], stands)] == [
        "same"
    ]
    assert [one.change for one in match([hole("1", 20, 5)], [hole("1", 0, 0, center=there)])] != ["same"]


def test_a_flat_of_a_turned_part_is_the_same_wherever_its_middle_is_placed_but_not_in_another_plane() -> None:
    turn = Pose(np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), np.zeros(3))
    wall = {"kind": "WALL", "axis": [0.0, 0.0, 1.0], "box_mm": [[-20, -20, 5], [20, 20, 5]]}
    before = [hole("1", 0, 0, **wall, center=[15, 0, 5])]
    level, lower = (hole("2", 0, 0, **wall, center=[-15, 0, z]) for z in (5, 1))
    assert [one.change for one in match(before, [level], turn)] == ["same"]
    assert [one.change for one in match(before, [lower], turn)] == ["added", "removed"]


def test_lengths_of_fillets_and_what_is_another_features_size_do_not_count() -> None:
    (fillet,) = revised.features(hole("1", 0, 0) | {"kind": "FILLET", "length_mm": 3.0, "radius_mm": 2.0})
    assert "length_mm" not in feature_sizes.numbers(fillet)
    (boss,) = revised.features(hole("1", 0, 0) | {"kind": "BOSS", "bore_diameter_mm": 3.0})
    assert "bore_diameter_mm" not in feature_sizes.numbers(boss)
    assert feature_sizes.difference(fillet, fillet) == 0.0
