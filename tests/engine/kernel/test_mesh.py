"""The mesh holds together: closed, conforming, every face, every time the same."""

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

from engine import formats
from engine.errors import Cancelled
from engine.kernel.mesh import mesh, read_geometry
from engine.kernel.topology import measure
from engine.meshing import refine, winding
from engine.meshing.mesh import preview
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from tests.support import draw, programs
from tests.support.forked import WORKERS
from tests.support.mesh_checks import (
    edge_lengths,
    is_on_border,
    open_edges,
    smallest_angles_deg,
    uprightness,
    volume,
)
from tests.support.parts import brep_of, brep_without_file, face_at, read
from tests.support.parts_holes import coil, outside_thread
from tests.support.parts_mesh import HARD, crossed_bores, rounded_block
from tests.support.step_text import text_of

ROOT = Path(__file__).parents[3]
COARSE = MeshOptions(max_edge_mm=1.0, curvature=16)
"""Nothing of it is left to what a process takes for fine enough."""
OFF = "0.2000000000000003"


@pytest.fixture(scope="module")
def meshes() -> dict[str, Mesh]:
    """Every hard part, meshed at a fortieth of its diagonal."""
    found = {}
    for name, shape in HARD.items():
        brep = brep_of(shape())
        part = measure(brep)
        options = MeshOptions(max_edge_mm=part.diagonal_mm / 40, curvature=16)
        found[name] = mesh(brep, part, options, Progress())
    return found


@pytest.mark.parametrize("name", HARD)
def test_every_welded_edge_is_used_once_in_each_direction(meshes: dict[str, Mesh], name: str) -> None:
    assert open_edges(meshes[name]) == 0
    assert volume(meshes[name]) > 0


def test_a_thread_is_meshed_as_it_winds() -> None:
    """Nine samples of an edge of eight turns lie above each other: it once looked 8 mm long, and is 121.

    Edges of as many turns as may be: `tests/engine/meshing/test_winding.py`.
    """
    part, found = read(outside_thread(4.8, 6.0, 1.0, 8.0, 0.0), MeshOptions(max_edge_mm=3.0))
    assert open_edges(found) == 0
    assert volume(found) == pytest.approx(part.volume_mm3, rel=0.01)
    assert edge_lengths(found).max() <= 3.0 + 1e-6


def test_a_border_divided_too_coarsely_ends_in_a_note_and_not_in_splitting_for_ever() -> None:
    """With so few samples an edge of eight turns gets nine pieces, each almost a turn."""
    brep = brep_without_file(coil([(9, -1), (11, -1), (11, 1), (9, 1)], 5.0, 40.0, 0.0))
    part, notes = measure(brep), []
    progress = Progress(on_line=notes.append)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winding, "LONGER", np.inf)
        patch.setattr(refine, "MOST_ROUNDS", 1)  # more change nothing, and take long to unfold
        found = mesh(brep, part, MeshOptions(max_edge_mm=3.0), progress)
    assert open_edges(found) == 0
    assert len(found.triangles) < 30_000
    assert any("longer sides than the mesh should" in note for note in notes)


def test_a_mesh_with_a_triangle_taken_out_is_open(meshes: dict[str, Mesh]) -> None:
    whole = meshes["rounded block"]
    holed = Mesh(
        whole.vertices,
        whole.normals,
        whole.triangles[1:],
        whole.face_of_triangle[1:],
        whole.face_of_vertex,
        whole.body_of_triangle[1:],
        whole.weld,
        whole.max_edge_mm,
        whole.chord_mm,
    )
    assert open_edges(holed) == 6


@pytest.mark.parametrize("name", HARD)
def test_vertices_welded_to_one_lie_in_one_place_bit_for_bit(meshes: dict[str, Mesh], name: str) -> None:
    found = meshes[name]
    _, first = np.unique(found.weld, return_index=True)
    assert np.array_equal(found.vertices[first][found.weld], found.vertices)
    assert np.array_equal(np.unique(found.weld), np.arange(len(first)))


@pytest.mark.parametrize("name", HARD)
def test_a_vertex_belongs_to_the_face_of_its_triangles(meshes: dict[str, Mesh], name: str) -> None:
    found = meshes[name]
    assert (found.face_of_vertex[found.triangles] == found.face_of_triangle[:, None]).all()
    assert np.array_equal(np.unique(found.triangles), np.arange(len(found.vertices)))
    assert (np.diff(found.face_of_triangle) >= 0).all()


@pytest.mark.parametrize("name", HARD)
def test_no_triangle_is_folded_or_empty(meshes: dict[str, Mesh], name: str) -> None:
    """A facet leans less than 60 degrees from each of its corners' normals."""
    assert uprightness(meshes[name]).min() > 0.5
    assert edge_lengths(meshes[name]).min() > 0


@pytest.mark.parametrize("name", HARD)
def test_every_normal_has_unit_length(meshes: dict[str, Mesh], name: str) -> None:
    assert np.allclose(np.linalg.norm(meshes[name].normals, axis=1), 1.0, atol=1e-12)


@pytest.mark.parametrize("name", HARD)
def test_no_edge_is_longer_than_asked(meshes: dict[str, Mesh], name: str) -> None:
    assert edge_lengths(meshes[name]).max() <= 1.0001 * meshes[name].max_edge_mm


