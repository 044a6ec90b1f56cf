"""Limits of a measured layer under one configuration: which there are, where, and in which colors."""

from dataclasses import dataclass

from engine.model.arrays import Ints
from engine.model.layer import Layer
from engine.palette import Limits, Scale


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that sets limits, by its key and its name."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Case:
    """Faces at which the same limits are in force and the same of them are broken."""

    limits: Limits
    """The limits in force there."""
    broken: Limits
    """Those that a rule found broken there: values below `broken.fail` are red, below `broken.warn` amber."""
    scale: Scale
    """The colors of values there."""


@dataclass(frozen=True, slots=True, eq=False)
class LayerLimits:
    """The limits of a measured layer, face by face."""

    layer: Layer
    rules: tuple[Rule, ...]
    """The rules that set a limit to some face of the part; empty where none does."""
    depends_on_place: bool
    """Whether a rule takes some faces alone, or holds some of them to other limits."""
    limits: Limits
    """The largest fail and warning limits in force at any face; their source is the process."""
    least: Limits
    """The smallest fail and warning limits in force at any face that has one."""
    scale: Scale
    """The colors of the legend: those of a face at which `limits` are in force and broken."""
    cases: tuple[Case, ...]
    """The most frequent one first; there is at least one."""
    case_of_face: Ints
    """(F,) index into `cases`."""
