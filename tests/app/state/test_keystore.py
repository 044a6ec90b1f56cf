"""Keys in the keychain, or in memory; never where others read them."""

import threading
import time
from typing import Any

import pytest

from app.state import keystore
from app.state.keystore import KeyStore, Place

SERVER = "https://parts.example/api/v1"
KEY = "svc_live_abcdefgh_the_rest"


def keychain(module: str = "keyring.backends.SecretService", name: str = "Keyring") -> Any:
    """Return a keychain in memory that says it is this backend."""

    def set_password(self: Any, service: str, user: str, key: str) -> None:
        self.kept[service, user] = key

    def get_password(self: Any, service: str, user: str) -> str | None:
        found: str | None = self.kept.get((service, user))
        return found

    def delete_password(self: Any, service: str, user: str) -> None:
        del self.kept[service, user]

    calls = {"set_password": set_password, "get_password": get_password, "delete_password": delete_password}
    backend = type(name, (), {"__module__": module, **calls})()
    backend.kept = {}
    return backend


def store(backend: Any, environment: dict[str, str] | None = None) -> KeyStore:
    return KeyStore(lambda: backend, environment or {}, limit_s=2.0)


def test_a_key_is_kept_in_the_keychain_and_found_by_the_next_start() -> None:
    backend = keychain()
    assert store(backend).keep(SERVER, KEY) is Place.KEYCHAIN
    assert backend.kept == {("sprue", SERVER): KEY}
    assert store(backend).find(SERVER) == (KEY, Place.KEYCHAIN)
    assert store(backend).find("https://other.example/api/v1") == (None, Place.NOWHERE)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("keyrings.alt.file", "PlaintextKeyring"),
        ("keyring.backends.null", "Keyring"),
        ("keyring.backends.fail", "Keyring"),
        ("somebody.elses", "Keyring"),
    ],
)
def test_a_backend_that_is_not_on_the_list_never_sees_the_key(module: str, name: str) -> None:
    backend = keychain(module, name)
    keys = store(backend)
    assert keys.keep(SERVER, KEY) is Place.SESSION
    assert backend.kept == {}
    assert keys.find(SERVER) == (KEY, Place.SESSION)
    assert store(backend).find(SERVER) == (None, Place.NOWHERE)


def test_a_chain_is_as_good_as_its_worst_part() -> None:
    chain = keychain("keyring.backends.chainer", "ChainerBackend")
    chain.backends = [keychain(), keychain("keyring.backends.macOS")]
    assert keystore.is_allowed(chain)
    chain.backends = [keychain(), keychain("keyrings.alt.file", "PlaintextKeyring")]
    assert not keystore.is_allowed(chain)
    chain.backends = []
    assert not keystore.is_allowed(chain)


def test_a_keychain_that_swallows_keys_is_not_believed() -> None:
    backend = keychain()
    type(backend).set_password = lambda self, service, user, key: None
    assert store(backend).keep(SERVER, KEY) is Place.SESSION


def test_a_keychain_that_hangs_is_left_alone_in_time() -> None:
    backend, let_go = keychain(), threading.Event()
    type(backend).get_password = lambda self, service, user: let_go.wait(60)
    keys = KeyStore(lambda: backend, {}, limit_s=0.1)
    began = time.monotonic()
    assert keys.keep(SERVER, KEY) is Place.SESSION
    assert time.monotonic() - began < 5
    assert keys.find(SERVER) == (KEY, Place.SESSION)
    let_go.set()


def test_no_keychain_at_all_is_no_error() -> None:
    def load() -> Any:
        raise ModuleNotFoundError("keyring")

    assert KeyStore(load, {}).keep(SERVER, KEY) is Place.SESSION
    assert "until you close Sprue" in keystore.NO_KEYCHAIN


def test_the_environment_comes_first() -> None:
    backend = keychain()
    store(backend).keep(SERVER, KEY)
    assert store(backend, {"SPRUE_API_KEY": " svc_live_x "}).find(SERVER) == (
        "svc_live_x",
        Place.ENVIRONMENT,
    )
    assert store(backend, {"SPRUE_API_KEY": ""}).find(SERVER) == (KEY, Place.KEYCHAIN)


def test_a_forgotten_key_is_gone_everywhere() -> None:
    backend = keychain()
    keys = store(backend)
    keys.keep(SERVER, KEY)
    assert keys.forget(SERVER)
    assert (backend.kept, keys.find(SERVER)) == ({}, (None, Place.NOWHERE))
    plain = store(keychain("keyrings.alt.file"))
    plain.keep(SERVER, KEY)
    assert not plain.forget(SERVER)
    assert plain.find(SERVER) == (None, Place.NOWHERE)


def test_one_server_has_one_key_however_it_is_spelled() -> None:
    assert keystore.user_of(" HTTPS://Parts.Example:443/api/v1/ ") == SERVER
    assert keystore.user_of("https://parts.example:8443/api/v1") != SERVER
    assert keystore.user_of("http://parts.example/api/v1") != SERVER


def test_only_the_beginning_of_a_key_is_shown() -> None:
    assert keystore.shown(KEY) == "svc_live_abcdefgh…"
    assert keystore.shown("short") == "…"
