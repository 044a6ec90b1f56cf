"""Mesh edges between regions chain into the edges and loops of a part."""

import numpy as np
import pytest

from engine.segment import mesh_repair
from engine.segment.borders import trace
from tests.support import draw
from tests.support.tessellated import segmented_of


def traced(shape):
    facets, regions, exact = segmented_of(shape)
    free = np.zeros(len(regions.surfaces), dtype=bool)
    return facets, regions, trace(facets, regions.region_of_triangle, free), exact


def test_a_box_has_twelve_edges_and_a_loop_of_four_a_face():
    _, _, borders, _ = traced(draw.box((3, 4, 5)))
    assert len(borders.chains) == 12
    assert all(len(chain.faces) == 2 for chain in borders.chains)
    assert [[len(loop) for loop in loops] for loops in borders.loops_of_face] == [[4]] * 6


def test_a_plate_with_a_hole_has_an_outer_loop_first():
    _, _, borders, _ = traced(draw.cut(draw.box((40, 30, 20)), draw.cylinder(5, 60, (20, 15, -10))))
    plates = [loops for loops in borders.loops_of_face if len(loops) == 2 and len(loops[0]) == 4]
    assert len(plates) == 2
    for outer, inner in plates:
        assert len(outer) == 4
        (rim,) = inner
        assert borders.chains[rim].is_closed
    assert sum(chain.is_closed for chain in borders.chains) == 2


def test_every_loop_is_a_closed_walk():
    _, _, borders, _ = traced(draw.fillet(draw.box((40, 30, 20)), 3, (0, 0, 10), (20, 0, 20)))
    for face, loops in enumerate(borders.loops_of_face):
        for loop in loops:
            ends = []
            for index in loop:
                chain = borders.chains[index]
                way = 1 if chain.faces[0] == face else -1
                ends.append(tuple(chain.vertices[[0, -1]][::way]))
            assert all(a[1] == b[0] for a, b in zip(ends, ends[1:] + ends[:1], strict=True))


def test_free_sides_make_chains_of_one_face():
    facets, regions, _ = segmented_of(draw.box((3, 4, 5)))
    kept = regions.region_of_triangle != 2
    built, _ = mesh_repair.build([(facets.vertices, facets.triangles[kept])])
    region = np.array(
        [int(np.abs(normal).argmax() * 2 + (normal.sum() > 0)) for normal in built.normals], dtype=np.int64
    )
    _, region = np.unique(region, return_inverse=True)
    borders = trace(built, region, np.zeros(5, dtype=bool))
    assert sorted(len(chain.faces) for chain in borders.chains) == [1] * 4 + [2] * 8


def test_the_edge_where_four_faces_meet_is_one_edge_of_four():
    """Two cubes in one mesh that touch along an edge."""
    low, _, _ = segmented_of(draw.box((1, 1, 1)))
    places = np.concatenate([low.vertices, low.vertices + np.array([1.0, 1.0, 0.0])])
    corners = np.concatenate([low.triangles, low.triangles + len(low.vertices)])
    built, _ = mesh_repair.build([(places, corners)])
    cube = (built.vertices[built.triangles].mean(axis=1)[:, 0] > 1).astype(np.int64)
    side = np.abs(built.normals).argmax(axis=1) * 2 + (built.normals.sum(axis=1) > 0)
    borders = trace(built, cube * 6 + side, np.zeros(12, dtype=bool))
    numbers = sorted(len(chain.faces) for chain in borders.chains)
    assert numbers in ([2] * 22 + [4], [2] * 24)  # one edge of four, or two cubes kept apart


def test_a_corner_cuts_a_border_and_a_coarse_circle_does_not():
    """A half disk in a plane: its rim is an arc and a straight side, though all of it meets one region."""
    at = np.radians(np.linspace(0, 180, 7))
    rim = np.column_stack([np.cos(at), np.sin(at), np.zeros(7)])
    places = np.concatenate([rim, [[0.0, 0.3, 1.0], [0.0, 0.3, -1.0]]])
    ring = np.arange(7)
    after = np.roll(ring, -1)
    up = np.column_stack([ring, after, np.full(7, 7)])
    down = np.column_stack([after, ring, np.full(7, 8)])
    built, _ = mesh_repair.build([(places, np.concatenate([up, down]))])
    region = (built.vertices[built.triangles].mean(axis=1)[:, 2] < 0).astype(np.int64)
    borders = trace(built, region, np.zeros(2, dtype=bool))
    assert sorted(len(chain.vertices) - 1 for chain in borders.chains) == [1, 6]


@pytest.mark.parametrize(
    ("turn_deg", "beside_deg", "is_corner"),
    [
        (32.0, 5.0, True),  # a corner turns by more than 30°
        (28.0, 5.0, False),
        (40.0, 11.8, True),  # and by three times as much as what is beside it
        (40.0, 14.8, False),
        (80.0, 28.0, True),  # no curve turns by more than 75° at once
        (70.0, 28.0, False),
    ],
)
def test_a_border_turns_a_corner_where_it_turns_by_far_more_than_beside_it(turn_deg, beside_deg, is_corner):
    """The rim of two cones over an outline whose sides all touch a circle."""
    rest = (360.0 - turn_deg - 2.0 * beside_deg) / 22
    turns = np.radians([turn_deg, beside_deg, *[rest] * 22, beside_deg])
    middle = np.cumsum(turns) - turns / 2.0
    rim = np.column_stack([np.cos(middle), np.sin(middle)]) / np.cos(turns / 2.0)[:, None]
    count = len(rim)
    places = np.concatenate([np.column_stack([rim, np.zeros(count)]), [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]])
    at, after = np.arange(count), np.roll(np.arange(count), -1)
    up = np.column_stack([at, after, np.full(count, count)])
    down = np.column_stack([after, at, np.full(count, count + 1)])
    built, _ = mesh_repair.build([(places, np.concatenate([up, down]))])
    region = (built.vertices[built.triangles].mean(axis=1)[:, 2] < 0).astype(np.int64)
    (rim_chain,) = trace(built, region, np.zeros(2, dtype=bool)).chains
    assert rim_chain.is_closed != is_corner
