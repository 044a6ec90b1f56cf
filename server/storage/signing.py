"""Links that nobody can guess, that expire, and that need no key."""

import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from server.errors import ArtifactNotFound

KEY_BYTES = 32


def load_key(data_dir: Path) -> bytes:
    """Return the signing key of a data folder; the first call makes it, readable by its owner alone."""
    path = data_dir / "signing.key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(descriptor, "wb") as file:
        key = secrets.token_bytes(KEY_BYTES)
        file.write(key)
    return key


class Signer:
    """Makes links and checks them."""

    def __init__(
        self, key: bytes, base_url: str, lifetime_s: float, now: Callable[[], float] = time.time
    ) -> None:
        self._key = key
        self._base_url = base_url
        self._lifetime_s = lifetime_s
        self._now = now

    def url(self, path: str) -> str:
        """Return a link to `path`, which begins with a slash, that works from now for the lifetime."""
        expires = int(self._now() + self._lifetime_s)
        return f"{self._base_url}{path}?exp={expires}&sig={self._signature(path, expires)}"

    def check(self, path: str, expires: int, signature: str) -> None:
        """Raise ArtifactNotFound unless the signature is ours and the link has not expired."""
        is_ours = hmac.compare_digest(self._signature(path, expires).encode(), signature.encode())
        if not is_ours or self._now() > expires:
            raise ArtifactNotFound("There is no such artifact, or the link has expired.")

    def _signature(self, path: str, expires: int) -> str:
        return hmac.new(self._key, f"{path}\n{expires}".encode(), hashlib.sha256).hexdigest()
