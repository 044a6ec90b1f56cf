"""Amounts of money in sentences."""

from decimal import Decimal

SIGN_OF_CURRENCY = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
"""What is written before an amount; any other currency is written behind it, by its code."""


def spelled(amount: Decimal, currency: str | None) -> str:
    """Return an amount, 0 or more, with its currency and every digit it has; None: which is not known."""
    sign = SIGN_OF_CURRENCY.get(currency or "", "")
    return f"{sign}{amount:,f}" if sign or not currency else f"{amount:,f} {currency}"
