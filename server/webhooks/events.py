"""Events: written down for each webhook that is for them, in the transaction of what they tell.

So neither is without the other, and a process that dies in between loses none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.jobs.job import Job, Status
from server.metering.money import decimal_string
from server.metering.plans import CURRENCY
from server.storage import ids
from server.webhooks import repository
from server.webhooks.documents import (
    Event,
    JobCompletedData,
    JobCompletedEvent,
    JobFailedData,
    JobFailedEvent,
    QuoteCreatedData,
    QuoteCreatedEvent,
    SpendingReachedData,
    SpendingReachedEvent,
    WebhookTestData,
    WebhookTestEvent,
)
from server.webhooks.webhook import Delivery, DeliveryStatus, EventType, Webhook


@dataclass(frozen=True, slots=True)
class Spent:
    """What an account has spent of its limit in a period; amounts in millionths of the currency."""

    percent: Literal[50, 80, 100]
    spent: int
    limit: int
    period_start: datetime
    period_end: datetime


class Events:
    """Writes events down.

    Parameters
    ----------
    api_url : str
        Where links begin: the API as callers reach it.
    """

    def __init__(self, api_url: str) -> None:
        self._api_url = api_url

    async def job_ended(self, connection: AsyncConnection, job: Job, status: Status, now: datetime) -> None:
        """Record that a job is done, or has failed."""
        url = f"{self._api_url}/dfm/jobs/{job.id}"
        if status is Status.DONE:
            done = JobCompletedData(job.id, "done", job.quote_id, url, f"{url}/result")
            event: Event = JobCompletedEvent(moment(now), done)
            await self._record_all(connection, job.account_id, EventType.JOB_COMPLETED, event, now)
        else:
            event = JobFailedEvent(moment(now), JobFailedData(job.id, "error", job.quote_id, url))
            await self._record_all(connection, job.account_id, EventType.JOB_FAILED, event, now)

    async def quote_created(
        self, connection: AsyncConnection, account_id: str, quote_id: str, now: datetime
    ) -> None:
        """Record that a quote was made."""
        made = QuoteCreatedData(quote_id, "draft", f"{self._api_url}/quotes/{quote_id}")
        event = QuoteCreatedEvent(moment(now), made)
        await self._record_all(connection, account_id, EventType.QUOTE_CREATED, event, now)

    async def spending_reached(
        self, connection: AsyncConnection, account_id: str, spent: Spent, now: datetime
    ) -> None:
        """Record that an account has reached a share of its spending limit."""
        data = SpendingReachedData(
            spent.percent,
            decimal_string(spent.spent),
            decimal_string(spent.limit),
            CURRENCY,
            moment(spent.period_start),
            moment(spent.period_end),
            f"{self._api_url}/usage",
        )
        event = SpendingReachedEvent(moment(now), data)
        await self._record_all(connection, account_id, EventType.SPENDING_REACHED, event, now)

    async def test(self, connection: AsyncConnection, webhook: Webhook, now: datetime) -> Delivery:
        """Record a test event for one webhook, whatever it is for; return its delivery."""
        event = WebhookTestEvent(moment(now), WebhookTestData(webhook.id))
        [delivery] = await _record(connection, [webhook], EventType.TEST, event, now)
        return delivery

    async def _record_all(
        self, connection: AsyncConnection, account_id: str, kind: EventType, event: Event, now: datetime
    ) -> None:
        """Record an event for each webhook of the account that is for it."""
        every = await repository.of_account(connection, account_id, are_kept=True)
        subscribed = [each for each in every if each.is_active and kind in each.events]
        await _record(connection, subscribed, kind, event, now)


async def _record(
    connection: AsyncConnection, webhooks: Sequence[Webhook], kind: EventType, event: Event, now: datetime
) -> list[Delivery]:
    event_id = ids.new()
    body = msgspec.json.encode(event).decode()
    made = [
        Delivery(
            id=ids.new(),
            webhook_id=webhook.id,
            event_id=event_id,
            event_type=kind,
            body=body,
            status=DeliveryStatus.PENDING,
            attempts=0,
            n_waits=0,
            due_at=now,
            response_status=None,
            error=None,
            created_at=now,
            attempted_at=None,
            ended_at=None,
        )
        for webhook in webhooks
    ]
    await repository.add_deliveries(connection, made)
    return made


def moment(when: datetime) -> str:
    """Present a moment: ISO 8601, in UTC, to the second."""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")
