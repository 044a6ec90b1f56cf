"""API keys: `svc_live_`, forty secret characters, and six that catch a typing mistake.

Only a hash is stored, made with a secret of the server's own (the pepper), so that a stolen database opens
nothing. Keys have 238 random bits: nothing slow is needed to keep them from being guessed.
"""

import hashlib
import hmac
import secrets
import string
import zlib

PREFIX = "svc_live_"
SECRET_LENGTH = 40
CHECK_LENGTH = 6
KEY_LENGTH = len(PREFIX) + SECRET_LENGTH + CHECK_LENGTH
SHOWN_LENGTH = len(PREFIX) + 8
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase


def generate() -> str:
    """Make a key."""
    body = PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(SECRET_LENGTH))
    return body + _check(body)


def shown(key: str) -> str:
    """Return what is shown of a key once it was handed over."""
    return key[:SHOWN_LENGTH]


def is_well_formed(key: str) -> bool:
    """Whether it could be a key: its length and check characters are right."""
    return len(key) == KEY_LENGTH and key.isascii() and key[-CHECK_LENGTH:] == _check(key[:-CHECK_LENGTH])


def hashed(key: str, pepper: bytes) -> str:
    """Return what is stored of a key."""
    return hmac.new(pepper, key.encode(), hashlib.sha256).hexdigest()


def _check(body: str) -> str:
    """Return the CRC-32 of the rest in base 62."""
    number = zlib.crc32(body.encode())
    digits = ""
    for _ in range(CHECK_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits
