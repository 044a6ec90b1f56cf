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
from engine.model.arrays import Bools, Floats, Ints
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.raycast import nearest
from engine.surfaces.table import SurfaceTable, distances, foot_points, tabulate

STEPS = 12
"""Of the secant method; it needs four where surfaces meet squarely."""
ROUNDING_MM = 1e-9
"""A vertex this close to its surface lies on it."""
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
    if field.opposite is None:
        return Readings(values, uncertainties)
    rows = np.flatnonzero(np.isfinite(field.values[vertices]) & (field.opposite[vertices] >= 0))
    chosen, opposite = vertices[rows], field.opposite[vertices[rows]]
    points, measured = mesh.vertices[chosen], field.values[chosen]
    ways = mesh.normals[chosen] if field.name == clearance.NAME else -mesh.normals[chosen]
    own, other = mesh.face_of_vertex[chosen], mesh.face_of_triangle[opposite]
    table = tabulate([face.surface for face in part.faces], [face.sense for face in part.faces])
    deviation_of_face = np.array([face.deviation_mm for face in part.faces])
    bound = field.absolute_error + field.relative_error * np.abs(measured)
    wall = mesh.vertices[mesh.triangles[opposite]]
    with np.errstate(invalid="ignore", divide="ignore"):
        readings = [
            np.where(_strays_mm(wall, feet) <= bound + mesh.chord_mm, lengths, np.nan)
            for lengths, feet in (
                _by_ball(table, other, points, ways, measured),
                _by_ray(table, other, points, ways, measured),
            )
        ]
        astray = np.abs(distances(table, own, points))
        values[rows] = np.where(np.isnan(astray), np.nan, _agreeing(np.stack(readings), measured, bound))
    uncertainties[rows] = deviation_of_face[own] + deviation_of_face[other]
    uncertainties[rows] += np.where(astray > ROUNDING_MM, astray, 0.0)
    uncertainties[np.isnan(values)] = np.nan
    return Readings(values, uncertainties)


def _agreeing(readings: Floats, measured: Floats, bound: Floats) -> Floats:
    """Return that (N,) of the readings (R, N) that agrees with the mesh best; NaN where none does at all."""
    apart = np.abs(readings - measured)
    apart[~(apart <= bound)] = np.inf
    best = apart.argmin(axis=0)[None]
    found: Floats = np.take_along_axis(np.where(np.isinf(apart), np.nan, readings), best, axis=0)[0]
    return found


def _strays_mm(walls: Floats, feet: Floats) -> Floats:
    """Return how far (N,) points are from the triangles (N, 3, 3) that the mesh says they lie on.

    A surface goes on beyond its face: a ball that touches it there touches no wall.
    """
    return np.asarray(np.linalg.norm(nearest.on_triangles(walls, feet) - feet, axis=1))


def _by_ball(
    table: SurfaceTable, faces: Ints, points: Floats, ways: Floats, measured: Floats
) -> tuple[Floats, Floats]:
    """Return the diameters (N,) of the balls from points to surfaces, and where they touch those (N, 3)."""

    def gap(radius: Floats) -> Floats:
        return np.abs(distances(table, faces, points + radius[:, None] * ways)) - radius

    radius = _root(gap, 0.5 * measured)
    return 2.0 * radius, foot_points(table, faces, points + radius[:, None] * ways)


def _by_ray(
    table: SurfaceTable, faces: Ints, points: Floats, ways: Floats, measured: Floats
) -> tuple[Floats, Floats]:
    """Return how far (N,) the surfaces are from points, straight ahead, and where they are met (N, 3)."""
    length = _root(lambda ahead: distances(table, faces, points + ahead[:, None] * ways), measured)
    return length, points + length[:, None] * ways


def _root(function: Callable[[Floats], Floats], start: Floats) -> Floats:
    """Find a zero near `start` by secants, for many functions at once; NaN where it does not settle."""
    before, now = start * (1.0 + 1e-3), start.copy()
    at_before, at_now = function(before), function(now)
    with np.errstate(invalid="ignore", divide="ignore"):
        for _ in range(STEPS):
            slope = (at_now - at_before) / (now - before)
            is_moving: Bools = (at_now != 0.0) & np.isfinite(slope) & (slope != 0.0)
            if not is_moving.any():
                break
            before, at_before = now, at_now
            now = np.where(is_moving, now - at_now / slope, now)
            at_now = function(now)
    is_settled = np.abs(at_now) <= SETTLED * np.abs(start) + 1e-12
    return np.where(is_settled, now, np.nan)
