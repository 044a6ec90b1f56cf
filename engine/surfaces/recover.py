"""Planes, cylinders, cones, spheres and tori recovered from faces that a file spells as something else.

Every fit starts linear in points and normals. A torus needs its axis first: a rotation `p -> a x p + b`
sweeps a surface of revolution along itself, so `n . (a x p + b) = 0` for all its normals, linear in a and
b (Pottmann & Wallner, Computational Line Geometry, 2001, chapter 3).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, cross, frozen, square_to, vector_product
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Surface, Torus
from engine.surfaces import formulas
from engine.surfaces.kind import SurfaceKind

SHARES = (1e-6, 1e-5, 1e-4, 1e-3)
"""A face is what it seems when it strays by no more than such a share of its local width. The strictest
share at which any surface fits decides; at one share the simplest surface wins."""
FLOOR_MM = 1e-6
CLEAR = 10.0
"""A curved surface is kept only if the face departs from flat by this many tolerances: a short arc of a
large cylinder is a plane."""
LEAN_DEG = 0.5
"""Nor may the normals stray further than this: a ripple can be low and steep."""
ROUNDS = 4
"""Steps of least squares after a direct fit that is near but not exact."""
NEAR = 100.0
"""A direct fit is near when it misses by no more than this many of the loosest tolerances: that of a torus
strays where the face is a short arc of it, by samples alone."""
NUDGE, NOISE = 1e-6, 1e-8
"""Slopes are taken over this much to either side, in parts of the face's extent. Directions in which they
are this share of the steepest are rounding errors: an axis may be of any length."""


@dataclass(frozen=True, slots=True, eq=False)
class Recovered:
    """A surface and how far the face strays from it."""

    surface: Surface
    deviation_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A kind of surface as a vector of 8: origin, axis (unit after `_tidy`), first and second."""

    kind: SurfaceKind
    start: Callable[[Floats, Floats], Floats | None]
    surface: Callable[[Floats], Surface]


def recover(points: Floats, normals: Floats, width_mm: float) -> Recovered | None:
    """Find the simplest of the five surfaces that a face lies on.

    Parameters
    ----------
    points, normals : (N, 3) float64
        Samples all over the face, borders included, N >= 9; unit normals, all on one side of the face.
    width_mm : float
        Local width of the face: min(sqrt(area), 2 area / perimeter).

    Returns
    -------
    Recovered or None
        None where the face is none of the five.
    """
    loosest = SHARES[-1] * width_mm + FLOOR_MM
    flat = _plane(points, normals)
    curved: list[Recovered | None] = []
    for share in SHARES:
        tolerance = share * width_mm + FLOOR_MM
        if flat.deviation_mm <= tolerance:
            return flat
        for index, fit in enumerate(_FITS):
            if index == len(curved):
                curved.append(_fitted(fit, points, normals, loosest))
            found = curved[index]
            if found is not None and found.deviation_mm <= tolerance:
                if flat.deviation_mm < CLEAR * tolerance and flat.deviation_mm <= loosest:
                    return flat
                return found
    return None


def _plane(points: Floats, normals: Floats) -> Recovered:
    middle = points.mean(axis=0)
    _, _, directions = np.linalg.svd(points - middle, full_matrices=False)
    normal = directions[2] if directions[2] @ normals.mean(axis=0) > 0 else -directions[2]
    deviation = float(np.abs((points - middle) @ normal).max())
    if (normals @ normal).min() < np.cos(np.radians(LEAN_DEG)):
        deviation = np.inf
    return Recovered(Plane(frozen(middle), frozen(normal)), deviation)


def _fitted(fit: _Fit, points: Floats, normals: Floats, tolerance: float) -> Recovered | None:
    """Fit one kind; None where it misses by more than the tolerance or leans."""
    middle = points.mean(axis=0)
    scale = float(np.abs(points - middle).max())
    local = (points - middle) / scale
    start = fit.start(local, normals)
    if start is None or not np.isfinite(start).all():
        return None
    best = _refined(fit, _tidy(start), local, tolerance / scale)
    distance, natural = _distance(fit, best, local), _normal(fit, best, local)
    deviation = float(np.abs(distance).max()) * scale
    if not deviation <= tolerance:
        return None
    has_normal = np.isfinite(natural).all(axis=1)  # not so at an apex
    cosine = (natural * normals)[has_normal].sum(1)
    cosine = cosine if cosine.mean() > 0 else -cosine
    if not cosine.min() >= np.cos(np.radians(LEAN_DEG)):
        return None
    best[6] *= 1.0 if fit.kind is SurfaceKind.CONE else scale
    best[7] *= scale
    best[:3] = best[:3] * scale + middle
    return Recovered(fit.surface(best), deviation)


def _refined(fit: _Fit, start: Floats, points: Floats, tolerance: float) -> Floats:
    """Improve by Gauss-Newton where the direct fit is near but not exact; undo steps that do not help."""
    best = start
    off = np.abs(_distance(fit, best, points)).max()
    for _ in range(ROUNDS):
        if off <= SHARES[0] * tolerance / SHARES[-1] or not off <= NEAR * tolerance:
            break
        step, *_ = np.linalg.lstsq(_slopes(fit, best, points), -_distance(fit, best, points), rcond=NOISE)
        moved = _tidy(best + step)
        now = np.abs(_distance(fit, moved, points)).max()
        if not now < off:
            break
        best, off = moved, now
    return best


