"""Where the test corpus lies: beside the checkout, never inside it. Its tests skip where it is absent."""

import csv
from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"

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
