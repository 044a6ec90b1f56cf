"""Traces over processes: from the caller over the host that answers and the one that works to the process."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults import installation
from tests.faults.site import started, until
from tests.server.asking import job_of, poll, submit
from tests.server.databases import rows
from tests.support import otlp_receiver, postgresql, seaweedfs
from tests.support.otlp_receiver import Collector, Span, only, within

CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
TRACEPARENT = {"traceparent": "00-{}-{}-01".format(*CALLER)}
ANALYZE, ATTEMPT = "POST /api/v1/dfm/analyze", "attempt of a job"
RECOMPUTE = "POST /api/v1/dfm/jobs/{job_id}/recompute"
PROCESS = "tests.server.acting:act"


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with otlp_receiver.collecting() as collector:
        for name, value in collector.environment.items():
            monkeypatch.setenv(name, value)
        yield collector


def assert_leads_to_the_process(spans: list[Span], job_id: str) -> None:
    """Check that each span is directly within the one before, from the caller on."""
    request = only(spans, ANALYZE)
    assert (request.trace_id, request.parent_id) == CALLER
    assert request.attributes["sprue.job_id"] == job_id
    [attempt] = within(spans, request)
    assert attempt.name == ATTEMPT
    assert attempt.attributes["sprue.job_id"] == job_id
    assert attempt.attributes["sprue.request_id"] == request.attributes["sprue.request_id"]
    assert (attempt.attributes["sprue.outcome"], attempt.is_failed) == ("done", False)
    [process] = within(spans, attempt)
    assert process.name == PROCESS
    assert int(process.attributes["process.pid"]) > 1
    assert [span.name for span in within(spans, process)] == ["reading"]


@postgresql.CAN_RUN
@seaweedfs.CAN_RUN
def test_hosts_carry_a_trace_on_by_the_job(
    tmp_path: Path,
    collector: Collector,
    postgresql_cluster: postgresql.Cluster,
    seaweedfs_store: seaweedfs.Store,
) -> None:
    with (
        postgresql_cluster.migrated() as url,
        installation.running(
            tmp_path, url, seaweedfs_store.new_url(), n_web=1, n_workers=1, log_format="json"
        ) as hosts,
        hosts.client() as client,
    ):
        client.headers.update(TRACEPARENT)
        job_id = job_of(client)
        del client.headers["traceparent"]
        poll(client, job_id)
        spans = collector.wait_for(ANALYZE, ATTEMPT)
        assert_leads_to_the_process(spans, job_id)
        assert {only(spans, ANALYZE).service, only(spans, ATTEMPT).service} == {"sprue serve", "sprue worker"}
        [[kept]] = rows(hosts.settings.database_url, "SELECT traceparent FROM jobs")
        assert kept == f"00-{CALLER[0]}-{only(spans, ANALYZE).span_id}-01"
        # a recompute belongs to the request that asked for it
        answer = client.post(f"/api/v1/dfm/jobs/{job_id}/recompute", data={"pull": "0,0,1"})
        assert answer.status_code == 202, answer.text
        poll(client, job_id)
        again = only(collector.wait_for(RECOMPUTE), RECOMPUTE)
        collector.receiver.wait(lambda: len(within(collector.spans(), again)) == 1)
        [attempt] = within(collector.spans(), again)
        assert attempt.attributes["sprue.run"] == 2
        assert attempt.trace_id != CALLER[0]
        log = hosts.workers[0].log()
    of_job = [line for text in log.splitlines() if (line := _json(text)).get("job_id") == job_id]
    assert of_job
    assert {line["trace_id"] for line in of_job} == {CALLER[0], attempt.trace_id}


def _json(text: str) -> dict[str, str]:
    """Return a line of the log; of what is none, nothing."""
    found: dict[str, str] = json.loads(text) if text.startswith("{") else {}
    return found


def test_a_process_that_crashed_leaves_the_stage_it_was_in(tmp_path: Path, collector: Collector) -> None:
    with started(tmp_path) as site, site.client() as client:
        job_id = job_of(client, "crash")
        assert poll(client, job_id)["status"] == "error"
        spans = collector.wait_for(ATTEMPT)
    attempt, process, stage = (only(spans, name) for name in (ATTEMPT, PROCESS, "reading"))
    assert (attempt.is_failed, attempt.attributes["error.type"]) == (True, "KernelError")
    assert within(spans, process) == [stage]
    assert process.is_failed
    assert stage.is_failed


def test_nobody_waits_for_a_collector_that_takes_nothing(tmp_path: Path, collector: Collector) -> None:
    """Its answers are held back all the while, so whatever waited for one would not end."""
    collector.receiver.answers.clear()
    with started(tmp_path) as site, site.client() as client:
        for _ in range(20):
            assert client.get("/api/v1/usage").status_code == 200
        job_id = job_of(client)
        assert poll(client, job_id)["status"] == "done"
        collector.receiver.until(1)
        assert poll(client, job_of(client))["status"] == "done"
        site.stop()
    assert not collector.receiver.answers.is_set()


def test_a_collector_that_is_not_there_is_a_line_of_the_log_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
    with started(tmp_path) as site, site.client() as client:
        answers: list[httpx.Response] = [submit(client) for _ in range(5)]
        assert {answer.status_code for answer in answers} == {202}
        for answer in answers:
            assert poll(client, answer.json()["job_id"])["status"] == "done"
        until(lambda: "traces cannot be sent" in site.log(), "nothing is said of it")
    lines = [line for line in site.log().splitlines() if "sprue.tracing" in line or "opentelemetry" in line]
    assert len(lines) == 1
    assert "no collector takes them" in lines[0]


def test_what_is_left_is_sent_when_the_server_is_told_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collector: Collector
) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "3600000")
    with started(tmp_path) as site, site.client() as client:
        assert client.get("/api/v1/usage").status_code == 200
        assert collector.spans() == []
    assert [span.name for span in collector.spans()] == ["GET /api/v1/usage"]


def test_what_is_asked_for_and_is_not_there_ends_the_start_by_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "zipkin")
    with pytest.raises(AssertionError, match="traces go by otlp, or none"):
        with started(tmp_path):
            pass
