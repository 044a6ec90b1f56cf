"""Sections across faces whose widths and turns are known."""

import math

import numpy as np
import pytest

from engine.graph import sections
from engine.graph.sections import Section
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw, parts_blends
from tests.support.parts import face_at, part_of, without_mesh
from tests.support.seams import is_seam


def across(part: Part, face: int, longer_than: float = 0.0) -> tuple[Section, ...]:
    """Cross a face from each of its edges that are longer than this."""
    edges = [part.edges[edge] for loop in part.faces[face].loops for edge in loop.edges]
    border = [edge for edge in edges if not is_seam(edge)]
    return sections.across(
        border, frozenset({face}), [edge for edge in border if edge.length_mm > longer_than]
    )


def test_a_flat_face_is_crossed_straight():
    part = part_of(draw.box((40, 30, 20)))
    walks = across(part, face_at(part, (20, 15, 20)).id, longer_than=35)
    assert len(walks) == 6
    assert [walk.chord_mm for walk in walks] == pytest.approx(6 * [30])
    assert [walk.turn_deg for walk in walks] == pytest.approx(6 * [0], abs=1e-9)
    assert sum(walk.share_mm for walk in walks) == pytest.approx(80)
    assert all(walk.start_edge != walk.end_edge for walk in walks)


@pytest.mark.parametrize(("inner_mm", "outer_mm", "sign"), [(4, 0, 1), (0, 6, -1)])
def test_a_quarter_turn_is_hollow_in_a_fillet_and_swells_in_a_round(inner_mm, outer_mm, sign):
    part = part_of(parts_blends.bracket(inner_mm, outer_mm))
    radius = inner_mm or outer_mm
    offset = (10 + radius if inner_mm else radius) - radius * math.sqrt(0.5)
    walks = across(part, face_at(part, (offset, 20, offset)).id, longer_than=20)
    assert [walk.turn_deg for walk in walks] == pytest.approx(6 * [sign * 90])
    assert [walk.chord_mm for walk in walks] == pytest.approx(6 * [radius * math.sqrt(2)])


def test_a_ring_is_crossed_from_circle_to_circle():
    """A chord between samples of the circles would be off by 0.3 %."""
    part = part_of(parts_blends.boss(base_mm=3))
    at = 10 + 3 - 3 * math.sqrt(0.5)
    walks = across(part, face_at(part, (at, 0, 8 + 3 - 3 * math.sqrt(0.5))).id)
    assert [walk.chord_mm for walk in walks] == pytest.approx(6 * [3 * math.sqrt(2)], rel=1e-4)
    assert [walk.turn_deg for walk in walks] == pytest.approx(6 * [90], abs=0.01)


def test_what_stands_in_the_way_ends_a_section():
    part = part_of(draw.cut(draw.box((40, 30, 20)), draw.box((30, 10, 30), (5, 10, -5))))
    walks = across(part, face_at(part, (20, 5, 20)).id, longer_than=35)
    assert [walk.chord_mm for walk in walks] == pytest.approx(6 * [10])


@pytest.mark.parametrize("degrees", [30.0, 140.0])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_section_that_comes_to_a_vertex_ends_on_the_edge_of_the_least_id(degrees, is_mirrored):
    """From the middle of its base, a triangle is crossed to where its sides meet."""
    wedge = draw.prism([(0.1, 0.3, 0), (20.1, 0.3, 0), (10.1, 17.3, 0)], (0, 0, 5))
    wedge = draw.turned(wedge, degrees, (1, 2, 3))
    part = part_of(draw.mirrored(wedge) if is_mirrored else wedge)
    top = next(face.id for face in part.faces if len(face.loops[0].edges) == 3)
    walks = across(part, top, longer_than=19.9)
    assert [walk.chord_mm for walk in walks] == pytest.approx([8.5, 17.0, 8.5])
    sides = {edge.id for edge in part.edges if top in edge.faces and edge.length_mm < 19.9}
    assert walks[1].end_edge == min(sides)


def test_a_start_without_a_normal_gives_no_section():
    part = part_of(draw.box((40, 30, 20)))
    face = face_at(part, (20, 15, 20)).id
    border = [part.edges[edge] for edge in part.faces[face].loops[0].edges]
    start = border[0]
    blind = type(start)(
        start.id,
        start.faces,
        start.curve,
        start.points,
        np.full_like(start.normals, np.nan),
        start.curvatures,
        start.length_mm,
        start.is_closed,
        start.tolerance_mm,
    )
    assert sections.across([blind, *border[1:]], frozenset({face}), [blind]) == ()
    assert sections.across(border, frozenset({face}), []) == ()


def test_many_patches_at_once_give_what_each_gives_alone():
    part = part_of(parts_blends.boss(base_mm=3))
    patches = []
    for face in part.faces:
        border = [part.edges[edge] for loop in face.loops for edge in loop.edges]
        border = [edge for edge in border if not is_seam(edge)]
        patches.append(sections.Patch(border, frozenset({face.id}), border[: face.id % 3]))
    together = sections.across_each(patches)
    alone = [sections.across(patch.border, patch.faces, patch.starts) for patch in patches]
    assert [len(walks) for walks in together] == [len(walks) for walks in alone]
    assert {bool(walks) for walks in together} == {True, False}
    for walk, same in zip(sum(together, ()), sum(alone, ()), strict=True):
        assert (walk.start_edge, walk.end_edge) == (same.start_edge, same.end_edge)
        assert [walk.chord_mm, walk.turn_deg, *walk.end] == pytest.approx(
            [same.chord_mm, same.turn_deg, *same.end], abs=1e-9
        )


def test_groups_are_crossed_once_from_all_of_their_border():
    part = part_of(draw.box((40, 30, 20)))
    context = RunContext(without_mesh(part))
    graph = context.graph
    top = face_at(part, (20, 15, 20)).id
    first = sections.across_groups(context, (top,))
    again = sections.across_groups(context, sorted(graph.faces_of_group))
    assert first[top] is again[top]
    assert len(again) == 6
    assert sorted(walk.chord_mm for walk in first[top]) == pytest.approx(6 * [30] + 6 * [40])


@pytest.mark.parametrize(("wide_mm", "n_walks"), [(0.0095, 0), (0.0105, 6)])
def test_what_is_narrower_than_a_ten_thousandth_of_its_length_is_not_crossed(
    wide_mm: float, n_walks: int
) -> None:
    part = part_of(draw.box((100, wide_mm, 5)))
    assert len(across(part, face_at(part, (50, wide_mm / 2, 5)).id, longer_than=50)) == n_walks
