"""Parts drawn from numbers, with their exact truth and their near twins: what `make accuracy` measures by.

One file a group of families. A family draws one part from random numbers, and with it the near twins that
one edit makes of it. The numbers come from the family's name and the instance's number, so a part is the
same in every run and every process, and can be drawn again from its name.
"""

from dataclasses import dataclass
from random import Random

from tests.support.generated import (
    bends,
    blends,
    bosses,
    fins,
    holes,
    mixed,
    plates,
    pockets,
    protrusions,
    slots,
    softened,
)
from tests.support.generated.truth import Drawn, Family

GROUPS: dict[str, tuple[Family, ...]] = {
    "holes": holes.FAMILIES,
    "bosses": bosses.FAMILIES,
    "slots": slots.FAMILIES,
    "fins": fins.FAMILIES,
    "pockets": pockets.FAMILIES,
    "protrusions": protrusions.FAMILIES,
    "blends": blends.FAMILIES,
    "bends": bends.FAMILIES,
    "plates": plates.FAMILIES,
    "softened": softened.FAMILIES,
    "mixed": mixed.FAMILIES,
}

INSTANCES = 4
"""Instances of each family; every kind has several families."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """Which family, and which of its instances."""

    group: str
    family: str
    instance: int

    def __str__(self) -> str:
        return f"{self.group}.{self.family}#{self.instance}"


def names(instances: int = INSTANCES) -> tuple[Name, ...]:
    """List every part there is, by group and family."""
    return tuple(
        Name(group, family.__name__, instance)
        for group, families in GROUPS.items()
        for family in families
        for instance in range(instances)
    )


def drawn(name: Name) -> tuple[Drawn, ...]:
    """Draw a part and its near twins."""
    (family,) = (each for each in GROUPS[name.group] if each.__name__ == name.family)
    return _draw(family, name)


def _draw(family: Family, name: Name) -> tuple[Drawn, ...]:
    return family(Random(str(name)))
