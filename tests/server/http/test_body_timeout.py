"""A body that breaks off ends its request; a caller who listens after his body may listen on."""

import asyncio
from typing import Any

import pytest

from server.errors import BodyStalled, answer_of
from server.http import body_timeout

PIECE = {"type": "http.request", "body": b"ISO", "more_body": True}
LAST = {"type": "http.request", "body": b"", "more_body": False}
GONE = {"type": "http.disconnect"}


def heard(messages: list[dict[str, Any]], pause_before_last_s: float) -> list[str]:
    """Return the kinds of messages that come through when the last one takes its time."""

    async def go() -> list[str]:
        found = []

        async def receive() -> Any:
            if len(messages) == 1:
                await asyncio.sleep(pause_before_last_s)
            return messages.pop(0)

        async def read(scope: Any, receive: Any, send: Any) -> None:
            while messages:
                found.append((await receive())["type"])

        ignored: Any = None
        await body_timeout.BodyTimeout().handle(ignored, receive, ignored, read)
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
