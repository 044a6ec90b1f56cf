"""The document tells a receiver what it is sent."""

import json
from datetime import UTC, datetime
from typing import Any

from jsonschema import Draft202012Validator
from standardwebhooks import Webhook as Signer

from server.webhooks.webhook import EventType
from tests.server.application import Client

Document = dict[str, Any]


def problems(document: Document, event: str, body: Any) -> list[str]:
    """Return what is wrong with a body by the schema of an event."""
    content = document["webhooks"][event]["post"]["requestBody"]["content"]["application/json"]
    validator = Draft202012Validator({**content["schema"], "components": document["components"]})
    return [found.message for found in validator.iter_errors(body)]


def examples(document: Document, event: str) -> list[Document]:
    content = document["webhooks"][event]["post"]["requestBody"]["content"]["application/json"]
    return [each["value"] for each in content["examples"].values()]


def test_every_event_has_a_schema_and_an_example_that_holds_to_it(unstarted: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    assert set(document["webhooks"]) == set(EventType)
    for event in EventType:
        [example] = examples(document, event)
        assert problems(document, event, example) == []
        assert problems(document, event, example | {"type": "something.else"})
        assert problems(document, event, example | {"data": {}})


def test_the_headers_of_the_specification_are_named(unstarted: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    for event in EventType:
        named = {each["name"] for each in document["webhooks"][event]["post"]["parameters"]}
        assert named == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_an_example_is_signed_as_it_is_sent_by_the_secret_of_the_example(unstarted: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    made = document["paths"]["/api/v1/webhooks"]["post"]["responses"]["201"]["content"]["application/json"]
    secret = made["example"]["webhook"]["secret"]
    for event in EventType:
        sent = {each["name"]: each["example"] for each in document["webhooks"][event]["post"]["parameters"]}
        [example] = examples(document, event)
        body = json.dumps(example, separators=(",", ":"))
        moment = datetime.fromtimestamp(sent["webhook-timestamp"], UTC)
        signature, reformatted = (
            Signer(secret).sign(sent["webhook-id"], moment, text) for text in (body, json.dumps(example))
        )
        assert sent["webhook-signature"] == signature != reformatted


def test_what_a_delivery_in_an_example_sends_is_the_example_of_its_event(unstarted: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    listed = document["paths"]["/api/v1/webhooks/{webhook_id}/deliveries"]["get"]["responses"]["200"]
    [delivery] = listed["content"]["application/json"]["example"]["deliveries"]
    assert [delivery["payload"]] == examples(document, delivery["type"])
    [header] = {
        each["example"]
        for each in document["webhooks"][delivery["type"]]["post"]["parameters"]
        if each["name"] == "webhook-id"
    }
    assert header == delivery["event_id"]


def test_what_is_listed_as_sent_holds_to_the_schema(unstarted: Client, client: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    body = {"url": "https://nothing.invalid/hook", "events": ["job.failed"]}
    webhook = client.post("/api/v1/webhooks", json=body).json()["webhook"]
    listed = client.post(f"/api/v1/webhooks/{webhook['id']}/test").json()["delivery"]
    assert problems(document, "webhook.test", listed["payload"]) == []
    assert problems(document, "job.failed", listed["payload"])
