"""Onto: points brought onto the surfaces that regions lie on."""

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.surfaces.table import SurfaceTable, distances, outward_normals

TANGENT_SINE = 0.2
"""Surfaces that cross under this sine (12 degrees) are followed halfway: where they meet is too vague."""
WIDEST_LIFT = 0.35
"""Of half a chord: the middle of a sixty degree arc's chord lies 0.27 off. What would move farther stays
where it is: the surface does not belong there."""


def lifted(carriers: SurfaceTable, face: Ints, tails: Floats, heads: Floats) -> Floats:
    """Return the middles of chords (N, 3) from tails to heads, put as far off the surfaces as their ends are.

    Those of free-form faces stay halfway, and so do those that would move by more than `WIDEST_LIFT` of half
    their chord.
    """
    points = (tails + heads) / 2.0
    heights, normals = distances(carriers, face, points), outward_normals(carriers, face, points)
    aims = (distances(carriers, face, tails) + distances(carriers, face, heads)) / 2.0
    steps = np.nan_to_num((heights - np.nan_to_num(aims))[:, None] * normals)
    return _bounded(points, points - steps, tails, heads)


def lifted_onto_both(carriers: SurfaceTable, faces: Ints, tails: Floats, heads: Floats) -> Floats:
    """Return the middles of chords (N, 3), put to where the surfaces of two faces (N, 2) meet.

    Where the two are tangent, halfway between them; where one is free-form, onto the other. Bounded, and as
    far off as the ends are, as in `lifted`.
    """
    points = (tails + heads) / 2.0
    aims = [
        np.nan_to_num(distances(carriers, face, tails) + distances(carriers, face, heads)) / 2.0
        for face in (faces[:, 0], faces[:, 1])
    ]
    moved = points
    for _ in range(3):
        h, k = (distances(carriers, faces[:, side], moved) for side in (0, 1))
        n, m = (outward_normals(carriers, faces[:, side], moved) for side in (0, 1))
        h, k = np.nan_to_num(h - aims[0]), np.nan_to_num(k - aims[1])
        n, m = np.nan_to_num(n), np.nan_to_num(m)
        has_n, has_m = n.any(axis=1), m.any(axis=1)
        cosine = np.einsum("ij,ij->i", n, m)
        sine = 1.0 - cosine**2
        crossing = (sine > TANGENT_SINE**2) & has_n & has_m
        share = np.where(has_n & has_m, 0.5, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            a = np.where(crossing, (h - cosine * k) / sine, share * h)
            b = np.where(crossing, (k - cosine * h) / sine, share * k)
        moved = moved - a[:, None] * n - b[:, None] * m
    return _bounded(points, moved, tails, heads)


def _bounded(points: Floats, moved: Floats, tails: Floats, heads: Floats) -> Floats:
    reach = WIDEST_LIFT * np.linalg.norm(heads - tails, axis=1) / 2.0
    moves = np.linalg.norm(moved - points, axis=1) <= reach
    return np.where(moves[:, None], moved, points)
