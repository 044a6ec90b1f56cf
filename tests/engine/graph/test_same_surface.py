"""Which faces belong together though the file split them, and which only look alike."""

import pytest

from engine.graph import build
from engine.model.surface import Cylinder
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.parts_holes import drilled, in_pieces, sawn


def groups_at(part, *points) -> list[int]:
    graph = build.build(part)
    return [int(graph.group_of_face[face_at(part, point).id]) for point in points]


def plate():
    return draw.cut(draw.box((60, 40, 10), (-30, -20, 0)), drilled(12, 30, (0, 0, 10)))


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_the_pieces_of_a_bore_are_one_group_and_named_after_the_smallest(pieces):
    part = part_of(in_pieces(plate(), pieces))
    graph = build.build(part)
    walls = [face.id for face in part.faces if isinstance(face.surface, Cylinder)]
    assert len(walls) == pieces
    assert graph.faces_of_group[min(walls)] == tuple(sorted(walls))
    assert {int(graph.group_of_face[wall]) for wall in walls} == {min(walls)}


def test_a_plane_that_was_cut_in_two_is_one_group():
    part = part_of(sawn(plate(), 20.0))
    left, right = groups_at(part, (-25, 0, 10), (25, 0, 10))
    assert left == right
    above, below = groups_at(part, (-25, 0, 10), (-25, 0, 0))
    assert above != below


def test_spline_pieces_of_cylinders_cones_and_rings_are_grouped():
    shaft = draw.fuse(draw.cylinder(10, 20), draw.cone(10, 4, 12, (0, 0, 20)))
    for body in (shaft, draw.torus(20, 5), draw.sphere(8)):
        whole, pieces = part_of(body), part_of(draw.as_nurbs(in_pieces(body, 2)))
        assert len(pieces.faces) > len(whole.faces)
        assert len(build.build(pieces).faces_of_group) == len(whole.faces)


def test_two_pads_at_one_height_stay_two():
    part = part_of(draw.cut(plate(), draw.box((4, 60, 5), (-2, -30, 5))))
    left, right = groups_at(part, (-25, 0, 10), (25, 0, 10))
    assert left != right


def test_two_bores_on_one_axis_stay_two():
    fork = draw.cut(draw.box((60, 40, 20)), draw.box((20, 40, 16), (20, 0, 4)))
    part = part_of(draw.cut(fork, draw.cylinder(3, 80, (-10, 20, 12), (1, 0, 0))))
    first, second = groups_at(part, (5, 20, 15), (50, 20, 15))
    assert first != second


def round_faces(part) -> list[int]:
    return [face.id for face in part.faces if isinstance(face.surface, Cylinder)]


def test_tangent_cylinders_that_bend_opposite_ways_stay_two():
    """Two quarter pipes of one radius make an S: tangent and alike, but on two axes."""
    hollow = draw.cut(draw.box((10, 10, 10)), draw.cylinder(10, 10, (10, 0, 10), (0, 1, 0)))
    swelling = draw.common(draw.box((10, 10, 10), (-10, 0, 0)), draw.cylinder(10, 10, (-10, 0, 0), (0, 1, 0)))
    part = part_of(draw.fuse(hollow, swelling))
    first, second = round_faces(part)
    graph = build.build(part)
    assert graph.group_of_face[first] != graph.group_of_face[second]


@pytest.mark.parametrize(("radius", "is_one"), [(10.001, True), (10.05, False)])
def test_tangent_arcs_are_one_when_their_radii_agree_within_a_thousandth(radius, is_one):
    above = draw.cylinder(10, 20, turn=90)
    below = draw.turned(draw.cylinder(radius, 20, turn=90), -90)
    part = part_of(draw.fuse(above, draw.moved(below, (10 - radius, 0, 0))))
    first, second = round_faces(part)
    graph = build.build(part)
    assert (graph.group_of_face[first] == graph.group_of_face[second]) == is_one
