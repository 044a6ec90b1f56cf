"""API keys in the system's keychain, or in memory until the program ends; never in a file.

Some keychains that Python finds write keys in plain text, swallow them, or block for minutes: only backends
on a list are used, in a thread with a time limit, and what was stored is read back before it is believed.
"""

import importlib
import os
import threading
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")

SERVICE = "sprue"
VARIABLE = "SPRUE_API_KEY"
LIMIT_S = 5.0
"""A keychain that is locked asks its user, who takes longer; then the key is for this session."""
ALLOWED = frozenset(
    {
        "keyring.backends.SecretService.Keyring",
        "keyring.backends.libsecret.Keyring",
        "keyring.backends.kwallet.DBusKeyring",
        "keyring.backends.macOS.Keyring",
        "keyring.backends.Windows.WinVaultKeyring",
    }
)
CHAINER = "keyring.backends.chainer.ChainerBackend"
SHOWN = len("svc_live_") + 8
DEFAULT_PORTS = {"http": 80, "https": 443}


class Place(StrEnum):
    """Where a key is."""

    ENVIRONMENT = "environment"
    KEYCHAIN = "keychain"
    SESSION = "session"
    NOWHERE = "nowhere"


NO_KEYCHAIN = (
    "No system keychain is available, so the key will be kept until you close Sprue. Or set SPRUE_API_KEY."
)


class KeyStore:
    """One key for each server. Its calls may take `LIMIT_S`, so they are made off the window's thread."""

    def __init__(
        self,
        load: Callable[[], Any] = lambda: importlib.import_module("keyring").get_keyring(),
        environment: Mapping[str, str] = os.environ,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._load = load
        self._environment = environment
        self._limit_s = limit_s
        self._of_session: dict[str, str] = {}

    def find(self, base_url: str) -> tuple[str | None, Place]:
        """Return the key for a server and where it was: environment, then session, then keychain."""
        from_environment = self._environment.get(VARIABLE, "").strip()
        if from_environment:
            return from_environment, Place.ENVIRONMENT
        user = user_of(base_url)
        if user in self._of_session:
            return self._of_session[user], Place.SESSION
        found = self._ask(lambda backend: backend.get_password(SERVICE, user))
        if isinstance(found, str) and found:
            return found, Place.KEYCHAIN
        return None, Place.NOWHERE

    def keep(self, base_url: str, key: str) -> Place:
        """Keep a key; SESSION where the keychain cannot be trusted with it: say `NO_KEYCHAIN` then."""
        user = user_of(base_url)

        def store(backend: Any) -> bool:
            backend.set_password(SERVICE, user, key)
            return bool(backend.get_password(SERVICE, user) == key)

        if self._ask(store):
            self._of_session.pop(user, None)
            return Place.KEYCHAIN
        self._of_session[user] = key
        return Place.SESSION

    def forget(self, base_url: str) -> bool:
        """Forget the key of a server; return False where the keychain may have it still."""
        user = user_of(base_url)
        self._of_session.pop(user, None)

        def remove(backend: Any) -> bool:
            if backend.get_password(SERVICE, user) is not None:
                backend.delete_password(SERVICE, user)
            return backend.get_password(SERVICE, user) is None

        return self._ask(remove) is True

    def _ask(self, question: Callable[[Any], T]) -> T | None:
        """Ask the keychain; None where there is none that is allowed, it fails, or it takes too long."""
        answers: list[T] = []

        def work() -> None:
            try:
                backend = self._load()
                if is_allowed(backend):
                    answers.append(question(backend))
            except Exception:  # backends raise whatever their system's library raises
                return

        thread = threading.Thread(target=work, name="keychain", daemon=True)
        thread.start()
        thread.join(self._limit_s)
        return answers[0] if answers else None


def is_allowed(backend: Any) -> bool:
    """Return whether a backend keeps keys where the system does; a chain only where all its parts do."""
    kind = f"{type(backend).__module__}.{type(backend).__qualname__}"
    if kind == CHAINER:
        parts = list(backend.backends)
        return bool(parts) and all(is_allowed(part) for part in parts)
    return kind in ALLOWED


def user_of(base_url: str) -> str:
    """Return a server's address spelled one way, under which its key lies."""
    parts = urlsplit(base_url.strip())
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower()
    port = "" if parts.port in (None, DEFAULT_PORTS.get(scheme)) else f":{parts.port}"
    return f"{scheme}://{host}{port}{parts.path.rstrip('/')}"


def shown(key: str) -> str:
    """Return what may be shown of a key."""
    return f"{key[:SHOWN]}…" if len(key) > SHOWN else "…"
