"""Each event has a page of its own."""

import html
from typing import Any

import pytest
from litestar.testing import TestClient

from server.webhooks.webhook import EventType


def test_every_event_has_a_page_and_leads_on_to_the_next(client: TestClient[Any]) -> None:
    every = list(EventType)
    for index, event in enumerate(every):
        page = client.get(f"/docs/events/{event}")
        assert page.status_code == 200
        assert f"<code>{event}</code>" in page.text
        assert page.text.count('aria-current="page"') == 1
        if index + 1 < len(every):
            assert f'class="after" href="/docs/events/{every[index + 1]}"' in page.text
        else:
            assert 'class="after"' not in page.text
        assert "`" not in page.text


def test_a_page_shows_headers_members_the_request_and_how_to_answer(client: TestClient[Any]) -> None:
    page = html.unescape(client.get("/docs/events/quote.created").text)
    for anchor in ("header.webhook-id", "header.webhook-signature", "body.data.quote_url"):
        assert f'id="{anchor}"' in page
    assert "\nwebhook-signature: v1," in page
    assert '\n\n{"type":"quote.created","timestamp":"2026-11-27T' in page
    assert '<dt class="status s2">2XX</dt><dd>It is delivered' in page
    assert "has it among its <code>events</code>" in page
    test = client.get("/docs/events/webhook.test").text
    assert "body.data.quote_url" not in test
    assert "has it among" not in test


@pytest.mark.parametrize("name", ["job.cancelled", "onJobCompleted", "createWebhook"])
def test_what_is_no_event_has_no_page(client: TestClient[Any], name: str) -> None:
    assert client.get(f"/docs/events/{name}").status_code == 404
