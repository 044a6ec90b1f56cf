"""Units are counted exactly, whoever counts beside us."""

import asyncio
import multiprocessing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.auth import repository
from server.auth.accounts import Account
from server.errors import QuotaExceeded
from server.metering import meter
from server.metering.plans import ANALYZE, PLANS, QUICK_INFO
from server.storage.database import open_database
from tests.server.databases import execute, rows
from tests.support.postgresql import ON_BOTH

MARCH, APRIL = datetime(2026, 3, 9, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)


def account_in(url: str, plan: str = "free", overage: bool = False) -> Account:
    async def make() -> Account:
        database = open_database(url, Path())
        async with database.writing() as connection:
            made = await repository.make_account(connection, "a", plan, overage, False, MARCH)
        await database.close()
        return made

    return asyncio.run(make())


def reserve(url: str, account: Account, times: int, name: str = ANALYZE, now: datetime = MARCH) -> list[int]:
    """Try that often, all at once; return what was left after each that was granted."""

    async def go() -> list[int]:
        database = open_database(url, Path())
        granted: list[int] = []

        async def once() -> None:
            try:
                async with database.writing() as connection:
                    granted.append((await meter.reserve(connection, account, name, now)).remaining)
            except QuotaExceeded:
                pass

        await asyncio.gather(*(once() for _ in range(times)))
        await database.close()
        return granted

    return asyncio.run(go())


def set_used(url: str, account: Account, count: int) -> None:
    """Take a unit of an analysis, and have so many taken."""
    assert len(reserve(url, account, 1)) == 1
    execute(url, f"UPDATE usage_counters SET used = {count}")


def change_plan(url: str, account: Account, plan: str, is_billed: bool, now: datetime) -> Account:
    async def change() -> Account:
        database = open_database(url, Path())
        async with database.writing() as connection:
            await repository.change_plan(connection, account, plan, False, is_billed, now)
            changed = await repository.account_named(connection, account.id)
        await database.close()
        assert changed is not None
        return changed

    return asyncio.run(change())


@ON_BOTH
def test_exactly_what_is_included_is_granted_and_each_unit_is_written_once(database_url: str) -> None:
    """As 80 of 100 units are used."""
    account = account_in(database_url)
    set_used(database_url, account, 80)
    granted = reserve(database_url, account, 40)
    assert sorted(granted) == list(range(20))
    assert rows(database_url, "SELECT used FROM usage_counters") == [(100,)]
    assert rows(database_url, "SELECT seq FROM meter_events WHERE seq > 1 ORDER BY seq") == [
        (seq,) for seq in range(81, 101)
    ]


def test_it_is_exact_across_processes(database_url: str) -> None:
    account = account_in(database_url)
    set_used(database_url, account, 80)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with context.Pool(3) as pool:
        granted = pool.starmap(reserve, [(database_url, account, 15)] * 3)
    assert sum(map(len, granted)) == 20
    assert rows(database_url, "SELECT used FROM usage_counters") == [(100,)]
    assert rows(database_url, "SELECT COUNT(DISTINCT seq) FROM meter_events") == [(1 + 20,)]


def test_meters_and_periods_are_counted_apart(database_url: str) -> None:
    account = account_in(database_url)
    set_used(database_url, account, 99)
    assert len(reserve(database_url, account, 2)) == 1
    assert len(reserve(database_url, account, 3, QUICK_INFO)) == 3
    assert len(reserve(database_url, account, 3, ANALYZE, APRIL)) == 3


@ON_BOTH
def test_beyond_what_a_paid_plan_includes_units_are_billable(database_url: str) -> None:
    account = account_in(database_url, "starter", overage=True)
    set_used(database_url, account, 99)
    assert reserve(database_url, account, 4) == [0, 0, 0, 0]
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE billable") == [(3,)]


def test_a_paid_plan_without_overage_stops(database_url: str) -> None:
    account = account_in(database_url, "starter")
    set_used(database_url, account, 99)
    assert len(reserve(database_url, account, 4)) == 1


def test_a_change_of_plan_holds_from_the_next_unit_on(database_url: str) -> None:
    account = account_in(database_url)
    set_used(database_url, account, 100)
    pro = Account(account.id, "a", "pro", True, None, None)
    assert reserve(database_url, pro, 1) == [4_899]


@ON_BOTH
def test_what_is_undone_gives_its_unit_back(database_url: str) -> None:
    account = account_in(database_url)

    async def go() -> None:
        database = open_database(database_url, Path())

        async def stumble() -> None:
            async with database.writing() as connection:
                await meter.reserve(connection, account, ANALYZE, MARCH)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await stumble()
        await database.close()

    asyncio.run(go())
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events") == [(0,)]
    assert reserve(database_url, account, 1) == [99]


def give_back(url: str, *job_ids: str) -> list[bool]:
    """Give back the units of jobs, all at once."""

    async def go() -> list[bool]:
        database = open_database(url, Path())

        async def once(job_id: str) -> bool:
            async with database.writing() as connection:
                return await meter.give_back(connection, job_id, MARCH)

        given = await asyncio.gather(*(once(job_id) for job_id in job_ids))
        await database.close()
        return given

    return asyncio.run(go())


def pay(url: str, account: Account, *job_ids: str, now: datetime = MARCH) -> None:
    """Take a unit for each job, in this order."""

    async def go() -> None:
        database = open_database(url, Path())
        for job_id in job_ids:
            async with database.writing() as connection:
                await meter.reserve(connection, account, ANALYZE, now, job_id)
        await database.close()

    asyncio.run(go())


