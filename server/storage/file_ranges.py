"""Which bytes of a file a request asks for: validators and single ranges (RFC 9110, sections 13 and 14).

A client that has the file is answered 304; one that goes on with a broken download gets the rest, 206. Of
several ranges at once the whole file is sent, as the standard allows.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

RANGE = re.compile(r"bytes=(?:(\d{1,18})-(\d{1,18})?|-(\d{1,18}))")


@dataclass(frozen=True, slots=True)
class Span:
    """What is sent of a file."""

    status: int
    """200 for all of it, 206 for a part, 304 where the caller has it, 416 where it has no such bytes."""
    start: int
    length: int


def etag(stat: os.stat_result) -> str:
    """Return the entity tag of a file: another one whenever it was written anew."""
    return f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'


def asked(headers: Mapping[str, str], tag: str, size: int) -> Span:
    """Return what a request wants of a file of `size` bytes that has the entity tag `tag`."""
    if _matches(headers.get("if-none-match", ""), tag):
        return Span(304, 0, 0)
    whole = Span(200, 0, size)
    found = RANGE.fullmatch(headers.get("range", "").strip())
    if found is None or headers.get("if-range", tag) != tag:
        return whole
    first, last, suffix = found.groups()
    if suffix is not None:
        start, end = max(0, size - int(suffix)), size
    else:
        start, end = int(first), size if last is None else min(size, int(last) + 1)
        if last is not None and int(last) < start:
            return whole  # no range at all
    if start >= end:
        return Span(416, 0, 0)
    return Span(206, start, end - start)


def _matches(condition: str, tag: str) -> bool:
    """Whether a condition names a tag; whether it is weak does not matter here."""
    return condition.strip() == "*" or tag in (
        each.strip().removeprefix("W/") for each in condition.split(",")
    )
