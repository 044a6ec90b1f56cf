"""A voxel grid of a part, classified by cell centers, that no thin wall leaks through.

A cell is material when its middle is. Two neighbors of air are linked when no surface lies between their
middles, so a wall that is thinner than a cell still parts them. The grid stands square to the part's largest
flats, and its rows are counted from the slighter end of the part: it turns with the part, and is mirrored
with it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.compiled import compiled, writable
from engine.model.arrays import Bools, Floats, Ints, cross, vector_product
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.pull import candidates

CELLS = 300_000
"""About so many cells lie over the part's box: 67 a side of a cube."""
MARGIN = 1
"""Cells of air all round."""
OFFSET = 0.1377
"""Share of a cell by which the grid is set off from the box, so that no wall lies just on middles."""
SQUARE_COSINE = 0.02
"""Two flats are square to each other within a degree."""
OPEN_SHARE = 1e-3
"""Share of the columns that may end inside the material before the surface counts as open."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A part in cells. Cell (i, j, k) has its middle at `origin + (i, j, k) * cell_mm`, in the frame."""

    frame: Floats
    """(3, 3) rows are the axes of the grid, right- or left-handed."""
    origin: Floats
    cell_mm: float
    is_air: Bools
    """(I, J, K)"""
    is_crossed: tuple[Bools, Bools, Bools]
    """For each axis (I, J, K): whether a surface lies between a cell and the next along it."""

    def cell(self, places: Floats) -> Ints:
        """Return the cells that places (N, 3) lie in."""
        return np.rint((places @ self.frame.T - self.origin) / self.cell_mm).astype(np.int64)

    def place(self, cell: Ints) -> Floats:
        """Return the middles of cells (N, 3)."""
        return np.asarray((self.origin + np.asarray(cell) * self.cell_mm) @ self.frame)


def lay(part: Part, mesh: Mesh) -> Grid | None:
    """Lay a part into cells; None for a surface that encloses nothing or is open."""
    frame = _from_slighter_end(_frame(part), mesh)
    places = mesh.vertices @ frame.T
    low, size = places.min(axis=0), np.ptp(places, axis=0)
    if not size.min() > 0.0:
        return None
    cell = float((size.prod() / CELLS) ** (1.0 / 3.0))
    shape = np.ceil(size / cell).astype(np.int64) + 1 + 2 * MARGIN
    origin = low - (MARGIN + OFFSET) * cell
    scaled = (places - origin) / cell
    crossed = []
    turns = np.zeros(shape, dtype=np.int64)
    for axis in range(3):
        order = np.array([(axis + 1) % 3, (axis + 2) % 3, axis])
        turned = writable(scaled[:, order])
        count, marks = _cross(turned, mesh.triangles, mesh.weld, *(int(n) for n in shape[order]))
        back = np.argsort(order)
        crossed.append(np.ascontiguousarray(marks.transpose(back)))
        if axis == 2:
            turns = np.cumsum(count, axis=2, dtype=np.int64).transpose(back)
            turns = turns * int(np.sign(np.linalg.det(frame)))  # a mirror image is inside out
    if (turns[:, :, -1] != 0).mean() > OPEN_SHARE:
        return None
    return Grid(frame, origin, cell, np.ascontiguousarray(turns <= 0), (crossed[0], crossed[1], crossed[2]))


def _frame(part: Part) -> Floats:
    """Return axes along the largest flat or turned surface and the largest one square to it."""
    lines = candidates.from_surfaces(part)
    first = lines[0] if len(lines) else np.array([0.0, 0.0, 1.0])
    square = lines[np.abs(lines @ first) < SQUARE_COSINE]
    second = square[0] if len(square) else np.eye(3)[np.abs(first).argmin()]
    third = vector_product(first, second)
    third /= np.linalg.norm(third)
    return np.stack([vector_product(third, first), third, first])


def _from_slighter_end(frame: Floats, mesh: Mesh) -> Floats:
    """Turn each axis to where the surface reaches further from its center of gravity, by the third moment.

    Where the part is the same both ways the axis may point either way.
    """
    corners = mesh.vertices[mesh.triangles]
    areas = np.linalg.norm(cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    along = corners.mean(axis=1) @ frame.T
    lean = areas @ (along - np.average(along, axis=0, weights=areas)) ** 3
    oriented: Floats = frame * np.where(lean < 0.0, -1.0, 1.0)[:, None]
    return oriented


@compiled
def _cross(places: Floats, triangles: Ints, weld: Ints, n_u: int, n_v: int, n_w: int) -> tuple[Any, Any]:
    """Find where lines through the middles, along the last axis, cross the surface.

    Returns (U, V, W) how often a line enters less how often it leaves the material right before a cell, and
    whether a surface lies between a cell and the next. Lines through the side two triangles share cross one
    of them: the side is always looked at from the same end.
    """
    turns = np.zeros((n_u, n_v, n_w), np.int64)
    marks = np.zeros((n_u, n_v, n_w), np.bool_)
    for t in range(len(triangles)):
        a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
        au, av, bu, bv = places[a, 0], places[a, 1], places[b, 0], places[b, 1]
        cu, cv = places[c, 0], places[c, 1]
        area = (bu - au) * (cv - av) - (bv - av) * (cu - au)
        if area == 0.0:
            continue
        from_i, to_i = int(np.ceil(min(au, bu, cu))), int(np.floor(max(au, bu, cu)))
        from_j, to_j = int(np.ceil(min(av, bv, cv))), int(np.floor(max(av, bv, cv)))
        for i in range(max(from_i, 0), min(to_i, n_u - 1) + 1):
            for j in range(max(from_j, 0), min(to_j, n_v - 1) + 1):
                u, v = float(i), float(j)
                of_a = _side(bu, bv, cu, cv, weld[b] < weld[c], u, v)
                of_b = _side(cu, cv, au, av, weld[c] < weld[a], u, v)
                of_c = _side(au, av, bu, bv, weld[a] < weld[b], u, v)
                if area > 0.0:
                    if not (of_a and of_b and of_c):
                        continue
                elif of_a or of_b or of_c:
                    continue
                share_a = ((bu - u) * (cv - v) - (bv - v) * (cu - u)) / area
                share_b = ((cu - u) * (av - v) - (cv - v) * (au - u)) / area
                w = share_a * places[a, 2] + share_b * places[b, 2]
                w += (1.0 - share_a - share_b) * places[c, 2]
                k = min(max(int(np.floor(w)) + 1, 0), n_w - 1)
                turns[i, j, k] += -1 if area > 0.0 else 1
                if k > 0:
                    marks[i, j, k - 1] = True
    return turns, marks


@compiled
def _side(au: float, av: float, bu: float, bv: float, is_forward: bool, u: float, v: float) -> bool:
    """Whether a place lies to the left of a side, looked at from the end that comes first."""
    if is_forward:
        return (bu - au) * (v - av) - (bv - av) * (u - au) > 0.0
    return not ((au - bu) * (v - bv) - (av - bv) * (u - bu) > 0.0)
