"""Ids that sort by the time they were made (UUID version 7), so that a list can be paged by them."""

import re
import secrets
import time
import uuid
from collections.abc import Callable

RANDOM_BITS = 74
PATTERN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def new(now: Callable[[], float] = time.time) -> str:
    """Return a fresh id: 48 bits of milliseconds, the rest random and not to be guessed."""
    milliseconds = int(now() * 1000) & ((1 << 48) - 1)
    bits = secrets.randbits(RANDOM_BITS)
    high, low = bits >> 62, bits & ((1 << 62) - 1)
    return str(uuid.UUID(int=milliseconds << 80 | 7 << 76 | high << 64 | 2 << 62 | low))


def is_id(text: str) -> bool:
    """Whether a text could be an id; what is none is not even looked for."""
    return PATTERN.fullmatch(text) is not None
