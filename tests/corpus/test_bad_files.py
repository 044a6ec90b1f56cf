"""Files that are broken, hostile or odd: one sentence or the right size, never a crash of ours or a hang."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.errors import InternalError, SprueError
from engine.isolate.worker import Worker, WorkerOptions
from tests.support import corpus

TIME_LIMIT_S = 60.0
CUBE = {"x": 20.0, "y": 20.0, "z": 20.0}

READ_AS_MEANT = ("bad/step/wrong_kind_references.step", "bad/step/unclosed_string.step")
"""The flaw lies beside the geometry: the cube they hold comes out whole, so silence does no harm."""

ROWS = [row for row in corpus.manifest("bad/manifest.csv") if row["file"].lower().endswith((".step", ".stp"))]

pytestmark = [pytest.mark.corpus, corpus.needs_corpus]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker(WorkerOptions(preload=("engine.tasks",))) as warm:
        yield warm


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"].removeprefix("bad/"))
def test_a_bad_file_is_refused_in_one_sentence_and_an_odd_one_is_read(
    row: dict[str, str], worker: Worker
) -> None:
    expected = row["expected"]
    told, refusal = ask(worker, row["file"])
    if told is None:
        assert any(word in expected for word in ("reject", "any answer")), refusal
        assert 10 < len(refusal) < 400
        assert refusal.isprintable()
        return
    assert any(word in expected for word in ("accept", "warn", "any answer")), f"{row['what']}: {told}"
    assert told["name"].isprintable()
    if "same 20 mm cube" in expected or row["file"] in READ_AS_MEANT:
        assert told["geometry"]["bounding_box_mm"] == pytest.approx(CUBE, abs=1e-6)
        assert told["geometry"]["volume_cm3"] == pytest.approx(8.0, rel=1e-9)
    if "warn" in expected and "accept" not in expected and row["file"] not in READ_AS_MEANT:
        assert told["notes"], "read without a word of warning"


def ask(worker: Worker, file: str) -> tuple[dict[str, Any] | None, str]:
    """Return what is told of a file, or the sentence that refuses it; a defect of ours is raised."""
    arguments = {"file": str(corpus.CORPUS / file)}
    try:
        return worker.run("engine.tasks:describe", arguments, time_limit_s=TIME_LIMIT_S), ""
    except InternalError:
        raise
    except SprueError as error:
        return None, str(error)
