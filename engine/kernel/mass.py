"""Exact areas, centroids and volumes, by integrals round the borders of faces.

On planes, cylinders, cones, spheres and tori the integrals over v are closed formulas in the surface's own
parameters, for all faces of a kind at once; on other surfaces the densities are interpolated on each smooth
patch. (OCCT's own integration is off by up to half a percent where B-splines bound a plane; its adaptive one
may take a second for a face, and both trust borders whose ends do not quite meet.)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge
from engine.kernel.contour import contours
from engine.kernel.evaluate import on_grid
from engine.kernel.read_patches import closed_form
from engine.kernel.smooth_intervals import smooth_patches
from engine.mass_properties.contours import Contours
from engine.mass_properties.gauss_points import Contour
from engine.mass_properties.surface_quadrature import SmoothPatches, integrate_along_v
from engine.model.arrays import Floats, Ints, cross, dots
from engine.surfaces.kind import FREEFORM, PLANE, TORUS, SurfaceKind


@dataclass(frozen=True, slots=True, eq=False)
class Masses:
    """Integrals over faces."""

    area_mm2: Floats
    """(F,)"""
    moment: Floats
    """(F, 3) integral of (p - anchor) over the area, mm³."""
    flux: Floats
    """(F,) integral of (p - anchor) . outward normal over the area, mm³: a third of the sum over a body is
    its volume."""


@dataclass(frozen=True, slots=True, eq=False)
class _Points:
    """Gauss points round faces of one kind, each with the surface of its face."""

    u: Floats
    v: Floats
    """(K,)"""
    origin: Floats
    x: Floats
    y: Floats
    z: Floats
    """(3, K) origin from the anchor, and directions of the surface's own frame."""
    hand: Floats
    """(K,) -1 where the frame is left-handed, else 1."""
    first: Floats
    second: Floats
    """(K,) sizes, as `Patches` has them."""
    nappe: Floats
    """(K,) of a cone, -1 where its face lies beyond the apex, else 1."""

    @property
    def around(self) -> Floats:
        """(3, K) e(u) = cos u x + sin u y."""
        return np.asarray(np.cos(self.u) * self.x + np.sin(self.u) * self.y)


def integrate(
    faces: Sequence[TopoDS_Face],
    adaptors: Sequence[BRepAdaptor_Surface],
    loops_of_face: Sequence[list[list[Coedge]]],
    turns: Floats,
    anchor: Floats,
) -> Masses:
    """Integrate over faces.

    Parameters
    ----------
    adaptors, loops_of_face : sequence
        The surface of each face, and its loops.
    turns : (F,) float64
        +1 where `du x dv` points out of the material, -1 where it points in.
    anchor : (3,) float64
        A point near the part, so that one far from the origin loses no digits.
    """
    count = len(faces)
    kind, frame, sizes = (
        np.full(count, FREEFORM),
        np.zeros((count, 4, 3)),
        np.ones((count, 2)),
    )
    for index, adaptor in enumerate(adaptors):
        form = closed_form(adaptor)
        if form is not None:
            kind[index], frame[index], sizes[index] = form
    frame[:, 0] -= anchor
    hand = np.where(dots(cross(frame[:, 1], frame[:, 2]), frame[:, 3]) < 0.0, -1.0, 1.0)
    is_free = kind == FREEFORM
    patches = {index: smooth_patches(adaptors[index]) for index in np.flatnonzero(is_free).tolist()}
    breaks = {index: of_face.u for index, of_face in patches.items()}
    border = contours(faces, adaptors, loops_of_face, kind == PLANE, breaks)
    # the closed formulas do not apply to tori that cross themselves
    kind[(kind == TORUS) & (sizes[:, 0] <= sizes[:, 1])] = FREEFORM
    total = np.zeros((count, 5))
    for of_kind, densities in CLOSED_FORMS.items():
        here = np.flatnonzero(kind[border.face] == of_kind)
        if len(here):
            rows = densities(_points(border, here, frame, hand, sizes)) * border.du[here]
            total += np.stack([np.bincount(border.face[here], row, count) for row in rows], axis=1)
    free = np.flatnonzero(kind == FREEFORM)
    by_face = np.argsort(border.face, kind="stable")
    bounds = np.searchsorted(border.face[by_face], [free, free + 1]).T
    for index, (start, end) in zip(free.tolist(), bounds.tolist(), strict=True):
        here = by_face[start:end]
        of_face = Contour(border.u[here], border.v[here], border.du[here])
        smooth = patches[index] if index in patches else smooth_patches(adaptors[index])
        total[index] = _any(adaptors[index], smooth, of_face, anchor) @ of_face.du
    total *= -turns[:, None]
    total[total[:, 0] < 0] *= -1.0  # borders that run the wrong way round
    return Masses(total[:, 0], total[:, 1:4], turns * total[:, 4])


