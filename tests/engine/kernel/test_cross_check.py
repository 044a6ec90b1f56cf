"""Exact measures held against the mesh: which is taken, and what is said."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import formats
from engine.kernel import cross_check, mass
from engine.kernel.mesh import mesh as mesh_of
from engine.kernel.topology import measure
from engine.model.mesh import MeshOptions
from engine.model.part import MeasuredBy, Part
from engine.progress import Progress
from tests.support import draw
from tests.support.parts import brep_of

COARSE = MeshOptions(max_edge_mm=3.0, curvature=24.0)
SHAFT_SIDE = 2 * math.pi * 9 * 30


def shaft() -> draw.TopoDS_Shape:
    """Draw a shaft of radius 5 and length 100 with a collar of radius 9 and width 30."""
    return draw.fuse(draw.cylinder(5, 100), draw.cylinder(9, 30, (0, 0, 35)))


def collar(part: Part) -> int:
    (found,) = (face.id for face in part.faces if abs(getattr(face.surface, "radius_mm", 0.0) - 9) < 1e-6)
    return found


@pytest.mark.parametrize(
    ("exact", "quadrature", "mesh", "taken"),
    [
        (100.0, 100.1, 60.0, MeasuredBy.EXACT),  # the mesh is what is wrong
        (40.0, 100.0, 100.3, MeasuredBy.QUADRATURE),
        (100.0, 40.0, 100.3, MeasuredBy.EXACT),
        (40.0, 70.0, 100.0, MeasuredBy.MESH),  # no two agree
        (40.0, 70.0, 0.0, MeasuredBy.EXACT),  # and the face has no mesh
        (math.nan, 100.0, 100.3, MeasuredBy.QUADRATURE),
        (40.0, math.nan, 100.0, MeasuredBy.MESH),
    ],
)
def test_what_two_of_three_agree_on_is_taken(
    exact: float, quadrature: float, mesh: float, taken: MeasuredBy
) -> None:
    assert cross_check.vote(exact, quadrature, mesh, error=0.0) == taken


def test_a_part_whose_measures_agree_stays_as_it_is() -> None:
    brep = brep_of(shaft())
    part = measure(brep)
    lines: list[str] = []
    progress = Progress(on_line=lines.append)
    assert cross_check.checked(brep, part, mesh_of(brep, part, COARSE, Progress()), progress) is part
    assert not lines


def test_a_wrong_integral_is_measured_anew_reported_and_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The collar's side weighs two fifths of what it is: its area, its flux and the volume are off."""
    right = mass.integrate

    def wrong(*of_faces):
        found = right(*of_faces)
        share = np.where(np.abs(found.area_mm2 - SHAFT_SIDE) > 1e-6 * SHAFT_SIDE, 1.0, 0.4)
        return replace(found, area_mm2=share * found.area_mm2, flux=share * found.flux)

    monkeypatch.setattr(mass, "integrate", wrong)
    path = draw.write_step(shaft(), tmp_path / "shaft.step")
    part, _ = formats.read(path, COARSE, Progress())
    side = part.faces[collar(part)]
    assert side.area_mm2 == pytest.approx(SHAFT_SIDE, rel=1e-4)
    volume = math.pi * (25 * 70 + 81 * 30)
    assert part.volume_mm3 == part.bodies[0].volume_mm3 == pytest.approx(volume, rel=1e-4)
    area = 2 * math.pi * 5 * 70 + SHAFT_SIDE + 2 * math.pi * 81
    assert part.area_mm2 == part.bodies[0].area_mm2 == pytest.approx(area, rel=1e-4)
    of_face, of_body = part.checks
    assert (of_face.face, of_face.taken) == (side.id, MeasuredBy.QUADRATURE)
    assert of_face.exact == pytest.approx(0.4 * SHAFT_SIDE, rel=1e-6)
    assert (of_body.face, of_body.taken) == (None, MeasuredBy.QUADRATURE)
    assert any(f"face {side.id} was measured anew" in note and "60 %" in note for note in part.notes)
    assert any("volume" in note and "measured anew" in note for note in part.notes)


def test_the_same_part_read_without_the_fault_says_nothing(tmp_path: Path) -> None:
    part, _ = formats.read(draw.write_step(shaft(), tmp_path / "shaft.step"), COARSE, Progress())
    assert not part.checks
    assert not part.notes
    assert part.faces[collar(part)].area_mm2 == pytest.approx(SHAFT_SIDE, rel=1e-9)


def test_where_the_mesh_is_what_is_wrong_the_exact_measure_stands_and_the_mesh_is_reported() -> None:
    brep = brep_of(shaft())
    part = measure(brep)
    mesh = mesh_of(brep, part, COARSE, Progress())
    kept = mesh.face_of_triangle != collar(part)
    without_collar = replace(
        mesh,
        triangles=mesh.triangles[kept],
        face_of_triangle=mesh.face_of_triangle[kept],
        body_of_triangle=mesh.body_of_triangle[kept],
    )
    checked = cross_check.checked(brep, part, without_collar, Progress())
    assert checked.area_mm2 == part.area_mm2
    assert checked.volume_mm3 == part.volume_mm3
    assert {check.taken for check in checked.checks} == {MeasuredBy.EXACT}
    assert any("not met by the mesh" in note and "100 %" in note for note in checked.notes)
