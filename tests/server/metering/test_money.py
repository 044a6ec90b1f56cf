"""Amounts are exact, and written as people write them."""

import pytest

from server.metering.money import decimal_string, millionths, rounded


@pytest.mark.parametrize(
    ("text", "amount"),
    [("0", 0), ("249", 249_000_000), ("0.25", 250_000), ("0.000001", 1), ("1.10", 1_100_000)],
)
def test_a_decimal_number_is_whole_millionths(text: str, amount: int) -> None:
    assert millionths(text) == amount


@pytest.mark.parametrize("text", ["0.0000001", "-1", "a lot", "", "NaN", "Infinity"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no amount of money"):
        millionths(text)


def test_a_hundred_thousand_units_at_a_tenth_of_a_cent_are_a_hundred() -> None:
    assert decimal_string(100_000 * millionths("0.001")) == "100.00"


@pytest.mark.parametrize(
    ("amount", "text"), [(250_000, "0.25"), (4_000, "0.004"), (1, "0.000001"), (-1_500_000, "-1.50")]
)
def test_an_amount_is_written_in_full(amount: int, text: str) -> None:
    assert decimal_string(amount) == text


def test_people_read_cents_and_half_a_cent_is_rounded_up() -> None:
    assert rounded(1_234_565_000) == "1,234.57"
    assert rounded(1_234_564_999) == "1,234.56"
