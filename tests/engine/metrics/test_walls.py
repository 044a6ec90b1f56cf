"""Walls and flanks, on drawn wedges: two sides of 60 x 40 that meet along an edge."""

import math
from dataclasses import replace

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.metrics import _walls
from engine.model.analysis import Analysis
from engine.model.metric import Domain, Measured
from tests.support import draw
from tests.support.analyses import face_at
from tests.support.drawn import analyzed


def wedge(angle_deg: float, tip_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a wedge with its edge at x = 60, cut off where it is `tip_mm` thick."""
    rise = math.tan(math.radians(angle_deg))
    end = 60.0 - tip_mm / rise
    outline = [(0, 0, 0), (end, 0, 0), (end, 0, tip_mm), (0, 0, 60.0 * rise)]
    return draw.prism(outline if tip_mm else [outline[0], outline[1], outline[3]], (0, 40, 0))


def least(analysis: Analysis, x: float, y: float, z: float) -> Measured | None:
    """Return the least thickness of the face at a point; None where it is no wall."""
    face = face_at(analysis, (x, y, z))
    index = next(
        each.index for each in analysis.metrics.subjects if each.domain == Domain.FACE and each.fid == face
    )
    return analysis.metrics.values["thickness.min"].get(index)


def test_the_flanks_of_a_sharp_edge_are_no_walls() -> None:
    sharp = analyzed(wedge(30.0), max_edge_mm=3.0)
    assert least(sharp, 30, 20, 0) is None
    assert least(sharp, 30, 20, 30 * math.tan(math.radians(30.0))) is None


def test_sides_that_nearly_run_parallel_are_walls_up_to_the_edge_they_meet_in() -> None:
    feather = analyzed(wedge(10.0), max_edge_mm=3.0)
    found = least(feather, 30, 20, 0)
    assert found is not None
    # A hundredth of the side lies within 0.6 mm of the edge.
    assert found.value == pytest.approx(0.6 * math.tan(math.radians(10.0)), abs=0.2)


def test_sides_that_do_not_meet_are_walls_however_they_lean() -> None:
    blunt = analyzed(wedge(30.0, tip_mm=1.0), max_edge_mm=3.0)
    found = least(blunt, 30, 20, 0)
    assert found is not None
    assert found.value == pytest.approx(1.0, abs=0.4)


def test_without_knowing_what_was_measured_to_nothing_is_a_flank() -> None:
    sharp = analyzed(wedge(30.0), max_edge_mm=6.0).assessed.prepared
    assert _walls.are_flanks(sharp).any()
    field = replace(sharp.fields["thickness"], opposite=None)
    assert not _walls.are_flanks(replace(sharp, fields={**sharp.fields, "thickness": field})).any()