@pytest.mark.parametrize("name", ["block", "rounded block", "crossed bores", "ball", "ring", "spike"])
def test_triangles_are_well_shaped(meshes: dict[str, Mesh], name: str) -> None:
    angles = smallest_angles_deg(meshes[name])
    assert np.quantile(angles, 0.02) > 15
    assert np.median(angles) > 35


def test_every_face_wide_enough_has_a_vertex_inside() -> None:
    """Even a step of 0.4 mm under edges of 2 mm, which the rows of the lattice pass by."""
    stair = draw.fuse(draw.box((40, 40, 5)), draw.box((20, 40, 5), (0, 0, 0.4)))
    part, found = read(stair, MeshOptions(max_edge_mm=2))
    assert face_at(part, (20, 20, 5.2)).area_mm2 == pytest.approx(16)
    inside = ~is_on_border(found)
    assert all(inside[found.face_of_vertex == face.id].any() for face in part.faces)


def test_a_cone_whose_tip_lies_a_rounding_off_its_own_axis_is_meshed_to_the_tip(tmp_path: Path) -> None:
    """The frame of the cone is moved by one part in 10^15, as exporters write it."""
    text = text_of(draw.cone(0, 3, 1, (0.1, 0.2, 0.3)), tmp_path)
    frame = re.search(r"CONICAL_SURFACE\('',#(\d+),0\.,", text)[1]
    origin = re.search(rf"#{frame} = AXIS2_PLACEMENT_3D\('',#(\d+)", text)[1]
    off = text.replace(
        f"#{origin} = CARTESIAN_POINT('',(0.1,0.2,", f"#{origin} = CARTESIAN_POINT('',(0.1,{OFF},"
    )
    assert off != text
    path = tmp_path / "cone.step"
    path.write_text(off)
    part, found = formats.read(path, MeshOptions(max_edge_mm=0.2), Progress())
    assert open_edges(found) == 0
    assert volume(found) == pytest.approx(3 * np.pi, rel=0.005)
    assert part.volume_mm3 == pytest.approx(3 * np.pi)


def test_a_face_beside_the_solids_is_left_out() -> None:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
    from OCP.gp import gp_Pln

    stray = BRepBuilderAPI_MakeFace(gp_Pln(), 50.0, 60.0, 50.0, 60.0).Face()
    part, found = read(draw.compound(draw.box((10, 10, 10)), stray), COARSE)
    bodies = [face.id for face in part.faces if face.body is not None]
    assert len(part.faces) == 7
    assert np.unique(found.face_of_triangle).tolist() == bodies
    assert found.vertices.max() == 10


def test_each_triangle_knows_its_body() -> None:
    part, found = read(draw.compound(draw.box((10, 10, 10)), draw.sphere(3, (30, 0, 0))), COARSE)
    body_of_face = np.array([face.body for face in part.faces])
    assert np.array_equal(found.body_of_triangle, body_of_face[found.face_of_triangle])
    assert set(found.body_of_triangle.tolist()) == {0, 1}


def test_bodies_that_touch_are_not_welded_to_each_other() -> None:
    _, found = read(draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (10, 0, 0))), COARSE)
    assert open_edges(found) == 0
    body_of_vertex = np.zeros(len(found.vertices), dtype=int)
    body_of_vertex[found.triangles.ravel()] = np.repeat(found.body_of_triangle, 3)
    assert set(found.weld[body_of_vertex == 0]).isdisjoint(found.weld[body_of_vertex == 1])


def fingerprint(found: Mesh) -> str:
    """Digest of every array, bit for bit."""
    digest = hashlib.sha256()
    for array in (found.vertices, found.normals, found.triangles, found.face_of_vertex, found.weld):
        digest.update(array.tobytes())
    return digest.hexdigest()


def test_another_process_makes_the_same_mesh_bit_for_bit(tmp_path: Path) -> None:
    script = tmp_path / "mesh.py"
    script.write_text(
        "from tests.engine.kernel.test_mesh import *\n"
        "print(fingerprint(read(draw.as_nurbs(rounded_block()), COARSE)[1]))\n"
    )
    there = programs.run_script(script, loaded=WORKERS, cwd=ROOT)
    assert there.strip() == fingerprint(read(draw.as_nurbs(rounded_block()), COARSE)[1])


def test_meshing_stops_when_the_caller_wants_out() -> None:
    brep = brep_without_file(crossed_bores())
    part = measure(brep)
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    with pytest.raises(Cancelled):
        mesh(brep, part, COARSE, Progress(is_cancelled=is_cancelled))
    assert asked == 4


def test_the_shape_is_left_as_it_was() -> None:
    from OCP.BRep import BRep_Tool
    from OCP.TopLoc import TopLoc_Location

    brep = brep_without_file(rounded_block())
    first = mesh(brep, measure(brep), COARSE, Progress())
    assert all(BRep_Tool.Triangulation_s(face, TopLoc_Location()) is None for face in brep.faces)
    assert fingerprint(mesh(brep, measure(brep), COARSE, Progress())) == fingerprint(first)


@pytest.mark.parametrize("name", ["rounded block", "B-spline block", "ball", "spike", "crossed bores"])
def test_a_preview_is_closed_and_small(name: str) -> None:
    brep = brep_without_file(HARD[name]())
    part = measure(brep)
    found = preview(read_geometry(brep, part, Progress()), brep.body_of_face, Progress())
    assert open_edges(found) == 0
    assert 200 < len(found.triangles) < 5000
    assert volume(found) == pytest.approx(part.volume_mm3, rel=0.02)
