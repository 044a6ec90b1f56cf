"""Passwords: stored so that guessing one is slow, and checked so that guessing a name is no faster."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 10, 256
"""Length is what makes a password hard to guess; beyond the longest, hashing would cost us instead."""

_hasher = PasswordHasher()


def problem_of(password: str) -> str:
    """Say what is wrong with a new password; empty when nothing is."""
    if len(password) < SHORTEST:
        return f"The password has {len(password)} characters; it needs {SHORTEST} or more."
    if len(password) > LONGEST:
        return f"The password has {len(password)} characters; it may have {LONGEST}."
    return ""


def hashed(password: str) -> str:
    """Return what is stored of a password. Takes tens of milliseconds: call it in a thread."""
    return _hasher.hash(password)


def is_right(password: str, stored: str | None) -> bool:
    """Whether a password is the one that was stored; with None, for nobody's. Call it in a thread."""
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
