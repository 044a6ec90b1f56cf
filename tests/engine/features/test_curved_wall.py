"""Curved walls: upright outlines, drafted or not, and curved faces that are none."""

import math

import numpy as np
import pytest

from engine.features import curved_wall
from engine.model.feature import Role
from tests.support import draw, mutators
from tests.support.parts import face_at, unchecked_part
from tests.support.parts_turned import recognized


def lever(radius=20.0, height=10.0):
    """Draw a plate 60 x 30 whose end at x = 60 is a shallow arc, centered so that it meets both corners."""
    center = 60 - math.sqrt(radius**2 - 15**2)
    end = draw.cylinder(radius, height, (center, 15, 0))
    return draw.fuse(
        draw.box((60, 30, height)), draw.common(end, draw.box((radius + 60, 30, height), (60, 0, 0)))
    ), center + radius


def role_at(shape, point):
    context, recognition = recognized(shape)
    return Role(recognition.role_of_face[face_at(context.part, point).id])


def test_the_round_end_of_a_lever_is_a_curved_wall():
    shape, tip = lever()
    assert role_at(shape, (tip, 15, 5)) is Role.CURVED_WALL
    assert recognized(shape)[1].unexplained_area_share == 0.0


def test_the_round_end_stays_a_curved_wall_where_its_edge_is_chamfered():
    shape, tip = lever()
    assert role_at(draw.chamfer(shape, 1, (tip, 15, 10)), (tip, 15, 5)) is Role.CURVED_WALL


@pytest.mark.parametrize(("askew_deg", "is_wall"), [(0.05, True), (0.2, False)])
def test_its_ends_are_square_to_it(askew_deg, is_wall):
    shape, tip = lever()
    fall = 100 * math.tan(math.radians(askew_deg))
    above = draw.prism([(-20, -1, 8 + fall), (80, -1, 8), (80, -1, 30), (-20, -1, 30)], (0, 32, 0))
    role = role_at(draw.cut(shape, above), (tip, 15, 4))
    assert (role is Role.CURVED_WALL) == is_wall
    assert is_wall or role is Role.UNCLASSIFIED


@pytest.mark.parametrize(("cut", "is_wall"), [(0.45, True), (0.55, False)])
def test_most_of_an_end_lies_on_a_flat_face_square_to_it(cut, is_wall):
    shape, tip = lever()
    turn = 2 * math.asin(15 / 20)
    at = 15 - 20 * math.sin(turn / 2 - cut * turn)
    ramp = draw.prism([(50, -1, 7), (50, at, 10), (50, -1, 10)], (30, 0, 0))
    role = role_at(draw.cut(shape, ramp), (tip, 15, 5))
    assert (role is Role.CURVED_WALL) == is_wall


@pytest.mark.parametrize(("lean_deg", "is_wall"), [(7.4, True), (7.7, False)])
def test_a_drafted_round_end_is_a_curved_wall(lean_deg, is_wall):
    lean = 10 * math.tan(math.radians(lean_deg))
    bar = draw.box((60, 30, 10), (-60, -15, 0))
    end = draw.common(draw.cone(25, 25 - lean, 10, (-15, 0, 0)), draw.box((60, 30, 10), (0, -15, 0)))
    shape = draw.fuse(bar, end)
    point = (10 - lean / 2, 0, 5)
    assert (role_at(shape, point) is Role.CURVED_WALL) == is_wall


def test_a_face_that_curves_both_ways_is_no_curved_wall():
    ball = draw.common(draw.sphere(20), draw.box((40, 30, 10), (-3, -15, -5)))
    assert role_at(ball, (18, 8, math.sqrt(400 - 18**2 - 8**2))) is Role.UNCLASSIFIED


@pytest.mark.parametrize("mutator", [mutators.altogether, mutators.sawn], ids=lambda each: each.__name__)
def test_curved_walls_are_the_same_however_they_are_written(mutator):
    described = mutator(lever()[0])
    _, recognition = recognized(described)
    assert Role.CURVED_WALL in recognition.role_of_face
    assert recognition.unexplained_area_share == 0.0


@pytest.mark.parametrize(("lean_deg", "n_ends"), [(25, 8), (27, 12)])
def test_an_edge_that_leans_by_up_to_25_degrees_runs_along_the_wall(lean_deg, n_ends):
    """Four edges of a leaning block do so, or are ends of its faces like the eight others."""
    lean = 20 * math.tan(math.radians(lean_deg))
    part = unchecked_part(draw.prism([(0, 0, 0), (30, 0, 0), (30, 10, 0), (0, 10, 0)], (lean, 0, 20)))
    edges = tuple(edge.id for edge in part.edges)
    assert len(list(curved_wall._ends(part, edges, np.array([0.0, 0.0, 1.0])))) == n_ends
