"""Generated parts against their truth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.accuracy import answer, matching, pool
from bench.accuracy.matching import Failure, Tally
from tests.support import generated
from tests.support.generated import Name


@dataclass(slots=True)
class Result:
    """What the generated parts gave."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    n_parts: int = 0

    def figures(self) -> dict[str, dict[str, float]]:
        """Return the figures of each kind."""
        return {
            kind: {"precision": tally.precision, "recall": tally.recall, "accuracy": tally.accuracy}
            for kind, tally in sorted(self.tallies.items())
        }


def run(names: Sequence[Name], jobs: int) -> Result:
    """Measure the parts of these names and their twins."""
    result = Result()
    tasks = [pool.Task(str(name), measure, (name,)) for name in names]
    for outcome in pool.run(tasks, jobs):
        if outcome.error:
            result.failures.append(Failure(outcome.task.name, "(no answer)", outcome.error))
            result.tallies.setdefault("(no answer)", Tally()).add(Tally(expected=1))
            continue
        tallies, failures, n_parts = outcome.value
        result.tallies = matching.summed([result.tallies, tallies])
        result.failures += failures
        result.n_parts += n_parts
    result.failures.sort(key=lambda failure: (failure.kind, failure.part, failure.what))
    return result


def measure(name: Name) -> tuple[dict[str, Tally], list[Failure], int]:
    """Draw a part and its twins, recognize them and count."""
    from tests.support import parts

    tallies, failures = [], []
    all_drawn = generated.drawn(name)
    parts.forget()
    for drawn in all_drawn:
        part, mesh = parts.read_through_file(drawn.shape, answer.coarse)
        got = answer.recognize(answer.prepare(part, mesh))
        counted, wrong = matching.match(
            f"{name} {drawn.label}",
            drawn,
            got.entries,
            lambda point, part=part: parts.face_at(part, point).id,
        )
        tallies.append(counted)
        failures += wrong
    return matching.summed(tallies), failures, len(all_drawn)
