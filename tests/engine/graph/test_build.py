"""The graph of drawn parts: every joint and how faces hang together."""

from collections import Counter

import pytest

from engine.graph import build
from engine.model.face_graph import Convexity
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.parts_holes import TOP, block, drilled


def graph_of(shape):
    return build.build(part_of(shape))


def test_a_block_has_twelve_convex_joints_of_a_right_angle():
    graph = graph_of(block())
    assert [joint.convexity for joint in graph.joints] == 12 * [Convexity.CONVEX]
    assert [joint.angle_deg for joint in graph.joints] == pytest.approx(12 * [90])
    assert [len(joints) for joints in graph.joints_of_face] == 6 * [4]


def test_a_notch_has_a_concave_joint_of_three_right_angles():
    notched = draw.cut(block(), draw.box((30, 40, 10), (0, -20, 10)))
    joints = [joint for joint in graph_of(notched).joints if joint.convexity is Convexity.CONCAVE]
    assert [joint.angle_deg for joint in joints] == pytest.approx([270])
    assert joints[0].midpoint == pytest.approx([0, 0, 10])
    assert joints[0].length_mm == pytest.approx(40)


def test_a_blind_bore_is_convex_at_its_mouth_concave_at_its_floor_and_smooth_at_its_seam():
    part = part_of(draw.cut(block(), drilled(10, 8)))
    graph = build.build(part)
    wall = face_at(part, (5, 0, 15)).id
    joints = {
        joint.across(wall): joint for joint in map(graph.joints.__getitem__, graph.joints_of_face[wall])
    }
    assert joints[face_at(part, (20, 0, TOP)).id].convexity is Convexity.CONVEX
    floor = joints[face_at(part, (0, 0, 12)).id]
    assert (floor.convexity, floor.angle_deg) == (Convexity.CONCAVE, pytest.approx(270))
    assert joints[wall].convexity is Convexity.SMOOTH_CONCAVE


def test_a_round_meets_its_supports_smoothly_and_bends_away():
    kinds = Counter(joint.convexity for joint in graph_of(draw.fillet(block(), 3, (0, -20, TOP))).joints)
    assert kinds[Convexity.SMOOTH_CONVEX] == 2
    assert kinds[Convexity.SMOOTH_CONCAVE] == 0


def test_a_fillet_meets_its_supports_smoothly_and_bends_towards():
    corner = draw.fuse(draw.box((40, 40, 5)), draw.box((5, 40, 30)))
    kinds = Counter(joint.convexity for joint in graph_of(draw.fillet(corner, 3, (5, 20, 5))).joints)
    assert kinds[Convexity.SMOOTH_CONCAVE] == 2
    assert kinds[Convexity.SMOOTH_CONVEX] == 0


def test_a_mirrored_part_has_the_same_joints():
    body = draw.fillet(draw.cut(block(), drilled(10, 8)), 1.5, (5, 0, TOP))
    left, right = graph_of(body), graph_of(draw.mirrored(body))
    assert Counter(j.convexity for j in left.joints) == Counter(j.convexity for j in right.joints)


def test_a_ball_is_a_group_of_its_own():
    graph = graph_of(draw.sphere(5))
    assert graph.faces_of_group == {0: (0,)}
    assert all(joint.faces == (0, 0) for joint in graph.joints)
