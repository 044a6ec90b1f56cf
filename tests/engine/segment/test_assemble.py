"""The part made of triangles is the part the triangles were made of."""

import itertools
import math
from collections import Counter
from functools import cache

import numpy as np
import pytest

from engine.errors import NoSolid
from engine.graph import build
from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Circle, Line, Part, Source
from engine.model.surface import Cylinder, Freeform, Plane
from engine.progress import Progress
from engine.segment import mesh_repair
from engine.segment.assemble import assemble
from engine.segment.remesh import density
from engine.segment.surface_mesh import Regions
from tests.support import draw, mesh_checks, parts_blends
from tests.support.parts_blends import wave_step
from tests.support.tessellated import segmented_of

PLATE = (40, 30, 20)


def made(shape, options=MeshOptions(), **tolerances) -> tuple[Part, Mesh, Part]:  # noqa: B008
    facets, regions, exact = segmented_of(shape, **tolerances)
    part, mesh = assemble(facets, regions, options, "part", "metre", (), Progress())
    return part, mesh, exact


def drilled():
    return draw.cut(draw.box(PLATE), draw.cylinder(5, 60, (20, 15, -10)))


def rounded():
    rims = [(x, y, 10) for x in (0, 40) for y in (0, 30)]
    rims += [(20, 0, 20), (20, 30, 20), (0, 15, 20), (40, 15, 20)]
    return draw.fillet(draw.box(PLATE), 3, *rims)


def crossed():
    return draw.cut(draw.cylinder(20, 60), draw.cylinder(8, 100, (-50, 0, 30), (1, 0, 0)))


SHAPES = {
    "drilled": drilled,
    "rounded": rounded,
    "crossed": crossed,
    "wave": lambda: wave_step(3, 2),
    "ball": lambda: draw.sphere(10),
    "ring": lambda: draw.torus(20, 5),
    "cone": lambda: draw.cone(10, 0, 20),
}


@cache
def known(name: str) -> tuple[Part, Mesh, Part]:
    """Make a shape of the list once for all tests: nothing in a part or mesh can be changed."""
    return made(SHAPES[name](), MeshOptions(max_edge_mm=2.0, curvature=24.0))


@pytest.mark.parametrize("name", SHAPES)
def test_measures_are_those_of_the_surfaces_and_not_of_their_chords(name):
    part, mesh, exact = known(name)
    # second-order triangles at 20 degrees a side err by 1e-4 of what is curved, chords by 2e-2
    assert part.volume_mm3 == pytest.approx(exact.volume_mm3, rel=1e-4)
    assert part.area_mm2 == pytest.approx(exact.area_mm2, rel=1e-4)
    assert part.box_mm == pytest.approx(exact.box_mm, abs=1e-3)
    for face, true in zip(part.faces, exact.faces, strict=True):
        assert face.area_mm2 == pytest.approx(true.area_mm2, rel=2e-4)
        assert face.centroid == pytest.approx(true.centroid, abs=0.01)
    assert mesh_checks.volume(mesh) == pytest.approx(part.volume_mm3, abs=mesh.chord_mm * part.area_mm2)


@pytest.mark.parametrize("name", SHAPES)
def test_the_mesh_is_closed_fine_and_upright(name):
    _, mesh, _ = known(name)
    assert mesh_checks.open_edges(mesh) == 0
    assert mesh_checks.edge_lengths(mesh).max() <= mesh.max_edge_mm * (1 + 1e-12)
    # 60 degrees: at a cone's apex a facet leans from the mean of all its neighbors
    assert np.nanmin(mesh_checks.uprightness(mesh)) > 0.4
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0)


def test_a_mesh_has_tens_of_thousands_of_triangles_where_nobody_says_how_many():
    """Of all shapes of the list the ring gets the fewest."""
    _, mesh, _ = made(SHAPES["ring"]())
    assert mesh_checks.open_edges(mesh) == 0
    assert mesh_checks.edge_lengths(mesh).max() <= mesh.max_edge_mm * (1 + 1e-12)
    assert 50_000 < len(mesh.triangles) < 200_000


@pytest.mark.parametrize("name", ["drilled", "rounded", "wave"])
def test_faces_meet_as_in_the_exact_part(name):
    part, _, exact = known(name)

    def joints(of: Part) -> Counter:
        return Counter(
            (tuple(sorted(joint.faces)), str(joint.convexity), round(joint.length_mm, 2))
            for joint in build.build(of).joints
            if joint.faces[0] != joint.faces[1]
        )

    assert joints(part) == joints(exact)


