"""The examples of the document are sent to a running server; its answers have the members that they have."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from jsonschema import Draft202012Validator

import resources
from server.reference.document import operations_of
from tests.contract.conftest import Site
from tests.server import asking
from tests.support import blob_server
from tests.support.receiver import Receiver, receiving

Document = dict[str, Any]
PART: Path = resources.path("sample_parts/gear_housing.step")
MULTIPART, PLAIN, JSON = "multipart/form-data", "application/x-www-form-urlencoded", "application/json"


class Sender:
    """Sends examples as they stand, but for ids of what has to be there."""

    def __init__(self, document: Document, client: httpx.Client) -> None:
        self.document = document
        self._client = client
        self._operations = {found["operationId"]: (*at, found) for *at, found in operations_of(document)}
        self.sent: set[tuple[str, str]] = set()
        """Operations and kinds of bodies."""

    def operation(self, name: str) -> Document:
        """Return an operation by its id."""
        found: Document = self._operations[name][2]
        return found

    def send(
        self, operation_id: str, kind: str = "", body: Document | None = None, /, **ids: Any
    ) -> httpx.Response:
        """Send an example; `ids` are other values of its parameters, `body` other members of its body."""
        path, method, operation = self._operations[operation_id]
        places: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}}
        for parameter in operation.get("parameters", ()):
            places[parameter["in"]][parameter["name"]] = ids.get(parameter["name"], parameter["example"])
        contents = operation.get("requestBody", {}).get("content", {})
        kind = kind or next(iter(contents), "")
        example = contents[kind]["example"] | (body or {}) if kind else {}
        request: dict[str, Any] = {}
        if kind == JSON:
            request["json"] = example
        elif kind == PLAIN:
            request["data"] = example
        elif kind == MULTIPART:  # a field without a name of a file is a text
            texts = {field: (None, str(value)) for field, value in example.items()}
            request["files"] = texts | (
                {"file": (example["file"], PART.read_bytes())} if "file" in example else {}
            )
        self.sent.add((operation_id, kind))
        response = self._client.request(
            method,
            path.format_map(places["path"]),
            params=places["query"],
            headers=places["header"],
            **request,
        )
        assert response.status_code < 300, (operation_id, response.text)
        if response.headers.get("content-type") == JSON:
            self._compare(operation_id, operation["responses"][str(response.status_code)], response.json())
        return response

    def _compare(self, name: str, reported: Document, found: Any) -> None:
        """Check an answer against the schema, and its members against those of the example."""
        content = reported["content"][JSON]
        schema = content["schema"] | {"components": self.document["components"]}
        problems = list(Draft202012Validator(schema).iter_errors(found))
        assert problems == [], (name, problems[0].json_path, problems[0].message)
        assert differences(self.document, content["schema"], [content["example"]], [found]) == []


def differences(document: Document, schema: Document, examples: list[Any], found: list[Any]) -> list[str]:
    """Return where members of examples are not those of what was found.

    Everything at one place of the schema is taken together: an example need not show every entry of a list.
    """
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "oneOf" in schema:
        inner = [each for each in schema["oneOf"] if each.get("type") != "null"]
        return differences(document, inner[0], examples, found) if len(inner) == 1 else []
    if schema.get("type") == "array":
        examples, found = flat(examples, list), flat(found, list)
        if not found:
            return []
        if not examples:
            return ["a list that is not shown"]
        return differences(document, schema.get("items", {}), examples, found)
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        if not values:
            return []
        return differences(document, values, flat(examples, dict), flat(found, dict))
    shown, sent = members(examples), members(found)
    if not shown or not sent:
        return []
    own = set(schema["properties"])
    wrong = [f"{schema['title']}.{name}" for name in sorted((shown & own) ^ (sent & own))]
    wrong += [f"{schema['title']}.{name}, which is not there" for name in sorted(shown - own - sent)]
    for name, shape in schema["properties"].items():
        at = [[each[name] for each in side if each and name in each] for side in (examples, found)]
        wrong += [f"{name}: {each}" for each in differences(document, shape, *at)]
    return wrong


def members(objects: list[Any]) -> set[str]:
    return {name for each in objects if each for name in each}


def flat(values: list[Any], kind: type) -> list[Any]:
    """Return what lists hold, or the values of objects."""
    found = [each for each in values if isinstance(each, kind)]
    return [one for each in found for one in (each.values() if kind is dict else each)]


@pytest.fixture(scope="module")
def sender(site: Site) -> Iterator[Sender]:
    """Send with a key of an account of its own."""
    headers = {"X-API-Key": site.key("enterprise")}
    with httpx.Client(base_url=site.url, headers=headers, timeout=60, verify=asking.PLAIN) as client:
        yield Sender(client.get("/docs/openapi.json").json(), client)


@pytest.mark.slow
def test_every_example_is_accepted_and_answered_as_the_examples_say(sender: Sender, plate: Path) -> None:
    with receiving() as receiver:
        assert_examples_are_accepted(sender.send, receiver, plate)
    documented = {
        (found["operationId"], kind)
        for _, _, found in operations_of(sender.document)
        for kind in found.get("requestBody", {}).get("content", {"": None})
    }
    assert sender.sent == documented


def assert_examples_are_accepted(
    send: Callable[..., httpx.Response], receiver: Receiver, fetched_part: Path
) -> None:
    """Send every example, in an order in which there is what they speak of."""
    hook = send("createWebhook", "", {"url": f"{receiver.url}/hooks/sprue"}).json()["webhook"]["id"]
    for name in ("convert", "listMaterials", "listPostProcessing", "previewPrices"):
        send(name)
    quote = send("createQuote").json()["quote"]["id"]
    newest = send("createQuote", **{"Idempotency-Key": "order-4712"}).json()["quote"]["id"]
    send("getQuote", quote_id=quote)
    assert send("listQuotes", starting_after=newest).json()["quotes"][0]["id"] == quote
    preview = link_of(send("quickInfo").json()["glb_url"])
    assert send("getPreview", **preview).content[:4] == b"glTF"

    assert send("uploadPart").json()["size_bytes"] == PART.stat().st_size
    job = send("analyze", "", {"quote_id": quote}).json()["job_id"]
    with blob_server.serving({"/gear_housing.step": fetched_part.read_bytes()}) as url:
        blob = {"blob_url": f"{url}/gear_housing.step"}
        fetched = send("analyze", PLAIN, blob, **{"Idempotency-Key": "check-4712"}).json()["job_id"]
    until_done(send, job)
    until_done(send, fetched)
    assert send("listJobs", starting_after=fetched).json()["jobs"][0]["job_id"] == job
    assert "event: done" in send("followJob", job_id=job).text
    result = send("getResult", job_id=job).json()
    artifact = link_of(result["artifacts"]["thickness_glb"])
    assert send("getArtifact", **artifact).content[:4] == b"glTF"
    judged = send("evaluateModule", job_id=job).json()
    assert judged["configurations"][0]["result"]["summary"]["warning"] == 1  # four screws are 3.8 deep
    assert send("measurePart", job_id=job).json()["value"] == 1.2  # the thin rib, as it was drawn
    drawn = link_of(send("drawPicture", job_id=job).json()["picture_url"])
    assert send("getPreview", **drawn).content[:4] == b"\x89PNG"
    printed = link_of(send("printReport", job_id=job).json()["report_url"])
    assert send("getPreview", **printed).content[:5] == b"%PDF-"
    assert send("validateModule", "", {"job_id": job}).json()["trial"]["rules"][0]["n_picked"] == 8
    assert send("savePack").json()["pack"]["version"] == 1
    assert send("listPacks").json()["packs"] == [send("getPack").json()["pack"]]
    assert send("deletePack").status_code == 204
    measured = send("measurePlaces", job_id=job).json()
    assert (measured["relation"], measured["places"][0]["shape"]) == ("perpendicular", "cylinder")
    send("recompute", job_id=job)
    until_done(send, job)
    assert send("getResult", job_id=job).json()["features"]["manufacturability"]["pull_dir"] == [1, 0, 0]
    for name in ("getRuleSchema", "listModules", "getUsage", "getHealth", "getReadiness", "getMetrics"):
        send(name)
    assert send("deleteJob", job_id=fetched).status_code == 204
    assert_examples_of_webhooks_are_accepted(send, receiver, hook)


def assert_examples_of_webhooks_are_accepted(
    send: Callable[..., httpx.Response], receiver: Receiver, hook: str
) -> None:
    """Send the examples of a webhook that was told of three analyses."""
    receiver.until(3)
    for name in ("listWebhooks", "getWebhook"):
        send(name, webhook_id=hook)
    newest = send("testWebhook", webhook_id=hook).json()["delivery"]["id"]
    page: Document = {}

    def is_delivered() -> bool:
        page.update(send("listWebhookDeliveries", webhook_id=hook, starting_after=newest).json())
        return bool(page["deliveries"][0]["status"] == "delivered")

    receiver.wait(is_delivered)
    [delivery] = page["deliveries"]
    assert (delivery["type"], page["has_more"]) == ("job.completed", True)
    again = send("resendWebhookDelivery", webhook_id=hook, delivery_id=delivery["id"])
    assert again.json()["delivery"]["status"] == "pending"
    sent = [each.headers["webhook-id"] for each in receiver.until(5)]
    assert sent.count(delivery["event_id"]) == 2

    secret = send("getWebhookSecret", webhook_id=hook).json()["secret"]
    assert send("rotateWebhookSecret", webhook_id=hook).json()["secret"] != secret
    assert send("changeWebhook", webhook_id=hook).json()["webhook"]["inactive_reason"] == "paused"
    assert send("deleteWebhook", webhook_id=hook).status_code == 204


def test_a_member_that_is_missing_or_made_up_is_noticed(sender: Sender) -> None:
    schema = {"$ref": "#/components/schemas/JobPage"}
    operation = sender.operation("listJobs")["responses"]["200"]["content"][JSON]
    example = operation["example"]
    entry = {name: value for name, value in example["jobs"][0].items() if name != "quote_id"}
    found = example | {"jobs": [entry]}
    assert differences(sender.document, schema, [example], [example]) == []
    assert differences(sender.document, schema, [example], [found]) == ["jobs: JobEntry.quote_id"]
    made_up = example | {"total": 7}
    assert differences(sender.document, schema, [made_up], [example]) == ["JobPage.total, which is not there"]
    assert differences(sender.document, schema, [example | {"jobs": []}], [example]) == [
        "jobs: a list that is not shown"
    ]


def until_done(send: Callable[..., httpx.Response], job_id: str) -> None:
    """Wait as the example of a long poll does."""
    while (job := send("getJob", job_id=job_id).json())["status"] in ("queued", "running"):
        pass
    assert job["status"] == "done", job


def link_of(url: str) -> dict[str, Any]:
    """Return the parameters of a link to an artifact or a preview."""
    split = urlsplit(url)
    names = ("name",) if "/previews/" in split.path else ("job_id", "run", "name")
    values = split.path.split("/")[-len(names) :]
    signed = {name: found[0] for name, found in parse_qs(split.query).items()}
    return dict(zip(names, values, strict=True)) | signed
