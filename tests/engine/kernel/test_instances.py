"""Instances of bodies give the same topology from tables and edge by edge."""

import dataclasses
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Shape

from engine.kernel import bintools_reader, instances
from engine.kernel.brep import Brep
from engine.kernel.gather import numbered_faces
from engine.kernel.quick_info.read_topology import edge_by_edge, from_tables
from engine.kernel.read_step import read_step
from tests.support import draw

PEG = draw.cut(draw.fillet(draw.box((10, 8, 20)), 1.0), draw.cone(3, 1, 9), draw.torus(5, 1, (0, 0, 10)))


def turned_and_moved() -> gp_Trsf:
    turn, away = gp_Trsf(), gp_Trsf()
    turn.SetRotation(gp_Ax1(gp_Pnt(1, 2, 3), gp_Dir(1, 1, 0)), math.radians(40))
    away.SetTranslation(gp_Vec(30, 0, 0))
    return away.Multiplied(turn)


def mirrored() -> gp_Trsf:
    mirror = gp_Trsf()
    mirror.SetMirror(gp_Ax2(gp_Pnt(20, 0, 0), gp_Dir(1, 0, 0)))
    return mirror


def scaled() -> gp_Trsf:
    scale = gp_Trsf()
    scale.SetScale(gp_Pnt(0, 0, 0), 2.0)
    return scale


def brep_of(*bodies: TopoDS_Shape) -> Brep:
    shape = draw.compound(*bodies)
    faces, body_of_face = numbered_faces(shape, list(bodies))
    return Brep(shape, faces, bodies, body_of_face, ("",) * len(bodies), "part", "mm", ())


def differences(one: Any, other: Any) -> list[str]:
    found = []
    for field in dataclasses.fields(one):
        this, that = getattr(one, field.name), getattr(other, field.name)
        if dataclasses.is_dataclass(this):
            found += differences(this, that)
        elif isinstance(this, np.ndarray) and not np.allclose(
            this, that, rtol=1e-12, atol=1e-12, equal_nan=True
        ):
            found.append(field.name)
    return found


@pytest.mark.parametrize("place", [turned_and_moved(), mirrored()], ids=["turned", "mirrored"])
def test_a_body_at_two_places_gives_the_same_either_way(place: gp_Trsf) -> None:
    brep = brep_of(PEG, PEG.Located(TopLoc_Location(place), False))
    assert bintools_reader.read(brep.shape) is None
    tables = instances.read(brep)
    assert tables is not None
    wanted = np.arange(len(brep.faces))
    one = from_tables(brep, wanted, brep.faces, tables)
    other = edge_by_edge(brep, wanted, brep.faces)
    assert not differences(one, other)
    assert all(
        one.shape_of_coedge(coedge).IsEqual(other.shape_of_coedge(coedge))
        for coedge in range(len(one.coedges.face))
    )


def test_an_assembly_read_from_a_file_has_tables(tmp_path: Path) -> None:
    brep = read_step(
        draw.write_step(draw.compound(PEG, draw.moved(PEG, (30, 0, 0))), tmp_path / "part.step"), True
    )
    tables = instances.read(brep)
    assert tables is not None
    assert len(tables.faces) == len(brep.faces)


def test_a_body_without_a_location_has_its_own_tables() -> None:
    tables = instances.read(brep_of(PEG))
    assert tables is not None
    assert tables.vertices == bintools_reader.read(draw.compound(PEG)).vertices  # type: ignore[union-attr]


def test_a_scaled_body_and_one_with_strays_beside_have_no_tables() -> None:
    away = TopLoc_Location(turned_and_moved())
    assert instances.read(brep_of(PEG.Located(away))) is not None
    assert instances.read(brep_of(PEG.Located(TopLoc_Location(scaled()), False))) is None
    stray = dataclasses.replace(brep_of(PEG.Located(away)), body_of_face=np.full(len(brep_of(PEG).faces), -1))
    assert instances.read(stray) is None