def _points(border: Contours, here: Ints, frame: Floats, hand: Floats, sizes: Floats) -> _Points:
    """Put some Gauss points (K,) together with the surfaces of their faces.

    Parameters
    ----------
    frame, hand, sizes : (F, 4, 3), (F,), (F, 2) float64
        Of all faces: origin and directions, -1 where these are left-handed, and radii or angles.
    """
    face, u, v = border.face[here], border.u[here], border.v[here]
    origin, x, y, z = frame[face].transpose(1, 2, 0)
    first, second = sizes[face].T
    beyond = np.bincount(face, first + v * np.sin(second), len(frame)) < 0.0
    return _Points(u, v, origin, x, y, z, hand[face], first, second, np.where(beyond, -1.0, 1.0)[face])


def _dot(a: Floats, b: Floats) -> Floats:
    """(K,) of vectors (3, K)."""
    return np.asarray((a * b).sum(axis=0))


def _plane(at: _Points) -> Floats:
    """Rows (5, K) of F at the Gauss points: of 1, of p - anchor, and of (p - anchor) . (du x dv)."""
    u, v = at.u, at.v
    moment = at.origin * v + at.x * (u * v) + at.y * (v * v / 2.0)
    return np.vstack([v, moment, at.hand * _dot(at.origin, at.z) * v])


def _cylinder(at: _Points) -> Floats:
    """S = origin + R e(u) + v z."""
    radius, v, around = at.first, at.v, at.around
    area = radius * v
    moment = at.origin * area + around * (radius * area) + at.z * (area * v / 2.0)
    return np.vstack([area, moment, at.hand * area * (_dot(at.origin, around) + radius)])


def _cone(at: _Points) -> Floats:
    """S = origin + rho e(u) + v cos(a) z, rho = R + v sin(a), all of it on one side of the apex."""
    radius, v, around = at.first, at.v, at.around
    cos, sin = np.cos(at.second), np.sin(at.second)
    of_rho = radius * v + sin * v**2 / 2.0
    of_rho_rho = radius**2 * v + radius * sin * v**2 + sin**2 * v**3 / 3.0
    of_rho_v = radius * v**2 / 2.0 + sin * v**3 / 3.0
    moment = at.origin * of_rho + around * of_rho_rho + at.z * (cos * of_rho_v)
    flux = of_rho * (cos * _dot(at.origin, around) - sin * _dot(at.origin, at.z) + radius * cos)
    return np.vstack([at.nappe * of_rho, at.nappe * moment, at.hand * flux])


def _sphere(at: _Points) -> Floats:
    """S = origin + R (cos v e(u) + sin v z)."""
    radius, v = at.first, at.v
    of_cos, of_cos_cos, of_cos_sin = np.sin(v), v / 2.0 + np.sin(2.0 * v) / 4.0, np.sin(v) ** 2 / 2.0
    spoke = at.around * of_cos_cos + at.z * of_cos_sin  # of cos v times the normal
    moment = at.origin * (radius**2 * of_cos) + radius**3 * spoke
    flux = at.hand * radius**2 * (_dot(at.origin, spoke) + radius * of_cos)
    return np.vstack([radius**2 * of_cos, moment, flux])


def _torus(at: _Points) -> Floats:
    """S = origin + rho e(u) + r sin v z, rho = R + r cos v > 0."""
    major, minor, v, around = at.first, at.second, at.v, at.around
    half = v / 2.0 + np.sin(2.0 * v) / 4.0
    of_rho = major * v + minor * np.sin(v)
    of_rho_cos = major * np.sin(v) + minor * half
    of_rho_sin = -major * np.cos(v) + minor * np.sin(v) ** 2 / 2.0
    of_rho_rho = major**2 * v + 2.0 * major * minor * np.sin(v) + minor**2 * half
    moment = at.origin * of_rho + around * of_rho_rho + at.z * (minor * of_rho_sin)
    flux = _dot(at.origin, around) * of_rho_cos + _dot(at.origin, at.z) * of_rho_sin
    flux += major * of_rho_cos + minor * of_rho
    return minor * np.vstack([of_rho, moment, at.hand * flux])


CLOSED_FORMS: dict[SurfaceKind, Callable[[_Points], Floats]] = {
    SurfaceKind.PLANE: _plane,
    SurfaceKind.CYLINDER: _cylinder,
    SurfaceKind.CONE: _cone,
    SurfaceKind.SPHERE: _sphere,
    SurfaceKind.TORUS: _torus,
}


def _any(surface: BRepAdaptor_Surface, smooth: SmoothPatches, border: Contour, anchor: Floats) -> Floats:
    """Interpolate the densities patch by patch, then integrate the interpolants."""

    def densities(u: Floats, v: Floats) -> Floats:
        point, du, dv = on_grid(surface, u, v)
        point, normal = point - anchor, cross(du, dv)
        density = np.sqrt((normal * normal).sum(1))
        return np.vstack([density, point.T * density, (point * normal).sum(1)])

    return integrate_along_v(densities, smooth, border)
