"""A fillet along a gentle bend is a torus, however short its ring; one along an ellipse is none."""

import numpy as np
import pytest

from engine.model.surface import Torus
from engine.segment import fitting
from engine.segment.facets import facet_graph, find_facets
from tests.support import draw, parts_blends
from tests.support.tessellated import segmented_of
from tests.support.triangulated import by_face, of_kind, segmented

CHORD_MM, TURN_DEG = 0.02, 11.0


def bent_step(ring_mm: float, fillet_mm: float):
    """Draw a plate with a step along an arc of 60 mm radius or so, filleted at its foot."""
    step = draw.common(draw.cylinder(ring_mm, 10), draw.box((ring_mm, 24, 10), (0, -12, 0)))
    body = draw.fuse(draw.box((ring_mm + 20, 24, 5), (0, -12, -5)), step)
    return draw.fillet(body, fillet_mm, (ring_mm, 0, 0))


@pytest.mark.parametrize(("ring_mm", "fillet_mm"), [(25.0, 1.0), (120.0, 1.5)])
def test_a_fillet_along_a_gentle_bend_is_a_torus(ring_mm, fillet_mm):
    _, found = segmented(by_face(bent_step(ring_mm, fillet_mm), CHORD_MM, TURN_DEG))
    (torus,) = of_kind(found, Torus)
    assert torus.minor_radius_mm == pytest.approx(fillet_mm, abs=1e-3)
    assert torus.major_radius_mm == pytest.approx(ring_mm + fillet_mm, abs=1e-2)


def test_a_fillet_along_an_ellipse_is_no_torus():
    _, found = segmented(by_face(parts_blends.spline_fillet(3.0), 0.05, TURN_DEG))
    assert not of_kind(found, Torus)


@pytest.mark.parametrize("inside", [False, True])
def test_the_torus_along_a_spine_is_the_one_that_was_drawn(inside):
    ring = draw.torus(40, 3)
    body = draw.common(ring, draw.box((60, 12, 2), (0, -6, 1)))
    if inside:
        body = draw.cut(draw.box((60, 12, 2), (0, -6, 1)), ring)
    facets, regions, _ = segmented_of(body, chord_mm=CHORD_MM, turn_deg=TURN_DEG)
    of_triangle = regions.region_of_triangle
    flat = find_facets(facets, of_triangle)
    graph = facet_graph(facets, flat)
    region_of_facet = of_triangle[flat.triangles[flat.first_triangle[:-1]]]
    for number in np.flatnonzero([isinstance(each, Torus) for each in regions.surfaces]):
        surface = np.zeros(8)
        assert fitting.fit_torus_by_ring(graph, np.flatnonzero(region_of_facet == number), surface)
        assert surface[6:] == pytest.approx([40.0, 3.0], abs=1e-3)


def test_few_facets_say_of_no_torus():
    facets, regions, _ = segmented_of(draw.box((4, 3, 2)))
    flat = find_facets(facets, regions.region_of_triangle)
    assert not fitting.fit_torus_by_ring(facet_graph(facets, flat), np.arange(len(flat.areas)), np.zeros(8))
