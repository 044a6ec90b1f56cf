"""Numbers for operators."""

import re
from collections.abc import Callable
from typing import Any

from litestar.testing import TestClient

from tests.server.asking import assert_problem, job_of, poll

Client = TestClient[Any]


def number(client: Client, name: str) -> float:
    """Return the number of a line that begins with a name and its labels."""
    for line in client.get("/metrics").text.splitlines():
        if line.startswith(name + " "):
            return float(line.split()[-1])
    return 0.0


def test_responses_are_counted_by_route_and_status(client: Client) -> None:
    route = 'sprue_requests_total{method="GET",route="/api/v1/dfm/jobs/{job_id}",status="404"}'
    before = number(client, route)
    client.get("/api/v1/dfm/jobs/nothing")
    client.get("/api/v1/dfm/jobs/nothing-else")
    assert number(client, route) == before + 2
    assert number(client, 'sprue_request_seconds_count{route="/api/v1/dfm/jobs/{job_id}"}') >= 2


def test_jobs_and_workers_are_reported(client: Client) -> None:
    poll(client, job_of(client))
    assert number(client, 'sprue_jobs{status="done"}') >= 1
    assert number(client, 'sprue_workers{lane="batch"}') >= 1
    assert number(client, 'sprue_workers_busy{lane="interactive"}') == 0


def test_no_label_holds_what_a_caller_sent(client: Client) -> None:
    client.get("/no/such/route-5ecret")
    client.get("/api/v1/dfm/jobs/5ecret")
    client.request("5ECRET", "/")
    text = client.get("/metrics").text
    assert "5ecret" not in text.lower()
    assert 'sprue_requests_total{method="other",route="none",status="405"}' in text
    assert re.search(r"# TYPE sprue_jobs gauge", text)


def test_the_format_is_reported_once(client: Client) -> None:
    assert client.get("/metrics").headers["content-type"] == "text/plain; version=1.0.0; charset=utf-8"


def test_with_a_key_of_its_own_it_is_read_by_who_brings_that_key_alone(serve: Callable[..., Client]) -> None:
    client = serve(metrics_key="of-the-operator")
    refused = client.get("/metrics")
    assert refused.headers["www-authenticate"] == "Bearer"
    assert_problem(refused, 401, "metrics_key_required")  # though it brings the key of an account
    for wrong in ("Bearer of-the-operato", "Bearer of-the-operator2", "Bearer é".encode()):
        assert_problem(client.get("/metrics", headers={"Authorization": wrong}), 401, "metrics_key_required")
    read = client.get("/metrics", headers={"Authorization": "Bearer of-the-operator"})
    assert read.status_code == 200
    assert "sprue_requests_total" in read.text
