"""The keychain that is told is one that keys would be kept in."""

import time
from typing import Any

from app.views import surroundings


class Keyring:
    """Stands in for the system's, under its name."""

    def get_password(self, service: str, user: str) -> None:
        return None


Keyring.__module__ = "keyring.backends.SecretService"


class PlaintextKeyring(Keyring):
    """Keeps keys in a file, which is refused."""


def test_the_systems_keychain_is_named_and_one_that_writes_files_is_not() -> None:
    assert surroundings.keychain(Keyring) == "SecretService"
    assert surroundings.keychain(PlaintextKeyring) == ""


def test_a_keychain_that_does_not_answer_is_none() -> None:
    def load() -> Any:
        time.sleep(5)
        return Keyring()

    assert surroundings.keychain(load, limit_s=0.05) == ""
