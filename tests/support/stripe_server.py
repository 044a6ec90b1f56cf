"""A fake of the parts of Stripe that we use: over real HTTP, stateful, and badly behaved on demand.

It checks keys, the version of the API, parameters and idempotency keys as Stripe does, knows each identifier
of a usage event once, and signs its notices by the library. What it answers is checked against the library's
types.
"""

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import stripe
from stripe import StripeObject
from stripe._api_version import _ApiVersion
from stripe.params import (
    CustomerCreateParams,
    InvoiceListParams,
    PriceCreateParams,
    PriceListParams,
    PriceUpdateParams,
    ProductCreateParams,
    ProductUpdateParams,
    SubscriptionListParams,
)
from stripe.params import billing as billing_params
from stripe.params import billing_portal as portal_params
from stripe.params import checkout as checkout_params

from tests.support.stripe_shapes import checked, missing_parameters, unknown_parameters

KEY = "sk_test_key-of-tests"
SECRET = "whsec_secret-of-tests"
DAY_S = 86_400
MOST_DAYS_BACK = 35
MOST_S_AHEAD = 300
MONTH_S = 30 * DAY_S
"""How long the months of the fake are."""


class Fault(Enum):
    """How a request goes wrong."""

    LOST = "it is done, and the connection ends without an answer"
    ERROR = "it is not done, and answered with 500"
    ERROR_AFTER = "it is done, and answered with 500"
    BUSY = "it is not done, and answered with 429"
    CUT = "it is not done, and the connection ends"


class Refusal(Exception):
    """An answer of 4xx."""

    def __init__(
        self, message: str, status: int = 400, code: str = "", kind: str = "invalid_request_error"
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"error": {"type": kind, "message": message} | ({"code": code} if code else {})}


def _never(_: str) -> Fault | None:
    return None


