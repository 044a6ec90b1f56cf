"""The box of quick info is that of the true geometry, and is found without asking more faces than need be."""

from pathlib import Path

import numpy as np
import pytest

from engine.kernel.quick_info import bounding_box
from engine.kernel.quick_info.read_topology import Topology, read_topology
from engine.kernel.read_step import read_step
from tests.support import draw

DRUM = draw.as_nurbs(draw.turned(draw.cylinder(5, 20), 30.0, (1, 1, 0)))
PEBBLE = draw.as_nurbs(draw.turned(draw.sphere(7), 30.0, (1, 1, 0)))


def topology_of(shape: draw.TopoDS_Shape, folder: Path) -> Topology:
    return read_topology(read_step(draw.write_step(shape, folder / "part.step"), is_fast=True))


def test_ruled_splines_end_where_their_borders_do(tmp_path: Path) -> None:
    drum = topology_of(DRUM, tmp_path)
    assert not list(bounding_box._bulging(drum))
    exact = topology_of(draw.turned(draw.cylinder(5, 20), 30.0, (1, 1, 0)), tmp_path)
    np.testing.assert_allclose(bounding_box.of_bodies(drum), bounding_box.of_bodies(exact), atol=1e-6)


def test_splines_that_bulge_are_asked_how_far(tmp_path: Path) -> None:
    pebble = topology_of(PEBBLE, tmp_path)
    assert len(list(bounding_box._bulging(pebble))) == 1
    assert bounding_box.of_bodies(pebble).ravel() == pytest.approx([-7, -7, -7, 7, 7, 7], abs=1e-6)
