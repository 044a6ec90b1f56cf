"""The order of processes: how well each goes with a part, and why."""

from dataclasses import dataclass

from engine.model.rulepack import FormFit


@dataclass(frozen=True, slots=True)
class RankedConfiguration:
    """One configuration of one pack in the order, with what put it there."""

    pack: str
    """Keys, here and below."""
    configuration: str
    misfit: str
    """Why the part does not fit the machine, as a sentence; empty where it does."""
    gate: str
    """The sentence of the gate that failed; empty where none did."""
    form_fit: FormFit
    n_fail: int
    """Rules, not places."""
    fail_share: float
    """Share of the part's surface that rules fail at; 1 where one fails of the part as a whole."""
    n_warning: int
    needs: tuple[str, ...]
    """What it needs besides: setups, supports, slides."""
    reason: str
    """Why it stands where it does, in a sentence or two."""


@dataclass(frozen=True, slots=True)
class ProcessOrder:
    """Every configuration, the one that suits the part best first."""

    ranked: tuple[RankedConfiguration, ...]
    sentence: str
    """Why the first is first and why the next process is not; empty where there is none."""

    def of(self, pack: str, configuration: str) -> RankedConfiguration | None:
        """Return one configuration by its keys; None where nobody put it in order."""
        found = (each for each in self.ranked if (each.pack, each.configuration) == (pack, configuration))
        return next(found, None)

    def packs(self) -> tuple[str, ...]:
        """Return the keys of the packs, each at the place of its best configuration."""
        return tuple(dict.fromkeys(each.pack for each in self.ranked))
