"""Invariance: for each mutator the share of parts, and of answers, that stay the same.

An answer is one feature with its dimensions and its place.
"""

import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.accuracy import answer, canonical, pool
from bench.accuracy.matching import Failure
from tests.support import generated
from tests.support.generated import Name

LIMIT_S = 180.0
"""For one part and all its mutations."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One part as it was against the respelled part."""

    n_answers: int
    """Of the part as it was; 1 where even that could not be read."""
    said: tuple[str, ...]
    """What differs."""
    is_broken: bool = False
    """Whether there is no answer at all."""

    @property
    def n_changed(self) -> int:
        """How many answers changed, went or came, at most all of them."""
        return self.n_answers if self.is_broken else min(len(self.said), self.n_answers)


@dataclass(slots=True)
class Result:
    """What the mutators gave, by mutator."""

    compared: dict[str, list[Compared]] = field(default_factory=lambda: defaultdict(list))
    failures: list[Failure] = field(default_factory=list)
    """By mutator, in place of a kind."""

    def figures(self) -> dict[str, dict[str, float]]:
        """Return the shares unchanged of each mutator: of whole parts, and of their answers."""
        return {
            name: {
                "parts": sum(not each.said for each in parts) / len(parts),
                "answers": 1.0
                - sum(each.n_changed for each in parts) / max(sum(each.n_answers for each in parts), 1),
            }
            for name, parts in sorted(self.compared.items())
        }


def run_generated(names: Sequence[Name], mutators: Sequence[str], jobs: int) -> Result:
    """Tell drawn parts otherwise."""
    tasks = [pool.Task(str(name), measure_generated, (name, tuple(mutators))) for name in names]
    return _gathered(tasks, mutators, jobs)


def run_real(files: Sequence[Path], mutators: Sequence[str], jobs: int) -> Result:
    """Tell real parts otherwise."""
    tasks = [pool.Task(path.name, measure_real, (path, tuple(mutators))) for path in files]
    return _gathered(tasks, mutators, jobs)


def measure_generated(name: Name, mutators: tuple[str, ...]) -> dict[str, Compared]:
    """Draw a part, tell it otherwise, and say what differs, by mutator."""
    return _measured(generated.drawn(name)[0].shape, mutators)


def measure_real(path: Path, mutators: tuple[str, ...]) -> dict[str, Compared]:
    """Read the solids of a file, tell them otherwise, and say what differs, by mutator."""
    from tests.support.mutators import load

    return _measured(load(path), mutators)


def _gathered(tasks: Sequence[pool.Task], mutators: Sequence[str], jobs: int) -> Result:
    result = Result()
    for outcome in pool.run(tasks, jobs, LIMIT_S):
        broken = Compared(1, (outcome.error,), is_broken=True)
        for name, compared in (outcome.value or dict.fromkeys(mutators, broken)).items():
            result.compared[name].append(compared)
            result.failures += [Failure(outcome.task.name, name, what) for what in compared.said]
    result.failures.sort(key=lambda failure: (failure.kind, failure.part, failure.what))
    return result


def _measured(shape: Any, mutators: tuple[str, ...]) -> dict[str, Compared]:
    from engine.kernel.status import silence
    from tests.support import mutators as ways

    silence()
    before = _answered(ways.unchanged(shape), None)
    found = {}
    for mutator in (*ways.MUTATORS, *ways.BESIDE):
        if mutator.__name__ in mutators:
            try:
                respelled = mutator(shape)
                if respelled is None:
                    continue
                said = canonical.differences(before, _answered(respelled, before.diagonal_mm), respelled)
                found[mutator.__name__] = Compared(len(before.entries), tuple(said))
            except Exception as error:  # whatever a mutation brings about is its outcome
                said = (f"{type(error).__name__}: {error}",)
                found[mutator.__name__] = Compared(len(before.entries), said, is_broken=True)
    return found


def _answered(respelled: Any, diagonal_mm: float | None) -> answer.Answer:
    """Write the file, read it and recognize; a mesh as coarse for the part as that of the part as it was."""
    from engine import formats
    from engine.model.mesh import MeshOptions
    from engine.progress import Progress

    with tempfile.TemporaryDirectory() as folder:
        path = respelled.write(Path(folder))
        if diagonal_mm is None:
            part, mesh = answer.read(path)
        else:
            options = MeshOptions(respelled.scale * diagonal_mm / answer.EDGES_ALONG, answer.CURVATURE)
            part, mesh = formats.read(path, options, Progress())
    return answer.recognize(answer.prepare(part, mesh))
