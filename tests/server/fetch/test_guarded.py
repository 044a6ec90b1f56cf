"""The fetcher goes nowhere where a stranger could not go."""

import asyncio
import socket
import threading
import time
from typing import Any

import pytest

from server.errors import BlobRefused, UploadTooLarge
from server.fetch import guarded, network
from server.fetch.guarded import Fetcher
from tests.support import blob_server

HERE = frozenset({"127.0.0.1"})


def fetch(
    url: str, allowed: frozenset[str] = frozenset(), max_bytes: int = 10**6, limit_s: float = 5
) -> bytes:
    async def go() -> bytes:
        return b"".join([chunk async for chunk in Fetcher(allowed, max_bytes, limit_s).chunks(url)])

    return asyncio.run(go())


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/a",
        "http://2130706433/a",
        "http://0177.0.0.1/a",
        "http://0x7f.1/a",
        "http://127.1/a",
        "http://0/a",
        "http://localhost/a",
        "http://[::1]/a",
        "http://[::ffff:127.0.0.1]/a",
        "http://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/a",
        "http://user:secret@example.test/a",
        "http://example.test@127.0.0.1/a",
        "http://127.0.0.1:22/a",
        "file:///etc/passwd",
        "ftp://example.test/a",
        "gopher://example.test/a",
        "//example.test/a",
        "example.test/a",
        "",
        "http://",
        "http:///a",
        "http://exa mple.test/a",
        "http://example.test/\r\nX: y",
        "http://[::1/a",
        "http://example.test:99999/a",
        "http://" + "a" * 9000,
        "http://nothing.invalid/a",
    ],
)
def test_a_url_to_anywhere_else_is_refused_in_the_same_words(url: str) -> None:
    with pytest.raises(BlobRefused) as caught:
        fetch(url)
    assert str(caught.value) == guarded.REFUSAL


def test_a_host_that_is_allowed_is_fetched_from_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    with blob_server.serving({"/a": b"part"}) as site:
        assert fetch(f"{site}/a", HERE) == b"part"
        with pytest.raises(BlobRefused):
            fetch(f"{site}/a")
        with pytest.raises(BlobRefused):
            fetch(f"{site}/missing", HERE)


def test_redirects_are_followed_a_few_times_and_checked_each_time() -> None:
    redirects = {
        "/one": "/two",
        "/two": "/a",
        "/loop": "/loop",
        "/out": "http://169.254.169.254/",
        "/odd": "file:///a",
    }
    with blob_server.serving({"/a": b"part"}, redirects) as site:
        assert fetch(f"{site}/one", HERE) == b"part"
        for path in ("/loop", "/out", "/odd"):
            with pytest.raises(BlobRefused):
                fetch(f"{site}{path}", HERE)


def test_a_file_that_is_too_large_is_given_up_early() -> None:
    with blob_server.serving({"/a": bytes(2000)}) as site:
        assert len(fetch(f"{site}/a", HERE, max_bytes=2000)) == 2000
        with pytest.raises(UploadTooLarge):
            fetch(f"{site}/a", HERE, max_bytes=1999)


def test_a_server_that_says_nothing_is_given_up() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        began = time.monotonic()
        with pytest.raises(BlobRefused):
            fetch(f"http://127.0.0.1:{silent.getsockname()[1]}/a", HERE, limit_s=0.5)
        assert time.monotonic() - began < 3


def test_a_name_is_looked_up_once_and_that_address_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        looked_up.append(host)
        address = "8.8.8.8" if len(looked_up) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    connected: list[str] = []

    async def connect(self: Any, host: str, *_: Any) -> Any:
        connected.append(host)
        raise OSError

    monkeypatch.setattr(network.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(network.httpcore2.AnyIOBackend, "connect_tcp", connect)
    with pytest.raises(BlobRefused):
        fetch("http://rebinding.test/a")
    assert connected == ["8.8.8.8"]
    assert looked_up == ["rebinding.test"]


def test_one_private_address_among_public_ones_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in ("8.8.8.8", "10.0.0.1")]

    async def connect(self: Any, *_: Any) -> Any:
        pytest.fail("connected")

    monkeypatch.setattr(network.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(network.httpcore2.AnyIOBackend, "connect_tcp", connect)
    with pytest.raises(BlobRefused):
        fetch("http://mixed.test/a")


def test_names_that_are_looked_up_for_long_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        answers.wait(30)
        raise OSError

    async def go() -> float:
        fetcher = Fetcher(frozenset(), 1000, 20.0)
        fetching = [asyncio.create_task(anext(fetcher.chunks(f"http://slow{at}.test/a"))) for at in range(40)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await asyncio.to_thread(lambda: None)
        waited_s = time.monotonic() - began
        answers.set()
        found = await asyncio.gather(*fetching, return_exceptions=True)
        assert all(isinstance(one, BlobRefused) for one in found)
        return waited_s

    monkeypatch.setattr(network.socket, "getaddrinfo", look_up)
    assert asyncio.run(go()) < 5
