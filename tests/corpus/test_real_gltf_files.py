"""Real glTF files: read whole, and where the same part is there as STEP, the same part.

`python -m bench accuracy` checks all of the corpus alike.
"""

from collections.abc import Callable

import pytest

from tests.support import corpus, real_gltf_files
from tests.support.real_gltf_files import IN_SUITE, PAIRS, context, exact

pytestmark = [pytest.mark.corpus, corpus.needs_corpus]

# With `scope`, all tests of one file stand beside each other: each worker of a run prepares its own.
BAD = [row for row in corpus.manifest("bad/manifest.csv") if row["file"].lower().endswith((".glb", ".gltf"))]
CUBE = {"x": 20.0, "y": 20.0, "z": 20.0}


@pytest.mark.parametrize("name", IN_SUITE, scope="module")
def test_a_real_file_becomes_a_closed_part_with_the_size_and_volume_it_has(name: str) -> None:
    row, found = real_gltf_files.row(name), context(name)
    assert list(real_gltf_files.wrong_measures(found.part, found.mesh, row)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_SUITE, scope="module")
def test_a_real_file_is_analyzed_to_the_end(name: str) -> None:
    assert list(real_gltf_files.unfinished(context(name))) == []


@pytest.mark.parametrize("name", [name for name in PAIRS if name in IN_SUITE], scope="module")
def test_a_part_measures_the_same_as_glb_and_as_step(name: str) -> None:
    found = context(name)
    assert list(real_gltf_files.other_measures(found.part, found.mesh, exact(name))) == []


@pytest.mark.parametrize("name", [name for name in PAIRS if name in IN_SUITE], scope="module")
def test_a_part_has_the_same_holes_as_glb_and_as_step(name: str) -> None:
    assert list(real_gltf_files.other_holes(context(name).part, exact(name))) == []


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
