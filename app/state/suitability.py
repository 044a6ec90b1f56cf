"""Which process suits this part: every configuration, the one with the least against it first."""

from dataclasses import dataclass

from app.client.models import ConfigurationVerdict, PackVerdict, Result, Severity
from app.state import rule_rows


@dataclass(frozen=True, slots=True, eq=False)
class Suit:
    """One configuration with what speaks against it."""

    pack_key: str
    configuration_key: str
    process: str
    variant: str
    label: str
    """The variant as short as it is still told from the others of its process."""
    severity: Severity
    n_fail: int
    """Rules, not places."""
    n_warning: int
    n_pass: int
    n_places: int
    """Findings that fail or warn, all rules together."""
    gate: str | None
    """The sentence that says why the process does not suit the part at all; None where it does."""

    @property
    def is_out(self) -> bool:
        """Whether the process does not suit the part at all."""
        return self.gate is not None


def of_result(result: Result) -> tuple[Suit, ...]:
    """Return every configuration; those that do not suit at all last, ties in the order of the result."""
    found = [_suit(pack, one) for pack in result.packs for one in pack.configurations]
    return tuple(sorted(found, key=lambda one: (one.is_out, one.n_fail, one.n_warning)))


def _label(pack: PackVerdict, configuration: ConfigurationVerdict) -> str:
    """Leave out what follows the comma, `steel`, where the rest says which variant is meant."""
    names = [one.name or one.configuration_key for one in pack.configurations]
    name = configuration.name or configuration.configuration_key
    heads = [one.partition(",")[0] for one in names]
    return name if heads.count(name.partition(",")[0]) > 1 else name.partition(",")[0]


def _suit(pack: PackVerdict, configuration: ConfigurationVerdict) -> Suit:
    verdict = configuration.result
    n = rule_rows.counts(verdict)
    return Suit(
        pack_key=pack.module_key,
        configuration_key=configuration.configuration_key,
        process=pack.name or pack.module_key,
        variant=configuration.name or configuration.configuration_key,
        label=_label(pack, configuration),
        severity=verdict.overall_severity,
        n_fail=n["fail"],
        n_warning=n["warning"],
        n_pass=n["pass"],
        n_places=sum(one.severity != "pass" for rule in verdict.rules for one in rule.findings),
        gate=rule_rows.gate_sentence(verdict),
    )
