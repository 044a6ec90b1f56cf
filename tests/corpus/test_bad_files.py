"""Files that are broken, hostile or odd: one sentence or the right size, never a crash of ours or a hang."""

from collections.abc import Callable

import pytest

from tests.support import corpus

CUBE = {"x": 20.0, "y": 20.0, "z": 20.0}

READ_AS_MEANT = ("bad/step/wrong_kind_references.step", "bad/step/unclosed_string.step")
"""The flaw lies beside the geometry: the cube they hold comes out whole, so silence does no harm."""

ROWS = [row for row in corpus.manifest("bad/manifest.csv") if row["file"].lower().endswith((".step", ".stp"))]

pytestmark = [pytest.mark.corpus, corpus.needs_corpus]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"].removeprefix("bad/"))
def test_a_bad_file_is_refused_in_one_sentence_and_an_odd_one_is_read(
    row: dict[str, str], ask: Callable[[str], corpus.Reply]
) -> None:
    expected = row["expected"]
    described, refusal = ask(row["file"])
    if described is None:
        assert any(word in expected for word in ("reject", "any answer")), refusal
        assert 10 < len(refusal) < 400
        assert refusal.isprintable()
        return
    assert any(word in expected for word in ("accept", "warn", "any answer")), f"{row['what']}: {described}"
    assert described["name"].isprintable()
    if "same 20 mm cube" in expected or row["file"] in READ_AS_MEANT:
        assert described["geometry"]["bounding_box_mm"] == pytest.approx(CUBE, abs=1e-6)
        assert described["geometry"]["volume_cm3"] == pytest.approx(8.0, rel=1e-9)
    if "warn" in expected and "accept" not in expected and row["file"] not in READ_AS_MEANT:
        assert described["notes"], "read without a word of warning"
