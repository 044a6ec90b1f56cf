"""The edge of a face that the pointer is near: clicks close to an edge mean the edge."""

from dataclasses import dataclass

import numpy as np

from app.client.models import Point
from app.views.viewport import camera
from app.views.viewport.camera import Pixel, View
from app.views.viewport.edges import Edges
from app.views.viewport.mesh import Floats, PartMesh

SNAP_PX = 7.0
"""Closer to an edge than this, in the picture, the edge is meant."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeHit:
    """A place on an edge."""

    face: int
    point: Point
    lines: Floats
    """(L, 2, 3) the pieces of the border that it is on, between the same two faces."""


def near(mesh: PartMesh, edges: Edges, face: int, view: View, at: Pixel, size: Pixel) -> EdgeHit | None:
    """Return the place on the border of a face that is seen within `SNAP_PX` of a pixel; None: there is none.

    `size` is that of the picture, in the unit of `at`.
    """
    own = np.flatnonzero(edges.faces == face)
    if not len(own):
        return None
    ends = mesh.vertices[edges.vertices[own]]
    seen = camera.project(view, ends.reshape(-1, 3), size).reshape(-1, 2, 2)
    along = seen[:, 1] - seen[:, 0]
    square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-12)
    share = np.clip(np.einsum("ij,ij->i", np.array(at) - seen[:, 0], along) / square, 0.0, 1.0)
    apart = np.linalg.norm(seen[:, 0] + along * share[:, None] - np.array(at), axis=1)
    best = int(np.argmin(apart))
    if apart[best] > SNAP_PX:
        return None
    start, end = ends[best]
    x, y, z = (start + (end - start) * share[best]).tolist()
    return EdgeHit(face, (x, y, z), _border(mesh, edges, own, best))


def _border(mesh: PartMesh, edges: Edges, own: np.ndarray, best: int) -> Floats:
    """Return the lines of a face that lie between it and the same neighbor as one of them does."""
    order = np.argsort(edges.keys, kind="stable")
    keys = edges.keys[order]
    first = np.searchsorted(keys, edges.keys[own], side="left")
    last = np.searchsorted(keys, edges.keys[own], side="right") - 1
    sides = np.stack([edges.faces[order[first]], edges.faces[order[last]]], axis=1)
    neighbor = sides.sum(axis=1) - edges.faces[own]
    return np.asarray(mesh.vertices[edges.vertices[own[neighbor == neighbor[best]]]])
