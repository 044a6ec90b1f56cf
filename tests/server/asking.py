"""Asking the server as a caller would."""

import ssl
import time
from typing import Any

import httpx

from tests.server import acting

ANALYZE = "/api/v1/dfm/analyze"
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""What a client without TLS is given: one that makes its own context reads the authorities of the system,
which takes longer than most calls."""


def submit(
    client: httpx.Client, act: str = "", filename: str = "housing.step", **form: str
) -> httpx.Response:
    """Post a part that asks for an act."""
    return client.post(ANALYZE, files={"file": (filename, acting.part(act))}, data=form)


def job_of(client: httpx.Client, act: str = "", **form: str) -> str:
    """Post a part and return the id of its job."""
    response = submit(client, act, **form)
    assert response.status_code == 202, response.text
    job_id: str = response.json()["job_id"]
    return job_id


def poll(client: httpx.Client, job_id: str, until: tuple[str, ...] = ("done", "error")) -> dict[str, Any]:
    """Ask for a job until it has one of the states."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        body: dict[str, Any] = client.get(f"/api/v1/dfm/jobs/{job_id}").json()
        if body["status"] in until:
            return body
        time.sleep(0.02)
    raise AssertionError(f"the job is still {body['status']}")


def result(client: httpx.Client, job_id: str) -> httpx.Response:
    """Ask for a result."""
    return client.get(f"/api/v1/dfm/jobs/{job_id}/result")


def assert_problem(response: httpx.Response, status: int, code: str, words: str = "") -> None:
    """Check that an error has the one shape that errors have."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"].startswith("application/json")
    body = response.json()
    assert body["code"] == code
    assert body["status"] == status
    assert words in body["error"]
    assert body["type"] == f"urn:sprue:error:{code}"
    assert body["title"]
    assert body["detail"]
    assert body["instance"] == response.request.url.path
    assert body["request_id"] == response.headers["x-request-id"]
