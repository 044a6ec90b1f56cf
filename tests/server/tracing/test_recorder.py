"""Spans as a collector gets them."""

import logging
from collections.abc import Iterator

import pytest

from server.tracing import spans
from server.tracing.recorder import OpenTelemetry
from server.tracing.spans import Kind
from tests.support import otlp_receiver
from tests.support.otlp_receiver import Collector, only, within
from tests.support.receiver import receiving

CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
PARENT = "00-{}-{}-01".format(*CALLER)


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with otlp_receiver.collecting() as collector:
        for name, value in collector.environment.items():
            monkeypatch.setenv(name, value)
        yield collector


def sent(collector: Collector) -> list[otlp_receiver.Span]:
    """Record a request, a job of it elsewhere, and what fails; return what came."""
    recorder = OpenTelemetry("ours", "1.2")
    with spans.recorded_by(recorder):
        with spans.span("request", Kind.SERVER, PARENT):
            handed_on = spans.traceparent()
            spans.note({"status": 202})
            spans.rename("POST /analyze")
        with spans.span("attempt", Kind.CONSUMER, handed_on):
            with pytest.raises(ZeroDivisionError), spans.span("process"), spans.steps() as begin:  # noqa: PT012
                begin("reading")
                begin("meshing")
                raise ZeroDivisionError("of a caller's file")
            with spans.span("other", parent=PARENT):
                pass
    recorder.close()
    return collector.spans()


def test_they_belong_together_from_the_caller_to_the_step_that_failed(collector: Collector) -> None:
    found = sent(collector)
    request = only(found, "POST /analyze")
    assert (request.trace_id, request.parent_id) == CALLER
    assert request.attributes == {"status": 202}
    [attempt] = within(found, request)
    assert attempt.name == "attempt"
    # what is within something here does not ask whose it would be otherwise
    assert [span.name for span in within(found, attempt)] == ["process", "other"]
    process = only(found, "process")
    assert [(span.name, span.is_failed) for span in within(found, process)] == [
        ("reading", False),
        ("meshing", True),
    ]
    assert (process.is_failed, process.attributes) == (True, {"error.type": "ZeroDivisionError"})
    assert not request.is_failed
    assert not attempt.is_failed
    assert all(span.began_ns <= span.ended_ns for span in found)
    reading, meshing = within(found, process)
    assert reading.ended_ns <= meshing.began_ns


def test_what_an_error_says_stays_here(collector: Collector) -> None:
    sent(collector)
    assert not any(b"a caller's file" in each.body for each in collector.receiver.received)
    assert any(b"ZeroDivisionError" in each.body for each in collector.receiver.received)


@pytest.mark.parametrize(
    ("variables", "service"),
    [
        ({}, "ours"),
        ({"OTEL_SERVICE_NAME": "theirs"}, "theirs"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "service.name=theirs,deployment=a"}, "theirs"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "deployment=a"}, "ours"),
    ],
)
def test_a_process_is_called_as_the_variables_say(
    collector: Collector, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], service: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert {span.service for span in sent(collector)} == {service}


def test_headers_and_sampling_are_as_the_variables_say(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc")
    sent(collector)
    assert {each.headers["authorization"] for each in collector.receiver.received} == {"Bearer abc"}
    collector.receiver.received.clear()
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    assert sent(collector) == []


def test_that_no_collector_takes_them_is_said_once_and_that_one_does_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with receiving() as receiver, caplog.at_level(logging.WARNING):
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
        receiver.statuses = [400, 400]
        recorder = OpenTelemetry("ours", "1")
        with spans.recorded_by(recorder):
            for n in range(1, 4):
                with spans.span("work"):
                    pass
                receiver.until(n)
        recorder.close()
    assert [record.getMessage() for record in caplog.records] == [
        "traces cannot be sent: no collector takes them; they are dropped until one does",
        "traces are sent again",
    ]


def test_who_records_and_stops_does_not_wait_for_a_collector_that_is_silent(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answers are held back until the test has ended: whatever waited for one would not end."""
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "4")
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "2")
    monkeypatch.setattr("server.tracing.recorder.LAST_WORD_S", 0.1)
    collector.receiver.answers.clear()
    recorder = OpenTelemetry("ours", "1")
    with spans.recorded_by(recorder):
        for _ in range(100):
            with spans.span("work"):
                pass
        collector.receiver.until(1)
    recorder.close()
    assert len(collector.receiver.received) == 1
