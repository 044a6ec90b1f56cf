"""A wall pair that stands one way, and what is at its two ends."""

from dataclasses import dataclass

from engine.features.fins import borders
from engine.features.fins.borders import Border
from engine.features.fins.standing import Stand
from engine.features.fins.wall_pairs import WallPair
from engine.model.arrays import Vector
from engine.model.part import FaceId

HELD_SHARE = 0.5
"""An end is held where at least this much of it ends in a hollow."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A wall pair that stands."""

    pair: WallPair
    stand: Stand
    across: Vector
    """Unit, square to the plane midway, out of the near side."""
    along: Vector
    """Unit, along the foot."""
    near: Border
    far: Border

    @property
    def up(self) -> Vector:
        """Out of the base."""
        return self.stand.up

    @property
    def borders(self) -> tuple[Border, Border]:
        """Of both sides."""
        return self.near, self.far

    @property
    def ways(self) -> tuple[Vector, Vector]:
        """Towards its ends."""
        return -self.along, self.along

    def end(self, way: Vector) -> tuple[Border, Border]:
        """Return what of both borders lies at one end."""
        return borders.outermost(self.near, way), borders.outermost(self.far, way)


def is_held(end: tuple[Border, ...], way: Vector) -> bool:
    """Whether an end is held on both sides."""
    return all(border.held_share(way) >= HELD_SHARE for border in end)


def holders(placed: Placed) -> tuple[FaceId, ...]:
    """List the groups that hold its ends, those that are held on both sides."""
    found = set()
    for way in placed.ways:
        end = placed.end(way)
        if is_held(end, way):
            found |= {stretch.beyond for border in end for stretch in border.stretches if stretch.is_held}
    return tuple(sorted(group for group in found if group is not None))


def is_free_standing(placed: Placed) -> bool:
    """Whether nothing holds its ends, not even on one side."""
    return not any(border.is_held.any() for way in placed.ways for border in placed.end(way))


def is_framed(placed: Placed) -> bool:
    """Whether the wall goes on round a corner at both its ends: held inside and free outside, or smooth."""
    return all(_is_turning(placed.end(way), way) for way in placed.ways)


def _is_turning(end: tuple[Border, Border], way: Vector) -> bool:
    near, far = end
    if near.stretches and far.stretches and is_held((near,), way) != is_held((far,), way):
        return True
    return any(stretch.is_running_on for border in end for stretch in border.stretches)
