"""The routes of the fake of Stripe: what a request to the API does with an account.

Parameters are those that the library's types know, and no others; what Stripe refuses is refused.
"""

from typing import Any

import stripe
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

from tests.support.stripe_account import DAY_S, Refusal, StripeAccount, listed
from tests.support.stripe_shapes import checked, missing_parameters, unknown_parameters

MOST_DAYS_BACK = 35
MOST_S_AHEAD = 300


def answer(account: StripeAccount, method: str, path: str, params: dict[str, Any]) -> dict[str, Any]:
    """Do what a request to the API asks for."""
    parts = path.strip("/").split("/")[1:]
    match method, parts:
        case "GET", ["billing", "meters"]:
            wanted = params.get("status")
            found = [each for each in account.meters.values() if wanted in (None, each["status"])]
            return listed(found, path)
        case "POST", ["billing", "meters"]:
            return _make_meter(account, _params(billing_params.MeterCreateParams, params))
        case "POST", ["billing", "meters", meter_id, "reactivate"]:
            return account.one(account.meters, meter_id) | _set(account.meters[meter_id], status="active")
        case "POST", ["billing", "meters", meter_id]:
            changes = _params(billing_params.MeterUpdateParams, params)
            return _set(account.one(account.meters, meter_id), **changes)
        case "GET", ["billing", "meters", meter_id, "event_summaries"]:
            params = _params(billing_params.MeterListEventSummariesParams, params)
            return listed(_summaries(account, account.one(account.meters, meter_id), params), path)
        case "POST", ["billing", "meter_events"]:
            return _take_event(account, _params(billing_params.MeterEventCreateParams, params))
        case "POST", ["billing", "meter_event_adjustments"]:
            return _adjust(account, _params(billing_params.MeterEventAdjustmentCreateParams, params))
        case "POST", ["products"]:
            return _make_product(account, _params(ProductCreateParams, params))
        case "GET", ["products", product_id]:
            return account.one(account.products, product_id)
        case "POST", ["products", product_id]:
            changes = _params(ProductUpdateParams, params)
            return _set(account.one(account.products, product_id), **_typed(changes))
        case "POST", ["prices"]:
            return _make_price(account, _params(PriceCreateParams, params))
        case "GET", ["prices"]:
            return listed(_prices(account, _params(PriceListParams, params)), path)
        case "POST", ["prices", price_id]:
            changes = _params(PriceUpdateParams, params)
            return _set(account.one(account.prices, price_id), **_typed(changes))
        case "POST", ["customers"]:
            members = _params(CustomerCreateParams, params)
            made = account.make(stripe.Customer, "cus", **members)
            account.customers[made["id"]] = made
            return made
        case "GET", ["subscriptions"]:
            params = _params(SubscriptionListParams, params)
            account.one(account.customers, params["customer"])
            every = [
                each for each in account.subscriptions_.values() if each["customer"] == params["customer"]
            ]
            if params.get("status") != "all":
                every = [each for each in every if each["status"] != "canceled"]
            return listed(every[::-1], path)
        case "GET", ["invoices"]:
            params = _params(InvoiceListParams, params)
            every = [each for each in account.invoices.values() if each["customer"] == params["customer"]]
            return listed(every[::-1][: int(params.get("limit", 10))], path)
        case "GET", ["checkout", "sessions"]:
            params = _params(checkout_params.SessionListParams, params)
            every = [
                each
                for each in account.sessions.values()
                if each["customer"] == params["customer"] and each["status"] == params["status"]
            ]
            return listed(every, path)
        case "POST", ["checkout", "sessions"]:
            return _make_session(account, _params(checkout_params.SessionCreateParams, params))
        case "POST", ["checkout", "sessions", session_id, "expire"]:
            session = account.one(account.sessions, session_id)
            if session["status"] != "open":
                raise Refusal('Only Checkout Sessions with a status in ["open"] can be expired.')
            return _set(session, status="expired", url=None)
        case "POST", ["billing_portal", "sessions"]:
            params = _params(portal_params.SessionCreateParams, params)
            account.one(account.customers, params["customer"])
            made = account.make(stripe.billing_portal.Session, "bps", **params, url="")
            account.portals[made["id"]] = made
            return _set(made, url=f"{account.url}/portal/{made['id']}")
    raise Refusal(f"Unrecognized request URL ({method}: {path}).", 404)


def _make_meter(account: StripeAccount, params: dict[str, Any]) -> dict[str, Any]:
    if any(each["event_name"] == params["event_name"] for each in account.meters.values()):
        raise Refusal(f"There is already an active meter with event_name {params['event_name']}.")
    made = account.make(stripe.billing.Meter, "mtr", **params, status="active")
    account.meters[made["id"]] = made
    return made


