"""Joins the pieces of crossing ribs, whose walls are split where others cross them.

Two runs are pieces of one rib when their walls lie in the same planes and what lies between them is another
standing run that holds them on both its sides. A boss between them makes them two.
"""

from engine.features.fins import placing
from engine.features.fins.placing import Placed
from engine.features.fins.runs import Run
from engine.graph.carriers import is_same_carrier
from engine.model.part import FaceId, Part

SAME_WAY_COSINE = 0.985
"""Pieces of one rib stand the same way, within ten degrees."""


def joined(part: Part, pieces: tuple[Placed, ...]) -> tuple[Run, ...]:
    """Return the runs of the whole ribs, each once, in the order of their first pieces.

    One run may come as several pieces, one for each way it may stand.
    """
    held_by = _held_by(pieces)
    numbers = {id(run): number for number, run in enumerate(dict.fromkeys(piece.run for piece in pieces))}
    number_of_piece = [numbers[id(piece.run)] for piece in pieces]
    root = list(range(len(numbers)))

    def find(number: int) -> int:
        while root[number] != number:
            number = root[number]
        return number

    for crossing in pieces:
        before = sorted({index for group in crossing.run.near for index in held_by.get(group, ())})
        behind = sorted({index for group in crossing.run.far for index in held_by.get(group, ())})
        for a in before:
            for b in behind:
                first, second = (find(number_of_piece[index]) for index in (a, b))
                if first != second and _goes_on(part, pieces[a], pieces[b]):
                    root[max(first, second)] = min(first, second)
    members: dict[int, list[Run]] = {}
    for piece, number in zip(pieces, number_of_piece, strict=True):
        known = members.setdefault(find(number), [])
        if piece.run not in known:
            known.append(piece.run)
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
    near, far = (part.faces[side[0]] for side in (a.run.near, a.run.far))
    others = [part.faces[side[0]] for side in (b.run.near, b.run.far)]
    return any(
        is_same_carrier(near, first) and is_same_carrier(far, second)
        for first, second in (others, others[::-1])
    )


def _union(part: Part, runs: list[Run]) -> Run:
    leader = part.faces[runs[0].near[0]]
    near: set[FaceId] = set()
    far: set[FaceId] = set()
    for run in runs:
        is_turned = leader.inner_normal @ part.faces[run.near[0]].inner_normal < 0.0
        near.update(run.far if is_turned else run.near)
        far.update(run.near if is_turned else run.far)
    return Run(
        tuple(sorted(near)),
        tuple(sorted(far)),
        min(run.near_share for run in runs),
        min(run.far_share for run in runs),
    )
