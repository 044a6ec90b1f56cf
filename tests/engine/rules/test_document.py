"""Writing packs back as documents."""

import json

import pytest

import resources
from engine.rules import document, packs, parse
from tests.engine.rules.test_parse import SOUND

KEYS = [pack.key for pack in packs.shipped()]


def test_a_sound_document_is_written_back_as_it_stood() -> None:
    assert document.document(parse.parse(SOUND)) == SOUND


@pytest.mark.parametrize("key", KEYS)
def test_a_shipped_pack_is_written_back_as_it_stands_in_its_file(key: str) -> None:
    file = json.loads(resources.path(f"rulepacks/{key}.json").read_text(encoding="utf-8"))
    written = document.document(packs.load(key))
    assert written == file
    for rule, in_file in zip(written["rules"], file["rules"], strict=True):
        assert [key for key in rule if key != "gate"] == [key for key in in_file if key != "gate"]


@pytest.mark.parametrize("key", KEYS)
def test_what_was_written_is_read_as_the_same_pack(key: str) -> None:
    pack = packs.load(key)
    text = json.dumps(document.document(pack), allow_nan=False)
    assert parse.parse(json.loads(text)) == pack
