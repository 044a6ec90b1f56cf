"""Normals and bends of free-form regions at their corners, as far as corners tell them."""

import numpy as np
import pytest

from engine.model.surface import Freeform
from engine.segment import freeform, mesh_repair
from engine.surfaces.table import tabulate


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
