"""Clips triangles to the part where the surface leans over too far.

A triangle is cut where the exact surface leans by the limit, not left whole: how far a roof reaches does not
hang on where the rows of a mesh fall. Between two vertices the normal turns evenly, which is exact on
cylinders and balls.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints, Vector, cross
from engine.model.mesh import Mesh

LEVEL = 1e-5
"""Sines of a lean that differ by less are the same: a corner over the limit by less makes no piece."""
HALVINGS = 40
"""A cut is found by halving: to a millionth of a millionth of a side."""


@dataclass(frozen=True, slots=True, eq=False)
class Clipped:
    """What hangs over of some triangles."""

    intervals: Floats
    """(T, 3, 2) the stretch of each side that hangs over, as shares of its way; both 0 where none does."""
    row: Ints
    """(P,) ascending: which triangle each piece is of, one or two of each that hangs over."""
    ids: Ints
    """(P, 3) of the corners: a number each, that of the vertex where it is one."""
    corners: Floats
    """(P, 3, 3) counter-clockwise seen from outside."""
    normals: Floats
    """(P, 3, 3) of the exact surface at the corners."""
    cut_row: Ints
    """(C,) triangles that are cut."""
    cut_ends: Floats
    """(C, 2, 3) of each cut."""
    cut_normals: Floats
    """(C, 3) unit normals amid the cuts."""
    cut_away: Floats
    """(C, 3) any way from the cut to where nothing hangs over."""


def clip(mesh: Mesh, triangles: Ints, normals: Floats, lean: Floats, down: Vector, limit: float) -> Clipped:
    """Clip triangles (T, 3) where the sine of the lean is at a limit.

    Parameters
    ----------
    normals
        (T, 3, 3) of the exact surface at the corners.
    lean
        (T, 3) sines of the lean there, settled.
    """
    hangs = lean > limit
    count = hangs.sum(axis=1)
    share = _shares(normals, lean, down, limit)
    later = hangs[:, [1, 2, 0]]
    starts = np.where(hangs, 0.0, share)
    ends = np.where(later, 1.0, share)
    intervals = np.where((hangs | later)[..., None], np.stack([starts, ends], axis=2), 0.0)
    points = mesh.vertices[triangles]
    whole = np.flatnonzero(count == 3)
    rows, ids = [whole], [triangles[whole]]
    corners, at_corners = [points[whole]], [normals[whole]]
    cut_row = np.flatnonzero((count == 1) | (count == 2))
    alone = np.where(count[cut_row] == 1, hangs[cut_row].argmax(axis=1), hangs[cut_row].argmin(axis=1))
    a, b, c = alone, (alone + 1) % 3, (alone + 2) % 3
    leaving, coming = share[cut_row, a][:, None], share[cut_row, c][:, None]
    mixed = {}
    for name, values in (("point", points), ("normal", normals)):
        one, two, three = (values[cut_row, each] for each in (a, b, c))
        mixed[name] = np.stack(
            [one, two, three, one + leaving * (two - one), three + coming * (one - three)], axis=1
        )
    sides = len(mesh.vertices) + 3 * cut_row
    own = triangles[cut_row]
    at = np.arange(len(cut_row))
    numbers = np.stack([own[at, a], own[at, b], own[at, c], sides + a, sides + c], axis=1)
    lone = count[cut_row] == 1
    for chosen, which in ((lone, [0, 3, 4]), (~lone, [3, 1, 2]), (~lone, [3, 2, 4])):
        rows.append(cut_row[chosen])
        ids.append(numbers[chosen][:, which])
        corners.append(mixed["point"][chosen][:, which])
        at_corners.append(mixed["normal"][chosen][:, which])
    row = np.concatenate(rows)
    order = np.argsort(row, kind="stable")
    cut_ends = mixed["point"][:, [3, 4]]
    across = 0.5 * (mixed["point"][:, 1] + mixed["point"][:, 2])
    return Clipped(
        intervals,
        row[order],
        np.concatenate(ids)[order],
        np.concatenate(corners)[order],
        unit(np.concatenate(at_corners)[order]),
        cut_row,
        cut_ends,
        unit(mixed["normal"][:, [3, 4]].sum(axis=1)),
        np.where(lone[:, None], across, mixed["point"][:, 0]) - cut_ends.mean(axis=1),
    )


def settled(lean: Floats, limit: float) -> Floats:
    """Return the leans (T, 3) of corners, without differences that are noise.

    A triangle that leans alike all over is not cut, and a corner that is beyond the limit by noise alone goes
    with the other two.
    """
    mean = lean.mean(axis=1, keepdims=True)
    lean = np.where(np.ptp(lean, axis=1, keepdims=True) <= LEVEL, mean, lean)
    hangs = lean > limit
    count = hangs.sum(axis=1, keepdims=True)
    is_alone = np.where(count == 1, hangs, ~hangs & (count == 2))
    is_noise = is_alone & (np.abs(lean - limit) <= LEVEL)
    return np.asarray(np.where(is_noise, limit + np.where(hangs, -LEVEL, LEVEL), lean))


def gradients(corners: Floats, lean: Floats) -> Floats:
    """Return how much the sine of the lean changes per millimeter at most, over triangles (N, 3, 3)."""
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    by_one, by_two = lean[:, 1] - lean[:, 0], lean[:, 2] - lean[:, 0]
    normal = cross(one, two)
    square = (
        by_one**2 * np.einsum("nk,nk->n", two, two)
        - 2.0 * by_one * by_two * np.einsum("nk,nk->n", one, two)
        + by_two**2 * np.einsum("nk,nk->n", one, one)
    )
    area = np.einsum("nk,nk->n", normal, normal)
    return np.asarray(np.sqrt(np.maximum(square, 0.0) / np.maximum(area, np.finfo(float).tiny)))


def unit(vectors: Floats) -> Floats:
    """Return vectors (..., 3) at length 1; those without length as they are."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, np.finfo(float).tiny))


def _shares(normals: Floats, lean: Floats, down: Vector, limit: float) -> Floats:
    """Return (T, 3) where along each side, from its corner on, the lean is at the limit; 0 where nowhere."""
    hangs = lean > limit
    crosses = np.nonzero(hangs != hangs[:, [1, 2, 0]])
    start = normals[crosses]
    end = normals[crosses[0], (crosses[1] + 1) % 3]
    is_falling = hangs[crosses]
    low, high = np.zeros(len(start)), np.ones(len(start))
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        at = unit(start + middle[:, None] * (end - start))
        is_before = (np.einsum("nk,k->n", at, down) > limit) == is_falling
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    share = np.zeros(lean.shape)
    share[crosses] = 0.5 * (low + high)
    return share
