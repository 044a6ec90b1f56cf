"""Each operation has a page of its own."""

import re
from typing import Any

from litestar.testing import TestClient

from server.reference.document import operations_of


def test_every_operation_has_a_page_with_its_path_and_leads_on_to_the_next(client: TestClient[Any]) -> None:
    document = client.get("/docs/openapi.json").json()
    every = [(operation["operationId"], path) for path, _, operation in operations_of(document)]
    for index, (name, path) in enumerate(every):
        page = client.get(f"/docs/operations/{name}")
        assert page.status_code == 200
        assert f"<code>{path}</code>" in page.text
        assert page.text.count('aria-current="page"') == 1
        if index + 1 < len(every):
            assert f'class="after" href="/docs/operations/{every[index + 1][0]}"' in page.text
        else:
            assert 'class="after"' not in page.text


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


def test_what_a_caller_sends_must_be_there_and_what_is_answered_may_be_left_out(
    client: TestClient[Any],
) -> None:
    page = client.get("/docs/operations/createQuote").text
    material = page.partition('id="body.material_id"')[2].partition("</li>")[0]
    assert "<b>required</b>" in material
    total = page.partition('id="200.quote.total_with_tooling"')[2].partition("</li>")[0]
    assert "<i>may be left out</i>" in total
    price = page.partition('id="200.quote.unit_price"')[2].partition("</li>")[0]
    assert "may be left out" not in price
    assert "required" not in price
