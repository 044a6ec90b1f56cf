"""Parameters of places on surfaces, where the place alone does not tell them."""

import numpy as np
import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
from OCP.gp import gp_Ax3, gp_Cone, gp_Dir, gp_Pnt

from engine.kernel.meshing.patches import parameters, tabulate


@pytest.mark.parametrize("noise_mm", [0.0, 1e-16, 3e-15])
@pytest.mark.parametrize("near_u", [0.0, 2.0, 2 * np.pi])
def test_the_apex_of_a_cone_keeps_its_angle_though_it_be_the_origin(noise_mm: float, near_u: float) -> None:
    """Both sides of a seam meet in the apex: a rounding error there must not turn them to one angle."""
    cone = gp_Cone(gp_Ax3(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), 1.2, 1e-16)
    face = BRepBuilderAPI_MakeFace(cone, 0.0, 2 * np.pi, 0.0, 5.0).Face()
    patches = tabulate((face,), np.array([[1.0, 0.0, 1.0]]))
    apex, near = np.array([[0.0, noise_mm, 0.0]]), np.array([[near_u, 0.0]])
    assert parameters(patches, np.array([0]), apex, near)[0, 0] == near_u


def test_a_place_beside_the_apex_tells_its_angle() -> None:
    cone = gp_Cone(gp_Ax3(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), 1.2, 1e-16)
    face = BRepBuilderAPI_MakeFace(cone, 0.0, 2 * np.pi, 0.0, 5.0).Face()
    patches = tabulate((face,), np.array([[1.0, 0.0, 1.0]]))
    beside = np.array([[0.0, 0.01, 0.01 / np.tan(1.2)]])
    found = parameters(patches, np.array([0]), beside, np.array([[1.0, 0.0]]))
    assert found[0, 0] == pytest.approx(np.pi / 2)
