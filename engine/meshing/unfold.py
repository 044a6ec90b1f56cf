"""Flips edges of triangles that lean far from the surface they stand for.

Where a parametrization is squeezed together (a B-spline's collapsed corner), triangles that lie well in the
chart may turn over in space.
"""

import numpy as np

from engine.meshing.patches import Patches
from engine.meshing.refine import Net
from engine.model.arrays import Floats, Ints, cross, dots, rows_at_corners

FOLDED_COSINE = 0.5
"""A facet that leans more than 60 degrees from the normal at one of its corners is folded."""
ROUNDS = 6


def unfold(net: Net, patches: Patches, max_edge_mm: float) -> int:
    """Flip edges of folded triangles while that lessens the fold; return how many stay folded.

    No flip makes an edge longer than `max_edge_mm`.
    """
    folded = np.flatnonzero(uprightness(net, patches, net.triangles) < FOLDED_COSINE)
    near = np.flatnonzero(np.isin(net.face[net.triangles[:, 0]], net.face[net.triangles[folded, 0]]))
    for _ in range(ROUNDS):
        if not len(folded) or not _flip_round(net, patches, folded, near, max_edge_mm):
            break
        folded = near[uprightness(net, patches, net.triangles[near]) < FOLDED_COSINE]
    return len(folded)


def uprightness(net: Net, patches: Patches, triangles: Ints) -> Floats:
    """Cosine between each facet (T, 3) and the most distant of its corners' normals.

    1 for triangles without area, and where corners have no normal: nothing can be measured there.
    """
    a, b, c = rows_at_corners(net.points, triangles)
    along, onwards = b - a, c - b
    facet = cross(along, c - a)
    area = np.sqrt(dots(facet, facet))
    longest = np.maximum(dots(along, along), dots(onwards, onwards))
    facet *= np.where(patches.is_reversed, -1.0, 1.0).take(net.face.take(triangles[:, :1]))
    lowest = np.fmin.reduce([dots(facet, normal) for normal in rows_at_corners(net.normals, triangles)])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((area > 1e-12 * longest) & np.isfinite(lowest), lowest / area, 1.0)


def _flip_round(net: Net, patches: Patches, folded: Ints, near: Ints, longest: float) -> bool:
    """Try to flip one edge of every folded triangle; return whether any was.

    `near` are all triangles of their faces.
    """
    triangle_of_edge: dict[tuple[int, int], int] = {}
    for index, (a, b, c) in zip(near.tolist(), net.triangles[near].tolist(), strict=True):
        triangle_of_edge[a, b] = triangle_of_edge[b, c] = triangle_of_edge[c, a] = index
    joined = {(int(net.place[a]), int(net.place[b])) for a, b in triangle_of_edge}
    touched: set[int] = set()
    for index in folded.tolist():
        if index not in touched:
            touched |= _flip_best(net, patches, triangle_of_edge, joined, index, touched, longest)
    return bool(touched)


def _flip_best(
    net: Net,
    patches: Patches,
    triangle_of_edge: dict[tuple[int, int], int],
    joined: set[tuple[int, int]],
    index: int,
    touched: set[int],
    longest: float,
) -> set[int]:
    """Flip the edge of one triangle that leaves both sides most upright, if that is better than before."""
    a, b, c = net.triangles[index].tolist()
    best, change = 1e-3, None
    for p, q, tip in ((a, b, c), (b, c, a), (c, a, b)):
        other = triangle_of_edge.get((q, p))
        if other is None or other in touched:
            continue
        far = int(net.triangles[other].sum()) - p - q
        across = int(net.place[tip]), int(net.place[far])
        if across[0] == across[1] or across in joined or across[::-1] in joined:
            continue
        if not np.linalg.norm(net.points[tip] - net.points[far]) <= longest:
            continue
        new = np.array([[p, far, tip], [far, q, tip]])
        before = uprightness(net, patches, net.triangles[[index, other]]).min()
        gain = uprightness(net, patches, new).min() - before
        if gain > best:
            best, change = gain, (other, new, (p, q))
    if change is None:
        return set()
    other, new, (p, q) = change
    del triangle_of_edge[p, q], triangle_of_edge[q, p]
    for triangle, (x, y, z) in zip((index, other), new.tolist(), strict=True):
        net.triangles[triangle] = x, y, z
        triangle_of_edge[x, y] = triangle_of_edge[y, z] = triangle_of_edge[z, x] = triangle
        joined |= {(int(net.place[i]), int(net.place[j])) for i, j in ((x, y), (y, z), (z, x))}
    return {index, other}
