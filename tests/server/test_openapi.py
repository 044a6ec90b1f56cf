"""What the documentation tells of answers is how they are."""

from typing import Any

from jsonschema import Draft202012Validator

from server.errors import ANSWER_OF_ERROR
from server.openapi import MEANING
from tests.server.application import Client

METHODS = ("get", "post", "patch", "delete")


def operations(unstarted: Client) -> list[tuple[str, dict[str, Any]]]:
    paths = unstarted.get("/docs/openapi.json").json()["paths"]
    return [
        (f"{method} {path}", item[method])
        for path, item in paths.items()
        for method in METHODS
        if method in item
    ]


def test_an_error_has_the_documented_shape(unstarted: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    shape = next(
        answer["content"]["application/json"]["schema"]["$ref"]
        for name, operation in operations(unstarted)
        if name == "get /api/v1/materials"
        for status, answer in operation["responses"].items()
        if status == "401"
    )
    validator = Draft202012Validator({"$ref": shape, "components": document["components"]})
    body = unstarted.get("/api/v1/materials", headers={"X-API-Key": "none"}).json()
    assert list(validator.iter_errors(body)) == []
    assert list(validator.iter_errors({"error": "no"}))
    assert set(document["components"]["schemas"][shape.rpartition("/")[2]]["required"]) == set(body)


def test_every_status_that_an_error_may_have_is_explained() -> None:
    assert {answer.status for answer in ANSWER_OF_ERROR.values()} <= set(MEANING)


def test_every_parameter_and_field_of_a_form_is_described(unstarted: Client) -> None:
    document = unstarted.get("/docs/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for name, operation in operations(unstarted):
        assert operation["summary"], name
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), (name, parameter["name"])
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            schema = content["schema"]
            if "$ref" in schema:
                schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            for field, reported in schema["properties"].items():
                if kind != "application/json":
                    assert reported.get("description"), (name, field)


def test_every_route_that_needs_a_key_says_what_happens_without(unstarted: Client) -> None:
    for name, operation in operations(unstarted):
        assert ("401" in operation["responses"]) == ("/api/v1/" in name), name


def test_an_artifact_and_a_preview_are_of_one_of_the_kinds_there_are(unstarted: Client) -> None:
    found = dict(operations(unstarted))
    for status in ("200", "206"):
        answers = found["get /artifacts/{job_id}/{run}/{name}"]["responses"][status]["content"]
        assert list(answers) == [
            "model/gltf-binary",
            "application/json",
            "text/html",
            "image/png",
            "application/pdf",
        ]
        preview = found["get /artifacts/previews/{name}"]["responses"][status]["content"]
        assert list(preview) == ["model/gltf-binary", "image/png", "application/pdf"]


def test_a_form_says_which_of_its_fields_must_be_there(unstarted: Client) -> None:
    found = dict(operations(unstarted))

    def required(name: str) -> list[str]:
        body = found[name]["requestBody"]["content"]["multipart/form-data"]["schema"]
        return list(body.get("required", ()))

    assert required("post /api/v1/convert") == ["file"]
    assert required("post /api/v1/dfm/quick-info") == []  # a file, or the id of a part that was sent ahead
    assert required("post /api/v1/dfm/jobs/{job_id}/recompute") == ["pull"]
    assert required("post /api/v1/dfm/analyze") == []  # one of those, or blob_url with filename
