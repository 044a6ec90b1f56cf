"""Grooves known by their section, and the stretches of one that others cross."""

from dataclasses import dataclass, replace

import numpy as np

from engine.disjoint_sets import DisjointSets
from engine.model.arrays import Vector
from engine.model.part import FaceId
from engine.tolerances import FIT_LENGTH, PARALLEL_COSINE, same_length


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A straight groove."""

    walls: tuple[FaceId, ...]
    floors: tuple[FaceId, ...]
    ends: tuple[FaceId, ...]
    """Flat, which close it."""
    closed: tuple[Vector, ...]
    """Which way the groove runs into an end, for each that closes it."""
    into: Vector
    along: Vector
    width_mm: float
    """At the mouth."""
    depth_mm: float
    length_mm: float
    angle_deg: float | None
    """Between the walls of a V groove."""
    center: Vector

    @property
    def open_ends(self) -> int:
        """How many ends nothing closes."""
        return 2 - len(self.closed)

    def closed_at(self, way: Vector) -> bool:
        """Whether something closes it in a direction."""
        return any(float(each @ way) > 0.0 for each in self.closed)


def joined(profiles: list[Profile]) -> tuple[Profile, ...]:
    """Put the stretches in line that one cut leaves where others cross it."""
    sets = DisjointSets(len(profiles))
    for index, mine in enumerate(profiles):
        for other in range(index + 1, len(profiles)):
            if _is_one_cut(mine, profiles[other]):
                sets.join(index, other)
    members: dict[int, list[Profile]] = {}
    for index, profile in enumerate(profiles):
        members.setdefault(sets.least(index), []).append(profile)
    return tuple(each[0] if len(each) == 1 else _as_one(each) for each in members.values())


def _is_one_cut(mine: Profile, other: Profile) -> bool:
    """Whether two stretches of one section lie in line, no further apart than they are long together."""
    sizes = (mine.width_mm, other.width_mm), (mine.depth_mm, other.depth_mm)
    if (mine.angle_deg is None) != (other.angle_deg is None) or abs(
        float(mine.along @ other.along)
    ) < PARALLEL_COSINE:
        return False
    if float(mine.into @ other.into) < PARALLEL_COSINE or not all(
        same_length(*pair, FIT_LENGTH) for pair in sizes
    ):
        return False
    span = other.center - mine.center
    apart_mm = abs(float(span @ mine.along))
    aside_mm = float(np.linalg.norm(span - float(span @ mine.along) * mine.along))
    reach_mm = (mine.length_mm + other.length_mm) / 2.0
    is_closed_between = mine.closed_at(span) or other.closed_at(-span)
    return aside_mm <= FIT_LENGTH * mine.width_mm and apart_mm <= 3.0 * reach_mm and not is_closed_between


def _as_one(stretches: list[Profile]) -> Profile:
    first = stretches[0]
    reaches = [float((each.center - first.center) @ first.along) for each in stretches]
    low = min(at - each.length_mm / 2.0 for at, each in zip(reaches, stretches, strict=True))
    high = max(at + each.length_mm / 2.0 for at, each in zip(reaches, stretches, strict=True))
    return replace(
        first,
        walls=tuple(sorted({wall for each in stretches for wall in each.walls})),
        floors=tuple(sorted({floor for each in stretches for floor in each.floors})),
        ends=tuple(sorted({end for each in stretches for end in each.ends})),
        length_mm=high - low,
        closed=tuple(way for each in stretches for way in each.closed),
        center=first.center + (low + high) / 2.0 * first.along,
    )
