"""What of each answer may be kept."""

from typing import Any

import pytest
from litestar.testing import TestClient


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/api/v1/materials", "no-store"),
        ("/api/v1/dfm/jobs/nothing", "no-store"),
        ("/healthz", "no-store"),
        ("/metrics", "no-store"),
        ("/dashboard/sign-in", "no-store"),
        ("/dashboard/static/dashboard.css", "public, max-age=3600"),
        ("/dashboard/static/nothing.css", "no-store"),
        ("/docs/openapi.json", "no-cache"),
        ("/artifacts/a/1/nothing.glb", "no-store"),
    ],
)
def test_each_path_says_what_may_be_kept_and_no_error_may(
    client: TestClient[Any], path: str, policy: str
) -> None:
    assert client.get(path).headers.get_list("cache-control") == [policy]
