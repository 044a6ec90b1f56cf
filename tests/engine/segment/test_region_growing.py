"""A surface grows over the facets of its own face, and ends where another begins."""

import numpy as np
import pytest

from engine.segment import mesh_repair, region_growing
from engine.surfaces.kind import CONE, CYLINDER
from engine.surfaces.revolution import Revolution, named
from tests.support.prisms import arc, facets_of, wall

Z = np.array([0.0, 0.0, 1.0])
STEP_DEG = 10.0
LEAST, MOST_MISFIT = float(np.cos(np.radians(12.0))), 0.3
GROWTH_PASS = np.array([0.01, 1.0, 0.3])
"""As the exact passes of `curved_regions` look."""


def facet_at(graph, x: float, y: float) -> int:
    """Return the facet nearest to a place beside the axis."""
    middles = np.array(
        [
            graph.places[graph.corners[a:b]].mean(axis=0)
            for a, b in zip(graph.first_corner[:-1], graph.first_corner[1:], strict=True)
        ]
    )
    return int(np.linalg.norm(middles[:, :2] - (x, y), axis=1).argmin())


def tangent_walls(straight_mm: float) -> np.ndarray:
    """Return a quarter arc of radius 10 in nine chords, with straight walls tangent to it at both ends."""
    corners = arc(10.0, 90.0, 9)
    return np.concatenate([[[10.0, -straight_mm]], corners, [[-straight_mm, 10.0]]])


def test_a_cylinder_grows_over_its_arc_and_not_over_the_walls_tangent_to_it():
    _, graph = facets_of(wall(tangent_walls(8.0)))
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    seed = np.array([facet_at(graph, 7.0, 7.0)])
    assert len(region_growing.grow(CYLINDER, s, graph, seed, LEAST, 1.0, MOST_MISFIT)) == 9
    assert len(graph.areas) == 11


def test_facets_that_are_taken_are_not_entered_nor_passed():
    _, graph = facets_of(wall(arc(10.0, 90.0, 9)))
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    graph.is_taken[facet_at(graph, 10.0 * np.cos(np.radians(45)), 10.0 * np.sin(np.radians(45)))] = True
    seed = np.array([facet_at(graph, 10.0, 0.5)])
    assert len(region_growing.grow(CYLINDER, s, graph, seed, LEAST, 1.0, MOST_MISFIT)) == 4


@pytest.mark.parametrize(("sense", "n_facets"), [(1.0, 9), (-1.0, 0)])
def test_a_surface_grows_over_facets_that_face_as_it_does(sense, n_facets):
    _, graph = facets_of(wall(arc(10.0, 90.0, 9)))
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    assert len(region_growing.grow(CYLINDER, s, graph, np.array([4]), LEAST, sense, MOST_MISFIT)) == n_facets


@pytest.mark.parametrize(("way", "sense"), [(1, 1.0), (-1, -1.0)])
def test_facets_cut_as_deep_as_the_middles_of_their_triangles_lie(way, sense):
    """A triangle's middle is a third of half a chord from the chord's own middle."""
    _, graph = facets_of(wall(arc(10.0, 90.0, 9)[::way]))
    half = np.radians(5.0)
    expected = 10.0 - np.hypot(10.0 * np.cos(half), 10.0 * np.sin(half) / 3.0)
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    depth, facing = region_growing.depth(CYLINDER, s, graph, np.arange(9))
    assert depth == pytest.approx(expected)
    assert facing == sense
    assert region_growing.depths(CYLINDER, s, graph, np.arange(9)) == pytest.approx([expected] * 9)


def test_a_facet_stands_on_its_surface_by_its_corners_and_off_it_by_its_middle():
    _, graph = facets_of(wall(arc(10.0, 90.0, 9)))
    half = np.radians(5.0)
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    far, deep, lean = region_growing.stand(CYLINDER, s, graph, 0, 1.0)
    assert far < 1e-6
    assert deep == pytest.approx(10.0 - np.hypot(10.0 * np.cos(half), 10.0 * np.sin(half) / 3.0))
    assert lean == pytest.approx(np.cos(np.arctan(np.tan(half) / 3.0)))


