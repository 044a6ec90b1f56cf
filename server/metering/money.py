"""Amounts of money: whole millionths of the currency's main unit, so that sums are exact."""

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

MILLIONTHS = 1_000_000
"""Of one unit of the currency: a price of a hundredth of a cent is still a whole number."""


def millionths(text: str) -> int:
    """Return an amount that is written as a decimal number, as "0.004", in millionths.

    Raises
    ------
    ValueError
        It is no number of 0 or more, or has more than six decimals.
    """
    try:
        amount = Decimal(text) * MILLIONTHS
    except InvalidOperation:
        raise ValueError(f"{text!r} is no amount of money, as 0.25 is") from None
    if not amount.is_finite() or amount < 0 or amount != amount.to_integral_value():
        raise ValueError(f"{text!r} is no amount of money of 0 or more with up to six decimals")
    return int(amount)


def decimal_string(amount: int) -> str:
    """Return millionths as a decimal number, with two decimals at least: 250000 is "0.25"."""
    whole, rest = divmod(abs(amount), MILLIONTHS)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{'-' if amount < 0 else ''}{whole}.{decimals}"


def rounded(amount: int, decimals: int = 2) -> str:
    """Return millionths as people read a sum: rounded to the cent, thousands apart."""
    unit = Decimal(1).scaleb(-decimals)
    return f"{(Decimal(amount) / MILLIONTHS).quantize(unit, ROUND_HALF_UP):,}"
