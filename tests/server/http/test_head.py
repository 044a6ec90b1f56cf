"""HEAD is answered wherever GET is, with the same status and headers and no body."""

from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from tests.server.asking import job_of, poll

Client = TestClient[Any]


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/materials",
        "/api/v1/post-processing",
        "/api/v1/quotes",
        "/api/v1/usage",
        "/api/v1/dfm/jobs",
        "/api/v1/dfm/modules",
        "/api/v1/dfm/rule-schema",
        "/healthz",
        "/docs/openapi.json",
    ],
)
def test_it_is_get_without_a_body(client: Client, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"") == (200, b"")
    for name in ("content-type", "content-length", "access-control-allow-origin"):
        assert head.headers.get(name) == whole.headers.get(name), name


def test_of_a_job_and_of_an_artifact(client: Client) -> None:
    job_id = job_of(client)
    poll(client, job_id)
    for path in ("", "/result", "/events"):
        assert client.head(f"/api/v1/dfm/jobs/{job_id}{path}").status_code == 200, path
    link = client.get(f"/api/v1/dfm/jobs/{job_id}/result").json()["artifacts"]["thickness_glb"]
    head = client.head(link)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(client.get(link).content))


def test_a_stream_that_goes_on_is_not_waited_for(client: Client) -> None:
    job_id = job_of(client, "sleep 30")
    try:
        head = client.head(f"/api/v1/dfm/jobs/{job_id}/events", timeout=10)
        assert head.headers["content-type"].startswith("text/event-stream")
    finally:
        client.delete(f"/api/v1/dfm/jobs/{job_id}")


def test_errors_are_those_of_get(client: Client) -> None:
    unknown = client.head("/api/v1/quotes/00000000-0000-0000-0000-000000000000")
    assert (unknown.status_code, unknown.content) == (404, b"")
    assert client.head("/api/v1/materials", headers={"X-API-Key": "x"}).status_code == 401


def test_where_there_is_no_get_it_is_refused_and_where_there_is_it_is_among_what_is_allowed(
    client: Client,
) -> None:
    def allowed(answer: httpx.Response) -> set[str]:
        assert answer.status_code == 405
        return set(answer.headers["allow"].split(", "))

    assert "HEAD" not in allowed(client.head("/api/v1/convert"))
    assert {"GET", "HEAD"} <= allowed(client.put("/api/v1/materials"))
