"""The pages about the API."""

import re
from typing import Any

from litestar.testing import TestClient

from server.reference import operations as pages
from server.reference.document import METHODS


def test_the_reference_says_every_operation_of_the_openapi_document(client: TestClient[Any]) -> None:
    document = client.get("/docs/openapi.json").json()
    page = client.get("/docs").text
    reported = {
        (operation.method.lower(), operation.path)
        for _, operation in pages.operations(document)
        if f'id="{operation.anchor}"' in page
    }
    assert reported == {
        (method, path) for path, item in document["paths"].items() for method in item if method in METHODS
    }
    assert ("post", "/api/v1/dfm/analyze") in reported


def test_the_fields_of_a_form_are_reported_with_what_they_hold(client: TestClient[Any]) -> None:
    document = client.get("/docs/openapi.json").json()
    analyze = next(each for _, each in pages.operations(document) if each.path == "/api/v1/dfm/analyze")
    fields = {field.name: field for field in analyze.body}
    assert {"file", "blob_url", "filename", "quote_id", "max_edge", "curvature", "pull"} <= set(fields)
    assert "file" in fields["file"].kind
    assert "202" in {answer.status for answer in analyze.answers}


def test_names_in_sentences_are_shown_as_code_and_no_answer_speaks_the_words_of_http(
    client: TestClient[Any],
) -> None:
    page = client.get("/docs").text
    assert "a coarser <code>max_edge</code> is the remedy" in page
    assert "`" not in page
    assert "document follows" not in page
    assert re.search(r'<span class="status s2">202</span> Accepted; it is worked on from now\.', page)


def test_the_pages_load_nothing_from_anywhere(client: TestClient[Any]) -> None:
    for path in ("/docs", "/docs/guide"):
        page = client.get(path)
        assert page.status_code == 200
        assert "<script" not in page.text
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', page.text)


def test_the_guide_speaks_of_this_server(client: TestClient[Any]) -> None:
    page = client.get("/docs/guide").text
    assert "API=http://sprue.test/api/v1\n" in page
    assert "{base_url}" not in page
    assert '<a href="#quote-a-casting">Quote a casting</a>' in page
    assert 'id="quote-a-casting"' in page


def test_a_page_that_is_not_there_is_refused_as_everywhere_else(client: TestClient[Any]) -> None:
    refused = client.get("/docs/guides")
    assert refused.status_code == 404
    assert refused.json()["error"] == client.get("/guides").json()["error"]
    assert client.get("/docs/openapi.json").status_code == 200
