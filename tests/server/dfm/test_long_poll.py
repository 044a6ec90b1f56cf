"""Waiting for the end of a job in one request."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from tests.server.asking import assert_problem, job_of, poll
from tests.support import hosted

SERVERS = hosted.BOTH


Client = TestClient[Any]
JOBS = "/api/v1/dfm/jobs"


def test_the_answer_comes_when_the_job_has_ended(client: Client, tmp_path: Path) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(client.get, f"{JOBS}/{job_id}?wait=30")
        poll(client, job_id, until=("running",))
        assert not asked.done()
        go.touch()
        answer = asked.result(timeout=20)
    assert (answer.status_code, answer.json()["status"]) == (200, "done")


@hosted.EMBEDDED_ALONE
def test_a_job_that_has_not_ended_is_answered_after_the_wait(client: Client, tmp_path: Path) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    began = time.monotonic()
    answer = client.get(f"{JOBS}/{job_id}?wait=1")
    assert answer.json()["status"] in ("queued", "running")
    assert 1.0 <= time.monotonic() - began < 15.0
    go.touch()
    poll(client, job_id)


@hosted.EMBEDDED_ALONE
def test_a_job_that_is_deleted_meanwhile_is_not_found(client: Client, tmp_path: Path) -> None:
    go = tmp_path / "go"
    job_id = job_of(client, f"wait-for {go}")
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(client.get, f"{JOBS}/{job_id}?wait=30")
        poll(client, job_id, until=("running",))
        client.delete(f"{JOBS}/{job_id}")
        assert_problem(asked.result(timeout=20), 404, "job_not_found")


@hosted.EMBEDDED_ALONE
def test_a_wait_is_a_number_of_seconds_up_to_thirty(client: Client) -> None:
    job_id = job_of(client)
    for seconds in ("31", "-1", "soon"):
        response = client.get(f"{JOBS}/{job_id}?wait={seconds}")
        assert_problem(response, 422, response.json()["code"])
    poll(client, job_id)
