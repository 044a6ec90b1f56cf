"""Quick info has the measures of an analysis, from a file read without repairs, or is refused."""

import dataclasses
import math
import tempfile
from pathlib import Path

import numpy as np
import pytest
from OCP.BRep import BRep_Builder
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Solid

from engine.errors import KernelError
from engine.kernel.brep import Brep, explore
from engine.kernel.quick_info.measure import measure_quickly
from engine.kernel.read_step import read_step
from engine.kernel.topology import measure
from engine.model.mesh import Mesh
from engine.model.quick_info import QuickInfo
from engine.progress import Progress
from tests.engine.kernel.test_mass import SOLIDS, SPELLINGS
from tests.support import draw
from tests.support.mesh_checks import open_edges
from tests.support.mesh_checks import volume as volume_of
from tests.support.parts import brep_of
from tests.support.parts_mesh import HARD

NEEDS_ALL_REPAIRS = ("ring", "mirrored and turned")
"""The borders that OCCT gives to a face that has none need to be turned over."""


def read_fast(shape: draw.TopoDS_Shape) -> Brep:
    with tempfile.TemporaryDirectory() as folder:
        return read_step(draw.write_step(shape, Path(folder) / "part.step"), is_fast=True)


def quick_info_of(shape: draw.TopoDS_Shape) -> tuple[QuickInfo, Mesh]:
    return measure_quickly(read_fast(shape), Progress())


@pytest.mark.parametrize("spelling", ["exact", "nurbs", "mirrored and turned"])  # of `HARD` one is far away
@pytest.mark.parametrize("name", SOLIDS)
def test_solids_measure_what_their_formulas_say(name: str, spelling: str) -> None:
    shape, area, volume = SOLIDS[name]
    spelled = SPELLINGS[spelling](shape)
    if (name, spelling) == NEEDS_ALL_REPAIRS:
        with pytest.raises(KernelError, match="wrong way"):
            quick_info_of(spelled)
        seen, mesh = measure_quickly(brep_of(spelled), Progress())
    else:
        seen, mesh = quick_info_of(spelled)
    assert seen.area_mm2 == pytest.approx(area, rel=1e-6 if spelling == "nurbs" else 1e-9)
    assert seen.volume_mm3 == pytest.approx(volume, rel=1e-6 if spelling == "nurbs" else 1e-8)
    assert open_edges(mesh) == 0


@pytest.mark.parametrize("name", HARD)
def test_quick_info_has_the_box_and_the_counts_of_an_analysis(name: str, tmp_path: Path) -> None:
    path = draw.write_step(draw.turned(HARD[name](), 33.0, (1, 2, 3)), tmp_path / "part.step")
    part = measure(read_step(path))
    seen, _ = measure_quickly(read_step(path, is_fast=True), Progress())
    assert seen.volume_mm3 == pytest.approx(part.volume_mm3, rel=1e-9)
    assert seen.area_mm2 == pytest.approx(part.area_mm2, rel=1e-9)
    np.testing.assert_allclose(seen.box_mm, part.box_mm, atol=1e-6)
    assert (seen.n_faces, seen.n_bodies) == (len(part.faces), len(part.bodies))
    assert (seen.name, seen.unit, seen.notes) == (part.name, part.unit, part.notes)


def test_a_ball_and_a_ring_reach_past_their_borders() -> None:
    ball, _ = quick_info_of(draw.turned(draw.sphere(7, (1, 2, 3)), 20.0, (1, 1, 0)))
    assert ball.size_mm == pytest.approx((14, 14, 14))
    ring, _ = quick_info_of(draw.torus(12, 4, axis=(1, 0, 1)))
    across = 2 * (12 * math.sqrt(0.5) + 4)
    assert ring.size_mm == pytest.approx((across, 32, across))


def test_a_hollow_counts_as_no_material() -> None:
    seen, _ = quick_info_of(draw.cut(draw.box((20, 20, 20)), draw.box((10, 10, 10), (5, 5, 5))))
    assert seen.volume_mm3 == pytest.approx(7000)
    assert seen.area_mm2 == pytest.approx(6 * 400 + 6 * 100)


def test_bodies_that_fill_the_same_space_are_named() -> None:
    apart, _ = quick_info_of(draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (20, 0, 0))))
    assert apart.notes == ()
    within, _ = quick_info_of(draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (5, 5, 5))))
    assert ["overlap" in note for note in within.notes] == [True]


