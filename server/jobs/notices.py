"""Notices between hosts, by PostgreSQL's NOTIFY, that a job was queued: so that nobody asks all the time.

They may be lost, and a pooler that shares connections between transactions passes none on. Whoever waits for
jobs looks by itself now and then.
"""

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import func, select
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs.outage import Outage

CHANNEL = "sprue_jobs"
RETRY_S = 2.0

log = logging.getLogger("sprue.jobs")


async def send(connection: AsyncConnection) -> None:
    """Tell the others when the transaction is through; where there are none, do nothing."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_notify(CHANNEL, "")))


async def listen(url: str, on_notice: Callable[[], None]) -> None:
    """Call whenever a job may have been queued, until the task is cancelled.

    Parameters
    ----------
    url : str
        Of the database, as the settings have it.
    on_notice : callable
        Called also when listening begins: what was queued before nobody told.
    """
    import psycopg

    conninfo = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    outage = Outage(log, "notices of new jobs do not come")
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                outage.ended()
                on_notice()
                async for _ in connection.notifies():
                    on_notice()
        except (psycopg.Error, OSError) as error:
            outage.failed(OSError(str(error)))
        await asyncio.sleep(RETRY_S)
