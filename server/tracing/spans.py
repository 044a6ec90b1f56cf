"""What the server says of its work while traces are on: spans, within each other and across hosts.

Where traces are off each of these does nothing, and nothing of OpenTelemetry is imported.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from typing import Protocol

Value = str | int | float


class Kind(StrEnum):
    """Whose work a span is."""

    SERVER = "server"
    """An answer to a request from outside."""
    CONSUMER = "consumer"
    """Work that waited in a queue."""
    INTERNAL = "internal"


class Recorder(Protocol):
    """What records spans. The current span is that of the task, or of the thread, that asks."""

    def span(
        self, name: str, kind: Kind, parent: str | None, attributes: Mapping[str, Value]
    ) -> AbstractContextManager[None]:
        """Record a span around a block, which is within the current one, else within `parent`."""

    def note(self, attributes: Mapping[str, Value]) -> None:
        """Add to the current span."""

    def rename(self, name: str) -> None:
        """Call the current span so from now on."""

    def fail(self, reason: str) -> None:
        """Mark the current span as failed."""

    def steps(self) -> AbstractContextManager[Callable[[str], None]]:
        """Return what begins the next step within the current span, and ends the one before."""

    def traceparent(self) -> str | None:
        """Return the current span as the header `traceparent` of W3C names it; None where there is none."""


_recorder: Recorder | None = None


@contextmanager
def recorded_by(recorder: Recorder) -> Iterator[None]:
    """Have spans recorded within the block, in all of this process."""
    global _recorder
    before, _recorder = _recorder, recorder
    try:
        yield
    finally:
        _recorder = before


@contextmanager
def span(
    name: str,
    kind: Kind = Kind.INTERNAL,
    parent: str | None = None,
    attributes: Mapping[str, Value] | None = None,
) -> Iterator[None]:
    """Record a span around a block.

    Parameters
    ----------
    name : str
        One of few: what differs from one to the next stands in the attributes.
    kind : Kind
        Whose work it is.
    parent : str, optional
        As a header `traceparent` names it: what this belongs to where no span is current here.
    attributes : mapping, optional
        What is known of it.

    An exception marks the span as failed, by the name of its class, and goes on; what it says is left out,
    since it may say something of a caller's file.
    """
    if _recorder is None:
        yield
        return
    with _recorder.span(name, kind, parent, attributes or {}):
        yield


def note(attributes: Mapping[str, Value | None]) -> None:
    """Add to the current span what is not None."""
    if _recorder is not None:
        _recorder.note({name: value for name, value in attributes.items() if value is not None})


def rename(name: str) -> None:
    """Call the current span so from now on."""
    if _recorder is not None:
        _recorder.rename(name)


def fail(reason: str) -> None:
    """Mark the current span as failed."""
    if _recorder is not None:
        _recorder.fail(reason)


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Yield what begins the next step within the current span, and ends the one before.

    The last ends with the block; where that ends by an exception, this step has failed.
    """
    if _recorder is None:
        yield lambda _: None
        return
    with _recorder.steps() as begin:
        yield begin


def traceparent() -> str | None:
    """Return the current span as the header `traceparent` names it; None where there is none."""
    return None if _recorder is None else _recorder.traceparent()


def trace_id() -> str | None:
    """Return the id of the trace that the current span belongs to, for lines of the log."""
    current = traceparent()
    return None if current is None else current.split("-")[1]
