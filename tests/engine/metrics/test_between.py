"""Least values between the vertices, of fields whose least value is known."""

import numpy as np
import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.metrics import _between
from engine.model.arrays import Floats
from engine.model.mesh import Mesh, MeshOptions
from tests.support import draw
from tests.support.parts import read


def meshed(shape: TopoDS_Shape, max_edge_mm: float) -> Mesh:
    return read(shape, MeshOptions(max_edge_mm=max_edge_mm))[1]


def refined(mesh: Mesh, values: Floats, vertex: int) -> float:
    return float(_between.refine(mesh, values, np.array([vertex]))[0])


PLATE = meshed(draw.box((20, 20, 2)), 2.03)
"""Its top has eleven elements along a row, so that (9.3, 10.6) lies between the vertices."""
TOP = np.flatnonzero(PLATE.normals[:, 2] > 0.9)


def test_a_paraboloid_is_least_between_the_vertices() -> None:
    x, y = (PLATE.vertices[:, axis] - middle for axis, middle in ((0, 9.3), (1, 10.6)))
    values = 0.4 + 0.02 * x**2 + 0.01 * x * y + 0.03 * y**2
    least = int(TOP[np.argmin(values[TOP])])
    assert values[least] > 0.401
    assert refined(PLATE, values, least) == pytest.approx(0.4, abs=1e-9)


def test_along_a_round_border_a_wall_is_least_between_the_vertices() -> None:
    """The wall beside an eccentric bore, 0.4 mm where it is thinnest, between two vertices."""
    mesh = meshed(draw.cylinder(5.0, 4.0), 2.0)
    angle = np.arctan2(mesh.vertices[:, 1], mesh.vertices[:, 0])
    rim = np.flatnonzero((mesh.vertices[:, 2] > 3.999) & (np.abs(mesh.normals[:, 2]) < 0.1))
    step = np.diff(np.unique(np.round(angle[rim], 9))).min()
    values = 0.4 + 8.0 * (1.0 - np.cos(angle - 0.4 * step)) + 0.1 * (4.0 - mesh.vertices[:, 2])
    least = int(rim[np.argmin(values[rim])])
    assert values[least] > 0.405
    assert refined(mesh, values, least) == pytest.approx(0.4, rel=0.005)


@pytest.mark.parametrize("step_mm", [0.3, 2.0])
def test_what_is_no_paraboloid_stays_as_its_least_vertex_reads(step_mm: float) -> None:
    values = np.where(PLATE.vertices[:, 0] < 9.9, 1.0, 1.0 + step_mm)
    values[TOP[0]] = np.nan
    inside = TOP[(PLATE.vertices[TOP] > 5.0).all(axis=1, where=[True, True, False])]
    least = int(inside[np.argmin(values[inside])])
    assert refined(PLATE, values, least) == 1.0


def test_the_least_of_another_field_is_off_by_less_than_is_gained() -> None:
    x, y = (PLATE.vertices[:, axis] - middle for axis, middle in ((0, 9.3), (1, 10.6)))
    values = 1.0 - 0.6 * np.exp(-(x**2 + y**2) / 6.0**2)
    least = int(TOP[np.argmin(values[TOP])])
    found = refined(PLATE, values, least)
    assert found < values[least]
    assert abs(found - 0.4) <= values[least] - found
