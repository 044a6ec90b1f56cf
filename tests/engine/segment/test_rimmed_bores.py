"""Holes whose rims were thinned out each for itself are bores; sockets, tapers and steps are not."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.model.arrays import Floats
from engine.model.surface import Cylinder
from engine.segment import mesh_repair, rimmed_bores
from engine.segment.curved_regions import CurvedRegion
from engine.surfaces import revolution
from tests.support.prisms import facets_of
from tests.support.triangulated import Soup, kinds, of_kind, segmented

HEIGHT_MM = 2.0
SQUARE = 5.0 * np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
STRAY = 0.02
"""Share of the radius by which every other corner lies inside the circle."""


def rim(radius_mm: float, corners: int, turn_deg: float = 0.0, stray: float = STRAY) -> Floats:
    """Return a polygon (N, 2) about the origin, every other corner of which lies inside its circle."""
    at = np.radians(turn_deg) + 2.0 * np.pi * np.arange(corners) / corners
    radii = radius_mm * (1.0 - stray * (np.arange(corners) % 2))
    return radii[:, None] * np.column_stack([np.cos(at), np.sin(at)])


def between(one: Floats, other: Floats) -> list[list[int]]:
    """Return triangles between two loops round the origin, the second one's corners numbered on."""
    turns = [np.arctan2(loop[:, 1], loop[:, 0]) for loop in (one, other)]
    order = [np.argsort(turn) for turn in turns]
    i = j = 0
    triangles = []
    while i < len(one) or j < len(other):
        here, there = order[0][i % len(one)], len(one) + order[1][j % len(other)]
        ahead = [
            turn[row[k % len(row)]] + 2.0 * np.pi * (k // len(row))
            for turn, row, k in zip(turns, order, (i + 1, j + 1), strict=True)
        ]
        if j == len(other) or (i < len(one) and ahead[0] <= ahead[1]):
            i += 1
            triangles.append([here, there, order[0][i % len(one)]])
        else:
            j += 1
            triangles.append([here, there, len(one) + order[1][j % len(other)]])
    return triangles


def raised(loop: Floats, at_mm: float) -> Floats:
    return np.column_stack([loop, np.full(len(loop), at_mm)])


def tube(rings: Sequence[Floats]) -> Soup:
    """Join rings (N, 3), each to the next one and the last to the first, into a closed surface."""
    starts = np.cumsum([0, *(len(ring) for ring in rings)])
    rows = []
    for index, ring in enumerate(rings):
        following = (index + 1) % len(rings)
        number = np.concatenate(
            [starts[index] + np.arange(len(ring)), starts[following] + np.arange(len(rings[following]))]
        )
        rows.append(number[np.array(between(ring[:, :2], rings[following][:, :2]))])
    return np.concatenate(rings), np.concatenate(rows)


def plate(top: Floats, bottom: Floats, height_mm: float = HEIGHT_MM) -> Soup:
    """Draw a plate of 10 x 10 mm with a hole between two rims."""
    return tube([raised(SQUARE, height_mm), raised(SQUARE, 0.0), raised(bottom, 0.0), raised(top, height_mm)])


def post(top: Floats, bottom: Floats) -> Soup:
    """Draw a tube round a square hole; its outside stands between two rims."""
    hole = 0.15 * SQUARE
    return tube([raised(top, HEIGHT_MM), raised(bottom, 0.0), raised(hole, 0.0), raised(hole, HEIGHT_MM)])


def found_in(given: Soup) -> list[CurvedRegion]:
    mesh, _ = mesh_repair.build([given])
    facets, graph = facets_of(mesh)
    return rimmed_bores.find(mesh, facets, graph)


@pytest.mark.parametrize(
    ("top", "bottom", "n_found"),
    [
        (rim(1.0, 9), rim(1.0, 8), 1),
        (rim(1.0, 9), rim(1.0, 9, 20.0), 1),
        (rim(1.0, 6), rim(1.0, 5, 10.0), 1),
        (rim(1.0, 6), rim(1.0, 6, 30.0), 1),
        (rim(1.0, 6), rim(1.0, 6), 0),  # a socket, its corners rounded off in the file
        (rim(1.0, 6), rim(1.0, 6, 8.0), 0),  # and turned by an eighth of a step
        (rim(1.0, 8), rim(1.0, 8), 1),
        (rim(2.8, 8), rim(2.8, 8), 0),  # an octagon that misses its circle by 0.21 mm
        (rim(1.0, 9, stray=0.0), rim(1.0, 9, stray=0.0), 0),  # growing finds it
        (rim(1.0, 9, stray=0.2), rim(1.0, 8, stray=0.2), 0),  # a star
        (rim(1.0, 4), rim(1.0, 4, 45.0), 0),
        (rim(1.0, 9), rim(0.8, 8), 0),  # a taper of 6°
        (rim(1.0, 9), rim(1.0, 8) + np.array([0.3, 0.0]), 0),  # a hole on a slant
    ],
)
def test_rims_that_stray_and_do_not_pair_tell_a_bore(top, bottom, n_found):
    found = found_in(plate(top, bottom))
    assert len(found) == n_found
    for one in found:
        cylinder = revolution.named(one.surface)
        assert cylinder.radius == pytest.approx(0.99, abs=0.011)
        assert abs(cylinder.axis[2]) == pytest.approx(1.0)
        assert np.abs(cylinder.point[:2]).max() < 0.01


@pytest.mark.parametrize(
    ("top", "bottom", "n_found"),
    [
        (rim(2.0, 9), rim(2.0, 8), 1),
        (rim(2.0, 10), rim(2.0, 10), 1),
        (rim(2.0, 8), rim(2.0, 8), 0),
    ],
)
def test_a_post_of_eight_walls_is_one_where_corners_pair(top, bottom, n_found):
    assert len(found_in(post(top, bottom))) == n_found


def test_a_bore_is_one_face_of_a_plate_and_has_no_draft():
    _, found = segmented(plate(rim(1.0, 9), rim(1.0, 8)))
    assert kinds(found) == {"Cylinder": 1, "Plane": 6}
    (bore,) = of_kind(found, Cylinder)
    assert isinstance(bore, Cylinder)
    assert abs(bore.axis[2]) == pytest.approx(1.0, abs=1e-9)
    at = found.surfaces.index(bore)
    assert found.senses[at] == -1
    assert found.is_coarse[at]


@pytest.mark.parametrize(
    ("dent_mm", "stray", "plates", "expected"),
    [
        (0.015, STRAY, 4, {"Cylinder": 4, "Plane": 24}),
        (0.015, STRAY, 3, {"Cylinder": 3, "Plane": 19}),  # too few holes to tell anything of the mesh
        (0.015, 0.0, 4, {"Cylinder": 4, "Freeform": 1, "Plane": 23}),  # nothing strays but that corner
        (0.1, STRAY, 4, {"Cylinder": 4, "Plane": 25}),  # a bevel of 3.6°
    ],
)
def test_where_rims_stray_flat_faces_may(dent_mm, stray, plates, expected):
    """A corner 2 mm from the end of one side of one of several plates lies that far inside it."""
    square = np.insert(SQUARE, 1, (3.0, 5.0 - dent_mm), axis=0)
    top, bottom = rim(1.0, 12, stray=stray), rim(1.0, 12, 15.0, stray=stray)
    hole = [raised(bottom, 0.0), raised(top, HEIGHT_MM)]
    others = [plate(top, bottom)] * (plates - 1)
    soups = [tube([raised(square, HEIGHT_MM), raised(square, 0.0), *hole]), *others]
    _, found = segmented(
        *((places + np.array([20.0 * at, 0.0, 0.0]), rows) for at, (places, rows) in enumerate(soups))
    )
    assert kinds(found) == expected
