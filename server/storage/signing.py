"""Links that nobody can guess, that expire, and that need no key."""

import hashlib
import hmac
import os
import secrets
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from server.errors import ArtifactNotFound

KEY_BYTES = 32


SIGNING_FILE = "signing.key"
PEPPER_FILE = "pepper.key"
CSRF_FILE = "csrf.key"


def load_key(data_dir: Path, name: str = SIGNING_FILE) -> bytes:
    """Return a secret of a data folder; the first call makes it, readable by its owner alone."""
    path = data_dir / name
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=data_dir, prefix=f".{name}-")  # 0600
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        # Whole or not at all, and the first of several processes wins.
        with suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_bytes()


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
