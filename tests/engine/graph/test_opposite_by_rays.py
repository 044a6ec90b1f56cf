"""Rays from flat groups into the material, on drawn parts."""

import numpy as np
import pytest

from engine.graph import opposite_by_rays
from engine.run_context import RunContext
from tests.support import draw, parts_walls
from tests.support.parts import face_at
from tests.support.parts_walls import measured


@pytest.mark.parametrize("max_edge_mm", [0.7, 2.0, 15.0])
def test_shares_are_of_area_whatever_the_mesh(max_edge_mm):
    """Of a round head the ring outside the shank is 3 thick: 1 - (10/15)² of its area."""
    prepared = measured(parts_walls.bolt(15), max_edge_mm)
    rays = opposite_by_rays.inward_rays(RunContext(prepared))
    top = rays.of_group(face_at(prepared.part, (0, 0, 23)).id)
    assert (rays.distances_mm[top] < 4).mean() == pytest.approx(1 - (10 / 15) ** 2, abs=0.02)
    assert np.unique(np.round(rays.distances_mm[top], 6)).tolist() == [3, 23]
    ring = face_at(prepared.part, (6, 0, 20)).id
    assert set(rays.opposite_groups[top].tolist()) == {ring, face_at(prepared.part, (0, 0, 0)).id}


def test_rays_start_from_flat_groups_alone():
    prepared = measured(parts_walls.bolt())
    rays = opposite_by_rays.inward_rays(RunContext(prepared))
    side = rays.of_group(face_at(prepared.part, (5, 0, 10)).id)
    assert not len(rays.points[side])
    assert np.all(np.diff(rays.group) >= 0)


def test_a_hollow_ends_a_ray():
    prepared = measured(parts_walls.hollow_block())
    rays = opposite_by_rays.inward_rays(RunContext(prepared))
    top = rays.of_group(face_at(prepared.part, (20, 20, 40)).id)
    assert np.mean(rays.distances_mm[top] < 11) == pytest.approx(0.25, abs=0.01)


def test_another_body_ends_no_ray():
    block = draw.box((20, 20, 20))
    prepared = measured(draw.compound(block, draw.moved(block, (0, 0, 20))))
    rays = opposite_by_rays.inward_rays(RunContext(prepared))
    assert rays.distances_mm == pytest.approx(20)


def test_a_ray_out_of_an_open_shell_ends_on_nothing():
    prepared = measured(draw.box((20, 20, 20)))
    prepared = parts_walls.without(prepared, face_at(prepared.part, (10, 10, 20)).id)
    rays = opposite_by_rays.inward_rays(RunContext(prepared))
    floor = rays.of_group(face_at(prepared.part, (10, 10, 0)).id)
    assert np.isinf(rays.distances_mm[floor]).all()
    assert (rays.opposite_groups[floor] == -1).all()
