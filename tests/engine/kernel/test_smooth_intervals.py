"""Where the formulas of OCCT's surfaces change is read with their periods."""

import math

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS

from engine.kernel.brep import explore
from engine.kernel.smooth_intervals import smooth_patches
from tests.support import draw


def surfaces(shape: draw.TopoDS_Shape) -> list[BRepAdaptor_Surface]:
    return [BRepAdaptor_Surface(TopoDS.Face(face)) for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE)]


def test_a_torus_has_one_formula_all_round_and_the_degree_of_no_spline() -> None:
    patches = smooth_patches(surfaces(draw.torus(12, 4))[0])
    turns = np.array([-1.0, 0.0, 1.0, 2.0]) * 2.0 * math.pi
    np.testing.assert_allclose(patches.u, turns, atol=1e-12)
    np.testing.assert_allclose(patches.v, turns, atol=1e-12)
    assert (patches.degree_u, patches.degree_v) == (3, 3)


def test_the_rulings_of_a_cylinder_of_splines_are_of_degree_one() -> None:
    wall = surfaces(draw.as_nurbs(draw.cylinder(5, 20)))[0]
    patches = smooth_patches(wall)
    assert sorted((patches.degree_u, patches.degree_v)) == [1, 2]
    assert len(patches.u) > len(patches.v) == 2
