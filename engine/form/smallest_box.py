"""The smallest box that a body fits in, however the file turns it: what a machine has to have room for."""

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from engine.graph.coaxial import axis_line
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Vector, square_to, vector_product
from engine.model.part import Body, Face, Part
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE

SEEDS = 12
"""Directions that a side may be square to: of the largest planes and curved faces, beside the file's."""


def sides_mm(prepared: PreparedPart, body: Body) -> Floats:
    """Return the (3,) sides of the smallest box round a body, ascending.

    One side is square to a large face, along the axis of one or along an axis of the file; the other two are
    the rectangle of least area round the body as seen along it, one side of which lies along its outline.
    """
    mesh = prepared.mesh
    points = mesh.vertices[np.unique(mesh.triangles[mesh.body_of_triangle == body.id])]
    try:
        points = points[ConvexHull(points).vertices]
    except QhullError:  # flat, or a single point
        return np.asarray(np.sort(np.ptp(points, axis=0)), dtype=np.float64)
    boxes = np.stack([_box_mm(points, each) for each in directions(prepared.part, body)])
    # Boxes that differ by rounding alone are one, and the first of them is taken.
    best = int(np.argmin(np.round(np.prod(boxes, axis=1) / np.prod(boxes, axis=1).min(), 6)))
    return np.asarray(np.sort(boxes[best]), dtype=np.float64)


def directions(part: Part, body: Body) -> Floats:
    """Return (D, 3) unit vectors: normals and axes of the largest faces, then the file's; no two parallel."""
    faces = sorted((part.faces[face] for face in body.faces), key=lambda face: (-face.area_mm2, face.id))
    found: list[Vector] = []
    for face in faces:
        direction = _direction(face)
        if direction is not None and not _is_among(direction, found):
            found.append(direction)
        if len(found) == SEEDS:
            break
    return np.array(found + [each for each in np.eye(3) if not _is_among(each, found)])


def _direction(face: Face) -> Vector | None:
    if isinstance(face.surface, Plane):
        return face.inner_normal
    axis = axis_line(face.surface)
    return None if axis is None else axis.direction


def _is_among(direction: Vector, found: list[Vector]) -> bool:
    return any(abs(float(direction @ other)) >= PARALLEL_COSINE for other in found)


def _box_mm(points: Floats, direction: Vector) -> Floats:
    """Return the (3,) sides of the smallest box of which one side lies along a direction."""
    first = square_to(direction)
    first /= np.linalg.norm(first)
    flat = points @ np.stack([first, vector_product(direction, first)]).T
    hull = flat[ConvexHull(flat).vertices]
    edges = np.roll(hull, -1, axis=0) - hull
    along = edges / np.linalg.norm(edges, axis=1)[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    lengths, widths = np.ptp(hull @ along.T, axis=0), np.ptp(hull @ across.T, axis=0)
    best = int(np.argmin(lengths * widths))
    return np.array([np.ptp(points @ direction), lengths[best], widths[best]])
