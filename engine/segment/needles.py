"""Needles: triangles whose three corners stand in a line, so that they have no area and no normal.

Leaving one out would open the surface: its long side has one neighbor, its two short sides two others.
Instead that neighbor is split at the middle corner, which lies on its side.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.segment.neighbors import across_sides

ROUNDS = 16
"""Needles that stand in a fan are replaced from the outermost inwards, one layer a round."""
EMPTY_SHARE = 1e-12
"""Triangles whose height is a smaller share of their longest side have no normal in double precision."""


@dataclass(frozen=True, slots=True, eq=False)
class Straightened:
    """Triangles without needles."""

    triangles: Ints
    """(T - D, 3), in the given order; two halves take the places of a needle and its neighbor."""
    is_kept: Bools
    """(T,) False where a triangle without area has no neighbor to split: at a free side, or back to back; and
    where two lie front on back once a needle between them is gone: a flap, as where faces all but touch."""
    source: Ints
    """(T - D,) the given triangle in whose plane each lies: two halves of a neighbor lie in that."""
    replaced: int
    """Needles replaced."""


def straighten(vertices: Floats, triangles: Ints, shell: Ints, tolerance_mm: float) -> Straightened:
    """Replace triangles no higher than the tolerance by splitting the neighbor across their longest side.

    Parameters
    ----------
    triangles : (T, 3) int64
        Wound alike within a shell.
    shell : (T,) int64
    """
    triangles = triangles.copy()
    source = np.arange(len(triangles))
    replaced = 0
    is_changed = np.zeros(len(triangles), dtype=bool)
    height, side = _heights(vertices, triangles)
    for _ in range(ROUNDS):
        thin = np.flatnonzero(height <= tolerance_mm)
        if not len(thin):
            break
        whole = across_sides(triangles, shell)[thin, side[thin]]
        is_fit = (whole >= 0) & (height[whole] > tolerance_mm)
        # a neighbor is split once a round
        needle, whole = thin[is_fit], whole[is_fit]
        whole, first = np.unique(whole, return_index=True)
        needle = needle[first]
        a, b, middle = np.take_along_axis(
            triangles[needle], (side[needle, None] + np.arange(3)) % 3, axis=1
        ).T
        far = triangles[whole].sum(axis=1) - a - b
        is_fit = far != middle
        needle, whole, a, b, middle, far = (x[is_fit] for x in (needle, whole, a, b, middle, far))
        if not len(needle):
            break
        triangles[needle] = np.column_stack([middle, a, far])
        triangles[whole] = np.column_stack([far, b, middle])
        source[needle] = source[whole]
        is_changed[needle] = is_changed[whole] = True
        for changed in (needle, whole):
            height[changed], side[changed] = _heights(vertices, triangles[changed])
        replaced += len(needle)
    longest = np.linalg.norm(vertices[triangles] - vertices[np.roll(triangles, -1, axis=1)], axis=2).max(
        axis=1
    )
    is_kept = height > EMPTY_SHARE * longest
    is_kept &= ~_front_on_back(triangles, shell, is_changed & is_kept)
    return Straightened(triangles[is_kept], is_kept, source[is_kept], replaced)


def _front_on_back(triangles: Ints, shell: Ints, is_changed: Bools) -> Bools:
    """Tell the triangles (T,) with the corners of another of their shell, where either was changed."""
    if not is_changed.any():
        return np.zeros(len(triangles), dtype=bool)
    near = np.flatnonzero(np.isin(triangles, triangles[is_changed]).all(axis=1))
    keys = np.column_stack([np.sort(triangles[near], axis=1), shell[near]])
    _, which, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    which = which.ravel()
    is_meant = (counts == 2) & (np.bincount(which, is_changed[near], len(counts)) > 0)
    found = np.zeros(len(triangles), dtype=bool)
    found[near[is_meant[which]]] = True
    return found


def _heights(vertices: Floats, triangles: Ints) -> tuple[Floats, Ints]:
    """Return (T,) the height over the longest side, and which side (0, 1, 2) that is."""
    corners = vertices[triangles]
    sides = np.roll(corners, -1, axis=1) - corners
    lengths = np.sqrt(np.einsum("tsk,tsk->ts", sides, sides))
    longest = lengths.argmax(axis=1)
    doubled = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    return doubled / lengths.max(axis=1), longest
