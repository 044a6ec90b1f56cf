"""The events of the document, as pages show them."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from litestar.testing import TestClient
from standardwebhooks import Webhook as Signer

from server.reference.events import Event, events
from server.webhooks.description import SECRET
from server.webhooks.webhook import EventType


@pytest.fixture(scope="module")
def every(client: TestClient[Any]) -> list[Event]:
    return list(events(client.get("/docs/openapi.json").json()))


def test_every_event_that_is_sent_is_there_with_its_members(every: list[Event]) -> None:
    assert {event.name for event in every} == set(EventType)
    members = {event.name: {field.anchor for field in event.body.fields} for event in every}
    assert "body.data.result_url" in members["job.completed"]
    assert "body.data.result_url" not in members["job.failed"]
    assert members["webhook.test"] == {"body.type", "body.timestamp", "body.data", "body.data.webhook_id"}


def test_a_request_is_shown_as_it_is_sent_and_its_signature_holds(every: list[Event]) -> None:
    for event in every:
        head, _, body = event.request.partition("\n\n")
        first, *lines = head.split("\n")
        headers = dict(line.split(": ", 1) for line in lines)
        assert first == "POST /hooks/sprue HTTP/1.1"
        assert int(headers["Content-Length"]) == len(body.encode())
        assert json.loads(body) == json.loads(event.body.example)
        sent = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        signed = Signer(SECRET).sign(headers["webhook-id"], sent, body)
        assert headers["webhook-signature"] == signed
        assert Signer(SECRET).sign(headers["webhook-id"], sent, event.body.example) != signed


def test_what_answers_do_is_told_by_their_statuses(every: list[Event]) -> None:
    answers = dict(every[0].answers)
    assert list(answers) == ["2XX", "410", "others"]
    assert "delivered" in answers["2XX"]
    assert "switched off" in answers["410"]


def test_a_document_without_webhooks_has_no_events() -> None:
    assert list(events({"paths": {}})) == []
