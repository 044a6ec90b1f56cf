"""Gaps are counted by body: rings of free sides, and edges where more than two faces meet."""

import numpy as np

from engine.model.arrays import frozen_ints
from engine.segment import solids
from engine.segment.borders import BorderChain, RegionBorders


def of(free, several, n_bodies=2):
    bodies = np.array([body for body, *_ in free], dtype=np.int64)
    ends = np.array([each[1:] for each in free], dtype=np.int64).reshape(-1, 2)
    return solids.doubts_of_bodies(solids.Gaps(bodies, ends, np.array(several, dtype=np.int64)), n_bodies)


def test_sides_that_hang_together_are_one_border_and_those_apart_are_two():
    square = [(0, 1, 2), (0, 2, 3), (0, 4, 3), (0, 4, 1)]
    assert of(square, [])[0].startswith("has 1 open border:")
    assert of([*square, (0, 7, 8), (0, 8, 7)], [])[0].startswith("has 2 open borders:")


def test_bodies_that_share_a_vertex_keep_their_borders_apart():
    first, second = of([(0, 1, 2), (0, 2, 1), (1, 2, 3), (1, 3, 2)], [1])
    assert first.startswith("has 1 open border:")
    assert second.startswith("has 1 open border and 1 edge where more than two faces meet:")


def test_a_body_that_is_open_without_a_gap_says_that_it_does_not_close():
    assert of([], []) == (of([], [])[0],) * 2
    assert "does not close" in of([], [])[0]


def test_edges_of_a_segmented_part_say_the_same():
    chains = (
        BorderChain((0,), frozen_ints([1, 2, 3]), False),
        BorderChain((0, 1), frozen_ints([3, 4]), False),
        BorderChain((1, 2, 3), frozen_ints([4, 5]), False),
    )
    found = solids.gaps_of_borders(
        RegionBorders(chains, (), frozen_ints([]), frozen_ints([])), np.array([0, 1, 1, 1])
    )
    assert found.body_of_free.tolist() == [0]
    assert found.ends_of_free.tolist() == [[1, 3]]
    assert found.body_of_several.tolist() == [1]
