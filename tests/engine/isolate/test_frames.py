"""Frames: what one side writes, the other reads."""

import io
from typing import Any

import pytest

from engine.isolate import frames


@pytest.mark.parametrize(
    "frame",
    [
        {},
        {"kind": "result", "result": {"rows": [1, 2.5, None, True, "Ø6.00", {"deep": []}]}},
        {"name": "half a character: \udc80.step"},
        {"large": 10**30, "small": -(10**30)},
        {"value": 5e-324},
    ],
)
def test_what_was_written_is_read(frame: dict[str, Any]) -> None:
    pipe = io.BytesIO()
    frames.write(pipe, frame)
    frames.write(pipe, {"next": 1})
    pipe.seek(0)
    assert frames.read(pipe) == frame
    assert frames.read(pipe) == {"next": 1}
    assert frames.read(pipe) is None


def test_a_frame_that_was_cut_off_is_the_end() -> None:
    pipe = io.BytesIO()
    frames.write(pipe, {"kind": "ready"})
    for length in (2, 6, len(pipe.getvalue()) - 1):
        assert frames.read(io.BytesIO(pipe.getvalue()[:length])) is None
