"""Free surfaces sampled on a grid: how long they are and how much they turn along each parameter."""

import math
from dataclasses import dataclass

import numpy as np

from engine.meshing import winding
from engine.meshing.patches import SurfaceEvaluator, on_free
from engine.model.arrays import Floats, Ints

COARSE, FINE, FINEST = 5, 65, 2049
"""Samples along each parameter: fewest, most where a surface has creases, and most where all of it winds."""
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

    On the middle row and the middle column it is looked at between samples too: the flank of a thread with a
    sample for each turn looks flat. `box` holds the first and last parameter along u, and those along v.
    """
    u0, u1, v0, v1 = box
    n = m = COARSE
    while True:
        u, v = np.linspace(u0, u1, n), np.linspace(v0, v1, m)
        mesh = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
        places, normals = on_free(evaluator, mesh)
        places, normals = places.reshape(m, n, 3), normals.reshape(m, n, 3)
        turn_u, turn_v = _turns(normals[:, :-1], normals[:, 1:]), _turns(normals[:-1], normals[1:])
        middle_u, middle_v = float(u[n // 2]), float(v[m // 2])
        winds_u = _winds(evaluator, u, middle_v, places[m // 2], normals[m // 2], along=0)
        winds_v = _winds(evaluator, v, middle_u, places[:, n // 2], normals[:, n // 2], along=1)
        finer_u, finer_v = _is_too_coarse(turn_u, n, winds_u), _is_too_coarse(turn_v, m, winds_v)
        if not (finer_u or finer_v):
            break
        n, m = 2 * n - 1 if finer_u else n, 2 * m - 1 if finer_v else m
    length_u = np.linalg.norm(np.diff(places, axis=1), axis=2)
    length_v = np.linalg.norm(np.diff(places, axis=0), axis=2)
    return Grid(u, v, length_u, turn_u, length_v, turn_v)


def _winds(
    evaluator: SurfaceEvaluator, at: Floats, other: float, places: Floats, normals: Floats, along: int
) -> bool:
    """Whether a surface is longer than it looks from samples along one parameter, or turns between most.

    Parameters
    ----------
    at, places, normals : (N,), (N, 3), (N, 3) float64
        The samples, `along` 0 for u or 1 for v.
    other : float
        The parameter that stays.
    """
    looks = winding.looks(at)
    uv = np.full((*looks.shape, 2), other)
    uv[..., along] = looks
    between, leaning = (each.reshape(*looks.shape, 3) for each in on_free(evaluator, uv.reshape(-1, 2)))
    turns = _turns(normals[:-1, None], leaning).max(axis=1)
    return bool(winding.is_longer(places, between) or np.median(turns) > SAMPLE_TURN)


def _is_too_coarse(turns: Floats, count: int, winds: bool) -> bool:
    """Whether a surface is to be sampled more finely than `count` times along a parameter."""
    if count < FINE:
        return winds or bool((turns > SAMPLE_TURN).any())
    return winds and count < FINEST


def _turns(before: Floats, after: Floats) -> Floats:
    cosine = np.einsum("...k,...k->...", after, before)
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
