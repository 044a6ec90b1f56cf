"""Curved faces of made-up walls on either side of the limits within which they are believed."""

from dataclasses import replace

import numpy as np
import pytest

from engine.progress import Progress
from engine.segment import curved_regions, fitting
from engine.segment.curved_regions import LOOSE, STRICT, CurvedRegion
from engine.segment.facets import FacetGraph
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces.kind import CONE, CYLINDER
from engine.surfaces.revolution import Revolution
from tests.support.prisms import arc, facets_of, wall

Z = np.array([0.0, 0.0, 1.0])
ROUND = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
NOISE_MM = 1e-6


def turned(turns_deg: list[float]) -> np.ndarray:
    """Return the outline of an arc of radius 10 whose chords turn by these."""
    at = np.radians(np.cumsum([0.0, *turns_deg]))
    return 10.0 * np.column_stack([np.cos(at), np.sin(at)])


def found_on(mesh: SurfaceMesh) -> list[CurvedRegion]:
    facets, graph = facets_of(mesh)
    return curved_regions.find_curved(mesh, facets, graph, (STRICT,), np.inf, Progress())


@pytest.mark.parametrize(("chords", "n_found"), [(3, 1), (2, 0)])
def test_three_facets_are_a_curved_face_and_two_are_two_walls(chords, n_found):
    assert len(found_on(wall(arc(10.0, 12.0 * chords, chords)))) == n_found


