"""What is done with webhooks, by the API and on the dashboard."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth.accounts import Account
from server.errors import DeliveryNotFound, InvalidForm, WebhookInactive, WebhookNotFound
from server.fetch.post import NoAnswer, Poster
from server.http.rates import Rate
from server.storage import ids
from server.storage.database import Database
from server.webhooks import repository
from server.webhooks.events import Events
from server.webhooks.schemas import LONGEST_DESCRIPTION, LONGEST_URL
from server.webhooks.signature import Secrets
from server.webhooks.webhook import OFFERED, Delivery, DeliveryStatus, Inactive, Webhook

MOST_WEBHOOKS = 20
"""Of one account; an event is written down once for each."""
BY_HAND_A_MINUTE = 20
"""Deliveries of an account that are asked for by hand: nobody is to be flooded through us."""
MINUTE_S = 60.0
SHOWN = 200
"""Characters of what was sent that a message repeats."""


class WebhookService:
    """Webhooks of one account at a time."""

    def __init__(self, database: Database, events: Events, secrets: Secrets, poster: Poster) -> None:
        self._database = database
        self._events = events
        self._secrets = secrets
        self._poster = poster
        self._by_hand = Rate(
            BY_HAND_A_MINUTE, MINUTE_S, "Too many deliveries were asked for by hand. Please wait a minute."
        )

    async def every(self, account: Account) -> list[Webhook]:
        """Return every webhook of the account, oldest first."""
        async with self._database.reading() as connection:
            return await repository.of_account(connection, account.id)

    async def get(self, account: Account, webhook_id: str) -> Webhook:
        """Return a webhook of the account; raise WebhookNotFound."""
        async with self._database.reading() as connection:
            return await _get(connection, account, webhook_id)

    async def create(
        self, account: Account, url: str, events: Sequence[str], description: str
    ) -> tuple[Webhook, str]:
        """Make a webhook; return it and its secret.

        Raises
        ------
        InvalidForm
            The URL is none that is posted to, an event is none there is, or there are too many webhooks.
        """
        made = Webhook(
            id=ids.new(),
            account_id=account.id,
            url=self._checked_url(url),
            description=_checked_description(description),
            events=_checked_events(events),
            secret_version=1,
            rotated_at=None,
            inactive_reason=None,
            failing_since=None,
            created_at=datetime.now(UTC),
        )
        async with self._database.writing() as connection:
            if len(await repository.of_account(connection, account.id)) >= MOST_WEBHOOKS:
                raise InvalidForm(f"There are {MOST_WEBHOOKS} webhooks, as many as may be; delete one first.")
            await repository.add(connection, made)
        return made, self._secrets.current(made)

    async def change(
        self,
        account: Account,
        webhook_id: str,
        url: str | None = None,
        events: Sequence[str] | None = None,
        description: str | None = None,
        active: bool | None = None,
    ) -> Webhook:
        """Change what is not None; raises as `create` does, and WebhookNotFound.

        A webhook that is switched off gives up what is on its way; one that is switched on begins anew.
        """
        values: dict[str, Any] = {}
        if url is not None:
            values["url"] = self._checked_url(url)
        if events is not None:
            values["events"] = _checked_events(events)
        if description is not None:
            values["description"] = _checked_description(description)
        async with self._database.writing() as connection:
            webhook = await _get(connection, account, webhook_id)
            if active is True and not webhook.is_active:
                values |= {"inactive_reason": None, "failing_since": None}
            if active is False and webhook.is_active:
                values["inactive_reason"] = Inactive.PAUSED
                await repository.give_up_pending(connection, webhook.id, datetime.now(UTC))
            if values:
                await repository.change(connection, webhook.id, **values)
        return replace(webhook, **values)

    async def remove(self, account: Account, webhook_id: str) -> None:
        """Forget a webhook and what is on its way to it; raise WebhookNotFound."""
        async with self._database.writing() as connection:
            webhook = await _get(connection, account, webhook_id)
            await repository.remove(connection, webhook.id)

    async def secret(self, account: Account, webhook_id: str) -> str:
        """Return the secret of a webhook; raise WebhookNotFound."""
        return self._secrets.current(await self.get(account, webhook_id))

    async def rotate(self, account: Account, webhook_id: str) -> str:
        """Give a webhook another secret and return it; the former one signs too for a day."""
        async with self._database.writing() as connection:
            webhook = await _get(connection, account, webhook_id)
            values = {"secret_version": webhook.secret_version + 1, "rotated_at": datetime.now(UTC)}
            await repository.change(connection, webhook.id, **values)
        return self._secrets.current(replace(webhook, secret_version=webhook.secret_version + 1))

    async def deliveries(
        self, account: Account, webhook_id: str, limit: int, after: str | None
    ) -> tuple[list[Delivery], bool]:
        """Return the deliveries to a webhook, newest first; and whether there are more."""
        async with self._database.reading() as connection:
            webhook = await _get(connection, account, webhook_id)
            found = await repository.page(connection, webhook.id, limit + 1, after)
        return found[:limit], len(found) > limit

    async def test(self, account: Account, webhook_id: str) -> Delivery:
        """Send a test event.

        Raises
        ------
        WebhookNotFound
            There is no such webhook.
        WebhookInactive
            It is switched off.
        TooManyTries
            Too much was asked for by hand.
        """
        async with self._database.writing() as connection:
            webhook = await self._by_hand_to(connection, account, webhook_id)
            return await self._events.test(connection, webhook, datetime.now(UTC))

    async def resend(self, account: Account, webhook_id: str, delivery_id: str) -> Delivery:
        """Send a delivery again, now; raises as `test` does, and DeliveryNotFound."""
        now = datetime.now(UTC)
        async with self._database.writing() as connection:
            webhook = await self._by_hand_to(connection, account, webhook_id)
            found = await repository.delivery(connection, webhook.id, delivery_id)
            if found is None:
                raise DeliveryNotFound("There is no such delivery, or it has expired.")
            values: dict[str, Any] = {
                "status": DeliveryStatus.PENDING,
                "n_waits": 0,
                "due_at": now,
                "ended_at": None,
            }
            await repository.change_delivery(connection, found.id, **values)
        return replace(found, **values)

    async def _by_hand_to(self, connection: AsyncConnection, account: Account, webhook_id: str) -> Webhook:
        webhook = await _get(connection, account, webhook_id)
        if not webhook.is_active:
            raise WebhookInactive("The webhook is switched off; switch it on first.")
        self._by_hand.take(account.id)
        return webhook

    def _checked_url(self, url: str) -> str:
        try:
            if len(url) > LONGEST_URL:
                raise InvalidForm(f"url has {len(url)} characters; it may have {LONGEST_URL}.")
            self._poster.check(url)
        except NoAnswer as error:
            raise InvalidForm(f"url is {url[:SHOWN]!r}. {error}") from None
        return url


def _checked_events(events: Sequence[str]) -> list[str]:
    """Return the events in their own order, each once; raise InvalidForm."""
    for event in events:
        if event not in OFFERED:
            raise InvalidForm(f"events has {event[:SHOWN]!r}, which is none of {', '.join(OFFERED)}.")
    if not events:
        raise InvalidForm(f"events names none; it takes {', '.join(OFFERED)}.")
    return [str(event) for event in OFFERED if event in events]


def _checked_description(description: str) -> str:
    text = " ".join(description.replace("\0", "").split())
    if len(text) > LONGEST_DESCRIPTION:
        raise InvalidForm(f"description has {len(text)} characters; it may have {LONGEST_DESCRIPTION}.")
    return text


async def _get(connection: AsyncConnection, account: Account, webhook_id: str) -> Webhook:
    found = await repository.get(connection, account.id, webhook_id)
    if found is None:
        raise WebhookNotFound("There is no such webhook.")
    return found
