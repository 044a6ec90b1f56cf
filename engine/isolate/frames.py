"""Frames: JSON messages over a pipe, each after its length in four bytes."""

import json
import struct
from typing import Any, BinaryIO

Frame = dict[str, Any]
LENGTH = struct.Struct("<I")


def write(pipe: BinaryIO, frame: Frame) -> None:
    """Send one frame; OSError when the other side is gone."""
    body = json.dumps(frame).encode()
    pipe.write(LENGTH.pack(len(body)) + body)
    pipe.flush()


def read(pipe: BinaryIO) -> Frame | None:
    """Receive one frame; None when the other side is gone, be it in the middle of a frame."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = pipe.read(length)
    if len(body) < length:
        return None
    frame: Frame = json.loads(body)
    return frame
