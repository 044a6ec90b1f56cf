"""Triangles measured as they stand, and the notes on where they are open."""

import math

import numpy as np
import pytest

from engine.errors import NoSolid
from engine.model.surface import Freeform, Plane
from engine.segment import mesh_repair
from engine.segment.assemble import measure_triangles
from tests.support import draw, mesh_checks
from tests.support.tessellated import segmented_of

CUBE = draw.box((20, 20, 20))


def seen(facets):
    return measure_triangles(facets, "part", "metre", ("first",))


def test_a_drilled_plate_measures_what_its_triangles_measure():
    facets, _, exact = segmented_of(draw.cut(draw.box((40, 30, 20)), draw.cylinder(5, 60, (20, 15, -10))))
    part, mesh = seen(facets)
    around = len(facets.vertices) // 2 - 4
    bore = around / 2 * 25 * math.sin(2 * math.pi / around)
    assert part.volume_mm3 == pytest.approx((40 * 30 - bore) * 20, rel=1e-6)
    assert part.area_mm2 == pytest.approx(
        2 * (40 * 30 - bore) + 140 * 20 + around * 10 * math.sin(math.pi / around) * 20, rel=1e-6
    )
    assert part.box_mm == pytest.approx(exact.box_mm, abs=1e-5)
    assert sum(isinstance(face.surface, Freeform) for face in part.faces) == 1
    assert sum(isinstance(face.surface, Plane) for face in part.faces) == 6
    assert part.notes == ("first",)
    assert mesh_checks.open_edges(mesh) == 0
    assert mesh_checks.volume(mesh) == pytest.approx(part.volume_mm3)
    assert len(mesh.triangles) == len(facets.triangles)


def test_faces_have_the_places_that_their_triangles_have():
    part, mesh = seen(segmented_of(CUBE)[0])
    assert len(part.faces) == 6
    for face in part.faces:
        assert face.area_mm2 == pytest.approx(400)
        assert np.abs(face.centroid - 10.0).max() == pytest.approx(10.0)
        assert face.inner_normal @ (face.inner_point - 10.0) == pytest.approx(10.0)
        assert np.ptp(face.box_mm, axis=0) @ face.inner_normal == pytest.approx(0.0, abs=1e-4)
        own = mesh.vertices[mesh.face_of_vertex == face.id]
        assert own.min(axis=0) == pytest.approx(face.box_mm[0])
        assert own.max(axis=0) == pytest.approx(face.box_mm[1])
    assert mesh.normals == pytest.approx(np.round(mesh.normals), abs=1e-6)


def without(count: int):
    facets, _, _ = segmented_of(CUBE)
    return mesh_repair.build([(facets.vertices, facets.triangles[count:])])[0]


def test_an_open_cube_has_no_volume_and_says_so():
    part, _ = seen(without(1))
    assert part.volume_mm3 == 0.0
    assert part.notes[1] == (
        "Body 'part' has 1 open border: it is analyzed as far as it goes, without a volume."
    )
    closed, _ = seen(without(0))
    assert closed.volume_mm3 == pytest.approx(8000, rel=1e-6)
    assert closed.notes == ("first",)


def test_a_cavity_is_taken_off_the_volume():
    part, _ = seen(segmented_of(draw.cut(CUBE, draw.box((10, 10, 10), (5, 5, 5))))[0])
    assert part.volume_mm3 == pytest.approx(7000, rel=1e-6)
    assert [shell.is_void for shell in part.bodies[0].shells] == [False, True]


def test_large_meshes_are_not_asked_where_they_run_through_themselves():
    facets, _, _ = segmented_of(CUBE)
    shifted = facets.vertices + np.array([7.0, 5.0, 3.0])
    crossed, _ = mesh_repair.build([(facets.vertices, facets.triangles), (shifted, facets.triangles)])
    assert "runs through itself" in measure_triangles(crossed, "part", "metre", ())[0].notes[0]
    assert measure_triangles(crossed, "part", "metre", (), at_most=12)[0].notes == ()


def test_triangles_in_one_plane_are_no_part():
    facets, _, _ = segmented_of(CUBE)
    top = facets.triangles[facets.normals[:, 2] > 0.5]
    with pytest.raises(NoSolid, match="one plane"):
        seen(mesh_repair.build([(facets.vertices, top)])[0])
