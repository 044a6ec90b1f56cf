"""The document has an example of everything, and each holds to its own schema."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from litestar.testing import TestClient

from server.reference import document as documents
from server.reference.document import ANSWER_OF_CODE, FOLDER, METHODS, operations_of
from server.settings import Settings
from tests.server.application import client_of

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document(client: TestClient[Any]) -> Document:
    found: Document = client.get("/docs/openapi.json").json()
    return found


def contents(document: Document) -> Iterator[tuple[str, str, Document]]:
    """Yield (what of which operation, status or empty, content) of all bodies and answers, but for files."""
    for path, method, operation in operations_of(document):
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            yield f"{method} {path} {kind}", "", content
        for status, answer in operation["responses"].items():
            for kind, content in answer.get("content", {}).items():
                if content["schema"].get("format") != "binary":
                    yield f"{method} {path} {status} {kind}", status, content


def problems(document: Document, schema: Document, example: Any) -> list[str]:
    validator = Draft202012Validator(schema | {"components": document["components"]})
    return [f"{each.json_path}: {each.message}" for each in validator.iter_errors(example)]


def test_every_parameter_body_and_answer_has_an_example_that_holds_to_its_schema(document: Document) -> None:
    names = []
    for name, _, content in contents(document):
        assert "example" in content, name
        assert problems(document, content["schema"], content["example"]) == [], name
        names.append(name)
    assert len(names) > 130
    for path, method, operation in operations_of(document):
        for parameter in operation.get("parameters", ()):
            assert "example" in parameter, (method, path, parameter["name"])
            assert problems(document, parameter["schema"], parameter["example"]) == []


def test_an_example_that_lacks_a_member_or_exceeds_a_limit_would_be_noticed(document: Document) -> None:
    content = next(each for name, _, each in contents(document) if name.startswith("post /api/v1/quotes app"))
    example = copy.deepcopy(content["example"])
    example["quantity"] = 100_001
    assert "100001 is greater than the maximum of 100000" in problems(document, content["schema"], example)[0]
    del example["quantity"]
    assert "'quantity' is a required property" in problems(document, content["schema"], example)[0]


def test_an_error_in_an_example_is_one_that_the_status_may_be(document: Document) -> None:
    seen = set()
    for name, status, content in contents(document):
        example = content["example"]
        if status[:1] in ("4", "5") and "code" in example:
            answer = ANSWER_OF_CODE[example["code"]]
            assert (str(answer.status), answer.title) == (status, example["title"]), name
            assert example["instance"].startswith("/"), name
            assert "{" not in example["instance"], name
            seen.add(example["code"])
    assert {"missing_api_key", "quota_exceeded", "outside_envelope", "artifact_not_found"} <= seen


def test_an_example_belongs_to_an_operation_and_links_lead_to_this_server(
    document: Document, client: TestClient[Any]
) -> None:
    names = {operation["operationId"] for _, _, operation in operations_of(document)}
    assert {path.stem for path in FOLDER.glob("*.json")} == names | {documents.ERRORS}
    text = client.get("/docs/openapi.json").text
    assert "http://sprue.test/artifacts/" in text
    assert "{site_url}" not in text
    assert "127.0.0.1" not in text


def test_what_the_framework_made_is_not_changed() -> None:
    operation = {
        "operationId": "getHealth",
        "responses": {"200": {"content": {"application/json": {"schema": {}}}}},
    }
    made: Document = {"paths": {"/healthz": {"get": operation}}}
    found = documents.with_examples(made, "http://sprue.test")
    content = found["paths"]["/healthz"]["get"]["responses"]["200"]["content"]["application/json"]
    assert content["example"]["status"] == "ok"
    assert "example" not in operation["responses"]["200"]["content"]["application/json"]  # type: ignore[index]


def test_numbers_say_their_unit_and_every_header_has_a_schema(document: Document) -> None:
    units = ("_mm", "_mm2", "_mm3", "_cm2", "_cm3", "_kg", "_deg", "_days", "_kg_m3", "_mb")
    for name, schema in document["components"]["schemas"].items():
        for field, shape in schema.get("properties", {}).items():
            if {"number", "integer"} & kinds(shape):
                assert field.endswith(units) or shape.get("description"), f"{name}.{field}"
    for _, method, operation in operations_of(document):
        assert method in METHODS
        for answer in operation["responses"].values():
            assert all(header["schema"] for header in answer.get("headers", {}).values())


def test_limits_stand_in_the_document(document: Document) -> None:
    quantity = document["components"]["schemas"]["QuoteRequest"]["properties"]["quantity"]
    assert (quantity["minimum"], quantity["maximum"]) == (1, 100_000)
    for name in ("convert", "quick-info", "analyze"):
        path = "/api/v1/convert" if name == "convert" else f"/api/v1/dfm/{name}"
        form = document["paths"][path]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
        assert form["properties"]["file"]["maxLength"] == 25 * 1024**2


def test_the_document_and_the_guide_tell_the_limit_that_this_server_has(tmp_path: Path) -> None:
    small = client_of(Settings(data_dir=tmp_path, site_url="http://sprue.test", max_upload_mb=2.5))
    document = small.get("/docs/openapi.json").json()
    form = document["paths"]["/api/v1/convert"]["post"]["requestBody"]["content"]["multipart/form-data"]
    assert form["schema"]["properties"]["file"]["maxLength"] == 2_621_440
    assert form["schema"]["properties"]["file"]["description"].endswith("at most 2.5 MB")
    guide = small.get("/docs/guide").text
    assert "up to 2.5 MB" in guide
    assert "25 MB" not in guide


def test_no_shape_is_told_that_nothing_is_of(document: Document) -> None:
    shapes = document["components"]["schemas"]
    text = json.dumps(document)
    assert [name for name in shapes if f'"#/components/schemas/{name}"' not in text] == []
    assert {"Result", "Finding", "QuotaProblem"} <= shapes.keys()
    assert "ConvertForm" not in shapes


def test_a_shape_that_webhooks_alone_send_stays_and_its_like_that_nothing_sends_goes() -> None:
    def shape(inner: str) -> Document:
        return {"type": "object", "properties": {"data": {"$ref": f"#/components/schemas/{inner}"}}}

    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Sent"}}}
    schemas = {"Sent": shape("SentData"), "SentData": {}, "Other": shape("OtherData"), "OtherData": {}}
    made: Document = {
        "paths": {},
        "webhooks": {"it.happened": {"post": {"requestBody": {"content": body}}}},
        "components": {"schemas": schemas},
    }
    found = documents.CompleteDocument("http://sprue.test", 25).of(made)
    assert set(found["components"]["schemas"]) == {"Sent", "SentData"}


def kinds(shape: Document) -> set[str]:
    """Return the types that a value may be of, those of an array's items included."""
    found = set()
    for each in (shape, *shape.get("oneOf", ())):
        kind = each.get("type", ())
        found |= {kind} if isinstance(kind, str) else set(kind)
        if "items" in each:
            found |= kinds(each["items"])
    return found
