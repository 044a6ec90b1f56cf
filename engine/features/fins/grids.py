"""Joins the pieces of crossing ribs, whose walls are split where others cross them.

Two wall pairs are pieces of one rib when their walls lie in the same planes and what lies between them is
another standing pair that holds them on both its sides. A boss between them makes them two.
"""

from engine.features.fins import placing
from engine.features.fins.placing import Placed
from engine.features.fins.wall_pairs import WallPair
from engine.graph.same_surface import is_same_surface
from engine.model.part import FaceId, Part

SAME_WAY_COSINE = 0.985
"""Pieces of one rib stand the same way, within ten degrees."""


def joined(part: Part, pieces: tuple[Placed, ...]) -> tuple[WallPair, ...]:
    """Return the wall pairs of the whole ribs, each once, in the order of their first pieces.

    One pair may come as several pieces, one for each way it may stand.
    """
    held_by = _held_by(pieces)
    numbers = {id(pair): number for number, pair in enumerate(dict.fromkeys(piece.pair for piece in pieces))}
    number_of_piece = [numbers[id(piece.pair)] for piece in pieces]
    root = list(range(len(numbers)))

    def find(number: int) -> int:
        while root[number] != number:
            number = root[number]
        return number

    for crossing in pieces:
        before = sorted({index for group in crossing.pair.near for index in held_by.get(group, ())})
        behind = sorted({index for group in crossing.pair.far for index in held_by.get(group, ())})
        for a in before:
            for b in behind:
                first, second = (find(number_of_piece[index]) for index in (a, b))
                if first != second and _goes_on(part, pieces[a], pieces[b]):
                    root[max(first, second)] = min(first, second)
    members: dict[int, list[WallPair]] = {}
    for piece, number in zip(pieces, number_of_piece, strict=True):
        known = members.setdefault(find(number), [])
        if piece.pair not in known:
            known.append(piece.pair)
    return tuple(each[0] if len(each) == 1 else _union(part, each) for _, each in sorted(members.items()))


def _held_by(pieces: tuple[Placed, ...]) -> dict[FaceId, list[int]]:
    """List by group the pieces one of whose ends it holds."""
    held_by: dict[FaceId, list[int]] = {}
    for index, piece in enumerate(pieces):
        for group in placing.holders(piece):
            held_by.setdefault(group, []).append(index)
    return held_by


def _goes_on(part: Part, a: Placed, b: Placed) -> bool:
    if a.up @ b.up < SAME_WAY_COSINE:
        return False
    near, far = (part.faces[side[0]] for side in (a.pair.near, a.pair.far))
    others = [part.faces[side[0]] for side in (b.pair.near, b.pair.far)]
    return any(
        is_same_surface(near, first) and is_same_surface(far, second)
        for first, second in (others, others[::-1])
    )


def _union(part: Part, pairs: list[WallPair]) -> WallPair:
    leader = part.faces[pairs[0].near[0]]
    near: set[FaceId] = set()
    far: set[FaceId] = set()
    for pair in pairs:
        is_turned = leader.inner_normal @ part.faces[pair.near[0]].inner_normal < 0.0
        near.update(pair.far if is_turned else pair.near)
        far.update(pair.near if is_turned else pair.far)
    return WallPair(
        tuple(sorted(near)),
        tuple(sorted(far)),
        min(pair.near_share for pair in pairs),
        min(pair.far_share for pair in pairs),
    )
