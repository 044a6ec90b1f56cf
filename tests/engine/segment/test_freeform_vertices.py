"""Normals and bends of free-form regions at their corners, as far as corners tell them."""

import numpy as np
import pytest

from engine.model.surface import Freeform
from engine.segment import freeform, mesh_repair
from engine.surfaces.table import tabulate
from tests.support.prisms import arc


def strip(rows: int, bulge_mm: float = 0.0):
    """Triangulate a band 1.5 wide round an oval, 45 degrees to its plane; `bulge_mm` out in its middle."""
    turn = np.linspace(0.0, np.pi / 2, 25)
    places = []
    for across in np.linspace(0.0, 1.0, rows):
        out = (across - 0.5) * 1.5 * np.sqrt(0.5)
        rise = bulge_mm * 4.0 * across * (1.0 - across) * np.sqrt(0.5)
        # rows stand against each other, as meshers leave them
        at = turn + 0.013 * across
        places.append(
            np.column_stack(
                [(9.0 + out + rise) * np.cos(at), (6.0 + out + rise) * np.sin(at), rise - out * np.ones(25)]
            )
        )
    corner = (np.arange(rows - 1)[:, None] * 25 + np.arange(24)).ravel()
    triangles = np.concatenate(
        [
            np.column_stack([corner, corner + 25, corner + 1]),
            np.column_stack([corner + 1, corner + 25, corner + 26]),
        ]
    )
    joined, _ = mesh_repair.build([(np.concatenate(places), triangles)])
    region = np.zeros(len(joined.triangles), dtype=np.int64)
    return freeform.region_vertices(joined, region, tabulate([Freeform(np.inf, np.inf)], [1])), joined


def turns_deg(seen, joined):
    """Return how far normals turn from the inner row of corners to those of the outer next to them."""
    height = joined.vertices[:, 2]
    low, high = (np.flatnonzero(np.isclose(height, end)) for end in (height.min(), height.max()))
    apart = np.linalg.norm(joined.vertices[low][:, None] - joined.vertices[high], axis=2)
    other = high[apart.argmin(axis=1)]
    cosine = np.einsum("nk,nk->n", seen.normals[low], seen.normals[other])
    return np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))[3:-3]


def test_a_strip_of_two_rows_of_corners_is_straight_across():
    seen, joined = strip(2)
    # the oval itself turns by as much between corners that stand against each other
    assert turns_deg(seen, joined).max() < 2.7
    assert np.median(turns_deg(seen, joined)) < 1.0


def test_a_strip_with_corners_in_its_middle_bends_as_they_say():
    seen, joined = strip(3, bulge_mm=0.1)
    # an arc 1.5 wide and 0.1 high turns by 4 atan(0.1 / 0.75)
    assert np.median(turns_deg(seen, joined)) == pytest.approx(30.4, abs=3.0)
    flat, joined = strip(3)
    assert turns_deg(flat, joined).max() < 1.5


def quads(rows: list[np.ndarray]):
    """Triangulate rows of corners, two triangles to a quad, as one free-form region."""
    count = len(rows[0])
    corner = (np.arange(len(rows) - 1)[:, None] * count + np.arange(count - 1)).ravel()
    up = corner + count
    triangles = np.concatenate(
        [np.column_stack([corner, corner + 1, up + 1]), np.column_stack([corner, up + 1, up])]
    )
    joined, _ = mesh_repair.build([(np.concatenate(rows), triangles)])
    region = np.zeros(len(joined.triangles), dtype=np.int64)
    return freeform.region_vertices(joined, region, tabulate([Freeform(np.inf, np.inf)], [1])), joined


@pytest.mark.parametrize(("fold_deg", "follows"), [(40.0, True), (47.0, True), (50.0, False)])
def test_the_normal_at_a_border_follows_a_bend_away_from_its_facet_by_up_to_35_degrees(fold_deg, follows):
    """Two chords of a tube fold by an angle, and its end is half of that away from the facet there.

    The parabola through the corners overshoots: it leans from the facet by 25, 32.5 and 36 degrees.
    """
    outline = arc(10.0, 2.0 * fold_deg, 2)
    seen, joined = quads([np.column_stack([outline, np.full(3, z)]) for z in (0.0, 2.0, 4.0, 6.0)])
    [end] = np.flatnonzero(np.linalg.norm(joined.vertices - (10.0, 0.0, 2.0), axis=1) < 1e-6)
    [row] = seen.at(np.array([0]), np.array([end]))
    turn_deg = np.degrees(np.arctan2(seen.normals[row, 1], seen.normals[row, 0]))
    if follows:
        assert -10.0 < turn_deg < 0.0
    else:
        assert turn_deg == pytest.approx(fold_deg / 2.0)


@pytest.mark.parametrize(("off_mm", "bend_per_mm"), [(0.036, 0.1), (0.032, 0.0)])
def test_rows_of_corners_a_hundredth_of_the_width_in_and_out_say_how_a_strip_bends_across(
    off_mm, bend_per_mm
):
    """A strip 3 wide along a tube of radius 10; corners lie nearer to its middle and farther by turns."""
    place = np.arange(13)
    off = np.where(place % 2 == 0, off_mm, -off_mm)
    seen, joined = quads(
        [
            np.column_stack([1.0 * place, 10.0 * np.sin(at), 10.0 * np.cos(at)])
            for at in ((side * 1.5 + off) / 10.0 for side in (-1, 1))
        ]
    )
    is_inner = (joined.vertices[seen.vertex, 0] > 3.0) & (joined.vertices[seen.vertex, 0] < 9.0)
    bends = np.abs(np.linalg.eigvalsh(seen.bends[is_inner])).max(axis=1)
    assert bends == pytest.approx(bend_per_mm, abs=0.011)
