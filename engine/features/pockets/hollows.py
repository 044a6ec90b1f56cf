"""Merges the mouths and floors that belong to one pocket.

A mouth knows all that lies below it; floors that it leads to are its own. Floors that no whole mouth leads
to are joined where nothing but a step, or a rib that stays below the mouth, lies between them: ribs that
reach the mouth divide a cavity into pockets.
"""

from collections.abc import Sequence

from engine.disjoint_sets import DisjointSets
from engine.features.pockets import floors, level, mouths
from engine.features.pockets.hollow import Hollow
from engine.features.pockets.pocket_context import PocketContext
from engine.model.face_graph import Convexity
from engine.model.part import FaceId

SAME_WAY_UP_COSINE = 0.7
"""A floor found by itself belongs to a mouth it looks up to within 45 degrees."""

LOWER_SHARE = 0.02
"""A rib or step stays below the mouth when it is lower by this share of the depth: less is carelessness."""


def find(context: PocketContext) -> tuple[Hollow, ...]:
    """Find every hollow of the part, mouths first. A closed void inside the material has no mouth."""
    voids = {
        face for body in context.part.bodies for shell in body.shells if shell.is_void for face in shell.faces
    }
    groups = tuple(sorted(group for group in context.adjacency.of_group if group not in voids))
    opened = _once(context, mouths.find(context, groups))
    led_to = {floor: hollow for hollow in opened for floor in hollow.reached}
    alone = [
        hollow
        for hollow in floors.find(context, groups)
        if hollow.floors[0] not in led_to or not _is_part_of(hollow, led_to[hollow.floors[0]])
    ]
    return (*opened, *_joined(context, _right_way_up(context, opened, alone)))


def _is_part_of(hollow: Hollow, opened: Hollow) -> bool:
    """Whether a floor found by itself is a floor of what a mouth leads to, or one of its walls."""
    return float(opened.up @ hollow.up) > SAME_WAY_UP_COSINE or opened.reached.issuperset(hollow.walls)


def _once(context: PocketContext, opened: Sequence[Hollow]) -> list[Hollow]:
    """Of the mouths at the ends of one passage keep the longest, of equal ones the first."""
    kept: dict[FaceId, Hollow] = {}

    def length_mm(hollow: Hollow) -> float:
        assert hollow.mouth is not None
        return round(sum(hollow.mouth.lengths_mm), 6)

    standing = []
    for hollow in sorted(opened, key=lambda each: (-length_mm(each), each.walls)):
        if not any(wall in kept for wall in hollow.walls):
            kept.update(dict.fromkeys(hollow.walls, hollow))
            standing.append(hollow)
    return sorted(standing, key=lambda each: each.walls + each.floors)


def _right_way_up(context: PocketContext, opened: Sequence[Hollow], alone: Sequence[Hollow]) -> list[Hollow]:
    """Drop open recesses whose floor is really a wall.

    The end wall of an open recess has three walls round it too: of two such readings the larger floor
    stands. A floor that walls close in all round is one though it is a wall of another, unless the two take
    each other's floor for a wall; then the flat one stands.
    """
    standing: list[Hollow] = []
    with_wall: dict[FaceId, list[Hollow]] = {}
    for hollow in opened:
        for wall in hollow.walls:
            with_wall.setdefault(wall, []).append(hollow)

    def rank(hollow: Hollow) -> tuple[bool, bool, float, FaceId]:
        floor = hollow.floors[0]
        return not hollow.is_closed, not context.is_flat(floor), -round(context.area_mm2(floor), 6), floor

    for hollow in sorted(alone, key=rank):
        rivals = with_wall.get(hollow.floors[0], [])
        if not any(not hollow.is_closed or _are_one(hollow, rival) for rival in rivals):
            standing.append(hollow)
            for wall in hollow.walls:
                with_wall.setdefault(wall, []).append(hollow)
    return sorted(standing, key=lambda each: each.floors)


def _are_one(hollow: Hollow, rival: Hollow) -> bool:
    """Whether the floor of either is a wall of the other: one room, found twice."""
    return not set(hollow.walls).isdisjoint(rival.floors)


def _joined(context: PocketContext, alone: Sequence[Hollow]) -> list[Hollow]:
    """Join floors that no divider as high as the mouth keeps apart."""
    levels = [level.where_walls_end(context, hollow, hollow.up) for hollow in alone]
    owner = {hollow.floors[0]: index for index, hollow in enumerate(alone)}
    joined = DisjointSets(len(alone))
    over: dict[FaceId, list[int]] = {}
    for index, hollow in enumerate(alone):
        bottom_mm = float(context.face(hollow.floors[0]).inner_point @ hollow.up)
        for top in _tops(context, hollow):
            height_mm = float(context.face(top).inner_point @ hollow.up)
            if height_mm < levels[index] - LOWER_SHARE * (levels[index] - bottom_mm):
                over.setdefault(top, []).append(index)
    for top, indices in sorted(over.items()):
        sharing = [*indices, owner[top]] if top in owner else indices
        for index in sharing[1:]:
            if float(alone[index].up @ alone[sharing[0]].up) > SAME_WAY_UP_COSINE:
                joined.join(sharing[0], index)
    sets: dict[int, list[Hollow]] = {}
    for index, hollow in enumerate(alone):
        sets.setdefault(joined.least(index), []).append(hollow)
    return [_union(each) for _, each in sorted(sets.items())]


def _tops(context: PocketContext, hollow: Hollow) -> list[FaceId]:
    """Return the groups that look up beyond the upper edges of the walls, ascending."""
    beyond = {other for wall in hollow.walls for other in context.adjacency.next_to(wall, Convexity.CONVEX)}
    return sorted(
        top
        for top in beyond.difference(hollow.walls)
        if float(context.face(top).inner_normal @ hollow.up) > SAME_WAY_UP_COSINE
    )


def _union(hollows: list[Hollow]) -> Hollow:
    if len(hollows) == 1:
        return hollows[0]
    base = frozenset(group for hollow in hollows for group in hollow.floors)
    walls = frozenset(group for hollow in hollows for group in hollow.walls) - base
    reached = frozenset(group for hollow in hollows for group in hollow.reached)
    return Hollow(
        up=hollows[0].up,
        walls=tuple(sorted(walls)),
        floors=tuple(sorted(base)),
        borders=tuple(border for hollow in hollows for border in hollow.borders),
        mouth=None,
        is_closed=any(hollow.is_closed for hollow in hollows),
        exit_edges=(),
        past=frozenset(group for hollow in hollows for group in hollow.past) - reached,
        reached=reached,
    )
