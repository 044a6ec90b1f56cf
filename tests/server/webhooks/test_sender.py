"""Deliveries over a real socket: signed, repeated until they came through, one at a time to a receiver."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import text
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from server.fetch import post
from server.webhooks import leases, repository, sender
from server.webhooks.sender import Outcome
from server.webhooks.webhook import Inactive
from tests.server.webhooks.bench import QUICK_WAITS_S, QUOTE_ID, Bench, run
from tests.support.postgresql import ON_BOTH
from tests.support.receiver import Receiver, receiving

T = TypeVar("T")
Act = Callable[[Bench, Receiver], Awaitable[T]]


def send(
    folder: Path,
    act: Act[T],
    waits_s: tuple[float, ...] = QUICK_WAITS_S,
    allows_private: bool = True,
    limit_s: float = 5.0,
    url: str = "",
) -> T:
    """Act on a bench and a receiver while a sender works."""
    with receiving() as receiver:

        async def go(bench: Bench) -> T:
            working = bench.sender(waits_s)
            await working.start()
            try:
                return await act(bench, receiver)
            finally:
                receiver.answers.set()
                await working.stop()

        return run(folder, go, allows_private, limit_s, url)


@ON_BOTH
def test_a_delivery_arrives_once_and_is_signed(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        [delivery] = await bench.until(webhook, "delivered")
        await asyncio.sleep(0.1)  # a second one would have come by now
        [found] = receiver.received
        verifier = Verifier(bench.secrets.current(webhook))
        assert verifier.verify(found.body, dict(found.headers))["data"]["quote_id"] == QUOTE_ID
        with pytest.raises(WebhookVerificationError):
            verifier.verify(found.body.replace(b"draft", b"order"), dict(found.headers))
        assert found.headers["webhook-id"] == delivery.event_id
        assert found.headers["content-type"] == "application/json"
        assert (delivery.attempts, delivery.response_status, delivery.error) == (1, 204, None)
        assert bench.outcomes == [Outcome.DELIVERED]

    send(tmp_path, act, url=database_url)


@ON_BOTH
def test_it_is_tried_again_with_the_same_id_until_it_comes_through(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses += [500, 302]
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        [delivery] = await bench.until(webhook, "delivered")
        assert len(receiver.received) == delivery.attempts == 3
        assert {each.headers["webhook-id"] for each in receiver.received} == {delivery.event_id}
        assert len({each.body for each in receiver.received}) == 1
        for each in receiver.received:
            Verifier(bench.secrets.current(webhook)).verify(each.body, dict(each.headers))
        assert (await bench.service.get(bench.account, webhook.id)).failing_since is None
        assert bench.outcomes == [Outcome.RETRIED, Outcome.RETRIED, Outcome.DELIVERED]

    send(tmp_path, act, url=database_url)


@ON_BOTH
def test_what_never_comes_through_is_given_up_after_the_last_wait(database_url: str, tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses += [500] * 9
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        [delivery] = await bench.until(webhook, "failed")
        assert len(receiver.received) == delivery.attempts == 3
        assert delivery.response_status == 500
        assert delivery.error == "The answer was 500; any of 200 to 299 counts as delivered."
        stands = await bench.service.get(bench.account, webhook.id)
        assert stands.is_active
        assert stands.failing_since is not None
        assert bench.outcomes == [Outcome.RETRIED, Outcome.RETRIED, Outcome.FAILED]

    send(tmp_path, act, url=database_url)


def test_a_wait_is_kept(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses.append(500)
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        await asyncio.to_thread(receiver.until, 1)
        await asyncio.sleep(0.2)
        [delivery] = await bench.until(webhook, "pending")
        assert len(receiver.received) == 1
        assert delivery.attempted_at is not None
        assert 30 <= (delivery.due_at - delivery.attempted_at).total_seconds() <= 33

    send(tmp_path, act, waits_s=(30.0,))


def test_a_receiver_that_asks_for_time_gets_it(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses.append(429)
        receiver.headers["Retry-After"] = "120"
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        await asyncio.to_thread(receiver.until, 1)
        while not (found := await bench.deliveries(webhook))[0].attempts:
            await asyncio.sleep(0.02)
        assert found[0].attempted_at is not None
        assert (found[0].due_at - found[0].attempted_at).total_seconds() == 120

    send(tmp_path, act)


def test_410_switches_a_webhook_off_at_once_with_all_that_is_on_its_way(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses.append(410)
        webhook = await bench.webhook(f"{receiver.url}/hook")
        async with bench.database.writing() as connection:
            for _ in range(2):
                now = datetime.now(UTC)
                await bench.events.quote_created(connection, bench.account.id, QUOTE_ID, now)
        first, second = await bench.until(webhook, "failed", "failed")
        assert len(receiver.received) == 1
        assert (first.response_status, second.attempts, second.error) == (410, 0, repository.NOT_SENT)
        assert (await bench.service.get(bench.account, webhook.id)).inactive_reason == Inactive.GONE
        await bench.quote()
        assert len(await bench.deliveries(webhook)) == 2  # nothing is written down for it any more

    send(tmp_path, act)


@pytest.mark.parametrize(("days", "is_off"), [(5.01, True), (4.9, False)])
def test_one_that_fails_for_days_is_switched_off_when_a_delivery_is_given_up(
    tmp_path: Path, days: float, is_off: bool
) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses += [500] * 9
        since = datetime.now(UTC) - timedelta(days=days)
        webhook = await bench.webhook(f"{receiver.url}/hook", failing_since=since)
        await bench.quote()
        await bench.until(webhook, "failed")
        assert len(receiver.received) == 1 + len(QUICK_WAITS_S)  # all attempts are made even so
        stands = await bench.service.get(bench.account, webhook.id)
        assert stands.inactive_reason == (Inactive.FAILING if is_off else None)
        assert stands.failing_since == since

    send(tmp_path, act)


def test_nothing_is_sent_to_a_private_address_and_a_sentence_says_so(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        webhook = await bench.webhook("https://example.test/hook", url=f"{receiver.url}/hook")
        await bench.quote()
        [delivery] = await bench.until(webhook, "failed")
        assert receiver.received == []
        assert delivery.response_status is None
        assert delivery.error == post.REFUSAL

    send(tmp_path, act, allows_private=False)


def test_a_receiver_gets_one_request_at_a_time_and_a_slow_one_holds_up_no_other(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.answers.clear()
        slow = await bench.webhook(f"{receiver.url}/slow")
        quick = await bench.webhook(f"{receiver.url}/quick")
        for _ in range(3):
            await bench.quote()
        await bench.until(quick, *["delivered"] * 3)
        await asyncio.to_thread(receiver.wait, lambda: receiver.most_at_once.get("/slow", 0) >= 1)
        assert [each.status for each in await bench.deliveries(slow)] == ["pending"] * 3
        receiver.answers.set()
        await bench.until(slow, *["delivered"] * 3)
        assert receiver.most_at_once == {"/slow": 1, "/quick": 1}

    send(tmp_path, act, limit_s=20.0)


def test_what_a_dead_server_was_sending_is_sent_by_the_next(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        async with bench.database.writing() as connection:  # and there it died
            assert await leases.claim(connection, datetime.now(UTC), 0.5, 4) is not None
        heir = bench.sender()
        await heir.start()
        await asyncio.sleep(0.1)
        early = len(receiver.received)
        await bench.until(webhook, "delivered")
        await heir.stop()
        assert (early, len(receiver.received)) == (0, 1)

    with receiving() as receiver:
        run(tmp_path, lambda bench: act(bench, receiver))


def test_two_servers_send_each_delivery_once(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        other = bench.sender()
        await other.start()
        webhooks = [await bench.webhook(f"{receiver.url}/{n}") for n in range(3)]
        for _ in range(4):
            await bench.quote()
        for webhook in webhooks:
            await bench.until(webhook, *["delivered"] * 4)
        await other.stop()
        sent = [(each.path, each.headers["webhook-id"]) for each in receiver.received]
        assert len(sent) == len({*sent}) == 12
        assert set(receiver.most_at_once.values()) == {1}

    send(tmp_path, act)


def test_a_server_that_stops_hands_over_what_it_has_not_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "STOP_S", 0.1)

    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.answers.clear()
        webhook = await bench.webhook(f"{receiver.url}/hook")
        stopping = bench.sender()
        await stopping.start()
        await bench.quote()
        await asyncio.to_thread(receiver.until, 1)
        await stopping.stop()
        receiver.answers.set()
        heir = bench.sender()  # it need not wait for the end of a lease
        await heir.start()
        [delivery] = await bench.until(webhook, "delivered")
        await heir.stop()
        assert {each.headers["webhook-id"] for each in receiver.received} == {delivery.event_id}

    with receiving() as receiver:
        run(tmp_path, lambda bench: act(bench, receiver), limit_s=20.0)


def test_a_webhook_that_is_deleted_meanwhile_is_sent_nothing_more(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.answers.clear()
        webhook = await bench.webhook(f"{receiver.url}/hook")
        for _ in range(2):
            await bench.quote()
        await asyncio.to_thread(receiver.until, 1)
        await bench.service.remove(bench.account, webhook.id)
        receiver.answers.set()
        await asyncio.sleep(0.2)
        assert len(receiver.received) == 1
        assert await bench.deliveries(webhook) == []

    send(tmp_path, act, limit_s=20.0)


def test_one_that_is_paused_gives_up_what_is_on_its_way(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        receiver.statuses.append(500)
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        while not (await bench.deliveries(webhook))[0].attempts:
            await asyncio.sleep(0.02)
        await bench.service.change(bench.account, webhook.id, active=False)
        [delivery] = await bench.until(webhook, "failed")
        assert (len(receiver.received), delivery.error) == (1, repository.NOT_SENT)
        await bench.service.change(bench.account, webhook.id, active=True)
        await bench.service.resend(bench.account, webhook.id, delivery.id)
        [again] = await bench.until(webhook, "delivered")
        assert (again.attempts, again.event_id) == (2, delivery.event_id)

    send(tmp_path, act, waits_s=(30.0,))


def test_a_database_that_is_away_comes_back(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        webhook = await bench.webhook(f"{receiver.url}/hook")
        async with bench.database.writing() as connection:
            await connection.execute(text("ALTER TABLE webhook_deliveries RENAME TO away"))
        await asyncio.sleep(0.1)
        async with bench.database.writing() as connection:
            await connection.execute(text("ALTER TABLE away RENAME TO webhook_deliveries"))
        await bench.quote()
        await bench.until(webhook, "delivered")

    send(tmp_path, act)


def test_a_defect_of_ours_counts_as_an_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(post.Poster, "post", stumble)

    async def act(bench: Bench, receiver: Receiver) -> None:
        webhook = await bench.webhook(f"{receiver.url}/hook")
        await bench.quote()
        [delivery] = await bench.until(webhook, "failed")
        assert (delivery.attempts, delivery.error) == (3, post.BROKEN)

    send(tmp_path, act)


def test_both_secrets_sign_after_a_change(tmp_path: Path) -> None:
    async def act(bench: Bench, receiver: Receiver) -> None:
        webhook = await bench.webhook(f"{receiver.url}/hook")
        old = bench.secrets.current(webhook)
        new = await bench.service.rotate(bench.account, webhook.id)
        await bench.quote()
        [found] = await asyncio.to_thread(receiver.until, 1)
        for secret in (old, new):
            Verifier(secret).verify(found.body, dict(found.headers))
        assert json.loads(found.body)["type"] == "quote.created"

    send(tmp_path, act)


def test_the_limit_of_an_attempt_leaves_a_lease_time_to_be_given_back() -> None:
    assert sender.LEASE_S >= 3 * post.TIME_LIMIT_S
