"""Parts told otherwise: for each mutator the share of parts whose answer stays the same."""

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


@dataclass(slots=True)
class Result:
    """What the mutators gave."""

    same: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Parts whose answer stayed the same, by mutator."""
    asked: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    failures: list[Failure] = field(default_factory=list)
    """By mutator, in place of a kind."""

    def figures(self) -> dict[str, float]:
        """Return the share unchanged of each mutator."""
        return {name: self.same[name] / count for name, count in sorted(self.asked.items())}


def run_generated(names: Sequence[Name], mutators: Sequence[str], jobs: int) -> Result:
    """Tell drawn parts otherwise."""
    tasks = [pool.Task(str(name), measure_generated, (name, tuple(mutators))) for name in names]
    return _gathered(tasks, mutators, jobs)


def run_real(files: Sequence[Path], mutators: Sequence[str], jobs: int) -> Result:
    """Tell real parts otherwise."""
    tasks = [pool.Task(path.name, measure_real, (path, tuple(mutators))) for path in files]
    return _gathered(tasks, mutators, jobs)


def measure_generated(name: Name, mutators: tuple[str, ...]) -> dict[str, list[str]]:
    """Draw a part, tell it otherwise, and say what differs, by mutator."""
    return _measured(generated.drawn(name)[0].shape, mutators)


def measure_real(path: Path, mutators: tuple[str, ...]) -> dict[str, list[str]]:
    """Read the solids of a file, tell them otherwise, and say what differs, by mutator."""
    from tests.support.mutators import load

    return _measured(load(path), mutators)


def _gathered(tasks: Sequence[pool.Task], mutators: Sequence[str], jobs: int) -> Result:
    result = Result()
    for outcome in pool.run(tasks, jobs, LIMIT_S):
        found = outcome.value or {name: [outcome.error] for name in mutators}
        for name, said in found.items():
            result.asked[name] += 1
            result.same[name] += not said
            result.failures += [Failure(outcome.task.name, name, what) for what in said]
    result.failures.sort(key=lambda failure: (failure.kind, failure.part, failure.what))
    return result


def _measured(shape: Any, mutators: tuple[str, ...]) -> dict[str, list[str]]:
    from engine.kernel.status import silence
    from tests.support import mutators as ways

    silence()
    before = _answered(ways.unchanged(shape), None)
    found = {}
    for mutator in ways.MUTATORS:
        if mutator.__name__ in mutators:
            try:
                told = mutator(shape)
                if told is None:
                    continue
                found[mutator.__name__] = canonical.differences(
                    before, _answered(told, before.diagonal_mm), told
                )
            except Exception as error:  # whatever a mutation brings about is its outcome
                found[mutator.__name__] = [f"{type(error).__name__}: {error}"]
    return found


def _answered(told: Any, diagonal_mm: float | None) -> answer.Answer:
    """Write the file, read it and recognize; a mesh as coarse for the part as that of the part as it was."""
    from engine import formats
    from engine.model.mesh import MeshOptions
    from engine.progress import Progress

    with tempfile.TemporaryDirectory() as folder:
        path = told.write(Path(folder))
        if diagonal_mm is None:
            described, _ = formats.describe(path, Progress())
            options = answer.coarse(described)
        else:
            options = MeshOptions(told.scale * diagonal_mm / answer.EDGES_ALONG, answer.CURVATURE)
        part, mesh = formats.read(path, options, Progress())
    return answer.recognize(answer.prepare(part, mesh))
