"""The corpus of real and labelled parts: where it lies, and which of its parts the bench takes."""

import csv
from collections.abc import Sequence
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"

MOST_FACES = 350
"""Parts with more faces are measured only when asked for: they take as long as all others together."""


def real_parts(take_all: bool, named: Sequence[str]) -> list[Path]:
    """List real STEP parts, smallest first; none where the corpus is absent."""
    manifest = CORPUS / "manifest.csv"
    if not manifest.is_file():
        return []
    with manifest.open(newline="", encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"] == "real"]
    chosen = [
        row
        for row in rows
        if (take_all or int(row["n_faces"]) <= MOST_FACES)
        and (not named or any(each in row["file"] for each in named))
    ]
    chosen.sort(key=lambda row: (int(row["n_faces"]), row["file"]))
    return [CORPUS / row["file"] for row in chosen]
