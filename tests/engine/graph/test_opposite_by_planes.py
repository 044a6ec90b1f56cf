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


def test_of_nine_thicknesses_the_eight_of_most_area_are_looked_at() -> None:
    """Steps of 1.5 mm, each 1 mm longer than the one before; the first, 20 mm high, has least area."""
    heights = [20.0 - 1.5 * step for step in range(9)]
    ends = np.concatenate([[0.0], np.cumsum([40.0 + step for step in range(9)])]).tolist()
    top = [(x, z) for step, z in enumerate(heights) for x, z in ((ends[step], z), (ends[step + 1], z))]
    outline = [(x, 0, z) for x, z in [(0.0, 0.0), *top, (ends[-1], 0.0)]]
    assert found_in(draw.prism(outline, (0, 80, 0))).thicknesses() == pytest.approx(heights[:0:-1])


@pytest.mark.parametrize(("wide_mm", "thicknesses"), [(12.0, []), (13.0, [10.0])])
def test_the_sides_of_a_bar_are_wider_than_it_is_thick_by_a_tenth(
    wide_mm: float, thicknesses: list[float]
) -> None:
    """A side of 12 or 13 by 100 mm is as wide as a strip of 10.7 or 11.5 mm that has its area and border."""
    assert found_in(draw.box((10, wide_mm, 100))).thicknesses() == pytest.approx(thicknesses)
