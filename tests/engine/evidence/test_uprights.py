"""Thin walls on drawn plates, and whether they stand there as ribs do."""

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import _uprights
from engine.model.mesh import MeshOptions
from tests.support import draw
from tests.support.drawn import CURVATURE, prepared


def is_rib(shape: TopoDS_Shape, high_mm: float) -> bool:
    """Tell whether a wall of 1 mm, standing over the middle of a plate, is a rib."""
    context = prepared(shape, MeshOptions(2.0, CURVATURE))
    middle = np.array([0.0, -0.5, 2.0 + high_mm / 2])
    side = min(context.part.faces, key=lambda face: np.linalg.norm(face.centroid - middle)).id
    vertices = context.mesh.vertices
    is_inside = (context.mesh.face_of_vertex == side) & (np.abs(vertices[:, 0]) < 2.0)
    is_inside &= (vertices[:, 2] > 4.0) & (vertices[:, 2] < high_mm)
    return _uprights.is_rib(context.prepared, (side,), np.flatnonzero(is_inside))


def tongue(high_mm: float) -> TopoDS_Shape:
    """Draw a plate of 2 mm with a wall on it, 6 wide, its other three edges free."""
    return draw.fuse(draw.box((30, 30, 2), (-15, -15, 0)), draw.box((6, 1, high_mm + 1), (-3, -0.5, 1)))


def web(high_mm: float) -> TopoDS_Shape:
    """Draw that plate and wall with a post at either side of the wall, as high as it."""
    posts = [draw.box((6, 12, high_mm + 1), (x, -6, 1)) for x in (-9, 3)]
    return draw.fuse(tongue(high_mm), *posts)


@pytest.mark.parametrize(("high_mm", "stands"), [(21.5, True), (27.0, False)])
def test_a_tenth_of_the_border_of_a_rib_is_its_foot(high_mm: float, stands: bool) -> None:
    """Of 55 and of 66 mm it has 6."""
    assert is_rib(tongue(high_mm), high_mm) is stands


@pytest.mark.parametrize(("high_mm", "stands"), [(21.5, True), (27.0, False)])
def test_a_tenth_of_the_border_of_a_rib_is_free(high_mm: float, stands: bool) -> None:
    """Between posts its upper edge is."""
    assert is_rib(web(high_mm), high_mm) is stands


@pytest.mark.parametrize(("behind_mm", "stands"), [(5.0, True), (4.0, False)])
def test_the_long_outside_of_a_row_is_free_by_the_border_of_the_short_side(
    behind_mm: float, stands: bool
) -> None:
    """A socket at the end of a ridge 100 mm long, higher than it: its upper edge is `behind_mm` wide.

    The wall is 1 mm thick. Inside it is 20 high: a tenth of its border is 5 mm where it is 5 wide, and 4.8 mm
    where it is 4 wide; the outside has a border of 240 mm.
    """
    plate = draw.box((120, 20, 2), (-10, -5, 0))
    ridge = draw.box((100, 10, 11), (4, -0.5, 1))
    tower = draw.box((8, 10, 21), (-4, -0.5, 1))
    socket = draw.box((behind_mm, 6, 30), (-behind_mm / 2, 0.5, 2))
    assert is_rib(draw.cut(draw.fuse(plate, ridge, tower), socket), 20.0) is stands
