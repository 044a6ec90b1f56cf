"""Webhooks over a database of their own, with a real receiver, and no server around them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from server.auth import repository as accounts
from server.auth.accounts import Account
from server.fetch.post import Poster
from server.storage.database import open_database
from server.webhooks import repository
from server.webhooks.events import Events
from server.webhooks.sender import Outcome, Sender
from server.webhooks.service import WebhookService
from server.webhooks.signature import Secrets
from server.webhooks.webhook import Delivery, Webhook
from tests.server.databases import put_tables

T = TypeVar("T")
API = "http://sprue.test/api/v1"
QUOTE_ID = "01992f6e-77aa-7c10-8f02-5d4c3b2a1908"
POLL_S = 0.02
QUICK_WAITS_S = (0.05, 0.05)
"""Three attempts within a moment."""


class Bench:
    """What tests act on."""

    account: Account

    def __init__(
        self, folder: Path, allows_private: bool = True, limit_s: float = 5.0, url: str = ""
    ) -> None:
        self.database = open_database(url, folder)
        self.events = Events(API)
        self.secrets = Secrets(b"pepper")
        self.poster = Poster(allows_private, limit_s)
        self.service = WebhookService(self.database, self.events, self.secrets, self.poster)
        self.outcomes: list[Outcome] = []

    def sender(self, waits_s: tuple[float, ...] = QUICK_WAITS_S, lease_s: float = 60.0) -> Sender:
        """Make a sender that does not wait for long."""
        return Sender(
            self.database, self.poster, self.secrets, self.outcomes.append, waits_s, POLL_S, lease_s
        )

    async def make_account(self, name: str) -> Account:
        """Make an account."""
        async with self.database.writing() as connection:
            return await accounts.make_account(connection, name, "free", False, False, datetime.now(UTC))

    async def webhook(
        self, to: str, /, *events: str, account: Account | None = None, **values: object
    ) -> Webhook:
        """Make a webhook to a URL, for quotes where nothing is said; `values` are set in its row."""
        owner = account or self.account
        made, _ = await self.service.create(owner, to, events or ("quote.created",), "")
        if values:
            async with self.database.writing() as connection:
                await repository.change(connection, made.id, **values)
        return await self.service.get(owner, made.id)

    async def quote(self, account: Account | None = None, quote_id: str = QUOTE_ID) -> None:
        """Record that a quote was made."""
        async with self.database.writing() as connection:
            owner = account or self.account
            await self.events.quote_created(connection, owner.id, quote_id, datetime.now(UTC))

    async def deliveries(self, webhook: Webhook) -> list[Delivery]:
        """Return the deliveries to a webhook, newest first, also those of one millisecond."""
        async with self.database.reading() as connection:
            found = await repository.page(connection, webhook.id, 100, None)
        return sorted(found, key=lambda each: each.created_at, reverse=True)

    async def until(self, webhook: Webhook, *statuses: str) -> list[Delivery]:
        """Wait until the deliveries to a webhook, oldest first, have these states."""
        deadline = time.monotonic() + 20
        while True:
            found = list(reversed(await self.deliveries(webhook)))
            if [each.status for each in found] == list(statuses):
                return found
            assert time.monotonic() < deadline, found
            await asyncio.sleep(0.02)


def run(
    folder: Path,
    act: Callable[[Bench], Awaitable[T]],
    allows_private: bool = True,
    limit_s: float = 5.0,
    url: str = "",
) -> T:
    """Set up a bench with an account, act on it, and put it away."""
    if not url:
        put_tables(folder)

    async def go() -> T:
        bench = Bench(folder, allows_private, limit_s, url)
        bench.account = await bench.make_account("test")
        try:
            return await act(bench)
        finally:
            with suppress(Exception):
                await bench.database.close()

    return asyncio.run(go())
