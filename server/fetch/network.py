"""Reaching a caller's URL without lending the caller our place in the network.

Only http and https, only the usual ports, only addresses that everybody can reach: the address is looked
up once, checked, and that very address is connected to, so that a name cannot change its meaning in between.
"""

import asyncio
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import httpcore2

PORTS = (80, 443)
LONGEST_URL = 8192
FAILURES: tuple[type[Exception], ...] = (
    OSError,
    TimeoutError,
    ValueError,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.TimeoutException,
    httpcore2.UnsupportedProtocol,
)
"""What a request over `GuardedBackend` can end in, beside `NotPublic`."""

TUNNELS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
)
"""IPv6 addresses that hold an IPv4 one, which may be private."""


class NotPublic(Exception):
    """A URL or an address is not one that everybody can reach."""


def is_public(address: str) -> bool:
    """Whether an address is one that everybody can reach."""
    found = ip_address(address)
    found = getattr(found, "ipv4_mapped", None) or found
    is_tunnel = any(found in network for network in TUNNELS if network.version == found.version)
    return found.is_global and not found.is_multicast and not is_tunnel


def check_url(url: str) -> None:
    """Raise NotPublic, or ValueError, unless a URL is a plain one of http or https."""
    split = urlsplit(url)
    is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
    if not is_plain or split.scheme not in ("http", "https") or not split.hostname or "@" in split.netloc:
        raise NotPublic


def authority(url: str) -> str:
    """Return host and port of a URL as they stand in it: the value of the header Host."""
    return urlsplit(url).netloc


def lookups(n_threads: int) -> ThreadPoolExecutor:
    """Return threads that look names up.

    They are nobody else's: those of the loop read results, and a caller may name many hosts whose name
    servers say nothing.
    """
    return ThreadPoolExecutor(n_threads, thread_name_prefix="sprue-lookup")


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to addresses that were checked, and to nothing else.

    Parameters
    ----------
    is_allowed : callable
        Whether a host, in lower case, may be private and have any port.
    lookups : Executor
        Threads to look names up with.
    """

    def __init__(self, is_allowed: Callable[[str], bool], lookups: Executor) -> None:
        self._is_allowed = is_allowed
        self._lookups = lookups
        self._backend = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to a host by an address of it that is public; raise NotPublic where it has another."""
        is_allowed = self._is_allowed(host.lower())
        if port not in PORTS and not is_allowed:
            raise NotPublic
        look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._lookups, look_up)
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not (is_allowed or all(map(is_public, addresses))):
            raise NotPublic
        return await self._backend.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """Refuse."""
        raise NotPublic

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
