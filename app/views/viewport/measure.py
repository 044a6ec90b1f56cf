"""Measurements from the triangles of the picture, where a server has no exact ones."""

import math

import numpy as np

from app.client.measuring import Measure, MeasuredPlace, Measurement, Picked
from app.client.models import Point
from app.views.viewport.mesh import Floats, PartMesh

PARALLEL_COS = math.cos(math.radians(0.1))


def by_triangles(mesh: PartMesh, picked: tuple[Picked, ...]) -> Measurement:
    """Measure between two places: straight, and at right angles where their triangles are parallel.

    Of one place there is nothing to say.
    """
    places = tuple(MeasuredPlace(shape="", point=one.point) for one in picked)
    if len(picked) < 2:
        return Measurement(places=places)
    one, other = picked
    straight = _measure("straight", one.point, other.point)
    normals = [_normal(mesh, each) for each in picked]
    if normals[0] is None or normals[1] is None or abs(float(normals[0] @ normals[1])) < PARALLEL_COS:
        return Measurement(places=places, relation="apart", measures=(straight,))
    step = normals[0] * float((np.array(other.point) - np.array(one.point)) @ normals[0])
    x, y, z = (np.array(one.point) + step).tolist()
    across = _measure("distance", one.point, (x, y, z))
    return Measurement(places=places, relation="parallel", measures=(across, straight))


def thickness_by_triangles(start: Picked, opposite: Picked) -> Measurement:
    """Measure the material from a place to the one opposite."""
    return Measurement(measures=(_measure("thickness", start.point, opposite.point),))


def _measure(name: str, start: Point, end: Point) -> Measure:
    return Measure(name=name, value=math.dist(start, end), unit="mm", witness=(start, end), is_exact=False)


def _normal(mesh: PartMesh, picked: Picked) -> Floats | None:
    """Return the normal of a face at a place, of its triangle nearest to it; None on an edge."""
    own = np.flatnonzero(mesh.face_of_triangle == int(picked.fid))
    if picked.is_edge or not len(own):
        return None
    corners = mesh.vertices[mesh.triangles[own]]
    nearest = int(np.argmin(np.linalg.norm(corners.mean(axis=1) - np.array(picked.point), axis=1)))
    a, b, c = corners[nearest]
    normal = np.cross(b - a, c - a)
    return np.asarray(normal / max(float(np.linalg.norm(normal)), 1e-30))
