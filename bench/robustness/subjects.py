"""The files that the bench examines, and where they come from."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.accuracy.corpus import CORPUS
from bench.robustness import altered, variants
from engine import formats
from engine.formats import step
from tests.support import generated

SOURCES = ("corpus", "more", "bad", "generated", "bytes")
ALTERED = 3000
"""Altered files of a whole run, all seeds together."""
KEY_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Subject:
    """One file, or one part that can be drawn."""

    name: str
    source: str
    """One of `SOURCES`, or the name of a folder that was asked for."""
    key: str
    """The beginning of its digest; of a drawn part or an altered file, its name."""
    cost: float
    """Grows with the time it takes."""
    arguments: dict[str, Any]
    """For the tasks of `examine`."""
    task: str = "original"
    ways: tuple[str, ...] = ()
    """The variants it is written in."""
    has_usual_mesh: bool = False
    is_well_formed: bool = True
    """Whether a crash of the kernel while it is read counts: of a broken file it is a refusal."""


def collect(sources: Sequence[str], folders: Sequence[Path]) -> list[Subject]:
    """List the subjects of sources and folders, cheapest first; each content once."""
    found: list[Subject] = []
    if "corpus" in sources:
        for name in ("real", "glb", "mfcad", "mfcadpp"):
            found += _files(CORPUS / name, "corpus")
    if "more" in sources:
        found += _files(CORPUS / "more", "more")
    if "bad" in sources:
        found += _files(CORPUS / "bad", "bad")
    if "generated" in sources:
        found += _drawn()
    if "bytes" in sources:
        found += _altered()
    for folder in folders:
        found += _files(folder, folder.name)
    of_key = {subject.key: subject for subject in reversed(found)}
    return sorted(of_key.values(), key=lambda subject: (subject.cost, subject.name))


def _files(folder: Path, source: str) -> Iterator[Subject]:
    is_well_formed = source != "bad"
    for path in sorted(folder.rglob("*")):
        suffix = path.suffix.lower()
        if not formats.is_accepted(path.name) or not path.is_file():
            continue
        is_step = suffix in step.FORMAT.suffixes
        yield Subject(
            name=str(path.relative_to(folder)),
            source=source,
            key=hashlib.sha256(path.read_bytes()).hexdigest()[:KEY_DIGITS],
            cost=float(path.stat().st_size),
            arguments={"file": str(path)},
            ways=tuple(variants.WAYS) if is_step and is_well_formed else (),
            has_usual_mesh=is_well_formed,
            is_well_formed=is_well_formed,
        )


def _drawn() -> Iterator[Subject]:
    ways = tuple(way for way in (*variants.WAYS, *variants.MORE_WAYS) if way != "reexported")
    for name in generated.names(1):
        yield Subject(str(name), "generated", str(name), 1e4, _drawing(name, 0), ways=ways)
        for twin in range(1, len(generated.drawn(name))):
            label = f"{name}~{twin}"
            yield Subject(label, "generated", label, 1e4, _drawing(name, twin))


def _drawing(name: generated.Name, twin: int) -> dict[str, Any]:
    return {"drawn": [name.group, name.family, name.instance, twin]}


def _altered() -> Iterator[Subject]:
    seeds = altered.seeds()
    for number in range(ALTERED):
        index = number % len(seeds)
        name = f"{seeds[index].name}:{number}"
        arguments = {"seed": index, "number": number}
        cost = number / ALTERED  # the first ones are of every seed
        yield Subject(name, "bytes", name, cost, arguments, task="bytes_altered", is_well_formed=False)
