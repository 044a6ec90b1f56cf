"""When a delivery is tried again."""

import pytest

from server.webhooks import schedule
from server.webhooks.schedule import wait_s

HOUR_S = 3600


def waits(chance: float = 0.0) -> list[float]:
    found = [wait_s(n, chance=lambda: chance) for n in range(len(schedule.WAITS_S))]
    assert None not in found
    return [each for each in found if each is not None]


def test_eight_attempts_are_made_within_a_day() -> None:
    times = [sum(waits()[:n]) for n in range(len(waits()) + 1)]
    assert times == [
        0,
        5,
        5 * 60 + 5,
        35 * 60 + 5,
        2 * HOUR_S + 35 * 60 + 5,
        7 * HOUR_S + 35 * 60 + 5,
        15 * HOUR_S + 35 * 60 + 5,
        23 * HOUR_S + 35 * 60 + 5,
    ]
    assert wait_s(len(schedule.WAITS_S)) is None


def test_a_webhook_is_not_switched_off_by_one_delivery_that_fails() -> None:
    assert sum(waits(chance=1.0)) < schedule.SWITCH_OFF_AFTER.total_seconds()


def test_a_wait_is_up_to_a_tenth_longer_and_never_shorter() -> None:
    assert waits(chance=1.0) == pytest.approx([each * 1.1 for each in schedule.WAITS_S])
    assert waits(chance=0.0) == list(schedule.WAITS_S)


def test_a_receiver_may_ask_for_more_time_and_for_no_more_than_a_day() -> None:
    assert wait_s(0, 60, chance=lambda: 0) == 60
    assert wait_s(1, 60, chance=lambda: 0) == 300
    assert wait_s(0, 1e9, chance=lambda: 0) == 24 * HOUR_S
