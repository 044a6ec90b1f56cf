"""The page at `/docs` leads to every operation, and says what all have in common."""

import re
from typing import Any

from litestar.testing import TestClient

from server.openapi import MEANING
from server.reference.document import operations_of


def test_every_operation_is_there_once_in_its_group(client: TestClient[Any]) -> None:
    document = client.get("/docs/openapi.json").json()
    page = client.get("/docs").text
    main = page.partition("<main>")[2]
    linked = re.findall(r'href="/docs/operations/(\w+)"', main)
    assert linked == [operation["operationId"] for _, _, operation in operations_of(document)]
    groups = [part.partition("</section>")[0] for part in main.split('<section class="card">')]
    analysis = next(each for each in groups if 'id="analysis"' in each)
    assert 'href="/docs/operations/recompute"' in analysis
    assert "createQuote" not in analysis
    assert re.findall(r'href="/docs/events/([\w.]+)"', main) == list(document["webhooks"])


def test_where_paths_begin_and_what_every_status_means_is_said(client: TestClient[Any]) -> None:
    page = client.get("/docs").text
    assert "<code>http://sprue.test/api/v1</code>" in page
    for status in MEANING:
        assert f'<dt class="status s{str(status)[0]}">{status}</dt>' in page
    assert "a coarser <code>max_edge</code> is the remedy" in page
    assert "`" not in page
