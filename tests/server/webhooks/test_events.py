"""Events are written down with what they tell, for whoever asked for them."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from server.jobs.job import Job, Status
from server.webhooks import documents
from server.webhooks.webhook import Webhook
from tests.server.webhooks.bench import API, QUOTE_ID, Bench, run

URL = "https://example.test/hook"
NOW = datetime(2026, 11, 27, 8, 15, 30, tzinfo=UTC)


def a_job(account_id: str) -> Job:
    job_id = "01992f6e-5c1b-7d2e-9a43-0b8f6c1d2e3f"
    queued = Job.queued(job_id, account_id, "secret name.step", "", {}, NOW, quote_id=QUOTE_ID)
    return replace(queued, status=Status.RUNNING, attempts=1, started_at=NOW)


def test_the_bodies_are_those_that_are_documented(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[str]:
        webhook = await bench.webhook(URL, "job.completed", "job.failed", "quote.created")
        async with bench.database.writing() as connection:
            job = a_job(bench.account.id)
            await bench.events.job_ended(connection, job, Status.DONE, NOW)
            await bench.events.job_ended(connection, job, Status.ERROR, NOW)
            await bench.events.quote_created(connection, bench.account.id, QUOTE_ID, NOW)
            await bench.events.test(connection, webhook, NOW)
        return [each.body for each in await bench.deliveries(webhook)]

    of_type = {json.loads(body)["type"]: body for body in run(tmp_path, act)}
    done, failed, quote, test = (
        of_type[each] for each in ("job.completed", "job.failed", "quote.created", "webhook.test")
    )
    job_url = f"{API}/dfm/jobs/01992f6e-5c1b-7d2e-9a43-0b8f6c1d2e3f"
    job = {"job_id": a_job("").id, "quote_id": QUOTE_ID, "job_url": job_url}
    assert json.loads(done) == {
        "type": "job.completed",
        "timestamp": "2026-11-27T08:15:30Z",
        "data": job | {"status": "done", "result_url": f"{job_url}/result"},
    }
    assert json.loads(failed) == {
        "type": "job.failed",
        "timestamp": "2026-11-27T08:15:30Z",
        "data": job | {"status": "error"},
    }
    assert json.loads(quote) == {
        "type": "quote.created",
        "timestamp": "2026-11-27T08:15:30Z",
        "data": {"quote_id": QUOTE_ID, "status": "draft", "quote_url": f"{API}/quotes/{QUOTE_ID}"},
    }
    assert list(json.loads(test)["data"]) == ["webhook_id"]
    for body in (done, failed, quote, test):
        msgspec.json.decode(body, type=documents.Event)


def test_whoever_asked_for_it_is_sent_it_and_nobody_else(tmp_path: Path) -> None:
    async def act(bench: Bench) -> list[int]:
        stranger = await bench.make_account("stranger")
        webhooks: list[Webhook] = [
            await bench.webhook(URL, "quote.created"),
            await bench.webhook(URL, "job.completed", "quote.created"),
            await bench.webhook(URL, "job.completed", "job.failed"),
            await bench.webhook(URL, "quote.created", inactive_reason="paused"),
            await bench.webhook(URL, "quote.created", account=stranger),
        ]
        await bench.quote()
        found = [await bench.deliveries(each) for each in webhooks]
        assert found[0][0].event_id == found[1][0].event_id
        return [len(each) for each in found]

    assert run(tmp_path, act) == [1, 1, 0, 0, 0]


def test_what_was_not_kept_is_not_sent_either(tmp_path: Path) -> None:
    async def act(bench: Bench) -> int:
        webhook = await bench.webhook(URL)

        async def die_before_the_end() -> None:
            async with bench.database.writing() as connection:
                await bench.events.quote_created(connection, bench.account.id, QUOTE_ID, NOW)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await die_before_the_end()
        return len(await bench.deliveries(webhook))

    assert run(tmp_path, act) == 0


def test_a_job_that_belongs_to_another_account_is_that_accounts_event(tmp_path: Path) -> None:
    async def act(bench: Bench) -> int:
        stranger = await bench.make_account("stranger")
        webhook = await bench.webhook(URL, "job.completed")
        async with bench.database.writing() as connection:
            job = replace(a_job(bench.account.id), account_id=stranger.id)
            await bench.events.job_ended(connection, job, Status.DONE, NOW)
        return len(await bench.deliveries(webhook))

    assert run(tmp_path, act) == 0
