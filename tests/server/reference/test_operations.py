"""The pages of the reference have every operation of the document."""

import re
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
    overview = client.get("/docs").text
    for operation in every:
        assert f'href="/docs/operations/{operation.name}"' in overview
        page = client.get(f"/docs/operations/{operation.name}")
        assert page.status_code == 200
        assert f"<code>{operation.path}</code>" in page.text


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


def test_names_in_sentences_are_shown_as_code_and_no_answer_speaks_the_words_of_http(
    client: TestClient[Any],
) -> None:
    page = client.get("/docs/operations/analyze").text
    assert "error</code> tells which and why" in page
    assert "`" not in page
    assert "document follows" not in page
    assert re.search(
        r'<span class="status s2">202</span>.*\n\s*<p>Accepted; it is worked on from now\.', page
    )


def test_the_pages_load_nothing_from_anywhere(client: TestClient[Any]) -> None:
    for path in ("/docs", "/docs/guide", "/docs/operations/analyze"):
        page = client.get(path)
        assert page.status_code == 200
        loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"', page.text)
        assert len(loaded) == 4
        assert all(each.startswith(("/docs/static/", "/dashboard/static/")) for each in loaded)
        assert " style=" not in page.text
        for each in loaded:
            assert client.get(each).status_code == 200


def test_the_guide_speaks_of_this_server(client: TestClient[Any]) -> None:
    page = client.get("/docs/guide").text
    assert "API=http://sprue.test/api/v1\n" in page
    assert "{base_url}" not in page
    assert '<a href="#quote-a-casting">Quote a casting</a>' in page
    assert 'id="quote-a-casting"' in page


@pytest.mark.parametrize("path", ["/docs/guides", "/docs/operations/none", "/docs/operations/analyze/more"])
def test_a_page_that_is_not_there_is_refused_as_everywhere_else(client: TestClient[Any], path: str) -> None:
    refused = client.get(path)
    assert refused.status_code == 404
    assert refused.json()["error"] == client.get("/guides").json()["error"]
    assert client.get("/docs/openapi.json").status_code == 200
