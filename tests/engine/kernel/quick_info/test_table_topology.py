"""Edges and coedges from OCCT's binary tables are those that it gives when asked edge by edge."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from OCP.BRep import BRep_Builder
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS

from engine.errors import KernelError
from engine.kernel import bintools_reader
from engine.kernel.brep import Brep, explore
from engine.kernel.quick_info import table_topology
from engine.kernel.quick_info.read_topology import Topology, edge_by_edge, from_tables
from engine.kernel.read_step import read_step
from tests.support import draw

BLOCK = draw.fillet(draw.box((30, 20, 10)), 3.0, (0, 0, 5), (15, 0, 10), (0, 10, 10))
SHAPES = {
    "box": draw.box((10, 20, 30)),
    "cylinder": draw.cylinder(5, 20),
    "cone with an apex": draw.cone(5, 0, 12),
    "ball": draw.sphere(7),
    "ring": draw.torus(9, 3),
    "rounded block": BLOCK,
    "bored ball": draw.cut(draw.sphere(9), draw.cylinder(3, 30, (0, 0, -15))),
    "crossed bores": draw.cut(
        draw.box((20, 20, 20)),
        draw.cylinder(4, 40, (10, -5, 10), axis=(0, 1, 0)),
        draw.cylinder(3, 40, (9, 9, -5)),
    ),
    "splines": draw.as_nurbs(BLOCK),
    "mirrored": draw.mirrored(BLOCK),
    "hollow": draw.cut(draw.box((20, 20, 20)), draw.sphere(4, (10, 10, 10))),
}


def both(brep: Brep) -> tuple[Topology, Topology]:
    """Read a shape from what OCCT writes, and by asking it edge by edge."""
    tables = bintools_reader.read(brep.shape)
    assert tables is not None
    wanted = np.flatnonzero(brep.body_of_face >= 0)
    faces = tuple(brep.faces[face] for face in wanted.tolist())
    return from_tables(brep, wanted, faces, tables), edge_by_edge(brep, wanted, faces)


def arrays(found: Any) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    for field in dataclasses.fields(found):
        value = getattr(found, field.name)
        if dataclasses.is_dataclass(value):
            yield from arrays(value)
        elif isinstance(value, dict):
            yield field.name, np.array(list(value))
        elif isinstance(value, np.ndarray):
            yield field.name, value


@pytest.mark.parametrize("name", SHAPES)
def test_both_are_the_same_to_the_last_bit(name: str, tmp_path: Path) -> None:
    for is_fast in (True, False):
        brep = read_step(draw.write_step(SHAPES[name], tmp_path / "part.step"), is_fast)
        read, asked = both(brep)
        for (what, one), (_, other) in zip(arrays(read), arrays(asked), strict=True):
            np.testing.assert_array_equal(one, other, err_msg=what)
        for coedge in range(len(read.coedges.face)):
            assert read.shape_of_coedge(coedge).IsEqual(asked.shape_of_coedge(coedge))


def test_an_edge_inside_a_face_borders_nothing(tmp_path: Path) -> None:
    plain = read_step(draw.write_step(SHAPES["box"], tmp_path / "part.step"), is_fast=True)
    before = len(both(plain)[0].coedges.face)
    wire = explore(plain.faces[0], TopAbs_ShapeEnum.TopAbs_WIRE)[0]
    stray = explore(plain.faces[5], TopAbs_ShapeEnum.TopAbs_EDGE)[0]
    wire.Free(True)
    BRep_Builder().Add(wire, stray.Oriented(TopAbs_Orientation.TopAbs_INTERNAL))
    read, asked = both(plain)
    assert len(read.coedges.face) == len(asked.coedges.face) == before


def test_an_edge_without_an_end_is_refused(tmp_path: Path) -> None:
    brep = read_step(draw.write_step(SHAPES["box"], tmp_path / "part.step"), is_fast=True)
    edge = TopoDS.Edge(explore(brep.faces[0], TopAbs_ShapeEnum.TopAbs_EDGE)[0])
    edge.Free(True)
    vertex = explore(edge, TopAbs_ShapeEnum.TopAbs_VERTEX)[0]
    BRep_Builder().Remove(edge, vertex)
    tables = bintools_reader.read(brep.shape)
    assert tables is not None
    walked = table_topology.walk(brep, np.arange(6), tables)
    with pytest.raises(KernelError, match="has no end"):
        table_topology.read_curves(walked, tables)
