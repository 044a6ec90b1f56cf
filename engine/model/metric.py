"""Metrics: named numbers that rules compare, and the subjects they are numbers of."""

import math
from dataclasses import dataclass
from enum import StrEnum

from engine.model.arrays import Vector
from engine.model.field import Unit
from engine.model.part import EdgeId, FaceId


class Domain(StrEnum):
    """What a metric is a number of."""

    FEATURE = "feature"
    FACE = "face"
    CORNER = "corner"
    """A sharp internal corner: one concave joint that no fillet covers."""
    PART = "part"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One thing a rule inspects. Subjects are numbered; `index` is the place in the analysis' tuple."""

    index: int
    domain: Domain
    kind: str
    """`HOLE`, …, `FACE`, `CORNER` or `PART`."""
    fid: FaceId | None
    """The face that stands for it; None for the part."""
    faces: tuple[FaceId, ...]
    edge: EdgeId | None
    location: Vector
    """A point on or in the subject to look at."""
    sets: tuple[str, ...]
    """The selector sets it belongs to: `holes`, `all_features`, `undercut_faces`, …"""
    label: str
    """How messages call it: `hole 12 (Ø6.00, 1 of 4)`, `face 4`, `the part`."""
    size: str = ""
    """The size in the label of a feature: `Ø6.00`. Features of one kind and size are equals."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A metric's value for one subject, with its evidence."""

    value: float
    """NaN: could not be measured (`reason` says why). inf: nothing there."""
    uncertainty: float = 0.0
    """Same unit as the value; the truth lies within value ± uncertainty."""
    location: Vector | None = None
    """Where the value was found; the subject's own location when None."""
    witness: tuple[Vector, Vector] | None = None
    """Two points between which the value can be seen, where it is a distance."""
    faces: tuple[FaceId, ...] = ()
    """The faces the value comes from, where that is not the whole subject."""
    reason: str = ""
    note: str = ""
    """A sentence of evidence that a number cannot carry: which shells are open, which thread fits."""
    is_left_out: bool = False
    """Whether the metric could have been asked of the subject and was not: `value` is NaN and `reason` says
    why. Rules add up how much was left out; a metric that does not apply has no entry at all."""

    @classmethod
    def left_out(cls, reason: str) -> "Measured":
        """Return the entry of a subject that is left out, for a reason given as a clause."""
        return cls(math.nan, reason=reason, is_left_out=True)


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """What the catalog says of a metric."""

    name: str
    unit: Unit
    domain: Domain
    """FACE: measured on faces, and on features through their faces."""
    doc: str
    kinds: tuple[str, ...]
    """The subject kinds it can be measured on; empty: every kind of its domain."""
    layer: str = ""
    """The measured layer (`thickness`, `clearance`, `draft`) that it is a value of, in the layer's unit: what
    bounds it bounds the layer. Empty for every other quantity."""


@dataclass(frozen=True, slots=True)
class SelectorSet:
    """A named set of subjects that a rule can look at."""

    name: str
    domain: Domain
    doc: str
    kinds: tuple[str, ...] = ()
    """The subject kinds in it; empty: every kind of its domain."""
