"""Growth: a curved surface fitted to a few neighboring pieces, grown over all pieces that it explains."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Ints
from engine.segment.fitting import LARGEST, NOISES, fit, gathered, polish
from engine.segment.ground import Ground
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS
from engine.surfaces.revolution import distance

__all__ = ["CONE", "CYLINDER", "LARGEST", "NOISES", "SPHERE", "TORUS", "fit", "gathered", "polish"]
"""What growth rests on is had from here, too."""

CLEAR = 8.0
"""Facets that cut less than so many noises into a surface say nothing about it."""
LEAN = 1.0
"""A facet's middle leans from the surface by less than this times the seed's sharpest fold, plus a degree."""
REGROWTHS = 4
HOPELESS = 2.0
"""Corners farther off than so many times what facets cut in are of no such surface."""
FALSE = 5.0
"""Nor do facets cut in so many times as deep as their folds tell."""
CREEP = 2.5
"""A neighbor whose misfit is less than so many times what is allowed nearly fits."""
MORE, SHALLOWER = 1.25, 0.7
"""Of two surfaces that grow alike the shallower wins, of two as shallow the simpler."""
DEEPER, FEWER = 4.0, 0.3
"""What grows larger may not be so many times as deep, unless the other is but this share of it."""


@compiled
def depth(kind: int, s: Floats, ground: Ground, members: Ints) -> tuple[float, float]:
    """Return the mean distance of facets' middles, and +1 where facets face along the surface, else -1."""
    total, facing, count, normal = 0.0, 0.0, 0, np.zeros(3)
    for piece in members:
        for at in range(ground.first_triangle[piece], ground.first_triangle[piece + 1]):
            triangle = ground.triangles[at]
            total += abs(distance(kind, s, ground.middles[triangle], normal))
            facing += (normal * ground.normals[triangle]).sum()
            count += 1
    return total / count, 1.0 if facing > 0.0 else -1.0


@compiled
def depths(kind: int, s: Floats, ground: Ground, members: Ints) -> Floats:
    """Return the mean distance of facets' middles for each of the pieces (N,)."""
    each = np.empty(len(members))
    for k in range(len(members)):
        each[k] = depth(kind, s, ground, members[k : k + 1])[0]
    return each


@compiled
def _misfit(kind: int, s: Floats, ground: Ground, piece: int, least: float, sense: float) -> float:
    """Return how far the corners of a piece are off the surface, as a share of how far its middle is.

    A chord's middle is off, its ends are not. A flat strip beside a cylinder that touches it has its far
    corners four times as far off as its middle, at any width; a facet of another bend its own share of that.
    inf where a facet leans from the surface.
    """
    normal = np.zeros(3)
    far, corners, middles, count = 0.0, 0.0, 0.0, 0
    for at in range(ground.first_corner[piece], ground.first_corner[piece + 1]):
        d = distance(kind, s, ground.places[ground.corners[at]], normal)
        far = max(far, abs(d))
        corners += d / (ground.first_corner[piece + 1] - ground.first_corner[piece])
    for at in range(ground.first_triangle[piece], ground.first_triangle[piece + 1]):
        triangle = ground.triangles[at]
        middles += distance(kind, s, ground.middles[triangle], normal)
        count += 1
        if not ground.is_sliver[triangle] and (normal * ground.normals[triangle]).sum() * sense < least:
            return np.inf
    return max(far - NOISES * ground.noise_mm, 0.0) / max(abs(middles / count - corners), ground.noise_mm)


@compiled
def stand(kind: int, s: Floats, ground: Ground, piece: int, sense: float) -> tuple[float, float, float]:
    """Return how far a piece's farthest corner and its middle are off, and its least cosine to it."""
    normal = np.zeros(3)
    far, middles, count, least = 0.0, 0.0, 0, 1.0
    for at in range(ground.first_corner[piece], ground.first_corner[piece + 1]):
        far = max(far, abs(distance(kind, s, ground.places[ground.corners[at]], normal)))
    for at in range(ground.first_triangle[piece], ground.first_triangle[piece + 1]):
        triangle = ground.triangles[at]
        middles += distance(kind, s, ground.middles[triangle], normal)
        count += 1
        if not ground.is_sliver[triangle]:
            least = min(least, (normal * ground.normals[triangle]).sum() * sense)
    return far, abs(middles / count), least


