"""Which borders of a face go round it from outside."""

from pathlib import Path

import pytest

from engine import formats
from engine.graph import blend_suppressed, contours
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.model.surface import Cylinder, Torus
from engine.progress import Progress
from engine.run_context import RunContext
from tests.support import draw
from tests.support.parts import part_of, without_mesh
from tests.support.tessellated import write_glb


def as_triangles(shape, folder: Path) -> Part:
    path = write_glb(shape, folder / "part.glb")
    return formats.read(path, MeshOptions(max_edge_mm=10.0), Progress())[0]


def round_borders(part: Part, radius_mm: float) -> list[bool]:
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    (group,) = {
        int(graph.group_of_face[face.id])
        for face in part.faces
        if isinstance(face.surface, Cylinder) and face.surface.radius_mm == pytest.approx(radius_mm, abs=1e-3)
    }
    return sorted(each.is_outer for each in contours.of(context, adjacency, part.faces[group].id))


def post():
    return draw.fuse(draw.box((60, 60, 8), (-30, -30, 0)), draw.cylinder(10, 33))


def test_both_rims_of_a_post_are_outer_with_a_seam_and_without(tmp_path: Path) -> None:
    assert round_borders(part_of(post()), 10.0) == [True, True]
    assert round_borders(as_triangles(post(), tmp_path), 10.0) == [True, True]


def test_the_border_of_a_bore_across_a_post_is_inner_with_a_seam_and_without(tmp_path: Path) -> None:
    bored = draw.cut(post(), draw.cylinder(3, 30, (0, 0, 20), (0, 1, 0)))
    assert round_borders(part_of(bored), 10.0) == [False, True, True]
    assert round_borders(as_triangles(bored, tmp_path), 10.0) == [False, True, True]


def flattened(side: int, low: float, high: float):
    """Draw a shaft with its seam at +x, and a flat toward -x or +x from a height to a height."""
    return draw.cut(draw.cylinder(10, 60), draw.box((4, 30, high - low), (side * 10 - 2, -15, low)))


def test_the_border_of_a_flat_is_inner_whether_the_seam_crosses_it_or_not(tmp_path: Path) -> None:
    for shape in (flattened(-1, 20, 35), flattened(1, 20, 35)):
        assert round_borders(part_of(shape), 10.0) == [False, True, True]
        assert round_borders(as_triangles(shape, tmp_path), 10.0) == [False, True, True]


def test_a_flat_that_runs_out_at_the_end_of_the_shaft_has_no_border_of_its_own() -> None:
    for side in (-1, 1):
        assert round_borders(part_of(flattened(side, 45, 60)), 10.0) == [True, True]


def test_the_border_of_a_pocket_in_a_bore_is_inner_where_the_seam_crosses_it() -> None:
    tube = draw.cut(draw.cylinder(20, 60), draw.cylinder(10, 60))
    for side in (-1, 1):
        pocketed = draw.cut(tube, draw.box((4, 6, 12), (side * 11 - 2, -3, 20)))
        assert round_borders(part_of(pocketed), 10.0) == [False, True, True]


def tube_borders(part: Part) -> list[bool]:
    context = RunContext(without_mesh(part))
    graph = context.graph
    adjacency = blend_suppressed.build(context, ())
    (group,) = {int(graph.group_of_face[face.id]) for face in part.faces if isinstance(face.surface, Torus)}
    return sorted(each.is_outer for each in contours.of(context, adjacency, part.faces[group].id))


def test_the_rims_of_an_elbow_are_outer_and_a_mouth_in_it_is_not(tmp_path: Path) -> None:
    elbow = draw.common(draw.torus(20, 5), draw.box((30, 30, 30), (0, 0, -15)))
    mouthed = draw.cut(elbow, draw.cylinder(1.5, 15, (14.15, 14.15, 0)))
    for shape, wanted in ((elbow, [True, True]), (mouthed, [False, True, True])):
        assert tube_borders(part_of(shape)) == wanted
        assert tube_borders(as_triangles(shape, tmp_path)) == wanted
