"""Splits inner mesh edges until none is too long or bends too far, and unfolds what is folded."""

from dataclasses import dataclass

import numpy as np

from engine.errors import MeshTooLarge
from engine.meshing.patches import Patches, evaluate
from engine.meshing.split import halve
from engine.meshing.steps import Density
from engine.model.arrays import Bools, Floats, Ints, dots, rows_at_corners
from engine.progress import Progress
from engine.surfaces.kind import PLANE

MOST_ROUNDS = 24
"""An edge that is still too long after so many halvings bridges a border, and no halving makes it shorter."""
MOST = 6_000_000
"""Splitting stops here. The estimate is capped lower; this one guards against a wrong estimate."""
BENT = 1.5
"""An edge is split when the surface turns by this many times the allowed turn along it, ..."""
MUCH_SHORTER = 0.25
"""... unless it is shorter than this share of the face's step: the surface has a point there, ..."""
BENDING_ROUNDS = 5
"""... so often at most: at a crease inside a face splitting would never end."""


@dataclass(slots=True, eq=False)
class Net:
    """Triangles in space, their nodes each on one face."""

    face: Ints
    """(V,)"""
    place: Ints
    """(V,) number of the shared place; inner nodes count on after the shared ones."""
    uv: Floats
    points: Floats
    normals: Floats
    """(V, 2), (V, 3), (V, 3) outward; NaN where the surface has none."""
    idle: Ints
    """(V,) on a collapsed coedge the axis of uv along which nothing moves, 0 or 1; -1 elsewhere."""
    triangles: Ints
    """(T, 3) counter-clockwise in (u, v)."""
    border: Ints
    """(G,) ascending keys `low * 2**32 + high` of the nodes that segments of the outlines join."""
    gap_mm: float
    """How far a node of a border lies from the surface of its face, at worst."""


def border_keys(segments: Ints) -> Ints:
    """Return a key for each pair of nodes (G, 2), ascending."""
    return np.sort(_keys(segments))


def _keys(pairs: Ints) -> Ints:
    return np.asarray(pairs.min(axis=-1) * 2**32 + pairs.max(axis=-1))


def refine(net: Net, patches: Patches, shortest_mm: Floats, density: Density, progress: Progress) -> None:
    """Split inner edges longer than `density.max_edge_mm`, and those along which the surface turns too far.

    `shortest_mm` (F,) is the shortest step of each face: far shorter edges are not split for bending.

    An edge is split for what it is, whichever triangle is looked at: so neighbors go on matching, and a
    triangle without such an edge is never touched again. Where a face's border is divided so coarsely that
    halving does not help, some edges stay too long, and the caller is told.

    Raises
    ------
    MeshTooLarge
        If more than `MOST` triangles would be needed.
    Cancelled
        If the caller of `progress` wants out.
    """
    finished, left, turns = [], net.triangles, 0
    while len(left) and turns < MOST_ROUNDS:
        progress.check()
        squared_lengths = _squared_lengths(net, left)
        marked = squared_lengths > density.max_edge_mm**2
        if turns < BENDING_ROUNDS:
            marked |= _too_bent(net, patches, left, squared_lengths, shortest_mm, BENT * density.turn)
        marked &= ~on_border(net, left, marked)
        turns += 1
        touched = marked[:, 0] | marked[:, 1] | marked[:, 2]
        finished.append(left.compress(~touched, axis=0))
        left = split(net, patches, left[touched], marked[touched])
        if sum(map(len, finished)) + len(left) > MOST:
            raise MeshTooLarge("the part needs more triangles than can be meshed; ask for a larger max edge")
    if len(left):
        progress.note(
            f"{len(left)} triangles have longer sides than the mesh should; a smaller max edge may help"
        )
    net.triangles = np.concatenate([*finished, left])


