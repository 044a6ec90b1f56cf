"""The span of a request: named by its route, with what a search begins from."""

from collections.abc import Iterator

import pytest

from server import logs
from server.tracing import spans
from server.tracing.recorder import OpenTelemetry
from tests.server.application import Client
from tests.server.asking import job_of, poll
from tests.support import otlp_receiver
from tests.support.otlp_receiver import Collector, only, within


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with otlp_receiver.collecting() as collector:
        for name, value in collector.environment.items():
            monkeypatch.setenv(name, value)
        recorder = OpenTelemetry("sprue", "1")
        with spans.recorded_by(recorder):
            yield collector
        recorder.close()


@pytest.fixture
def traced(client: Client, collector: Collector) -> Client:
    """Return a server whose requests are recorded from now on."""
    return client


def test_it_names_the_route_and_never_the_path(traced: Client, collector: Collector) -> None:
    job_id = job_of(traced)
    poll(traced, job_id)
    link = traced.get(f"/api/v1/dfm/jobs/{job_id}/result").json()["artifacts"]["thickness_glb"]
    assert traced.get(link).status_code == 200
    found = collector.wait_for("GET /api/v1/dfm/jobs/{job_id}/result")
    span = only(found, "GET /api/v1/dfm/jobs/{job_id}/result")
    assert span.attributes["http.response.status_code"] == 200
    assert span.attributes["http.route"] == "/api/v1/dfm/jobs/{job_id}/result"
    assert str(span.attributes["sprue.request_id"]).startswith("req_")
    assert span.attributes["sprue.account_id"]
    assert not span.is_failed
    collector.receiver.wait(lambda: any("/artifacts/" in each.name for each in collector.spans()))
    assert not [each for each in collector.spans() if job_id in each.name]
    assert "&sig=" in link
    for secret in (link.partition("&sig=")[2], traced.headers["X-API-Key"]):
        assert not any(secret.encode() in each.body for each in collector.receiver.received)


def test_who_watches_leaves_no_spans(traced: Client, collector: Collector) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/api/v1/materials"):
        assert traced.get(path).status_code == 200
    found = collector.wait_for("GET /api/v1/materials")
    assert [span.name for span in found] == ["GET /api/v1/materials"]


def test_a_refusal_is_no_failure_and_a_defect_is(
    traced: Client, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    assert traced.get("/api/v1/quotes/none").status_code == 404
    monkeypatch.setattr(traced.services.database, "reading", fail)
    assert traced.get("/api/v1/usage").status_code == 500
    names = "GET /api/v1/quotes/{quote_id}", "GET /api/v1/usage"
    found = collector.wait_for(*names)
    assert [only(found, name).is_failed for name in names] == [False, True]
    assert only(found, names[1]).attributes["error.type"] == "500"


@pytest.mark.parametrize(
    ("header", "is_within"),
    [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", True),
        ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", False),
        ("nonsense", False),
    ],
)
def test_it_belongs_to_the_trace_that_a_caller_names(
    traced: Client, collector: Collector, header: str, is_within: bool
) -> None:
    assert traced.get("/api/v1/materials", headers={"traceparent": header}).status_code == 200
    [span] = collector.wait_for("GET /api/v1/materials")
    assert (span.parent_id == "b7ad6b7169203331") is is_within
    assert (span.trace_id == "0af7651916cd43dd8448eb211c80319c") is is_within


def test_quick_answers_have_their_process_within(traced: Client, collector: Collector) -> None:
    answer = traced.post("/api/v1/dfm/quick-info", files={"file": ("a.step", b"ISO-10303-21;\n/* */\n")})
    assert answer.status_code == 200, answer.text
    found = collector.wait_for("POST /api/v1/dfm/quick-info")
    request = only(found, "POST /api/v1/dfm/quick-info")
    assert [span.name for span in within(found, request)] == ["tests.server.acting:preview"]


def test_nothing_is_bound_while_traces_are_off(client: Client) -> None:
    headers = {"traceparent": "00-1-2-01", "X-API-Key": ""}
    assert client.get("/api/v1/materials", headers=headers).status_code == 401
    assert logs.value("trace_id") is None
