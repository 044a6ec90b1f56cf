"""The address of an API, made of what people type or paste."""

import ipaddress
from urllib.parse import urlsplit

API = "/api/v1"
PAGES = ("/docs", "/dashboard", "/healthz", "/readyz", "/metrics")
"""What a server shows besides its API: people copy the address of the page they are looking at."""


def complete(typed: str) -> str:
    """Return the address of the API that is meant, with scheme and path; empty of nothing.

    A host of this computer, or of a private network by its number, is spoken with over HTTP, any other over
    HTTPS, unless the scheme is typed too. What is no address comes back as it is, for the client to refuse.
    """
    text = typed.strip()
    if not text:
        return ""
    if "://" not in text:
        text = f"{'http' if _is_near(text) else 'https'}://{text}"
    try:
        parts = urlsplit(text)
    except ValueError:
        return typed.strip()
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return typed.strip()
    path = parts.path.partition(API)[0].rstrip("/")
    for page in PAGES:
        before, found, after = path.partition(page)
        if found and (not after or after.startswith("/")):
            path = before
    return f"{parts.scheme}://{parts.netloc}{path}{API}"


def _is_near(text: str) -> bool:
    host = text.partition("/")[0].rpartition(":")[0] or text.partition("/")[0]
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_private
    except ValueError:
        return False