def split(net: Net, patches: Patches, triangles: Ints, marked: Bools) -> Ints:
    """Split the marked edges (T, 3) of triangles at their middle in (u, v), and return what they become."""
    if not len(triangles):
        return triangles
    halved = halve(triangles, marked, net.points, _one_node_a_pole(net))
    a, b = halved.ends.T
    face, uv = net.face[a], _middle(net, a, b)
    order = np.argsort(face, kind="stable")
    points, normals = np.empty((len(a), 3)), np.empty((len(a), 3))
    points[order], normals[order] = evaluate(patches, face[order], uv[order])
    next_place = int(net.place.max()) + 1
    net.place = np.concatenate([net.place, next_place + np.arange(len(a))])
    net.idle = np.concatenate([net.idle, np.full(len(a), -1)])
    net.face, net.uv = np.concatenate([net.face, face]), np.concatenate([net.uv, uv])
    net.points, net.normals = np.concatenate([net.points, points]), np.concatenate([net.normals, normals])
    return halved.triangles


def _one_node_a_pole(net: Net) -> Ints:
    """For each node itself, but on a collapsed coedge the first of its face's nodes there."""
    stands_for = np.arange(len(net.face))
    rows = np.flatnonzero(net.idle >= 0)
    if len(rows):
        key = net.face[rows] * (net.place[rows].max() + 1) + net.place[rows]
        _, first, group = np.unique(key, return_index=True, return_inverse=True)
        stands_for[rows] = rows[first][group.ravel()]
    return stands_for


def _middle(net: Net, a: Ints, b: Ints) -> Floats:
    """Parameters halfway between nodes. A node on a collapsed coedge has no say along its idle axis."""
    uv = (net.uv[a] + net.uv[b]) / 2.0
    for node, other in ((a, b), (b, a)):
        rows = np.flatnonzero(net.idle[node] >= 0)
        axis = net.idle[node[rows]]
        uv[rows, axis] = net.uv[other[rows], axis]
    return uv


def _squared_lengths(net: Net, triangles: Ints) -> Floats:
    """(T, 3) of the edge opposite to each corner."""
    corners = rows_at_corners(net.points, triangles)
    sides = [corners[i - 1] - corners[i - 2] for i in range(3)]
    return np.stack([dots(side, side) for side in sides], axis=1)


def _too_bent(
    net: Net, patches: Patches, triangles: Ints, squared_lengths: Floats, shortest_mm: Floats, turn: float
) -> Bools:
    """Where normals at the ends differ by more than `turn`; not beside a collapsed coedge, which has many.

    `squared_lengths` (T, 3) are those of the edges opposite to the corners.
    """
    bent = np.zeros(triangles.shape, dtype=bool)
    curved = np.flatnonzero(patches.kind[net.face[triangles[:, 0]]] != PLANE)
    if len(curved):
        chosen = triangles[curved]
        normals, idle = rows_at_corners(net.normals, chosen), net.idle[chosen] >= 0
        cosine = [dots(normals[i - 2], normals[i - 1]) for i in range(3)]
        beside = np.stack([idle[:, i - 2] | idle[:, i - 1] for i in range(3)], axis=1)
        shortest = MUCH_SHORTER * shortest_mm[net.face[chosen[:, 0]], None]
        is_long = squared_lengths[curved] > shortest**2
        bent[curved] = (np.stack(cosine, axis=1) < np.cos(min(turn, np.pi / 2.0))) & ~beside & is_long
    return bent


def on_border(net: Net, triangles: Ints, asked: Bools) -> Bools:
    """Find which of the asked edges (T, 3) lie on the border of their face; False where not asked."""
    answer = np.zeros(asked.shape, dtype=bool)
    row, corner = np.nonzero(asked)
    keys = _keys(np.column_stack([triangles[row, corner - 2], triangles[row, corner - 1]]))
    at = np.minimum(np.searchsorted(net.border, keys), len(net.border) - 1)
    answer[asked] = net.border[at] == keys
    return answer
