"""Prices as people read them."""

import pytest

from app.state.money import rate, spelled


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (1234.5, "USD", "$1,234.50"),
        (1234.5, "CHF", "1,234.50 CHF"),
        (1234.5, None, "1,234.50"),
        (0.125, "EUR", "€0.13"),  # half a cent goes up, as on any invoice
        (2.675, "EUR", "€2.68"),  # and so where a binary fraction lies a little below
        (-3.0, "USD", "−$3.00"),
        (-3.0, None, "−3.00"),
    ],
)
def test_amounts_are_whole_cents_with_the_currency_that_was_sent(
    amount: float, currency: str | None, text: str
) -> None:
    assert spelled(amount, currency) == text


def test_a_rate_keeps_the_digits_below_a_cent() -> None:
    assert rate(0.012, "USD") == "$0.012"
    assert rate(0.03, "USD") == "$0.03"
    assert rate(95.0, "CHF") == "95.00 CHF"
    assert rate(1200.5, None) == "1,200.50"
