"""Neighborhoods of a block with a bore, a boss and blends: who is next to whom."""

import pytest

from engine.graph import build
from engine.graph.neighborhoods import (
    SMOOTH,
    border_joints,
    border_loops,
    connected,
    joints_between,
    neighbors,
    supports,
)
from engine.model.face_graph import Convexity
from tests.support import draw
from tests.support.parts import face_at, faces_at, part_of
from tests.support.parts_holes import TOP, block, drilled, in_pieces


@pytest.fixture(scope="module")
def bored():
    """Draw a block with a blind bore, its wall in two halves."""
    part = part_of(in_pieces(draw.cut(block(), drilled(10, 8)), 2))
    return part, build.build(part), faces_at(part, (0, 5, 15), (0, -5, 15))


@pytest.fixture(scope="module")
def blended():
    """Draw a block with a boss on it that a fillet joins to the top."""
    part = part_of(draw.fillet(draw.fuse(block(), draw.cylinder(6, 30)), 2, (-6, 0, TOP)))
    return part, build.build(part)


def test_neighbors_are_distinguished_by_convexity(bored):
    part, graph, wall = bored
    top, floor = face_at(part, (20, 0, TOP)).id, face_at(part, (0, 0, 12)).id
    assert len(wall) == 2
    assert neighbors(graph, wall) == tuple(sorted((top, floor)))
    assert neighbors(graph, wall, {Convexity.CONVEX}) == (top,)
    assert neighbors(graph, wall, {Convexity.CONCAVE}) == (floor,)
    assert neighbors(graph, wall, SMOOTH) == ()
    assert neighbors(graph, wall[:1], SMOOTH) == wall[1:]


def test_borders_leave_out_what_lies_inside(bored):
    part, graph, wall = bored
    assert len(border_joints(graph, wall)) == 4
    assert len(border_joints(graph, wall[:1])) == 4
    top = face_at(part, (20, 0, TOP)).id
    assert len(joints_between(graph, wall, (top,))) == 2
    assert joints_between(graph, (face_at(part, (0, 0, 0)).id,), wall) == ()


def test_the_border_of_a_split_bore_is_two_loops(bored):
    part, _, wall = bored
    loops = border_loops(part, wall)
    assert [len(loop) for loop in loops] == [2, 2]
    for loop in loops:
        heights = {float(round(part.edges[edge].points[0][2], 6)) for edge in loop}
        assert heights in ({12.0}, {20.0})
    assert len(border_loops(part, wall[:1])) == 1


def test_a_whole_bore_loses_its_seam():
    part = part_of(draw.cut(block(), drilled(10, 30)))
    wall = face_at(part, (0, 5, 15)).id
    assert [len(loop) for loop in border_loops(part, (wall,))] == [1, 1]
    assert len(part.faces[wall].loops[0].edges) == 4


def test_a_loop_of_a_plane_goes_round_its_faces(blended):
    part, _ = blended
    top = face_at(part, (20, 0, TOP)).id
    assert sorted(len(loop) for loop in border_loops(part, (top,))) == [1, 4]
    assert border_loops(part, [face.id for face in part.faces]) == ()


def test_supports_are_found_past_blends(blended):
    part, graph = blended
    boss, top = face_at(part, (6, 0, 25)).id, face_at(part, (20, 0, TOP)).id
    fillet = face_at(part, (8 - 2**0.5, 0, TOP + 2 - 2**0.5)).id
    assert top not in neighbors(graph, (boss,))
    assert supports(graph, (boss,), ()) == neighbors(graph, (boss,))
    assert top in supports(graph, (boss,), (fillet,))
    assert fillet not in supports(graph, (boss,), (fillet,))


def test_connected_sets_come_in_the_order_of_their_smallest_face(bored):
    part, graph, wall = bored
    bottom = face_at(part, (0, 0, 0)).id
    sets = connected(graph, (*wall, bottom))
    assert sorted(sets) == sorted([wall, (bottom,)])
    assert [min(each) for each in sets] == sorted(min(each) for each in sets)
    assert connected(graph, wall, {Convexity.CONVEX}) == tuple((face,) for face in wall)
