"""Divides the air of a part into the outside and the basins behind narrower openings.

Air is let in from where it is widest down. A pool that fills by itself before it meets the outside is a
hollow, and the place at which both meet is the narrowest on the widest way out: its opening. Pools that are
hardly wider than the place they meet the outside at belong to it.
"""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from engine.compiled import compiled
from engine.evidence.cavities.grid import Grid
from engine.model.arrays import Bools, Floats, Ints

WIDER_CELLS = 1.0
"""A pool counts when it is wider, each way from its middle, than its opening by a cell and
`WIDER_SHARE`: what is less cannot be resolved on the grid."""
WIDER_SHARE = 0.15
FEWEST_CELLS = 25
"""Smaller pools are corners."""
LEAST_WIDTH = 1.2
"""A hollow whose every cell lies at the surface is a gap, and gaps that the grid closes are none."""
OUTSIDE = 0
"""The basin of the air outside."""
BEYOND = 1e9
"""How wide, in cells, the air is round the grid."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """Where a hollow meets the outside."""

    cell: Ints
    """(3,) in the middle of it."""
    heading: Floats
    """(3,) unit vector out of the hollow, in the part's frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Basin:
    """A hollow on the grid."""

    volume_mm3: float
    uncertainty_mm3: float
    """Half of the cells along its surface: flats may lie anywhere between two rows of middles."""
    middle: Ints
    """(3,) the cell that is furthest from the surface."""
    openings: tuple[Opening, ...]
    """Widest first; none where air of the grid leads nowhere."""
    start: Ints
    """(3,) first corner of its box of cells."""
    own: Bools
    """Which cells of its box are its own."""

    def holds(self, cells: Ints) -> bool:
        """Whether any of some cells (N, 3) is its own."""
        return bool(self.owns(cells).any())

    def owns(self, cells: Ints) -> Bools:
        """Find (N,) which of some cells (N, 3) are its own."""
        places = cells - self.start
        is_own: Bools = np.all((places >= 0) & (places < np.array(self.own.shape)), axis=1)
        is_own[is_own] = self.own[tuple(places[is_own].T)]
        return is_own


def find(grid: Grid) -> tuple[Basin, ...]:
    """Find the hollows that are wider than their openings, largest first."""
    width = _width(grid)
    air = np.flatnonzero(grid.is_air)
    order = air[np.argsort(-width.ravel()[air], kind="stable")]
    x, y, z = grid.is_crossed
    basin, peaks = _pool(
        order, width.ravel(), grid.is_air.ravel(), x.ravel(), y.ravel(), z.ravel(), np.array(width.shape)
    )
    basin = basin.reshape(width.shape)
    count = np.bincount(basin[grid.is_air], minlength=len(peaks))
    is_kept = (count >= FEWEST_CELLS) & (width.ravel()[peaks] > LEAST_WIDTH)
    kept = [int(each) for each in np.flatnonzero(is_kept) if each != OUTSIDE]
    at_surface = np.bincount(basin[grid.is_air & (width < 1.0)], minlength=len(peaks))
    box_of_basin = ndimage.find_objects(basin)
    found = [
        Basin(
            float(count[each]) * grid.cell_mm**3,
            0.5 * float(at_surface[each]) * grid.cell_mm**3,
            np.array(np.unravel_index(peaks[each], width.shape)),
            _openings(grid, width, basin, each, box_of_basin[each - 1]),
            np.array([side.start for side in box_of_basin[each - 1]]),
            basin[box_of_basin[each - 1]] == each,
        )
        for each in kept
    ]
    return tuple(sorted(found, key=lambda each: -each.volume_mm3))


def _width(grid: Grid) -> Floats:
    """(I, J, K) how far each cell of air is from the surface, in cells, to half a cell."""
    beside = ~grid.is_air
    for axis, crossed in enumerate(grid.is_crossed):
        beside |= crossed
        beside |= np.roll(crossed, 1, axis=axis)
    width = ndimage.distance_transform_edt(~beside) + 0.5
    inside = (slice(1, -1),) * 3
    open_to_all: Floats = np.full(width.shape, BEYOND)
    open_to_all[inside] = width[inside]
    return open_to_all


def _openings(
    grid: Grid, width: Floats, basin: Ints, chosen: int, box: tuple[slice, slice, slice]
) -> tuple[Opening, ...]:
    """Return the places at which a hollow can be left, widest first."""
    wider = tuple(slice(max(side.start - 1, 0), side.stop + 1) for side in box)
    own = basin[wider] == chosen
    outside = (basin[wider] == OUTSIDE) & grid.is_air[wider]
    mouths = _mouths(grid, width, wider, own, outside)
    # a chamber behind a chamber opens into that
    return mouths or _mouths(grid, width, wider, own, ~own & grid.is_air[wider])


