"""Edges that follow one another between the same two groups of faces, merged as one edge that was cut up.

Where a file splits faces it splits their edges too, at vertices where no third group comes near. What holds
for an edge (which face lies across it, which way it faces) should hold for the whole merged edge.
"""

from engine.graph import neighborhoods
from engine.model.face_graph import FaceGraph
from engine.model.part import EdgeId, FaceId, Part
from engine.run_context import RunContext

_Pair = tuple[EdgeId, EdgeId]


def of(context: RunContext) -> dict[EdgeId, EdgeId]:
    """Return for each edge that was cut up the smallest of its merged edge; whole edges are left out.

    Two edges are merged where one follows the other on the borders of both groups: at the vertex between
    them no other group has a corner. To be asked for by `context.once`.
    """
    part, graph = context.part, context.graph
    sides = {
        edge.id: tuple(sorted(int(graph.group_of_face[face]) for face in edge.faces))
        for edge in part.edges
        if len(edge.faces) == 2
    }
    seen: dict[_Pair, FaceId] = {}
    leader: dict[EdgeId, EdgeId] = {}
    for group in graph.faces_of_group:
        for loop in _loops(part, graph, group):
            for one, other in zip(loop, loop[1:] + loop[:1], strict=True):
                if one == other or sides.get(one) is None or sides[one] != sides.get(other):
                    continue
                pair = (min(one, other), max(one, other))
                if seen.setdefault(pair, group) != group:
                    low, high = sorted((_leader(leader, one), _leader(leader, other)))
                    leader[low], leader[high] = low, low
    return {edge: _leader(leader, edge) for edge in sorted(leader)}


def _loops(part: Part, graph: FaceGraph, group: FaceId) -> tuple[tuple[EdgeId, ...], ...]:
    """Return the borders of a group; most groups are one face without a seam, whose loops they are."""
    faces = graph.faces_of_group[group]
    loops = tuple(loop.edges for loop in part.faces[faces[0]].loops)
    if len(faces) == 1 and all(len(set(loop)) == len(loop) for loop in loops):
        return loops
    return neighborhoods.border_loops(part, faces)


def _leader(leader: dict[EdgeId, EdgeId], edge: EdgeId) -> EdgeId:
    while leader.get(edge, edge) != edge:
        edge = leader[edge]
    return edge
