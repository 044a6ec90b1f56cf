"""Fetching a caller's URL by the rules of `network`. Every redirect is a new URL.

Whatever goes wrong is told alike, or the answer would map the network.
"""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urljoin

import httpcore2

from server.errors import BlobRefused, UploadTooLarge
from server.fetch import network
from server.fetch.network import GuardedBackend, NotPublic

TIME_LIMIT_S = 30.0
MOST_REDIRECTS = 3
REDIRECTS = (301, 302, 303, 307, 308)
REFUSAL = "blob_url cannot be fetched; it is an http or https URL that anybody can reach."

_lookups = network.lookups(4)


class Fetcher:
    """Fetches files.

    Parameters
    ----------
    allowed_hosts : collection of str
        Hosts that may be private, in lower case; any port.
    max_bytes : int
        The largest file.
    """

    def __init__(
        self, allowed_hosts: frozenset[str], max_bytes: int, time_limit_s: float = TIME_LIMIT_S
    ) -> None:
        self._allowed_hosts = allowed_hosts
        self._max_bytes = max_bytes
        self._time_limit_s = time_limit_s

    async def chunks(self, url: str) -> AsyncIterator[bytes]:
        """Yield what a URL holds.

        Raises
        ------
        BlobRefused
            It may not be fetched, or could not be.
        UploadTooLarge
            It is too large.
        """
        backend = GuardedBackend(self._allowed_hosts.__contains__, _lookups)
        try:
            async with asyncio.timeout(self._time_limit_s):
                async with httpcore2.AsyncConnectionPool(network_backend=backend) as pool:
                    async for chunk in self._follow(pool, url):
                        yield chunk
        except (BlobRefused, UploadTooLarge):
            raise
        except NotPublic:
            raise BlobRefused(REFUSAL) from None
        except network.FAILURES:
            raise BlobRefused(REFUSAL) from None

    async def _follow(self, pool: httpcore2.AsyncConnectionPool, url: str) -> AsyncIterator[bytes]:
        """Follow redirects to the file."""
        for _ in range(MOST_REDIRECTS + 1):
            network.check_url(url)
            headers = [
                ("Accept-Encoding", "identity"),
                ("User-Agent", "sprue"),
                ("Host", network.authority(url)),
            ]
            async with pool.stream("GET", url, headers=headers) as response:
                if response.status in REDIRECTS:
                    url = urljoin(url, _header(response.headers, b"location"))
                    continue
                if response.status != 200:
                    raise BlobRefused(REFUSAL)
                length = _header(response.headers, b"content-length")
                if length.isdigit() and int(length) > self._max_bytes:
                    raise UploadTooLarge(f"The file is larger than {self._max_bytes / 1024**2:g} MB.")
                async for chunk in response.aiter_stream():
                    yield chunk
                return
        raise BlobRefused(REFUSAL)


def _header(headers: list[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key.lower() == name), "")
