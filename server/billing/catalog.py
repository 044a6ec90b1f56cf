"""Meters, products and prices at Stripe: made, or brought up to date, from the table of plans.

What is there is found by names that are ours (`names`): a meter by its event name, a product by its id, a
price by its lookup key. So it can be done any number of times. A price cannot be changed: another takes its
lookup key over, and who subscribed to the one before keeps it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

import stripe
from stripe import StripeClient

from server.billing.names import EVENT_NAME_OF_METER, PLAN, monthly_key, overage_key
from server.billing.stripe_processor import minor_units
from server.metering.money import decimal_string
from server.metering.plans import METERS, Plan, PlanTable

NAME_OF_METER = {
    "dfm.quick_info": "Quick info beyond the plan",
    "dfm.analyze": "Analyses beyond the plan",
}
"""As invoices and Stripe's own dashboard show them."""


class Step(StrEnum):
    """What becomes of a thing."""

    KEPT = "kept"
    MADE = "made"
    CHANGED = "changed"
    REPLACED = "replaced"
    WRONG = "wrong"
    """It cannot be changed, and somebody has to look."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing, and what becomes of it."""

    step: Step
    what: str
    why: str = ""
    """How it differs; empty: it does not, or was not there."""


class Catalog:
    """What the plans of a table are at Stripe.

    Parameters
    ----------
    client : StripeClient
        The library's.
    table : PlanTable
        What is sold.
    is_dry : bool
        Whether nothing is made or changed.
    """

    def __init__(self, client: StripeClient, table: PlanTable, is_dry: bool = False) -> None:
        self._client = client
        self._table = table
        self._is_dry = is_dry

    def sync(self) -> list[Change]:
        """Make or change what differs, and return what became of each thing."""
        return list(self._steps())

    def _steps(self) -> Iterator[Change]:
        found = {each.event_name: each for each in self._client.v1.billing.meters.list().auto_paging_iter()}
        meter_ids = {}
        for meter in METERS:
            change, meter_ids[meter] = self._meter(meter, found.get(EVENT_NAME_OF_METER[meter]))
            yield change
        for plan in self._table.plans.values():
            if plan.is_sold:
                yield self._product(plan)
                yield from self._prices(plan, meter_ids)

    def _meter(self, meter: str, found: stripe.billing.Meter | None) -> tuple[Change, str]:
        """Return what became of a meter, and its id; empty while it is not there."""
        event_name, name = EVENT_NAME_OF_METER[meter], NAME_OF_METER[meter]
        what = f"meter {event_name}"
        meters = self._client.v1.billing.meters
        if found is None:
            if self._is_dry:
                return Change(Step.MADE, what), ""
            made = meters.create(
                {
                    "display_name": name,
                    "event_name": event_name,
                    "default_aggregation": {"formula": "sum"},
                    "customer_mapping": {"type": "by_id", "event_payload_key": "stripe_customer_id"},
                    "value_settings": {"event_payload_key": "value"},
                },
                {"idempotency_key": f"meter-{event_name}"},
            )
            return Change(Step.MADE, what), made.id
        if found.default_aggregation.formula != "sum":
            formula = found.default_aggregation.formula
            return Change(
                Step.WRONG, what, f"it takes the {formula} of what is sent, and not the sum"
            ), found.id
        if found.status != "active":
            if not self._is_dry:
                meters.reactivate(found.id)
            return Change(Step.CHANGED, what, "it was switched off"), found.id
        if found.display_name != name:
            if not self._is_dry:
                meters.update(found.id, {"display_name": name})
            return Change(Step.CHANGED, what, f"it was called {found.display_name!r}"), found.id
        return Change(Step.KEPT, what), found.id

    def _product(self, plan: Plan) -> Change:
        products, product_id = self._client.v1.products, _product_id(plan)
        what, name = f"product {product_id}", f"Sprue {plan.name}"
        try:
            found = products.retrieve(product_id)
        except stripe.InvalidRequestError as error:
            if error.code != "resource_missing":
                raise
            if not self._is_dry:
                products.create({"id": product_id, "name": name, "metadata": {PLAN: plan.key}})
            return Change(Step.MADE, what)
        if found.name == name and found.active:
            return Change(Step.KEPT, what)
        if not self._is_dry:
            products.update(product_id, {"name": name, "active": True})
        return Change(
            Step.CHANGED, what, f"it was called {found.name!r}" if found.active else "it was archived"
        )

    def _prices(self, plan: Plan, meter_ids: dict[str, str]) -> Iterator[Change]:
        assert plan.monthly_price is not None, "it is sold"
        wanted = {
            monthly_key(plan.key): self._price(plan, plan.monthly_price, None),
            **{
                overage_key(plan.key, meter): self._price(plan, plan.overage_price[meter], meter_ids[meter])
                for meter in METERS
            },
        }
        listed = self._client.v1.prices.list({"lookup_keys": list(wanted)})
        found = {each.lookup_key: each for each in listed.data if each.active}
        for key, price in wanted.items():
            yield self._one_price(key, price, found.get(key))

    def _price(self, plan: Plan, amount: int, meter_id: str | None) -> dict[str, Any]:
        """Return what a price is made of: of a unit of a meter, or, without one, of a month."""
        recurring: dict[str, str] = {"interval": "month", "usage_type": "licensed"}
        if meter_id is not None:
            recurring |= {"usage_type": "metered", "meter": meter_id}
        return {
            "product": _product_id(plan),
            "currency": self._table.currency.lower(),
            "unit_amount_decimal": Decimal(amount) / minor_units(self._table.currency),
            "recurring": recurring,
        }

    def _one_price(self, key: str, wanted: dict[str, Any], found: stripe.Price | None) -> Change:
        what = f"price {key}"
        why = "" if found is None else self._difference(wanted, found)
        if found is not None and not why:
            return Change(Step.KEPT, what)
        if not self._is_dry:
            params: Any = {
                **wanted,
                "lookup_key": key,
                "transfer_lookup_key": True,
                "nickname": key,
                "metadata": {PLAN: wanted["product"].removeprefix("sprue_")},
            }
            self._client.v1.prices.create(params)
            if found is not None:
                self._client.v1.prices.update(found.id, {"active": False})
        return Change(Step.MADE if found is None else Step.REPLACED, what, why)

    def _difference(self, wanted: dict[str, Any], found: stripe.Price) -> str:
        """Say how a price differs from what it should be; empty where it does not."""
        if found.currency != wanted["currency"]:
            return f"it is in {found.currency.upper()}"
        amount = Decimal(found.unit_amount_decimal or 0)
        if amount != wanted["unit_amount_decimal"]:
            return f"it is {decimal_string(int(amount * minor_units(found.currency)))}"
        recurring = found.recurring
        if recurring is None or recurring.interval != "month":
            return "it is not of a month"
        if recurring.usage_type != wanted["recurring"]["usage_type"]:
            return f"it is {recurring.usage_type}"
        if (recurring.meter or None) != wanted["recurring"].get("meter"):
            return "it is of another meter"
        return ""


def _product_id(plan: Plan) -> str:
    return f"sprue_{plan.key}"
