"""What an account at Stripe has, and what happens there: a fake of the parts that we use.

Whatever is made is checked against the library's types. Usage events are known once by their identifier, and
notices are signed by the library.
"""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import stripe
from stripe import StripeObject
from stripe._api_version import _ApiVersion

from tests.support.stripe_shapes import checked

SECRET = "whsec_secret-of-tests"
DAY_S = 86_400
MONTH_S = 30 * DAY_S
"""How long the months of the fake are."""


class Refusal(Exception):
    """An answer of 4xx."""

    def __init__(
        self, message: str, status: int = 400, code: str = "", kind: str = "invalid_request_error"
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"error": {"type": kind, "message": message} | ({"code": code} if code else {})}


@dataclass(slots=True)
class StripeAccount:
    """An account."""

    url: str = ""
    """Where its pages are."""
    now: Callable[[], float] = time.time
    webhook_url: str = ""
    """Where notices are sent as things happen; empty: they are kept among `notices` alone."""
    meters: dict[str, dict[str, Any]] = field(default_factory=dict)
    products: dict[str, dict[str, Any]] = field(default_factory=dict)
    prices: dict[str, dict[str, Any]] = field(default_factory=dict)
    customers: dict[str, dict[str, Any]] = field(default_factory=dict)
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    items: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """What is bought in a session of checkout."""
    portals: dict[str, dict[str, Any]] = field(default_factory=dict)
    subscriptions_: dict[str, dict[str, Any]] = field(default_factory=dict)
    invoices: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Usage events by identifier."""
    received_at: dict[str, float] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)
    """Identifiers of usage events that were taken back."""
    notices: list[dict[str, Any]] = field(default_factory=list)
    lock: Any = field(default_factory=threading.RLock)
    _n: int = 0

    # --- what tests and benches ask ---

    def units(self, customer_id: str, meter_event_name: str) -> int:
        """Return the units of a customer that count."""
        with self.lock:
            return sum(
                int(event["payload"]["value"])
                for identifier, event in self.events.items()
                if event["event_name"] == meter_event_name
                and event["payload"]["stripe_customer_id"] == customer_id
                and identifier not in self.cancelled
            )

    def signed(
        self, event: Mapping[str, Any], secret: str = SECRET, at: int | None = None
    ) -> tuple[bytes, str]:
        """Return the body of a notice, and its signature by the library."""
        body = json.dumps(event)
        return body.encode(), stripe.WebhookSignature.generate_signature_header(body, secret, at)

    def notify(self, event: Mapping[str, Any], secret: str = SECRET) -> int:
        """Send a notice; return the status that it was answered with."""
        body, signature = self.signed(event, secret)
        headers = {"Stripe-Signature": signature, "Content-Type": "application/json"}
        request = urllib.request.Request(self.webhook_url, body, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    # --- what happens at Stripe ---

    def complete(self, session_id: str, is_paid: bool = True) -> dict[str, Any]:
        """Have the customer of a session enter a card; return the subscription."""
        with self.lock:
            session = self.sessions[session_id]
            if session["status"] != "open":
                raise Refusal("This checkout is no longer open.")
            subscription = self.subscribe(
                session["customer"], [item["price"] for item in self.items[session_id]], is_paid
            )
            session |= {"status": "complete", "subscription": subscription["id"], "url": None}
            self._happened("checkout.session.completed", session)
            return subscription

    def subscribe(self, customer_id: str, price_ids: list[str], is_paid: bool = True) -> dict[str, Any]:
        """Begin a subscription."""
        with self.lock:
            start = int(self.now())
            made = self.make(
                stripe.Subscription,
                "sub",
                customer=customer_id,
                status="active" if is_paid else "incomplete",
                cancel_at=None,
                cancel_at_period_end=False,
                ended_at=None,
                currency="usd",
                metadata={},
                items=listed(
                    [self._item(price_id, start) for price_id in price_ids], "/v1/subscription_items"
                ),
            )
            self.subscriptions_[made["id"]] = made
            self._happened("customer.subscription.created", made)
            self.invoice(made, is_paid)
            return made

    def invoice(self, subscription: dict[str, Any], is_paid: bool = True) -> dict[str, Any]:
        """Send an invoice of a subscription, which is paid or not; its state follows."""
        with self.lock:
            total = sum(
                int(item["price"]["unit_amount"] or 0)
                for item in subscription["items"]["data"]
                if item["price"]["recurring"]["usage_type"] == "licensed"
            )
            number = f"INV-{len(self.invoices) + 1:04d}"
            made = self.make(
                stripe.Invoice,
                "in",
                customer=subscription["customer"],
                currency="usd",
                number=number,
                total=total,
                status="paid" if is_paid else "open",
                hosted_invoice_url=f"{self.url}/invoice/{number}",
            )
            self.invoices[made["id"]] = made
            self._happened("invoice.paid" if is_paid else "invoice.payment_failed", made)
            return made

    def change(self, subscription_id: str, **members: Any) -> None:
        """Change a subscription: `status`, `cancel_at_period_end` …; and tell of it."""
        with self.lock:
            subscription = self.subscriptions_[subscription_id]
            subscription |= members
            is_over = members.get("status") == "canceled"
            self._happened(f"customer.subscription.{'deleted' if is_over else 'updated'}", subscription)

    def renew(self, subscription_id: str, start: int, end: int) -> None:
        """Begin another period of a subscription."""
        with self.lock:
            for item in self.subscriptions_[subscription_id]["items"]["data"]:
                item |= {"current_period_start": start, "current_period_end": end}
            self.change(subscription_id)

    # --- objects ---

    def _item(self, price_id: str, start: int) -> dict[str, Any]:
        return self.make(
            stripe.SubscriptionItem,
            "si",
            price=self.one(self.prices, price_id),
            current_period_start=start,
            current_period_end=start + MONTH_S,
        )

    def make(self, kind: type[StripeObject], prefix: str, **members: Any) -> dict[str, Any]:
        """Make an object with an id, checked against the library's class."""
        name: str = kind.OBJECT_NAME  # type: ignore[attr-defined]  # of every class that has ids
        common = {"id": self.new_id(prefix), "object": name, "created": int(self.now())}
        if name != "subscription_item":
            common["livemode"] = False
        return checked(kind, common | members)

    def new_id(self, prefix: str) -> str:
        self._n += 1
        return f"{prefix}_{self._n:06d}"

    def one(self, found: dict[str, dict[str, Any]], key: str) -> dict[str, Any]:
        if key not in found:
            raise Refusal(f"No such object: '{key}'", 404, "resource_missing")
        return found[key]

    def _happened(self, kind: str, about: dict[str, Any]) -> None:
        """Keep a notice, and send it where somebody listens, from a thread of its own."""
        event = checked(
            stripe.Event,
            {
                "id": self.new_id("evt"),
                "object": "event",
                "api_version": _ApiVersion.CURRENT,
                "created": int(self.now()),
                "data": {"object": json.loads(json.dumps(about))},
                "livemode": False,
                "pending_webhooks": 1,
                "request": None,
                "type": kind,
            },
        )
        self.notices.append(event)
        if self.webhook_url:
            threading.Thread(target=self._notify_quietly, args=(event,)).start()

    def _notify_quietly(self, event: dict[str, Any]) -> None:
        with suppress(OSError):
            self.notify(event)


def listed(found: list[dict[str, Any]], path: str) -> dict[str, Any]:
    """Return a list as the API answers with it."""
    return {"object": "list", "data": found, "has_more": False, "url": path}
