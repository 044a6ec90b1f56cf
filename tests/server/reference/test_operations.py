"""The operations of the document, as pages show them."""

from typing import Any

import pytest
from litestar.testing import TestClient

from server.reference.document import operations_of
from server.reference.operations import Operation, operations


@pytest.fixture(scope="module")
def every(client: TestClient[Any]) -> list[Operation]:
    return list(operations(client.get("/docs/openapi.json").json(), "http://sprue.test"))


def test_the_reference_says_every_operation_of_the_openapi_document(
    client: TestClient[Any], every: list[Operation]
) -> None:
    document = client.get("/docs/openapi.json").json()
    reported = {(operation.method.lower(), operation.path) for operation in every}
    assert reported == {(method, path) for path, method, _ in operations_of(document)}
    assert ("post", "/api/v1/dfm/analyze") in reported


def test_the_fields_of_a_form_are_reported_with_what_they_hold(every: list[Operation]) -> None:
    analyze = next(each for each in every if each.name == "analyze")
    fields = {field.name: field for field in analyze.bodies[0].fields}
    assert {"file", "blob_url", "filename", "quote_id", "max_edge", "curvature", "pull"} <= set(fields)
    assert fields["file"].kind == "file"
    assert [body.media_type for body in analyze.bodies] == [
        "multipart/form-data",
        "application/x-www-form-urlencoded",
    ]
    assert "202" in {answer.status for answer in analyze.answers}
    assert analyze.needs_key
    assert not next(each for each in every if each.name == "getArtifact").needs_key


def test_a_result_is_listed_down_to_its_findings(every: list[Operation]) -> None:
    answer = next(each for each in every if each.name == "getResult").answers[0]
    anchors = {field.anchor: field for field in answer.fields}
    finding = "200.modules.modules.configurations.result.rules.findings.threshold"
    assert "bound" in anchors[finding].text
    derived = anchors["200.modules.modules.derived_configurations"]
    assert derived.same_as == "200.modules.modules.configurations"
    assert len(anchors) == len(answer.fields)
