"""Posting to a caller's URL by the rules of `network`. Redirects are not followed.

A caller learns the status that an answer has, and nothing else of it.
"""

import asyncio
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpcore2

from server.fetch import network
from server.fetch.network import GuardedBackend, NotPublic

TIME_LIMIT_S = 15.0
"""For connection, request and answer together: the Standard Webhooks specification asks for 15 to 30 s."""
MOST_ANSWER_BYTES = 1 << 14
"""Read of an answer, so that a receiver that writes a page sees it read. The rest is cut off."""
REFUSAL = "The URL is no http or https URL that anybody can reach on port 80 or 443."
SILENCE = "There was no answer within {:g} s."
BROKEN = "The connection failed, or broke off before there was an answer."

_lookups = network.lookups(16)
"""As many as there are requests at once: `blob_url` does not wait for names of webhooks."""


class NoAnswer(Exception):
    """A URL may not be posted to, or did not answer; the message is a sentence for its owner."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What is known of an answer."""

    status: int
    retry_after_s: float | None
    """Its Retry-After; None where there is none, or it is a date."""


class Poster:
    """Posts to URLs.

    Parameters
    ----------
    allows_private : bool
        Whether hosts may be private and have any port.
    time_limit_s : float
        Seconds that one request may take.
    """

    def __init__(self, allows_private: bool, time_limit_s: float = TIME_LIMIT_S) -> None:
        self._allows_private = allows_private
        self._time_limit_s = time_limit_s

    def check(self, url: str) -> None:
        """Raise NoAnswer where it can be seen in a URL that it is not posted to; no name is looked up."""
        try:
            network.check_url(url)
            split = urlsplit(url)
            is_usual = split.port is None or split.port in network.PORTS
            if not self._allows_private and not (is_usual and _may_be_public(split.hostname or "")):
                raise NotPublic
        except (NotPublic, ValueError):
            raise NoAnswer(REFUSAL) from None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answered:
        """Post a body; return what was answered, whatever the status.

        Raises
        ------
        NoAnswer
            The URL may not be posted to, or there was no answer in time.
        """
        try:
            async with asyncio.timeout(self._time_limit_s):
                return await self._post(url, headers, body)
        except (NotPublic, socket.gaierror, ValueError):  # told alike, or it would map our names
            raise NoAnswer(REFUSAL) from None
        except (TimeoutError, httpcore2.TimeoutException):
            raise NoAnswer(SILENCE.format(self._time_limit_s)) from None
        except network.FAILURES:
            raise NoAnswer(BROKEN) from None

    async def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answered:
        network.check_url(url)
        sent = [
            ("Host", network.authority(url)),
            ("User-Agent", "sprue"),
            ("Content-Length", str(len(body))),
            *headers.items(),
        ]
        backend = GuardedBackend(lambda _: self._allows_private, _lookups)
        async with (
            httpcore2.AsyncConnectionPool(network_backend=backend) as pool,
            pool.stream("POST", url, headers=sent, content=body) as response,
        ):
            n_read = 0
            async for chunk in response.aiter_stream():
                n_read += len(chunk)
                if n_read > MOST_ANSWER_BYTES:
                    break
            return Answered(response.status, _retry_after_s(response.headers))


def _may_be_public(host: str) -> bool:
    """Whether a host is a name, or an address that everybody can reach."""
    try:
        return network.is_public(host)
    except ValueError:
        return host.lower().rstrip(".") != "localhost"


def _retry_after_s(headers: list[tuple[bytes, bytes]]) -> float | None:
    text = next((value for key, value in headers if key.lower() == b"retry-after"), b"")
    return float(text) if text.isdigit() and len(text) < 10 else None
