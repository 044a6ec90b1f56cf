"""What the server says of its work, with a recorder that writes it down."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest

from server.tracing import spans
from server.tracing.spans import Kind, Value

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Written:
    """A recorder for tests."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    @contextmanager
    def span(
        self, name: str, kind: Kind, parent: str | None, attributes: Mapping[str, Value]
    ) -> Iterator[None]:
        self.lines.append(f"{name} {kind} {parent} {dict(attributes)}")
        yield
        self.lines.append(f"{name} ends")

    def note(self, attributes: Mapping[str, Value]) -> None:
        self.lines.append(str(dict(attributes)))

    def rename(self, name: str) -> None:
        self.lines.append(f"now {name}")

    def fail(self, reason: str) -> None:
        self.lines.append(f"failed: {reason}")

    @contextmanager
    def steps(self) -> Iterator[Callable[[str], None]]:
        yield self.lines.append

    def traceparent(self) -> str | None:
        return PARENT


def work() -> None:
    with spans.span("work", Kind.CONSUMER, PARENT, {"a": 1}), spans.steps() as begin:
        begin("first")
        spans.note({"b": "two", "c": None})
        spans.rename("play")
        spans.fail("tired")


def test_what_is_said_reaches_the_recorder_as_long_as_there_is_one() -> None:
    recorder = Written()
    with spans.recorded_by(recorder):
        work()
        assert spans.traceparent() == PARENT
        assert spans.trace_id() == "0af7651916cd43dd8448eb211c80319c"
    expected = [
        f"work consumer {PARENT} {{'a': 1}}",
        "first",
        "{'b': 'two'}",
        "now play",
        "failed: tired",
        "work ends",
    ]
    assert recorder.lines == expected
    work()
    assert recorder.lines == expected
    assert spans.trace_id() is None


def test_an_error_passes_whether_or_not_anybody_records() -> None:
    for recorder in (None, Written()):
        with pytest.raises(ZeroDivisionError):
            with spans.recorded_by(recorder) if recorder else spans.steps(), spans.span("work"):
                raise ZeroDivisionError
