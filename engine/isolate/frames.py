"""Frames: JSON messages over a pipe, each after its length, the result of a task by itself behind it.

A result is read as the bytes it was written in: who passes it on need not understand it, and taking a large
one apart and putting it together again takes as long as judging a part.
"""

import json
import struct
from typing import IO, Any

import msgspec

Frame = dict[str, Any]
RESULT = "result"
"""The entry of a frame that goes behind it."""
LENGTHS = struct.Struct("<II")
"""Bytes of a frame, and of the result behind it; 0: it has none."""


def write(pipe: IO[bytes], frame: Frame) -> None:
    """Send one frame; OSError when the other side is gone."""
    body = _encoded({name: entry for name, entry in frame.items() if name != RESULT})
    result = _encoded(frame[RESULT]) if RESULT in frame else b""
    pipe.write(b"".join((LENGTHS.pack(len(body), len(result)), body, result)))
    pipe.flush()


def read(pipe: IO[bytes]) -> Frame | None:
    """Receive one frame; None when the other side is gone, be it in the middle of a frame.

    Its `result`, if it has one, is the bytes of a JSON document; `frame_of` reads it.
    """
    head = pipe.read(LENGTHS.size)
    if len(head) < LENGTHS.size:
        return None
    length, result_length = LENGTHS.unpack(head)
    body = pipe.read(length)
    result = pipe.read(result_length) if result_length else b""
    if len(body) < length or len(result) < result_length:
        return None
    return frame_of(body) | ({RESULT: result} if result else {})


def frame_of(document: bytes) -> Frame:
    """Read an object from its JSON."""
    frame: Frame
    try:
        frame = msgspec.json.decode(document)
    except (ValueError, msgspec.MsgspecError):
        frame = json.loads(document)
    return frame


def _encoded(frame: Frame) -> bytes:
    """Write an object, ten times as fast where it holds nothing that JSON proper has no words for."""
    try:
        return msgspec.json.encode(frame)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):  # half characters of file names
        return json.dumps(frame).encode()
