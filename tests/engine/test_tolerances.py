"""What is the same but for rounding."""

import pytest

from engine.tolerances import is_majority, largest


@pytest.mark.parametrize(
    ("part", "is_more"), [(0.5 + 1e-15, False), (0.5, False), (0.49, False), (0.501, True), (1.0, True)]
)
def test_a_half_that_rounding_makes_larger_is_no_majority(part, is_more):
    assert is_majority(part, 1.0) is is_more
    assert is_majority(part * 17.3, 17.3) is is_more


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        ((3.0, 3.0 + 1e-12), 0),
        ((3.0 + 1e-12, 3.0), 0),
        ((3.0, 3.001), 1),
        ((-3.0 - 1e-12, -3.0), 0),
        ((-3.001, -3.0), 1),
        ((0.0, 0.0), 0),
    ],
)
def test_the_first_of_two_that_differ_by_rounding_is_the_largest(sizes, chosen):
    assert largest(range(2), sizes.__getitem__) == chosen


def test_nothing_has_no_largest():
    with pytest.raises(ValueError, match="empty"):
        largest([], float)
