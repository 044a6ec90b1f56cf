"""Facets of made-up walls on either side of the limits within which curved faces take them, or merge."""

from dataclasses import replace

import numpy as np
import pytest

from engine.segment import mesh_repair, region_growing, split_and_merge
from engine.segment.curved_regions import CurvedRegion
from engine.segment.facets import FacetGraph, Facets
from engine.surfaces.kind import CYLINDER
from engine.surfaces.revolution import Revolution
from tests.support.prisms import arc, facets_of, wall

Z = np.array([0.0, 0.0, 1.0])
STEP_DEG = 10.0
SAG_MM = 10.0 - np.hypot(10.0 * np.cos(np.radians(5.0)), 10.0 * np.sin(np.radians(5.0)) / 3.0)
"""How deep the middles of triangles lie in a chord of 10° of radius 10: as the square of the turn."""


def cylinder(radius_mm: float = 10.0) -> np.ndarray:
    return Revolution(np.zeros(3), Z, radius_mm, 0.0).packed()


def corners(turns_deg: list[float], off_mm: float = 0.0) -> np.ndarray:
    """Return the outline of an arc of radius 10 whose chords turn by these; its end is off by some."""
    at = np.radians(np.cumsum([0.0, *turns_deg]))
    outline = 10.0 * np.column_stack([np.cos(at), np.sin(at)])
    outline[-1] *= 1.0 + off_mm / 10.0
    return outline


def in_order(facets: Facets, graph: FacetGraph) -> np.ndarray:
    """Return the facets of a wall by their turn about the axis."""
    middle = np.array(
        [
            graph.places[graph.corners[a:b]].mean(axis=0)
            for a, b in zip(facets.first_corner[:-1], facets.first_corner[1:], strict=True)
        ]
    )
    return np.argsort(np.arctan2(middle[:, 1], middle[:, 0]) % (2.0 * np.pi))


def region(graph: FacetGraph, members: np.ndarray, radius_mm: float = 10.0) -> CurvedRegion:
    s = cylinder(radius_mm)
    return CurvedRegion(
        CYLINDER, s, np.sort(members), region_growing.depth(CYLINDER, s, graph, np.sort(members))[0]
    )


def n_absorbed(outline: np.ndarray, n_given: int) -> int:
    """Return how many facets beyond the first ones of a wall are absorbed by these."""
    facets, graph = facets_of(wall(outline))
    order = in_order(facets, graph)
    assert len(order) == len(outline) - 1
    face = np.full(len(order), -1, dtype=np.int64)
    face[order[:n_given]] = 0
    split_and_merge.absorb_scraps(
        graph, facets, [region(graph, order[:n_given])], face, np.zeros(len(order), dtype=bool)
    )
    return int((face == 0).sum()) - n_given


@pytest.mark.parametrize(
    ("turn_deg", "off_mm", "n_taken"),
    [
        (10.0, -0.9 * 0.5 * SAG_MM, 1),  # its far corners lie within half the depth of facets
        (10.0, -1.1 * 0.5 * SAG_MM, 0),
        (10.0 * np.sqrt(3.6), 0.0, 1),  # it is less than four times as deep
        (10.0 * np.sqrt(4.4), 0.0, 0),
        (6.0, 0.947 * 0.36 * SAG_MM, 1),  # its far corners are 1.8 times as far off as its middle
        (6.0, 1.048 * 0.36 * SAG_MM, 0),  # 2.2 times: a flat that touches
        (4.5, 1.3 * 0.2025 * SAG_MM, 1),  # 3.7 times, but of less than half the area of a facet
        (5.5, 1.3 * 0.3025 * SAG_MM, 0),
        (0.5, 0.45 * SAG_MM, 1),  # it leans by 10°
        (0.25, 0.45 * SAG_MM, 0),  # by 19°: 14° is the most
    ],
)
def test_scraps_belong_to_the_face_on_which_they_lie(turn_deg, off_mm, n_taken):
    assert n_absorbed(corners([STEP_DEG] * 8 + [turn_deg], off_mm), 8) == n_taken


def test_scraps_are_absorbed_in_four_rounds():
    assert n_absorbed(corners([STEP_DEG] * 9 + [5.0] * 5), 9) == 4


def merged(outline: np.ndarray, parts: list[int], radius_mm: float = 10.0) -> list[CurvedRegion]:
    """Merge faces of so many facets each in a row, the first of which has a radius of its own."""
    facets, graph = facets_of(replace(wall(outline), noise_mm=1e-6))
    order = in_order(facets, graph)
    assert len(order) == sum(parts)
    found = [
        region(graph, members, radius_mm if not index else 10.0)
        for index, members in enumerate(np.split(order, np.cumsum(parts)[:-1]))
    ]
    return split_and_merge.merge_regions(graph, facets, found)