@pytest.mark.parametrize(
    ("chords", "depths", "n_found"),
    [
        (9, 3.7, 1),  # one facet may cut four times as deep as the others
        (9, 4.5, 0),
        (10, 4.5, 1),  # ten facets tell it all the same, up to sixteen times
        (10, 14.5, 1),
        (10, 17.5, 0),
    ],
)
def test_the_facets_of_a_small_face_cut_into_it_alike(chords, depths, n_found):
    """A chord cuts as deep as the square of its turn."""
    turns = [6.0] * chords
    turns[chords // 2] = 6.0 * np.sqrt(depths)
    assert len(found_on(wall(turned(turns)))) == n_found


def strayed(off_mm: float, n_exact: int) -> FacetGraph:
    """Return twenty chords of 15° of a tube of radius 10; corners stray in and out but for the first ones."""
    outline = arc(10.0, 300.0, 20)
    sign = np.where(np.arange(21) % 2 == 0, 1.0, -1.0) * (np.arange(21) >= n_exact)
    outline *= (1.0 + off_mm * sign / 10.0)[:, None]
    return facets_of(replace(wall(outline), noise_mm=NOISE_MM))[1]


SAG_MM = 10.0 - np.hypot(10.0 * np.cos(np.radians(7.5)), 10.0 * np.sin(np.radians(7.5)) / 3.0)
"""How deep the middle of a triangle lies in it."""


@pytest.mark.parametrize(
    ("off_mm", "n_exact", "is_believed"),
    [
        (0.01, 9, True),  # two of five corners lie on it exactly
        (0.01, 8, False),
        (0.9 * 2e-3 * SAG_MM + 6.0 * NOISE_MM, 8, True),  # within 2 ‰ of the depth of its facets
        (1.1 * 2e-3 * SAG_MM + 6.0 * NOISE_MM, 8, False),
    ],
)
def test_an_exact_face_has_two_fifths_of_its_corners_on_it(off_mm, n_exact, is_believed):
    graph = strayed(off_mm, n_exact)
    assert curved_regions._is_believable(graph, CYLINDER, ROUND, np.arange(20), STRICT) == is_believed


@pytest.mark.parametrize(("off_mm", "is_believed"), [(0.0135, True), (0.0165, False)])
def test_the_corners_of_a_loose_face_stray_by_less_than_a_share_of_its_radius(off_mm, is_believed):
    graph = strayed(off_mm, 0)
    assert curved_regions._is_believable(graph, CYLINDER, ROUND, np.arange(20), LOOSE) == is_believed


@pytest.mark.parametrize(
    ("chords", "n_off", "is_exact"), [(12, 1, True), (12, 2, False), (11, 0, False), (12, 0, True)]
)
def test_twelve_facets_with_nine_of_ten_corners_on_a_face_are_exact(chords, n_off, is_exact):
    outline = arc(10.0, 10.0 * chords, chords)
    outline[3 : 3 + n_off] *= 1.001
    _, graph = facets_of(replace(wall(outline), noise_mm=NOISE_MM))
    assert len(graph.areas) == chords
    one = CurvedRegion(CYLINDER, ROUND, np.arange(chords), 0.03)
    assert curved_regions.is_exact(graph, one) == is_exact


@pytest.mark.parametrize(("noises", "share"), [(2.7, 1.0), (3.3, 0.0)])
def test_corners_lie_on_a_face_within_three_noises(noises, share):
    outline = arc(10.0 + noises * NOISE_MM, 120.0, 12)
    _, graph = facets_of(replace(wall(outline), noise_mm=NOISE_MM))
    one = CurvedRegion(CYLINDER, ROUND, np.arange(12), 0.03)
    assert curved_regions.exact_share(graph, one, one.facets) == share


@pytest.mark.parametrize(("lean", "kind"), [(0.1, CYLINDER), (0.35, CONE)])
def test_a_cylinder_is_as_good_as_a_cone_that_brings_corners_a_fifth_nearer(lean, kind):
    """Corners stray from the cone by a hundredth; its taper takes them `lean` times as far."""
    outline = arc(1.0, 360.0, 24)[:-1]
    sign = np.where(np.arange(24) % 2 == 0, 1.0, -1.0)
    low, high = 10.0 + 0.01 * (sign + lean), 10.0 + 0.01 * (-sign - lean)
    places = np.concatenate(
        [
            np.column_stack([low[:, None] * outline, np.zeros(24)]),
            np.column_stack([high[:, None] * outline, np.full(24, 5.0)]),
        ]
    )
    mesh = wall(arc(10.0, 360.0, 24))
    order = np.argmin(np.linalg.norm(mesh.vertices[:, None] - places[None], axis=2), axis=1)
    assert len(set(order.tolist())) == 48
    _, graph = facets_of(replace(mesh, vertices=places[order], noise_mm=NOISE_MM))
    members, surface = np.arange(len(graph.areas)), np.zeros(8)
    assert fitting.fit(CONE, graph, members, surface, 1.0, np.inf) == pytest.approx(0.01, rel=0.05)
    assert curved_regions._simplest(graph, CONE, surface, members) == kind


@pytest.mark.parametrize(("share", "has_profile"), [(0.0045, True), (0.0036, False)])
def test_a_torus_takes_four_rings_farther_apart_than_four_thousandths_of_its_arc(share, has_profile):
    at = np.radians(60.0 * np.array([0.0, 0.5, 1.0 - share, 1.0]))
    torus = Revolution(np.zeros(3), Z, 10.0, 3.0)
    points = np.column_stack([10.0 + 3.0 * np.cos(at), np.zeros(4), 3.0 * np.sin(at)])
    assert curved_regions._has_profile(torus, points) == has_profile


@pytest.mark.parametrize(("radius_mm", "is_horn"), [(10.18, True), (10.22, False), (9.82, True)])
def test_a_torus_is_a_horn_whose_hole_is_two_hundredths_of_its_tube(radius_mm, is_horn):
    assert curved_regions._is_horn(Revolution(np.zeros(3), Z, radius_mm, 10.0)) == is_horn


@pytest.mark.parametrize(("n_creeping", "is_believed"), [(1, True), (2, False)])
def test_a_small_face_creeps_away_along_half_of_its_smooth_border_at_most(n_creeping, is_believed):
    """Beside three chords are one at either end; those whose far corners are hardly off nearly fit."""
    outline = arc(10.0, 50.0, 5)
    deep = 10.0 - np.hypot(10.0 * np.cos(np.radians(5.0)), 10.0 * np.sin(np.radians(5.0)) / 3.0)
    outline[0] *= 1.0 + 0.06 * deep
    outline[-1] *= 1.0 + (0.06 if n_creeping == 2 else 0.2) * deep
    _, graph = facets_of(replace(wall(outline), noise_mm=NOISE_MM))
    middles = np.array([graph.places[graph.corners[a : a + 4]].mean(axis=0) for a in graph.first_corner[:-1]])
    members = np.argsort(np.arctan2(middles[:, 1], middles[:, 0]))[1:4]
    assert curved_regions._is_believable(graph, CYLINDER, ROUND, members, STRICT) == is_believed


@pytest.mark.parametrize(
    ("creeping", "is_believed"), [((5,), True), ((5, 17), False), ((5, 11), False)], ids=str
)
def test_a_large_face_creeps_away_along_half_of_its_smooth_border_at_most(creeping, is_believed):
    """Three stretches of a tube end at five places, where two of five, three or four only nearly fit.

    Some corners within them stray, so that the face is not sure.
    """
    outline = arc(10.0, 170.0, 17)
    for place in (5, 11, 17):
        outline[place] *= 1.0 + (0.06 if place in creeping else 0.2) * SAG_OF_TEN_MM
    outline[[2, 8, 14]] *= 1.0 + 4e-4 * SAG_OF_TEN_MM
    _, graph = facets_of(replace(wall(outline), noise_mm=NOISE_MM))
    middles = np.array([graph.places[graph.corners[a : a + 4]].mean(axis=0) for a in graph.first_corner[:-1]])
    along = np.argsort(np.arctan2(middles[:, 1], middles[:, 0]))
    members = along[[*range(4), *range(6, 10), *range(12, 16)]]
    assert curved_regions._is_believable(graph, CYLINDER, ROUND, members, STRICT) == is_believed


SAG_OF_TEN_MM = 10.0 - np.hypot(10.0 * np.cos(np.radians(5.0)), 10.0 * np.sin(np.radians(5.0)) / 3.0)
"""How deep the middle of a triangle lies in a chord of 10 degrees."""
