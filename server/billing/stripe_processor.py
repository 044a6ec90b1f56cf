"""Stripe, through its own library, which blocks: each call runs in a thread, never on the event loop."""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, TypeVar

import stripe
from stripe import StripeClient
from stripe._base_address import BaseAddresses

from server.billing.credentials import Credentials
from server.billing.names import ACCOUNT, EVENT_NAME_OF_METER, PLAN, monthly_key, overage_key
from server.billing.processor import (
    Invoice,
    Notice,
    ProcessorAway,
    ProcessorRefused,
    Status,
    Subscription,
    UsageEvent,
)
from server.errors import InvalidNotice
from server.metering.money import MILLIONTHS
from server.metering.plans import METERS

Result = TypeVar("Result")

TIMEOUT_S = 20.0
"""For an answer: Stripe's take tenths of a second, and whoever waits for a page waits no longer than this."""
MOST_AT_ONCE = 8
DUPLICATE = "event already exists with identifier"
"""Of the message, in which alone a refused duplicate differs: it comes as 400 without a code."""
ALREADY = "already"
"""Of the message where an event was taken back before; https://docs.stripe.com tells no code for it."""
PAID = ("active", "trialing")
OWING = ("past_due", "unpaid")
"""All other states are of subscriptions that have not begun, are paused or over."""
ZERO_DECIMAL = frozenset("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split())
"""Stripe counts whole units of these (https://docs.stripe.com/currencies), and hundredths of others."""
LATEST_INVOICES = 12

log = logging.getLogger("sprue.billing")


def client_of(credentials: Credentials, timeout_s: float = TIMEOUT_S) -> StripeClient:
    """Return the library's client, which tries once: what is tried again is decided here."""
    stripe.enable_telemetry = False
    logging.getLogger("stripe").setLevel(logging.WARNING)
    url = credentials.api_url.rstrip("/")
    addresses = BaseAddresses(api=url) if url else None
    return StripeClient(
        credentials.key,
        base_addresses=addresses,
        max_network_retries=0,
        http_client=stripe.RequestsClient(timeout=timeout_s),
    )


def minor_units(currency: str) -> int:
    """Return the millionths of what Stripe counts a currency in."""
    return MILLIONTHS if currency.upper() in ZERO_DECIMAL else MILLIONTHS // 100


def translated(error: stripe.StripeError) -> Exception:
    """Return what an error of the library means here."""
    text = str(error.user_message or error)
    is_final = isinstance(error, stripe.InvalidRequestError | stripe.CardError | stripe.IdempotencyError)
    status = error.http_status
    if is_final or (status is not None and 400 <= status < 500 and status not in (401, 403, 409, 429)):
        return ProcessorRefused(text)
    return ProcessorAway(text)


class StripeProcessor:
    """A `Processor`.

    Parameters
    ----------
    credentials : Credentials
        What opens it.
    timeout_s : float
        For each request.
    """

    def __init__(self, credentials: Credentials, timeout_s: float = TIMEOUT_S) -> None:
        self._client = client_of(credentials, timeout_s)
        self._webhook_secrets = credentials.webhook_secret.replace(",", " ").split()
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "stripe")

    def close(self) -> None:
        """Begin no further request."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send_usage(self, event: UsageEvent) -> None:
        """Report a unit; one that Stripe has already is no error.

        No idempotency key goes along: Stripe would answer with its own 500 again for a day. The identifier is
        what tells events apart.
        """
        name = EVENT_NAME_OF_METER[event.meter]
        payload = {"stripe_customer_id": event.customer_id, "value": "1"}
        try:
            await self._call(
                lambda: self._client.v1.billing.meter_events.create(
                    {
                        "event_name": name,
                        "identifier": event.identifier,
                        "timestamp": int(event.occurred_at.timestamp()),
                        "payload": payload,
                    }
                )
            )
        except ProcessorRefused as error:
            if DUPLICATE not in str(error):
                raise

    async def cancel_usage(self, meter: str, identifier: str) -> None:
        """Take a reported unit back."""
        name = EVENT_NAME_OF_METER[meter]
        try:
            await self._call(
                lambda: self._client.v1.billing.meter_event_adjustments.create(
                    {"event_name": name, "type": "cancel", "cancel": {"identifier": identifier}}
                )
            )
        except ProcessorRefused as error:
            if ALREADY not in str(error):
                raise

    async def usage_sum(self, customer_id: str, meter: str, since: datetime, until: datetime) -> int:
        """Return the units that Stripe has of a customer within whole minutes."""

        def ask() -> int:
            meter_id = self._meter_id(meter)
            found = self._client.v1.billing.meters.event_summaries.list(
                meter_id,
                {
                    "customer": customer_id,
                    "start_time": int(since.timestamp()),
                    "end_time": int(until.timestamp()),
                },
            )
            return round(sum(each.aggregated_value for each in found.auto_paging_iter()))

        return await self._call(ask)

    async def new_customer(self, account_id: str, name: str) -> str:
        """Make a customer of an account; return its id."""
        made = await self._call(
            lambda: self._client.v1.customers.create(
                {"name": name, "metadata": {ACCOUNT: account_id}},
                {"idempotency_key": f"customer-{account_id}"},
            )
        )
        return made.id

    async def checkout_url(self, customer_id: str, plan: str, success_url: str, cancel_url: str) -> str:
        """Return the page on which a customer subscribes to a plan."""

        def ask() -> str:
            monthly, *metered = self._prices(plan)
            sessions = self._client.v1.checkout.sessions
            for session in sessions.list({"customer": customer_id, "status": "open"}).auto_paging_iter():
                sessions.expire(session.id)  # two that are paid would be two subscriptions
            items: list[Any] = [{"price": monthly, "quantity": 1}, *({"price": each} for each in metered)]
            made = sessions.create(
                {
                    "mode": "subscription",
                    "customer": customer_id,
                    "line_items": items,
                    "success_url": success_url,
                    "cancel_url": cancel_url,
                    "subscription_data": {"metadata": {PLAN: plan}},
                }
            )
            if made.url is None:
                raise ProcessorRefused("the checkout has no page")
            return made.url

        return await self._call(ask)

    async def portal_url(self, customer_id: str, return_url: str) -> str:
        """Return the page on which a customer changes cards, reads invoices, and cancels."""
        made = await self._call(
            lambda: self._client.v1.billing_portal.sessions.create(
                {"customer": customer_id, "return_url": return_url}
            )
        )
        return made.url

    async def subscriptions(self, customer_id: str) -> Sequence[Subscription]:
        """Return all subscriptions of a customer."""

        def ask() -> list[Subscription]:
            found = self._client.v1.subscriptions.list({"customer": customer_id, "status": "all"})
            return [_subscription(each) for each in found.auto_paging_iter()]

        return await self._call(ask)

    async def invoices(self, customer_id: str) -> Sequence[Invoice]:
        """Return the latest invoices of a customer, the newest first."""

        def ask() -> list[Invoice]:
            found = self._client.v1.invoices.list({"customer": customer_id, "limit": LATEST_INVOICES})
            return [_invoice(each) for each in found.data if each.status != "draft"]

        return await self._call(ask)

    def notice_of(self, body: bytes, signature: str) -> Notice:
        """Read a notice; raise InvalidNotice unless Stripe signed it within five minutes."""
        if not self._webhook_secrets:
            raise InvalidNotice("This server has no secret to check notices with.")
        *others, last = self._webhook_secrets
        try:
            if not any(_is_signed(body, signature, secret) for secret in others):
                _check_signed(body, signature, last)
            return _notice(json.loads(body))
        except stripe.SignatureVerificationError as error:
            raise InvalidNotice(f"The signature is not Stripe's: {error.user_message}.") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InvalidNotice("The body is no event of Stripe.") from None

    async def _call(self, ask: Callable[[], Result]) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        except stripe.StripeError as error:
            raise translated(error) from None

    def _meter_id(self, meter: str) -> str:
        name = EVENT_NAME_OF_METER[meter]
        for each in self._client.v1.billing.meters.list({"status": "active"}).auto_paging_iter():
            if each.event_name == name:
                return each.id
        raise ProcessorRefused(f"there is no meter {name}; `sprue billing sync` makes it")

    def _prices(self, plan: str) -> list[str]:
        """Return the ids of a plan's prices, that of the month first."""
        keys = [monthly_key(plan), *(overage_key(plan, meter) for meter in METERS)]
        found = self._client.v1.prices.list({"lookup_keys": keys, "active": True})
        id_of_key = {each.lookup_key: each.id for each in found.data}
        if missing := [key for key in keys if key not in id_of_key]:
            raise ProcessorRefused(f"there is no price {', '.join(missing)}; `sprue billing sync` makes it")
        return [id_of_key[key] for key in keys]


