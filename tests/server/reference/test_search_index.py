"""The index of the search leads to places that are there."""

import re
from typing import Any

from litestar.testing import TestClient


def test_every_entry_of_the_index_leads_to_an_anchor_of_a_page(client: TestClient[Any]) -> None:
    answer = client.get("/docs/search.json")
    assert answer.headers["content-type"] == "application/json"
    entries = answer.json()
    anchors: dict[str, set[str]] = {}
    for entry in entries:
        page, _, anchor = entry["url"].partition("#")
        if page not in anchors:
            text = client.get(page).text
            anchors[page] = set(re.findall(r'id="([^"]+)"', text))
        assert not anchor or anchor in anchors[page], entry
    assert len(anchors) > 24 + 4
    assert len(entries) > 300


def test_operations_fields_and_sections_of_the_guide_are_found(client: TestClient[Any]) -> None:
    entries = client.get("/docs/search.json").json()
    found = {(entry["name"], entry["url"]) for entry in entries}
    result = "/docs/operations/getResult"
    assert ("analyze", "/docs/operations/analyze") in found
    assert ("pull_dir", f"{result}#200.features.manufacturability.pull_dir") in found
    assert ("Idempotency-Key", "/docs/operations/createQuote#header.Idempotency-Key") in found
    assert ("Quote a casting", "/docs/guide#quote-a-casting") in found
    assert ("job.completed", "/docs/events/job.completed") in found
    assert ("webhook-signature", "/docs/events/job.completed#header.webhook-signature") in found
    assert ("result_url", "/docs/events/job.completed#body.data.result_url") in found
    assert ("result_url", "/docs/events/job.failed#body.data.result_url") not in found
    # errors have one shape, which is told once and not at every operation
    assert not [entry for entry in entries if "#404." in entry["url"]]