def test_a_hole_has_two_round_rims_and_its_face_two_loops():
    part, _, _ = known("drilled")
    (bore,) = (face for face in part.faces if isinstance(face.surface, Cylinder))
    assert part.source is Source.TRIANGLES
    assert len(bore.loops) == 2
    assert sum(loop.is_outer for loop in bore.loops) == 1
    for loop in bore.loops:
        (rim,) = (part.edges[edge] for edge in loop.edges)
        assert rim.is_closed
        assert isinstance(rim.curve, Circle)
        assert rim.curve.radius_mm == pytest.approx(5.0, abs=1e-5)
        assert rim.length_mm == pytest.approx(10 * math.pi, rel=1e-6)
        assert len(rim.points) == 25


def test_the_face_lies_on_the_left_of_its_edges():
    part, _, _ = known("drilled")
    for edge in part.edges:
        ahead = edge.points[1] - edge.points[0]
        for face, normals, way in zip(edge.faces, edge.normals, (1.0, -1.0), strict=True):
            inward = np.cross(normals[0], ahead) * way
            inner = part.faces[face]
            if isinstance(inner.surface, Plane) and isinstance(edge.curve, Line):
                assert float(inward @ (inner.inner_point - edge.points[0])) > 0.0


def test_meshes_of_any_asked_fineness_are_that_fine():
    _, coarse, _ = made(drilled(), MeshOptions(max_edge_mm=5.0))
    _, fine, _ = made(drilled(), MeshOptions(max_edge_mm=1.5))
    assert mesh_checks.edge_lengths(coarse).max() <= 5.0
    assert mesh_checks.edge_lengths(fine).max() <= 1.5
    assert len(fine.triangles) > 5 * len(coarse.triangles)


def test_a_fine_curvature_makes_bores_rounder():
    _, coarse, _ = made(drilled(), MeshOptions(max_edge_mm=20.0, curvature=18.0))
    _, fine, _ = made(drilled(), MeshOptions(max_edge_mm=20.0, curvature=180.0))
    assert fine.chord_mm < coarse.chord_mm / 5


