"""Real glTF files are as they are known to be, and bad ones are refused in one sentence.

`bench.accuracy.known` says what is asked of real ones; `python -m bench accuracy` asks it of all of them.
"""

from collections.abc import Callable

import pytest

from bench.accuracy import known
from tests.support import corpus
from tests.support.real_gltf_files import IN_SUITE

pytestmark = [pytest.mark.corpus, corpus.needs_corpus]

BAD = [row for row in corpus.manifest("bad/manifest.csv") if row["file"].lower().endswith((".glb", ".gltf"))]
CUBE = {"x": 20.0, "y": 20.0, "z": 20.0}


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_SUITE)
def test_a_real_file_is_closed_analyzed_to_the_end_and_the_same_part_as_step(name: str) -> None:
    assert known.check_gltf(name) == []


@pytest.mark.parametrize("row", BAD, ids=lambda row: row["file"].removeprefix("bad/"))
def test_a_bad_file_is_refused_in_one_sentence_and_an_odd_one_is_read(
    row: dict[str, str], ask: Callable[[str], corpus.Reply]
) -> None:
    expected = row["expected"]
    found, refusal = ask(row["file"])
    if found is None:
        assert "reject" in expected, refusal
        assert 10 < len(refusal) < 400
        assert refusal.isprintable()
        return
    assert "accept" in expected or "warn" in expected, f"{row['what']}: {found}"
    if "20 mm cube" in expected:
        assert found["geometry"]["bounding_box_mm"] == pytest.approx(CUBE, abs=1e-4)
        assert found["geometry"]["volume_cm3"] == pytest.approx(8.0, rel=1e-5)
    if "warn" in expected:
        assert found["notes"], "read without a word of warning"
