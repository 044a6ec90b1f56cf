"""Counts the setups in which straight cutters reach all that can be reached.

One setup is one orientation under the spindle, or one chucking in a lathe. A face that several directions
reach forces none: the wall of a through hole is drilled from either side, the outline of a plate is milled
from above.

The convention: the first setup is clamped by a side of the blank. Where that side is flat and outermost it
counts as stock and is left as it is. So a plate drilled from above takes one setup; where its underside has
to be cut as well, because of a step or a pocket there, it takes two. Only that one side is free, and only
where that saves a setup.

Which directions reach what is `tool_access`'s; what none reaches is not counted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.access import SHARE_ERROR, BodyAccess, BodySetups, Patch, Setup, ToolAccess
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector, along, frozen
from engine.model.part import FaceId, Part
from engine.model.surface import Plane
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, PARALLEL_COSINE

LEFT_SHARE = 0.15
"""Of a face, what may be left uncut without a further setup: shares are known to a tenth."""
MOST_EXACT = 12
"""Directions, those that others outdo left out, up to which every combination is tried."""

Mask = int
"""A set of directions, one bit each."""


def find(context: RunContext, access: ToolAccess) -> tuple[BodySetups, ...]:
    """Find the fewest setups for each body."""
    return tuple(_of_body(context.prepared, body) for body in access.bodies)


def _of_body(prepared: PreparedPart, access: BodyAccess) -> BodySetups:
    """Choose the directions for one body, and say what each is good for."""
    area = {face.id: face.area_mm2 for face in prepared.part.faces}
    cut_mm2 = np.zeros(len(access.directions))
    for patch in access.patches:
        cut_mm2[list(patch.directions)] += patch.share * area[patch.face]
    order = tuple(np.argsort(-cut_mm2.round(6), kind="stable").tolist())
    sides = _Sides(prepared.part, access.body)
    below = {each: sides.below(access.directions[each]) for each in order}
    cover, stock = _clamped(access, order, below, LEFT_SHARE)
    chosen = tuple(sorted(cover.chosen, key=order.index))
    setups = tuple(_setup(access, cover.deciding, each, chosen) for each in chosen)
    others = (_clamped(access, order, below, LEFT_SHARE + off)[0] for off in (-SHARE_ERROR, SHARE_ERROR))
    count_error = max(abs(len(other.chosen) - len(chosen)) for other in others)
    return BodySetups(access.body, setups, cover.is_exact, stock, count_error)


def _clamped(
    access: BodyAccess, order: Sequence[int], below: Mapping[int, tuple[FaceId, ...]], left_share: float
) -> tuple["_Cover", tuple[FaceId, ...]]:
    """Choose the directions, and the side of the blank to clamp by first where that saves a setup.

    `below` are the faces that the body stands on when a spindle comes along each direction.
    """
    cover = _cover(access.patches, order, left_share)
    stock: tuple[FaceId, ...] = ()
    for first in order if len(cover.chosen) > 1 else ():
        back = below[first]
        if not back:
            continue
        patches = [patch for patch in access.patches if patch.face not in back]
        other = _cover(patches, order, left_share, first)
        if len(other.chosen) < len(cover.chosen):
            cover, stock = other, back
    return cover, stock


@dataclass(frozen=True, slots=True)
class _Cover:
    """Directions that serve a body, and the patches that they were chosen for."""

    chosen: tuple[int, ...]
    is_exact: bool
    deciding: tuple[Patch, ...]


def _cover(
    patches: Sequence[Patch], order: Sequence[int], left_share: float, first: int | None = None
) -> _Cover:
    """Choose the fewest directions, `first` among them, that leave no more than `left_share` of any face.

    Large patches decide. Where small ones add up to more than may be left, the largest of them does as well.
    """
    masks = np.array([_mask(patch.directions) for patch in patches], dtype=np.uint64)
    faces = np.array([patch.face for patch in patches], dtype=np.int64)
    shares = np.array([patch.share for patch in patches])
    decides = shares > left_share
    given = () if first is None else (first,)
    while True:
        left = decides & ((masks & np.uint64(_mask(given))) == 0)
        others, is_exact = least_cover(masks[left].tolist(), order)
        chosen = (*given, *others)
        is_open = (masks & np.uint64(_mask(chosen))) == 0
        lacking = np.bincount(faces, weights=shares * is_open, minlength=1) > left_share
        waiting = np.flatnonzero(is_open & lacking[faces]) if len(faces) else faces
        if not len(waiting):
            deciding = tuple(patch for patch, does in zip(patches, decides, strict=True) if does)
            return _Cover(chosen, is_exact, deciding)
        largest = waiting[np.lexsort((waiting, -shares[waiting]))]
        _, at = np.unique(faces[largest], return_index=True)
        decides[largest[at]] = True


def least_cover(masks: Iterable[Mask], order: Sequence[int]) -> tuple[tuple[int, ...], bool]:
    """Choose the fewest directions so that each of `masks` contains one; prefer those early in `order`.

    Returns
    -------
    tuple of int, bool
        The directions, and whether no smaller number can do: beyond `MOST_EXACT` directions that are not
        outdone by others, the best of each step is taken instead.
    """
    wanted = _narrowest(masks)
    chosen: list[int] = []
    while True:
        # what only one direction reaches decides it
        forced = {mask.bit_length() - 1 for mask in wanted if mask.bit_count() == 1}
        chosen += [each for each in order if each in forced]
        wanted = [mask for mask in wanted if not any(mask >> each & 1 for each in forced)]
        useful = _undominated(wanted, order)
        narrowed = _narrowest(mask & _mask(useful) for mask in wanted)
        if narrowed == wanted:
            break
        wanted = narrowed
    if len(useful) > MOST_EXACT:
        return (*chosen, *_greedy(wanted, useful)), False
    best = _greedy(wanted, useful)
    for size in range(len(best)):
        smaller = _combination(wanted, useful, size)
        if smaller is not None:
            best = smaller
            break
    return (*chosen, *best), True


def _mask(directions: Iterable[int]) -> Mask:
    return sum(1 << each for each in directions)


def _narrowest(masks: Iterable[Mask]) -> list[Mask]:
    """Drop masks that contain another: whoever serves the narrower one serves them too."""
    kept: list[Mask] = []
    for mask in sorted(set(masks), key=lambda each: (each.bit_count(), each)):
        if not any(mask & each == each for each in kept):
            kept.append(mask)
    return kept


def _undominated(wanted: Sequence[Mask], order: Sequence[int]) -> list[int]:
    """Drop directions that reach nothing which some other does not reach too; of equals keep the first."""
    serves = {each: _mask(at for at, mask in enumerate(wanted) if mask >> each & 1) for each in order}
    kept: list[int] = []
    for each in sorted(order, key=lambda one: (-serves[one].bit_count(), order.index(one))):
        if serves[each] and not any(serves[each] & serves[other] == serves[each] for other in kept):
            kept.append(each)
    return kept


def _greedy(wanted: Sequence[Mask], useful: Sequence[int]) -> tuple[int, ...]:
    """Take the direction that serves most, again and again; what later ones make needless is left out."""
    left, chosen = list(wanted), []
    while left:
        best = max(useful, key=lambda each: (sum(mask >> each & 1 for mask in left), -useful.index(each)))
        chosen.append(best)
        left = [mask for mask in left if not mask >> best & 1]
    for each in list(chosen):
        others = _mask(other for other in chosen if other != each)
        if all(mask & others for mask in wanted):
            chosen.remove(each)
    return tuple(chosen)


def _combination(wanted: Sequence[Mask], useful: Sequence[int], size: int) -> tuple[int, ...] | None:
    """Find so many directions that serve all, branching on the narrowest mask; None where there are none."""
    if not wanted:
        return ()
    if size == 0:
        return None
    narrowest = min(wanted, key=lambda mask: (mask.bit_count(), mask))
    for each in useful:
        if narrowest >> each & 1:
            rest = _combination([mask for mask in wanted if not mask >> each & 1], useful, size - 1)
            if rest is not None:
                return (each, *rest)
    return None


class _Sides:
    """What a body may stand on: its flat faces, and how far its edges reach."""

    def __init__(self, part: Part, body_id: int) -> None:
        """Gather once what every direction is compared with."""
        faces = [part.faces[fid] for fid in sorted(part.bodies[body_id].faces)]
        edges = sorted({edge for face in faces for loop in face.loops for edge in loop.edges})
        bare = [face for face in faces if not any(loop.edges for loop in face.loops)]
        self._places = np.concatenate(
            [*(part.edges[edge].points for edge in edges), *(face.box_mm for face in bare), np.zeros((0, 3))]
        )
        flat = [face for face in faces if isinstance(face.surface, Plane)]
        self._faces = [face.id for face in flat]
        self._normals = np.array([face.inner_normal for face in flat]).reshape(-1, 3)
        self._points = np.array([face.inner_point for face in flat]).reshape(-1, 3)
        self._slack_mm = FIT_LENGTH * part.diagonal_mm

    def below(self, direction: Vector) -> tuple[FaceId, ...]:
        """Return the flat faces the body stands on when a spindle comes along a direction, ascending."""
        lowest_mm = along(self._places, direction).min(initial=np.inf)
        is_below = -along(self._normals, direction) > PARALLEL_COSINE
        is_below &= along(self._points, direction) <= lowest_mm + self._slack_mm
        return tuple(self._faces[each] for each in np.flatnonzero(is_below))


def _setup(access: BodyAccess, deciding: Sequence[Patch], one: int, chosen: Sequence[int]) -> Setup:
    """Say what one of the chosen directions cuts, and what needs it."""
    others = set(chosen) - {one}
    cut = {patch.face for patch in access.patches if one in patch.directions}
    needing = [patch for patch in deciding if one in patch.directions and others.isdisjoint(patch.directions)]
    alone = {patch.face for patch in needing if len(patch.directions) == 1}
    return Setup(
        frozen(access.directions[one] + 0.0),
        access.is_turned and one < 2,
        tuple(sorted(cut)),
        tuple(sorted(alone or {patch.face for patch in needing})),
        bool(alone),
    )
