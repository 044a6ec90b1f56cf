"""Many callers at once: exactly what a plan includes, and one job for one idempotency key."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx

from tests.faults.site import Site, answering, finished, started
from tests.server.acting import part
from tests.server.asking import ANALYZE, job_of
from tests.server.databases import execute

N_CALLERS = 25
N_INCLUDED = 100
N_USED = 90
N_REPEATS = 10
N_LOOKERS = 8
QUICK_INFO = "/api/v1/dfm/quick-info"


def all_at_once(
    client: httpx.Client, n: int, path: str, wish: str = "", **headers: str
) -> list[httpx.Response]:
    """Send a part from n threads at the same moment."""
    ready = Barrier(n)

    def send(_: int) -> httpx.Response:
        ready.wait()
        return client.post(path, files={"file": ("a.step", part(wish))}, headers=headers)

    with ThreadPoolExecutor(n) as executor:
        return list(executor.map(send, range(n)))


def units_of(site: Site, jobs: list[str]) -> list[Any]:
    marks = ",".join("?" * len(jobs))
    return site.rows(f"SELECT job_id, seq FROM meter_events WHERE job_id IN ({marks})", *jobs)


def test_of_25_analyses_with_10_left_below_the_cap_exactly_10_are_accepted(site: Site) -> None:
    n_left = N_INCLUDED - N_USED
    with site.client("free") as client, answering(site):
        first = job_of(client)
        execute(f"sqlite+aiosqlite:///{site.data_dir}/sprue.db", f"UPDATE usage_counters SET used = {N_USED}")
        answers = all_at_once(client, N_CALLERS, ANALYZE)
        accepted = [answer for answer in answers if answer.status_code == 202]
        refused = [answer for answer in answers if answer.status_code == 402]
        assert (len(accepted), len(refused)) == (n_left, N_CALLERS - n_left)
        left = sorted(int(answer.headers["x-ratelimit-remaining"]) for answer in accepted)
        assert left == list(range(n_left))
        assert {answer.headers["x-ratelimit-remaining"] for answer in refused} == {"0"}
        assert {answer.json()["code"] for answer in refused} == {"quota_exceeded"}
        jobs = [answer.json()["job_id"] for answer in accepted]
        assert len(set(jobs)) == n_left
        assert sorted(seq for _, seq in units_of(site, jobs)) == list(range(N_USED + 1, N_INCLUDED + 1))
        assert {one["status"] for one in finished(site, client, [first, *jobs]).values()} == {"done"}
        listed = client.get("/api/v1/dfm/jobs", params={"limit": 100}).json()
        assert {one["job_id"] for one in listed["jobs"]} == {first, *jobs}
        assert listed["has_more"] is False


def test_ten_requests_with_one_key_are_one_job_and_one_unit(site: Site) -> None:
    with site.client("free") as client, answering(site):
        answers = all_at_once(client, N_REPEATS, ANALYZE, **{"Idempotency-Key": "one"})
        assert {answer.status_code for answer in answers} == {202}
        assert len({answer.text for answer in answers}) == 1
        job_id = answers[0].json()["job_id"]
        assert len(units_of(site, [job_id])) == 1
        assert [one["job_id"] for one in client.get("/api/v1/dfm/jobs").json()["jobs"]] == [job_id]
        used = {one["meter"]: one["used"] for one in client.get("/api/v1/usage").json()["meters"]}
        assert used["dfm.analyze"] == 1
        finished(site, client, [job_id])


def test_ten_quick_looks_with_one_key_are_one_unit_and_one_answer(site: Site) -> None:
    with site.client("free") as client, answering(site):
        answers = all_at_once(client, N_REPEATS, QUICK_INFO, **{"Idempotency-Key": "two"})
        assert {answer.status_code for answer in answers} == {200}
        previews = {answer.json()["glb_url"].partition("?")[0] for answer in answers}
        assert len(previews) == 1
        used = {one["meter"]: one["used"] for one in client.get("/api/v1/usage").json()["meters"]}
        assert used["dfm.quick_info"] == 1


def test_who_would_wait_long_for_a_quick_look_comes_again_and_only_answers_are_counted(
    tmp_path: Path,
) -> None:
    """A look takes 1.5 s and two are taken at once: the first four of eight wait for 1.5 s at most."""
    with started(tmp_path) as site, site.client("free") as client:
        all_at_once(client, 2, QUICK_INFO, "sleep 1.5")
        answers = all_at_once(client, N_LOOKERS, QUICK_INFO, "sleep 1.5")
        refused = [answer for answer in answers if answer.status_code == 503]
        assert {answer.status_code for answer in answers} == {200, 503}
        assert len(refused) <= N_LOOKERS - 4
        assert {answer.json()["code"] for answer in refused} == {"busy"}
        time.sleep(max(int(answer.headers["retry-after"]) for answer in refused))
        assert client.post(QUICK_INFO, files={"file": ("a.step", part())}).status_code == 200
        used = {one["meter"]: one["used"] for one in client.get("/api/v1/usage").json()["meters"]}
        assert used["dfm.quick_info"] == 2 + N_LOOKERS - len(refused) + 1
