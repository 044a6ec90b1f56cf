"""What became of each part of a batch: how urgent it is, under which process, and why."""

from dataclasses import dataclass

from app.client.models import Result
from app.state import rule_rows, severity, suitability
from app.state.session import Session, Stage
from app.state.suitability import Suit

ANY = ""
"""As the key of a configuration: whichever of the pack suits the part best."""
Process = tuple[str, str]
"""Keys of pack and configuration, or `ANY` configuration of it."""
NOT_JUDGED, NOTHING_SUITS, FAILS, WARNS, PASSES, ON_ITS_WAY = range(6)
"""Classes of rows, the most urgent first."""


@dataclass(frozen=True, slots=True, eq=False)
class Offered:
    """A process that a column may show, with its names."""

    process: Process
    pack: str
    variant: str
    """Empty for `ANY`."""


def offered(result: Result) -> tuple[Offered, ...]:
    """Return what columns a result can fill: of each pack the best configuration, then every one."""
    found = []
    for pack in result.packs:
        name = pack.name or pack.module_key
        found.append(Offered((pack.module_key, ANY), name, ""))
        for one in pack.configurations:
            key = one.configuration_key
            found.append(Offered((pack.module_key, key), name, one.name or key))
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class Judgment:
    """How a part does under every process, as it stood when this was made."""

    result: Result
    suits: tuple[Suit, ...]
    """The best first."""

    @property
    def best(self) -> Suit | None:
        """The one that suits it best; None where none suits it at all."""
        return next((one for one in self.suits if not one.is_out), None)

    def under(self, process: Process) -> Suit | None:
        """Return how the part does under a process; None where it was not judged by it."""
        pack_key, configuration_key = process
        for one in self.suits:
            if one.pack_key == pack_key and configuration_key in (ANY, one.configuration_key):
                return one
        return None


def judgment(part: Session) -> Judgment | None:
    """Return how a part does; None before it was judged, or where it could not be."""
    result = part.now.result
    return None if result is None else Judgment(result, suitability.of_result(result))


def urgency(found: Suit | None) -> tuple[int, int, int]:
    """Return what sorts verdicts, the most urgent first; what is not judged yet comes last."""
    if found is None:
        return ON_ITS_WAY, 0, 0
    if found.is_out:
        return NOTHING_SUITS, 0, 0
    kind = {"fail": FAILS, "warning": WARNS, "pass": PASSES}[found.severity]
    return kind, -found.n_fail, -found.n_warning


def urgency_of_part(part: Session, judged: Judgment | None) -> tuple[int, int, int]:
    """Return what sorts parts: those without a verdict first, then by what suits them best."""
    if part.now.stage is Stage.FAILED:
        return NOT_JUDGED, 0, 0
    if judged is not None and judged.best is None:
        return NOTHING_SUITS, 0, 0
    return urgency(None if judged is None else judged.best)


def reason(part: Session, judged: Judgment | None) -> str:
    """Return why a part could not be judged, or fails or warns under what suits it best; empty: it passes."""
    failure = part.now.failure
    if failure is not None or judged is None:
        return "" if failure is None else failure.sentence
    best = judged.best
    if best is None:
        return (judged.suits[0].gate or "") if judged.suits else ""
    found = rule_rows.issues_of(judged.result, best.pack_key, best.configuration_key)
    worst = next((each for each in found if severity.rank(each.issue.severity) > 0), None)
    if worst is None:
        return ""
    return f"{worst.rule.name}: {worst.message}" if worst.rule.name else worst.message
