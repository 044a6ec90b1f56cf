"""What is sold at Stripe is what the table of plans says, however often it is brought up to date."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from stripe import StripeClient

from server.billing.catalog import Catalog, Step
from server.billing.credentials import Credentials
from server.billing.stripe_processor import client_of
from server.metering.plans import ANALYZE, QUICK_INFO, TABLE, PlanTable
from tests.support import stripe_server
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, StripeServer


@pytest.fixture
def fake() -> Iterator[StripeServer]:
    with stripe_server.serving() as server:
        yield server


def client(fake: StripeServer) -> StripeClient:
    return client_of(Credentials(KEY, SECRET, fake.url))


def steps(fake: StripeServer, table: PlanTable = TABLE, is_dry: bool = False) -> dict[str, Step]:
    """Bring it up to date; return what became of each thing that was not kept."""
    changes = Catalog(client(fake), table, is_dry).sync()
    return {each.what: each.step for each in changes if each.step is not Step.KEPT}


def with_pro(**changes: object) -> PlanTable:
    return replace(TABLE, plans={**TABLE.plans, "pro": replace(TABLE.plans["pro"], **changes)})  # type: ignore[arg-type]


def amounts(fake: StripeServer) -> dict[str, str]:
    return {
        each["lookup_key"]: each["unit_amount_decimal"] for each in fake.prices.values() if each["active"]
    }


def test_all_is_made_once_and_then_kept(fake: StripeServer) -> None:
    made = steps(fake)
    assert set(made.values()) == {Step.MADE}
    assert list(made) == [
        "meter dfm_quick_info_overage",
        "meter dfm_analyze_overage",
        "product sprue_starter",
        "price sprue_starter_monthly",
        "price sprue_starter_dfm_quick_info_overage",
        "price sprue_starter_dfm_analyze_overage",
        "product sprue_pro",
        "price sprue_pro_monthly",
        "price sprue_pro_dfm_quick_info_overage",
        "price sprue_pro_dfm_analyze_overage",
    ]
    assert steps(fake) == {}
    assert amounts(fake) == {  # in cents
        "sprue_starter_monthly": "0",
        "sprue_starter_dfm_quick_info_overage": "1",
        "sprue_starter_dfm_analyze_overage": "25",
        "sprue_pro_monthly": "24900",
        "sprue_pro_dfm_quick_info_overage": "0.4",
        "sprue_pro_dfm_analyze_overage": "6",
    }


def test_a_dry_run_changes_nothing(fake: StripeServer) -> None:
    assert len(steps(fake, is_dry=True)) == 10
    assert not fake.meters
    assert not fake.products
    assert not fake.prices
    assert not [each for each in fake.requests if each.startswith("POST")]


def test_what_was_half_made_is_finished(fake: StripeServer) -> None:
    n_requests = iter(range(1000))
    fake.faults = lambda _: stripe_server.Fault.LOST if next(n_requests) == 5 else None
    with pytest.raises(Exception, match=r"communicat|onnection"):
        steps(fake)
    fake.faults = lambda _: None
    steps(fake)
    assert steps(fake) == {}
    assert (len(fake.meters), len(fake.products), len(fake.prices)) == (2, 2, 6)


def test_a_price_that_changed_is_replaced_and_its_subscribers_keep_theirs(fake: StripeServer) -> None:
    steps(fake)
    dearer = with_pro(overage_price={QUICK_INFO: 4_000, ANALYZE: 70_000})
    assert steps(fake, dearer, is_dry=True) == {"price sprue_pro_dfm_analyze_overage": Step.REPLACED}
    assert steps(fake, dearer) == {"price sprue_pro_dfm_analyze_overage": Step.REPLACED}
    assert steps(fake, dearer) == {}
    assert amounts(fake)["sprue_pro_dfm_analyze_overage"] == "7"
    [old] = [each for each in fake.prices.values() if not each["active"]]
    assert old["lookup_key"] is None
    assert old["metadata"] == {"sprue_plan": "pro"}, "subscribers are known by it"


def test_what_was_renamed_or_switched_off_is_put_right(fake: StripeServer) -> None:
    steps(fake)
    for meter in fake.meters.values():
        meter["status"] = "inactive"
    fake.products["sprue_pro"]["name"] = "Something"
    assert steps(fake) == {
        "meter dfm_quick_info_overage": Step.CHANGED,
        "meter dfm_analyze_overage": Step.CHANGED,
        "product sprue_pro": Step.CHANGED,
    }
    assert steps(fake) == {}


def test_a_meter_that_does_not_sum_is_for_somebody_to_look_at(fake: StripeServer) -> None:
    steps(fake)
    next(iter(fake.meters.values()))["default_aggregation"]["formula"] = "last"
    [wrong] = [each for each in Catalog(client(fake), TABLE).sync() if each.step is Step.WRONG]
    assert wrong.why == "it takes the last of what is sent, and not the sum"


def test_prices_in_yen_are_counted_whole(fake: StripeServer) -> None:
    steps(fake, replace(TABLE, currency="JPY"))
    assert amounts(fake)["sprue_pro_monthly"] == "249"
