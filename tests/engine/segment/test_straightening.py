"""Rounds of a thinned-out mesh are cylinders along what they stand on, unless they lean evenly."""

import numpy as np
import pytest

from engine.model.arrays import Floats, Ints
from engine.segment import mesh_repair, straightening
from engine.segment.curved_regions import CurvedRegion
from engine.segment.facets import FacetGraph, Facets
from engine.segment.rimmed_bores import Sides
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces import revolution
from engine.surfaces.kind import CONE, CYLINDER
from tests.support.prisms import arc, facets_of

STRAY_MM = 0.03
HEIGHT_MM = 4.0


def side_of(low: Floats, high: Floats) -> tuple[SurfaceMesh, Facets, FacetGraph, Ints]:
    """Draw a half-round block between two outlines (N, 2); also return the facets of its round side."""
    count = len(low)
    ring = np.arange(count)
    following = (ring + 1) % count
    side = np.concatenate(
        [
            np.column_stack([ring, following, following + count]),
            np.column_stack([ring, following + count, ring + count]),
        ]
    )
    fan = np.arange(1, count - 1)
    caps = [np.column_stack([0 * fan, fan + 1, fan]), count + np.column_stack([0 * fan, fan, fan + 1])]
    places = np.concatenate(
        [np.column_stack([low, np.zeros(count)]), np.column_stack([high, np.full(count, HEIGHT_MM)])]
    )
    mesh, _ = mesh_repair.build([(places, np.concatenate([side, *caps]))])
    facets, graph = facets_of(mesh)
    is_side = ~facets.is_flat & (facets.normals[:, 1] > 0.0)
    return mesh, facets, graph, np.flatnonzero(is_side)


def found_in(low: Floats, high: Floats, stray_mm: float) -> CurvedRegion | None:
    mesh, facets, graph, members = side_of(low, high)
    return straightening.cylinder(graph, facets, Sides.of(mesh, facets), members, stray_mm)


def strayed(outline: Floats, first: int, by_mm: float = STRAY_MM) -> Floats:
    """Move every other corner, from that one on, so far away from the origin."""
    moved = outline.copy()
    moved[first::2] *= 1.0 + by_mm / np.linalg.norm(moved[first::2], axis=1)[:, None]
    return moved


HALF = arc(3.0, 180.0, 6)


@pytest.mark.parametrize(
    ("low", "high", "stray_mm", "is_found"),
    [
        (strayed(HALF, 1), strayed(HALF, 0), STRAY_MM, True),
        (strayed(HALF, 1), strayed(HALF, 0), 0.0, False),  # nothing strays elsewhere in the mesh
        (strayed(HALF, 1, 0.3), strayed(HALF, 0, 0.3), STRAY_MM, False),
        (strayed(HALF, 1), strayed(HALF * 0.97, 0), STRAY_MM, False),  # a draft of 1.3°
        (arc(3.0, 180.0, 2), arc(3.0, 180.0, 2), STRAY_MM, False),  # two flats
    ],
)
def test_a_round_that_leans_to_and_fro_is_straight(low, high, stray_mm, is_found):
    found = found_in(low, high, stray_mm)
    assert (found is not None) == is_found
    if found is not None:
        cylinder = revolution.named(found.surface)
        assert cylinder.radius == pytest.approx(3.0, abs=0.025)
        assert abs(cylinder.axis[2]) == pytest.approx(1.0)


@pytest.mark.parametrize(("by_mm", "kind"), [(STRAY_MM, CYLINDER), (0.0, CONE)])
def test_what_lies_on_its_surface_stays(by_mm, kind):
    """A cone that leans by 0.04°; corners that stray lie off it by more than off a cylinder."""
    share = 0.999
    mesh, facets, graph, members = side_of(strayed(HALF, 1, by_mm), strayed(share * HALF, 0, by_mm))
    slope = np.arctan(3.0 * (share - 1.0) / HEIGHT_MM)
    cone = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0, -slope])
    given = CurvedRegion(CONE, cone, members, 0.01)
    found = straightening.straightened(graph, facets, Sides.of(mesh, facets), given, STRAY_MM)
    assert found.kind == kind
    assert (found is given) == (kind == CONE)