@dataclass(slots=True)
class StripeServer:
    """What it has, and how it behaves."""

    url: str = ""
    faults: Callable[[str], Fault | None] = _never
    """Called with the path of each request to the API."""
    delay_s: float = 0.0
    now: Callable[[], float] = time.time
    webhook_url: str = ""
    """Where notices are sent as things happen; empty: they are kept among `notices` alone."""
    requests: list[str] = field(default_factory=list)
    n_faults: dict[Fault, int] = field(default_factory=dict)
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
    answers: dict[str, tuple[str, int, dict[str, Any]]] = field(default_factory=dict)
    """By idempotency key: what was asked, and what was answered."""
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
            made = self._object(
                stripe.Subscription,
                "sub",
                customer=customer_id,
                status="active" if is_paid else "incomplete",
                cancel_at=None,
                cancel_at_period_end=False,
                ended_at=None,
                currency="usd",
                metadata={},
                items=self._list(
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
            made = self._object(
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

    # --- the routes ---

    def answer(self, method: str, path: str, params: dict[str, Any]) -> dict[str, Any]:
        """Do what a request to the API asks for."""
        parts = path.strip("/").split("/")[1:]
        match method, parts:
            case "GET", ["billing", "meters"]:
                wanted = params.get("status")
                found = [each for each in self.meters.values() if wanted in (None, each["status"])]
                return self._list(found, path)
            case "POST", ["billing", "meters"]:
                return self._make_meter(self._params(billing_params.MeterCreateParams, params))
            case "POST", ["billing", "meters", meter_id, "reactivate"]:
                return self._one(self.meters, meter_id) | self._set(self.meters[meter_id], status="active")
            case "POST", ["billing", "meters", meter_id]:
                changes = self._params(billing_params.MeterUpdateParams, params)
                return self._set(self._one(self.meters, meter_id), **changes)
            case "GET", ["billing", "meters", meter_id, "event_summaries"]:
                params = self._params(billing_params.MeterListEventSummariesParams, params)
                return self._list(self._summaries(self._one(self.meters, meter_id), params), path)
            case "POST", ["billing", "meter_events"]:
                return self._take_event(self._params(billing_params.MeterEventCreateParams, params))
            case "POST", ["billing", "meter_event_adjustments"]:
                return self._adjust(self._params(billing_params.MeterEventAdjustmentCreateParams, params))
            case "POST", ["products"]:
                return self._make_product(self._params(ProductCreateParams, params))
            case "GET", ["products", product_id]:
                return self._one(self.products, product_id)
            case "POST", ["products", product_id]:
                changes = self._params(ProductUpdateParams, params)
                return self._set(self._one(self.products, product_id), **_typed(changes))
            case "POST", ["prices"]:
                return self._make_price(self._params(PriceCreateParams, params))
            case "GET", ["prices"]:
                return self._list(self._prices(self._params(PriceListParams, params)), path)
            case "POST", ["prices", price_id]:
                changes = self._params(PriceUpdateParams, params)
                return self._set(self._one(self.prices, price_id), **_typed(changes))
            case "POST", ["customers"]:
                members = self._params(CustomerCreateParams, params)
                made = self._object(stripe.Customer, "cus", **members)
                self.customers[made["id"]] = made
                return made
            case "GET", ["subscriptions"]:
                params = self._params(SubscriptionListParams, params)
                self._one(self.customers, params["customer"])
                every = [
                    each for each in self.subscriptions_.values() if each["customer"] == params["customer"]
                ]
                if params.get("status") != "all":
                    every = [each for each in every if each["status"] != "canceled"]
                return self._list(every[::-1], path)
            case "GET", ["invoices"]:
                params = self._params(InvoiceListParams, params)
                every = [each for each in self.invoices.values() if each["customer"] == params["customer"]]
                return self._list(every[::-1][: int(params.get("limit", 10))], path)
            case "GET", ["checkout", "sessions"]:
                params = self._params(checkout_params.SessionListParams, params)
                every = [
                    each
                    for each in self.sessions.values()
                    if each["customer"] == params["customer"] and each["status"] == params["status"]
                ]
                return self._list(every, path)
            case "POST", ["checkout", "sessions"]:
                return self._make_session(self._params(checkout_params.SessionCreateParams, params))
            case "POST", ["checkout", "sessions", session_id, "expire"]:
                session = self._one(self.sessions, session_id)
                if session["status"] != "open":
                    raise Refusal('Only Checkout Sessions with a status in ["open"] can be expired.')
                return self._set(session, status="expired", url=None)
            case "POST", ["billing_portal", "sessions"]:
                params = self._params(portal_params.SessionCreateParams, params)
                self._one(self.customers, params["customer"])
                made = self._object(stripe.billing_portal.Session, "bps", **params, url="")
                self.portals[made["id"]] = made
                return self._set(made, url=f"{self.url}/portal/{made['id']}")
        raise Refusal(f"Unrecognized request URL ({method}: {path}).", 404)

    def _make_meter(self, params: dict[str, Any]) -> dict[str, Any]:
        if any(each["event_name"] == params["event_name"] for each in self.meters.values()):
            raise Refusal(f"There is already an active meter with event_name {params['event_name']}.")
        made = self._object(stripe.billing.Meter, "mtr", **params, status="active")
        self.meters[made["id"]] = made
        return made

    def _take_event(self, params: dict[str, Any]) -> dict[str, Any]:
        name, payload, now = params["event_name"], params["payload"], self.now()
        if not any(
            each["event_name"] == name and each["status"] == "active" for each in self.meters.values()
        ):
            raise Refusal(f"No active meter found corresponding to the event name {name}.")
        at = int(params.get("timestamp", now))
        if at < now - MOST_DAYS_BACK * DAY_S:
            raise Refusal(
                f"The event timestamp cannot be more than {MOST_DAYS_BACK} days in past. "
                f"Expected a timestamp greater than or equal to {int(now - MOST_DAYS_BACK * DAY_S)}."
            )
        if at > now + MOST_S_AHEAD:
            raise Refusal("The event timestamp cannot be more than 5 minutes in the future.")
        if not str(payload.get("value", "")).isdigit():
            raise Refusal("The payload value must be a whole number.")
        if payload.get("stripe_customer_id") not in self.customers:
            raise Refusal(f"No such customer: '{payload.get('stripe_customer_id')}'", code="resource_missing")
        identifier = params.get("identifier") or self._id("evt")
        if len(identifier) > 100:
            raise Refusal("The identifier has more than 100 characters.")
        if identifier in self.events and now - self.received_at[identifier] < DAY_S:
            raise Refusal(f"An event already exists with identifier {identifier}.")
        stored = identifier
        while stored in self.events:  # after a day the same identifier counts once more
            stored += "+"
        self.events[stored] = made = checked(
            stripe.billing.MeterEvent,
            {
                "object": "billing.meter_event",
                "created": int(now),
                "event_name": name,
                "identifier": identifier,
                "livemode": False,
                "payload": payload,
                "timestamp": at,
            },
        )
        self.received_at[stored] = self.received_at[identifier] = now
        return made

    def _adjust(self, params: dict[str, Any]) -> dict[str, Any]:
        identifier = params["cancel"]["identifier"]
        event = self.events.get(identifier)
        if event is None or event["event_name"] != params["event_name"]:
            raise Refusal(f"No event found with identifier {identifier}.", 404, "resource_missing")
        if identifier in self.cancelled:
            raise Refusal(f"The event with identifier {identifier} has already been cancelled.")
        if self.now() - self.received_at[identifier] > DAY_S:
            raise Refusal("Events can only be cancelled within 24 hours of being received.")
        self.cancelled.add(identifier)
        return checked(
            stripe.billing.MeterEventAdjustment,
            {
                "object": "billing.meter_event_adjustment",
                "cancel": {"identifier": identifier},
                "event_name": params["event_name"],
                "livemode": False,
                "status": "pending",
                "type": "cancel",
            },
        )

    def _summaries(self, meter: dict[str, Any], params: dict[str, Any]) -> list[dict[str, Any]]:
        start, end = int(params["start_time"]), int(params["end_time"])
        if start % 60 or end % 60:
            raise Refusal("start_time and end_time must be aligned with minute boundaries.")
        total = sum(
            int(event["payload"]["value"])
            for stored, event in self.events.items()
            if event["event_name"] == meter["event_name"]
            and event["payload"]["stripe_customer_id"] == params["customer"]
            and start <= event["timestamp"] < end
            and stored not in self.cancelled
        )
        made = {
            "id": self._id("mtrusg"),
            "object": "billing.meter_event_summary",
            "aggregated_value": float(total),
            "start_time": start,
            "end_time": end,
            "livemode": False,
            "meter": meter["id"],
        }
        return [checked(stripe.billing.MeterEventSummary, made)] if total else []

    def _make_product(self, params: dict[str, Any]) -> dict[str, Any]:
        product_id = params.pop("id", None) or self._id("prod")
        if product_id in self.products:
            raise Refusal("Product already exists.", code="resource_already_exists")
        made = self._object(stripe.Product, "prod", **params, active=True) | {"id": product_id}
        self.products[product_id] = made
        return made

    def _make_price(self, params: dict[str, Any]) -> dict[str, Any]:
        self._one(self.products, params["product"])
        key, takes_over = params.get("lookup_key"), params.pop("transfer_lookup_key", "false") == "true"
        holder = next((each for each in self.prices.values() if key and each["lookup_key"] == key), None)
        if holder is not None and not takes_over:
            raise Refusal(f"A price (`{holder['id']}`) already uses that lookup key.")
        recurring = {"meter": None, "usage_type": "licensed", "interval_count": 1, **params.pop("recurring")}
        if recurring["usage_type"] == "metered":
            self._one(self.meters, recurring["meter"] or "")
        decimal = params.pop("unit_amount_decimal")
        if holder is not None:
            holder["lookup_key"] = None
        made = self._object(
            stripe.Price,
            "price",
            **params,
            active=True,
            type="recurring",
            recurring=recurring,
            unit_amount=int(decimal) if decimal.isdigit() else None,
            unit_amount_decimal=decimal,
        )
        self.prices[made["id"]] = made
        return made

    def _prices(self, params: dict[str, Any]) -> list[dict[str, Any]]:
        keys, active = params.get("lookup_keys"), params.get("active")
        return [
            each
            for each in self.prices.values()
            if (keys is None or each["lookup_key"] in keys)
            and (active is None or each["active"] == (active == "true"))
        ]

    def _make_session(self, params: dict[str, Any]) -> dict[str, Any]:
        self._one(self.customers, params["customer"])
        items = params.pop("line_items")
        params.pop("subscription_data", None)
        for item in items:
            price = self._one(self.prices, item["price"])
            if price["recurring"]["usage_type"] == "metered" and "quantity" in item:
                raise Refusal("Quantity should not be specified where usage_type is `metered`.")
        made = self._object(stripe.checkout.Session, "cs", **params, status="open", subscription=None, url="")
        self.sessions[made["id"]], self.items[made["id"]] = made, items
        return self._set(made, url=f"{self.url}/pay/{made['id']}")

    # --- objects ---

    def _item(self, price_id: str, start: int) -> dict[str, Any]:
        return self._object(
            stripe.SubscriptionItem,
            "si",
            price=self._one(self.prices, price_id),
            current_period_start=start,
            current_period_end=start + MONTH_S,
        )

    def _object(self, kind: type[StripeObject], prefix: str, **members: Any) -> dict[str, Any]:
        """Make an object with an id, checked against the library's class."""
        name: str = kind.OBJECT_NAME  # type: ignore[attr-defined]  # of every class that has ids
        common = {"id": self._id(prefix), "object": name, "created": int(self.now())}
        if name != "subscription_item":
            common["livemode"] = False
        return checked(kind, common | members)

    def _id(self, prefix: str) -> str:
        self._n += 1
        return f"{prefix}_{self._n:06d}"

    def _one(self, found: dict[str, dict[str, Any]], key: str) -> dict[str, Any]:
        if key not in found:
            raise Refusal(f"No such object: '{key}'", 404, "resource_missing")
        return found[key]

    def _set(self, found: dict[str, Any], **members: Any) -> dict[str, Any]:
        found |= members
        return found

    def _list(self, found: list[dict[str, Any]], path: str) -> dict[str, Any]:
        return {"object": "list", "data": found, "has_more": False, "url": path}

    def _params(self, kind: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Return parameters; refuse those that the library's types do not know, or miss."""
        if unknown := unknown_parameters(kind, params):
            raise Refusal(f"Received unknown parameter: {unknown[0]}", code="parameter_unknown")
        if missing := missing_parameters(kind, params):
            raise Refusal(f"Missing required param: {missing[0]}.", code="parameter_missing")
        return params

    def _happened(self, kind: str, about: dict[str, Any]) -> None:
        """Keep a notice, and send it where somebody listens, from a thread of its own."""
        event = checked(
            stripe.Event,
            {
                "id": self._id("evt"),
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


def _typed(params: dict[str, Any]) -> dict[str, Any]:
    """Return parameters of a form with its words for true and false read."""
    return {
        name: {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
        for name, value in params.items()
    }


def form(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Read names as `a[b][0]` into objects and lists."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        keys = name.replace("]", "").split("[")
        here = found
        for key in keys[:-1]:
            here = here.setdefault(key, {})
        here[keys[-1]] = value
    return {name: _listed(value) for name, value in found.items()}


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() or key == "" for key in value):
        return [_listed(each) for each in value.values()]
    return {key: _listed(each) for key, each in value.items()}


@contextmanager
def serving(port: int = 0, **members: Any) -> Iterator[StripeServer]:
    """Run one on a port of this machine, a free one unless it is named."""
    fake = StripeServer(**members)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._serve("GET")

        def do_POST(self) -> None:
            self._serve("POST")

        def _serve(self, method: str) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
            if not path.startswith("/v1/"):
                from tests.support import stripe_pages

                return stripe_pages.serve(self, fake, method, path, body)
            time.sleep(fake.delay_s)
            fault = fake.faults(path)
            with fake.lock:
                fake.requests.append(f"{method} {path}")
                if fault is not None:
                    fake.n_faults[fault] = fake.n_faults.get(fault, 0) + 1
            if fault is Fault.CUT:
                return self._cut()
            if fault in (Fault.ERROR, Fault.BUSY):
                return self._fail(fault)
            status, answer = self._answered(
                method, path, form(parse_qsl(body or query, keep_blank_values=True))
            )
            if fault is Fault.LOST:
                return self._cut()
            if fault is Fault.ERROR_AFTER:
                return self._fail(fault)
            self._send(status, answer)
            return None

        def _answered(self, method: str, path: str, params: dict[str, Any]) -> tuple[int, dict[str, Any]]:
            with fake.lock:
                try:
                    self._check_head()
                    key = self.headers.get("Idempotency-Key") if method == "POST" else None
                    asked = json.dumps([path, params], sort_keys=True)
                    if key and key in fake.answers:
                        before, status, answer = fake.answers[key]
                        if before != asked:
                            raise Refusal(
                                "Keys for idempotent requests can only be used with the same parameters "
                                "they were first used with.",
                                kind="idempotency_error",
                            )
                        return status, answer
                    try:
                        status, answer = 200, json.loads(json.dumps(fake.answer(method, path, params)))
                    except Refusal as error:
                        status, answer = error.status, error.body
                    if key:
                        fake.answers[key] = (asked, status, answer)
                    return status, answer
                except Refusal as error:
                    return error.status, error.body

        def _check_head(self) -> None:
            if self.headers.get("Authorization") != f"Bearer {KEY}":
                raise Refusal("Invalid API Key provided.", 401)
            if self.headers.get("Stripe-Version") != _ApiVersion.CURRENT:
                raise Refusal(f"Invalid Stripe API version: {self.headers.get('Stripe-Version')}")

        def _fail(self, fault: Fault) -> None:
            if fault is Fault.BUSY:
                self._send(
                    429,
                    {
                        "error": {
                            "type": "invalid_request_error",
                            "message": "Too many requests.",
                            "code": "rate_limit",
                        }
                    },
                )
            else:
                self._send(500, {"error": {"type": "api_error", "message": "An unknown error occurred."}})

        def _cut(self) -> None:
            self.close_connection = True
            self.connection.close()

        def _send(self, status: int, answer: dict[str, Any]) -> None:
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Request-Id", "req_of_tests")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            with suppress(OSError, ValueError):  # the other end is gone, or this one was closed on purpose
                super().handle()

        def finish(self) -> None:
            with suppress(OSError, ValueError):
                super().finish()

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_: object) -> None:
            """Say nothing of connections that end in the middle."""

    with Server(("127.0.0.1", port), Handler) as server:
        fake.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield fake
        finally:
            server.shutdown()
            thread.join()
