"""The first start: who may sign up before anybody has.

On a server that only its own machine reaches, whoever sits there. Otherwise whoever holds the link that the
server printed when it started, which only its operator has read.
"""

import hmac
import secrets
from ipaddress import ip_address


class Setup:
    """Admits the first user.

    Parameters
    ----------
    is_local : bool
        Whether the server listens on the loopback address and has no public address besides.
    """

    def __init__(self, is_local: bool) -> None:
        self.token = secrets.token_urlsafe(24)
        self.is_local = is_local

    def admits(self, address: str, token: str) -> bool:
        """Whether a visitor from an address, with or without the token, may sign up first."""
        if token and hmac.compare_digest(token.encode(), self.token.encode()):
            return True
        return self.is_local and is_loopback(address)


def is_loopback(host: str) -> bool:
    """Whether an address or host name is the machine's own."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
