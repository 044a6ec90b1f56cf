"""Amounts of money as sentences have them, which are those of the desktop program."""

import pytest

from app.state import money as of_the_program
from engine.pricing import money
from tests.support.quoting import D


@pytest.mark.parametrize(
    ("currency", "said"),
    [
        ("USD", "$2,886.19"),
        ("EUR", "€2,886.19"),
        ("CHF", "2,886.19 CHF"),
        (None, "2,886.19"),
        ("", "2,886.19"),
    ],
)
def test_an_amount_has_the_sign_of_its_currency_or_its_code_and_without_one_neither(currency, said) -> None:
    assert money.spelled(D("2886.19"), currency) == said
    assert of_the_program.spelled(2886.19, currency) == said


def test_cents_are_written_out() -> None:
    assert money.spelled(D("30.00"), "GBP") == "£30.00"
