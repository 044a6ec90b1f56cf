"""Processes that are killed: no job is lost or done twice, no unit is lost or taken twice.

`python -m bench faults workers server` kills many times as many, under real analyses besides.
"""

import os
import random
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
from standardwebhooks import Webhook as Verifier

from server.jobs.endings import MOST_ATTEMPTS
from tests.faults.site import (
    Site,
    answering,
    assert_books_balance,
    assert_results,
    finished,
    started,
    until,
)
from tests.server.asking import job_of, submit
from tests.support.receiver import receiving

N_WORKER_KILLS = 6
KILL_EVERY_S = 0.08
QUOTE = {
    "file_name": "a.step",
    "geometry": {
        "volume_cm3": 12.5,
        "surface_area_cm2": 60.0,
        "bounding_box": {"x_mm": 50.0, "y_mm": 40.0, "z_mm": 20.0},
    },
    "quantity": 5,
}


@pytest.mark.slow
def test_random_kills_of_workers_lose_nothing(tmp_path: Path) -> None:
    chance = random.Random(5)
    jobs: list[str] = []
    killed = 0
    with (
        started(tmp_path, batch_workers=2, max_queued=500, max_queued_of_account=500) as site,
        site.client() as client,
    ):
        with answering(site) as took:
            while killed < N_WORKER_KILLS:
                waiting = site.rows("SELECT COUNT(*) FROM jobs WHERE status = 'queued'")[0][0]
                if waiting < 3:
                    jobs.append(job_of(client, f"sleep {chance.uniform(0, 0.15):.2f}"))
                if not is_at_its_last_attempt(site):
                    killed += kill_one(chance.sample(site.workers(), k=1) if site.workers() else [])
                time.sleep(chance.uniform(0, 2 * KILL_EVERY_S))
            ended = finished(site, client, jobs)
        assert len(jobs) >= N_WORKER_KILLS / 5
        assert [one for one in ended.values() if one["status"] != "done"] == []
        assert_results(client, jobs)
        assert_books_balance(site, jobs)
        results = [list((site.data_dir / "jobs" / job_id).glob("results-*")) for job_id in jobs]
        assert {len(one) for one in results} == {1}
        assert max(took) < 5


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    chance = random.Random(6)
    accepted: list[str] = []
    with (
        started(tmp_path, batch_workers=2, max_queued=500, max_queued_of_account=500) as site,
        site.client() as client,
    ):
        for _ in range(4):
            accepted.append(job_of(client, f"sleep {chance.uniform(0, 0.3):.2f}"))
        time.sleep(chance.uniform(0, 0.5))
        orphans = site.workers()
        site.kill()
        until(lambda: not any(map(is_alive, orphans)), "workers outlive their server")
        site.start()
        ended = finished(site, client, accepted)
        assert [one for one in ended.values() if one["status"] != "done"] == []
        assert_results(client, accepted)
        assert_books_balance(site, accepted)


@pytest.mark.slow
def test_a_server_killed_while_requests_come_in_takes_a_unit_for_each_job_and_for_nothing_else(
    tmp_path: Path,
) -> None:
    expected: list[str] = []
    with started(tmp_path, batch_workers=1, max_queued_of_account=200) as site, site.client() as client:
        ends = time.monotonic() + 0.15
        while time.monotonic() < ends:
            expected.append(job_of(client))
        kill_in_the_middle(site, client)
        site.start()
        kept = [row[0] for row in site.rows("SELECT id FROM jobs")]
        assert set(expected) <= set(kept)  # one whose answer was on its way may be there besides
        ended = finished(site, client, kept)
        assert {one["status"] for one in ended.values()} == {"done"}
        assert_books_balance(site, kept)


def kill_in_the_middle(site: Site, client: httpx.Client) -> None:
    """Kill the server while it answers."""
    killing = threading.Timer(0.005, site.kill)
    killing.start()
    try:
        for _ in range(50):
            submit(client)
    except httpx.TransportError:
        pass
    killing.join()


def is_at_its_last_attempt(site: Site) -> bool:
    """Whether a job that has not ended has one attempt left at most: a kill more would rightly cost it.

    That is chance, of a worker that is killed again and again while it starts.
    """
    query = "SELECT 1 FROM jobs WHERE status IN ('queued', 'running') AND attempts >= ? LIMIT 1"
    return bool(site.rows(query, MOST_ATTEMPTS - 1))


def kill_one(pids: list[int]) -> int:
    """Kill; return how many were still there to be killed."""
    try:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return 0
    return len(pids)


def is_alive(pid: int) -> bool:
    """Whether there is such a process, one that nobody buried not counted."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_a_killed_server_loses_no_event_and_tells_none_as_two(tmp_path: Path) -> None:
    """Killed with requests on their way and events on the point of being written down."""
    chance = random.Random(7)
    jobs: list[str] = []
    quotes: list[str] = []
    with (
        receiving() as receiver,
        started(tmp_path, batch_workers=2, webhook_private=1) as site,
        site.client() as client,
    ):
        events = ["job.completed", "job.failed", "quote.created"]
        made = client.post("/api/v1/webhooks", json={"url": receiver.url, "events": events})
        verifier = Verifier(made.json()["webhook"]["secret"])
        material = client.get("/api/v1/materials").json()["materials"][0]["id"]
        for _ in range(2):
            jobs += [job_of(client, f"sleep {chance.uniform(0, 0.3):.2f}"), job_of(client, "empty")]
            asked = QUOTE | {"material_id": material}
            quotes.append(client.post("/api/v1/quotes", json=asked).json()["quote"]["id"])
        n = len(receiver.received)
        receiver.answers.clear()
        receiver.until(n + 1)  # it waits for the answer
        time.sleep(chance.uniform(0, 0.5))
        site.kill()
        receiver.answers.set()
        site.start()
        ended = finished(site, client, jobs)
        until(
            lambda: not site.rows("SELECT 1 FROM webhook_deliveries WHERE status = 'pending'"),
            "events are still on their way",
        )
        bodies = {
            each.headers["webhook-id"]: verifier.verify(each.body, dict(each.headers))
            for each in receiver.received
        }
    of_type = {kind: [one["data"] for one in bodies.values() if one["type"] == kind] for kind in events}
    status = {job_id: job["status"] for job_id, job in ended.items()}
    for kind, state in (("job.completed", "done"), ("job.failed", "error")):
        those = sorted(job_id for job_id in jobs if status[job_id] == state)
        assert sorted(one["job_id"] for one in of_type[kind]) == those
        assert len(those) == 2
    assert sorted(one["quote_id"] for one in of_type["quote.created"]) == sorted(quotes)
    assert len(receiver.received) > len(bodies)  # what had no answer came again
