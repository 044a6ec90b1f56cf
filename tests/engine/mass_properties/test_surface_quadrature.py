"""Integration along v over a face."""

import numpy as np
import pytest
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_NurbsConvert
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS

from engine.kernel.smooth_intervals import smooth_patches
from engine.kernel.splines import on_grid
from engine.mass_properties.gauss_points import Contour
from engine.mass_properties.surface_quadrature import integrate_along_v
from engine.model.arrays import Floats
from tests.support import draw


@pytest.mark.parametrize("quantities", [1, 2, 5])
def test_a_border_without_points_has_no_integrals_of_as_many_quantities_as_there_are(quantities: int) -> None:
    shape = BRepBuilderAPI_NurbsConvert(draw.cylinder(3, 5)).Shape()
    face = TopoDS.Face(TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_FACE).Current())
    surface = BRepAdaptor_Surface(face)

    def densities(u: Floats, v: Floats) -> Floats:
        point, _, _ = on_grid(surface, u, v)
        return np.stack([point[:, 0]] * quantities)

    nothing = np.zeros(0)
    found = integrate_along_v(densities, smooth_patches(surface), Contour(nothing, nothing, nothing))
    assert found.shape == (quantities, 0)
