"""What people type is completed to the address of an API."""

import pytest

from app.client import address


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("example.org", "https://example.org/api/v1"),
        ("  https://example.org/ ", "https://example.org/api/v1"),
        ("https://example.org/api/v1", "https://example.org/api/v1"),
        ("https://example.org/api/v1/", "https://example.org/api/v1"),
        ("https://example.org/api/v1/dfm/jobs?limit=5#top", "https://example.org/api/v1"),
        ("https://example.org/docs/guide", "https://example.org/api/v1"),
        ("https://example.org/dashboard/api", "https://example.org/api/v1"),
        ("https://example.org/sprue", "https://example.org/sprue/api/v1"),
        ("https://example.org/docsify", "https://example.org/docsify/api/v1"),
        ("localhost:8000", "http://localhost:8000/api/v1"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000/api/v1"),
        ("192.168.1.7", "http://192.168.1.7/api/v1"),
        ("[::1]:8000", "http://[::1]:8000/api/v1"),
        ("example.org:8443", "https://example.org:8443/api/v1"),
        ("http://example.org", "http://example.org/api/v1"),
        ("", ""),
    ],
)
def test_an_address_is_completed(typed: str, meant: str) -> None:
    assert address.complete(typed) == meant
    assert address.complete(meant) == meant


@pytest.mark.parametrize("typed", ["ftp://example.org", "https://", "http://[broken"])
def test_what_is_no_address_comes_back_as_it_is(typed: str) -> None:
    assert address.complete(typed) == typed