def _slopes(fit: _Fit, parameters: Floats, points: Floats) -> Floats:
    """Return (N, 8) how fast the distance of each point grows with each parameter."""
    slopes = np.empty((len(points), 8))
    for index, nudge in enumerate(NUDGE * np.eye(8)):
        ahead, behind = (_distance(fit, parameters + sign * nudge, points) for sign in (1.0, -1.0))
        slopes[:, index] = (ahead - behind) / (2.0 * NUDGE)
    return slopes


def _distance(fit: _Fit, parameters: Floats, points: Floats) -> Floats:
    """Return signed distances (N,)."""
    axis = parameters[3:6] / np.sqrt(parameters[3:6] @ parameters[3:6])
    offset = points - parameters[:3]
    height = offset @ axis
    radial = offset - height[:, None] * axis
    rho = np.sqrt((radial * radial).sum(1))
    return formulas.distance(fit.kind, offset, rho, height, *parameters[6:].tolist())


def _normal(fit: _Fit, parameters: Floats, points: Floats) -> Floats:
    """Return natural normals (N, 3); NaN where there is none."""
    offset, axis, (first, second) = points - parameters[:3], parameters[3:6], parameters[6:].tolist()
    away, _, _ = formulas.around_axis(fit.kind, offset, axis, first)
    return formulas.normal(fit.kind, offset, away, axis, first, second)


def _tidy(parameters: Floats) -> Floats:
    length = np.linalg.norm(parameters[3:6])
    return np.concatenate([parameters[:3], parameters[3:6] / (length or 1.0), parameters[6:]])


def _cylinder_start(points: Floats, normals: Floats) -> Floats | None:
    """Start from normals square to the axis; points less radius times normal lie on it."""
    axis = np.linalg.svd(normals, full_matrices=False)[2][2]
    return _from_spokes(points, normals, axis)


def _from_spokes(points: Floats, normals: Floats, axis: Floats) -> Floats | None:
    """Solve `center + radius * normal = point` in the plane square to the axis."""
    x = square_to(axis)
    x /= np.linalg.norm(x)
    y = vector_product(axis, x)
    flat = np.column_stack([x, y])
    u, v, radius = _spokes(points @ flat, normals @ flat)
    return np.concatenate([u * x + v * y, axis, [abs(radius), 0.0]])


def _spokes(points: Floats, normals: Floats) -> Floats:
    """Least-squares (center..., radius) of `center + radius * normal = point` in any dimension."""
    count, dimension = points.shape
    system = np.zeros((count * dimension, dimension + 1))
    for axis in range(dimension):
        system[axis::dimension, axis] = 1.0
        system[axis::dimension, dimension] = normals[:, axis]
    solution, *_ = np.linalg.lstsq(system, points.reshape(-1), rcond=None)
    return np.asarray(solution, dtype=np.float64)


def _cylinder_surface(parameters: Floats) -> Surface:
    return Cylinder(frozen(parameters[:3]), frozen(parameters[3:6]), float(parameters[6]))


def _sphere_start(points: Floats, normals: Floats) -> Floats | None:
    solution = _spokes(points, normals)
    return np.concatenate([solution[:3], [0.0, 0.0, 1.0, abs(solution[3]), 0.0]])


def _sphere_surface(parameters: Floats) -> Surface:
    return Sphere(frozen(parameters[:3]), float(parameters[6]))


def _cone_start(points: Floats, normals: Floats) -> Floats | None:
    """Start from normals that end on a plane square to the axis; tangent planes meet in the apex."""
    axis = np.linalg.svd(normals - normals.mean(axis=0), full_matrices=False)[2][2]
    apex, *_ = np.linalg.lstsq(normals, (points * normals).sum(1), rcond=None)
    if (points.mean(axis=0) - apex) @ axis < 0:
        axis = -axis
    half = np.arcsin(np.clip(np.abs(normals @ axis).mean(), 0.0, 1.0))
    return np.concatenate([apex, axis, [half, 0.0]]) if 1e-6 < half < np.pi / 2 - 1e-6 else None


def _cone_surface(parameters: Floats) -> Surface:
    return Cone(frozen(parameters[:3]), frozen(parameters[3:6]), float(np.degrees(parameters[6])))


def _torus_start(points: Floats, normals: Floats) -> Floats | None:
    rows = np.column_stack([cross(points, normals), normals])
    turn, shift = np.split(np.linalg.svd(rows, full_matrices=False)[2][5], 2)
    speed = turn @ turn
    if speed < 1e-8:
        return None
    axis, foot = turn / np.sqrt(speed), np.cross(turn, shift) / speed
    away, rho, height = formulas.around_axis(SurfaceKind.TORUS, points - foot, axis, 0.0)
    profile = np.column_stack([(normals * np.nan_to_num(away)).sum(1), normals @ axis])
    major, rise, minor = _spokes(np.column_stack([rho, height]), profile)
    if not (major > 1e-3 * abs(minor) > 0 and max(major, abs(minor)) < 1e4):
        return None
    return np.concatenate([foot + rise * axis, axis, [major, abs(minor)]])


def _torus_surface(parameters: Floats) -> Surface:
    radii = float(parameters[6]), float(parameters[7])
    return Torus(frozen(parameters[:3]), frozen(parameters[3:6]), *radii)


_FITS = (
    _Fit(SurfaceKind.CYLINDER, _cylinder_start, _cylinder_surface),
    _Fit(SurfaceKind.SPHERE, _sphere_start, _sphere_surface),
    _Fit(SurfaceKind.CONE, _cone_start, _cone_surface),
    _Fit(SurfaceKind.TORUS, _torus_start, _torus_surface),
)
"""Simple ones first."""
