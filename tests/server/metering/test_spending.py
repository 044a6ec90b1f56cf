"""What is spent beyond a plan is exact, and stops at the limit that an account set itself."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.auth import repository
from server.auth.accounts import Account
from server.errors import QuotaExceeded
from server.metering import meter
from server.metering.plans import ANALYZE, QUICK_INFO
from server.storage.database import open_database
from tests.server.databases import execute, rows
from tests.server.metering.test_meter import account_in, reserve, set_used
from tests.support.postgresql import ON_BOTH

NOW = datetime(2026, 3, 9, tzinfo=UTC)
UNIT, QUICK = 250_000, 10_000
"""What an analysis and a quick info of the plan starter cost beyond it, in millionths."""


def limited(url: str, limit: int | None, plan: str = "starter") -> Account:
    """Make an account that has used what its plan includes, and spends so much beyond."""
    account = account_in(url, plan, overage=True)
    set_used(url, account, 100)

    async def change() -> Account:
        database = open_database(url, Path())
        async with database.writing() as connection:
            await repository.change_account(connection, account.id, spending_limit=limit)
            changed = await repository.account_named(connection, account.id)
        await database.close()
        assert changed is not None
        return changed

    return asyncio.run(change())


@ON_BOTH
def test_of_40_requests_at_once_exactly_those_are_served_that_the_limit_has_room_for(
    database_url: str,
) -> None:
    account = limited(database_url, 10 * UNIT)
    assert len(reserve(database_url, account, 40)) == 10
    assert rows(database_url, "SELECT spent FROM spending") == [(10 * UNIT,)]
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE billable") == [(10,)]
    assert rows(database_url, "SELECT used FROM usage_counters") == [(110,)]
    assert rows(database_url, "SELECT DISTINCT unit_price FROM meter_events WHERE billable") == [(UNIT,)]
    assert rows(database_url, "SELECT DISTINCT unit_price FROM meter_events WHERE NOT billable") == [(0,)]


def test_a_limit_that_no_unit_fits_into_serves_none_and_without_a_limit_all_are_served(
    database_url: str,
) -> None:
    account = limited(database_url, UNIT - 1)
    assert reserve(database_url, account, 3) == []
    free_of_it = Account(account.id, "a", "starter", True, None, None)
    assert reserve(database_url, free_of_it, 3) == [], "the limit that counts is the database's"


def test_both_meters_spend_from_one_limit(database_url: str) -> None:
    account = limited(database_url, UNIT + 3 * QUICK)
    assert len(reserve(database_url, account, 1, QUICK_INFO)) == 1
    execute(database_url, f"UPDATE usage_counters SET used = included - 1 WHERE meter = '{QUICK_INFO}'")
    assert len(reserve(database_url, account, 1, QUICK_INFO)) == 1
    assert len(reserve(database_url, account, 1)) == 1
    assert len(reserve(database_url, account, 9, QUICK_INFO)) == 3
    assert rows(database_url, "SELECT spent FROM spending") == [(UNIT + 3 * QUICK,)]


def test_another_period_begins_at_nothing(database_url: str) -> None:
    account = limited(database_url, 2 * UNIT)
    april = datetime(2026, 4, 9, tzinfo=UTC)
    assert len(reserve(database_url, account, 5)) == 2
    assert len(reserve(database_url, account, 105, now=april)) == 102


def test_who_is_at_the_limit_is_refused_before_any_work_with_its_own_choice_as_the_reason(
    database_url: str,
) -> None:
    account = limited(database_url, UNIT)

    async def check() -> None:
        database = open_database(database_url, Path())
        try:
            async with database.reading() as connection:
                await meter.check(connection, account, ANALYZE, NOW)
        finally:
            await database.close()

    asyncio.run(check())
    reserve(database_url, account, 1)
    with pytest.raises(QuotaExceeded, match="API quota exceeded for this billing period") as refused:
        asyncio.run(check())
    assert refused.value.reason == "spending_limit"


def test_a_unit_that_is_given_back_makes_room_for_another(database_url: str) -> None:
    account = limited(database_url, UNIT)

    async def go() -> None:
        database = open_database(database_url, Path())
        async with database.writing() as connection:
            await meter.reserve(connection, account, ANALYZE, NOW, "job")
        async with database.writing() as connection:
            assert await meter.give_back(connection, "job", NOW)
        await database.close()

    asyncio.run(go())
    assert rows(database_url, "SELECT spent FROM spending") == [(0,)]
    assert len(reserve(database_url, account, 2)) == 1
