"""Stripe through its library, at a fake that answers by the library's own types, over real sockets."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest
import stripe

from server.billing.credentials import Credentials
from server.billing.processor import ProcessorAway, ProcessorRefused, Status, UsageEvent
from server.billing.stripe_processor import StripeProcessor, minor_units
from server.errors import InvalidNotice
from server.metering.plans import ANALYZE, QUICK_INFO
from tests.server.billing.billed import with_catalog
from tests.support import stripe_server
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, Fault, StripeServer
from tests.support.stripe_shapes import WrongShape, checked

Result = TypeVar("Result")
NAME = "dfm_analyze_overage"


@pytest.fixture
def fake() -> Iterator[StripeServer]:
    with with_catalog() as server:
        yield server


def ask(
    fake: StripeServer,
    act: Callable[[StripeProcessor], Awaitable[Result]],
    key: str = KEY,
    timeout_s: float = 20.0,
) -> Result:
    async def go() -> Result:
        processor = StripeProcessor(Credentials(key, SECRET, fake.url), timeout_s)
        try:
            return await act(processor)
        finally:
            processor.close()

    return asyncio.run(go())


def a_customer(fake: StripeServer) -> str:
    return ask(fake, lambda processor: processor.new_customer("account-1", "ada"))


def an_event(customer: str, identifier: str = "unit-1", ago: timedelta = timedelta()) -> UsageEvent:
    return UsageEvent(identifier, customer, ANALYZE, datetime.now(UTC) - ago)


def test_a_unit_is_counted_once_however_often_it_is_sent(fake: StripeServer) -> None:
    customer = a_customer(fake)
    event = an_event(customer)
    for _ in range(3):
        ask(fake, lambda processor: processor.send_usage(event))
    assert fake.units(customer, NAME) == 1
    assert fake.events["unit-1"]["timestamp"] == int(event.occurred_at.timestamp())
    ask(fake, lambda processor: processor.send_usage(replace(event, identifier="unit-2")))
    assert fake.units(customer, NAME) == 2


def test_a_unit_is_taken_back_once(fake: StripeServer) -> None:
    customer = a_customer(fake)
    ask(fake, lambda processor: processor.send_usage(an_event(customer)))
    for _ in range(2):
        ask(fake, lambda processor: processor.cancel_usage(ANALYZE, "unit-1"))
    assert fake.units(customer, NAME) == 0
    with pytest.raises(ProcessorRefused, match="No event found"):
        ask(fake, lambda processor: processor.cancel_usage(ANALYZE, "unit-9"))


def test_a_unit_is_not_taken_back_after_a_day(fake: StripeServer) -> None:
    customer = a_customer(fake)
    ask(fake, lambda processor: processor.send_usage(an_event(customer)))
    fake.now = lambda: time.time() + 25 * 3600
    with pytest.raises(ProcessorRefused, match="within 24 hours"):
        ask(fake, lambda processor: processor.cancel_usage(ANALYZE, "unit-1"))


def test_sums_are_of_a_customer_a_meter_and_whole_minutes(fake: StripeServer) -> None:
    customer = a_customer(fake)
    other = ask(fake, lambda processor: processor.new_customer("account-2", "bob"))
    minute = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(minutes=5)

    async def send(processor: StripeProcessor) -> None:
        for at, who in ((0, customer), (59, customer), (60, customer), (-1, customer), (30, other)):
            event = UsageEvent(f"{who}{at}", who, ANALYZE, minute + timedelta(seconds=at))
            await processor.send_usage(event)

    ask(fake, send)
    until = minute + timedelta(minutes=1)
    assert ask(fake, lambda processor: processor.usage_sum(customer, ANALYZE, minute, until)) == 2
    assert ask(fake, lambda processor: processor.usage_sum(customer, QUICK_INFO, minute, until)) == 0


@pytest.mark.parametrize("fault", list(Fault))
def test_what_nobody_knows_the_end_of_is_an_outage(fake: StripeServer, fault: Fault) -> None:
    customer = a_customer(fake)
    fake.faults = lambda _: fault
    with pytest.raises(ProcessorAway):
        ask(fake, lambda processor: processor.send_usage(an_event(customer)))
    fake.faults = lambda _: None
    ask(fake, lambda processor: processor.send_usage(an_event(customer)))
    assert fake.units(customer, NAME) == 1


def test_a_processor_that_does_not_answer_in_time_is_an_outage(fake: StripeServer) -> None:
    customer = a_customer(fake)
    fake.delay_s = 2.0
    with pytest.raises(ProcessorAway):
        ask(fake, lambda processor: processor.send_usage(an_event(customer)), timeout_s=0.2)


def test_the_loop_goes_on_while_it_does_not_answer(fake: StripeServer) -> None:
    customer = a_customer(fake)
    fake.delay_s = 0.5

    async def act(processor: StripeProcessor) -> int:
        sending = asyncio.create_task(processor.send_usage(an_event(customer)))
        turns = 0
        while not sending.done():
            await asyncio.sleep(0.01)
            turns += 1
        return turns

    assert ask(fake, act) > 5


def test_a_key_that_is_not_taken_is_an_outage_and_blames_no_unit(fake: StripeServer) -> None:
    with pytest.raises(ProcessorAway, match="Invalid API Key"):
        ask(fake, lambda processor: processor.send_usage(an_event("cus_1")), key="sk_test_other")


@pytest.mark.parametrize(
    ("ago", "customer", "message"),
    [
        (timedelta(days=36), "", "more than 35 days"),
        (-timedelta(minutes=6), "", "more than 5 minutes"),
        (timedelta(), "cus_nobody", "No such customer"),
    ],
)
def test_what_is_wrong_each_time_is_refused(
    fake: StripeServer, ago: timedelta, customer: str, message: str
) -> None:
    known = a_customer(fake)
    with pytest.raises(ProcessorRefused, match=message):
        ask(fake, lambda processor: processor.send_usage(an_event(customer or known, ago=ago)))


def test_an_account_has_one_customer_even_where_the_answer_was_lost(fake: StripeServer) -> None:
    faults = iter([Fault.LOST, None])
    fake.faults = lambda _: next(faults)
    with pytest.raises(ProcessorAway):
        a_customer(fake)
    assert a_customer(fake) in fake.customers
    assert len(fake.customers) == 1


def test_who_checks_out_has_a_subscription_and_an_invoice(fake: StripeServer) -> None:
    customer = a_customer(fake)
    assert ask(fake, lambda processor: processor.subscriptions(customer)) == []
    url = ask(fake, lambda processor: processor.checkout_url(customer, "pro", "http://us/ok", "http://us/no"))
    fake.complete(url.rsplit("/", 1)[1])
    [found] = ask(fake, lambda processor: processor.subscriptions(customer))
    assert (found.plan, found.status, found.customer_id) == ("pro", Status.PAID, customer)
    assert found.period_end - found.period_start == timedelta(days=30)
    assert found.ends_at is None
    [invoice] = ask(fake, lambda processor: processor.invoices(customer))
    assert (invoice.total, invoice.currency, invoice.status) == (249_000_000, "USD", "paid")
    assert invoice.url.startswith(fake.url)


def test_a_second_checkout_closes_the_first(fake: StripeServer) -> None:
    customer = a_customer(fake)
    for plan in ("starter", "pro"):
        ask(
            fake,
            lambda processor, plan=plan: processor.checkout_url(
                customer, plan, "http://us/ok", "http://us/no"
            ),
        )
    assert [each["status"] for each in fake.sessions.values()] == ["expired", "open"]


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("active", Status.PAID),
        ("trialing", Status.PAID),
        ("past_due", Status.OWING),
        ("unpaid", Status.OWING),
        ("incomplete", Status.NONE),
        ("canceled", Status.NONE),
        ("paused", Status.NONE),
    ],
)
def test_the_states_of_subscriptions_mean_three_things(
    fake: StripeServer, state: str, status: Status
) -> None:
    customer = a_customer(fake)
    price = next(each for each, price in fake.prices.items() if price["lookup_key"] == "sprue_pro_monthly")
    made = fake.subscribe(customer, [price])
    fake.change(made["id"], status=state)
    [found] = ask(fake, lambda processor: processor.subscriptions(customer))
    assert found.status is status


def test_who_cancels_keeps_the_plan_until_the_period_ends(fake: StripeServer) -> None:
    customer = a_customer(fake)
    url = ask(fake, lambda processor: processor.checkout_url(customer, "pro", "http://us/ok", "http://us/no"))
    made = fake.complete(url.rsplit("/", 1)[1])
    assert ask(fake, lambda processor: processor.portal_url(customer, "http://us")).startswith(
        f"{fake.url}/portal/"
    )
    fake.change(made["id"], cancel_at_period_end=True)
    [found] = ask(fake, lambda processor: processor.subscriptions(customer))
    assert found.status is Status.PAID
    assert found.ends_at == found.period_end


def test_without_a_catalog_a_checkout_says_what_to_do() -> None:
    with stripe_server.serving() as empty:
        customer = a_customer(empty)
        with pytest.raises(ProcessorRefused, match="sprue billing sync"):
            ask(
                empty,
                lambda processor: processor.checkout_url(customer, "pro", "http://us/ok", "http://us/no"),
            )


def test_a_notice_is_read_where_stripe_signed_it(fake: StripeServer) -> None:
    customer = a_customer(fake)
    price = next(each for each, price in fake.prices.items() if price["lookup_key"] == "sprue_pro_monthly")
    fake.subscribe(customer, [price])
    event = fake.notices[0]
    processor = StripeProcessor(Credentials(KEY, SECRET, fake.url))
    found = processor.notice_of(*fake.signed(event))
    assert (found.id, found.kind, found.customer_id) == (
        event["id"],
        "customer.subscription.created",
        customer,
    )

    several = StripeProcessor(Credentials(KEY, f"whsec_other,{SECRET}\nwhsec_third", fake.url))
    for secret in ("whsec_other", SECRET, "whsec_third"):
        assert several.notice_of(*fake.signed(event, secret)) == found
    with pytest.raises(InvalidNotice):
        several.notice_of(*fake.signed(event, "whsec_fourth"))

    body, signature = fake.signed(event)
    wrong = {
        "another secret": fake.signed(event, "whsec_other"),
        "an hour ago": fake.signed(event, at=int(time.time()) - 3600),
        "another body": (body.replace(b"active", b"paused"), signature),
        "no signature": (body, ""),
        "nonsense": (body, "t=x,v1=y"),
        "no event": fake.signed({"object": "event"}),
        "no object": fake.signed([]),  # type: ignore[arg-type]
        "no text": (b"\xff", signature),
    }
    for name, (changed, sent) in wrong.items():
        with pytest.raises(InvalidNotice):
            pytest.fail(f"{name}: {processor.notice_of(changed, sent)}")


def test_a_notice_of_meters_has_a_summary_and_no_customer(fake: StripeServer) -> None:
    thin = {
        "id": "evt_1",
        "object": "v2.core.event",
        "type": "v1.billing.meter.error_report_triggered",
        "data": {"developer_message_summary": "There is 1 invalid event"},
    }
    body = json.dumps(thin)
    found = StripeProcessor(Credentials(KEY, SECRET, fake.url)).notice_of(*fake.signed(json.loads(body)))
    assert (found.customer_id, found.detail) == ("", "There is 1 invalid event")


def test_the_fake_cannot_answer_what_the_library_does_not_know(fake: StripeServer) -> None:
    [meter] = [each for each in fake.meters.values() if each["event_name"] == NAME]
    assert checked(stripe.billing.Meter, meter)
    for change in ({"statuses": "active"}, {"status": 1}, {"default_aggregation": {"formulas": "sum"}}):
        with pytest.raises(WrongShape):
            checked(stripe.billing.Meter, meter | change)


def test_yen_are_counted_whole_and_dollars_in_cents() -> None:
    assert (minor_units("JPY"), minor_units("usd")) == (1_000_000, 10_000)
