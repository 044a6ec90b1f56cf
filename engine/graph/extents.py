"""The box round faces, and how far an edge reaches along a direction, between its samples too."""

from collections.abc import Iterable

import numpy as np

from engine.model.arrays import Floats, Vector, frozen, vector_product
from engine.model.part import Circle, Edge, FaceId, Line, Part
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH

NODES = np.arange(-2.0, 3.0)
FROM_VALUES = np.linalg.inv(np.vander(NODES))
"""Turns values at the five nodes into the coefficients of the quartic through them."""
FINE = np.linspace(-1.0, 1.0, 257)
POWERS_OF_FINE = {node: np.vander(np.clip(FINE + node, NODES[0], NODES[-1]), 5) for node in range(-2, 3)}
"""By node, of the places up to one step to either side of it, as far as there are nodes."""


def box(part: Part, faces: Iterable[FaceId]) -> Floats:
    """Return (2, 3) the box round some faces, lower and upper corner."""
    boxes = np.stack([part.faces[face].box_mm for face in faces])
    return frozen(np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)]))


def border(part: Part, face: FaceId) -> Floats:
    """Return (N, 3) points along the edges of a face, and one of it away from them."""
    edges = (part.edges[edge] for loop in part.faces[face].loops for edge in loop.edges)
    return np.concatenate([part.faces[face].inner_point[None], *(edge.points for edge in edges)])


def along(edge: Edge, direction: Vector) -> tuple[float, float]:
    """Return the least and the greatest of `points @ direction` over the whole edge.

    That of a circle is its formula's. An extreme between two samples of another curve is read off the quartic
    through the five samples round it: samples turn by at most 15 degrees from one to the next, which leaves
    an error below 1e-5 of the edge's rise; of the radius 4e-5 where the edge ends beside it.
    """
    heights = edge.points @ direction
    low, high = float(heights.min()), float(heights.max())
    if isinstance(edge.curve, Line) or high - low <= 1e-9 * (abs(high) + abs(low)):
        return low, high
    if isinstance(edge.curve, Circle):
        ends = _ends_of_circle(edge, edge.curve, direction)
        if ends is not None:
            return min((low, *ends)), max((high, *ends))
    return -_peak(-heights, edge.is_closed), _peak(heights, edge.is_closed)


def _ends_of_circle(edge: Edge, circle: Circle, direction: Vector) -> tuple[float, ...] | None:
    """Return how far a circle reaches to both sides, as far as it is part of the arc that an edge is.

    None where the samples stray from the circle, or its plane is square to the direction.
    """
    axis, radius_mm = circle.axis, circle.radius_mm
    offsets = edge.points - circle.center
    radial = offsets - np.multiply.outer(offsets @ axis, axis)
    off_mm = np.hypot(offsets @ axis, np.linalg.norm(radial, axis=1) - radius_mm)
    along = direction - float(direction @ axis) * axis
    size = float(np.linalg.norm(along))
    if off_mm.max() > SAME_LENGTH * radius_mm + LENGTH_FLOOR_MM or size * radius_mm <= LENGTH_FLOOR_MM:
        return None
    first = radial[0] / radius_mm
    ahead = vector_product(axis, first)
    ahead = ahead if float(ahead @ radial[1]) > 0.0 else -ahead
    found = []
    for side in (along / size, -along / size):
        turn = float(np.arctan2(side @ ahead, side @ first)) % (2.0 * np.pi)
        if edge.is_closed or turn * radius_mm <= edge.length_mm:
            found.append(float((circle.center + radius_mm * side) @ direction))
    return tuple(found)


def _peak(heights: Floats, is_closed: bool) -> float:
    top = int(np.argmax(heights))
    last = len(heights) - 1
    if last < len(NODES) - 1:
        return float(heights[top])
    if is_closed:
        node, nearby = 0, heights[(top + np.arange(-2, 3)) % last]
    else:
        first = min(max(top - 2, 0), last - 4)
        node, nearby = top - first - 2, heights[first : first + 5]
    return max(float(heights[top]), float((POWERS_OF_FINE[node] @ (FROM_VALUES @ nearby)).max()))
