"""Use by day as bars, ready to be drawn as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from server.metering.history import DayOfMeter
from server.metering.periods import Period

WIDTH, HEIGHT = 960, 120
"""Of the picture, in its own units; the page scales it."""
GAP = 3


@dataclass(frozen=True, slots=True)
class Bar:
    """One day: a bar of what the plan includes, and on it one of what goes beyond."""

    day: date
    x: float
    width: float
    included_height: float
    billed_height: float
    included: int
    billed: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The days of a period for one meter."""

    bars: tuple[Bar, ...]
    most: int
    """Units of the day that had the most; the height of the picture."""
    width: int = WIDTH
    height: int = HEIGHT


def chart(days: Sequence[DayOfMeter], meter: str, period: Period) -> Chart:
    """Lay out the days of a period, those without use too."""
    used = {each.day: each for each in days if each.meter == meter}
    first, last = period.start.date(), (period.end - timedelta(microseconds=1)).date()
    every = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    most = max((max(each.units, each.billed) for each in used.values()), default=0)
    step = WIDTH / len(every)
    return Chart(tuple(_bar(day, n * step, step, used.get(day), most) for n, day in enumerate(every)), most)


def _bar(day: date, x: float, step: float, used: DayOfMeter | None, most: int) -> Bar:
    billed = used.billed if used else 0
    included = max(0, used.units - billed) if used else 0
    scale = HEIGHT / most if most else 0.0
    return Bar(
        day,
        round(x + GAP / 2, 2),
        round(step - GAP, 2),
        round(included * scale, 2),
        round(billed * scale, 2),
        included,
        billed,
    )