@pytest.mark.parametrize(("radius_mm", "n_faces"), [(10.11, 1), (10.135, 2)])
def test_faces_merge_where_corners_of_the_smaller_lie_near_the_larger(radius_mm, n_faces):
    """Eight times 1.5 ‰ of the radius: 0.121 mm."""
    assert len(merged(arc(10.0, 150.0, 15), [9, 6], radius_mm)) == n_faces


@pytest.mark.parametrize(("n_exact", "n_faces"), [(6, 1), (5, 2)])
def test_a_face_merges_with_an_exact_one_on_which_half_of_its_corners_lie(n_exact, n_faces):
    """Of eleven corners along it."""
    outline = arc(10.0, 240.0, 24)
    sign = np.where(np.arange(25) % 2 == 0, 1.0, -1.0) * (np.arange(25) >= 14 + n_exact)
    assert len(merged(outline * (1.0 + 1e-3 * sign)[:, None], [14, 10])) == n_faces


@pytest.mark.parametrize(("n_parts", "n_faces"), [(8, 1), (9, 2)])
def test_faces_merge_in_pairs_three_times_over(n_parts, n_faces):
    assert len(merged(arc(10.0, 270.0, 3 * n_parts), [3] * n_parts)) == n_faces


def between(n_triangles: int) -> int:
    """Return how many facets may be split that lie between two exact faces and have so many triangles."""
    outline = arc(10.0, 250.0, 25)
    mesh = wall(outline)
    a, b = outline[12], outline[13]
    share = np.linspace(0.0, 1.0, n_triangles)[1:-1]
    more = np.column_stack([a + share[:, None] * (b - a), np.zeros(len(share))])
    at = [
        int(np.linalg.norm(mesh.vertices - (*place, height), axis=1).argmin())
        for place in (a, b)
        for height in (0.0, 5.0)
    ]
    row = np.array([at[0], *(len(mesh.vertices) + np.arange(len(more))), at[2]])
    fan = np.column_stack([row[:-1], row[1:], np.full(len(row) - 1, at[3])])
    is_other = ~np.isin(mesh.triangles, at).all(axis=1)
    triangles = np.concatenate([mesh.triangles[is_other], fan, [[at[0], at[3], at[1]]]])
    mesh, _ = mesh_repair.build([(np.concatenate([mesh.vertices, more]), triangles)])
    facets, graph = facets_of(mesh)
    sizes = np.diff(facets.first_triangle)
    middle = int(sizes.argmax())
    assert sizes[middle] == n_triangles
    order = in_order(facets, graph)
    assert order[12] == middle
    found = [region(graph, order[:12]), region(graph, order[13:])]
    for one in found:
        graph.is_taken[one.facets] = True
    return len(split_and_merge._split_candidates(graph, facets, found))


@pytest.mark.parametrize(("n_triangles", "n_candidates"), [(16, 1), (17, 0)])
def test_a_facet_of_more_than_sixteen_triangles_is_flat_and_is_not_split(n_triangles, n_candidates):
    assert between(n_triangles) == n_candidates


def whole(outline: np.ndarray) -> CurvedRegion | None:
    facets, graph = facets_of(replace(wall(outline), noise_mm=1e-6))
    return split_and_merge._whole(graph, facets, np.arange(len(facets.areas)))


@pytest.mark.parametrize(("rise_mm", "is_curved"), [(0.132, True), (0.108, False)])
def test_a_patch_is_curved_that_rises_by_eight_times_what_corners_stray(rise_mm, is_curved):
    """They stray by 1.5 ‰ of the radius, 0.015 mm."""
    half_deg = np.degrees(np.arccos(1.0 - rise_mm / 10.0))
    assert (whole(arc(10.0, 2.0 * half_deg, 4)) is not None) == is_curved


@pytest.mark.parametrize(("turn_deg", "n_facets"), [(0.18, 10), (0.115, 9)])
def test_a_facet_that_leans_by_more_than_26_degrees_from_the_surface_of_its_patch_is_none_of_it(
    turn_deg, n_facets
):
    """Its corners are 0.0135 mm off at one end, within what may stray: it leans by 23° or by 34°."""
    found = whole(corners([STEP_DEG] * 9 + [turn_deg], 0.0135))
    assert found is not None
    assert len(found.facets) == n_facets


