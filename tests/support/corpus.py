"""Where the test corpus lies: beside the checkout, never inside it. Its tests skip where it is absent.

Its STEP files are read once a process, since many tests look at the same ones.
"""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from engine.kernel.brep import Brep
    from engine.model.mesh import MeshOptions
    from engine.model.part import Part
    from engine.run_context import RunContext

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"

MOST_KEPT = 128
"""Files that stay read: more than there are real ones, since tests go through all of them in turn."""

Reply = tuple[dict[str, Any] | None, str]
"""What a worker tells of a file, and the sentence that refuses it: one of the two is empty."""

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"the test corpus is not at {CORPUS}")


def files(pattern: str) -> list[Path]:
    """List corpus files by a glob below its root, sorted; empty where the corpus is absent."""
    return sorted(CORPUS.glob(pattern)) if CORPUS.is_dir() else []


def manifest(name: str = "manifest.csv") -> list[dict[str, str]]:
    """Read a manifest's rows; empty where the corpus is absent."""
    path = CORPUS / name
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@lru_cache(maxsize=MOST_KEPT)
def brep(file: str) -> Brep:
    """Read a STEP file of the corpus."""
    from engine.kernel.read_step import read_step

    return read_step(CORPUS / file)


@lru_cache(maxsize=MOST_KEPT)
def part(file: str) -> Part:
    """Read and measure a STEP file of the corpus."""
    from engine.kernel.topology import measure

    return measure(brep(file))


def forget() -> None:
    """Keep no file read: a bench goes through all of them once."""
    part.cache_clear()
    brep.cache_clear()


def context(file: str, options: MeshOptions) -> RunContext:
    """Do with a STEP file of the corpus what `pipeline.prepare` does."""
    from engine import pipeline
    from engine.kernel.cross_check import checked
    from engine.kernel.mesh import mesh
    from engine.progress import Progress

    drawn = mesh(brep(file), part(file), options, Progress())
    return pipeline.relate(checked(brep(file), part(file), drawn, Progress()), drawn, Progress())
