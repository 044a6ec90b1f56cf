"""The document tells a receiver what it is sent."""

from typing import Any

from jsonschema import Draft202012Validator

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


def test_every_event_has_a_schema_and_an_example_that_holds_to_it(client: Client) -> None:
    document = client.get("/docs/openapi.json").json()
    assert set(document["webhooks"]) == set(EventType)
    for event in EventType:
        [example] = examples(document, event)
        assert problems(document, event, example) == []
        assert problems(document, event, example | {"type": "something.else"})
        assert problems(document, event, example | {"data": {}})


def test_the_headers_of_the_specification_are_named(client: Client) -> None:
    document = client.get("/docs/openapi.json").json()
    for event in EventType:
        named = {each["name"] for each in document["webhooks"][event]["post"]["parameters"]}
        assert named == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_what_is_listed_as_sent_holds_to_the_schema(client: Client) -> None:
    document = client.get("/docs/openapi.json").json()
    body = {"url": "https://nothing.invalid/hook", "events": ["job.failed"]}
    webhook = client.post("/api/v1/webhooks", json=body).json()["webhook"]
    listed = client.post(f"/api/v1/webhooks/{webhook['id']}/test").json()["delivery"]
    assert problems(document, "webhook.test", listed["payload"]) == []
    assert problems(document, "job.failed", listed["payload"])
