"""Fetching a caller's URL without lending the caller our place in the network.

Only http and https, only the usual ports, only addresses that everybody can reach: the address is looked
up once, checked, and that very address is connected to, so that a name cannot change its meaning in between.
Every redirect is a new URL. Whatever goes wrong is told alike, or the answer would map the network.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpcore2

from server.errors import BlobRefused, UploadTooLarge

TIME_LIMIT_S = 30.0
MOST_REDIRECTS = 3
PORTS = (80, 443)
REDIRECTS = (301, 302, 303, 307, 308)
LONGEST_URL = 8192
REFUSAL = "blob_url cannot be fetched; it is an http or https URL that anybody can reach."

TUNNELS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
)
"""IPv6 addresses that hold an IPv4 one, which may be private."""


def is_public(address: str) -> bool:
    """Whether an address is one that everybody can reach."""
    found = ip_address(address)
    found = getattr(found, "ipv4_mapped", None) or found
    is_tunnel = any(found in network for network in TUNNELS if network.version == found.version)
    return found.is_global and not found.is_multicast and not is_tunnel


_lookups = ThreadPoolExecutor(4, thread_name_prefix="sprue-lookup")
"""Names are looked up by threads of their own: those of the loop read results, and a caller may name many
hosts whose name servers say nothing."""


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
        backend = _GuardedBackend(self._allowed_hosts)
        try:
            async with asyncio.timeout(self._time_limit_s):
                async with httpcore2.AsyncConnectionPool(network_backend=backend) as pool:
                    async for chunk in self._follow(pool, url):
                        yield chunk
        except (BlobRefused, UploadTooLarge):
            raise
        except (OSError, TimeoutError, ValueError, httpcore2.NetworkError, httpcore2.ProtocolError):
            raise BlobRefused(REFUSAL) from None
        except (httpcore2.TimeoutException, httpcore2.UnsupportedProtocol):
            raise BlobRefused(REFUSAL) from None

    async def _follow(self, pool: httpcore2.AsyncConnectionPool, url: str) -> AsyncIterator[bytes]:
        """Follow redirects to the file."""
        for _ in range(MOST_REDIRECTS + 1):
            _check_url(url)
            headers = [("Accept-Encoding", "identity"), ("User-Agent", "sprue"), ("Host", _host(url))]
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


class _GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to addresses that were checked, and to nothing else."""

    def __init__(self, allowed_hosts: frozenset[str]) -> None:
        self._allowed_hosts = allowed_hosts
        self._backend = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to a host by an address of it that is public."""
        is_allowed = host.lower() in self._allowed_hosts
        if port not in PORTS and not is_allowed:
            raise BlobRefused(REFUSAL)
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(_lookups, look_up)
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not (is_allowed or all(map(is_public, addresses))):
            raise BlobRefused(REFUSAL)
        return await self._backend.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """Refuse."""
        raise BlobRefused(REFUSAL)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


def _check_url(url: str) -> None:
    split = urlsplit(url)
    is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
    if not is_plain or split.scheme not in ("http", "https") or not split.hostname or "@" in split.netloc:
        raise BlobRefused(REFUSAL)


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _header(headers: list[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key.lower() == name), "")