@pytest.mark.parametrize(
    ("name", "max_edge_mm", "rising"),
    [("cone", None, (8.0, 128.0)), ("drilled", 6.0, (8.0, 16.0, 32.0, 64.0, 128.0))],
)
def test_more_elements_a_turn_never_mean_fewer_triangles(name, max_edge_mm, rising, monkeypatch):
    monkeypatch.setattr(density, "TARGET", density.TARGET // 10)  # of what nobody says the number of
    facets, regions, _ = segmented_of(SHAPES[name]())
    options = [MeshOptions(max_edge_mm, curvature) for curvature in rising]
    meshes = [assemble(facets, regions, each, "part", "metre", (), Progress())[1] for each in options]
    found = [len(mesh.triangles) for mesh in meshes]
    # what is halved first decides where halving ends, to a few triangles in a thousand
    assert all(after >= 0.985 * before for before, after in itertools.pairwise(found)), found
    assert found[-1] > found[0]


def cube(without: int = 0):
    facets, regions, _ = segmented_of(draw.box((20, 20, 20)))
    if not without:
        return facets, regions
    kept = regions.region_of_triangle < 6 - without
    built, _ = mesh_repair.build([(facets.vertices, facets.triangles[kept])])
    where = {
        tuple(np.round(place, 3)): region
        for place, region in zip(middles(facets), regions.region_of_triangle, strict=True)
    }
    names = [where[tuple(np.round(place, 3))] for place in middles(built)]
    return built, Regions(
        frozen_ints(names),
        regions.surfaces[: 6 - without],
        regions.senses[: 6 - without],
        frozen(regions.deviations_mm[: 6 - without]),
        regions.is_coarse[: 6 - without],
    )


def middles(facets):
    return facets.vertices[facets.triangles].mean(axis=1)


def test_a_box_without_a_lid_has_no_volume_and_says_so():
    part, mesh = assemble(
        *cube(without=1), MeshOptions(max_edge_mm=2.0), "tray", "metre", ("first",), Progress()
    )
    assert part.volume_mm3 == 0.0
    assert part.area_mm2 == pytest.approx(5 * 400)
    assert not part.bodies[0].is_closed
    assert not part.bodies[0].is_valid
    assert part.notes[0] == "first"
    assert "1 open border" in part.notes[1]
    assert sum(len(edge.faces) == 1 for edge in part.edges) == 4
    assert mesh_checks.open_edges(mesh) > 0
    closed, _ = assemble(*cube(), MeshOptions(max_edge_mm=2.0), "cube", "metre", (), Progress())
    assert closed.volume_mm3 == pytest.approx(8000)
    assert closed.notes == ()


def test_a_single_flat_face_is_no_part():
    with pytest.raises(NoSolid, match="one plane"):
        assemble(*cube(without=5), MeshOptions(), "sheet", "metre", (), Progress())


def test_a_cavity_is_taken_off_the_volume():
    hollow = draw.cut(draw.box((20, 20, 20)), draw.sphere(6, (10, 10, 10)))
    part, _, _ = made(hollow, MeshOptions(max_edge_mm=2.0))
    outer, void = part.bodies[0].shells
    assert (outer.is_void, void.is_void) == (False, True)
    assert void.volume_mm3 == pytest.approx(4 / 3 * math.pi * 6**3, rel=1e-4)
    assert part.volume_mm3 == pytest.approx(8000 - void.volume_mm3)


def egg(turn_deg: float):
    """Squeeze a ball into an ellipsoid, one free-form region that no fitted surface stands for."""
    facets, _, _ = segmented_of(draw.sphere(10), 1.0, turn_deg)
    built, _ = mesh_repair.build([(facets.vertices * (1.0, 0.6, 0.4), facets.triangles)])
    region = frozen_ints(np.zeros(len(built.triangles), dtype=np.int64))
    whole = Regions(region, (Freeform(1, np.inf),), frozen_ints([1]), frozen([0.1]), np.zeros(1, dtype=bool))
    fineness = MeshOptions(max_edge_mm=0.4, curvature=96.0)
    part, mesh = assemble(built, whole, fineness, "egg", "metre", (), Progress())
    corners = built.vertices[built.triangles]
    flat = np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    return part, mesh, float(flat), 4 / 3 * math.pi * 240


def test_a_fine_free_form_mesh_is_measured_as_it_bulges():
    part, mesh, flat, true = egg(8.0)
    assert flat < true * 0.997
    assert part.volume_mm3 == pytest.approx(true, rel=5e-4)
    assert mesh_checks.volume(mesh) == pytest.approx(true, rel=1e-3)
    assert part.notes == ()
    outward = mesh.vertices / np.square([10.0, 6.0, 4.0])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    lean = np.degrees(np.arccos(np.clip((outward * mesh.normals).sum(axis=1), -1, 1)))
    # facets lean by half of the 8 degrees between neighbors; fitted normals by far less
    assert np.median(lean) < 0.7
    assert np.percentile(lean, 99) < 3.0


def test_a_coarse_free_form_mesh_keeps_the_volume_of_its_triangles_and_says_so():
    part, mesh, flat, true = egg(20.0)
    assert flat < true * 0.99
    assert part.volume_mm3 == pytest.approx(flat, rel=1e-12)
    assert "coarse mesh" in part.notes[0]
    assert mesh_checks.open_edges(mesh) == 0


def test_normals_of_a_free_form_face_are_right_up_to_its_border():
    """Its facets are long and narrow: a fillet of 1.54 that grows to 5.84, tangent to both legs all along."""
    bracket = parts_blends.bracket()
    body = parts_blends.variable_fillet(bracket, (10, 20, 10), 1.54, 5.84)
    facets, regions, _ = segmented_of(body, chord_mm=0.0077, turn_deg=11.46)
    part, _ = assemble(facets, regions, MeshOptions(max_edge_mm=5.0), "part", "metre", (), Progress())
    [fillet] = [face for face in part.faces if isinstance(face.surface, Freeform)]
    springs = [
        joint
        for joint in build.build(part).joints
        if fillet.id in joint.faces and abs(joint.midpoint[1] - 20) < 15
    ]
    assert len(springs) == 2
    for joint in springs:
        assert 180 - 0.3 < joint.min_angle_deg <= joint.max_angle_deg < 180 + 0.3
        edge = part.edges[joint.edge]
        side = edge.faces.index(fillet.id)
        radii = 1 / edge.curvatures[side]
        order = 1 if edge.points[0][1] < 20 else -1
        # a little across the run, the fillet bends as the ball that rolls there
        assert radii[::order][[0, -1]] == pytest.approx([1.54, 5.84], rel=0.02)
