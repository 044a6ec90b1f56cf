"""The sides between facets of a cube: four each, each seen from both."""

import numpy as np

from engine.segment import mesh_repair
from engine.segment.facets import find_facets
from engine.segment.sides import Sides


def cube() -> tuple[Sides, int]:
    places = np.array([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([row for a, b, c, d in quads for row in ((a, b, c), (a, c, d))])
    mesh, _ = mesh_repair.build([(places, triangles)])
    facets = find_facets(mesh)
    return Sides.of(mesh, facets), len(facets.areas)


def test_each_facet_has_four_sides_and_none_to_itself_or_to_the_one_across():
    sides, count = cube()
    assert count == 6
    assert np.bincount(sides.own).tolist() == [4] * 6
    assert (sides.links(count).toarray().sum(axis=1) == 4).all()
    assert not sides.links(count).diagonal().any()


def test_a_side_runs_the_other_way_as_seen_from_the_other_facet():
    sides, _ = cube()
    here = {
        *zip(sides.own.tolist(), sides.other.tolist(), sides.start.tolist(), sides.end.tolist(), strict=True)
    }
    assert here == {(other, own, end, start) for own, other, start, end in here}


def test_the_rows_of_some_facets_are_their_sides_and_no_others():
    sides, _ = cube()
    rows = sides.rows(np.array([1, 4]))
    assert sorted(sides.own[rows].tolist()) == [1] * 4 + [4] * 4
