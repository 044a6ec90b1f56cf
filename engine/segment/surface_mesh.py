"""The oriented triangle mesh that segmentation works on, the regions it falls into, and mesh connectivity.

`mesh_repair` makes the mesh from a file's triangles, `regions` sorts it, `assemble` makes a part of both.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.model.surface import Surface


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceMesh:
    """Welded triangles, counter-clockwise seen from outside, with their neighbors."""

    vertices: Floats
    """(V, 3) mm"""
    triangles: Ints
    """(T, 3)"""
    normals: Floats
    """(T, 3) unit, outward."""
    areas: Floats
    """(T,) mm², all positive."""
    neighbor: Ints
    """(T, 3) the triangle across the side from corner i to corner i + 1; -1 where the side is free or not
    manifold."""
    body_of_triangle: Ints
    """(T,) 0..B-1; the shell of a cavity belongs to the body round it."""
    shell_of_triangle: Ints
    """(T,) 0..S-1"""
    chart_of_triangle: Ints
    """(T,) 0..C-1 the same for triangles that hang together and shared corners in the file; see `charts`."""
    is_closed: Bools
    """(S,)"""
    is_void: Bools
    """(S,)"""
    noise_mm: float
    """How far a vertex may stray from the surface it was sampled on: single precision, or the grid that the
    file's numbers were rounded to."""


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """The triangles sorted into faces.

    The order owes nothing to the order of triangles or vertices in the file: see `regions`.
    """

    region_of_triangle: Ints
    """(T,) 0..R-1; a region hangs together and lies in one shell."""
    surfaces: tuple[Surface, ...]
    """(R,) `Freeform` where no simpler surface fits."""
    senses: Ints
    """(R,) +1 where the outward normal is the surface's natural one, else -1."""
    deviations_mm: Floats
    """(R,) the farthest that a vertex of the region lies from its surface; of a free-form region the
    estimated distance between its chords and the surface they stand for."""
    is_coarse: Bools
    """(R,) whether it is a bore of few chords, or told by its rims, whose facets fit it loosely; see
    `coarse_bores` and `rimmed_bores`."""


def triangles_across_sides(triangles: Ints, shell: Ints) -> Ints:
    """Return (T, 3) the triangle across the side from corner i to i + 1.

    -1 where the side is free, or where more than two triangles of the shell (T,) share it.
    """
    start, end = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    size = int(triangles.max()) + 1
    key = (np.repeat(shell, 3) * size + np.minimum(start, end)) * size + np.maximum(start, end)
    order, first, count = runs(key)
    one, other = order[first[count == 2]], order[first[count == 2] + 1]
    across = np.full(len(start), -1, dtype=np.int64)
    across[one], across[other] = other // 3, one // 3
    return across.reshape(-1, 3)


def runs(key: Ints) -> tuple[Ints, Ints, Ints]:
    """Sort keys (N,) so that equal ones stand together, in their order.

    Returns the order (N,), where each run of equal ones begins in it (R,), and how long it is (R,).
    """
    order, sorted_ = _sorted(key)
    first = np.flatnonzero(np.concatenate([[True], sorted_[1:] != sorted_[:-1]])[: len(key)])
    return order, first, np.diff(first, append=len(key))


def numbered(key: Ints) -> tuple[Ints, Ints]:
    """Give numbers to the values of keys (N,), none negative and none many times N.

    Returns the values in ascending order, and the number (N,) of each key's among them, as `np.unique` does.
    """
    is_there = np.zeros(int(key.max(initial=-1)) + 1, dtype=bool)
    is_there[key] = True
    number = np.cumsum(is_there) - 1
    return np.flatnonzero(is_there), number[key]


def _sorted(key: Ints) -> tuple[Ints, Ints]:
    """Return the order (N,) of keys, equal ones in theirs, and the keys in it."""
    bits = len(key).bit_length()
    if len(key) and 0 <= int(key.min()) and int(key.max()) < 1 << (63 - bits):
        # a key and its place are one number: to sort those is many times faster than to order keys
        both = np.sort((key << bits) | np.arange(len(key)))
        return both & ((1 << bits) - 1), both >> bits
    order = np.argsort(key, kind="stable")
    return order, key[order]
