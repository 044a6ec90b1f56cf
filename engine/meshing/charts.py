"""Flat maps of faces, nearly conformal, in which triangles are drawn.

A plane and a cylinder unroll without distortion. Surfaces of revolution keep u and stretch v as Mercator
does, w = ∫ |dP/dv| / radius dv, which is true to angles at every place. Free surfaces are stretched along
either parameter by their mean length, and likewise as Mercator where one side is much shorter.
"""

from dataclasses import dataclass

import numpy as np

from engine.meshing.free_grid import Grid
from engine.meshing.outlines import extents
from engine.meshing.patches import Patches, meridian
from engine.meshing.steps import Steps
from engine.model.arrays import Floats, Ints
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS

ROWS = 65
"""Samples of w along v."""
NARROWEST = 0.35
"""Share of a step's length below which a circle round a pole counts no smaller: w would go to infinity."""
SQUEEZED = 2.0
"""Elements longer than this many times their width are drawn shorter in the chart, so that the triangulation
follows the lattice: it would otherwise join vertices past their neighbors across a narrow bend."""
TAPERED = 0.5
"""Free surfaces whose shortest row is below this share of the longest are stretched as Mercator does."""


@dataclass(frozen=True, slots=True, eq=False)
class Charts:
    """The flat map of every face; (x, y) grow with (u, v)."""

    scale: Floats
    """(F, 2) of u and v, where the map is that simple."""
    table_of_face: Ints
    """(F,) row of `low`, `high` and `stretched`; -1 where v is only scaled."""
    low: Floats
    high: Floats
    """(R,) ends of v."""
    stretched: Floats
    """(R, ROWS) y at even steps of v."""
    grids: dict[int, tuple[Floats, Floats, Floats, Floats]]
    """Of free faces: u, x at u, v, y at v."""


def draw(patches: Patches, steps: Steps, grids: dict[int, Grid], face: Ints, uv: Floats) -> Charts:
    """Make charts that hold the nodes (face (N,), uv (N, 2)) of the outlines."""
    count = len(patches.kind)
    scale = np.ones((count, 2))
    cylinder = patches.kind == CYLINDER
    scale[cylinder, 0] = np.abs(patches.first[cylinder])
    squeeze = np.clip(1.0, steps.u_mm / steps.v_mm / SQUEEZED, steps.u_mm / steps.v_mm * SQUEEZED)
    scale[cylinder, 1] = squeeze[cylinder]
    low, high = (corner[:, 1] for corner in extents(face, uv, count))
    curved = np.isin(patches.kind, (CONE, SPHERE, TORUS)) & (high > low)
    rows = np.flatnonzero(curved)
    table_of_face = np.full(count, -1)
    table_of_face[rows] = np.arange(len(rows))
    low, high = low[rows], high[rows]
    stretched = _mercator(patches, rows, low, high, steps) * squeeze[rows, None]
    free = {
        index: _free(grid, float(steps.u_mm[index]), float(squeeze[index])) for index, grid in grids.items()
    }
    return Charts(scale, table_of_face, low, high, stretched, free)


def _mercator(patches: Patches, rows: Ints, low: Floats, high: Floats, steps: Steps) -> Floats:
    v = low[:, None] + np.linspace(0.0, 1.0, ROWS) * (high - low)[:, None]
    radius = np.abs(meridian(patches, np.repeat(rows, ROWS), v.ravel())[0]).reshape(v.shape)
    narrowest = NARROWEST * np.minimum(steps.u_mm, steps.v_mm)[rows]
    widest = radius.max(axis=1, initial=0.0)
    radius = np.maximum(radius, np.minimum(narrowest, widest)[:, None])
    kind, first, second = patches.kind[rows], np.abs(patches.first[rows]), np.abs(patches.second[rows])
    speed = np.where(kind == SPHERE, first, np.where(kind == TORUS, second, 1.0))
    slope = speed[:, None] / radius
    pieces = (slope[:, 1:] + slope[:, :-1]) / 2.0 * np.diff(v, axis=1)
    return np.concatenate([np.zeros((len(rows), 1)), np.cumsum(pieces, axis=1)], axis=1)


def _free(grid: Grid, u_mm: float, squeeze: float) -> tuple[Floats, Floats, Floats, Floats]:
    along_u, along_v = grid.length_u.mean(axis=0), grid.length_v.mean(axis=1)
    row, v = grid.length_u.sum(axis=1), grid.v
    if row.min() < TAPERED * row.max():
        v = np.interp(np.linspace(0.0, len(v) - 1, ROWS), np.arange(len(v)), v)
        share = np.maximum(np.interp(v, grid.v, row), NARROWEST * u_mm) / row.max()
        along_v = np.diff(np.interp(v, grid.v, np.concatenate([[0.0], np.cumsum(along_v)])))
        along_v = along_v / ((share[1:] + share[:-1]) / 2.0) * (row.mean() / row.max())
    return grid.u, _summed(along_u), v, _summed(along_v) * squeeze


def _summed(pieces: Floats) -> Floats:
    """Sum up from 0, strictly ascending."""
    floor = max(float(pieces.max()), np.finfo(np.float64).tiny) * 1e-3
    return np.concatenate([[0.0], np.cumsum(np.maximum(pieces, floor))])


def project(charts: Charts, face: Ints, uv: Floats) -> Floats:
    """Return where parameters (N, 2) of the faces (N,), ascending, lie in the charts, (N, 2)."""
    xy = uv * charts.scale[face]
    table = charts.table_of_face[face]
    curved = table >= 0
    if curved.any():
        xy[curved, 1] = _looked_up(charts, table[curved], uv[curved, 1])
    for index, (u, x, v, y) in charts.grids.items():
        here = slice(*np.searchsorted(face, [index, index + 1]))
        xy[here, 0] = _extended(uv[here, 0], u, x)
        xy[here, 1] = _extended(uv[here, 1], v, y)
    return xy


def _looked_up(charts: Charts, table: Ints, v: Floats) -> Floats:
    share = (v - charts.low[table]) / (charts.high - charts.low)[table] * (ROWS - 1)
    cell = np.clip(np.floor(share).astype(np.int64), 0, ROWS - 2)
    before, after = charts.stretched[table, cell], charts.stretched[table, cell + 1]
    return before + (share - cell) * (after - before)


def _extended(at: Floats, known: Floats, values: Floats) -> Floats:
    """Interpolate, and go on straight beyond the ends."""
    inside = np.interp(at, known, values)
    before = np.minimum(at - known[0], 0.0) * (values[1] - values[0]) / (known[1] - known[0])
    after = np.maximum(at - known[-1], 0.0) * (values[-1] - values[-2]) / (known[-1] - known[-2])
    return np.asarray(inside + before + after)
