"""Vertices that a face has twice at one place are made one, and others stay as they are."""

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.gp import gp_Ax2, gp_Circ, gp_Dir, gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS, TopoDS_Shape, TopoDS_Wire

from engine.kernel.quick_info.measure import measure_quickly
from engine.kernel.quick_info.read_topology import Topology, read_topology
from engine.kernel.read_step import read_step
from engine.meshing import merge_vertices
from engine.progress import Progress
from tests.support import draw
from tests.support.mesh_checks import open_edges

OUTLINE = [(0, 0), (20, 0), (20, 20), (0, 20), (0, 10)]


def plate(shift: float) -> TopoDS_Shape:
    """Draw a plate, 20 by 20 by 5, with a hole of radius 4 so far from one corner in the middle of a side."""
    border = BRepBuilderAPI_MakeWire()
    for (x0, y0), (x1, y1) in zip(OUTLINE, OUTLINE[1:] + OUTLINE[:1], strict=True):
        border.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(x0, y0, 0), gp_Pnt(x1, y1, 0)).Edge())
    face = BRepBuilderAPI_MakeFace(border.Wire())
    face.Add(hole(shift))
    return BRepPrimAPI_MakePrism(face.Face(), gp_Vec(0, 0, 5)).Shape()


def hole(shift: float) -> TopoDS_Wire:
    towards_corner = gp_Ax2(gp_Pnt(4 + shift, 10, 0), gp_Dir(0, 0, 1), gp_Dir(-1, 0, 0))
    ring = BRepBuilderAPI_MakeEdge(gp_Circ(towards_corner, 4)).Edge()
    return TopoDS.Wire(BRepBuilderAPI_MakeWire(ring).Wire().Reversed())


def topology_of(shift: float, folder: Path) -> Topology:
    return read_topology(read_step(draw.write_step(plate(shift), folder / "plate.step"), is_fast=True))


def test_a_hole_that_touches_its_border_does_so_in_one_corner(tmp_path: Path) -> None:
    """The two faces have five corners and one of the hole, one of them there twice."""
    touching, apart = (topology_of(shift, tmp_path).curves for shift in (0.0, 1.0))
    assert (len(touching.vertices), len(apart.vertices)) == (10, 12)
    assert len(np.unique(touching.vertices, axis=0)) == 10
    assert touching.gap_mm < 1e-6
    for place in (0.0, 5.0):
        ends = (touching.vertices[touching.ends] == (0.0, 10.0, place)).all(axis=2).any(axis=1)
        assert ends.sum() == 5  # two along the border, the hole's ring, and the height of either


def test_its_quick_info_needs_no_repairs(tmp_path: Path) -> None:
    file = draw.write_step(plate(0.0), tmp_path / "plate.step")
    (seen, mesh), (careful, its_mesh) = (
        measure_quickly(read_step(file, is_fast), Progress()) for is_fast in (True, False)
    )
    assert seen.volume_mm3 == pytest.approx(5 * (400 - 16 * math.pi), rel=1e-9)
    assert careful.notes == seen.notes == ()
    assert seen.area_mm2 == pytest.approx(careful.area_mm2, rel=1e-12)
    np.testing.assert_allclose(seen.box_mm, careful.box_mm, atol=1e-9)
    assert mesh.triangles.shape == its_mesh.triangles.shape
    places, its_places = (np.unique(np.round(one.vertices, 6) + 0.0, axis=0) for one in (mesh, its_mesh))
    np.testing.assert_allclose(places, its_places, atol=1e-6)
    assert open_edges(mesh) == 0


def test_corners_stay_where_they_are_each_of_another_face(tmp_path: Path) -> None:
    touching = draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (10, 0, 0)))
    file = draw.write_step(touching, tmp_path / "boxes.step")
    assert len(read_topology(read_step(file, is_fast=True)).curves.vertices) == 16


def test_an_edge_keeps_its_length(tmp_path: Path) -> None:
    """Both ends of one edge lie at one place: what is that short is left to a repair."""
    seen = topology_of(1.0, tmp_path)
    vertices = seen.curves.vertices.copy()
    first, last = seen.curves.ends[seen.curves.ends[:, 0] != seen.curves.ends[:, 1]][0]
    vertices[last] = vertices[first]
    curves = dataclasses.replace(seen.curves, vertices=vertices)
    assert merge_vertices.merge(curves, seen.coedges) == (curves, seen.coedges)
