"""Pieces of one curved face that grew apart, because corners between them strayed, put together again."""

import numpy as np

from engine.model.arrays import Floats
from engine.segment import curved, fitting, growth
from engine.segment.curved import Curved
from engine.segment.ground import Ground
from engine.segment.pieces import Pieces
from engine.surfaces import revolution
from engine.surfaces.kind import CYLINDER

STRAY_SHARE = 1.5e-3
"""Of the smallest radius: how far corners stray from the face that both belong to."""
NEAR = 8.0
"""Corners of the smaller one may be so many times as far from the larger's surface before both are fitted
together: few facets tell a surface roughly."""
HALF = 0.5
"""Share of the smaller one's corners that lie on the larger's surface exactly, where that is exact: corners
that stray are the fewer. What only comes near it is a free-form face beside it."""
ROUNDS = 3


def join(ground: Ground, pieces: Pieces, found: list[Curved]) -> list[Curved]:
    """Return the faces with those united that share a smooth border and lie on one surface."""
    for _ in range(ROUNDS):
        face = np.full(len(pieces.areas), -1, dtype=np.int64)
        for number, one in enumerate(found):
            face[one.pieces] = number
        pairs = np.sort(face[pieces.folds], axis=1)
        pairs = np.unique(pairs[(pairs[:, 0] >= 0) & (pairs[:, 0] != pairs[:, 1])], axis=0)
        taken: set[int] = set()
        united: dict[int, Curved] = {}
        for a, b in pairs.tolist():
            if a in taken or b in taken:
                continue
            large, small = (a, b) if len(found[a].pieces) >= len(found[b].pieces) else (b, a)
            both = _united(ground, found[large], found[small])
            if both is not None:
                taken |= {a, b}
                united[large] = both
        if not united:
            break
        found = [united.get(at, one) for at, one in enumerate(found) if at in united or at not in taken]
    return found


def _united(ground: Ground, large: Curved, small: Curved) -> Curved | None:
    points = fitting.gathered(ground, small.pieces, fitting.LARGEST)
    near = STRAY_SHARE * revolution.smallest_radius_mm(large.kind, large.surface, points)
    if _farthest(large, points) > NEAR * near:
        return None
    if curved.is_exact(ground, large) and curved.exact_share(ground, large, small.pieces) < HALF:
        return None
    facing = [growth.depth(large.kind, large.surface, ground, one.pieces)[1] for one in (large, small)]
    if facing[0] != facing[1]:
        return None
    members = np.union1d(large.pieces, small.pieces)
    points = fitting.gathered(ground, members, fitting.LARGEST)
    for kind in dict.fromkeys((CYLINDER, large.kind)):
        surface = large.surface.copy()
        if kind != large.kind and not fitting.fit(kind, ground, members, surface, 1.0, np.inf) < np.inf:
            continue
        fitting.polish(kind, surface, points, ground.noise_mm)
        deep = growth.depth(kind, surface, ground, members)[0]
        one = Curved(kind, surface, members, deep)
        near = STRAY_SHARE * revolution.smallest_radius_mm(kind, surface, points)
        if _farthest(one, points) <= near and deep <= 1.5 * max(large.depth_mm, small.depth_mm):
            revolution.tidy(kind, surface)
            return one
    return None


def _farthest(one: Curved, points: Floats) -> float:
    off = revolution.distances(one.kind, one.surface, points, np.empty_like(points))
    return float(np.abs(off).max())
