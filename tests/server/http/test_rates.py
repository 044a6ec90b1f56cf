"""How often something may be tried in a while."""

import pytest

from server.errors import TooManyTries
from server.http.rates import Rate


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_each_key_has_its_tries_and_has_them_again_after_the_period() -> None:
    clock = Clock()
    rate = Rate(2, 60.0, "Too many.", clock)
    rate.take("a")
    clock.now_s = 59.0
    rate.take("a")
    rate.take("b")
    with pytest.raises(TooManyTries, match="Too many") as refused:
        rate.take("a")
    assert refused.value.retry_after_s == 1
    clock.now_s = 60.0
    rate.take("a")
    rate.take("b")
    with pytest.raises(TooManyTries):
        rate.take("b")


def test_keys_whose_period_is_over_take_no_memory() -> None:
    clock = Clock()
    rate = Rate(1, 60.0, "Too many.", clock)
    for n in range(100):
        rate.take(str(n))
    clock.now_s = 61.0
    rate.take("last")
    assert list(rate._counts) == list(rate._ends) == ["last"]
