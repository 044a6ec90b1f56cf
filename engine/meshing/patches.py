"""The surfaces of faces in their own parameters (u, v), as one table.

Places, normals and parameters of any number of points on any mixture of faces come out of closed formulas
at once; surfaces that have none are asked of their evaluators.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross, norms
from engine.surfaces.kind import CONE, CYLINDER, FREEFORM, PLANE, SPHERE, TORUS

STILL = 1e-9
"""A derivative below this share of its largest value is taken for zero."""
AT_POLE = 1e-6
"""Nearer to the axis than this share of a face's reach, a place does not determine the angle round it."""

SurfaceEvaluator = Callable[[Floats], Floats]
"""Evaluates a surface at parameters (N, 2): points and derivatives along u and along v, (N, 3, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """One row a face. P(u, v) = origin + radius (cos u x + sin u y) + height z for all but planes."""

    kind: Ints
    """(F,) of `SurfaceKind`."""
    origin: Floats
    x: Floats
    y: Floats
    z: Floats
    """(F, 3) frame of the surface, right- or left-handed."""
    first: Floats
    """(F,) radius of a cylinder or sphere, reference radius of a cone, major radius of a torus."""
    second: Floats
    """(F,) half angle of a cone in radians, minor radius of a torus."""
    outward: Floats
    """(F,) +1 where the formula's own normal points out of the material, else -1."""
    is_reversed: Bools
    """(F,) whether `dP/du x dP/dv` points into the material."""
    evaluators: Sequence[SurfaceEvaluator]
    """(F,)"""


def evaluate(patches: Patches, face: Ints, uv: Floats) -> tuple[Floats, Floats]:
    """Return places and outward unit normals at parameters.

    Parameters
    ----------
    face : (N,) int64
        The face each point lies on; runs of one face are fastest.
    uv : (N, 2) float64

    Returns
    -------
    (N, 3), (N, 3) float64
        Normals are NaN where the surface has none (a collapsed coedge of a B-spline). At a cone's apex the
        normal is that of the generator at u.
    """
    places, normals = np.empty((len(face), 3)), np.empty((len(face), 3))
    kinds = patches.kind[face]
    flat, free = kinds == PLANE, kinds == FREEFORM
    round_ = ~(flat | free)
    places[flat], normals[flat] = _on_planes(patches, face[flat], uv[flat])
    places[round_], normals[round_] = _on_revolved(patches, face[round_], uv[round_])
    rows = np.flatnonzero(free)
    for start, end in runs(face[rows]):
        here = rows[start:end]
        places[here], normals[here] = on_free(patches.evaluators[face[here[0]]], uv[here])
    normals *= patches.outward[face][:, None]
    return places, normals


def _on_planes(patches: Patches, face: Ints, uv: Floats) -> tuple[Floats, Floats]:
    places = patches.origin[face] + uv[:, :1] * patches.x[face] + uv[:, 1:] * patches.y[face]
    return places, patches.z[face]


def _on_revolved(patches: Patches, face: Ints, uv: Floats) -> tuple[Floats, Floats]:
    u, v = uv[:, 0], uv[:, 1]
    radius, height = meridian(patches, face, v)
    lean = _lean(patches, face, v)
    cos, sin = np.cos(u)[:, None], np.sin(u)[:, None]
    radial = cos * patches.x[face] + sin * patches.y[face]
    z = patches.z[face]
    places = patches.origin[face] + radius[:, None] * radial + height[:, None] * z
    # a cone's nappe is in `outward`; a sphere's pole must not flip by a rounding error
    side = np.where((radius < 0.0) & (patches.kind[face] == TORUS), -1.0, 1.0)
    normals = side[:, None] * (np.cos(lean)[:, None] * radial + np.sin(lean)[:, None] * z)
    return places, normals


def meridian(patches: Patches, face: Ints, v: Floats) -> tuple[Floats, Floats]:
    """Return signed radius and height over the origin, (N,) each, of surfaces of revolution at v."""
    kinds, first, second = patches.kind[face], patches.first[face], patches.second[face]
    is_cone, is_sphere, is_torus = kinds == CONE, kinds == SPHERE, kinds == TORUS
    angle = np.where(is_cone, second, v)
    cos, sin = np.cos(angle), np.sin(angle)
    radius = np.where(is_torus, first + second * cos, first)
    radius = np.where(is_cone, first + v * sin, np.where(is_sphere, first * cos, radius))
    height = np.where(is_torus, second * sin, v)
    height = np.where(is_cone, v * cos, np.where(is_sphere, first * sin, height))
    return radius, height


