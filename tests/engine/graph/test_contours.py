"""Contours: which borders of a face go round it from outside."""

from pathlib import Path

import pytest

from engine import formats
from engine.graph import build, contours, unblended
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.model.surface import Cylinder
from engine.progress import Progress
from tests.support import draw
from tests.support.parts import part_of
from tests.support.tessellated import write_glb


def as_triangles(shape, folder: Path) -> Part:
    path = write_glb(shape, folder / "part.glb")
    return formats.read(path, MeshOptions(max_edge_mm=10.0), Progress())[0]


def round_borders(part: Part, radius_mm: float) -> list[bool]:
    graph = build.build(part)
    looked = unblended.build(part, graph, ())
    (group,) = {
        int(graph.group_of_face[face.id])
        for face in part.faces
        if isinstance(face.surface, Cylinder) and face.surface.radius_mm == pytest.approx(radius_mm, abs=1e-3)
    }
    return sorted(each.is_outer for each in contours.of(part, graph, looked, part.faces[group].id))


def post():
    return draw.fuse(draw.box((60, 60, 8), (-30, -30, 0)), draw.cylinder(10, 33))


def test_both_rims_of_a_post_are_outer_with_a_seam_and_without(tmp_path: Path) -> None:
    assert round_borders(part_of(post()), 10.0) == [True, True]
    assert round_borders(as_triangles(post(), tmp_path), 10.0) == [True, True]


def test_the_border_of_a_bore_across_a_post_is_inner_with_a_seam_and_without(tmp_path: Path) -> None:
    bored = draw.cut(post(), draw.cylinder(3, 30, (0, 0, 20), (0, 1, 0)))
    assert round_borders(part_of(bored), 10.0) == [False, True, True]
    assert round_borders(as_triangles(bored, tmp_path), 10.0) == [False, True, True]
