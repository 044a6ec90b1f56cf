"""The box of a look is that of the true geometry, and is found without asking more faces than need be."""

from pathlib import Path

import numpy as np
import pytest

from engine.kernel.quick_info import reach, survey
from engine.kernel.quick_info.survey import Survey
from engine.kernel.read_step import read_step
from tests.support import draw

DRUM = draw.as_nurbs(draw.turned(draw.cylinder(5, 20), 30.0, (1, 1, 0)))
PEBBLE = draw.as_nurbs(draw.turned(draw.sphere(7), 30.0, (1, 1, 0)))


def surveyed(shape: draw.TopoDS_Shape, folder: Path) -> Survey:
    return survey.read(read_step(draw.write_step(shape, folder / "part.step"), is_hasty=True))


def test_ruled_splines_end_where_their_borders_do(tmp_path: Path) -> None:
    drum = surveyed(DRUM, tmp_path)
    assert not list(reach._bulging(drum))
    exact = surveyed(draw.turned(draw.cylinder(5, 20), 30.0, (1, 1, 0)), tmp_path)
    np.testing.assert_allclose(reach.reach(drum), reach.reach(exact), atol=1e-6)


def test_splines_that_bulge_are_asked_how_far(tmp_path: Path) -> None:
    pebble = surveyed(PEBBLE, tmp_path)
    assert len(list(reach._bulging(pebble))) == 1
    assert reach.reach(pebble).ravel() == pytest.approx([-7, -7, -7, 7, 7, 7], abs=1e-6)
