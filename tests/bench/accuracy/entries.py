"""Answers written by hand, for tests of what the bench makes of them."""

from typing import Any

from bench.accuracy.answer import Answer, Entry


def entry(kind: str, *faces: int, at: tuple[float, float, float] = (0, 0, 0), **dimensions: Any) -> Entry:
    """Write a feature as it would come out of recognition."""
    return Entry(kind, faces, dimensions, at, area_mm2=100.0, uncertainty_mm=0.0)


def answer(*entries: Entry) -> Answer:
    """Write an answer for a part of 100 mm."""
    return Answer(entries, diagonal_mm=100.0, n_faces=20)
