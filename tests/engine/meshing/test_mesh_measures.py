"""What a mesh says of areas and volumes, however coarse it is, and what it cannot explain."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.kernel.brep import Brep
from engine.kernel.mesh import mesh as meshed
from engine.kernel.topology import measure
from engine.meshing import mesh_measures
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress
from tests.support import draw
from tests.support.parts import brep_without_file, face_at, read
from tests.support.parts_mesh import crossed_bores

SHAPES = {
    "plate with a hole": lambda: draw.cut(draw.box((40, 40, 5)), draw.cylinder(8, 5, (20, 20, 0))),
    "cylinder": lambda: draw.cylinder(5, 20),
    "cone": lambda: draw.cone(5, 0, 12),
    "ball": lambda: draw.sphere(7),
    "ring": lambda: draw.torus(12, 4),
    "crossed bores": crossed_bores,
    "rounded block": lambda: draw.fillet(draw.box((30, 20, 10)), 3.0),
    "splines": lambda: draw.as_nurbs(draw.fillet(draw.box((30, 20, 10)), 3.0)),
}


@cache
def known(name: str) -> tuple[Brep, Part]:
    brep = brep_without_file(SHAPES[name]())
    return brep, measure(brep)


@pytest.mark.parametrize("curvature", [6, 24])
@pytest.mark.parametrize("name", SHAPES)
def test_a_sound_part_is_never_doubted_however_coarse_its_mesh(name: str, curvature: float) -> None:
    brep, part = known(name)
    found = meshed(brep, part, MeshOptions(part.diagonal_mm / 6, curvature), Progress())
    measures = mesh_measures.compare(part, found)
    assert not measures.is_unlike_face.any()
    assert not measures.is_unlike_body.any()


@pytest.mark.parametrize("name", ["ball", "ring"])
def test_what_chords_cut_off_is_put_back(name: str) -> None:
    """Chords of 15° cut 0.2 % off an area and more; parabolas leave a twentieth of that."""
    part, mesh = read(SHAPES[name](), MeshOptions(20.0, curvature=24))
    measures = mesh_measures.compare(part, mesh)
    corners = mesh.vertices[mesh.triangles]
    flat = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    assert flat.sum() < 0.9985 * part.area_mm2
    assert measures.volume_of_body == pytest.approx([part.volume_mm3], rel=5e-4)
    curved = [face.id for face in part.faces if type(face.surface).__name__ != "Plane"]
    exact = [part.faces[face].area_mm2 for face in curved]
    assert measures.area_of_face[curved] == pytest.approx(exact, rel=3e-4)


def without(mesh: Mesh, dropped: np.ndarray) -> Mesh:
    kept = ~dropped
    return replace(
        mesh,
        triangles=mesh.triangles[kept],
        face_of_triangle=mesh.face_of_triangle[kept],
        body_of_triangle=mesh.body_of_triangle[kept],
    )


def test_a_face_that_lost_a_hundredth_of_its_triangles_is_doubted_and_no_other_is() -> None:
    part, mesh = read(draw.cylinder(5, 20), MeshOptions(max_edge_mm=1, curvature=24))
    side = face_at(part, (5, 0, 10)).id
    own = np.flatnonzero(mesh.face_of_triangle == side)
    inner = own[np.abs(mesh.vertices[mesh.triangles[own]][:, :, 2] - 10).max(axis=1) < 4]
    dropped = np.zeros(len(mesh.triangles), dtype=bool)
    dropped[inner[: len(own) // 50]] = True
    assert dropped.sum() > 0
    assert np.flatnonzero(mesh_measures.compare(part, without(mesh, dropped)).is_unlike_face).tolist() == [
        side
    ]


def test_a_body_without_a_mesh_of_its_lid_encloses_another_volume() -> None:
    part, mesh = read(draw.box((10, 10, 10), (5, 5, 5)), MeshOptions(max_edge_mm=2))
    lid = face_at(part, (10, 10, 15)).id
    measures = mesh_measures.compare(part, without(mesh, mesh.face_of_triangle == lid))
    assert measures.is_unlike_body.tolist() == [True]
    assert np.flatnonzero(measures.is_unlike_face).tolist() == [lid]
    assert measures.area_of_face[lid] == 0.0


@pytest.mark.parametrize(("share", "is_doubted"), [(0.003, False), (0.02, True), (-0.02, True)])
def test_an_area_is_doubted_beyond_half_a_percent(share: float, is_doubted: bool) -> None:
    part, mesh = read(draw.cylinder(5, 20), MeshOptions(max_edge_mm=1, curvature=48))
    side = face_at(part, (5, 0, 10))
    wrong_side = replace(side, area_mm2=side.area_mm2 * (1 + share))
    wrong = replace(part, faces=tuple(wrong_side if face.id == side.id else face for face in part.faces))
    assert mesh_measures.compare(wrong, mesh).is_unlike_face[side.id] == is_doubted
