"""What is looked for again and again among all units that ever were is found by an index."""

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import event

from server.billing import outbox
from server.storage.database import open_database
from tests.server.databases import execute
from tests.support.postgresql import ON_BOTH


async def plans(url: str) -> list[str]:
    """Return how the database finds what the statements of the outbox ask for."""
    database = open_database(url, Path())
    asked: list[tuple[str, Any]] = []
    event.listen(
        database._engine.sync_engine,
        "before_cursor_execute",
        lambda _, __, statement, parameters, *___: asked.append((statement, parameters)),
    )
    async with database.reading() as connection:
        await outbox.unsent(connection, 10)
        await outbox.to_take_back(connection, 10)
        await outbox.standing(connection)
    selects = [each for each in asked if each[0].lstrip().startswith("SELECT")]
    explain = "EXPLAIN QUERY PLAN" if database.is_sqlite else "EXPLAIN"
    found = []
    async with database.reading() as connection:
        for statement, parameters in selects:
            rows = await connection.exec_driver_sql(f"{explain} {statement}", parameters)
            found.append("\n".join(str(row[-1]) for row in rows))
    await database.close()
    return [each for each in found if "meter_events" in each]


@ON_BOTH
def test_the_ledger_is_never_read_from_end_to_end(database_url: str) -> None:
    execute(
        database_url,
        "INSERT INTO accounts (id, name, plan, overage_enabled, created_at, customer_id) "
        "VALUES ('a', 'a', 'pro', TRUE, '2026-01-01 00:00:00', 'c')",
    )
    execute(
        database_url,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
        "INSERT INTO meter_events (id, account_id, meter, period_start, seq, billable, occurred_at, sent_at) "
        "SELECT 'unit-' || i, 'a', 'dfm.analyze', '2026-01-01 00:00:00', i, TRUE, '2026-01-01 00:00:00', "
        "'2026-01-01 00:00:00' FROM n",
    )
    execute(database_url, "ANALYZE")
    found = asyncio.run(plans(database_url))
    assert len(found) == 5
    for plan, index in zip(
        found, ("unsent", "take_back_at", "unsent", "parked", "take_back_at"), strict=True
    ):
        assert f"ix_meter_events_{index}" in plan, plan