def _lean(patches: Patches, face: Ints, v: Floats) -> Floats:
    """Angle between the natural normal and the plane across the axis, radians."""
    kinds = patches.kind[face]
    return np.where(kinds == CYLINDER, 0.0, np.where(kinds == CONE, -patches.second[face], v))


def on_free(evaluator: SurfaceEvaluator, uv: Floats) -> tuple[Floats, Floats]:
    """Return places and unit normals `dP/du x dP/dv` of one surface, whatever its kind."""
    table = evaluator(uv)
    speeds = np.sqrt(np.einsum("ijk,ijk->ij", table[:, 1:], table[:, 1:]))
    crossed = cross(table[:, 1], table[:, 2])
    length = np.sqrt(np.einsum("ij,ij->i", crossed, crossed))
    # a derivative that is next to nothing beside the others has no direction, only rounding errors
    is_collapsed = (speeds <= STILL * speeds.max(axis=0, initial=0.0)).any(axis=1)
    length[is_collapsed | ~(length > STILL * speeds.prod(axis=1))] = np.nan
    return table[:, 0], crossed / length[:, None]


def normals_at_collapsed(patches: Patches, face: Ints, uv: Floats, idle: Ints, inwards: Floats) -> Floats:
    """Return outward normals (N, 3) on collapsed coedges, where only their limit exists.

    Parameters
    ----------
    idle : (N,) int64
        The axis of uv along which nothing moves.
    inwards : (N,) float64
        A very small step along the other axis, into the face.
    """
    step = np.zeros(uv.shape)
    step[np.arange(len(uv)), 1 - idle] = inwards
    near, far = (evaluate(patches, face, uv + times * step)[1] for times in (1.0, 2.0))
    limit = 2.0 * near - far
    return np.asarray(limit / np.linalg.norm(limit, axis=1, keepdims=True))


def runs(values: Ints) -> list[tuple[int, int]]:
    """List (start, end) of the runs of equal values."""
    if not len(values):
        return []
    cuts = np.flatnonzero(np.diff(values)) + 1
    bounds = [0, *cuts.tolist(), len(values)]
    return list(pairwise(bounds))


def parameters(patches: Patches, face: Ints, points: Floats, near: Floats) -> Floats:
    """Return the parameters (N, 2) of the surface points nearest to `points`.

    `near` (N, 2) are parameters known roughly: they choose between the turns of a periodic surface, and
    stay where that does not decide (poles, free surfaces). The points of a face are given all at once: how
    far they reach says what is as good as on its axis.
    """
    uv = np.array(near)
    kinds = patches.kind[face]
    away = points - patches.origin[face]
    along = [np.einsum("ij,ij->i", away, axis[face]) for axis in (patches.x, patches.y, patches.z)]
    flat = kinds == PLANE
    uv[flat, 0], uv[flat, 1] = along[0][flat], along[1][flat]

    round_ = ~flat & (kinds != FREEFORM)
    face, near, kinds = face[round_], near[round_], kinds[round_]
    x, y, z = (component[round_] for component in along)
    first, second = patches.first[face], patches.second[face]
    side = np.where(meridian(patches, face, near[:, 1])[0] < 0.0, -1.0, 1.0)
    radius = side * np.hypot(x, y)
    u = _nearest_turn(np.arctan2(side * y, side * x), near[:, 0])
    reach = np.zeros(len(patches.kind))
    np.maximum.at(reach, face, norms(away[round_]))
    u = np.where(np.abs(radius) > AT_POLE * reach[face], u, near[:, 0])
    v = _nearest_turn(np.arctan2(z, radius - first), near[:, 1])
    v = np.where(kinds == SPHERE, np.arctan2(z, radius), v)
    v = np.where(kinds == CONE, (radius - first) * np.sin(second) + z * np.cos(second), v)
    v = np.where(kinds == CYLINDER, z, v)
    uv[round_, 0], uv[round_, 1] = u, v
    return uv


def _nearest_turn(angle: Floats, near: Floats) -> Floats:
    turn = 2.0 * np.pi
    return angle + turn * np.round((near - angle) / turn)