def _check_signed(body: bytes, signature: str, secret: str) -> None:
    stripe.WebhookSignature.verify_header(body, signature, secret, stripe.Webhook.DEFAULT_TOLERANCE)


def _is_signed(body: bytes, signature: str, secret: str) -> bool:
    try:
        _check_signed(body, signature, secret)
    except stripe.SignatureVerificationError:
        return False
    return True


def _subscription(found: stripe.Subscription) -> Subscription:
    items = found.items.data
    plans = [plan for each in items if (plan := each.price.metadata.to_dict().get(PLAN))]
    status = Status.PAID if found.status in PAID else Status.OWING if found.status in OWING else Status.NONE
    ends_at = found.cancel_at or (items[0].current_period_end if found.cancel_at_period_end else None)
    return Subscription(
        found.id,
        _id(found.customer),
        status,
        plans[0] if plans else "",
        _moment(items[0].current_period_start),
        _moment(items[0].current_period_end),
        None if ends_at is None else _moment(ends_at),
        _moment(found.created),
    )


def _invoice(found: stripe.Invoice) -> Invoice:
    return Invoice(
        found.number or found.id,
        _moment(found.created),
        found.total * minor_units(found.currency),
        found.currency.upper(),
        found.status or "",
        found.hosted_invoice_url or "",
    )


def _notice(document: dict[str, Any]) -> Notice:
    """Read an event: whole ones, and those of meters, which have a summary alone."""
    kind, data = str(document["type"]), document.get("data") or {}
    if document["object"] == "v2.core.event":
        return Notice(str(document["id"]), kind, "", str(data.get("developer_message_summary") or ""))
    about = data["object"]
    customer = about.get("customer") or ""
    if isinstance(customer, dict):
        customer = customer["id"]
    if about.get("object") == "customer":
        customer = about["id"]
    return Notice(str(document["id"]), kind, str(customer), "")


def _id(reference: Any) -> str:
    """Return the id of what is named, or stands there whole."""
    return reference if isinstance(reference, str) else str(reference.id)


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
