"""Joins bridged pairs in line: a saw that crosses several ridges makes one slot.

Two pairs are one cut when their walls lie in the same two planes and they share a round end, or their floors
lie in one plane, nothing closes either of them towards the other, and what lies between is no longer than
what is cut.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.slots.pairs import Bridge, BridgeShape, SideWalls
from engine.features.slots.slot_context import SlotContext
from engine.model.arrays import Vector, vector_product
from engine.model.part import FaceId, Part
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_COSINE

OPPOSITE_COSINE = -0.9
"""Two bridges that face each other within 25 degrees close the slot at both ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """Walls in two planes (or two drafted faces) and all that bridges them."""

    sides: tuple[tuple[FaceId, ...], tuple[FaceId, ...]]
    """The groups on either side, ascending; the side of the smallest group first."""
    across: Vector
    """Unit vector from the first side to the second."""
    bridges: tuple[Bridge, ...]

    @property
    def walls(self) -> tuple[FaceId, ...]:
        """Every wall, ascending."""
        return tuple(sorted({*self.sides[0], *self.sides[1]}))

    @property
    def groups(self) -> tuple[FaceId, ...]:
        """Every wall and bridge, ascending."""
        return tuple(sorted({*self.walls, *(bridge.group for bridge in self.bridges)}))


def in_line(part: Part, context: SlotContext, pairs: tuple[SideWalls, ...]) -> tuple[Cut, ...]:
    """Put the pairs that one cut leaves together, in the order of their smallest walls."""
    parent = list(range(len(pairs)))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    for mine, other in _candidates(part, pairs):
        first, second = root(mine), root(other)
        if first != second and _is_one_cut(part, context, pairs[mine], pairs[other]):
            parent[max(first, second)] = min(first, second)
    members: dict[int, list[SideWalls]] = {}
    for index, pair in enumerate(pairs):
        members.setdefault(root(index), []).append(pair)
    return tuple(_cut(each) for _, each in sorted(members.items()))


def _candidates(part: Part, pairs: tuple[SideWalls, ...]) -> list[tuple[int, int]]:
    """List the pairs of pairs whose walls may lie in the same planes: neighbors in a sorted list."""
    if not pairs:
        return []
    origin = part.box_mm.mean(axis=0)
    keys = []
    for index, pair in enumerate(pairs):
        way = pair.across if tuple(np.round(pair.across, 6)) > (0.0, 0.0, 0.0) else -pair.across
        middle = sum(float((part.faces[wall].inner_point - origin) @ way) for wall in pair.walls) / 2.0
        keys.append((middle, index))
    keys.sort()
    slack_mm = FIT_LENGTH * part.diagonal_mm
    found = []
    for place, (middle, index) in enumerate(keys):
        for other_middle, other in keys[place + 1 :]:
            if other_middle - middle > slack_mm:
                break
            if abs(float(pairs[index].across @ pairs[other].across)) >= PARALLEL_COSINE:
                found.append((min(index, other), max(index, other)))
    return sorted(found)


def _is_one_cut(part: Part, context: SlotContext, mine: SideWalls, other: SideWalls) -> bool:
    """Whether two pairs lie in the same planes with floors in one plane, open towards each other."""
    is_turned = float(mine.across @ other.across) < 0.0
    theirs = other.walls[::-1] if is_turned else other.walls
    if not all(_is_same_plane(part, a, b) for a, b in zip(mine.walls, theirs, strict=True)):
        return False
    if _share_an_end(mine, other):
        return True
    floor, other_floor = _one_floor(part, mine), _one_floor(part, other)
    if floor is None or other_floor is None:
        return False
    if floor.group != other_floor.group and not _is_same_plane(part, floor.group, other_floor.group):
        return False
    along = vector_product(mine.across, floor.toward)
    runs = [[context.of_group(wall, along) for wall in pair.walls] for pair in (mine, other)]
    (low, high), (other_low, other_high) = (
        (max(each[0] for each in run), min(each[1] for each in run)) for run in runs
    )
    if low > other_low:
        low, high, other_low, other_high = other_low, other_high, low, high
        mine, other = other, mine
    gap_mm = other_low - high
    if gap_mm > (high - low) + (other_high - other_low):
        return False
    return not _closes(mine, along) and not _closes(other, -along)


def _share_an_end(mine: SideWalls, other: SideWalls) -> bool:
    """Whether one round end belongs to both: a cross hole parts a wall of the slot in two."""
    ends = [
        {each.group for each in pair.bridges if each.shape is BridgeShape.ROUND} for pair in (mine, other)
    ]
    return not ends[0].isdisjoint(ends[1])


def _is_same_plane(part: Part, a: FaceId, b: FaceId) -> bool:
    if a == b:
        return True
    face, other = part.faces[a], part.faces[b]
    span = other.inner_point - face.inner_point
    slack_mm = FIT_LENGTH * float(np.linalg.norm(span)) + LENGTH_FLOOR_MM
    slack_mm += face.deviation_mm + other.deviation_mm
    is_parallel = float(face.inner_normal @ other.inner_normal) >= PARALLEL_COSINE
    return is_parallel and abs(float(span @ face.inner_normal)) <= slack_mm


def _one_floor(part: Part, pair: SideWalls) -> Bridge | None:
    """Return the largest flat bridge that no other looks at."""
    flats = [
        bridge
        for bridge in pair.bridges
        if bridge.shape is BridgeShape.FLAT
        and all(float(bridge.toward @ other.toward) > OPPOSITE_COSINE for other in pair.bridges)
    ]
    return max(flats, key=lambda bridge: (part.faces[bridge.group].area_mm2, -bridge.group), default=None)


def _closes(pair: SideWalls, along: Vector) -> bool:
    """Whether some bridge closes a pair at its end in one direction."""
    return any(float(bridge.toward @ along) < OPPOSITE_COSINE for bridge in pair.bridges)


def _cut(pairs: list[SideWalls]) -> Cut:
    across = pairs[0].across
    sides: tuple[set[FaceId], set[FaceId]] = (set(), set())
    bridges: dict[FaceId, Bridge] = {}
    for pair in pairs:
        is_turned = float(pair.across @ across) < 0.0
        for side, wall in zip(sides, pair.walls[::-1] if is_turned else pair.walls, strict=True):
            side.add(wall)
        bridges.update((bridge.group, bridge) for bridge in pair.bridges)
    ordered = (tuple(sorted(sides[0])), tuple(sorted(sides[1])))
    return Cut(ordered, across, tuple(bridges[group] for group in sorted(bridges)))
