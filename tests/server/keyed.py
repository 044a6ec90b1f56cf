"""Keys for tests: made in the database that a server works with."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime

from server.auth import repository
from server.auth.issue import issue
from server.metering.plans import PLANS
from server.settings import Settings
from server.storage import secret_keys
from server.storage.database import Database
from server.storage.migrate import opened
from tests.server.application import Client


def a_key(
    settings: Settings, plan: str = "enterprise", account: str | None = None, overage: bool = True
) -> str:
    """Make a key of an account of its own, or of the account named."""

    async def make() -> str:
        async with opened(settings) as database:
            return await _made(database, secret_keys.load(settings).pepper, plan, account, overage)

    # a thread of its own: the test may be running inside an event loop
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, make()).result()


def key_of(client: Client) -> str:
    """Make a key of an account of its own, by the connections of a server that runs in this process."""
    services = client.services
    with client.portal() as portal:
        return portal.call(_made, services.database, services.host.keys.pepper, "enterprise", None, True)


@contextmanager
def newly_keyed(client: Client) -> Iterator[Client]:
    """Give a client the key of an account of its own for a while, and its headers back afterwards."""
    headers = dict(client.headers)
    client.headers["X-API-Key"] = key_of(client)
    try:
        yield client
    finally:
        client.headers = headers  # type: ignore[assignment]


async def _made(database: Database, pepper: bytes, plan: str, account: str | None, overage: bool) -> str:
    now = datetime.now(UTC)
    async with database.writing() as connection:
        owner = await repository.account_named(connection, account) if account else None
        if owner is None:
            is_billed = PLANS[plan].bills_overage
            owner = await repository.make_account(
                connection, account or "test", plan, is_billed and overage, is_billed, now
            )
        return await issue(connection, pepper, owner.id, "test", now)
