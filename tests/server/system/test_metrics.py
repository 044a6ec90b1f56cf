"""Numbers for operators."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from server.webhooks import sender
from tests.server.asking import assert_problem, job_of, poll
from tests.server.databases import settings_of
from tests.support.hosted import BOTH
from tests.support.postgresql import ON_POSTGRESQL
from tests.support.receiver import receiving

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


@ON_POSTGRESQL
def test_the_queue_that_hosts_share_is_reported(
    serve: Callable[..., Client], tmp_path: Path, database_url: str
) -> None:
    settings = settings_of(database_url, tmp_path)
    client = serve(database_url=database_url, secret_file=settings.secret_file, site_url=settings.site_url)
    job_id = job_of(client, f"wait-for {tmp_path / 'go'}")
    poll(client, job_id, until=("running",))
    assert number(client, 'sprue_queue_entries{state="running"}') == 1
    assert number(client, 'sprue_queue_entries{state="stalled"}') == 0
    assert number(client, "sprue_queue_hosts") == 1
    (tmp_path / "go").touch()
    assert poll(client, job_id)["status"] == "done"


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


def test_attempts_to_deliver_are_counted_by_outcome_and_what_is_on_its_way(
    serve: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "POLL_S", 0.02)
    with receiving() as receiver:
        client = serve(webhook_private=1)
        assert number(client, 'sprue_webhook_attempts_total{outcome="delivered"}') == 0
        body = {"url": receiver.url, "events": ["job.failed"]}
        path = f"/api/v1/webhooks/{client.post('/api/v1/webhooks', json=body).json()['webhook']['id']}"
        receiver.statuses += [204, 204, 500]
        for n in (1, 2, 3):
            client.post(f"{path}/test")
            receiver.until(n)
        outcomes = [f'sprue_webhook_attempts_total{{outcome="{each}"}}' for each in ("delivered", "retried")]
        receiver.wait(lambda: [number(client, each) for each in outcomes] == [2, 1])
        assert number(client, "sprue_webhook_deliveries_pending") == 1
        assert 'sprue_webhook_attempts_total{outcome="failed"} 0.0' in client.get("/metrics").text


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


def test_processes_started_anew_are_counted_by_cause(serve: Callable[..., Client]) -> None:
    client = serve(batch_workers=1)
    poll(client, job_of(client))
    assert number(client, 'sprue_worker_restarts{cause="crashed",lane="batch"}') == 0
    poll(client, job_of(client, "crash"))
    poll(client, job_of(client))
    assert number(client, 'sprue_worker_restarts{cause="crashed",lane="batch"}') == 1
    assert number(client, 'sprue_worker_restarts{cause="memory",lane="batch"}') == 0


@pytest.mark.parametrize("serve", BOTH, indirect=True)
def test_requests_to_the_bucket_are_timed_where_there_is_one(serve: Callable[..., Client]) -> None:
    client = serve()
    poll(client, job_of(client))
    has_bucket = bool(client.services.settings.store)  # type: ignore[attr-defined]
    for operation in ("put", "get"):
        count = number(client, f'sprue_store_seconds_count{{operation="{operation}"}}')
        assert (count >= 1) is has_bucket
    assert number(client, "sprue_database_connections_busy") >= 0
    assert "sprue_database_connections_busy" in client.get("/metrics").text
