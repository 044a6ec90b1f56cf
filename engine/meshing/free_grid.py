"""Free surfaces sampled on a grid: how long they are and how much they turn along each parameter."""

import math
from dataclasses import dataclass

import numpy as np

from engine.meshing.patches import SurfaceEvaluator, on_free
from engine.model.arrays import Floats, Ints

COARSE, FINE = 5, 65
"""Samples along each parameter: fewest, and most."""
SAMPLE_TURN = math.radians(25.0)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A free surface over the box of its outline, n samples along u and m along v."""

    u: Floats
    v: Floats
    """(n,) and (m,), ascending."""
    length_u: Floats
    turn_u: Floats
    """(m, n - 1) mm and radians between neighbors along u."""
    length_v: Floats
    turn_v: Floats
    """(m - 1, n) the same along v."""


def sample(evaluator: SurfaceEvaluator, box: tuple[float, float, float, float]) -> Grid:
    """Sample one free face, more finely along a parameter until the surface turns little between samples.

    `box` holds the first and last parameter along u, and those along v.
    """
    u0, u1, v0, v1 = box
    n = m = COARSE
    while True:
        u, v = np.linspace(u0, u1, n), np.linspace(v0, v1, m)
        mesh = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
        places, normals = on_free(evaluator, mesh)
        places, normals = places.reshape(m, n, 3), normals.reshape(m, n, 3)
        turn_u, turn_v = _turns(normals[:, :-1], normals[:, 1:]), _turns(normals[:-1], normals[1:])
        finer_u = n < FINE and (turn_u > SAMPLE_TURN).any()
        finer_v = m < FINE and (turn_v > SAMPLE_TURN).any()
        if not (finer_u or finer_v):
            break
        n, m = 2 * n - 1 if finer_u else n, 2 * m - 1 if finer_v else m
    length_u = np.linalg.norm(np.diff(places, axis=1), axis=2)
    length_v = np.linalg.norm(np.diff(places, axis=0), axis=2)
    return Grid(u, v, length_u, turn_u, length_v, turn_v)


def _turns(before: Floats, after: Floats) -> Floats:
    cosine = np.einsum("ijk,ijk->ij", after, before)
    return np.asarray(np.nan_to_num(np.arccos(np.clip(cosine, -1.0, 1.0)), nan=0.0))


def cells(grids: dict[int, Grid], area_mm2: Floats) -> tuple[Floats, Ints]:
    """Put the grids' cells into one table.

    Returns
    -------
    (C, 5) float64
        Weight, length in mm and turn in radians along u, and the same along v. The weight is the share of
        the cell that the face covers, taken as the same for all its cells.
    (C,) int64
        The face of each.
    """
    tables, faces = [np.zeros((0, 5))], [np.zeros(0, dtype=np.int64)]
    for index, grid in grids.items():
        along_u = [(values[1:] + values[:-1]) / 2.0 for values in (grid.length_u, grid.turn_u)]
        along_v = [(values[:, 1:] + values[:, :-1]) / 2.0 for values in (grid.length_v, grid.turn_v)]
        whole = float((along_u[0] * along_v[0]).sum())
        weight = np.full(along_u[0].shape, area_mm2[index] / whole if whole > 0.0 else 0.0)
        tables.append(np.stack([weight, *along_u, *along_v], axis=-1).reshape(-1, 5))
        faces.append(np.full(weight.size, index))
    return np.concatenate(tables), np.concatenate(faces)
