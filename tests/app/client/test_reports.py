"""The PDF of a report is printed by the server and fetched by the link it gives."""

import json

import httpx
import pytest

from app.client.errors import Failure
from app.client.http import Client

JOB = "01a21bf7-1049-7b66-9da5-1260b523b345"


def client_of(answer) -> tuple[Client, list[httpx.Request]]:
    """Return a client of a server that answers POST by a function, and what was asked of it."""
    seen: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return answer(request) if request.method == "POST" else httpx.Response(200, content=b"%PDF-1.4")

    return Client("http://sprue.test/api/v1", "svc_live_x", httpx.MockTransport(handle)), seen


def test_it_is_asked_for_with_paper_units_and_notes_and_fetched_without_the_key() -> None:
    link = "http://sprue.test/artifacts/previews/a.pdf?exp=1&sig=2"
    client, seen = client_of(lambda _: httpx.Response(200, json={"report_url": link}))
    note = {"process": "", "rule": "", "message": "thin", "note": "agreed"}
    assert client.print_report(JOB, "letter", "in", [note]) == b"%PDF-1.4"
    asked, fetched = seen
    assert asked.url.path == f"/api/v1/dfm/jobs/{JOB}/report"
    assert json.loads(asked.content) == {"paper": "letter", "units": "in", "notes": [note]}
    assert str(fetched.url) == link
    assert "x-api-key" not in fetched.headers


def test_a_server_without_the_call_prints_none() -> None:
    client, _ = client_of(lambda _: httpx.Response(404, json={"error": "There is no such page."}))
    assert client.print_report(JOB) is None


def test_a_job_that_is_gone_is_a_failure() -> None:
    gone = {"error": "There is no such job.", "code": "job_not_found", "status": 404}
    client, _ = client_of(lambda _: httpx.Response(404, json=gone))
    with pytest.raises(Failure, match="no such job"):
        client.print_report(JOB)
