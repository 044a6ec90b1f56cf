"""What lies back to back, and how far apart."""

import numpy as np
import pytest

from engine.graph import build, curved_skins, opposite_by_planes
from engine.graph.opposite_by_planes import OppositePairs
from tests.support import draw
from tests.support.parts import part_of


def found_in(shape: draw.TopoDS_Shape) -> OppositePairs:
    part = part_of(shape)
    graph = build.build(part)
    body = part.bodies[0]
    return opposite_by_planes.find(part, graph, body, curved_skins.pairs(part, graph, body))


def test_the_two_sides_of_a_plate_lie_back_to_back_and_its_edges_do_not() -> None:
    found = found_in(draw.box((40, 30, 2)))
    assert found.depths_mm == pytest.approx([2.0, 2.0])
    assert found.weights_mm2 == pytest.approx([1200.0, 1200.0])
    assert list(found.groups) == list(found.others[::-1])
    assert found.thicknesses() == pytest.approx([2.0])


def test_nothing_of_a_cube_lies_back_to_back() -> None:
    found = found_in(draw.box((10, 10, 10)))
    assert len(found.depths_mm) == 0
    assert found.thicknesses() == []


def test_a_pipe_has_the_thickness_of_its_wall() -> None:
    pipe = found_in(draw.cut(draw.cylinder(10, 40), draw.cylinder(8.5, 50, (0, 0, -5))))
    assert pipe.thicknesses() == pytest.approx([1.5])
    assert len(np.unique(pipe.groups)) == 2


def test_a_stepped_plate_has_both_thicknesses() -> None:
    stepped = found_in(draw.cut(draw.box((60, 30, 5)), draw.box((30, 30, 5), (30, 0, 3))))
    assert stepped.thicknesses() == pytest.approx([3.0, 5.0])
