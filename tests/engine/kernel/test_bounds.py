"""Boxes: tight on what bulges between its borders, untouched by what lies beside the solids."""

import numpy as np
import pytest

from engine.kernel.topology import measure
from tests.engine.kernel.test_edges import saddle
from tests.support import draw
from tests.support.parts import brep_of, part_of

SPELLINGS = {"exact": draw.unified, "nurbs": draw.as_nurbs}
TILT = (1.0, 2.0, 3.0)


def tilted_torus_half_size(major: float, minor: float, axis: np.ndarray) -> np.ndarray:
    """Half the box of a torus: R * sqrt(1 - a_i²) + r along each coordinate."""
    return major * np.sqrt(1 - axis**2) + minor


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_tilted_rings_box_is_the_formulas(spelling: str) -> None:
    part = part_of(SPELLINGS[spelling](draw.torus(12, 4, (5, 6, 7), TILT)))
    half = tilted_torus_half_size(12, 4, np.array(TILT) / np.linalg.norm(TILT))
    np.testing.assert_allclose(
        part.box_mm, [np.array([5, 6, 7]) - half, np.array([5, 6, 7]) + half], atol=1e-6
    )


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_balls_box_holds_it_whichever_way_it_is_turned(spelling: str) -> None:
    for degrees in (0.0, 33.0):
        part = part_of(SPELLINGS[spelling](draw.turned(draw.sphere(7), degrees, TILT)))
        np.testing.assert_allclose(part.box_mm, [[-7] * 3, [7] * 3], atol=1e-6)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_tilted_cylinders_box_is_the_formulas(spelling: str) -> None:
    """Its caps reach furthest: r * sqrt(1 - a_i²) beyond the ends of the axis."""
    axis = np.array(TILT) / np.linalg.norm(TILT)
    part = part_of(SPELLINGS[spelling](draw.cylinder(5, 20, axis=TILT)))
    reach = 5 * np.sqrt(1 - axis**2)
    np.testing.assert_allclose(part.box_mm, [-reach, 20 * axis + reach], atol=1e-6)


def test_a_round_that_stops_short_of_its_top_does_not_reach_it() -> None:
    """A ball of radius 10 cut off at z = 6: its box ends there, not at the missing pole."""
    cap = draw.cut(draw.sphere(10), draw.box((40, 40, 40), (-20, -20, 6)))
    part = part_of(cap)
    np.testing.assert_allclose(part.box_mm, [[-10] * 3, [10, 10, 6]], atol=1e-6)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_face_of_a_rounded_block_ends_where_it_does(spelling: str) -> None:
    """Rounds of radius 3: no face passes the block, and the corner balls end where the sides begin."""
    part = part_of(SPELLINGS[spelling](draw.fillet(draw.box((30, 20, 10)), 3.0)))
    np.testing.assert_allclose(part.box_mm, [[0] * 3, [30, 20, 10]], atol=1e-6)
    sizes = sorted(tuple(np.round(face.box_mm[1] - face.box_mm[0], 6)) for face in part.faces)
    expected = [(3, 3, 3)] * 8  # corners
    expected += [(24, 3, 3)] * 4 + [(3, 14, 3)] * 4 + [(3, 3, 4)] * 4  # edges
    expected += [(24, 14, 0)] * 2 + [(24, 0, 4)] * 2 + [(0, 14, 4)] * 2  # sides
    np.testing.assert_allclose(sizes, sorted(expected), atol=1e-5)


def test_a_freeform_face_that_bulges_is_held_where_its_formula_peaks() -> None:
    """The saddle z = 20 + x²/200 - y²/100 peaks at x = ±20, y = 0, which no corner reaches."""
    part = part_of(saddle())
    assert part.box_mm[1, 2] == pytest.approx(22, abs=1e-6)
    dome = part_of(draw.turned(saddle(), 90, draw.X))
    assert dome.box_mm[0, 1] == pytest.approx(-22, abs=1e-6)


def test_what_lies_beside_the_solid_does_not_widen_its_box() -> None:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge
    from OCP.gp import gp_Pnt

    stray = BRepBuilderAPI_MakeEdge(gp_Pnt(100, 0, 0), gp_Pnt(200, 300, 0)).Edge()
    part = measure(brep_of(draw.compound(draw.box((10, 20, 30)), stray)))
    np.testing.assert_allclose(part.size_mm, (10, 20, 30), atol=1e-9)
    assert any("1 curve" in note for note in part.notes)
