"""Which parts are compared with the reviewer, and where they lie."""

import json

import pytest

from bench.judgment import parts


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Lay out a corpus of two parts, one of them left out, and a folder with one unseen part."""
    corpus, unseen = tmp_path / "corpus", tmp_path / "unseen"
    lines = {
        "parts": [{"file": "a.step"}, {"file": "b.step", "left_out": "a board"}],
        "unseen": [{"file": "c.step"}],
    }
    for folder, key, name in ((corpus, "parts", "PARTS"), (unseen, "unseen", "UNSEEN_PARTS")):
        folder.mkdir()
        for line in lines[key]:
            (folder / line["file"]).write_text(line["file"])
        listed = tmp_path / f"{key}.jsonl"
        listed.write_text("".join(json.dumps(line) + "\n" for line in lines[key]))
        monkeypatch.setattr(parts, name, listed)
    return corpus, unseen


def test_a_third_set_lies_in_a_folder_of_its_own(folders):
    corpus, unseen = folders
    chosen = parts.chosen_of(corpus, parts.SETS, (), unseen)
    half = parts.half_of(corpus / "a.step")
    assert [(each.of_set, each.path) for each in chosen] == [
        (half, corpus / "a.step"),
        ("unseen", unseen / "c.step"),
    ]
    assert [each.of_set for each in parts.chosen_of(corpus, ["unseen"], (), unseen)] == ["unseen"]
    assert parts.chosen_of(corpus, parts.SETS, ["b"], unseen) == []


def test_without_its_folder_there_is_no_third_set(folders):
    corpus, _ = folders
    assert [each.path.name for each in parts.chosen_of(corpus, parts.SETS, ())] == ["a.step"]
