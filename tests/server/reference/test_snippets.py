"""Examples of a call are written as people write them."""

import ast

import pytest

from server.reference import snippets
from server.reference.snippets import Call

URL = "http://sprue.test/api/v1/quotes"


def call(**changes: object) -> Call:
    fields: dict[str, object] = {
        "method": "POST",
        "url": URL,
        "headers": {},
        "needs_key": True,
        "kind": "application/json",
        "body": {"name": "the foundry's", "is_new": True, "note": None},
        "answer": "application/json",
        "target": "",
    }
    return Call(**fields | changes)  # type: ignore[arg-type]


def test_a_body_of_json_is_quoted_for_the_shell() -> None:
    text = snippets.curl(call())
    assert text.startswith('curl --fail-with-body \\\n  -H "X-API-Key: $SPRUE_API_KEY" \\\n')
    assert """-d '{"name": "the foundry'"'"'s", "is_new": true, "note": null}' \\\n""" in text
    assert text.endswith(f"  {URL}\n")
    assert "-X" not in text  # curl posts what has a body


def test_a_method_is_named_where_curl_would_take_another() -> None:
    without = {"kind": "", "body": {}, "answer": ""}
    assert "-X DELETE" in snippets.curl(call(method="DELETE", **without))
    assert "-X" not in snippets.curl(call(method="GET", **without))


def test_words_of_json_become_those_of_python_but_within_texts() -> None:
    text = snippets.python(call(body={"is_new": True, "note": None, "text": "true or null"}))
    ast.parse(text)
    assert 'json={"is_new": True, "note": None, "text": "true or null"},' in text
    assert 'os.environ["SPRUE_API_KEY"]' in text


def test_a_file_is_opened_in_each_language_and_a_text_beside_it_sent_as_such() -> None:
    form = call(kind="multipart/form-data", body={"file": "part.step", "alpha_warn": 2})
    assert "-F file=@part.step \\\n  -F alpha_warn=2 \\\n" in snippets.curl(form)
    assert 'files={"file": open("part.step", "rb")},\n    data={"alpha_warn": "2"},' in snippets.python(form)
    assert 'form.append("file", new File([await readFile("part.step")], "part.step"));' in (
        snippets.javascript(form)
    )


def test_what_needs_no_key_sends_none_and_a_file_is_written() -> None:
    link = call(
        method="GET",
        url="http://sprue.test/artifacts/a/1/thickness.glb?exp=1&sig=2",
        needs_key=False,
        kind="",
        body={},
        answer="model/gltf-binary",
        target="thickness.glb",
    )
    for text in (snippets.curl(link), snippets.python(link), snippets.javascript(link)):
        assert "SPRUE_API_KEY" not in text
        assert "thickness.glb" in text
    assert "'http://sprue.test/artifacts/a/1/thickness.glb?exp=1&sig=2'" in snippets.curl(link)


@pytest.mark.parametrize("width", [20, 200])
def test_json_is_on_one_line_where_it_fits(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(snippets, "WIDTH", width)
    text = snippets.pretty({"a": [1, 2], "b": {"c": "d"}, "e": []})
    assert text == (
        '{"a": [1, 2], "b": {"c": "d"}, "e": []}'
        if width == 200
        else '{\n  "a": [1, 2],\n  "b": {"c": "d"},\n  "e": []\n}'
    )
