"""How far apart the vertices on a face may lie, along u and along v."""

import math
from dataclasses import dataclass

import numpy as np

from engine.meshing.free_grid import Grid
from engine.meshing.patches import Patches
from engine.model.arrays import Floats, Ints
from engine.surfaces.kind import CONE, FREEFORM, PLANE, SPHERE, TORUS

ASPECT = 6.0
"""Elements along a narrow bend are at most this much longer than across it, ..."""
SHORTEST_LONG_SIDE = 0.5
"""... but need not be shorter than this share of the longest element."""
LATTICE = 0.9
"""Spacing of inner vertices over the longest mesh edge: triangles at the border stretch a little."""
LATTICE_OF_ROUND = 0.78
"""The same where rows are of different lengths: refinement would split more than a closer lattice costs."""
ROW = math.sqrt(0.75)
"""Distance of rows over the spacing along them, in triangles of equal sides."""
NEARLY_EVEN = 1.5
"""Elements up to this much longer than wide are laid as such triangles, ..."""
LONG = 2.0
"""... and from this on as halves of rectangles."""
WIDEST_ANGLE = math.pi / 3.0
"""A surface of revolution has at least six elements round."""


@dataclass(frozen=True, slots=True)
class Density:
    """What bounds a mesh edge."""

    max_edge_mm: float
    turn: float
    """Radians by which the surface turns along one."""
    chord_mm: float
    """Distance from the exact surface that curved elements aim at; inf where the turn alone decides."""


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """How many elements the steps of a free face's grid (m, n) are worth."""

    u: Floats
    v: Floats
    """(n - 1,) along u, over all rows, and (m - 1,) along v, over all columns."""
    row: Floats
    """(m,) each row as a share of what `u` adds up to."""


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Per face (F,), where the surface is a plane or one of revolution."""

    u_mm: Floats
    v_mm: Floats
    """Longest elements along u and v, for free faces where they are longest."""
    widest_mm: Floats
    """Longest elements along u on any row, before the angle that they may span."""
    v_step: Floats
    """Distance of rows in v's own unit, on free faces in elements."""
    costs: dict[int, Costs]
    """Of free faces."""
    density: Density


def angle_of(radius: Floats, density: Density) -> Floats:
    """Largest angle of an element on a circle: by turn, and by the chord r (1 - cos(a / 2))."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.minimum(np.maximum(density.chord_mm / radius, 0.0), 2.0)
        by_chord = 4.0 * np.arcsin(np.sqrt(share / 2.0))
    return np.where(np.isfinite(radius) & (radius > 0.0), np.minimum(by_chord, density.turn), density.turn)


def steps(patches: Patches, distance_from_axis: Floats, grids: dict[int, Grid], density: Density) -> Steps:
    """Find the steps of all faces.

    Parameters
    ----------
    distance_from_axis : (F,) float64
        Halfway between each face's least and greatest; ignored on planes and free faces.
    grids : dict
        Samples of the free faces.
    """
    kind, first, second = patches.kind, np.abs(patches.first), np.abs(patches.second)
    is_sphere, is_torus, is_free = kind == SPHERE, kind == TORUS, kind == FREEFORM
    is_round = is_sphere | is_torus | (kind == CONE)
    longest = np.where(is_round, LATTICE_OF_ROUND, LATTICE) * density.max_edge_mm
    around = np.where(is_sphere, first, np.where((kind == PLANE) | is_free, np.inf, distance_from_axis))
    along = np.where(is_sphere, first, np.where(is_torus, second, np.inf))
    angle_u, angle_v = angle_of(around, density), angle_of(along, density)
    u_mm = np.minimum(angle_u * around, longest)
    v_mm = np.minimum(angle_v * along, longest)
    costs = {index: _costs(grid, density) for index, grid in grids.items()}
    for index, grid in grids.items():
        u_mm[index] = np.max(grid.length_u.mean(axis=0) / costs[index].u)
        v_mm[index] = np.max(grid.length_v.mean(axis=1) / costs[index].v)
    shortest = SHORTEST_LONG_SIDE * longest
    widest = np.where(is_sphere, u_mm, np.minimum(np.maximum(ASPECT * v_mm, shortest), longest))
    u_limited = np.minimum(u_mm, widest)
    v_limited = np.minimum(v_mm, np.maximum(ASPECT * u_mm, shortest))
    with np.errstate(divide="ignore"):
        v_step = v_limited / np.where(is_sphere, first, np.where(is_torus, second, 1.0))
    v_step = np.where(is_free, 1.0, v_step) * _row_factor(v_limited / u_limited)
    return Steps(u_limited, v_limited, widest, v_step, costs, density)


def _row_factor(aspect: Floats) -> Floats:
    """Distance of rows over the length of elements along v; it rises slower than the aspect.

    So a finer step along u never makes for fewer elements.
    """
    return np.interp(aspect, [NEARLY_EVEN, LONG], [ROW, 1.0])


def column_steps(patches: Patches, made: Steps, face: Ints, radius: Floats) -> Floats:
    """Return the step of u (N,) on rows at a distance from the axis (N,) of faces that are not free."""
    kind = patches.kind[face]
    angle = np.where(kind == SPHERE, WIDEST_ANGLE, np.minimum(angle_of(radius, made.density), WIDEST_ANGLE))
    with np.errstate(divide="ignore"):
        return np.where(kind == PLANE, made.u_mm[face], np.minimum(angle, made.widest_mm[face] / radius))


def longest_along(
    edges: int, face_of_coedge: Ints, edge_of_coedge: Ints, made: Steps, density: Density
) -> Floats:
    """Return the longest mesh edge (E,) of each edge: no longer than the long sides of elements beside it.

    `face_of_coedge` and `edge_of_coedge` (S,) say which faces lie along which edges.
    """
    longest = np.full(edges, density.max_edge_mm)
    beside = np.maximum(made.u_mm, made.v_mm) / LATTICE
    np.minimum.at(longest, edge_of_coedge, beside[face_of_coedge])
    return longest


def _costs(grid: Grid, density: Density) -> Costs:
    along_u = _cost(grid.length_u, grid.turn_u, density)
    along_v = _cost(grid.length_v, grid.turn_v, density)
    cost_u = (along_u.mean(axis=0) + along_u.max(axis=0)) / 2.0
    cost_v = (along_v.mean(axis=1) + along_v.max(axis=1)) / 2.0
    longest = LATTICE * density.max_edge_mm
    shortest = SHORTEST_LONG_SIDE * longest
    length_u, length_v = grid.length_u.mean(axis=0), grid.length_v.mean(axis=1)
    u_mm, v_mm = length_u.sum() / cost_u.sum(), length_v.sum() / cost_v.sum()
    cost_u = np.maximum(cost_u, length_u / max(ASPECT * v_mm, shortest))
    cost_v = np.maximum(cost_v, length_v / max(ASPECT * u_mm, shortest))
    return Costs(cost_u, cost_v, along_u.sum(axis=1) / cost_u.sum())


def _cost(lengths: Floats, turns: Floats, density: Density) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        radius = np.where(turns > 0.0, lengths / turns, np.inf)
    tiny = np.finfo(np.float64).tiny
    return np.maximum(
        np.maximum(lengths / (LATTICE * density.max_edge_mm), turns / angle_of(radius, density)), tiny
    )
