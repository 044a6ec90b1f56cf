"""An account is told when it has spent 50, 80 and 100 % of its limit: once each a period."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from server.auth import repository
from server.auth.accounts import Account
from server.billing.spending import SpendingWatch, set_limit, share_reached
from server.storage import ids
from server.webhooks import repository as webhooks
from server.webhooks.events import Events
from server.webhooks.webhook import Webhook
from tests.server.billing.billed import Billed, run
from tests.server.databases import rows
from tests.support.postgresql import ON_BOTH

UNIT = 250_000
LIMITED = Account("id", "ada", "starter", True, None, None, spending_limit=10 * UNIT)


@pytest.mark.parametrize(
    ("n_units", "share"), [(0, 0), (4, 0), (5, 50), (7, 50), (8, 80), (9, 80), (10, 100), (11, 100)]
)
def test_the_share_is_the_highest_that_is_reached(n_units: int, share: int) -> None:
    assert share_reached(LIMITED, n_units * UNIT) == share


def test_it_is_all_when_the_cheapest_unit_goes_beyond_and_nothing_without_a_limit() -> None:
    cheapest = 10_000
    assert share_reached(LIMITED, 10 * UNIT - cheapest) == 80
    assert share_reached(LIMITED, 10 * UNIT - cheapest + 1) == 100
    assert share_reached(replace(LIMITED, spending_limit=0), 0) == 100
    assert share_reached(replace(LIMITED, spending_limit=None), 10**12) == 0


async def limited(billed: Billed, limit: int) -> Account:
    account = await billed.account(is_customer=False)
    async with billed.database.writing() as connection:
        await set_limit(connection, account, limit, datetime.now(UTC))
        await webhooks.add(
            connection,
            Webhook(
                id=ids.new(),
                account_id=account.id,
                url="https://example.test",
                description="",
                events=["spending.reached"],
                secret_version=1,
                rotated_at=None,
                inactive_reason=None,
                failing_since=None,
                created_at=datetime.now(UTC),
            ),
        )
        found = await repository.account_named(connection, account.id)
    assert found is not None
    return found


def events(url: str) -> list[dict[str, Any]]:
    found = rows(url, "SELECT body FROM webhook_deliveries ORDER BY id")
    return [json.loads(body) for (body,) in found]


@ON_BOTH
def test_each_share_is_reported_once_by_whoever_looks(database_url: str) -> None:
    async def act(billed: Billed) -> None:
        account = await limited(billed, 10 * UNIT)
        watches = [SpendingWatch(billed.database, Events("http://sprue.test/api/v1")) for _ in range(2)]
        for n_units in (4, 1, 1, 2, 2):
            await billed.units(account, n_units)
            for watch in watches:
                await watch.look(datetime.now(UTC))

    run(database_url, act)
    sent = events(database_url)
    assert [event["data"]["percent"] for event in sent] == [50, 80, 100]
    assert sent[1]["type"] == "spending.reached"
    data = sent[1]["data"]
    assert (data["spent"], data["spending_limit"], data["currency"]) == ("2.00", "2.50", "USD")
    assert data["usage_url"] == "http://sprue.test/api/v1/usage"


def test_another_limit_is_reported_anew(database_url: str) -> None:
    async def act(billed: Billed) -> None:
        account = await limited(billed, 4 * UNIT)
        watch = SpendingWatch(billed.database, Events(""))
        await billed.units(account, 4)
        await watch.look(datetime.now(UTC))
        async with billed.database.writing() as connection:
            await set_limit(connection, account, 8 * UNIT, datetime.now(UTC))
        for _ in range(2):
            await watch.look(datetime.now(UTC))

    run(database_url, act)
    assert [event["data"]["percent"] for event in events(database_url)] == [100, 50]


def test_nobody_is_told_of_a_period_that_is_over(database_url: str) -> None:
    async def act(billed: Billed) -> None:
        account = await limited(billed, 2 * UNIT)
        await billed.units(account, 2)
        later = datetime.now(UTC).replace(year=datetime.now(UTC).year + 1)
        await SpendingWatch(billed.database, Events("")).look(later)

    run(database_url, act)
    assert events(database_url) == []
