"""Finds faces side by side on one free-form surface, as if one face had been split.

Sewn models are cut along sketch lines and parting lines, and each piece keeps the whole surface beneath it,
or a copy. What a piece seems to be by itself says little: a strip of a dome may pass for a cylinder. So
pieces are judged together. Surfaces are compared as they are spelled, parameter by parameter; two
spellings of one surface are not recognized. The five simple surfaces need no such help.
"""

from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.collections import Array1_double
from OCP.GeomAbs import GeomAbs_Shape
from OCP.GeomAbs import GeomAbs_SurfaceType as Type

from engine.kernel.boundaries import Boundaries
from engine.kernel.brep import Brep
from engine.kernel.evaluate import first_derivatives, unit_normals
from engine.model.arrays import Floats
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH, SMOOTH_DEG

SIMPLE = frozenset(
    {
        Type.GeomAbs_Plane,
        Type.GeomAbs_Cylinder,
        Type.GeomAbs_Cone,
        Type.GeomAbs_Sphere,
        Type.GeomAbs_Torus,
    }
)
PLACES = 7
"""Places a side at which two surfaces are compared."""
BOUNDLESS = 1e9
"""Parameters beyond this mean that a surface goes on for ever; it is compared from 0 to 1 then."""
ASIDE = 1e-6
"""A crease is looked at from so far to either side, as a share of the domain."""


def find(brep: Brep, boundaries: Boundaries) -> tuple[tuple[int, ...], ...]:
    """List the sets of two or more faces that are pieces of one, each ascending, by their smallest face.

    A surface with a crease in it makes no pieces: it may be the sides of a box.
    """
    free = {
        face: adaptor
        for face, shape in enumerate(brep.faces)
        if brep.body_of_face[face] >= 0
        and (adaptor := BRepAdaptor_Surface(shape, False)).GetType() not in SIMPLE
    }
    spelled: dict[int, Floats | None] = {}

    def points_of(face: int) -> Floats | None:
        if face not in spelled:
            spelled[face] = None if _is_creased(free[face]) else _points(free[face])
        return spelled[face]

    leader = {face: face for face in free}
    for uses in boundaries.uses_of_edge:
        if len(uses) != 2:
            continue
        (a, _), (b, _) = uses
        if a == b or a not in free or b not in free or free[a].GetType() != free[b].GetType():
            continue
        if brep.body_of_face[a] != brep.body_of_face[b]:
            continue
        if brep.faces[a].Orientation() != brep.faces[b].Orientation():
            continue
        low, high = sorted((_leader(leader, a), _leader(leader, b)))
        if low != high and _is_same(points_of(a), points_of(b)):
            leader[high] = low
    sets: dict[int, list[int]] = {}
    for face in free:
        sets.setdefault(_leader(leader, face), []).append(face)
    return tuple(tuple(faces) for _, faces in sorted(sets.items()) if len(faces) > 1)


def _leader(leader: dict[int, int], face: int) -> int:
    while leader[face] != face:
        leader[face] = leader[leader[face]]
        face = leader[face]
    return face


def _is_same(one: Floats | None, other: Floats | None) -> bool:
    if one is None or other is None:
        return False
    size_mm = float(np.ptp(one, axis=0).max())
    return bool(np.abs(one - other).max() <= SAME_LENGTH * size_mm + LENGTH_FLOOR_MM)


def _points(surface: Any) -> Floats:
    """Return points (P, 3) all over a surface, however little of it a face takes."""
    share = np.linspace(0.0, 1.0, PLACES)
    (u0, u1), (v0, v1) = _domain(surface)
    u, v = np.meshgrid(u0 + (u1 - u0) * share, v0 + (v1 - v0) * share, indexing="ij")
    points, _, _ = first_derivatives(surface, np.stack([u, v], axis=-1).reshape(-1, 2))
    return points


def _domain(surface: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    u = surface.FirstUParameter(), surface.LastUParameter()
    v = surface.FirstVParameter(), surface.LastVParameter()
    return _bounded(*u), _bounded(*v)


def _bounded(first: float, last: float) -> tuple[float, float]:
    return (first, last) if max(abs(first), abs(last)) < BOUNDLESS else (0.0, 1.0)


def _is_creased(surface: Any) -> bool:
    """Whether the normal jumps anywhere on a surface."""
    ends = np.array(_domain(surface))
    share = np.linspace(0.1, 0.9, PLACES)
    ways = ((surface.NbUIntervals, surface.UIntervals), (surface.NbVIntervals, surface.VIntervals))
    for way, (count, fill) in enumerate(ways):
        along = ends[1 - way, 0] + np.ptp(ends[1 - way]) * share
        for place in _breaks(count, fill):
            normals = []
            for step in (-ASIDE, ASIDE):
                uv = np.empty((PLACES, 2))
                uv[:, way], uv[:, 1 - way] = place + step * np.ptp(ends[way]), along
                _, du, dv = first_derivatives(surface, uv)
                normals.append(unit_normals(du, dv))
            cosines = (normals[0] * normals[1]).sum(axis=1)
            if (cosines < np.cos(np.radians(SMOOTH_DEG))).any():
                return True
    return False


def _breaks(count: Any, fill: Any) -> list[float]:
    """Return where a surface is not smooth by its formula, its ends left out."""
    smooth = GeomAbs_Shape.GeomAbs_C1
    number = count(smooth)
    array = Array1_double(1, number + 1)
    fill(array, smooth)
    return [array.Value(i) for i in range(2, number + 1)]
