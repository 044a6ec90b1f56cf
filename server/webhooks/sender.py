"""Sending: the table is the queue, and each server takes what is due from it.

An attempt whose outcome could not be written down is made again: receivers know it by its `webhook-id`.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from server.fetch.post import BROKEN, Answered, NoAnswer, Poster
from server.jobs.outage import Outage
from server.storage.database import Database
from server.webhooks import leases, repository, schedule, signature
from server.webhooks.leases import Lease
from server.webhooks.signature import Secrets
from server.webhooks.webhook import DeliveryStatus, Inactive, Webhook

MOST_AT_ONCE = 16
"""Requests side by side: most of their time is spent waiting."""
MOST_OF_ACCOUNT = 4
"""Of one account, so that its slow receivers leave room for those of others."""
LEASE_S = 60.0
"""Four times what an attempt may take: the rest is for writing down how it ended."""
POLL_S = 2.0
"""Events are written down by every part of every server; nobody wakes this one."""
STOP_S = 3.0
"""What requests on their way may still take when the server stops."""
GONE = 410

log = logging.getLogger("sprue.webhooks")


class Outcome(StrEnum):
    """How an attempt ended."""

    DELIVERED = "delivered"
    RETRIED = "retried"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Response:
    """What came of an attempt."""

    status: int | None
    """None: there was no answer."""
    error: str | None
    """A sentence; None where it was delivered."""
    retry_after_s: float | None = None


class Sender:
    """Sends what is due, a few deliveries at once, and one at a time to each webhook.

    Parameters
    ----------
    database, poster, secrets
        What it works with.
    count : callable
        Called with the outcome of each attempt.
    waits_s : sequence of float, optional
        Waits before a delivery is tried again; left out: those of `schedule`.
    poll_s : float, optional
        How often it looks; left out: `POLL_S`.
    lease_s : float
        How long another server leaves a delivery alone that this one has taken.
    is_alone : bool
        Whether no other server sends from the database: leases are those of this one, when it was ended.
    """

    def __init__(
        self,
        database: Database,
        poster: Poster,
        secrets: Secrets,
        count: Callable[[Outcome], None],
        waits_s: Sequence[float] | None = None,
        poll_s: float | None = None,
        lease_s: float = LEASE_S,
        is_alone: bool = False,
    ) -> None:
        self._database = database
        self._poster = poster
        self._secrets = secrets
        self._count = count
        self._waits_s = schedule.WAITS_S if waits_s is None else waits_s
        self._poll_s = POLL_S if poll_s is None else poll_s
        self._lease_s = lease_s
        self._is_alone = is_alone
        self._wake = asyncio.Event()
        self._is_stopping = False
        self._loop: asyncio.Task[None] | None = None
        self._sending: dict[asyncio.Task[None], Lease] = {}
        self._outage = Outage(log, "webhooks cannot be sent")

    async def start(self) -> None:
        """Begin to send."""
        if self._is_alone:
            async with self._database.writing() as connection:
                await leases.release_all(connection)
        self._loop = asyncio.create_task(self._serve())

    async def stop(self) -> None:
        """Wait for what is on its way for a moment, and hand the rest to the next server."""
        self._is_stopping = True
        self._wake.set()
        if self._loop is not None:
            await self._loop
        if not self._sending:
            return
        _, unfinished = await asyncio.wait(self._sending, timeout=STOP_S)
        left = [self._sending[task] for task in unfinished]
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
        if left:
            with suppress(Exception):  # else the leases end by themselves
                async with self._database.writing() as connection:
                    for lease in left:
                        await leases.release(connection, lease.id)

    async def _serve(self) -> None:
        """Take one delivery after the other."""
        while not self._is_stopping:
            self._wake.clear()
            try:
                lease = await self._take() if len(self._sending) < MOST_AT_ONCE else None
            except Exception as error:  # a database that is away comes back
                self._outage.failed(error)
                lease = None
            else:
                self._outage.ended()
            if lease is not None:
                self._begin(lease)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._poll_s)

    async def _take(self) -> Lease | None:
        """Take the lease of a webhook; reading comes first, since writers wait for each other."""
        now = datetime.now(UTC)
        async with self._database.reading() as connection:
            if not await leases.has_due(connection, now):
                return None
        async with self._database.writing() as connection:
            return await leases.claim(connection, now, self._lease_s, MOST_OF_ACCOUNT)

    def _begin(self, lease: Lease) -> None:
        task = asyncio.create_task(self._send(lease))
        self._sending[task] = lease
        task.add_done_callback(self._note_end)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        del self._sending[task]
        self._wake.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a webhook was not sent", exc_info=error)

    async def _send(self, lease: Lease) -> None:
        """Attempt a delivery, and write down how that ended."""
        response = await self._attempt(lease)
        outage = Outage(log, f"how delivery {lease.delivery.id} went cannot be written down")
        while datetime.now(UTC) < lease.until:  # then it is another server's
            try:
                async with self._database.writing() as connection:
                    outcome = await self._settle(connection, lease, response)
            except Exception as error:
                outage.failed(error)
                await asyncio.sleep(self._poll_s)
            else:
                outage.ended()
                if outcome is not None:
                    self._count(outcome)
                return

    async def _attempt(self, lease: Lease) -> Response:
        webhook, delivery, now = lease.webhook, lease.delivery, datetime.now(UTC)
        headers = signature.headers(
            self._secrets.in_force(webhook, now), delivery.event_id, delivery.body, now
        )
        try:
            answer = await self._poster.post(webhook.url, headers, delivery.body.encode())
        except NoAnswer as error:
            return Response(None, str(error))
        except Exception as error:  # a defect of ours counts too, or it would be tried for ever
            log.error("delivery %s could not be attempted", delivery.id, exc_info=error)
            return Response(None, BROKEN)
        return Response(answer.status, _problem(answer), answer.retry_after_s)

    async def _settle(self, connection: AsyncConnection, lease: Lease, response: Response) -> Outcome | None:
        """Write down how an attempt ended, and give the lease back; None where it is another's by now."""
        now = datetime.now(UTC)
        outcome, values = self._outcome(lease, response, now)
        webhook, delivery = lease.webhook, lease.delivery
        inactive = _inactive(webhook, response, outcome, now)
        of_webhook: dict[str, Any] = {
            "failing_since": None if outcome is Outcome.DELIVERED else webhook.failing_since or now
        }
        if inactive is not None:
            of_webhook["inactive_reason"] = inactive
        if not await leases.release(connection, lease.id, **of_webhook):
            return None
        await repository.change_delivery(
            connection,
            delivery.id,
            attempts=delivery.attempts + 1,
            response_status=response.status,
            error=response.error,
            attempted_at=now,
            **values,
        )
        if inactive is not None:
            log.warning("webhook %s is switched off: %s", webhook.id, inactive)
            await repository.give_up_pending(connection, webhook.id, now)
        return outcome

    def _outcome(self, lease: Lease, response: Response, now: datetime) -> tuple[Outcome, dict[str, Any]]:
        """Return how an attempt ended, and what changes in its delivery."""
        if response.error is None:
            return Outcome.DELIVERED, {"status": DeliveryStatus.DELIVERED, "ended_at": now}
        n_waits = lease.delivery.n_waits
        wait_s = schedule.wait_s(n_waits, response.retry_after_s, self._waits_s)
        if wait_s is None or response.status == GONE:
            return Outcome.FAILED, {"status": DeliveryStatus.FAILED, "ended_at": now}
        return Outcome.RETRIED, {"n_waits": n_waits + 1, "due_at": now + timedelta(seconds=wait_s)}


def _problem(answer: Answered) -> str | None:
    """Say why an answer is none that counts as delivered; None where it is one."""
    if 200 <= answer.status < 300:
        return None
    if 300 <= answer.status < 400:
        return f"The answer was {answer.status}; redirects are not followed."
    return f"The answer was {answer.status}; any of 200 to 299 counts as delivered."


def _inactive(webhook: Webhook, response: Response, outcome: Outcome, now: datetime) -> Inactive | None:
    """Return why a webhook is switched off after an attempt; None: it stays as it is."""
    if response.status == GONE:
        return Inactive.GONE
    is_failing = webhook.failing_since is not None and (
        now - webhook.failing_since >= schedule.SWITCH_OFF_AFTER
    )
    return Inactive.FAILING if outcome is Outcome.FAILED and is_failing else None
