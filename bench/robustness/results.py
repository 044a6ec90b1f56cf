"""Results that are kept: a run that was stopped goes on where it was, as long as the code is the same."""

import hashlib
import pickle
from functools import cache
from pathlib import Path

from bench.robustness.examination import Examination

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "out" / "bench" / "robustness"
CODE = (
    "engine/**/*.py",
    "resources/rulepacks/*.json",
    "tests/support/draw.py",
    "tests/support/mutators.py",
    "tests/support/generated/*.py",
    "bench/accuracy/answer.py",
    "bench/robustness/altered.py",
    "bench/robustness/examin*.py",
    "bench/robustness/invariants.py",
    "bench/robustness/severities.py",
    "bench/robustness/variants.py",
)
"""What an outcome depends on, beside the file."""


def path(key: str, run: str) -> Path:
    """Return where the outcome of a run is kept: `run` is `original`, `usual_mesh` or a variant's name."""
    return folder() / f"{key.replace('/', '_')}.{run}.pickle"


def load(key: str, run: str) -> Examination | None:
    """Return a kept outcome; None where there is none."""
    kept = path(key, run)
    if not kept.is_file():
        return None
    examination: Examination = pickle.loads(kept.read_bytes())
    return examination


def save(key: str, run: str, examination: Examination) -> None:
    """Keep an outcome."""
    path(key, run).write_bytes(pickle.dumps(examination))


@cache
def folder() -> Path:
    """Return the folder of the code as it is, made if it is not there."""
    digest = hashlib.sha256()
    for pattern in CODE:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    made = FOLDER / digest.hexdigest()[:12]
    made.mkdir(parents=True, exist_ok=True)
    return made
