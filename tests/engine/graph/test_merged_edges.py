"""Edges cut up where faces were, and edges with a corner of something between them."""

from engine.graph import merged_edges
from engine.run_context import RunContext
from tests.support import draw
from tests.support.parts import part_of, without_mesh
from tests.support.parts_blends import split

BLOCK = draw.box((40, 30, 20))


def cut_at(x: float, body=BLOCK):
    return split(body, (x, 0, 0), (1, 0, 0))


def found(body) -> list[list[float]]:
    """Return the lengths of the edges of each merged edge."""
    part = part_of(body)
    context = RunContext(without_mesh(part))
    lengths: dict[int, list[float]] = {}
    for edge, merged_edge in merged_edges.of(context).items():
        lengths.setdefault(merged_edge, []).append(round(part.edges[edge].length_mm, 6))
    return sorted(sorted(each) for each in lengths.values())


def test_edges_that_a_saw_cut_are_one_merged_edge_each():
    assert found(BLOCK) == []
    assert found(cut_at(12)) == [[12.0, 28.0]] * 4
    assert found(draw.turned(cut_at(12), 37.3, (1, 2, 3))) == [[12.0, 28.0]] * 4


def test_a_merged_edge_may_have_many_pieces():
    assert found(cut_at(30, cut_at(12))) == [[10.0, 12.0, 18.0]] * 4


def test_edges_on_either_side_of_a_notch_are_two():
    notched = draw.cut(BLOCK, draw.box((4, 30, 5), (18, 0, 15)))
    assert found(notched) == []


def test_the_rim_of_a_bore_that_came_in_pieces_is_one_merged_edge():
    bored = draw.cut(BLOCK, draw.cylinder(5, 20, (12, 15, 0)))
    rims = [each for each in found(cut_at(12, bored)) if sum(each) < 32.0]
    assert len(rims) == 2
    assert all(abs(sum(each) - 31.415927) < 1e-4 for each in rims)
