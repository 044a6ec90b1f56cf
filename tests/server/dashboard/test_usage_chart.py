"""A picture of use has a bar a day, as high as what was used, and what goes beyond on top."""

from datetime import UTC, date, datetime

from server.dashboard.usage_chart import HEIGHT, WIDTH, chart
from server.metering.history import DayOfMeter
from server.metering.periods import Period

MARCH = Period(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))
DAYS = (
    DayOfMeter(date(2026, 3, 2), "dfm.analyze", 8, 0, 0),
    DayOfMeter(date(2026, 3, 3), "dfm.analyze", 16, 4, 1_000_000),
    DayOfMeter(date(2026, 3, 3), "dfm.quick_info", 999, 0, 0),
)


def test_bars_are_as_high_as_what_was_used() -> None:
    drawn = chart(DAYS, "dfm.analyze", MARCH)
    assert (len(drawn.bars), drawn.most) == (31, 16)
    first, second, third, *others = drawn.bars
    assert (first.included_height, first.billed_height) == (0, 0)
    assert (second.included_height, second.billed_height) == (HEIGHT / 2, 0)
    assert (third.included_height, third.billed_height) == (HEIGHT * 12 / 16, HEIGHT * 4 / 16)
    assert all(each.included_height == 0 for each in others)
    assert drawn.bars[-1].x + drawn.bars[-1].width <= WIDTH


def test_nothing_used_is_no_bar_and_a_period_may_begin_in_the_middle_of_a_day() -> None:
    period = Period(datetime(2026, 3, 9, 15, tzinfo=UTC), datetime(2026, 4, 9, 15, tzinfo=UTC))
    drawn = chart((), "dfm.analyze", period)
    assert (drawn.bars[0].day, drawn.bars[-1].day, drawn.most) == (date(2026, 3, 9), date(2026, 4, 9), 0)
    assert all(each.included_height == each.billed_height == 0 for each in drawn.bars)
