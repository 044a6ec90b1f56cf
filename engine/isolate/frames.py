"""Frames: JSON messages over a pipe, each after its length in four bytes."""

import json
import struct
from typing import Any, BinaryIO

import msgspec

Frame = dict[str, Any]
LENGTH = struct.Struct("<I")


def write(pipe: BinaryIO, frame: Frame) -> None:
    """Send one frame; OSError when the other side is gone."""
    body = _encoded(frame)
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
    return _decoded(body)


def _encoded(frame: Frame) -> bytes:
    """Write a frame, ten times as fast where it holds nothing that JSON proper has no words for."""
    try:
        return msgspec.json.encode(frame)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):  # half characters of file names
        return json.dumps(frame).encode()


def _decoded(body: bytes) -> Frame:
    frame: Frame
    try:
        frame = msgspec.json.decode(body)
    except (ValueError, msgspec.MsgspecError):
        frame = json.loads(body)
    return frame
