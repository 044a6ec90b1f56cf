"""Use by day is that of the ledger, on the day it was used in UTC."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from server.metering import history, meter
from server.metering.history import DayOfMeter, Owed
from server.metering.periods import Period
from server.metering.plans import ANALYZE, QUICK_INFO
from server.storage.database import open_database
from tests.server.databases import execute
from tests.server.metering.test_meter import account_in
from tests.support.postgresql import ON_BOTH

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)
MARCH = Period(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))
DAY = timedelta(days=1)


@ON_BOTH
def test_days_have_what_was_used_on_them_and_what_is_owed_costs(database_url: str) -> None:
    account = account_in(database_url, "starter", overage=True)

    async def go() -> list[DayOfMeter]:
        database = open_database(database_url, Path())

        async def unit(name: str, at: datetime, job_id: str | None = None) -> None:
            async with database.writing() as connection:
                await meter.reserve(connection, account, name, at, job_id)

        await unit(QUICK_INFO, NOON)
        await unit(ANALYZE, NOON)
        async with database.writing() as connection:
            await connection.exec_driver_sql(f"UPDATE usage_counters SET used = 99 WHERE meter = '{ANALYZE}'")
        await unit(ANALYZE, datetime(2026, 3, 9, 23, 59, 59, tzinfo=UTC))  # the last that is included
        await unit(ANALYZE, datetime(2026, 3, 10, tzinfo=UTC), "returned")
        await unit(ANALYZE, NOON + DAY)
        await unit(ANALYZE, NOON + DAY)
        await unit(QUICK_INFO, NOON + 60 * DAY)
        async with database.writing() as connection:
            await meter.give_back(connection, "returned", NOON)
        async with database.reading() as connection:
            found = await history.by_day(connection, account.id, MARCH)
            nobody = await history.by_day(connection, "somebody else", MARCH)
        await database.close()
        assert nobody == []
        return found

    assert asyncio.run(go()) == [
        DayOfMeter(NOON.date(), ANALYZE, 2, 0, 0),
        DayOfMeter(NOON.date(), QUICK_INFO, 1, 0, 0),
        DayOfMeter((NOON + DAY).date(), ANALYZE, 2, 2, 500_000),
    ]
    assert asyncio.run(_owed(database_url, account.id, MARCH)) == {ANALYZE: Owed(2, 500_000)}
    # a subscription that began on these days owes nothing of what was taken before it
    begun = Period(NOON, NOON + 31 * DAY)
    assert sum(each.cost for each in asyncio.run(_found(database_url, account.id, begun))) == 500_000
    assert asyncio.run(_owed(database_url, account.id, begun)) == {}
    execute(
        database_url,
        "UPDATE meter_events SET tried_at = occurred_at, take_back_at = occurred_at WHERE billable",
    )
    assert sum(each.cost for each in asyncio.run(_found(database_url, account.id))) == 0
    assert asyncio.run(_owed(database_url, account.id, MARCH)) == {}


async def _owed(url: str, account_id: str, period: Period) -> dict[str, Owed]:
    database = open_database(url, Path())
    async with database.reading() as connection:
        found = await history.owed(connection, account_id, period)
    await database.close()
    return found


async def _found(url: str, account_id: str, period: Period = MARCH) -> list[DayOfMeter]:
    database = open_database(url, Path())
    async with database.reading() as connection:
        found = await history.by_day(connection, account_id, period)
    await database.close()
    return found
