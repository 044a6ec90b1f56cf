"""Borders on either side of the limits within which they are circles, tangent, and finely sampled."""

import numpy as np
import pytest

from engine.model.part import Circle, Line, OtherCurve
from engine.model.surface import Plane
from engine.segment import border_curves, freeform, mesh_repair
from engine.segment.border_curves import sample_border
from engine.segment.borders import trace
from engine.surfaces.table import tabulate

FLAT = Plane(np.zeros(3), np.array([0.0, 0.0, 1.0]))


def arc(degrees: float, count: int, radius_mm: float = 5.0) -> np.ndarray:
    at = np.radians(np.linspace(0.0, degrees, count))
    return np.column_stack([radius_mm * np.cos(at), radius_mm * np.sin(at), np.zeros(count)])


@pytest.mark.parametrize(("sagitta", "curve"), [(1.0e-3, OtherCurve), (1.25e-3, Circle)])
def test_an_arc_is_reported_whose_sagitta_is_a_thousandth_of_its_length(sagitta, curve):
    """The corners of a shallow arc are 0.3 of its sagitta off the line along it, in the mean."""
    turn = 8.0 * sagitta
    corners = arc(float(np.degrees(turn)), 41, 10.0 / turn)
    assert isinstance(sample_border(corners, False, (FLAT, FLAT), 1e-8).curve, curve)


def test_samples_of_an_arc_are_fifteen_degrees_apart():
    assert len(sample_border(arc(150.0, 31), False, (FLAT, FLAT), 1e-6).points) == 11


def test_a_border_has_129_samples_at_most():
    at = np.linspace(0.0, 6.0, 301)
    wave = np.column_stack([at, np.sin(at), np.zeros(301)])
    assert len(sample_border(wave, False, (FLAT, FLAT), 1e-6).points) == 129


def tangent_share(turns_deg: np.ndarray) -> float:
    """Return at which share of samples faces that turn by so much, and all but touch, are made tangent."""
    at = np.radians(turns_deg)
    none, one = np.zeros(len(at)), np.ones(len(at))
    normals = np.stack([np.column_stack([none, none, one]), np.column_stack([none, np.sin(at), np.cos(at)])])
    bends = np.stack([none, one])
    after = border_curves._tangent(normals, bends, 0.1, np.array([True, True]))
    return float((after[0] == after[1]).all(axis=1).mean())


@pytest.mark.parametrize(("turn_deg", "is_tangent"), [(3.6, True), (4.4, False)])
def test_faces_that_turn_by_four_degrees_are_not_tangent(turn_deg, is_tangent):
    assert tangent_share(np.full(20, turn_deg)) == float(is_tangent)


@pytest.mark.parametrize(("n_near", "share"), [(17, 0.85), (15, 0.0)])
def test_a_border_is_tangent_where_four_fifths_of_its_samples_are(n_near, share):
    assert tangent_share(np.where(np.arange(20) < n_near, 1.0, 10.0)) == share


@pytest.mark.parametrize(("noises", "curve"), [(3.6, Line), (4.4, OtherCurve)])
def test_a_corner_lies_on_a_border_within_four_noises(noises, curve):
    """Two faces meet along three corners, the middle one of which is off."""
    noise_mm = 1e-4
    places = np.array(
        [[0, 0, 0], [5, noises * noise_mm, 0], [10, 0, 0], [5, 10, 0], [5, -8, -6]], dtype=float
    )
    mesh, _ = mesh_repair.build([(places, np.array([[0, 1, 3], [1, 2, 3], [1, 0, 4], [2, 1, 4]]))])
    region = (mesh.vertices[mesh.triangles].mean(axis=1)[:, 1] < 0).astype(np.int64)
    sides = Plane(places[0], np.array([0.0, 0.0, 1.0])), Plane(places[0], np.array([0.0, -0.6, 0.8]))
    table = tabulate(list(sides), [1, 1])
    borders = trace(mesh, region, np.zeros(2, dtype=bool))
    nodes = freeform.region_vertices(mesh, region, table)
    edges, _ = border_curves.edges_of_borders(
        borders, mesh.vertices, nodes, table, sides, np.zeros(2), noise_mm
    )
    (between,) = [edge for edge in edges if len(edge.faces) == 2]
    assert isinstance(between.curve, curve)
