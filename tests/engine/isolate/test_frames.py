"""Frames: what one side writes, the other reads."""

import io
from typing import Any

import pytest

from engine.isolate import frames


@pytest.mark.parametrize(
    "frame",
    [
        {},
        {"kind": "line", "line": {"rows": [1, 2.5, None, True, "Ø6.00", {"deep": []}]}},
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


@pytest.mark.parametrize(
    "result", [{}, {"rows": [1, 2.5, None, True, "Ø6.00", {"deep": []}]}, {"name": "half: \udc80.step"}]
)
def test_a_result_is_read_as_it_was_written(result: dict[str, Any]) -> None:
    pipe = io.BytesIO()
    frames.write(pipe, {"kind": "done", "result": result, "resident_mb": 7.5})
    frames.write(pipe, {"next": 1})
    pipe.seek(0)
    frame = frames.read(pipe)
    assert frame is not None
    written = frame.pop("result")
    assert isinstance(written, bytes)
    assert frames.frame_of(written) == result
    assert frame == {"kind": "done", "resident_mb": 7.5}
    assert frames.read(pipe) == {"next": 1}


def test_a_result_is_written_without_spaces_and_in_its_own_letters() -> None:
    pipe = io.BytesIO()
    frames.write(pipe, {"kind": "done", "result": {"said": ["Ø6", 0.1, 1e30, 5e-324, -0.0, None]}})
    assert pipe.getvalue().endswith('{"said":["Ø6",0.1,1e30,5e-324,-0.0,null]}'.encode())


def test_a_result_that_was_cut_off_is_the_end() -> None:
    pipe = io.BytesIO()
    frames.write(pipe, {"kind": "done", "result": {"said": 1}})
    assert frames.read(io.BytesIO(pipe.getvalue()[:-1])) is None
