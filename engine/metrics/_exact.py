"""Exact readings of a distance field at a few vertices, from the surfaces that the mesh stands for.

The fields are measured on triangles, so a wall drawn 3 mm thick is 3 mm give or take the mesh. Where the
vertex and the wall opposite lie on a plane, cylinder, cone, sphere or torus, the same ball and the same ray
can be computed to the last digit. The mesh still says which wall is met: an exact reading counts only where
it agrees with that of the mesh within the mesh's own error.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from engine.fields import clearance
from engine.model.arrays import Bools, Floats, Ints, along
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.raycast import nearest

STEPS = 12
"""Of the secant method; it needs four where surfaces meet squarely."""
SETTLED = 1e-10
"""Share of a distance that a last step may still have been; else the method did not converge."""


class Readings(NamedTuple):
    """Exact values with their uncertainties, one each for every vertex asked for; NaN where there is none."""

    values: Floats
    uncertainties: Floats


def read(part: Part, mesh: Mesh, field: Field, vertices: Ints) -> Readings:
    """Read a distance field exactly at some vertices.

    Parameters
    ----------
    field : Field
        Thickness or clearance: one with `opposite`.
    vertices : (N,) int64

    Returns
    -------
    Readings
        The uncertainty is how far both faces stray from their surfaces; 0 for faces that are what they say.
        NaN where a face is free-form, nothing stands opposite, or the reading disagrees with the mesh.
    """
    values, uncertainties = np.full((2, len(vertices)), np.nan)
    if field.opposite is None or not len(vertices):
        return Readings(values, uncertainties)
    opposite = field.opposite[vertices]
    own_face = mesh.face_of_vertex[vertices]
    other_face = np.where(opposite >= 0, mesh.face_of_triangle[opposite], -1)
    points, normals = mesh.vertices[vertices], mesh.normals[vertices]
    ways = normals if field.name == clearance.NAME else -normals
    measured = field.values[vertices]
    bound = field.absolute_error + field.relative_error * np.abs(measured)
    for face in np.unique(other_face[np.isfinite(measured) & (other_face >= 0)]):
        surface = part.faces[face].surface
        if isinstance(surface, Freeform):
            continue
        rows = np.flatnonzero((other_face == face) & np.isfinite(measured))
        wall = mesh.vertices[mesh.triangles[opposite[rows]]]
        near = bound[rows] + mesh.chord_mm
        readings = [
            np.where(_astray(wall, feet) <= near, lengths, np.nan)
            for lengths, feet in (
                _by_ball(surface, points[rows], ways[rows], measured[rows]),
                _by_ray(surface, points[rows], ways[rows], measured[rows]),
            )
        ]
        values[rows] = _agreeing(np.stack(readings), measured[rows], bound[rows])
        uncertainties[rows] = part.faces[face].deviation_mm
    for face in np.unique(own_face[np.isfinite(values)]):
        rows = np.flatnonzero(own_face == face)
        surface = part.faces[face].surface
        if isinstance(surface, Freeform):
            values[rows] = np.nan
            continue
        astray = np.abs(_offsets(surface, points[rows]))
        uncertainties[rows] += part.faces[face].deviation_mm + np.where(astray > 1e-9, astray, 0.0)
    uncertainties[np.isnan(values)] = np.nan
    return Readings(values, uncertainties)


def _agreeing(readings: Floats, measured: Floats, bound: Floats) -> Floats:
    """Return that (N,) of the readings (R, N) that agrees with the mesh best; NaN where none does at all."""
    apart = np.abs(readings - measured)
    apart[~(apart <= bound)] = np.inf
    best = apart.argmin(axis=0)[None]
    found: Floats = np.take_along_axis(np.where(np.isinf(apart), np.nan, readings), best, axis=0)[0]
    return found


def _astray(walls: Floats, feet: Floats) -> Floats:
    """Return how far (N,) points are from the triangles (N, 3, 3) that the mesh says they lie on.

    A surface goes on beyond its face: a ball that touches it there touches no wall.
    """
    return np.asarray(np.linalg.norm(nearest.on_triangles(walls, feet) - feet, axis=1))


def _by_ball(surface: Surface, points: Floats, ways: Floats, measured: Floats) -> tuple[Floats, Floats]:
    """Return the diameters (N,) of the balls between points and surface, and where they touch it (N, 3)."""

    def gap(radius: Floats) -> Floats:
        return np.abs(_offsets(surface, points + radius[:, None] * ways)) - radius

    radius = _root(gap, 0.5 * measured)
    centers = points + radius[:, None] * ways
    return 2.0 * radius, _feet(surface, centers, radius)


def _by_ray(surface: Surface, points: Floats, ways: Floats, measured: Floats) -> tuple[Floats, Floats]:
    """Return how far (N,) the surface is from the points, straight ahead, and where it is met (N, 3)."""
    length = _root(lambda ahead: _offsets(surface, points + ahead[:, None] * ways), measured)
    return length, points + length[:, None] * ways


def _feet(surface: Surface, points: Floats, apart: Floats) -> Floats:
    """Return the nearest points (N, 3) of a surface, whose distance falls fastest straight towards them."""
    h = 1e-4 * np.maximum(apart, 1e-6)[:, None]
    slopes = [
        (np.abs(_offsets(surface, points + h * axis)) - np.abs(_offsets(surface, points - h * axis)))
        / (2.0 * h[:, 0])
        for axis in np.eye(3)
    ]
    away = np.stack(slopes, axis=1)
    return points - apart[:, None] * away


def _root(function: Callable[[Floats], Floats], start: Floats) -> Floats:
    """Find a zero near `start` by secants, for many functions at once; NaN where it does not settle."""
    before, now = start * (1.0 + 1e-3), start.copy()
    at_before, at_now = function(before), function(now)
    step = np.full(len(start), np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        for _ in range(STEPS):
            slope = (at_now - at_before) / (now - before)
            is_moving: Bools = (at_now != 0.0) & np.isfinite(slope) & (slope != 0.0)
            step = np.where(is_moving, at_now / slope, np.where(at_now == 0.0, 0.0, np.inf))
            before, at_before = now, at_now
            now = np.where(is_moving, now - step, now)
            at_now = function(now)
    is_settled = np.abs(at_now) <= SETTLED * np.abs(start) + 1e-12
    return np.where(is_settled, now, np.nan)


def _offsets(surface: Surface, points: Floats) -> Floats:
    """Return the signed distances (N,) of points from a surface; the sign only has to change across it."""
    match surface:
        case Plane(origin=origin, normal=normal):
            return along(points - origin, normal)
        case Sphere(center=center, radius_mm=radius):
            return np.asarray(np.linalg.norm(points - center, axis=1) - radius)
        case Cylinder(origin=origin, axis=axis, radius_mm=radius):
            return _from_axis(points - origin, axis)[1] - radius
        case Cone(apex=apex, axis=axis, half_angle_deg=half_angle):
            height, across = _from_axis(points - apex, axis)
            angle = np.radians(half_angle)
            return np.asarray(across * np.cos(angle) - height * np.sin(angle))
        case Torus(center=center, axis=axis, major_radius_mm=major, minor_radius_mm=minor):
            height, across = _from_axis(points - center, axis)
            return np.asarray(np.hypot(across - major, height) - minor)
    return np.full(len(points), np.nan)


def _from_axis(points: Floats, axis: Floats) -> tuple[Floats, Floats]:
    """Return how far points lie along an axis through the origin, and how far from it."""
    height = along(points, axis)
    return height, np.linalg.norm(points - height[:, None] * axis, axis=1)
