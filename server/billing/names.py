"""What meters and prices are called at the processor, so that they are found again."""

from server.metering.plans import ANALYZE, QUICK_INFO

EVENT_NAME_OF_METER = {QUICK_INFO: "dfm_quick_info_overage", ANALYZE: "dfm_analyze_overage"}
METER_OF_EVENT_NAME = {name: meter for meter, name in EVENT_NAME_OF_METER.items()}
PLAN = "sprue_plan"
"""Metadata of products and prices. A price that was replaced loses its lookup key and keeps this, so that
those who subscribed to it are known by it."""
ACCOUNT = "sprue_account"
"""Metadata of customers: the account that they are of."""


def monthly_key(plan: str) -> str:
    """Return the lookup key of a plan's price a month."""
    return f"sprue_{plan}_monthly"


def overage_key(plan: str, meter: str) -> str:
    """Return the lookup key of a plan's price a unit."""
    return f"sprue_{plan}_{EVENT_NAME_OF_METER[meter]}"
