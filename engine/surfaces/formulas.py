"""Distance and normal of each kind of surface, for points given as offsets from its origin.

Everything runs over N points; the numbers of the surface are one set for all or one set a point: `axis` (3,)
or (N, 3), unit, `first` and `second` numbers or (N,), as `SurfaceTable` keeps them.
"""

import numpy as np

from engine.model.arrays import Floats, norms
from engine.model.surface import Cone
from engine.surfaces.kind import SurfaceKind

ON_AXIS = 1e-9
"""A point this close to the axis, as a share of the radius abreast of it, lies on it."""
LEAST_RADIUS_MM = 1e-3


def around_axis(
    kind: int, offset: Floats, axis: Floats, first: Floats | float
) -> tuple[Floats, Floats, Floats]:
    """Return the unit vectors away from the axis, the distances from it and the heights along it.

    Returns
    -------
    (N, 3), (N,), (N,) float64
        The vectors are NaN on the axis.
    """
    height = (offset * axis).sum(1, keepdims=True)
    radial = offset - height * axis
    rho = norms(radial)
    radius = np.abs(height[:, 0]) * np.abs(np.tan(first)) if kind == SurfaceKind.CONE else first
    with np.errstate(divide="ignore", invalid="ignore"):
        is_off = rho > ON_AXIS * np.maximum(radius, LEAST_RADIUS_MM)
        return radial / np.where(is_off, rho, np.nan)[:, None], rho, height[:, 0]


def cone_radius_mm(cone: Cone, height_mm: float) -> float:
    """Return the radius of a cone so far along its axis from the apex; negative on the other nappe."""
    return height_mm * float(np.tan(np.radians(cone.half_angle_deg)))


def distance(
    kind: int, offset: Floats, rho: Floats, height: Floats, first: Floats | float, second: Floats | float
) -> Floats:
    """Return the signed distances (N,), positive on the side of the natural normal; NaN of a free-form face.

    `rho` (N,) is the distance of each point from the axis, `height` (N,) how far along it it lies.
    """
    match kind:
        case SurfaceKind.PLANE:
            return height
        case SurfaceKind.CYLINDER:
            return rho - first
        case SurfaceKind.CONE:
            return np.asarray(rho * np.cos(first) - height * np.sin(first))
        case SurfaceKind.SPHERE:
            return norms(offset) - first
        case SurfaceKind.TORUS:
            return np.asarray(np.hypot(rho - first, height) - second)
    return np.full(len(offset), np.nan)


def normal(
    kind: int, offset: Floats, away: Floats, axis: Floats, first: Floats | float, second: Floats | float
) -> Floats:
    """Return the natural unit normals (N, 3); NaN where there is none (an apex, an axis, a free-form face).

    `away` (N, 3) are the unit vectors away from the axis.
    """
    match kind:
        case SurfaceKind.PLANE:
            return np.broadcast_to(axis, offset.shape)
        case SurfaceKind.CYLINDER:
            return away
        case SurfaceKind.CONE:
            half = np.asarray(first)[..., None]
            return np.asarray(np.cos(half) * away - np.sin(half) * axis)
        case SurfaceKind.SPHERE:
            return _unit(offset)
        case SurfaceKind.TORUS:
            return _away_from_circle(offset, away, np.asarray(first)[..., None], second)
    return np.full(offset.shape, np.nan)


def _away_from_circle(offset: Floats, away: Floats, major: Floats, minor: Floats | float) -> Floats:
    """Return unit vectors away from the center circle of a torus.

    On one that crosses itself the far half counts where it fits better.
    """
    near, far = offset - major * away, offset + major * away
    use_far = np.abs(norms(far) - minor) < np.abs(norms(near) - minor)
    return _unit(np.where(use_far[:, None], far, near))


def _unit(vectors: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(vectors / norms(vectors)[:, None])