def _take_event(account: StripeAccount, params: dict[str, Any]) -> dict[str, Any]:
    name, payload, now = params["event_name"], params["payload"], account.now()
    if not any(each["event_name"] == name and each["status"] == "active" for each in account.meters.values()):
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
    if payload.get("stripe_customer_id") not in account.customers:
        raise Refusal(f"No such customer: '{payload.get('stripe_customer_id')}'", code="resource_missing")
    identifier = params.get("identifier") or account.new_id("evt")
    if len(identifier) > 100:
        raise Refusal("The identifier has more than 100 characters.")
    if identifier in account.events and now - account.received_at[identifier] < DAY_S:
        raise Refusal(f"An event already exists with identifier {identifier}.")
    stored = identifier
    while stored in account.events:  # after a day the same identifier counts once more
        stored += "+"
    account.events[stored] = made = checked(
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
    account.received_at[stored] = account.received_at[identifier] = now
    return made


def _adjust(account: StripeAccount, params: dict[str, Any]) -> dict[str, Any]:
    identifier = params["cancel"]["identifier"]
    event = account.events.get(identifier)
    if event is None or event["event_name"] != params["event_name"]:
        raise Refusal(f"No event found with identifier {identifier}.", 404, "resource_missing")
    if identifier in account.cancelled:
        raise Refusal(f"The event with identifier {identifier} has already been cancelled.")
    if account.now() - account.received_at[identifier] > DAY_S:
        raise Refusal("Events can only be cancelled within 24 hours of being received.")
    account.cancelled.add(identifier)
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


def _summaries(account: StripeAccount, meter: dict[str, Any], params: dict[str, Any]) -> list[dict[str, Any]]:
    start, end = int(params["start_time"]), int(params["end_time"])
    if start % 60 or end % 60:
        raise Refusal("start_time and end_time must be aligned with minute boundaries.")
    total = sum(
        int(event["payload"]["value"])
        for stored, event in account.events.items()
        if event["event_name"] == meter["event_name"]
        and event["payload"]["stripe_customer_id"] == params["customer"]
        and start <= event["timestamp"] < end
        and stored not in account.cancelled
    )
    made = {
        "id": account.new_id("mtrusg"),
        "object": "billing.meter_event_summary",
        "aggregated_value": float(total),
        "start_time": start,
        "end_time": end,
        "livemode": False,
        "meter": meter["id"],
    }
    return [checked(stripe.billing.MeterEventSummary, made)] if total else []


def _make_product(account: StripeAccount, params: dict[str, Any]) -> dict[str, Any]:
    product_id = params.pop("id", None) or account.new_id("prod")
    if product_id in account.products:
        raise Refusal("Product already exists.", code="resource_already_exists")
    made = account.make(stripe.Product, "prod", **params, active=True) | {"id": product_id}
    account.products[product_id] = made
    return made


def _make_price(account: StripeAccount, params: dict[str, Any]) -> dict[str, Any]:
    account.one(account.products, params["product"])
    key, takes_over = params.get("lookup_key"), params.pop("transfer_lookup_key", "false") == "true"
    holder = next((each for each in account.prices.values() if key and each["lookup_key"] == key), None)
    if holder is not None and not takes_over:
        raise Refusal(f"A price (`{holder['id']}`) already uses that lookup key.")
    recurring = {"meter": None, "usage_type": "licensed", "interval_count": 1, **params.pop("recurring")}
    if recurring["usage_type"] == "metered":
        account.one(account.meters, recurring["meter"] or "")
    decimal = params.pop("unit_amount_decimal")
    if holder is not None:
        holder["lookup_key"] = None
    made = account.make(
        stripe.Price,
        "price",
        **params,
        active=True,
        type="recurring",
        recurring=recurring,
        unit_amount=int(decimal) if decimal.isdigit() else None,
        unit_amount_decimal=decimal,
    )
    account.prices[made["id"]] = made
    return made


def _prices(account: StripeAccount, params: dict[str, Any]) -> list[dict[str, Any]]:
    keys, active = params.get("lookup_keys"), params.get("active")
    return [
        each
        for each in account.prices.values()
        if (keys is None or each["lookup_key"] in keys)
        and (active is None or each["active"] == (active == "true"))
    ]


def _make_session(account: StripeAccount, params: dict[str, Any]) -> dict[str, Any]:
    account.one(account.customers, params["customer"])
    items = params.pop("line_items")
    params.pop("subscription_data", None)
    for item in items:
        price = account.one(account.prices, item["price"])
        if price["recurring"]["usage_type"] == "metered" and "quantity" in item:
            raise Refusal("Quantity should not be specified where usage_type is `metered`.")
    made = account.make(stripe.checkout.Session, "cs", **params, status="open", subscription=None, url="")
    account.sessions[made["id"]], account.items[made["id"]] = made, items
    return _set(made, url=f"{account.url}/pay/{made['id']}")


def _set(found: dict[str, Any], **members: Any) -> dict[str, Any]:
    found |= members
    return found


def _params(kind: Any, params: dict[str, Any]) -> dict[str, Any]:
    """Return parameters; refuse those that the library's types do not know, or miss."""
    if unknown := unknown_parameters(kind, params):
        raise Refusal(f"Received unknown parameter: {unknown[0]}", code="parameter_unknown")
    if missing := missing_parameters(kind, params):
        raise Refusal(f"Missing required param: {missing[0]}.", code="parameter_missing")
    return params


def _typed(params: dict[str, Any]) -> dict[str, Any]:
    """Return parameters of a form with its words for true and false read."""
    return {
        name: {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
        for name, value in params.items()
    }
