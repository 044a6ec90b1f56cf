"""Operations and events stand in the groups of their tags, on every page alike."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from server.webhooks.webhook import EventType


@pytest.mark.parametrize("path", ["/docs", "/docs/operations/analyze", "/docs/events/job.failed"])
def test_events_follow_the_operations_of_webhooks_and_stand_nowhere_else(
    client: TestClient[Any], path: str
) -> None:
    contents = client.get(path).text.partition("</nav>\n</aside>")[0].partition('aria-label="Operations"')[2]
    groups = {
        group.partition("</h2>")[0]: re.findall(r'href="/docs/(operations|events)/([\w.]+)"', group)
        for group in contents.split("<h2>")[1:]
    }
    webhooks = groups.pop("Webhooks")
    assert [name for kind, name in webhooks if kind == "events"] == list(EventType)
    assert [kind for kind, _ in webhooks] == ["operations"] * 10 + ["events"] * 5
    assert {kind for group in groups.values() for kind, _ in group} == {"operations"}
    assert {"Quoting", "Analysis", "Account", "Artifacts", "Server"} == groups.keys()
