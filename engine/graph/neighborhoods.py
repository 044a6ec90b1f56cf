"""Neighbors of a face: across which kind of joint, round which border, past which blends.

Every answer is in ascending order unless it says otherwise, so that results never hang on traversal.
"""

from collections.abc import Collection, Iterable

from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import EdgeId, FaceId, Part

SMOOTH = frozenset({Convexity.SMOOTH, Convexity.SMOOTH_CONVEX, Convexity.SMOOTH_CONCAVE})
"""Every way to be tangent."""
EVERY = frozenset(Convexity)


def border_joints(graph: FaceGraph, faces: Collection[FaceId]) -> tuple[Joint, ...]:
    """List the joints between `faces` and the rest; seams and joints inside are left out.

    A free border counts: its other face is -1. Give one face in a tuple, or the members of a group.
    """
    inside = set(faces)
    indices = sorted({index for face in inside for index in graph.joints_of_face[face]})
    joints = [graph.joints[index] for index in indices]
    return tuple([joint for joint in joints if not inside.issuperset(joint.faces)])


def neighbors(
    graph: FaceGraph, faces: Collection[FaceId], across: Collection[Convexity] = EVERY
) -> tuple[FaceId, ...]:
    """List the faces next to `faces` across joints of the given convexities; free borders give none."""
    inside = set(faces)
    found = {
        face for joint in border_joints(graph, inside) if joint.convexity in across for face in joint.faces
    }
    return tuple(sorted(found - inside - {FaceId(-1)}))


def joints_between(
    graph: FaceGraph, faces: Collection[FaceId], others: Collection[FaceId]
) -> tuple[Joint, ...]:
    """List the joints that `faces` and `others` (disjoint) share, in the order of their edges."""
    ours, theirs = set(faces), set(others)
    return tuple(
        joint
        for joint in border_joints(graph, ours)
        if (joint.faces[0] in theirs or joint.faces[1] in theirs)
    )


def connected(
    graph: FaceGraph, faces: Iterable[FaceId], across: Collection[Convexity] = EVERY
) -> tuple[tuple[FaceId, ...], ...]:
    """Split `faces` into the sets that hang together across joints of the given convexities.

    The sets come in the order of their smallest face.
    """
    left, sets = set(faces), []
    while left:
        seed = min(left)
        left.discard(seed)
        reached, frontier = [seed], [seed]
        while frontier:
            face = frontier.pop()
            for index in graph.joints_of_face[face]:
                joint = graph.joints[index]
                other = joint.across(face)
                if other in left and joint.convexity in across:
                    left.discard(other)
                    reached.append(other)
                    frontier.append(other)
        sets.append(tuple(sorted(reached)))
    return tuple(sets)


def supports(graph: FaceGraph, faces: Collection[FaceId], blends: Collection[FaceId]) -> tuple[FaceId, ...]:
    """List the faces next to `faces` as if the blends were not there.

    Walks over every blend face that hangs together with `faces` through other blends; the blends
    themselves are not listed. With no blends given these are the plain neighbors.
    """
    skipped, seen, frontier = set(blends) - set(faces), set(faces), list(faces)
    found: set[FaceId] = set()
    while frontier:
        face = frontier.pop()
        for index in graph.joints_of_face[face]:
            other = graph.joints[index].across(face)
            if other < 0 or other in seen:
                continue
            if other in skipped:
                seen.add(other)
                frontier.append(other)
            else:
                found.add(other)
    return tuple(sorted(found))


def border_loops(part: Part, faces: Collection[FaceId]) -> tuple[tuple[EdgeId, ...], ...]:
    """Chain the border of `faces`, taken as one surface, into closed loops of edges.

    Edges that two of the faces share and seams vanish: the border of a bore that comes as two halves is
    two loops of two half circles. Loops come in the order of their smallest edge and start with it; a
    part without borders (a ball, a ring) has none.
    """
    following, twins = _half_edges(part, faces)
    border = sorted((edge, start) for start, edge in _border(following, twins))
    loops, used = [], set()
    for _, start in border:
        if start in used:
            continue
        chain, half = [], start
        while half not in used:
            used.add(half)
            chain.append(following[half][0])
            half = _next_on_border(half, following, twins)
        loops.append(tuple(chain))
    return tuple(loops)


_Half = tuple[int, int, int]
"""One run along an edge: face, index of the loop in the face, place in the loop."""


def _half_edges(
    part: Part, faces: Collection[FaceId]
) -> tuple[dict[_Half, tuple[EdgeId, _Half]], dict[_Half, _Half]]:
    """Return for each run its edge and the run after it, and for each inner run the one opposite."""
    following: dict[_Half, tuple[EdgeId, _Half]] = {}
    runs_of_edge: dict[EdgeId, list[_Half]] = {}
    for face in sorted(faces):
        for index, loop in enumerate(part.faces[face].loops):
            for place, edge in enumerate(loop.edges):
                half = (int(face), index, place)
                following[half] = (edge, (int(face), index, (place + 1) % len(loop.edges)))
                runs_of_edge.setdefault(edge, []).append(half)
    twins = {}
    for runs in runs_of_edge.values():
        if len(runs) == 2:
            twins[runs[0]], twins[runs[1]] = runs[1], runs[0]
    return following, twins


def _border(
    following: dict[_Half, tuple[EdgeId, _Half]], twins: dict[_Half, _Half]
) -> list[tuple[_Half, EdgeId]]:
    return [(half, edge) for half, (edge, _) in following.items() if half not in twins]


def _next_on_border(
    half: _Half, following: dict[_Half, tuple[EdgeId, _Half]], twins: dict[_Half, _Half]
) -> _Half:
    """Step to the next run, crossing into the neighbor face wherever the next run is an inner one."""
    after = following[half][1]
    while after in twins:
        after = following[twins[after]][1]
    return after
