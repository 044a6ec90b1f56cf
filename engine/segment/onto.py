"""Onto: points brought onto the surfaces that regions lie on."""

import numpy as np

from engine.kernel.carriers import Carriers, Shape, outward_normals
from engine.model.arrays import Floats, Ints

WIDEST_LIFT = 0.35
"""Of half a chord: the middle of a sixty degree arc's chord lies 0.27 off. What would move farther stays
where it is: the surface does not belong there."""


def offsets(carriers: Carriers, face: Ints, points: Floats) -> tuple[Floats, Floats]:
    """Tell how far points lie off the surfaces of `face` (N,).

    Returns
    -------
    heights : (N,) float64
        Signed, along the outward normal; NaN on free-form faces and where there is no normal.
    normals : (N, 3) float64
        Outward.
    """
    normals = outward_normals(carriers, face, points)
    shape, axis = carriers.shape[face], carriers.axis[face]
    first, second = carriers.first[face], carriers.second[face]
    away = points - carriers.origin[face]
    height = np.einsum("ij,ij->i", away, axis)
    rho = np.linalg.norm(away - height[:, None] * axis, axis=1)
    natural = np.select(
        [shape == kind for kind in Shape],
        [
            height,
            rho - first,
            rho * np.cos(first) - height * np.sin(first),
            np.linalg.norm(away, axis=1) - first,
            np.hypot(rho - first, height) - second,
            np.full(len(points), np.nan),
        ],
    )
    return natural * carriers.sense[face], normals


def lifted(carriers: Carriers, face: Ints, points: Floats, chord_mm: Floats) -> Floats:
    """Move points (N, 3), the middles of chords, onto the surfaces of their faces.

    Those of free-form faces stay, and so do those that would move by more than `WIDEST_LIFT` of half their
    chord (N,).
    """
    heights, normals = offsets(carriers, face, points)
    steps = np.nan_to_num(heights[:, None] * normals)
    moves = np.linalg.norm(steps, axis=1) <= WIDEST_LIFT * chord_mm / 2.0
    return points - np.where(moves[:, None], steps, 0.0)


def lifted_onto_both(carriers: Carriers, faces: Ints, points: Floats, chord_mm: Floats) -> Floats:
    """Move points (N, 3), the middles of chords, to where the surfaces of two faces (N, 2) meet.

    Where the two are tangent, halfway between them; where one is free-form, onto the other. Bounded as
    `lifted`.
    """
    moved = points.copy()
    for _ in range(3):
        (h, n), (k, m) = (offsets(carriers, faces[:, side], moved) for side in (0, 1))
        h, k = (np.where(np.isfinite(each), each, 0.0) for each in (h, k))
        n, m = np.nan_to_num(n), np.nan_to_num(m)
        cosine = np.einsum("ij,ij->i", n, m)
        sine = 1.0 - cosine**2
        crossing = (sine > 0.01) & n.any(axis=1) & m.any(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            a = np.where(crossing, (h - cosine * k) / sine, 0.0)
            b = np.where(crossing, (k - cosine * h) / sine, 0.0)
        lone = n.any(axis=1).astype(float) + m.any(axis=1)
        share = 1.0 / np.maximum(lone, 1.0)
        a = np.where(crossing, a, share * h)
        b = np.where(crossing, b, share * k)
        moved = moved - a[:, None] * n - b[:, None] * m
    moves = np.linalg.norm(moved - points, axis=1) <= WIDEST_LIFT * chord_mm / 2.0
    return np.where(moves[:, None], moved, points)
