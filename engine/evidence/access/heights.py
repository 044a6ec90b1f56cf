"""How high material stands round a point, and how stout a cutter must be to get down to it.

A cutter sticks out of its holder. It reaches a place if it is long enough for its holder to clear what stands
around, and one that is long for its diameter bends away. So the depth of a place gives the least diameter.
"""

from collections.abc import Iterator
from itertools import count

import numpy as np

from engine.model.arrays import Floats, Vector, square_to, vector_product
from engine.model.mesh import Mesh

LONGEST = 10.0
"""Diameters an end mill sticks out at most. Three is standard and five a long one; beyond ten none is sold
that cuts."""
HOLDER = 4.0
"""Radius of the holder's nose over that of the cutter: 28 mm round a 6 mm end mill, 50 mm round one of 12."""
CELLS = 96
"""Cells of a height map along its longer side. Heights are exact, places good to a cell: material up to
one cell beside a place counts as standing before it, never the other way round."""
WIDEST = 0.7
"""Cells are at least this share of the longest edge of the mesh, so that three of them in a row hold a vertex
of every triangle that passes over the middle one."""


class HeightMap:
    """The highest material in every cell of a grid square to a direction, near and far."""

    def __init__(self, mesh: Mesh, points: Floats, direction: Vector) -> None:
        """Take the vertices (N, 3) of the body."""
        self._direction = direction
        first = square_to(direction)
        first = first / np.linalg.norm(first)
        self._across = np.stack([first, vector_product(direction, first)], axis=1)
        places, height = points @ self._across, points @ direction
        rows, columns = np.ascontiguousarray(places.T)
        self._low = np.array([rows.min(), columns.min()])
        extent = max(float(rows.max() - self._low[0]), float(columns.max() - self._low[1]))
        self._cell_mm = max(extent / CELLS, WIDEST * mesh.max_edge_mm, 1e-9)
        row = ((rows - self._low[0]) / self._cell_mm).astype(np.int64)
        column = ((columns - self._low[1]) / self._cell_mm).astype(np.int64)
        shape = (int(row.max()) + 1, int(column.max()) + 1)
        grid = np.full(shape, float(height.min()))
        # numbering the cells through takes a fraction of the time of asking by row and column
        np.maximum.at(grid.reshape(-1), row * shape[1] + column, height)
        self._levels = [_widened(grid, 1)]

    def least_radius(self, points: Floats) -> Floats:
        """(N,) mm: radius of the thinnest cutter that is stiff enough to get to each point; 0 on top of all.

        It is no longer than `LONGEST` diameters, and its holder, `HOLDER` times as wide, stays above whatever
        stands that near.
        """
        flat, height = points @ self._across, points @ self._direction
        cells = ((flat - self._low) / self._cell_mm).astype(np.int64)
        cells = cells.clip(0, np.array(self._levels[0].shape) - 1)
        least = np.full(len(points), np.nan)
        near_mm, deep = 0.0, np.zeros(len(points))
        for grid, far_mm in self._within_reach():
            deep = (grid[cells[:, 0], cells[:, 1]] - height).clip(min=0.0)
            needed = np.maximum(deep / (2.0 * LONGEST), np.where(deep > 0.0, near_mm / HOLDER, 0.0))
            is_first = np.isnan(least) & (needed <= far_mm / HOLDER)
            least[is_first] = needed[is_first]
            if not np.isnan(least).any():
                break
            near_mm = far_mm
        return np.where(np.isnan(least), deep / (2.0 * LONGEST), least)

    def _within_reach(self) -> Iterator[tuple[Floats, float]]:
        """Yield the highest material within some distance of each cell, and that distance in mm.

        It doubles each time, up to that of the whole map.
        """
        reach = 1
        for at in count():
            if at == len(self._levels):
                self._levels.append(_widened(self._levels[-1], reach // 2))
            yield self._levels[at], reach * self._cell_mm
            if reach >= max(self._levels[0].shape):
                return
            reach *= 2


def _widened(grid: Floats, by: int) -> Floats:
    """Let every cell have the largest value of those `by` cells away along rows, columns and diagonals."""
    for _ in range(2):
        wider, n_left = grid.copy(), max(len(grid) - by, 0)
        np.maximum(wider[by:], grid[:n_left], out=wider[by:])
        np.maximum(wider[:n_left], grid[by:], out=wider[:n_left])
        grid = wider.T
    return grid