@pytest.mark.parametrize(("loose_mm", "is_doubtful"), [(4.4, True), (3.6, False)])
def test_a_face_is_in_doubt_that_goes_on_along_two_fifths_of_its_smooth_border(loose_mm, is_doubtful):
    """A strip of two chords between one more and another face; the ruling at its one end is the lower."""
    outline = arc(10.0, 40.0, 4)
    heights = np.array([loose_mm, loose_mm, 5.0, 10.0 - loose_mm, 10.0 - loose_mm])
    row = np.arange(4)
    places = np.concatenate([np.column_stack([outline, np.zeros(5)]), np.column_stack([outline, heights])])
    triangles = np.concatenate(
        [np.column_stack([row, row + 1, row + 6]), np.column_stack([row, row + 6, row + 5])]
    )
    mesh, _ = mesh_repair.build([(places, triangles)])
    facets, graph = facets_of(mesh)
    order = in_order(facets, graph)
    face = np.full(4, -1, dtype=np.int64)
    face[order[1:3]] = 0
    is_remainder = np.zeros(4, dtype=bool)
    is_remainder[order[0]] = True
    found = [region(graph, order[1:3])]
    assert split_and_merge._doubtful(graph, facets, found, face, is_remainder).tolist() == [is_doubtful]


def waved(arc_chords: int, before: int, after: int) -> np.ndarray:
    """Return the outline of an arc of radius 10, its chords turning by 8°, between waves of as long sides."""
    bends = [20.0, 20.0, -20.0, -20.0]
    folds = np.array(
        [bends[k % 4] for k in range(before)]
        + [8.0] * arc_chords
        + [bends[(k + 2) % 4] for k in range(after)]
    )
    turn = np.radians(np.cumsum(folds) - folds[:before].sum() + 86.0)
    steps = 20.0 * np.sin(np.radians(4.0)) * np.column_stack([np.cos(turn), np.sin(turn)])
    outline = np.concatenate([[[0.0, 0.0]], np.cumsum(steps, axis=0)])
    return outline - outline[before] + (10.0, 0.0)


@pytest.mark.parametrize(("n_astray", "is_curved"), [(7, True), (9, False)])
def test_a_surface_explains_seven_tenths_of_its_patch(n_astray, is_curved):
    """Eighteen facets of 25, or of 27; the corners of the others lie a tenth in and out."""
    outline = arc(10.0, 8.0 * (18 + n_astray), 18 + n_astray)
    at = np.arange(len(outline))
    found = whole(outline * (1.0 + 0.01 * np.where(at % 2 == 0, 1.0, -1.0) * (at > 18))[:, None])
    assert (found is not None) == is_curved
    if found is not None:
        assert len(found.facets) == 18


@pytest.mark.parametrize(("n_waved", "n_faces"), [(9, 1), (10, 0)])
def test_a_doubtful_face_stands_that_is_three_tenths_of_its_patch(n_waved, n_faces):
    """Four facets of 13, or of 14; waves go on at both its ends."""
    outline = waved(4, 5, n_waved - 5)
    facets, graph = facets_of(replace(wall(outline), noise_mm=1e-6))
    middles = np.array(
        [
            graph.places[graph.corners[a:b]].mean(axis=0)
            for a, b in zip(facets.first_corner[:-1], facets.first_corner[1:], strict=True)
        ]
    )
    sides = (outline[1:] + outline[:-1])[5:9] / 2.0
    members = np.linalg.norm(middles[:, None, :2] - sides[None], axis=2).argmin(axis=0)
    face = np.full(len(facets.areas), -1, dtype=np.int64)
    face[members] = 0
    none = np.zeros(len(facets.areas), dtype=bool)
    found, after = split_and_merge.settle_patches(graph, facets, [region(graph, members)], face, none)
    assert len(found) == n_faces
    assert (after >= 0).sum() == 4 * n_faces


@pytest.mark.parametrize(("chords", "is_curved"), [(4, True), (3, False)])
def test_four_facets_make_a_curved_patch_and_three_are_two_bevels(chords, is_curved):
    """They have a row of corners halfway up."""
    outline = arc(10.0, 20.0 * chords, chords)
    places = np.concatenate([np.column_stack([outline, np.full(chords + 1, z)]) for z in (0.0, 2.0, 5.0)])
    corner = (np.arange(2)[:, None] * (chords + 1) + np.arange(chords)).ravel()
    up = corner + chords + 1
    triangles = np.concatenate(
        [np.column_stack([corner, corner + 1, up + 1]), np.column_stack([corner, up + 1, up])]
    )
    mesh, _ = mesh_repair.build([(places, triangles)])
    facets, graph = facets_of(mesh)
    assert len(facets.areas) == chords
    assert (split_and_merge._whole(graph, facets, np.arange(chords)) is not None) == is_curved