@compiled
def grow(kind: int, s: Floats, ground: Ground, seed: Ints, least: float, sense: float, grown: float) -> Ints:
    """Return the pieces reached from a seed over folds between pieces that the surface explains.

    The cosine between a facet's normal and the surface's is at least `least`.
    """
    ground.serial[0] += 1
    serial = ground.serial[0]
    found = np.empty(64, np.int64)
    count = 0
    for piece in seed:
        if ground.mark[piece] != serial and _misfit(kind, s, ground, piece, least, sense) <= grown:
            ground.mark[piece] = serial
            found[count] = piece
            count += 1
    done = 0
    while done < count:
        piece = found[done]
        done += 1
        for at in range(ground.first_beside[piece], ground.first_beside[piece + 1]):
            other = ground.beside[at]
            if ground.mark[other] == serial or ground.is_taken[other]:
                continue
            ground.mark[other] = serial
            if _misfit(kind, s, ground, other, least, sense) <= grown:
                if count == len(found):
                    found = np.concatenate((found, np.empty(count, np.int64)))
                found[count] = other
                count += 1
    return found[:count]


@compiled
def drift(kind: int, s: Floats, ground: Ground, members: Ints, sense: float, grown: float) -> float:
    """Return at which share of its folds to other pieces a surface ends though those nearly fit.

    A face ends where another begins: there the misfit jumps. Where it creeps, the surface is a stretch of a
    free-form face. 0 where it has no such fold.
    """
    ground.serial[0] += 1
    for piece in members:
        ground.mark[piece] = ground.serial[0]
    near, all_ = 0, 0
    for piece in members:
        for at in range(ground.first_beside[piece], ground.first_beside[piece + 1]):
            other = ground.beside[at]
            if ground.mark[other] != ground.serial[0]:
                all_ += 1
                if _misfit(kind, s, ground, other, 0.5, sense) <= CREEP * grown:
                    near += 1
    return near / max(all_, 1)


@compiled
def _raised(
    kind: int, s: Floats, ground: Ground, seed: Ints, sharpest: float, sag: float, care: Floats
) -> Ints:
    """Fit a seed, grow it, fit again what has grown; returns the pieces, none where the seed does not fit.

    `care` is how near corners of a seed are as a share of its depth, which share of them, and how near
    corners of further pieces are.
    """
    exact, most, grown = care
    none = np.empty(0, np.int64)
    if CLEAR * ground.noise_mm > FALSE * sag:
        return none
    far = fit(kind, ground, seed, s, most, HOPELESS * sag)
    if not far < HOPELESS * sag:
        return none
    deep, sense = depth(kind, s, ground, seed)
    noise = ground.noise_mm
    if deep < CLEAR * noise or deep > FALSE * sag or far > NOISES * noise + exact * min(deep, sag):
        return none
    least = np.cos(min(LEAN * sharpest + 0.02, 0.5))
    members = grow(kind, s, ground, seed, least, sense, grown)
    for _ in range(REGROWTHS):
        if len(members) < 3:
            break
        trial = s.copy()
        if not polish(kind, trial, gathered(ground, members, LARGEST), noise) < 1e9:
            break
        more = grow(kind, trial, ground, seed, least, sense, grown)
        if len(more) < len(members):
            break
        s[:] = trial
        is_same = len(more) == len(members)
        members = more
        if is_same:
            break
    return members


@compiled
def largest(
    seeds: Ints,
    sizes: Ints,
    sharpest: Floats,
    sags: Floats,
    is_strip: Bools,
    ground: Ground,
    s: Floats,
    care: Floats,
    deepest: float,
) -> tuple[int, Ints]:
    """Return the kind, and the pieces, of the surface that grows largest from any of the seeds (S, N).

    None into which facets cut deeper than `deepest`. Of two that grow about alike, the one that facets cut
    into less: rings of a cylinder lie on a sphere too. Kind 0 where nothing fits. Strips are not tried as
    tori, for which they say too little.
    """
    kind, members, deep = 0, np.empty(0, np.int64), np.inf
    trial = np.zeros(8)
    for i in range(len(sizes)):
        seed = seeds[i, : sizes[i]]
        for candidate in range(1, 4 if is_strip[i] else 5):
            found = _raised(candidate, trial, ground, seed, sharpest[i], sags[i], care)
            if len(found) < 3:
                continue
            here = depth(candidate, trial, ground, found)[0]
            if here > deepest:
                continue
            share = len(found) / max(len(members), 1)
            if share > MORE:
                is_better = here < DEEPER * deep or share > 1.0 / FEWER
            elif share * MORE >= 1.0:
                is_better = here < SHALLOWER * deep or (candidate < kind and here * SHALLOWER < deep)
            else:
                is_better = here * DEEPER < deep and share > FEWER
            if is_better:
                kind, members, deep = candidate, found, here
                s[:] = trial
    return kind, members
