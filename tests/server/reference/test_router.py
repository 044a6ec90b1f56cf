"""The pages about the API load what is theirs, and what nobody wrote is refused."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient


def test_the_pages_load_nothing_from_anywhere(client: TestClient[Any]) -> None:
    for path in ("/docs", "/docs/guide", "/docs/operations/analyze", "/docs/events/job.completed"):
        page = client.get(path)
        assert page.status_code == 200
        loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"', page.text)
        assert len(loaded) == 4
        assert all(each.startswith(("/docs/static/", "/dashboard/static/")) for each in loaded)
        assert " style=" not in page.text
        for each in loaded:
            assert client.get(each).status_code == 200


@pytest.mark.parametrize(
    "path", ["/docs/guides", "/docs/operations/none", "/docs/events/none", "/docs/operations/analyze/more"]
)
def test_a_page_that_is_not_there_is_refused_as_everywhere_else(client: TestClient[Any], path: str) -> None:
    refused = client.get(path)
    assert refused.status_code == 404
    assert refused.json()["error"] == client.get("/guides").json()["error"]
    assert client.get("/docs/openapi.json").status_code == 200
