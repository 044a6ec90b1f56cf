"""Posting goes nowhere where a stranger could not go, and follows nobody elsewhere."""

import asyncio
import socket
import threading
import time
from typing import Any

import pytest

from server.errors import BlobRefused
from server.fetch import network, post
from server.fetch.guarded import Fetcher
from server.fetch.post import Answered, NoAnswer, Poster
from tests.support.receiver import receiving

BODY = b'{"type":"webhook.test"}'


def posted(url: str, allows_private: bool = True, limit_s: float = 5.0) -> Answered:
    return asyncio.run(Poster(allows_private, limit_s).post(url, {"webhook-id": "1"}, BODY))


def test_a_body_arrives_as_it_was_sent_with_its_headers() -> None:
    with receiving() as receiver:
        assert posted(f"{receiver.url}/hook?a=b") == Answered(204, None)
        [found] = receiver.received
    assert (found.path, found.body, found.headers["webhook-id"]) == ("/hook?a=b", BODY, "1")


@pytest.mark.parametrize("status", [200, 301, 302, 307, 404, 410, 500])
def test_any_status_is_an_answer_and_no_redirect_is_followed(status: int) -> None:
    with receiving() as receiver:
        receiver.statuses.append(status)
        receiver.headers["Location"] = f"{receiver.url}/elsewhere"
        assert posted(f"{receiver.url}/hook").status == status
        assert [each.path for each in receiver.received] == ["/hook"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("120", 120.0), ("0", 0.0), ("Fri, 27 Nov 2026 09:00:00 GMT", None), ("-5", None), ("9" * 30, None)],
)
def test_a_receiver_may_say_in_seconds_when_to_come_again(text: str, seconds: float | None) -> None:
    with receiving() as receiver:
        receiver.statuses.append(503)
        receiver.headers["Retry-After"] = text
        assert posted(receiver.url) == Answered(503, seconds)


def test_nothing_arrives_at_a_private_address_unless_it_is_allowed() -> None:
    with receiving() as receiver:
        with pytest.raises(NoAnswer) as caught:
            posted(receiver.url, allows_private=False)
        assert str(caught.value) == post.REFUSAL
        assert receiver.received == []
        posted(receiver.url)
        assert len(receiver.received) == 1


def test_a_name_of_a_private_address_and_one_of_none_are_refused_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        if host == "nothing.test":
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", port))]

    monkeypatch.setattr(network.socket, "getaddrinfo", look_up)
    for url in ("http://inside.test/", "https://nothing.test/"):
        with pytest.raises(NoAnswer) as caught:
            posted(url, allows_private=False)
        assert str(caught.value) == post.REFUSAL


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/a",
        "http://localhost/a",
        "http://[::1]/a",
        "https://192.168.0.7/a",
        "https://example.test:8443/a",
        "ftp://example.test/a",
        "https://user:secret@example.test/a",
        "example.test/a",
        "http://[::1/a",
        "http://example.test:99999/a",
        "",
    ],
)
def test_what_can_be_seen_in_a_url_is_refused_before_anything_is_sent(url: str) -> None:
    with pytest.raises(NoAnswer) as caught:
        Poster(allows_private=False).check(url)
    assert str(caught.value) == post.REFUSAL


@pytest.mark.parametrize("url", ["https://example.test/a", "http://example.test:80/", "https://8.8.8.8/a"])
def test_what_may_be_public_is_let_through(url: str) -> None:
    Poster(allows_private=False).check(url)


def test_where_private_addresses_are_allowed_so_is_any_port_but_no_other_scheme() -> None:
    poster = Poster(allows_private=True)
    poster.check("http://10.0.0.7:9000/hook")
    with pytest.raises(NoAnswer):
        poster.check("file:///etc/passwd")


def test_a_receiver_that_says_nothing_is_given_up() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        began = time.monotonic()
        with pytest.raises(NoAnswer) as caught:
            posted(f"http://127.0.0.1:{silent.getsockname()[1]}/", limit_s=0.3)
        assert time.monotonic() - began < 3
    assert str(caught.value) == "There was no answer within 0.3 s."


def test_where_nobody_listens_the_connection_failed() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(NoAnswer) as caught:
        posted(f"http://127.0.0.1:{port}/")
    assert str(caught.value) == post.BROKEN


def test_names_of_webhooks_that_are_looked_up_for_long_keep_no_file_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = threading.Event()

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        if host.startswith("slow"):
            answers.wait(30)
        raise socket.gaierror

    async def go() -> float:
        poster = Poster(False, 20.0)
        posting = [asyncio.create_task(poster.post(f"http://slow{n}.test/", {}, BODY)) for n in range(40)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        with pytest.raises(BlobRefused):
            await anext(Fetcher(frozenset(), 1000, 20.0).chunks("http://part.test/a"))
        waited_s = time.monotonic() - began
        answers.set()
        assert all(
            isinstance(one, NoAnswer) for one in await asyncio.gather(*posting, return_exceptions=True)
        )
        return waited_s

    monkeypatch.setattr(network.socket, "getaddrinfo", look_up)
    assert asyncio.run(go()) < 5


def test_an_answer_without_an_end_is_cut_off_and_counts() -> None:
    with receiving() as receiver:
        receiver.statuses.append(200)
        began = time.monotonic()
        assert posted(f"{receiver.url}/endless").status == 200
        assert time.monotonic() - began < 3