def test_a_surface_with_a_gap_is_refused() -> None:
    brep = read_fast(draw.box((10, 10, 10)))
    measure_quickly(brep, Progress())
    faces, owners = brep.faces[1:], brep.body_of_face[1:]
    with pytest.raises(KernelError, match="gaps"):
        measure_quickly(dataclasses.replace(brep, faces=faces, body_of_face=owners), Progress())


def test_a_face_that_looks_the_wrong_way_is_refused() -> None:
    brep = read_fast(draw.cut(draw.box((10, 10, 10)), draw.cylinder(2, 10, (5, 5, 0))))
    measure_quickly(brep, Progress())
    turned = draw.TopoDS.Face(brep.faces[0].Reversed())
    with pytest.raises(KernelError, match=r"gaps|wrong way"):
        measure_quickly(dataclasses.replace(brep, faces=(turned, *brep.faces[1:])), Progress())


ROUNDING = 2.0
CORNER = ROUNDING**2 * (1 - math.pi / 4)
"""Area in mm2 between a corner and the quarter circle in it."""
CORNER_CENTER = ROUNDING * (10 - 3 * math.pi) / (3 * (4 - math.pi))
"""How far, in mm, the center of that area is from either side of the corner."""
PLATE = draw.box((40, 40, 6), (-20, -20, 0))


@pytest.mark.parametrize("up", [1, -1])
def test_rings_of_tori_are_measured_whichever_way_occt_reads_their_borders(up: int) -> None:
    """By the theorem of Pappus: a fillet round the foot of a boss, a round at the mouth of a hole."""
    boss = draw.fuse(PLATE, draw.cylinder(7, 8, (0, 0, 6)))
    with_fillet = draw.fillet(boss, ROUNDING, (-7, 0, 6))
    with_round = draw.fillet(draw.cut(PLATE, draw.cylinder(7, 6)), ROUNDING, (-7, 0, 6))
    fillet_mm3 = 2 * math.pi * (7 + CORNER_CENTER) * CORNER
    for shape, volume in (
        (with_fillet, 9600 + 49 * math.pi * 8 + fillet_mm3),
        (with_round, 9600 - 49 * math.pi * 6 - fillet_mm3),
    ):
        flat = shape if up == 1 else draw.turned(shape, 180.0, (1, 0, 0))
        seen, mesh = quick_info_of(flat)
        assert seen.volume_mm3 == pytest.approx(volume, rel=1e-9)
        assert open_edges(mesh) == 0
        assert volume_of(mesh) == pytest.approx(volume, rel=5e-3)


def test_a_body_that_is_inside_out_is_refused() -> None:
    brep = read_fast(draw.box((10, 10, 10)))
    turned = tuple(draw.TopoDS.Face(face.Reversed()) for face in brep.faces)
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(dataclasses.replace(brep, faces=turned), Progress())


def hollow() -> Brep:
    """Return a cube of 20 with a hollow of 10 in it."""
    return brep_of(draw.cut(draw.box((20, 20, 20)), draw.box((10, 10, 10), (5, 5, 5))))


def with_shell_turned(brep: Brep, which: int) -> Brep:
    """Return a part of one body with one of its shells inside out."""
    shell = explore(brep.bodies[0], TopAbs_ShapeEnum.TopAbs_SHELL)[which]
    wrong = explore(shell, TopAbs_ShapeEnum.TopAbs_FACE)
    faces = tuple(
        TopoDS.Face(face.Reversed()) if any(face.IsSame(one) for one in wrong) else face
        for face in brep.faces
    )
    return dataclasses.replace(brep, faces=faces)


def test_a_body_with_a_hollow_is_taken() -> None:
    seen, _ = measure_quickly(hollow(), Progress())
    assert seen.volume_mm3 == pytest.approx(7000)


@pytest.mark.parametrize("which", [0, 1])
def test_a_shell_that_is_inside_out_is_refused(which: int) -> None:
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(with_shell_turned(hollow(), which), Progress())


def test_a_hollow_outside_of_its_body_is_refused() -> None:
    apart = brep_of(draw.compound(draw.box((20, 20, 20)), draw.box((10, 10, 10), (50, 0, 0))))
    builder, both = BRep_Builder(), TopoDS_Solid()
    builder.MakeSolid(both)
    for body in apart.bodies:
        builder.Add(both, explore(body, TopAbs_ShapeEnum.TopAbs_SHELL)[0])
    joined = dataclasses.replace(apart, bodies=(both,), body_of_face=apart.body_of_face * 0)
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(joined, Progress())
    turned = dataclasses.replace(
        joined, faces=(*joined.faces[:6], *(TopoDS.Face(face.Reversed()) for face in joined.faces[6:]))
    )
    with pytest.raises(KernelError, match="inside out"):
        measure_quickly(turned, Progress())
