"""Passwords: stored so that guessing one is slow, and checked so that guessing a name is no faster."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 10, 256
"""Length is what makes a password hard to guess; beyond the longest, hashing would cost us instead."""

_hasher = PasswordHasher()
_NOBODYS = _hasher.hash("nobody's password")
"""Checked for a name that nobody has, so that the answer takes as long."""


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
        return _hasher.verify(stored or _NOBODYS, password[:LONGEST]) and stored is not None
    except (VerificationError, InvalidHashError):
        return False
