"""Labels of a legend."""

import itertools

import pytest

from app.views.viewport import legend_layout


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0.0, 10.0, (0, 2, 4, 6, 8, 10)),
        (0.0, 12.0, (0, 2, 4, 6, 8, 10, 12)),
        (0.0, 15.0, (0, 2.5, 5, 7.5, 10, 12.5, 15)),
        (0.3, 0.9, (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)),
        (1.0, 1.0, ()),
        (0.0, float("nan"), ()),
    ],
)
def test_ticks_are_round_numbers_within_the_range(low: float, high: float, found: tuple[float, ...]) -> None:
    assert legend_layout.ticks(low, high) == pytest.approx(found)


def test_decimals_are_as_many_as_say_the_ticks_apart() -> None:
    assert legend_layout.decimals((0, 2, 4)) == 0
    assert legend_layout.decimals((0, 2.5)) == 1
    assert legend_layout.decimals((0.25, 0.5)) == 2


def test_labels_with_room_stay_where_they_belong() -> None:
    assert legend_layout.spread((10.0, 50.0), 14.0, 0.0, 100.0) == (10.0, 50.0)


def test_labels_that_collide_move_apart_by_as_little_as_it_takes() -> None:
    assert legend_layout.spread((50.0, 54.0), 14.0, 0.0, 100.0) == pytest.approx((45.0, 59.0))
    assert legend_layout.spread((54.0, 50.0), 14.0, 0.0, 100.0) == pytest.approx((59.0, 45.0))


def test_labels_stay_within_the_bar() -> None:
    found = legend_layout.spread((98.0, 99.0, 100.0), 14.0, 0.0, 100.0)
    assert found[2] <= 93.0
    assert found[1] - found[0] == pytest.approx(14.0)


def test_a_chain_of_collisions_is_solved() -> None:
    found = legend_layout.spread((10.0, 20.0, 30.0, 31.0, 90.0), 14.0, 0.0, 100.0)
    gaps = [after - before for before, after in itertools.pairwise(found)]
    assert min(gaps) >= 14.0 - 1e-6


def test_more_labels_than_there_is_room_for_are_even() -> None:
    assert legend_layout.spread((1.0, 2.0, 3.0), 14.0, 0.0, 30.0) == pytest.approx((5.0, 15.0, 25.0))


def test_ticks_give_way_to_limits_and_to_each_other() -> None:
    assert legend_layout.free((0.0, 20.0, 40.0), (22.0,), 14.0) == (0, 2)
    assert legend_layout.free((0.0, 5.0, 20.0), (), 14.0) == (0, 2)
