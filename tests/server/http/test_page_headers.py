"""Headers of pages; that browsers then show all of them is tested beside the dashboard, in Chromium."""

from typing import Any

import pytest
from litestar.testing import TestClient


@pytest.mark.parametrize(
    ("path", "fetches", "sends_forms"),
    [
        ("/", False, True),
        ("/dashboard/sign-in", False, True),
        ("/dashboard/none", False, True),
        ("/docs", True, False),
        ("/docs/guide", True, False),
        ("/docs/operations/analyze", True, False),
    ],
)
def test_every_page_keeps_out_of_frames_and_loads_nothing_foreign(
    client: TestClient[Any], path: str, fetches: bool, sends_forms: bool
) -> None:
    headers = client.get(path, follow_redirects=False).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "frame-ancestors 'none'" in policy
    assert "style-src 'self'; script-src 'self';" in policy
    assert "unsafe" not in policy
    assert ("connect-src 'self'" in policy) is fetches
    assert ("form-action 'self'" in policy) is sends_forms
    assert "*" not in policy
    assert "http" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/materials"])
def test_what_is_no_page_has_no_policy(client: TestClient[Any], path: str) -> None:
    assert "content-security-policy" not in client.get(path).headers