def _mouths(
    grid: Grid, width: Floats, wider: tuple[slice, ...], own: Bools, outside: Bools
) -> tuple[Opening, ...]:
    """Return where cells of one kind meet cells of another, widest first."""
    heading = np.zeros((*own.shape, 3))
    for axis in range(3):
        linked = ~grid.is_crossed[axis][wider]
        here: list[slice] = [slice(None)] * 3
        there: list[slice] = [slice(None)] * 3
        here[axis], there[axis] = slice(None, -1), slice(1, None)
        low, high = tuple(here), tuple(there)
        heading[..., axis][low] += own[low] & outside[high] & linked[low]
        heading[..., axis][high] -= own[high] & outside[low] & linked[low]
    is_mouth = np.abs(heading).sum(axis=3) > 0
    mouths, n_mouths = ndimage.label(is_mouth, np.ones((3, 3, 3)))
    start = np.array([side.start for side in wider])
    found = []
    for mouth in range(1, n_mouths + 1):
        cells = np.argwhere(mouths == mouth)
        widths = width[wider][tuple(cells.T)]
        widest = cells[widths >= widths.max() - 1e-9]
        middle = widest[np.linalg.norm(widest - widest.mean(axis=0), axis=1).argmin()]
        out = heading[tuple(cells.T)].sum(axis=0) @ grid.frame
        length = float(np.linalg.norm(out))
        out = out / length if length > 0.0 else grid.frame[0]
        found.append((float(widths.max()), Opening(middle + start, out)))
    return tuple(opening for _, opening in sorted(found, key=lambda each: -each[0]))


@compiled
def _root(parent: Ints, cell: int) -> int:
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell


@compiled
def _pool(
    order: Ints, width: Floats, is_air: Bools, x: Bools, y: Bools, z: Bools, shape: Ints
) -> tuple[Ints, Ints]:
    """Return the basin of each cell, 0 outside, and the widest cell of each basin.

    Cells come in widest first. A pool is the tree of `parent` its cells hang in; `peak` is its widest cell,
    `BEYOND` wide when it reaches the outside. A pool keeps its number of basin until it turns out not to be
    a hollow by itself.
    """
    steps = np.array([shape[1] * shape[2], shape[2], 1])
    parent = np.full(len(width), -1, np.int64)
    peak = np.full(len(width), -1, np.int64)
    number = np.zeros(len(width), np.int64)
    merged = np.arange(len(order) + 1)
    peaks = np.zeros(len(order) + 1, np.int64)
    n_numbers = 1
    for cell in order:
        rest = cell
        widest, from_number = -1.0, -1  # the basin of the widest neighbor
        parent[cell], peak[cell] = cell, cell
        for axis in range(3):
            at = rest // steps[axis]
            rest -= at * steps[axis]
            for way in range(2):
                if way == 0:
                    if at == 0:
                        continue
                    other = cell - steps[axis]
                    link = other
                else:
                    if at == shape[axis] - 1:
                        continue
                    other = cell + steps[axis]
                    link = cell
                if parent[other] < 0 or not is_air[other]:
                    continue
                if (axis == 0 and x[link]) or (axis == 1 and y[link]) or (axis == 2 and z[link]):
                    continue
                taker = number[other]
                one, two = _root(parent, cell), _root(parent, other)
                if one != two and width[peak[one]] > width[peak[two]]:
                    # the pool with the wider peak takes the other in
                    one, two, taker = two, one, from_number
                if width[other] > widest:
                    widest, from_number = width[other], number[other]
                if one == two:
                    continue
                if peak[one] != cell:
                    is_hollow = (
                        width[peak[two]] >= BEYOND
                        and width[peak[one]] > (1.0 + WIDER_SHARE) * width[cell]
                        and width[peak[one]] > width[cell] + WIDER_CELLS
                    )
                    if not is_hollow:
                        low, high = _root(merged, number[peak[one]]), _root(merged, taker)
                        if low != OUTSIDE and low != high:
                            merged[low] = high
                parent[one] = two
        if from_number < 0:
            if width[cell] < BEYOND:
                number[cell] = n_numbers
                peaks[n_numbers] = cell
                n_numbers += 1
        else:
            number[cell] = from_number
    # basins in the order of their widest cells, those that were taken in under the number of their taker
    final = np.zeros(n_numbers, np.int64)
    kept = np.zeros(n_numbers, np.int64)
    n_kept = 1
    for each in range(1, n_numbers):
        if _root(merged, each) == each:
            final[each] = n_kept
            kept[n_kept] = peaks[each]
            n_kept += 1
    basin = np.zeros(len(width), np.int64)
    for cell in order:
        basin[cell] = final[_root(merged, number[cell])]
    return basin, kept[:n_kept]
