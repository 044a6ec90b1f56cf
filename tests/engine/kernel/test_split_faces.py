"""Pieces of one free-form surface: cut up, kept apart, and cut where one simple surface follows another."""

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.collections import Array1_double, Array1_gp_Pnt, Array1_int, Array2_gp_Pnt
from OCP.Geom import Geom_BezierSurface, Geom_BSplineCurve
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS_Shape

from engine.graph import build
from engine.model.part import Face, Part
from engine.model.surface import Cylinder, Freeform, Plane
from tests.support import draw
from tests.support.parts import face_at, part_of
from tests.support.parts_blends import split

CUBE = 4000.0
"""mm²: the wave's top is z = 20 + x³ / CUBE, flat to 0.007 mm within 3 mm of its middle."""


@cache
def wave(low: float = -20.0, high: float = 20.0) -> TopoDS_Shape:
    """Draw a block whose top is a cubic wave, exactly, on one surface from `low` to `high`."""
    poles = Array2_gp_Pnt(1, 4, 1, 2)
    ordinates = (low**3, low**2 * high, low * high**2, high**3)
    for i, cube in enumerate(ordinates):
        for j, y in enumerate((-20.0, 20.0)):
            x = low + i * (high - low) / 3.0
            poles.SetValue(i + 1, j + 1, gp_Pnt(x, y, 20.0 + cube / CUBE))
    face = BRepBuilderAPI_MakeFace(Geom_BezierSurface(poles), 1e-6).Face()
    tall = BRepPrimAPI_MakePrism(face, gp_Vec(0, 0, -60)).Shape()
    return draw.cut(tall, draw.box((80, 80, 80), (-40, -40, -80)))


def run_out(flat_mm: float = 10.0, radius_mm: float = 8.0, y_mm: float = 15.0) -> TopoDS_Shape:
    """Draw a block under one spline that runs straight along x and then up a quarter turn."""
    half = math.sqrt(0.5)
    places = [
        ((0, 0), 1),
        ((flat_mm / 2, 0), 1),
        ((flat_mm, 0), 1),
        ((flat_mm + radius_mm, 0), half),
        ((flat_mm + radius_mm, radius_mm), 1),
    ]
    poles, weights = Array1_gp_Pnt(1, 5), Array1_double(1, 5)
    for i, ((x, z), weight) in enumerate(places):
        poles.SetValue(i + 1, gp_Pnt(x, 0, z))
        weights.SetValue(i + 1, weight)
    knots, counts = Array1_double(1, 3), Array1_int(1, 3)
    for i, (knot, count) in enumerate(((0.0, 3), (1.0, 2), (2.0, 3))):
        knots.SetValue(i + 1, knot)
        counts.SetValue(i + 1, count)
    curve = Geom_BSplineCurve(poles, weights, knots, counts, 2)
    maker = BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(curve).Edge())
    right = flat_mm + radius_mm
    corners = [(right, radius_mm), (right + 5, radius_mm), (right + 5, -6), (0, -6), (0, 0)]
    for (x0, z0), (x1, z1) in pairwise(corners):
        maker.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(x0, 0, z0), gp_Pnt(x1, 0, z1)).Edge())
    outline = BRepBuilderAPI_MakeFace(maker.Wire()).Face()
    return BRepPrimAPI_MakePrism(outline, gp_Vec(0, y_mm, 0)).Shape()


@cache
def in_three(shape: TopoDS_Shape) -> TopoDS_Shape:
    """Cut the top of a shape in three, across x."""
    return split(split(shape, (-3, 0, 0), (1, 0, 0)), (3, 0, 0), (1, 0, 0))


@cache
def wave_in_three() -> Part:
    return part_of(in_three(wave()))


def tops(part: Part) -> list[Face]:
    return [face for face in part.faces if face.inner_normal[2] > 0.5]


def n_groups(part: Part, faces: list[Face]) -> int:
    graph = build.build(part)
    return len({int(graph.group_of_face[face.id]) for face in faces})


def test_a_free_form_face_that_was_cut_in_three_is_one_group_on_one_surface() -> None:
    (whole,) = tops(part_of(wave()))
    part = wave_in_three()
    cut = tops(part)
    assert len(cut) == 3
    assert n_groups(part, cut) == 1
    assert isinstance(whole.surface, Freeform)
    for face in cut:
        assert face.surface is cut[0].surface
        assert isinstance(face.surface, Freeform)
        assert face.surface.min_convex_radius_mm == pytest.approx(
            whole.surface.min_convex_radius_mm, rel=0.02
        )


def test_a_piece_that_could_be_flat_is_judged_with_the_rest() -> None:
    alone = part_of(wave(-3, 3))
    assert isinstance(tops(alone)[0].surface, Plane)
    part = wave_in_three()
    assert isinstance(face_at(part, (0, 0, 20)).surface, Freeform)


def test_patches_that_meet_smoothly_on_surfaces_of_their_own_stay_two() -> None:
    part = part_of(draw.fuse(wave(-20, 5), wave(5, 20)))
    both = tops(part)
    assert len(both) == 2
    assert n_groups(part, both) == 2


def test_pieces_cut_where_a_plane_runs_out_into_an_arc_are_a_plane_and_an_arc() -> None:
    part = part_of(split(run_out(), (10, 0, 0), (1, 0, 0)))
    flat, arc = face_at(part, (5, 7, 0)), face_at(part, (10 + 8 * math.sin(0.7), 7, 8 - 8 * math.cos(0.7)))
    assert isinstance(flat.surface, Plane)
    assert isinstance(arc.surface, Cylinder)
    assert arc.surface.radius_mm == pytest.approx(8.0, abs=1e-6)


def test_pieces_cut_anywhere_else_are_what_the_whole_face_is() -> None:
    (whole,) = (face for face in part_of(run_out()).faces if isinstance(face.surface, Freeform))
    part = part_of(split(run_out(), (7, 0, 0), (1, 0, 0)))
    flat, arc = face_at(part, (3, 7, 0)), face_at(part, (10 + 8 * math.sin(0.7), 7, 8 - 8 * math.cos(0.7)))
    assert flat.surface is arc.surface
    assert isinstance(flat.surface, Freeform)
    np.testing.assert_allclose(flat.area_mm2 + arc.area_mm2, whole.area_mm2, rtol=1e-6)


def test_scale_changes_nothing() -> None:
    drawn = in_three(wave())
    for factor in (0.05, 100.0):
        part = part_of(draw.scaled(drawn, factor))
        assert n_groups(part, tops(part)) == 1
