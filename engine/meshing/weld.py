"""The last step of meshing: nodes and triangles in their final order, and what ties them to each other."""

import numpy as np

from engine.meshing.patches import Patches
from engine.meshing.refine import Net
from engine.model.arrays import Floats, Ints, cross, dots, rows_at_corners
from engine.model.mesh import Mesh
from engine.surfaces.kind import PLANE
from engine.tolerances import LENGTH_FLOOR_MM

SAME_NORMAL = 1e-12
"""Nodes of one face on one place are one vertex when their normals' cosine is this close to 1: both sides of
a seam, all nodes at a sphere's pole. At a cone's apex and at a crease along a seam they stay apart."""
SAFETY = 1.1
"""The chord is computed from the corners' normals, which is exact on circles only."""


def weld(
    net: Net, patches: Patches, shared: int, wanted: Ints, body_of_face: Ints, max_edge_mm: float
) -> Mesh:
    """Make the mesh of a net.

    Parameters
    ----------
    shared : int
        Places below this are on borders; one node of each face may lie on them.
    wanted : (F,) int64
        The part's face id of each face of the net.
    body_of_face : (G,) int64
        By the part's face id.
    """
    triangles = _outward(net, patches, _spread(net))
    is_bare = ~np.isfinite(net.normals).all(axis=1)
    if is_bare.any():
        net.normals[is_bare] = _facet_means(net, triangles)[is_bare]
    stands_for = _one_node_a_place(net, shared)
    triangles = stands_for.take(triangles)
    triangles = triangles.take(np.argsort(net.face.take(triangles[:, 0]), kind="stable"), axis=0)

    is_used = np.zeros(len(net.face), dtype=bool)
    is_used[triangles.ravel()] = True
    kept = np.flatnonzero(is_used)
    kept = kept[np.argsort(net.face[kept], kind="stable")]
    number = np.full(len(net.face), -1)
    number[kept] = np.arange(len(kept))
    triangles = number.take(triangles)
    _, first, welded = np.unique(net.place[kept], return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))

    vertices, normals = (
        of.take(kept, axis=0) + 0.0 for of in (net.points, net.normals)
    )  # no -0.0 in answers
    face_of_vertex = wanted[net.face[kept]]
    face_of_triangle = face_of_vertex[triangles[:, 0]] if len(triangles) else np.zeros(0, dtype=np.int64)
    arrays = vertices, normals, triangles, face_of_triangle, face_of_vertex, body_of_face[face_of_triangle]
    weld_of_vertex = rank[welded.ravel()]
    for array in (*arrays, weld_of_vertex):
        array.flags.writeable = False
    gap = net.gap_mm if net.gap_mm > LENGTH_FLOOR_MM else 0.0
    is_curved = (patches.kind != PLANE)[net.face[kept[triangles[:, 0]]]]
    bulge = chord(vertices, normals, triangles[is_curved])
    return Mesh(*arrays, weld_of_vertex, max_edge_mm, bulge + gap)


def _spread(net: Net) -> Ints:
    """Triangles with three different places: the others lie in a collapsed coedge and close by themselves."""
    place = net.place.take(net.triangles)
    apart = (place[:, 0] != place[:, 1]) & (place[:, 1] != place[:, 2]) & (place[:, 2] != place[:, 0])
    return np.asarray(net.triangles[apart])


def _outward(net: Net, patches: Patches, triangles: Ints) -> Ints:
    """Turn triangles of reversed faces over."""
    turned = patches.is_reversed[net.face[triangles[:, 0]]]
    return np.where(turned[:, None], triangles[:, ::-1], triangles)


def _facet_means(net: Net, triangles: Ints) -> Floats:
    """Area-weighted mean normal of each node's triangles; NaN where they cancel out or there are none."""
    a, b, c = rows_at_corners(net.points, triangles)
    facet = cross(b - a, c - a)
    total = np.zeros((len(net.face), 3))
    for corner in range(3):
        np.add.at(total, triangles[:, corner], facet)
    length = np.linalg.norm(total, axis=1)
    length[length == 0.0] = np.nan
    return np.asarray(total / length[:, None])


def _one_node_a_place(net: Net, shared: int) -> Ints:
    """For each node the one that stands for it: the first of its face on its place with its normal."""
    stands_for = np.arange(len(net.face))
    left = np.flatnonzero(net.place < shared)
    while len(left):
        _, first, group = np.unique(
            net.face[left] * shared + net.place[left], return_index=True, return_inverse=True
        )
        leader = left[first][group.ravel()]
        cosine = np.einsum("ij,ij->i", net.normals[left], net.normals[leader])
        joins = (left == leader) | (cosine > 1.0 - SAME_NORMAL)
        stands_for[left[joins]] = leader[joins]
        left = left[~joins]
    return stands_for


def chord(vertices: Floats, normals: Floats, triangles: Ints) -> float:
    """Bound the distance between facets and the surface their corners' normals belong to, mm.

    Along an edge e between normals n and m a second-order surface bends away by q / 8 with q = e . (m - n),
    and over a facet by at most a sixth of the largest q of its edges. On a circle's arc of angle a, q / 8 is
    cos²(a / 4) of the sagitta.
    """
    corners, of_corners = rows_at_corners(vertices, triangles), rows_at_corners(normals, triangles)
    worst = 0.0
    for i, j in ((0, 1), (1, 2), (2, 0)):
        bend = np.abs(dots(corners[j] - corners[i], of_corners[j] - of_corners[i]))
        cosine = np.clip(dots(of_corners[i], of_corners[j]), -1.0, 1.0)
        lift = bend / 6.0 / ((1.0 + np.sqrt((1.0 + cosine) / 2.0)) / 2.0)
        worst = max(worst, float(np.fmax.reduce(lift, initial=0.0)))
    return SAFETY * worst
