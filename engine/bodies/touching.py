"""Which bodies of a part touch face to face: whether they are joined there no file says.

Looked at are planes that face each other in one place, and cylinders that fit each other. Other surfaces go
unnoticed, and so do planes that share but a corner of their areas.
"""

from itertools import islice

import numpy as np

from engine.model.arrays import Bools, Floats, Vector, square_to, vector_product
from engine.model.part import Body, BodyId, Face, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_COSINE, SAME_LENGTH

MOST_PAIRS = 500
"""Pairs of bodies whose boxes meet that are looked at: each takes a millisecond or less."""


def notes(part: Part) -> tuple[str, ...]:
    """Return one sentence if bodies touch face to face, none if all stand apart."""
    pairs = find(part)
    if not pairs:
        return ()
    first, second = (part.bodies[body].name for body in pairs[0])
    n_more = len(pairs) - 1
    more = f" (and {n_more} more pair{'s' * (n_more > 1)})" if n_more else ""
    return (
        f"Bodies touch face to face: {first!r} and {second!r}{more}; "
        "the file does not say whether they are joined or loose.",
    )


def find(part: Part) -> tuple[tuple[BodyId, BodyId], ...]:
    """Return the pairs of bodies that touch face to face, ascending."""
    if len(part.bodies) < 2:
        return ()
    slack_mm = SAME_LENGTH * part.diagonal_mm + LENGTH_FLOOR_MM
    faces_of_body = [[part.faces[face] for face in body.faces] for body in part.bodies]
    boxes = np.array([_box(part, body) for body in part.bodies])
    met = (
        (first, second)
        for first in range(len(boxes) - 1)
        for second in (first + 1 + np.flatnonzero(_meet(boxes[first], boxes[first + 1 :], slack_mm))).tolist()
    )
    return tuple(
        (BodyId(first), BodyId(second))
        for first, second in islice(met, MOST_PAIRS)
        if _touch(
            part,
            _within(faces_of_body[first], boxes[second], slack_mm),
            _within(faces_of_body[second], boxes[first], slack_mm),
            slack_mm,
        )
    )


def _box(part: Part, body: Body) -> Floats:
    """Return the box (2, 3) of a body."""
    boxes = np.array([part.faces[face].box_mm for face in body.faces])
    return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def _meet(box: Floats, others: Floats, slack_mm: float) -> Bools:
    """Find which boxes (B, 2, 3) come as near to one (2, 3) as the slack."""
    apart = np.maximum(box[0], others[:, 0]) - np.minimum(box[1], others[:, 1])
    return np.asarray((apart <= slack_mm).all(axis=1))


def _within(faces: list[Face], box: Floats, slack_mm: float) -> list[Face]:
    """Return the planes and cylinders that come near a box."""
    known = [face for face in faces if isinstance(face.surface, Plane | Cylinder)]
    if not known:
        return []
    near = _meet(box, np.array([face.box_mm for face in known]), slack_mm)
    return [face for face, is_near in zip(known, near.tolist(), strict=True) if is_near]


def _touch(part: Part, ours: list[Face], theirs: list[Face], slack_mm: float) -> bool:
    """Whether a face of one body lies on one of another."""
    if not ours or not theirs:
        return False
    boxes = np.array([face.box_mm for face in theirs])
    for one in ours:
        for at in np.flatnonzero(_meet(one.box_mm, boxes, slack_mm)).tolist():
            other = theirs[at]
            match one.surface, other.surface:
                case Plane(), Plane():
                    if _lie_on_each_other(part, one, other, slack_mm):
                        return True
                case Cylinder(), Cylinder():
                    if _fit(one, other, slack_mm):
                        return True
    return False


def _lie_on_each_other(part: Part, one: Face, other: Face, slack_mm: float) -> bool:
    """Whether two planes face each other in one plane, and the middle of one lies in the other.

    The middle of what their boxes share counts too, where it lies in both.
    """
    normal = one.inner_normal
    if float(normal @ other.inner_normal) > -PARALLEL_COSINE:
        return False
    if abs(float((other.inner_point - one.inner_point) @ normal)) > slack_mm:
        return False
    if _holds(part, other, one.inner_point) or _holds(part, one, other.inner_point):
        return True
    low, high = np.maximum(one.box_mm[0], other.box_mm[0]), np.minimum(one.box_mm[1], other.box_mm[1])
    middle = 0.5 * (low + high)
    if np.count_nonzero(high - low > slack_mm) < 2:
        return False
    middle -= float((middle - one.inner_point) @ normal) * normal
    return _holds(part, one, middle) and _holds(part, other, middle)


def _holds(part: Part, face: Face, point: Vector) -> bool:
    """Whether a point in the plane of a face lies inside its borders: a ray crosses them oddly often."""
    first = square_to(face.inner_normal)
    first /= np.linalg.norm(first)
    second = vector_product(face.inner_normal, first)
    n_crossed = 0
    for loop in face.loops:
        for edge in loop.edges:
            offsets = part.edges[edge].points - point
            x, y = offsets @ first, offsets @ second
            changes = (y[:-1] > 0.0) != (y[1:] > 0.0)
            if changes.any():
                x0, x1, y0, y1 = x[:-1][changes], x[1:][changes], y[:-1][changes], y[1:][changes]
                n_crossed += int(np.count_nonzero(x0 + (x1 - x0) * y0 / (y0 - y1) > 0.0))
    return n_crossed % 2 == 1


def _fit(one: Face, other: Face, slack_mm: float) -> bool:
    """Whether one of two cylinders is a shaft and the other a bore of the same axis and radius round it."""
    ours, theirs = one.surface, other.surface
    assert isinstance(ours, Cylinder), "asked of cylinders"
    assert isinstance(theirs, Cylinder), "asked of cylinders"
    if one.sense == other.sense or abs(ours.radius_mm - theirs.radius_mm) > slack_mm:
        return False
    if abs(float(ours.axis @ theirs.axis)) < PARALLEL_COSINE:
        return False
    off = np.cross(theirs.origin - ours.origin, ours.axis)
    if float(np.linalg.norm(off)) > slack_mm:
        return False
    spans = [np.sort(_heights(face, ours.axis)) for face in (one, other)]
    return bool(min(span[-1] for span in spans) - max(span[0] for span in spans) > slack_mm)


def _heights(face: Face, axis: Vector) -> Floats:
    """Return how far along an axis the box of a cylinder about it reaches, less the circles at its ends."""
    corners = np.array(np.meshgrid(*face.box_mm.T)).reshape(3, -1).T @ axis
    cylinder = face.surface
    assert isinstance(cylinder, Cylinder), "asked of cylinders"
    # The box of a circle about the axis reaches so far along it; of a part of the circle, less.
    reach_mm = cylinder.radius_mm * float(np.abs(axis) @ np.sqrt(np.maximum(1.0 - axis**2, 0.0)))
    low, high = float(corners.min()) + reach_mm, float(corners.max()) - reach_mm
    middle = float(face.inner_point @ axis)
    return np.array([min(low, middle), max(high, middle)])
