"""Who asks: the address of a caller, also of one behind proxies that the operator trusts.

`X-Forwarded-For` is what whoever sends a request wrote into it. It counts only where the request came from a
trusted proxy, and then only as far as trusted proxies wrote it: each adds the address it was asked from at
the right end. `-Proto` and `-Host` never count: links begin where `SPRUE_SITE_URL` says.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from litestar.datastructures import Headers
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
FORWARDED = "x-forwarded-for"
OF_ONE_SUBSCRIBER = 64
"""Bits of an IPv6 address that tell subscribers apart: each has at least a /64 to choose addresses from."""


class CallerAddress(ASGIMiddleware):
    """Puts the address of the caller in place of that of a trusted proxy, for all that asks for it later."""

    def __init__(self, trusted: Sequence[Network]) -> None:
        self._trusted = tuple(trusted)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Look for the address, then pass on."""
        client = scope.get("client")
        if client is not None:
            values = Headers.from_scope(scope).getall(FORWARDED, [])
            address = address_of(client[0], ",".join(values), self._trusted)
            if address != client[0]:
                scope["client"] = (address, 0)
        await next_app(scope, receive, send)


def address_of(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return the address of a caller.

    Parameters
    ----------
    peer : str
        Where the connection comes from.
    forwarded : str
        What `X-Forwarded-For` says; empty without one.
    trusted : sequence of networks
        Where proxies are whose word counts.

    Returns
    -------
    str
        The rightmost address that is no trusted proxy; the leftmost where all are. `peer` where it is no
        trusted proxy itself, or the header is malformed.
    """
    if not forwarded.strip() or not _is_in(_parsed(peer), trusted):
        return peer
    found = [_parsed(text) for text in forwarded.split(",")]
    for address in reversed(found):
        if address is None:
            return peer
        if not _is_in(address, trusted):
            return str(address)
    return str(found[0])


def subscriber_of(address: str) -> str:
    """Return what rates are counted by: an IPv4 address, or the network of a subscriber of IPv6."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, OF_ONE_SUBSCRIBER), strict=False))
    return str(parsed or address)


def is_proxy(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether a connection comes from a trusted proxy, and so from any number of callers."""
    return _is_in(_parsed(peer), trusted)


def _is_in(address: Address | None, networks: Sequence[Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def _parsed(text: str) -> Address | None:
    """Return an address, which may have a port behind it; None for anything else."""
    host = text.strip()
    if host.startswith("["):
        host, _, port = host[1:].partition("]")
        if port and not port.removeprefix(":").isdigit():
            return None
    elif host.count(":") == 1:
        host, _, port = host.partition(":")
        if not port.isdigit():
            return None
    try:
        address = ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