@ON_BOTH
def test_a_unit_is_given_back_once_and_can_be_taken_again(database_url: str) -> None:
    account = account_in(database_url)
    set_used(database_url, account, 98)
    pay(database_url, account, "a", "b")
    assert give_back(database_url, "a", "a", "a").count(True) == 1
    assert rows(database_url, "SELECT used, returned FROM usage_counters") == [(99, 1)]
    assert reserve(database_url, account, 3) == [0]
    assert give_back(database_url, "b", "nobody's") == [True, False]
    assert reserve(database_url, account, 3) == [0]
    assert rows(
        database_url, "SELECT COUNT(*), COUNT(DISTINCT seq), MAX(seq), COUNT(returned_at) FROM meter_events"
    ) == [(5, 5, 102, 2)]


@ON_BOTH
def test_a_unit_that_is_given_back_goes_to_the_period_it_was_taken_in(database_url: str) -> None:
    account = account_in(database_url)
    pay(database_url, account, "a")
    pay(database_url, account, "b", now=APRIL)
    give_back(database_url, "a")
    assert rows(database_url, "SELECT used, returned FROM usage_counters ORDER BY period_start") == [
        (0, 1),
        (1, 0),
    ]


@ON_BOTH
@pytest.mark.parametrize(("job", "billed"), [("a", ["b"]), ("b", ["c"]), ("c", ["b"])])
def test_a_unit_that_is_given_back_leaves_as_many_billed_as_go_beyond_the_plan(
    database_url: str, job: str, billed: list[str]
) -> None:
    account = account_in(database_url, "starter", overage=True)
    set_used(database_url, account, 99)
    pay(database_url, account, "a", "b", "c")  # the last that is included, and two beyond
    give_back(database_url, job)
    sql = "SELECT job_id FROM meter_events WHERE billable"
    assert rows(database_url, sql) == [(each,) for each in billed]
    assert rows(database_url, "SELECT used FROM usage_counters") == [(101,)]


def test_the_refusal_says_the_limits(database_url: str) -> None:
    account = account_in(database_url)
    set_used(database_url, account, 100)

    async def go() -> QuotaExceeded:
        database = open_database(database_url, Path())
        try:
            async with database.reading() as connection:
                with pytest.raises(QuotaExceeded) as caught:
                    await meter.check(connection, account, ANALYZE, MARCH)
        finally:
            await database.close()
        return caught.value

    refusal = asyncio.run(go())
    assert str(refusal) == "API quota exceeded for this billing period."
    assert refusal.headers == {
        "X-RateLimit-Limit": "100",
        "X-RateLimit-Remaining": "0",
        "X-Billing-Tier": "free",
    }


@ON_BOTH
def test_leaving_a_plan_and_coming_back_gives_no_units_twice(database_url: str) -> None:
    free = account_in(database_url)
    (full,) = reserve(database_url, free, 1)
    assert len(reserve(database_url, free, 39)) == 39
    starter = change_plan(database_url, free, "starter", True, MARCH + timedelta(days=1))
    (left_of_starter,) = reserve(database_url, starter, 1, now=MARCH + timedelta(days=1, hours=1))
    assert left_of_starter == PLANS["starter"].included[ANALYZE] - 41
    again = change_plan(database_url, starter, "free", False, MARCH + timedelta(days=2))
    assert reserve(database_url, again, 1, now=MARCH + timedelta(days=2)) == [full - 41]
    once_more = change_plan(database_url, again, "starter", True, MARCH + timedelta(days=3))
    assert reserve(database_url, once_more, 1, now=MARCH + timedelta(days=3)) == [left_of_starter - 2]


def test_units_of_a_month_that_is_over_are_not_carried_over(database_url: str) -> None:
    free = account_in(database_url)
    (full,) = reserve(database_url, free, 1)
    reserve(database_url, free, 9)
    starter = change_plan(database_url, free, "starter", True, APRIL + timedelta(days=1))
    later = APRIL + timedelta(days=1, hours=1)
    assert reserve(database_url, starter, 1, now=later) == [PLANS["starter"].included[ANALYZE] - 1]
    again = change_plan(database_url, starter, "free", False, later)
    assert reserve(database_url, again, 1, now=later) == [full - 1]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"plan": "free"}, "plan_limit"),
        ({"overage_enabled": False}, "overage_disabled"),
        ({"grace_until": MARCH}, "payment_failed"),
    ],
)
def test_a_refusal_says_why(database_url: str, changes: dict[str, object], reason: str) -> None:
    account = replace(account_in(database_url, "starter", overage=True), **changes)  # type: ignore[arg-type]
    set_used(database_url, account, 99)
    assert len(reserve(database_url, account, 4)) == 1

    async def go() -> None:
        database = open_database(database_url, Path())
        try:
            async with database.writing() as connection:
                await meter.reserve(connection, account, ANALYZE, MARCH)
        finally:
            await database.close()

    with pytest.raises(QuotaExceeded) as refused:
        asyncio.run(go())
    assert refused.value.reason == reason


def test_who_owes_goes_on_until_the_time_of_grace_is_over(database_url: str) -> None:
    account = replace(account_in(database_url, "starter", overage=True), grace_until=APRIL)
    set_used(database_url, account, 99)
    assert len(reserve(database_url, account, 4)) == 4


def test_an_arrangement_takes_the_place_of_the_plan(database_url: str) -> None:
    account = account_in(database_url, "enterprise", overage=True)
    agreed = replace(account, arrangement={"included": {ANALYZE: 2}, "overage_price": {ANALYZE: 5_000}})
    assert reserve(database_url, agreed, 3) == [1, 0, 0]
    assert rows(database_url, "SELECT spent FROM spending") == [(5_000,)]
