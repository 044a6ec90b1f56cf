"""How stout a cutter must be to get down between walls, on heights given by hand."""

import numpy as np
import pytest

from engine.evidence.access.heights import HeightMap
from tests.support import draw
from tests.support.printed import meshed


def between_walls(low_mm: float, high_mm: float) -> HeightMap:
    """Return the heights round a gap at the middle: walls from 0.3 mm on, and high ones from 4 mm on."""
    ways = 0.1 * np.arange(-100, 101)
    x, y = (each.ravel() for each in np.meshgrid(ways, ways))
    away = np.maximum(np.abs(x), np.abs(y))
    z = np.select([away < 0.3, away < 4.0], [0.0, low_mm], high_mm)
    return HeightMap(meshed(draw.box((0.1, 0.1, 0.1)), 5).mesh, np.stack([x, y, z], axis=1), np.eye(3)[2])


@pytest.mark.parametrize(("low_mm", "diameter_mm"), [(15.0, 1.5), (17.5, 4.0)])
def test_a_cutter_is_ten_diameters_long_and_its_holder_four_times_as_wide(
    low_mm: float, diameter_mm: float
) -> None:
    """Between walls of 15 mm the holder, of 6 mm, stays clear of those of 40 mm, which begin 4 mm away.

    They are looked for in squares of 3.3 mm to each side: for walls of 17.5 mm the holder is wider than that.
    """
    least = between_walls(low_mm, 40.0).least_radius(np.zeros((1, 3)))
    assert 2.0 * least == pytest.approx([diameter_mm])
