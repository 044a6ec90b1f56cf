"""What came of the mutants, kept: a run that was stopped goes on as long as code and tests stay the same."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "out" / "bench" / "mutants" / "results.jsonl"
ACCEPTED = Path(__file__).with_name("accepted.json")


class Outcome(StrEnum):
    """What the tests say of a mutant."""

    KILLED = "killed"
    """A test failed."""
    HANGS = "hangs"
    """The tests took many times as long as they do: noticed as well."""
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one mutant."""

    mutant: str
    digest: str
    """Of the code and the tests that it came of."""
    outcome: Outcome
    test: str
    """The test that noticed; empty where none did."""
    seconds: float


def digest(root: Path, tests: Iterable[Path]) -> str:
    """Return the digest of what an outcome rests on: the engine, the helpers of the tests, these tests."""
    found = hashlib.sha256()
    helpers = (*root.glob("engine/**/*.py"), *root.glob("tests/support/**/*.py"))
    for path in (*sorted(helpers), *(root / test for test in tests)):
        found.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def load(path: Path | None = None) -> dict[str, Result]:
    """Return the last result of each mutant, by its name; nothing where none was kept yet."""
    path = path or PATH
    if not path.is_file():
        return {}
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {row["mutant"]: Result(**{**row, "outcome": Outcome(row["outcome"])}) for row in rows}


def save(result: Result, path: Path | None = None) -> None:
    """Keep a result."""
    path = path or PATH
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result)) + "\n")


def accepted(path: Path | None = None) -> dict[tuple[str, str], str]:
    """Return the reasons of the survivors that may stay, by constant and way; a way of `*` means both."""
    rows = json.loads((path or ACCEPTED).read_text("utf-8"))
    return {(row["constant"], row["way"]): row["reason"] for row in rows}
