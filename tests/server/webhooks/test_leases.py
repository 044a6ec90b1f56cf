"""One request at a time to a receiver, whichever server sends it."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from server.webhooks import leases, repository
from server.webhooks.leases import Lease
from server.webhooks.webhook import Delivery
from tests.server.webhooks.bench import Bench, run
from tests.support.postgresql import ON_BOTH, ON_POSTGRESQL

URL = "https://example.test/hook"
LEASE_S = 60.0


async def claim(bench: Bench, after_s: float = 0.0, most_of_account: int = 10) -> Lease | None:
    """Claim as a server would whose clock is a little ahead."""
    now = datetime.now(UTC) + timedelta(seconds=after_s)
    async with bench.database.writing() as connection:
        return await leases.claim(connection, now, LEASE_S, most_of_account)


async def release(bench: Bench, lease: Lease | None) -> bool:
    assert lease is not None
    async with bench.database.writing() as connection:
        return await leases.release(connection, lease.id)


@ON_BOTH
def test_a_webhook_is_claimed_once_with_its_oldest_delivery(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        webhook = await bench.webhook(URL)
        await bench.quote()
        await bench.quote()
        first = await claim(bench)
        assert first is not None
        assert first.delivery == (await bench.deliveries(webhook))[-1]
        assert await claim(bench) is None  # though another delivery is due
        assert await release(bench, first)
        assert await claim(bench) is not None

    run(tmp_path, act, url=database_url)


@ON_BOTH
def test_the_lease_of_a_dead_server_ends_and_is_no_longer_its_own(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        await bench.webhook(URL)
        await bench.quote()
        dead = await claim(bench)
        assert dead is not None
        assert await claim(bench, LEASE_S - 1) is None
        heir = await claim(bench, LEASE_S + 1)
        assert heir is not None
        assert heir.delivery == dead.delivery
        assert not await release(bench, dead)  # it comes back, and finds that it is too late
        assert await claim(bench, LEASE_S + 2) is None
        assert await release(bench, heir)

    run(tmp_path, act, url=database_url)


@ON_BOTH
def test_the_only_server_there_is_takes_its_leases_back(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        await bench.webhook(URL)
        await bench.quote()
        before = await claim(bench)
        assert await claim(bench) is None
        async with bench.database.writing() as connection:
            await leases.release_all(connection)
        assert await claim(bench) is not None
        assert not await release(bench, before)

    run(tmp_path, act, url=database_url)


@ON_BOTH
def test_webhooks_are_served_in_turn(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        made = [await bench.webhook(URL) for _ in range(3)]
        for _ in range(3):
            await bench.quote()
        order = []
        for _ in range(6):
            lease = await claim(bench)
            assert lease is not None
            order.append(lease.webhook.id)
            await release(bench, lease)
        assert order == [each.id for each in made] * 2

    run(tmp_path, act, url=database_url)


@ON_BOTH
def test_an_account_has_a_share_and_leaves_the_rest_to_others(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        stranger = await bench.make_account("stranger")
        for _ in range(3):
            await bench.webhook(URL)
        other = await bench.webhook(URL, account=stranger)
        await bench.quote()
        await bench.quote(stranger)
        taken = [await claim(bench, most_of_account=2) for _ in range(4)]
        found = [each.webhook.account_id for each in taken if each is not None]
        assert sorted(found) == sorted([bench.account.id] * 2 + [other.account_id])

    run(tmp_path, act, url=database_url)


@ON_BOTH
def test_of_many_servers_that_claim_at_one_instant_none_takes_more_than_the_share(
    database_url: str, tmp_path: Path
) -> None:
    async def act(bench: Bench) -> None:
        stranger = await bench.make_account("stranger")
        for account in (bench.account, stranger):
            for _ in range(6):
                await bench.webhook(URL, account=account)
            await bench.quote(account)
        taken = await asyncio.gather(*(claim(bench, most_of_account=2) for _ in range(8)))
        found = [each.webhook.account_id for each in taken if each is not None]
        assert sorted(found) == sorted([bench.account.id, stranger.id] * 2)

    run(tmp_path, act, url=database_url)


@ON_BOTH
def test_nothing_is_claimed_that_is_not_due_or_whose_webhook_is_off(
    database_url: str, tmp_path: Path
) -> None:
    async def act(bench: Bench) -> None:
        webhook = await bench.webhook(URL)
        await bench.quote()
        [delivery] = await bench.deliveries(webhook)
        later = datetime.now(UTC) + timedelta(seconds=100)
        async with bench.database.writing() as connection:
            await repository.change_delivery(connection, delivery.id, due_at=later)
            assert not await leases.has_due(connection, datetime.now(UTC))
            assert await leases.has_due(connection, later)
        assert await claim(bench) is None
        async with bench.database.writing() as connection:
            await repository.change(connection, webhook.id, inactive_reason="paused")
            assert not await leases.has_due(connection, later)
        assert await claim(bench, 200) is None
        async with bench.database.writing() as connection:
            await repository.change(connection, webhook.id, inactive_reason=None)
        assert await claim(bench, 200) is not None

    run(tmp_path, act, url=database_url)


def test_on_postgresql_servers_pass_by_what_another_one_takes() -> None:
    statement = leases.next_in_turn(datetime.now(UTC), 4).compile(dialect=postgresql.dialect())
    assert str(statement).endswith("FOR UPDATE SKIP LOCKED")
    assert "NULLS FIRST" in str(statement)


@ON_POSTGRESQL
def test_a_webhook_is_removed_while_its_delivery_is_settled(database_url: str, tmp_path: Path) -> None:
    """Each waits for a row that the other has, unless both lock the webhook first."""

    async def act(bench: Bench) -> None:
        await bench.webhook(URL)
        await bench.quote()
        lease = await claim(bench)
        assert lease is not None

        async def remove() -> None:
            async with bench.database.writing() as connection:
                await repository.remove(connection, lease.webhook.id)

        async with bench.database.writing() as settling:
            assert await leases.release(settling, lease.id)
            removal = asyncio.create_task(remove())
            await asyncio.sleep(0.3)
            await repository.change_delivery(settling, lease.delivery.id, attempts=1)
        await removal
        async with bench.database.reading() as connection:
            assert await repository.delivery(connection, lease.webhook.id, lease.delivery.id) is None

    run(tmp_path, act, url=database_url)


@ON_POSTGRESQL
def test_a_webhook_is_removed_while_an_event_for_it_is_recorded(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the event is about is kept: a quote here, the end of a job elsewhere."""

    async def act(bench: Bench) -> None:
        webhook = await bench.webhook(URL)
        removals: list[asyncio.Task[None]] = []

        async def add_later(connection: AsyncConnection, deliveries: Sequence[Delivery]) -> None:
            removals.append(asyncio.create_task(bench.service.remove(bench.account, webhook.id)))
            await asyncio.sleep(0.3)
            await add(connection, deliveries)

        add = repository.add_deliveries
        monkeypatch.setattr(repository, "add_deliveries", add_later)
        await bench.quote()
        await asyncio.gather(*removals)
        async with bench.database.reading() as connection:
            assert await repository.of_account(connection, bench.account.id) == []

    run(tmp_path, act, url=database_url)
