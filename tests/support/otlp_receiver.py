"""A collector of traces on this machine: OTLP over HTTP, read by the library's own types."""

import gzip
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from tests.support.receiver import Received, Receiver, receiving

PATH = "/v1/traces"


@dataclass(frozen=True, slots=True)
class Span:
    """One span, as it came."""

    service: str
    name: str
    trace_id: str
    span_id: str
    parent_id: str
    """Empty: it has none."""
    attributes: dict[str, str | int | float]
    is_failed: bool
    began_ns: int
    ended_ns: int


@dataclass(frozen=True, slots=True)
class Collector:
    """What was sent to it."""

    receiver: Receiver

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a program whose traces come here soon."""
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": self.receiver.url, "OTEL_BSP_SCHEDULE_DELAY": "50"}

    def spans(self) -> list[Span]:
        """Return every span so far, in the order in which they began."""
        requests = list(self.receiver.received)
        assert {each.path for each in requests} <= {PATH}
        return sorted((span for each in requests for span in _spans(each)), key=lambda span: span.began_ns)

    def wait_for(self, *names: str) -> list[Span]:
        """Wait until there is a span of each name, and return all there are."""
        self.receiver.wait(lambda: set(names) <= {span.name for span in self.spans()})
        return self.spans()


@contextmanager
def collecting() -> Iterator[Collector]:
    """Run one on a free port."""
    with receiving() as receiver:
        yield Collector(receiver)


def only(spans: Sequence[Span], name: str) -> Span:
    """Return the one span of a name."""
    [found] = [span for span in spans if span.name == name]
    return found


def within(spans: Sequence[Span], parent: Span) -> list[Span]:
    """Return the spans that say that they are directly within one."""
    return [span for span in spans if (span.trace_id, span.parent_id) == (parent.trace_id, parent.span_id)]


def _spans(received: Received) -> Iterator[Span]:
    packed = received.headers.get("content-encoding") == "gzip"
    request = ExportTraceServiceRequest.FromString(
        gzip.decompress(received.body) if packed else received.body
    )
    for of_resource in request.resource_spans:
        service = str(_values(of_resource.resource.attributes)["service.name"])
        for of_scope in of_resource.scope_spans:
            for span in of_scope.spans:
                yield Span(
                    service,
                    span.name,
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    _values(span.attributes),
                    span.status.code == Status.STATUS_CODE_ERROR,
                    span.start_time_unix_nano,
                    span.end_time_unix_nano,
                )


def _values(attributes: Sequence[KeyValue]) -> dict[str, str | int | float]:
    return {each.key: getattr(each.value, str(each.value.WhichOneof("value"))) for each in attributes}