@pytest.mark.parametrize(("top_share", "kind"), [(1.0, CYLINDER), (0.8, CONE)])
def test_the_largest_surface_over_a_quarter_of_a_tube_or_a_taper(top_share, kind):
    _, graph = facets_of(wall(arc(10.0, 90.0, 9), 5.0, top_share))
    seeds, sizes, sharpest, sags, is_strip = region_growing.seeds_around(4, graph, False, 1)
    assert len(seeds)
    s = np.zeros(8)
    found, members = region_growing.largest(
        seeds, sizes, sharpest, sags, is_strip, graph, s, GROWTH_PASS, np.inf
    )
    assert found == kind
    assert sorted(members.tolist()) == list(range(9))
    if kind == CYLINDER:
        assert named(s).radius == pytest.approx(10.0, abs=1e-4)
    else:
        assert np.tan(abs(named(s).profile)) == pytest.approx(0.4, abs=1e-4)


def test_nothing_grows_that_facets_cut_into_deeper_than_asked():
    _, graph = facets_of(wall(arc(10.0, 90.0, 9)))
    seeds, sizes, sharpest, sags, is_strip = region_growing.seeds_around(4, graph, False, 1)
    for deepest, expected in ((0.05, CYLINDER), (0.02, 0)):  # they cut 0.034 mm deep
        found, _ = region_growing.largest(
            seeds, sizes, sharpest, sags, is_strip, graph, np.zeros(8), GROWTH_PASS, deepest
        )
        assert found == expected


@pytest.mark.parametrize(("width_mm", "n_seeds"), [(4.0, 1), (5.0, 1), (6.0, 0)])
def test_a_facet_far_wider_than_its_neighbors_seeds_nothing(width_mm, n_seeds):
    """A flat top between two bevels; three times as wide is the most."""
    bevel = 1.8
    at = np.radians(15.0)
    side = bevel * np.array([np.cos(at), np.sin(at)])
    outline = np.array([-side, (0.0, 0.0), (width_mm, 0.0), (width_mm + side[0], -side[1])])
    _, graph = facets_of(wall(outline))
    seeds, *_ = region_growing.seeds_around(facet_at(graph, width_mm / 2.0, 0.0), graph, False, 1)
    assert (len(seeds) > 0) == bool(n_seeds)


def test_a_fold_the_other_way_seeds_nothing():
    """The middle of three walls that turn left and then right."""
    zigzag = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 0.5], [6.0, 0.5]])
    bow = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 0.5], [5.9, 1.5]])
    for outline, expected in ((zigzag, False), (bow, True)):
        _, graph = facets_of(wall(outline))
        seeds, *_ = region_growing.seeds_around(facet_at(graph, 3.0, 0.25), graph, False, 1)
        assert (len(seeds) > 0) == expected


@pytest.mark.parametrize(("radius_mm", "is_drifting"), [(10.0, False), (10.6, True)])
def test_a_surface_drifts_where_its_neighbors_nearly_fit(radius_mm, is_drifting):
    """An arc goes over into one of another radius, tangent to it; at nearly the same one it only creeps."""
    first = arc(10.0, 90.0, 9)
    second = arc(2.0 * radius_mm - 10.0 if is_drifting else 40.0, 40.0, 4 if is_drifting else 8)
    radius = float(np.linalg.norm(second[0]))
    turned = np.column_stack([-second[:, 1], second[:, 0]]) - (0.0, radius) + (0.0, 10.0)
    _, graph = facets_of(wall(np.concatenate([first, turned[1:]])))
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    members = region_growing.grow(
        CYLINDER, s, graph, np.array([facet_at(graph, 7.0, 7.0)]), LEAST, 1.0, MOST_MISFIT
    )
    drift = region_growing.drift(CYLINDER, s, graph, members, 1.0, MOST_MISFIT)
    assert (drift > 0.0) == is_drifting


