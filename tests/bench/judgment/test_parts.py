"""Which parts are compared with the reviewer, and where they lie."""

import json

import pytest

from bench.judgment import parts


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Lay out a corpus of two parts, one of them left out, and a folder with a part of each unseen set."""
    corpus, unseen = tmp_path / "corpus", tmp_path / "unseen"
    lines = {
        "parts": [{"file": "a.step"}, {"file": "b.step", "left_out": "a board"}],
        "unseen": [{"file": "c.step"}],
        "unseen-2": [{"file": "d.step"}],
    }
    corpus.mkdir()
    unseen.mkdir()
    listed_as = {}
    for key, folder in (("parts", corpus), ("unseen", unseen), ("unseen-2", unseen)):
        for line in lines[key]:
            (folder / line["file"]).write_text(line["file"])
        listed = tmp_path / f"{key}.jsonl"
        listed.write_text("".join(json.dumps(line) + "\n" for line in lines[key]))
        listed_as[key] = listed
    monkeypatch.setattr(parts, "PARTS", listed_as.pop("parts"))
    monkeypatch.setattr(parts, "UNSEEN_PARTS", listed_as)
    return corpus, unseen


def test_the_unseen_sets_lie_in_a_folder_of_their_own(folders):
    corpus, unseen = folders
    chosen = parts.chosen_of(corpus, parts.SETS, (), unseen)
    half = parts.half_of(corpus / "a.step")
    assert [(each.of_set, each.path) for each in chosen] == [
        (half, corpus / "a.step"),
        ("unseen", unseen / "c.step"),
        ("unseen-2", unseen / "d.step"),
    ]
    assert [each.of_set for each in parts.chosen_of(corpus, ["unseen"], (), unseen)] == ["unseen"]
    assert parts.chosen_of(corpus, parts.SETS, ["b"], unseen) == []


def test_without_their_folder_there_are_no_unseen_sets(folders):
    corpus, _ = folders
    assert [each.path.name for each in parts.chosen_of(corpus, parts.SETS, ())] == ["a.step"]
