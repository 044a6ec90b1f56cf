"""Passwords: stored so that guessing one is slow, and checked so that guessing a name is no faster."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from server.errors import ServerBusy

T = TypeVar("T")

SHORTEST, LONGEST = 10, 256
"""Length is what makes a password hard to guess; beyond the longest, hashing would cost us instead."""
LONGEST_GUESSED = 72
"""Characters that are looked at for what is easily guessed: more take long, and are not."""
FEWEST_GUESSES = 1e6
"""At twenty tries a minute for a name they take five weeks; an attack that is slowed down online gives up
before (Wheeler, zxcvbn, USENIX Security 2016)."""

AT_ONCE = 2
"""Passwords hashed at a time: each takes the 64 MiB of argon2's defaults, and more would share the cores."""
MOST_WAITING = 16
"""Hashes that may wait: on two cores that analyses share, 34 were measured to take ten seconds."""

_hasher = PasswordHasher()


class HashQueue:
    """Hashes passwords in threads, a few at a time, and refuses when too many wait.

    Parameters
    ----------
    at_once, most_waiting : int
        Hashes that run, and that may wait besides.
    """

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._most = at_once + most_waiting
        self._count = 0

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Return what `hashed` or `is_right` returns; raise ServerBusy when too many wait."""
        if self._count >= self._most:
            raise ServerBusy("Too many people are signing in or up; please try again in a moment.")
        self._count += 1
        try:
            return await to_thread.run_sync(work, *arguments, limiter=self._limiter)
        finally:
            self._count -= 1


def problem_of(password: str, username: str) -> str:
    """Say what is wrong with a new password; empty when nothing is. Takes some milliseconds: as `hashed`."""
    if len(password) < SHORTEST:
        return f"The password has {len(password)} characters; it needs {SHORTEST} or more."
    if len(password) > LONGEST:
        return f"The password has {len(password)} characters; it may have {LONGEST}."
    from zxcvbn import zxcvbn  # with its lists of words, which a server that nobody signs up to never needs

    found = zxcvbn(password[:LONGEST_GUESSED], user_inputs=[username, "sprue"])
    if found["guesses"] < FEWEST_GUESSES:
        return (
            "The password is easily guessed: it is a common one, a pattern or much like your name. "
            "Three or four words that nobody would put together are better."
        )
    return ""


def hashed(password: str) -> str:
    """Return what is stored of a password. Takes tens of milliseconds: call it by a HashQueue."""
    return _hasher.hash(password)


def is_right(password: str, stored: str | None) -> bool:
    """Whether a password is the one that was stored; with None, for nobody's. Call it by a HashQueue."""
    try:
        return _hasher.verify(stored or _nobodys(), password[:LONGEST]) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    """Return what is checked for a name that nobody has, so that the answer takes as long.

    Hashed when it is first asked for: every start of the server would wait for it.
    """
    return hashed("nobody's password")