SAG_MM = 10.0 - np.hypot(10.0 * np.cos(np.radians(5.0)), 10.0 * np.sin(np.radians(5.0)) / 3.0)
"""How deep the middles of triangles lie in chords of 10° of a tube of radius 10."""


def kind_from_middle(
    *, noise_mm: float | None = None, sag_mm: float | None = None, fold_deg: float | None = None
) -> int:
    """Return the kind of what grows from the middle of a quarter tube with another noise, depth or fold."""
    _, graph = facets_of(wall(arc(10.0, 90.0, 9)))
    graph = graph if noise_mm is None else graph._replace(noise_mm=noise_mm)
    seeds, sizes, sharpest, sags, is_strip = region_growing.seeds_around(4, graph, False, 1)
    sags = sags if sag_mm is None else np.full_like(sags, sag_mm)
    sharpest = sharpest if fold_deg is None else np.full_like(sharpest, np.radians(fold_deg))
    return int(
        region_growing.largest(
            seeds, sizes, sharpest, sags, is_strip, graph, np.zeros(8), GROWTH_PASS, np.inf
        )[0]
    )


@pytest.mark.parametrize(("noises", "kind"), [(8.8, CYLINDER), (7.2, 0)])
def test_facets_that_cut_less_than_eight_noises_deep_say_nothing(noises, kind):
    assert kind_from_middle(noise_mm=SAG_MM / noises) == kind


@pytest.mark.parametrize(("times", "kind"), [(4.5, CYLINDER), (5.5, 0)])
def test_nothing_grows_that_facets_cut_into_five_times_as_deep_as_their_folds_say(times, kind):
    assert kind_from_middle(sag_mm=SAG_MM / times) == kind


@pytest.mark.parametrize(("fold_deg", "kind"), [(0.6, CYLINDER), (0.47, 0)])
def test_facets_lean_by_no_more_than_the_sharpest_fold_of_the_seed_and_a_degree(fold_deg, kind):
    """The middles of these lean by 1.67°; what is allowed more is 0.02, which is 1.15°."""
    assert kind_from_middle(fold_deg=fold_deg) == kind


@pytest.mark.parametrize(("off", "drift"), [(0.68, 1.0), (0.82, 0.0)])
def test_a_neighbor_nearly_fits_whose_misfit_is_less_than_two_and_a_half_times_what_is_allowed(off, drift):
    """Its far corners are off by a share of its depth: 0.75 is 2.5 times 0.3."""
    outline = arc(10.0, 100.0, 10)
    outline[-1] *= 1.0 + off * SAG_MM / 10.0
    _, graph = facets_of(wall(outline))
    s = Revolution(np.zeros(3), Z, 10.0, 0.0).packed()
    seed = np.array([facet_at(graph, 7.0, 7.0)])
    members = region_growing.grow(CYLINDER, s, graph, seed, LEAST, 1.0, MOST_MISFIT)
    assert len(members) == 9
    assert region_growing.drift(CYLINDER, s, graph, members, 1.0, MOST_MISFIT) == drift


