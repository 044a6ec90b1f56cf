"""A body that breaks off ends its request; a caller who listens after his body may listen on."""

import asyncio
from typing import Any

import pytest

from server.errors import BodyStalled, answer_of
from server.http import body_timeout

PIECE = {"type": "http.request", "body": b"ISO", "more_body": True}
LAST = {"type": "http.request", "body": b"", "more_body": False}
GONE = {"type": "http.disconnect"}


def heard(
    messages: list[dict[str, Any]], pause_before_last_s: float, pause_s: float = 0.0, max_bytes: int = 10**9
) -> list[str]:
    """Return the kinds of messages that come through when the last one takes its time."""

    async def go() -> list[str]:
        found = []

        async def receive() -> Any:
            await asyncio.sleep(pause_before_last_s if len(messages) == 1 else pause_s)
            return messages.pop(0)

        async def read(scope: Any, receive: Any, send: Any) -> None:
            while messages:
                found.append((await receive())["type"])

        ignored: Any = None
        await body_timeout.BodyTimeout(max_bytes).handle(ignored, receive, ignored, read)
        return found

    return asyncio.run(go())


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_timeout, "TIMEOUT_S", 0.05)


def test_a_body_that_breaks_off_ends_its_request() -> None:
    with pytest.raises(BodyStalled, match="Nothing more of the body") as refusal:
        heard([PIECE, LAST], 5.0)
    assert answer_of(refusal.value).status == 408


def test_a_body_that_comes_in_time_is_read_to_its_end() -> None:
    assert heard([PIECE, PIECE, LAST], 0.0) == ["http.request"] * 3


def test_who_listens_after_the_body_may_listen_for_long() -> None:
    assert heard([PIECE, LAST, GONE], 0.3) == ["http.request", "http.request", "http.disconnect"]


def test_a_body_that_drips_ends_though_it_never_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bytes a piece each 0.02 s: 0.3 s of grace, and less than a millisecond for what came."""
    monkeypatch.setattr(body_timeout, "GRACE_S", 0.3)
    pieces = [PIECE] * 100 + [LAST]
    with pytest.raises(BodyStalled, match=r"too slowly: \d+ bytes in 0 seconds; at least 4096 a second"):
        heard(pieces, 0.0, pause_s=0.02)
    assert 80 < len(pieces) < 95


def test_a_body_at_the_least_rate_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_timeout, "GRACE_S", 0.05)
    piece = PIECE | {"body": bytes(4096)}
    assert len(heard([piece] * 10 + [LAST], 0.0, pause_s=0.02)) == 11


def test_the_largest_body_has_a_deadline_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.1 s of grace, and 0.1 s for 3,277 bytes on the slowest line."""
    monkeypatch.setattr(body_timeout, "GRACE_S", 0.1)
    piece = PIECE | {"body": bytes(4096)}
    with pytest.raises(BodyStalled):
        heard([piece] * 30 + [LAST], 0.0, pause_s=0.02, max_bytes=3277)
