"""The plans: how many units of each meter a billing period includes, what happens beyond, and what it costs.

`resources/catalog/plans.json` is the one table of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

import resources
from server.metering.money import millionths

QUICK_INFO = "dfm.quick_info"
ANALYZE = "dfm.analyze"
METERS = (QUICK_INFO, ANALYZE)


class InvalidPlanTable(Exception):
    """The table of plans does not hold together; the message says where."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One plan. Only a plan that bills overage lets an account go beyond what is included."""

    key: str
    name: str
    included: dict[str, int]
    """Units a period, by meter."""
    bills_overage: bool
    beyond: str
    """What happens to units beyond those, in words."""
    monthly_price: int | None
    """Millionths of the currency; None: by arrangement."""
    overage_price: dict[str, int]
    """Millionths of the currency a unit beyond those included, by meter; empty: none is sold by the unit."""

    @property
    def is_metered(self) -> bool:
        """Whether units are counted at all."""
        return bool(self.included)

    @property
    def is_sold(self) -> bool:
        """Whether anybody can subscribe to it: it has a price a month, and one a unit beyond."""
        return self.monthly_price is not None and bool(self.overage_price)


class _PlanDocument(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    name: str
    included: dict[str, int]
    beyond: str
    monthly_price: str | None
    overage_price: dict[str, str] | None


class _TableDocument(msgspec.Struct, forbid_unknown_fields=True):
    note: str
    currency: str
    plans: list[_PlanDocument]


@dataclass(frozen=True, slots=True)
class PlanTable:
    """All plans, and the currency of their prices."""

    currency: str
    """ISO 4217, in capitals."""
    plans: Mapping[str, Plan]


def read(document: bytes) -> PlanTable:
    """Read a table of plans.

    Raises
    ------
    InvalidPlanTable
        It is no such table, or a plan lacks a meter, or there is no plan `free`.
    """
    try:
        table = msgspec.json.decode(document, type=_TableDocument)
        plans = {each.key: _plan(each) for each in table.plans}
    except (msgspec.DecodeError, ValueError) as error:
        raise InvalidPlanTable(f"the table of plans cannot be read: {error}") from None
    if "free" not in plans or len(plans) != len(table.plans):
        raise InvalidPlanTable("the table of plans has no plan free, or one twice")
    return PlanTable(table.currency.upper(), plans)


def _plan(document: _PlanDocument) -> Plan:
    prices = document.overage_price or {}
    for name, found in (("included", document.included), ("overage_price", prices)):
        if found and set(found) != set(METERS):
            raise InvalidPlanTable(
                f"plan {document.key}: {name} has {', '.join(found)}, and should have {', '.join(METERS)}"
            )
    return Plan(
        document.key,
        document.name,
        document.included,
        # an arrangement may be anything, and refuses nobody
        bills_overage=bool(prices) or document.monthly_price is None,
        beyond=document.beyond,
        monthly_price=None if document.monthly_price is None else millionths(document.monthly_price),
        overage_price={meter: millionths(text) for meter, text in prices.items()},
    )


LOCAL = Plan("local", "Local", {}, bills_overage=False, beyond="", monthly_price=0, overage_price={})
"""For a server's own machine: nothing is counted."""
TABLE = read(resources.path("catalog/plans.json").read_bytes())
CURRENCY = TABLE.currency
PLANS: dict[str, Plan] = {LOCAL.key: LOCAL, **TABLE.plans}
FREE = PLANS["free"]


def plan_of(key: str, arrangement: Mapping[str, Any] | None) -> Plan:
    """Return the plan of a key, with the quotas and prices of an arrangement in place of its own.

    Parameters
    ----------
    key : str
        One that is not known is that of the free plan.
    arrangement : mapping or None
        May have `included` (units by meter) and `overage_price` (millionths of the currency by meter).
    """
    plan = PLANS.get(key, FREE)
    if not arrangement:
        return plan
    return replace(
        plan,
        included=plan.included | arrangement.get("included", {}),
        overage_price=plan.overage_price | arrangement.get("overage_price", {}),
    )


def hard_cap(plan: Plan, meter: str, overage_enabled: bool) -> int | None:
    """Return the units at which an account is stopped; None where the rest is billed, or nothing counted."""
    return None if plan.bills_overage and overage_enabled else plan.included.get(meter)
