"""Which process suits this part: every configuration, in the order that the server puts them in."""

from dataclasses import dataclass

from app.client.models import ConfigurationVerdict, PackVerdict, Place, Result, Severity
from app.state import display_unit, issues, rule_rows


@dataclass(frozen=True, slots=True, eq=False)
class Suit:
    """One configuration with what speaks against it."""

    pack_key: str
    configuration_key: str
    process: str
    variant: str
    label: str
    """The variant as short as it still differs from the others of its process."""
    severity: Severity
    n_fail: int
    """Rules, not places."""
    n_warning: int
    n_pass: int
    n_issues: int
    """Issues of all rules together."""
    n_places: int
    """Findings that fail or warn, all rules together."""
    gate: str | None
    """The sentence that says why the process does not suit the part at all: its machine does not take it, or
    a gate failed; None where it does."""
    others: str
    """How many more rules were judged behind that sentence, in words; empty where there is none."""
    reason: str
    """Why it stands where it does among all; empty where nobody says."""

    @property
    def is_out(self) -> bool:
        """Whether the process does not suit the part at all."""
        return self.gate is not None


def ranked(result: Result) -> tuple[tuple[PackVerdict, ConfigurationVerdict], ...]:
    """Return every configuration with its pack, the best first.

    The order is the server's; one that it gives no place follows in the order of the result.
    """
    place_of = {(one.module_key, one.configuration_key): at for at, one in enumerate(result.order)}
    found = [(pack, one) for pack in result.packs for one in pack.configurations]
    return tuple(
        sorted(
            found,
            key=lambda both: place_of.get((both[0].module_key, both[1].configuration_key), len(place_of)),
        )
    )


def of_result(result: Result) -> tuple[Suit, ...]:
    """Return every configuration with what speaks against it, the best first."""
    places = {(one.module_key, one.configuration_key): one for one in result.order}
    return tuple(
        _suit(pack, one, places.get((pack.module_key, one.configuration_key))) for pack, one in ranked(result)
    )


def best(result: Result) -> Suit | None:
    """Return the configuration that suits the part best; None where none suits it at all."""
    return next((one for one in of_result(result) if not one.is_out), None)


def _label(pack: PackVerdict, configuration: ConfigurationVerdict) -> str:
    """Leave out what follows the comma, `steel`, where the rest says which variant is meant."""
    names = [one.name or one.configuration_key for one in pack.configurations]
    name = configuration.name or configuration.configuration_key
    heads = [one.partition(",")[0] for one in names]
    return name if heads.count(name.partition(",")[0]) > 1 else name.partition(",")[0]


def _suit(pack: PackVerdict, configuration: ConfigurationVerdict, place: Place | None) -> Suit:
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
        n_issues=issues.count(verdict.rules),
        n_places=sum(one.severity != "pass" for rule in verdict.rules for one in rule.findings),
        gate=(place and display_unit.in_sentence(place.misfit or "")) or rule_rows.gate_sentence(verdict),
        others=rule_rows.others_in_words(verdict),
        reason="" if place is None else display_unit.in_sentence(place.reason),
    )
