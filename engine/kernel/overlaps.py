"""Bodies that fill the same space, which makes volumes and thicknesses count twice."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice

import numpy as np
from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_State

from engine.kernel.brep import Brep
from engine.model.arrays import Floats
from engine.model.part import Edge, Face

MOST_PAIRS = 40
POINTS = 6
"""Points of one body that are looked for inside the other."""
TOUCHING = 1e-4
"""Bodies whose boxes share less than this share of their size only touch."""


def overlaps(brep: Brep, points: list[Floats]) -> tuple[str, ...]:
    """Return one sentence if a body reaches into another, none if all stand side by side.

    A body is found inside another by its `points`, (N, 3) for each body; bodies that cross without one of
    them inside go unnoticed, and so may some where very many bodies stand close together.
    """
    if len(brep.bodies) < 2:
        return ()
    boxes = np.array([[p.min(axis=0), p.max(axis=0)] for p in points])
    # to load a body into a classifier takes longer than to ask it
    classifier_of = cache(lambda body: BRepClass3d_SolidClassifier(brep.bodies[body]))
    crossing = [
        (a, b)
        for a, b in islice(_close_pairs(boxes), MOST_PAIRS)
        if _reaches_into(points[a], partial(classifier_of, b), boxes[b])
        or _reaches_into(points[b], partial(classifier_of, a), boxes[a])
    ]
    if not crossing:
        return ()
    first, second = (brep.body_names[body] for body in crossing[0])
    more = f" (and {len(crossing) - 1} more pairs)" if len(crossing) > 1 else ""
    return (f"Bodies overlap: {first!r} and {second!r}{more}; the space they share is counted twice.",)


def points_of_bodies(count: int, faces: tuple[Face, ...], edges: tuple[Edge, ...]) -> list[Floats]:
    """Return (N, 3) for each body: a point inside each face, the ends and the middle of each edge."""
    found: list[list[Floats]] = [[] for _ in range(count)]
    for face in faces:
        if face.body is not None:
            found[face.body].append(face.inner_point[None])
    for edge in edges:
        body = faces[edge.faces[0]].body
        if body is not None:
            found[body].append(edge.points[[0, len(edge.points) // 2, -1]])
    return [np.concatenate(points) for points in found]


def _close_pairs(boxes: Floats) -> Iterator[tuple[int, int]]:
    """Yield the pairs of bodies whose boxes (B, 2, 3) share more than a touch."""
    sizes = boxes[:, 1] - boxes[:, 0]
    for a in range(len(boxes) - 1):
        common = np.minimum(boxes[a, 1], boxes[a + 1 :, 1]) - np.maximum(boxes[a, 0], boxes[a + 1 :, 0])
        is_close = (common > TOUCHING * np.minimum(sizes[a], sizes[a + 1 :])).all(axis=1)
        for b in np.flatnonzero(is_close).tolist():
            yield a, a + 1 + b


def _reaches_into(points: Floats, classifier: Callable[[], BRepClass3d_SolidClassifier], box: Floats) -> bool:
    """Whether one of the points lies inside the body of a classifier, whose box is given."""
    margin = TOUCHING * (box[1] - box[0])
    near = points[((points > box[0] + margin) & (points < box[1] - margin)).all(axis=1)]
    if not len(near):
        return False
    inside = classifier()
    for point in near[np.linspace(0, len(near) - 1, min(POINTS, len(near))).astype(int)]:
        inside.Perform(gp_Pnt(*point.tolist()), 1e-4)
        if inside.State() == TopAbs_State.TopAbs_IN:
            return True
    return False
