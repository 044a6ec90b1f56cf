"""Joins faces of one body that a file split, though they lie on one surface.

Exporters cut bores into halves or quarters, planes along sketch lines, and splines into patches. Only
neighbors across a smooth joint are joined: two coplanar pads stay two, and so do two bores on one axis.
"""

import numpy as np
from numpy.typing import NDArray

from engine.disjoint_sets import DisjointSets
from engine.graph.coaxial import AxisLine, axis_line, is_same_line
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, Joint
from engine.model.part import Face, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus
from engine.surfaces.formulas import cone_radius_mm
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_COSINE, PARALLEL_DEG, same_length

SMOOTH = (Convexity.SMOOTH, Convexity.SMOOTH_CONVEX, Convexity.SMOOTH_CONCAVE)


def group(part: Part, joints: tuple[Joint, ...]) -> NDArray[np.int64]:
    """Return (F,) for each face the smallest face id of its group; its own id when it stands alone.

    Stray faces stand alone, and so do free-form faces that the file spells on surfaces of their own.
    """
    sets = DisjointSets(len(part.faces))
    for joint in joints:
        if joint.convexity not in SMOOTH or joint.faces[0] == joint.faces[1]:
            continue
        one, other = joint.faces
        if sets.least(one) != sets.least(other) and is_same_surface(part.faces[one], part.faces[other]):
            sets.join(one, other)
    return np.array([sets.least(face) for face in range(len(part.faces))], dtype=np.int64)


def is_same_surface(a: Face, b: Face) -> bool:
    """Whether two faces of one body lie on one surface, with the material on the same side.

    Radii, axes and centers agree within `FIT_LENGTH` of the radius, widened by how far the faces stray
    from their fitted surfaces; directions within `PARALLEL_DEG`. Free-form faces lie on one surface when they
    share it, the same object.
    """
    if a.body is None or a.body != b.body:
        return False
    if a.sense != b.sense and not isinstance(a.surface, Plane):
        return False
    slack_mm = a.deviation_mm + b.deviation_mm + LENGTH_FLOOR_MM
    match a.surface, b.surface:
        case Plane() as p, Plane() as q:
            return _is_same_plane(a, b, p, q, slack_mm)
        case Cylinder() as p, Cylinder() as q:
            tolerance_mm = FIT_LENGTH * min(p.radius_mm, q.radius_mm) + slack_mm
            return abs(p.radius_mm - q.radius_mm) <= tolerance_mm and _is_on_one_axis(a, b, tolerance_mm)
        case Cone() as p, Cone() as q:
            return (
                abs(p.half_angle_deg - q.half_angle_deg) <= PARALLEL_DEG
                and float(p.axis @ q.axis) > 0.0
                and all(_is_same_cone_at(face.inner_point, p, q, slack_mm) for face in (a, b))
            )
        case Sphere() as p, Sphere() as q:
            tolerance_mm = FIT_LENGTH * min(p.radius_mm, q.radius_mm) + slack_mm
            return (
                abs(p.radius_mm - q.radius_mm) <= tolerance_mm
                and float(np.linalg.norm(p.center - q.center)) <= tolerance_mm
            )
        case Torus() as p, Torus() as q:
            tolerance_mm = FIT_LENGTH * min(p.minor_radius_mm, q.minor_radius_mm) + slack_mm
            return (
                same_length(p.major_radius_mm, q.major_radius_mm, FIT_LENGTH)
                and abs(p.minor_radius_mm - q.minor_radius_mm) <= tolerance_mm
                and float(np.linalg.norm(p.center - q.center)) <= tolerance_mm
                and _is_on_one_axis(a, b, tolerance_mm)
            )
        case Freeform() as p, Freeform() as q:
            return p is q
    return False


def _is_same_plane(a: Face, b: Face, p: Plane, q: Plane, slack_mm: float) -> bool:
    cosine = float(np.clip(a.sense * b.sense * (p.normal @ q.normal), -1.0, 1.0))
    if cosine < PARALLEL_COSINE:
        return False
    span = b.inner_point - a.inner_point
    apart_mm = max(abs(float(p.normal @ span)), abs(float(q.normal @ span)))
    return apart_mm <= FIT_LENGTH * float(np.linalg.norm(span)) + slack_mm


def _is_same_cone_at(near: Vector, p: Cone, q: Cone, slack_mm: float) -> bool:
    """Compare axes and radii abreast of a point: the apex of a steep cone is far off and says little."""
    line_p, line_q = AxisLine(p.apex, p.axis), AxisLine(q.apex, q.axis)
    radius_p = cone_radius_mm(p, float(line_p.along(near)))
    radius_q = cone_radius_mm(q, float(line_q.along(near)))
    tolerance_mm = FIT_LENGTH * radius_p + slack_mm
    return abs(radius_p - radius_q) <= tolerance_mm and is_same_line(line_p, line_q, near, tolerance_mm)


def _is_on_one_axis(a: Face, b: Face, tolerance_mm: float) -> bool:
    line_a, line_b = axis_line(a.surface), axis_line(b.surface)
    if line_a is None or line_b is None:
        return False
    return is_same_line(line_a, line_b, (a.inner_point + b.inner_point) / 2.0, tolerance_mm)
