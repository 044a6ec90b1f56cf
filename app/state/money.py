"""Prices as people read them."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")

SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
"""What is written before an amount; any other currency is written behind it, by its code."""


def spelled(amount: float, currency: str | None) -> str:
    """Return an amount in whole cents with its currency; without a known one, none is guessed."""
    return _with_currency(Decimal(repr(amount)).quantize(CENT, rounding=ROUND_HALF_UP), currency)


def rate(amount: float, currency: str | None) -> str:
    """Return what a unit of something costs: to cents at least, and every digit it has beyond."""
    exact = Decimal(repr(amount)).normalize()
    return _with_currency(exact if exact != exact.quantize(CENT) else exact.quantize(CENT), currency)


def _with_currency(amount: Decimal, currency: str | None) -> str:
    sign = SIGNS.get(currency or "")
    if sign is not None:
        return f"−{sign}{-amount:,f}" if amount < 0 else f"{sign}{amount:,f}"
    number = f"{amount:,f}".replace("-", "−")
    return f"{number} {currency}" if currency else number
