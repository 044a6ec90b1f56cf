"""What a drawn part is known to hold: the truth a recognizer is measured against.

A truth is computed from the numbers the part was drawn with, never recorded from what a recognizer said.
It points at faces by a point on each, so it does not depend on how a file numbers or splits them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from OCP.TopoDS import TopoDS_Shape

from engine.kinds import DECLARED
from engine.model.feature import Kind, Precedence
from tests.support.draw import Point

CHAMFER = "CHAMFER"
"""Chamfers are no kind but a role; the truth counts them all the same."""

FLAT_KINDS = frozenset(str(kind.key) for kind in DECLARED if kind.precedence is Precedence.FLAT)
"""What takes the flat faces that are left. Only parts drawn for them list them all."""

KINDS = tuple(str(kind.key) for kind in DECLARED)

ALL_BUT_FLAT = frozenset(KINDS) - FLAT_KINDS


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Expected:
    """One feature a part is known to have."""

    kind: str
    at: tuple[Point, ...]
    """A point on each face that must be a member, away from the face's border."""
    dimensions: Mapping[str, Any] = field(default_factory=dict)
    """By name of the feature's field (`base_relief.radius_mm` looks into one): lengths in mm, angles in
    degrees, whole numbers, words, truths. Left out: whatever the definition leaves open."""
    is_optional: bool = False
    """Whether both answers are right: neither missed when absent, nor extra when present."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Drawn:
    """A part with its truth."""

    label: str
    """What sets it apart in its family; a near twin's begins with `not`."""
    shape: TopoDS_Shape
    expected: tuple[Expected, ...] = ()
    complete: frozenset[str] = ALL_BUT_FLAT
    """Kinds of which `expected` lists every one: any other feature of them is a false one."""


Family = Callable[[Random], tuple[Drawn, ...]]
"""Draws one part with parameters of its own and the near twins made from it by a single edit."""


def expect(kind: Kind | str, *at: Point, **dimensions: Any) -> Expected:
    """Write an expected feature in one line; `base_relief__radius_mm` stands for a dotted name."""
    named = {name.replace("__", "."): value for name, value in dimensions.items()}
    return Expected(kind=str(kind), at=at, dimensions=named)


def perhaps(kind: Kind | str, *at: Point) -> Expected:
    """Write a feature that may be reported or not."""
    return Expected(kind=str(kind), at=at, is_optional=True)


def between(random: Random, low: float, high: float) -> float:
    """Draw a length of two decimals."""
    return round(random.uniform(low, high), 2)
