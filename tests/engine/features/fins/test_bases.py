"""How thick what a fin stands on is."""

from dataclasses import replace

import numpy as np
import pytest

from engine.features.fins import bases
from engine.model.field import Field, Location, Unit
from engine.model.part import FaceId
from tests.support import draw
from tests.support.meshes import facing, mesh_of
from tests.support.parts_fins import fins_in
from tests.support.parts_walls import measured
from tests.support.prepared import prepared_of


@pytest.mark.parametrize(("beside", "thick"), [(4, 20), (5, 6)])
def test_the_wall_under_a_fin_is_that_within_three_thicknesses_of_it(beside, thick):
    """The plate is 6 thick up to here from a rib of 3, and 20 beyond: of 9 on either side, more counts."""
    rails = [draw.box((24, 18.5 - beside, 20), (-12, y, -20)) for y in (1.5 + beside, -20)]
    plate, rib = draw.box((24, 40, 6), (-12, -20, -6)), draw.box((24, 3, 12), (-12, -1.5, 0))
    (fin,) = fins_in(measured(draw.fuse(plate, rib, *rails), 1.5))
    assert fin.wall_thickness_mm == pytest.approx(thick, abs=0.01)


@pytest.mark.parametrize(("first_mm", "grows_mm", "median_mm"), [(1.0, 1.0, 6), (24.0, -1.0, 18)])
def test_on_a_coarse_mesh_the_twelve_nearest_rays_say_the_wall_under_a_fin(first_mm, grows_mm, median_mm):
    """The base grows thicker or thinner by 1 with every ray; the median of twelve is the sixth smallest."""
    away_mm = np.arange(24.0)
    places = np.stack([away_mm, np.tile([0.0, 1.0, 0.0], 8), np.zeros(24)], axis=1)
    triangles = np.arange(24).reshape(8, 3)
    prepared = prepared_of(mesh_of([facing(places, np.tile([0.0, 0.0, 1.0], (24, 1)), triangles)]))
    thick_mm = first_mm + grows_mm * away_mm
    field = Field("thickness_ray", Location.VERTEX, Unit.MM, thick_mm)
    prepared = replace(prepared, fields={"thickness_ray": field})
    wall = bases.wall(prepared, [FaceId(0)], lambda points: points[:, 0], 0.1)
    assert wall.thickness_mm == median_mm
