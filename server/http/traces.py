"""Traces of requests: a span each, named by method and route; a path would tell ids and signatures."""

from collections.abc import Iterator
from contextlib import contextmanager

from litestar.enums import HttpMethod
from litestar.types import Message, Scope

from server import logs
from server.http.hooks import request_id_of
from server.tracing import spans
from server.tracing.spans import Kind

OF_OPERATORS = ("/healthz", "/readyz", "/metrics")
"""Asked every few seconds by programs that watch: no spans of these."""
PARENT = b"traceparent"
LEAST_FAILURE = 500
METHODS = {method.value for method in HttpMethod}
OTHER_METHOD = "_OTHER"


@contextmanager
def of_request(scope: Scope) -> Iterator[None]:
    """Record a request, within what the caller says by `traceparent`; its lines of the log name the trace."""
    if scope["path"] in OF_OPERATORS:
        yield
        return
    method = _method(scope)
    with spans.span(method, Kind.SERVER, _header(scope, PARENT), {"http.request.method": method}):
        trace_id = spans.trace_id()
        if trace_id is not None:
            logs.bind(trace_id=trace_id)
        yield


async def note_answer(message: Message, scope: Scope) -> None:
    """Add to the span of a request how it is answered, and whose it is."""
    if message["type"] != "http.response.start" or scope["path"] in OF_OPERATORS:
        return
    route = scope.get("path_template")
    if route:
        spans.rename(f"{_method(scope)} {route}")
    spans.note(
        {
            "http.route": route,
            "http.response.status_code": message["status"],
            "sprue.request_id": request_id_of(scope),
            "sprue.account_id": logs.value("account_id"),
            "sprue.job_id": logs.value("job_id"),
        }
    )
    if message["status"] >= LEAST_FAILURE:
        spans.fail(str(message["status"]))


def _method(scope: Scope) -> str:
    """Return the method of a request; one that a caller has invented is called as OpenTelemetry calls it."""
    method = str(scope.get("method"))
    return method if method in METHODS else OTHER_METHOD


def _header(scope: Scope, name: bytes) -> str | None:
    """Return a header; None where it is not there, or there twice."""
    found = [value for key, value in scope["headers"] if key.lower() == name]
    return found[0].decode("latin-1") if len(found) == 1 else None
