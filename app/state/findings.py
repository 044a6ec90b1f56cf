"""Findings of a result: flat, in the order they matter."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.client.models import Finding, PackVerdict, Result, RuleVerdict, Verdict
from app.state import display_unit, severity


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A finding and where it stands."""

    pack_key: str
    configuration_key: str
    rule: RuleVerdict
    finding: Finding

    @property
    def fids(self) -> tuple[str, ...]:
        """Every face it is about; none where it is about the whole part."""
        own = () if self.finding.fid is None else (self.finding.fid,)
        return tuple(dict.fromkeys((*own, *self.finding.related_fids)))

    @property
    def message(self) -> str:
        """What is said of it; what the rule says where that is nothing."""
        return display_unit.in_sentence(self.finding.message or self.rule.message)

    @property
    def relative_margin(self) -> float | None:
        """The margin as a share of the limit, so that lengths and angles compare; of 0 as it is."""
        margin, limit = self.finding.margin, self.finding.threshold
        if margin is None or limit is None:
            return None
        return margin / abs(limit) if limit else margin


class Findings:
    """The findings of one configuration, or of all, the worst first."""

    def __init__(self, placed: Iterable[Placed]) -> None:
        self.all: tuple[Placed, ...] = tuple(sorted(placed, key=urgency))

    def by_rule(self) -> dict[tuple[str, str, str], tuple[Placed, ...]]:
        """Return them by pack, configuration and rule; the rule with the worst finding first."""
        groups: dict[tuple[str, str, str], list[Placed]] = {}
        for one in self.all:
            groups.setdefault((one.pack_key, one.configuration_key, one.rule.key), []).append(one)
        return {key: tuple(group) for key, group in groups.items()}


def of_result(result: Result, pack_key: str | None = None, configuration_key: str | None = None) -> Findings:
    """Gather the findings of a result, of one pack, or of one configuration of it."""
    chosen = [pack for pack in result.packs if pack_key in (None, pack.module_key)]
    return Findings(
        one for pack in chosen for one in _of_pack(pack) if configuration_key in (None, one.configuration_key)
    )


def of_verdict(pack_key: str, configuration_key: str, verdict: Verdict) -> Findings:
    """Gather the findings of one verdict, as a live evaluation gives it."""
    return Findings(_of_verdict(pack_key, configuration_key, verdict))


def _of_pack(pack: PackVerdict) -> Iterable[Placed]:
    for configuration in pack.configurations:
        yield from _of_verdict(pack.module_key, configuration.configuration_key, configuration.result)


def _of_verdict(pack_key: str, configuration_key: str, verdict: Verdict) -> Iterable[Placed]:
    for rule in verdict.rules:
        for finding in rule.findings:
            yield Placed(pack_key, configuration_key, rule, finding)


def urgency(placed: Placed) -> tuple[int, float]:
    """Return what sorts findings: the worst first, then the farthest beyond the limit; ties stay in order."""
    margin = placed.relative_margin
    return (-severity.rank(placed.finding.severity), float("inf") if margin is None else margin)
