"""Bodies that fill the same space, which makes volumes and thicknesses count twice."""

import numpy as np
from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_State

from engine.kernel.brep import Brep
from engine.model.arrays import Floats
from engine.model.part import Face

MOST_PAIRS = 60
POINTS = 12
"""Points of one body that are looked for inside the other."""
TOUCHING = 1e-4
"""Bodies whose boxes share less than this share of their size only touch."""


def overlaps(brep: Brep, faces: tuple[Face, ...]) -> tuple[str, ...]:
    """Return one sentence if a body reaches into another, none if all stand side by side.

    A body is found inside another by points of its faces; bodies that cross without one of these points
    inside go unnoticed, and so do all when the part has very many bodies close together.
    """
    boxes = [_box([face for face in faces if face.body == body]) for body in range(len(brep.bodies))]
    pairs = [
        (a, b) for a in range(len(boxes)) for b in range(a + 1, len(boxes)) if _share(boxes[a], boxes[b])
    ]
    crossing = [
        (a, b)
        for a, b in pairs[:MOST_PAIRS]
        if _reaches_into(brep, faces, a, b, boxes[b]) or _reaches_into(brep, faces, b, a, boxes[a])
    ]
    if not crossing:
        return ()
    first, second = (brep.body_names[body] for body in crossing[0])
    more = f" (and {len(crossing) - 1} more pairs)" if len(crossing) > 1 else ""
    return (f"Bodies overlap: {first!r} and {second!r}{more}; the space they share is counted twice.",)


def _box(faces: list[Face]) -> Floats:
    boxes = np.array([face.box_mm for face in faces])
    return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def _share(a: Floats, b: Floats) -> bool:
    common = np.minimum(a[1], b[1]) - np.maximum(a[0], b[0])
    return bool((common > TOUCHING * np.minimum(a[1] - a[0], b[1] - b[0])).all())


def _reaches_into(brep: Brep, faces: tuple[Face, ...], body: int, other: int, box: Floats) -> bool:
    """Whether a point on a face of `body` lies inside `other`, whose box is given."""
    points = [face.inner_point for face in faces if face.body == body]
    near = [point for point in points if ((point > box[0]) & (point < box[1])).all()]
    if not near:
        return False
    inside = BRepClass3d_SolidClassifier(brep.bodies[other])
    for point in near[:: max(1, len(near) // POINTS)]:
        inside.Perform(gp_Pnt(*point.tolist()), 1e-4)
        if inside.State() == TopAbs_State.TopAbs_IN:
            return True
    return False
