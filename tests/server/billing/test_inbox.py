"""Notices of the processor, in any order and any number, leave an account as the processor has it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest

from server.auth import repository
from server.auth.accounts import Account
from server.billing.inbox import METER_ERRORS, Inbox, count_meter_errors
from server.billing.processor import ProcessorAway
from server.errors import InvalidNotice
from tests.server.billing.billed import Billed, run
from tests.server.databases import rows
from tests.support.postgresql import ON_BOTH
from tests.support.stripe_server import Fault

Result = TypeVar("Result")
GRACE = timedelta(days=7)


class Customer:
    """An account on the free plan that is a customer, and an inbox."""

    def __init__(self, billed: Billed) -> None:
        self.billed = billed
        self.fake = billed.fake
        self.inbox = Inbox(billed.database, billed.processor, GRACE, 0.02)
        self.account_id = self.customer_id = ""

    async def begin(self) -> None:
        async with self.billed.database.writing() as connection:
            made = await repository.make_account(connection, "ada", "free", False, False, datetime.now(UTC))
            self.account_id = made.id
            self.customer_id = await self.billed.processor.new_customer(made.id, "ada")
            await repository.change_account(connection, made.id, customer_id=self.customer_id)

    async def account(self) -> Account:
        async with self.billed.database.reading() as connection:
            found = await repository.account_named(connection, self.account_id)
        assert found is not None
        return found

    async def subscribe(self, plan: str = "starter") -> dict[str, Any]:
        url = await self.billed.processor.checkout_url(self.customer_id, plan, "http://us", "http://us")
        return self.fake.complete(url.rsplit("/", 1)[1])

    async def receive(self, event: dict[str, Any]) -> None:
        await self.inbox.receive(*self.fake.signed(event))

    async def receive_all(self) -> None:
        """Receive every notice there is, and handle them."""
        for event in self.fake.notices:
            await self.receive(event)
        await self.inbox.handle()


def act(url: str, doing: Callable[[Customer], Awaitable[Result]]) -> Result:
    async def go(billed: Billed) -> Result:
        ada = Customer(billed)
        await ada.begin()
        return await doing(ada)

    return run(url, go)


@ON_BOTH
def test_who_checked_out_is_on_the_plan_and_in_the_period_of_the_subscription(database_url: str) -> None:
    async def doing(ada: Customer) -> tuple[Account, dict[str, Any]]:
        made = await ada.subscribe()
        await ada.receive_all()
        return await ada.account(), made

    account, made = act(database_url, doing)
    assert (account.plan, account.overage_enabled, account.subscription_status) == ("starter", True, "paid")
    assert account.subscription_id == made["id"]
    item = made["items"]["data"][0]
    assert account.period_start == datetime.fromtimestamp(item["current_period_start"], UTC)
    assert account.period_end == datetime.fromtimestamp(item["current_period_end"], UTC)


def test_any_order_and_any_repetition_end_alike(database_url: str) -> None:
    async def doing(ada: Customer) -> list[str]:
        made = await ada.subscribe()
        ada.fake.change(made["id"], cancel_at_period_end=True)
        ada.fake.change(made["id"], status="past_due")
        ada.fake.invoice(made, is_paid=False)
        ada.fake.change(made["id"], status="active", cancel_at_period_end=False)
        ada.fake.invoice(made)
        plans = []
        for events in (ada.fake.notices[::-1], ada.fake.notices, ada.fake.notices[2:4] * 3):
            for event in events:
                await ada.receive(event)
                await ada.inbox.handle()
                found = await ada.account()
                plans.append((found.plan, found.subscription_status, found.grace_until, found.plan_ends_at))
        return plans

    assert set(act(database_url, doing)) == {("starter", "paid", None, None)}
    assert rows(database_url, "SELECT COUNT(*) FROM billing_notices WHERE handled_at IS NULL") == [(0,)]


def test_a_notice_is_kept_once_and_asked_after_once(database_url: str) -> None:
    async def doing(ada: Customer) -> int:
        await ada.subscribe()
        ada.fake.requests.clear()
        for _ in range(3):
            await ada.receive_all()
        return ada.fake.requests.count("GET /v1/subscriptions")

    assert act(database_url, doing) == 1


@ON_BOTH
def test_a_failed_payment_has_its_time_of_grace_from_the_first_failure_on(database_url: str) -> None:
    async def doing(ada: Customer) -> tuple[Account, Account, Account]:
        made = await ada.subscribe()
        await ada.receive_all()
        ada.fake.change(made["id"], status="past_due")
        await ada.receive_all()
        first = await ada.account()
        ada.fake.change(made["id"], status="unpaid")
        await ada.receive_all()
        second = await ada.account()
        ada.fake.change(made["id"], status="active")
        await ada.receive_all()
        return first, second, await ada.account()

    first, second, paid = act(database_url, doing)
    assert first.plan == second.plan == paid.plan == "starter"
    assert first.grace_until is not None
    assert timedelta(days=6) < first.grace_until - datetime.now(UTC) <= GRACE
    assert second.grace_until == first.grace_until, "a second failure prolongs nothing"
    assert (paid.grace_until, paid.subscription_status) == (None, "paid")


def test_who_cancels_keeps_the_plan_to_the_end_and_falls_back_to_free(database_url: str) -> None:
    async def doing(ada: Customer) -> tuple[Account, Account]:
        made = await ada.subscribe("pro")
        ada.fake.change(made["id"], cancel_at_period_end=True)
        await ada.receive_all()
        ending = await ada.account()
        ada.fake.change(made["id"], status="canceled")
        await ada.receive_all()
        return ending, await ada.account()

    ending, over = act(database_url, doing)
    assert (ending.plan, ending.plan_ends_at) == ("pro", ending.period_end)
    assert (over.plan, over.overage_enabled, over.period_start) == ("free", False, None)
    assert (over.subscription_id, over.plan_ends_at) == (None, None)


def test_another_plan_in_the_middle_of_a_period_keeps_what_was_used(database_url: str) -> None:
    async def doing(ada: Customer) -> list[tuple[Any, ...]]:
        free = await ada.account()
        await ada.billed.units(free, 30)
        made = await ada.subscribe("starter")
        await ada.receive_all()
        await ada.billed.units(await ada.account(), 5)
        prices = {each["lookup_key"]: each for each in ada.fake.prices.values()}
        made["items"]["data"][0]["price"] = prices["sprue_pro_monthly"]
        for item, key in zip(made["items"]["data"][1:], ("quick_info", "analyze"), strict=True):
            item["price"] = prices[f"sprue_pro_dfm_{key}_overage"]
        ada.fake.change(made["id"])
        await ada.receive_all()
        pro = await ada.account()
        assert pro.plan == "pro"
        await ada.billed.units(pro, 1)
        return rows(database_url, "SELECT used, included FROM usage_counters ORDER BY used")

    assert act(database_url, doing)[-1] == (36, 5_000)


def test_a_renewal_that_is_heard_of_late_begins_the_period_once(database_url: str) -> None:
    async def doing(ada: Customer) -> list[tuple[Any, ...]]:
        made = await ada.subscribe("starter")
        start = int((datetime.now(UTC) - timedelta(days=31)).timestamp())
        ada.fake.renew(made["id"], start, start + 30 * 86_400)
        await ada.receive_all()
        await ada.billed.units(await ada.account(), 7)  # rolled on here, a day into the next period
        ada.fake.renew(made["id"], start + 30 * 86_400, start + 60 * 86_400)
        await ada.receive_all()
        await ada.billed.units(await ada.account(), 2)
        return rows(database_url, "SELECT used FROM usage_counters WHERE used > 0")

    assert act(database_url, doing) == [(9,)]


def test_a_plan_that_an_operator_chose_is_left_alone(database_url: str) -> None:
    async def doing(ada: Customer) -> Account:
        async with ada.billed.database.writing() as connection:
            account = await repository.account_named(connection, ada.account_id)
            assert account is not None
            await repository.change_plan(connection, account, "enterprise", True, True, datetime.now(UTC))
        made = await ada.subscribe()
        ada.fake.change(made["id"], status="canceled")
        await ada.receive_all()
        return await ada.account()

    assert act(database_url, doing).plan == "enterprise"


def test_a_checkout_that_was_not_paid_is_no_plan(database_url: str) -> None:
    async def doing(ada: Customer) -> Account:
        prices = [key for key, price in ada.fake.prices.items() if "starter" in str(price["lookup_key"])]
        ada.fake.subscribe(ada.customer_id, prices, is_paid=False)
        await ada.receive_all()
        return await ada.account()

    assert act(database_url, doing).plan == "free"


def test_of_two_subscriptions_the_newest_that_is_paid_counts_and_somebody_reads_of_it(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def doing(ada: Customer) -> Account:
        prices = {
            plan: [key for key, price in ada.fake.prices.items() if plan in str(price["lookup_key"])]
            for plan in ("starter", "pro")
        }
        ada.fake.subscribe(ada.customer_id, prices["pro"])
        ada.billed.ahead = timedelta(minutes=5)
        ada.fake.subscribe(ada.customer_id, prices["starter"])
        await ada.receive_all()
        return await ada.account()

    assert act(database_url, doing).plan == "starter"
    assert "2 subscriptions that run" in caplog.text


def test_a_customer_of_nobody_and_a_notice_of_nothing_are_done_with(database_url: str) -> None:
    async def doing(ada: Customer) -> Account:
        stranger = await ada.billed.processor.new_customer("nobody", "nobody")
        url = await ada.billed.processor.checkout_url(stranger, "pro", "http://us", "http://us")
        ada.fake.complete(url.rsplit("/", 1)[1])
        await ada.receive_all()
        return await ada.account()

    assert act(database_url, doing).plan == "free"
    assert rows(database_url, "SELECT COUNT(*) FROM billing_notices WHERE handled_at IS NULL") == [(0,)]


def test_units_that_the_processor_cannot_count_are_an_error_and_a_figure(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def doing(ada: Customer) -> int:
        data = {"developer_message_summary": "There is 1 invalid event"}
        await ada.receive({"id": "evt_thin", "object": "v2.core.event", "type": METER_ERRORS, "data": data})
        await ada.inbox.handle()
        async with ada.billed.database.reading() as connection:
            return await count_meter_errors(connection)

    assert act(database_url, doing) == 1
    assert "does not count units: There is 1 invalid event" in caplog.text


@ON_BOTH
def test_while_the_processor_is_away_notices_wait(database_url: str) -> None:
    faults: Iterator[Fault | None] = iter([Fault.ERROR])

    async def doing(ada: Customer) -> Account:
        await ada.subscribe()
        ada.fake.faults = lambda _: next(faults, None)
        with pytest.raises(ProcessorAway):
            await ada.receive_all()
        assert (await ada.account()).plan == "free"
        await ada.inbox.handle()
        return await ada.account()

    assert act(database_url, doing).plan == "starter"


def test_what_is_not_signed_is_not_kept(database_url: str) -> None:
    async def doing(ada: Customer) -> None:
        await ada.subscribe()
        event = ada.fake.notices[0]
        body, _ = ada.fake.signed(event)
        for signature in ("", ada.fake.signed(event, "whsec_other")[1], "t=1,v1=00"):
            with pytest.raises(InvalidNotice):
                await ada.inbox.receive(body, signature)

    act(database_url, doing)
    assert rows(database_url, "SELECT COUNT(*) FROM billing_notices") == [(0,)]


def test_who_comes_back_from_a_checkout_is_on_the_plan_though_no_notice_came(database_url: str) -> None:
    async def doing(ada: Customer) -> Account:
        await ada.inbox.start()
        await ada.subscribe("pro")
        await ada.inbox.catch_up(ada.customer_id)
        found = await ada.account()
        await ada.inbox.stop()
        return found

    assert act(database_url, doing).plan == "pro"


@ON_BOTH
def test_what_was_never_heard_of_is_asked_after_once_the_period_is_over(database_url: str) -> None:
    async def doing(ada: Customer) -> list[str]:
        made = await ada.subscribe("pro")
        start = int((datetime.now(UTC) - timedelta(days=31)).timestamp())
        ada.fake.renew(made["id"], start, start + 30 * 86_400)
        await ada.receive_all()
        plans = [(await ada.account()).plan]
        ada.fake.change(made["id"], status="canceled")  # and no notice comes
        for ago in (timedelta(hours=25), timedelta()):  # within the period, and a day after it
            await ada.inbox.look_for_missed(datetime.now(UTC) - ago)
            await ada.inbox.look_for_missed(datetime.now(UTC) - ago)
            await ada.inbox.handle()
            plans.append((await ada.account()).plan)
        return plans

    assert act(database_url, doing) == ["pro", "pro", "free"]
    asked = rows(database_url, "SELECT COUNT(*) FROM billing_notices WHERE kind = 'sprue.asked'")
    assert asked == [(1,)]


def test_two_hosts_that_handle_at_once_agree(database_url: str) -> None:
    async def doing(ada: Customer) -> Account:
        await ada.subscribe("pro")
        for event in ada.fake.notices:
            await ada.receive(event)
        other = Inbox(ada.billed.database, ada.billed.processor, GRACE, 0.02)
        await asyncio.gather(ada.inbox.handle(), other.handle())
        return await ada.account()

    assert act(database_url, doing).plan == "pro"


def test_a_notice_holds_nothing_of_a_card(database_url: str) -> None:
    async def doing(ada: Customer) -> None:
        made = await ada.subscribe()
        event = json.loads(json.dumps(ada.fake.notices[0]))
        event["data"]["object"]["payment_method_details"] = {"card": {"last4": "4242", "exp_year": 2031}}
        await ada.receive(event)
        await ada.inbox.handle()
        assert made["customer"] == ada.customer_id

    act(database_url, doing)
    for table in ("billing_notices", "accounts"):
        assert "4242" not in str(rows(database_url, f"SELECT * FROM {table}"))