def winner(chords: tuple[int, int], ratio: float) -> float:
    """Return the radius of the larger of two arcs of so many chords, of 10 mm and of `ratio` times that.

    Chords turn by 6 degrees on both, so that on the second they cut `ratio` times as deep.
    """
    outlines, at, turn_deg = [], np.zeros(2), -6.0 * chords[0]
    for count, radius in zip(chords, (10.0, 10.0 * ratio), strict=True):
        turn = np.radians(turn_deg + 6.0 * np.arange(count + 1))
        outline = radius * np.column_stack([np.cos(turn), np.sin(turn)])
        outlines.append(outline - outline[0] + at)
        at, turn_deg = outlines[0][-1] + (3.0, 60.0), 0.0
    _, graph = facets_of(wall(np.concatenate(outlines)))
    seeds = np.array(
        [[facet_at(graph, *each[k : k + 2].mean(axis=0)) for k in (2, 3, 4)] for each in outlines]
    )
    turn_rad = np.radians(6.0)
    sags = np.array([10.0, 10.0 * ratio]) * turn_rad**2 / 8.0
    s, sizes, are_strips = np.zeros(8), np.array([3, 3]), np.ones(2, dtype=bool)
    kind, members = region_growing.largest(
        seeds, sizes, np.full(2, turn_rad), sags, are_strips, graph, s, GROWTH_PASS, np.inf
    )
    radius_mm = named(s).radius
    assert kind == CYLINDER
    assert len(members) == chords[0 if radius_mm == pytest.approx(10.0, abs=1e-3) else 1]
    return float(radius_mm)


@pytest.mark.parametrize(
    ("chords", "ratio", "is_second"),
    [
        ((10, 12), 1.02, False),  # a fifth larger is about alike, two fifths are larger
        ((10, 14), 1.02, True),
        ((10, 10), 0.65, True),  # of two alike, the one that facets cut less than seven tenths as deep
        ((10, 10), 0.78, False),
        ((10, 20), 3.6, True),  # the larger may be less than four times as deep
        ((10, 20), 4.4, False),
        ((10, 30), 5.0, False),  # or any number, where the other is less than three tenths of it
        ((10, 37), 5.0, True),
    ],
)
def test_of_two_surfaces_the_one_that_grows_larger_is_taken_unless_facets_cut_it_far_deeper(
    chords, ratio, is_second
):
    assert winner(chords, ratio) == pytest.approx(10.0 * ratio if is_second else 10.0, abs=1e-3)


def patch_of(corners: list[np.ndarray], rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """Return corners and triangles of a grid of quads."""
    first = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)).ravel()
    up = first + columns + 1
    return np.stack(corners, axis=-1).reshape(-1, 3), np.concatenate(
        [np.column_stack([first, up, up + 1]), np.column_stack([first, up + 1, first + 1])]
    )


def test_a_facet_of_a_torus_has_a_seed_along_the_tube_and_one_round_it():
    around, across = np.meshgrid(
        np.radians(10.0 * np.arange(9)), np.radians(20.0 + 12.0 * np.arange(9)), indexing="ij"
    )
    rho = 20.0 + 6.0 * np.cos(across)
    places, triangles = patch_of([rho * np.cos(around), rho * np.sin(around), 6.0 * np.sin(across)], 8, 8)
    _, graph = facets_of(mesh_repair.build([(places, triangles)])[0])
    inner = np.flatnonzero(np.diff(graph.first_beside) == 4)
    assert len(inner) == 36
    for facet in inner:
        assert region_growing.seeds_around(facet, graph, False, 1)[1].tolist() == [3, 3]


def test_a_facet_with_three_quads_round_it_is_too_small_a_seed():
    """The top of a ball: these four have nine corners, so the next three quads are in the seed too."""
    turn = 2.0 * np.pi * np.arange(3) / 3.0
    places = np.concatenate(
        [
            60.0
            * np.column_stack(
                [np.sin(lean) * np.cos(turn), np.sin(lean) * np.sin(turn), np.full(3, np.cos(lean))]
            )
            for lean in np.radians([8.0, 22.0, 34.0, 44.0])
        ]
    )
    quads = [(3 * row + at, 3 * row + (at + 1) % 3) for row in range(3) for at in range(3)]
    triangles = [(0, 1, 2), *((a, a + 3, b + 3) for a, b in quads), *((a, b + 3, b) for a, b in quads)]
    _, graph = facets_of(mesh_repair.build([(places, np.array(triangles))])[0])
    (top,) = np.flatnonzero(np.diff(graph.first_corner) == 3)
    assert region_growing.seeds_around(top, graph, True, 0)[1].tolist() == [7]
