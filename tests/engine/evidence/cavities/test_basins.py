"""Hollows of grids drawn cell by cell."""

import numpy as np
import pytest

from engine.evidence.cavities import basins
from engine.evidence.cavities.grid import Grid
from engine.model.arrays import Bools


def found(is_air: Bools) -> tuple[basins.Basin, ...]:
    """Find the hollows of a grid of cells of 1 mm, parted by nothing but material."""
    nowhere = np.zeros(is_air.shape, dtype=bool)
    return basins.find(Grid(np.eye(3), np.zeros(3), 1.0, is_air, (nowhere, nowhere, nowhere)))


def block(*size: int) -> Bools:
    """Fill a grid of so many cells, with a layer of air all round."""
    is_air = np.ones([side + 2 for side in size], dtype=bool)
    is_air[1:-1, 1:-1, 1:-1] = False
    return is_air


def chamber(wide: int, mouth: int) -> Bools:
    """Draw a chamber, so many cells a side, and a square way out of it upwards."""
    is_air = block(wide + 4, wide + 4, 2 * wide)
    middle = wide // 2 + 3
    half = mouth // 2
    is_air[3 : wide + 3, 3 : wide + 3, 3 : wide + 3] = True
    is_air[middle - half : middle + half + 1, middle - half : middle + half + 1, wide:] = True
    return is_air


@pytest.mark.parametrize(("wide", "mouth", "n_found"), [(45, 39, 0), (39, 33, 1)])
def test_a_chamber_is_wider_than_its_mouth_by_three_twentieths(wide: int, mouth: int, n_found: int) -> None:
    """To the first cell of wall it is 23.5 from the one middle and 20.5 from the other; 20.5 and 17.5."""
    assert len(found(chamber(wide, mouth))) == n_found


def test_a_chamber_that_is_wider_by_a_cell_each_way_is_none() -> None:
    assert len(found(chamber(11, 9))) == 0
    assert len(found(chamber(11, 7))) == 1


def test_a_chamber_that_is_wider_by_more_than_a_cell_each_way_is_one() -> None:
    """Its inner corners are 5 √2 = 7.07 cells from its middle, the sides of its mouth 6."""
    is_air = block(23, 23, 40)
    is_air[3:-3, 8:-8, 3:20] = is_air[8:-8, 3:-3, 3:20] = True
    is_air[7:-7, 7:-7, 19:] = True
    assert len(found(is_air)) == 1


@pytest.mark.parametrize(("n_cells", "n_found"), [(24, 0), (26, 1)])
def test_a_hollow_has_twenty_five_cells_though_it_is_one_cell_wide(n_cells: int, n_found: int) -> None:
    is_air = block(30, 3, 3)
    is_air[2 : 2 + n_cells, 2, 2] = True
    assert len(found(is_air)) == n_found
