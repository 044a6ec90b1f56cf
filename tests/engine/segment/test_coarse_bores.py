"""Holes of few chords are bores, and hexagons, octagons and rings whose corners stray far are not."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.surface import Cylinder
from engine.segment import coarse_bores, mesh_repair
from engine.segment.curved_regions import CurvedRegion
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces import revolution
from engine.surfaces.kind import CYLINDER
from tests.support import draw
from tests.support.prisms import arc, facets_of, wall
from tests.support.triangulated import kinds, of_kind, segmented, soup

NOISE_MM = 1e-6


def found_in(mesh: SurfaceMesh) -> list[CurvedRegion]:
    return coarse_bores.find(*facets_of(replace(mesh, noise_mm=NOISE_MM)))[0]


def ring(radius_mm: float, chords: int) -> np.ndarray:
    """Return the outline of a wall that faces inwards all the way round."""
    return arc(radius_mm, 360.0, chords)[::-1]


def turned(radius_mm: float, turns_deg: list[float]) -> np.ndarray:
    """Return such an outline whose chords turn by these."""
    at = np.radians(np.cumsum([0.0, *turns_deg]))[::-1]
    return radius_mm * np.column_stack([np.cos(at), np.sin(at)])


@pytest.mark.parametrize(("chords", "n_found"), [(5, 0), (6, 0), (7, 1), (8, 1), (16, 1), (17, 0)])
def test_seven_even_walls_are_a_bore_and_six_are_a_socket(chords, n_found):
    """Seventeen fold gently enough to be grown."""
    found = found_in(wall(ring(1.0, chords)))
    assert len(found) == n_found
    for one in found:
        assert len(one.facets) == chords
        assert revolution.named(one.surface).radius == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("turns_deg", "n_found"),
    [
        ([72.0, 72.0, 72.0, 72.0, 72.0], 0),
        ([60.0, 75.0, 75.0, 75.0, 75.0], 1),
        ([55.0, 55.0, 65.0, 65.0, 60.0, 60.0], 1),
        ([55.0, 65.0, 55.0, 65.0, 55.0, 65.0], 0),  # long and short walls, which fold by 60° all the same
        ([90.0, 90.0, 90.0, 90.0], 0),
        ([90.0, 67.5, 67.5, 67.5, 67.5], 1),  # two of its walls meet at 79°
        ([100.0, 65.0, 65.0, 65.0, 65.0], 0),  # and here at 83°, a corner
    ],
)
def test_fewer_walls_are_a_bore_where_they_are_uneven(turns_deg, n_found):
    """Corners of all of these lie on one circle."""
    assert len(found_in(wall(turned(1.0, turns_deg)))) == n_found


@pytest.mark.parametrize(("chords", "share", "n_found"), [(12, 0.07, 1), (12, 0.09, 0)])
def test_corners_of_a_thinned_out_mesh_stray_by_a_few_hundredths_of_the_radius(chords, share, n_found):
    """Every second one: half of that share is off on either side of the mean."""
    outline = ring(1.0, chords)
    outline[1:-1:2] *= 1.0 + share
    assert len(found_in(wall(outline))) == n_found


@pytest.mark.parametrize(("top_share", "n_found"), [(0.95, 1), (0.5, 0)])
def test_walls_of_a_bore_stand_along_its_axis(top_share, n_found):
    """Over a height of 5 mm they lean by 0.6° and by 5.3°, and corners stray by 2.5 and by 25 %."""
    assert len(found_in(wall(ring(1.0, 8), top_share=top_share))) == n_found


@pytest.mark.parametrize(("radius_mm", "n_found"), [(2.5, 1), (2.8, 0)])
def test_an_octagon_that_misses_its_circle_by_more_than_a_fifth_of_a_millimeter_is_one(radius_mm, n_found):
    """By r (1 - cos 22.5°), 0.190 and 0.213 mm."""
    assert len(found_in(wall(ring(radius_mm, 8)))) == n_found


@pytest.mark.parametrize(("radius_mm", "chords", "n_found"), [(6.0, 9, 1), (6.0, 10, 0), (9.0, 9, 0)])
def test_nobody_draws_a_hole_of_nine_walls(radius_mm, chords, n_found):
    """Its middles miss the circle by r (1 - cos 20°), 0.362 and 0.543 mm, those of ten walls by 0.294."""
    assert len(found_in(wall(ring(radius_mm, chords)))) == n_found


def test_an_octagon_that_stands_out_is_a_post_of_eight_walls():
    assert found_in(wall(ring(1.0, 8)[::-1])) == []


def plate(outline: np.ndarray):
    """Draw a plate of 12 x 12 x 3 mm with a hole of this outline (N, 2) through its middle."""
    corners = [(6.0 + x, 6.0 + y, 0.0) for x, y in outline]
    return soup(draw.cut(draw.box((12, 12, 3)), draw.prism(corners, (0, 0, 3))))


@pytest.mark.parametrize(("chords", "expected"), [(8, {"Plane": 6, "Cylinder": 1}), (6, {"Plane": 12})])
def test_a_hole_of_eight_chords_in_a_plate_is_one_cylinder_as_wide_as_drawn(chords, expected):
    _, found = segmented(plate(ring(1.5, chords)[:-1]))
    assert kinds(found) == expected
    for bore in of_kind(found, Cylinder):
        assert isinstance(bore, Cylinder)
        assert bore.radius_mm == pytest.approx(1.5, rel=1e-5)
        at = found.surfaces.index(bore)
        assert found.senses[at] == -1
        assert found.is_coarse[at]
    assert found.is_coarse.sum() == expected.get("Cylinder", 0)


@pytest.mark.parametrize(
    ("members", "n_found", "n_left"),
    [
        pytest.param([0, 1, 2, 3, 4], 1, 0, id="a part of it"),
        pytest.param(list(range(9)), 0, 1, id="all of it, which needs no more"),
        pytest.param([7, 8, 9], 0, 1, id="a part, and a facet of something else"),
    ],
)
def test_a_cylinder_that_was_members_a_part_of_a_bore_goes_into_it(members, n_found, n_left):
    """A ring of nine walls, and a wall of its own beside it."""
    bore, beside = wall(ring(1.0, 9)), wall(np.array([[5.0, 0.0], [5.0, 2.0]]))
    mesh, _ = mesh_repair.build([(each.vertices, each.triangles) for each in (bore, beside)])
    facets, graph = facets_of(replace(mesh, noise_mm=NOISE_MM))
    region = CurvedRegion(CYLINDER, np.zeros(8), np.array(members), 0.0)
    graph.is_taken[members] = True
    found, left = coarse_bores.find(facets, graph, [region])
    assert ([len(one.facets) for one in found], len(left)) == ([9] * n_found, n_left)
