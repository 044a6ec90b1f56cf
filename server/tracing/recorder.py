"""Spans by OpenTelemetry's SDK, sent over OTLP/HTTP by a thread of their own.

What records a span puts it into a queue in memory and goes on. Where no collector takes them, the queue fills
and what is too much is dropped: nobody who asks us anything waits for it.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from server.tracing.spans import Kind, Value

HEADER = "traceparent"
ERROR_TYPE = "error.type"
LAST_WORD_S = 3.0
"""What is left is sent when the server stops, for no longer."""
OF_THE_LIBRARY = "opentelemetry"
"""Its loggers tell each batch that could not be sent, several times; we tell it once."""

KINDS = {Kind.SERVER: SpanKind.SERVER, Kind.CONSUMER: SpanKind.CONSUMER, Kind.INTERNAL: SpanKind.INTERNAL}

log = logging.getLogger("sprue.tracing")


class OpenTelemetry:
    """Records spans and sends them as the usual `OTEL_*` variables say.

    Parameters
    ----------
    service, version : str
        What this process is called, unless the variables do, and which version it is.
    exporter : SpanExporter, optional
        What sends them; left out: OTLP over HTTP.
    """

    def __init__(self, service: str, version: str, exporter: SpanExporter | None = None) -> None:
        logging.getLogger(OF_THE_LIBRARY).setLevel(logging.CRITICAL)
        self._exporter = _Telling(exporter or OTLPSpanExporter())
        self._provider = TracerProvider(resource=_resource(service, version), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer("sprue")

    def close(self) -> None:
        """Send what is left, and wait for that no longer than a moment: a collector may be away."""
        closing = threading.Thread(target=self._provider.shutdown, name="sprue-traces", daemon=True)
        closing.start()
        closing.join(LAST_WORD_S)
        if closing.is_alive():
            self._exporter.shutdown()  # ends its pauses between attempts

    @contextmanager
    def span(
        self, name: str, kind: Kind, parent: str | None, attributes: Mapping[str, Value]
    ) -> Iterator[None]:
        """Record a span around a block; see `spans.span`."""
        with self._tracer.start_as_current_span(
            name,
            _context(parent),
            KINDS[kind],
            attributes,
            record_exception=False,
            set_status_on_exception=False,
        ):
            try:
                yield
            except Exception as error:
                self.fail(type(error).__name__)
                raise

    def note(self, attributes: Mapping[str, Value]) -> None:
        """Add to the current span."""
        trace.get_current_span().set_attributes(attributes)

    def rename(self, name: str) -> None:
        """Call the current span so from now on."""
        trace.get_current_span().update_name(name)

    def fail(self, reason: str) -> None:
        """Mark the current span as failed."""
        _fail(trace.get_current_span(), reason)

    @contextmanager
    def steps(self) -> Iterator[Callable[[str], None]]:
        """Yield what begins the next step; see `spans.steps`."""
        running: list[trace.Span] = []

        def begin(name: str) -> None:
            if running:
                running.pop().end()
            running.append(self._tracer.start_span(name))

        try:
            yield begin
        except BaseException as error:
            if running:
                _fail(running[0], type(error).__name__)
            raise
        finally:
            if running:
                running.pop().end()

    def traceparent(self) -> str | None:
        """Return the current span as the header names it; None where there is none."""
        carrier: dict[str, str] = {}
        TraceContextTextMapPropagator().inject(carrier)
        return carrier.get(HEADER)


class _Telling(SpanExporter):
    """Passes spans on, and tells when that begins to fail and when it works again."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._fails = False
        self._has_ended = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send spans."""
        found = self._exporter.export(spans)
        fails = found is not SpanExportResult.SUCCESS
        if fails and not self._fails:
            log.warning("traces cannot be sent: no collector takes them; they are dropped until one does")
        if self._fails and not fails:
            log.warning("traces are sent again")
        self._fails = fails
        return found

    def shutdown(self) -> None:
        """End, once."""
        if not self._has_ended:
            self._has_ended = True
            self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        """Send what it has not sent yet, which is nothing."""
        return self._exporter.force_flush(timeout_millis)


def _resource(service: str, version: str) -> Resource:
    """Return what this process is; what variables say of it comes first."""
    ours = Resource({SERVICE_NAME: service, SERVICE_VERSION: version})
    theirs = Resource.create()
    is_named = "OTEL_SERVICE_NAME" in os.environ or SERVICE_NAME in os.environ.get(
        "OTEL_RESOURCE_ATTRIBUTES", ""
    )
    return ours.merge(theirs) if is_named else theirs.merge(ours)


def _context(parent: str | None) -> Context | None:
    """Return what a span is within: the current one, else that which `parent` names; None: the current."""
    if parent is None or trace.get_current_span().get_span_context().is_valid:
        return None
    return TraceContextTextMapPropagator().extract({HEADER: parent})


def _fail(span: trace.Span, reason: str) -> None:
    span.set_attribute(ERROR_TYPE, reason)
    span.set_status(Status(StatusCode.ERROR))
