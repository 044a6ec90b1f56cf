"""Exact areas, centroids and volumes, by integrals round the borders of faces.

On planes, cylinders, cones, spheres and tori the integrals over v are closed formulas in the surface's own
parameters; on other surfaces the densities are interpolated on each smooth patch. (OCCT's own integration
is off by up to half a percent where B-splines bound a plane; its adaptive one may take a second for a
face, and both trust borders whose ends do not quite meet.)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType as Type
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Coedge
from engine.kernel.contour import contour
from engine.kernel.evaluate import on_grid
from engine.kernel.smooth_intervals import smooth_patches
from engine.mass_properties.gauss_points import Contour
from engine.mass_properties.surface_quadrature import integrate_along_v
from engine.model.arrays import Floats, cross

CLOSED_FORM = (
    Type.GeomAbs_Plane,
    Type.GeomAbs_Cylinder,
    Type.GeomAbs_Cone,
    Type.GeomAbs_Sphere,
    Type.GeomAbs_Torus,
)


@dataclass(frozen=True, slots=True, eq=False)
class Mass:
    """Integrals over a face."""

    area_mm2: float
    moment: Floats
    """(3,) integral of (p - anchor) over the area, mm³."""
    flux: float
    """Integral of (p - anchor) . outward normal over the area, mm³: a third of the sum over a body is
    its volume."""


def mass_of(
    face: TopoDS_Face, adaptor: BRepAdaptor_Surface, loops: list[list[Coedge]], turn: float, anchor: Floats
) -> Mass:
    """Integrate over a face.

    Parameters
    ----------
    turn : float
        +1 where `du x dv` points out of the material, -1 where it points in.
    anchor : (3,) float64
        A point near the part, so that one far from the origin loses no digits.
    """
    kind = adaptor.GetType()
    breaks = np.zeros(0) if kind in CLOSED_FORM else smooth_patches(adaptor).u
    border = contour(face, adaptor, loops, breaks)
    match kind:
        case Type.GeomAbs_Plane:
            rows = _plane(adaptor.Plane(), border, anchor)
        case Type.GeomAbs_Cylinder:
            rows = _cylinder(adaptor.Cylinder(), border, anchor)
        case Type.GeomAbs_Cone:
            rows = _cone(adaptor.Cone(), border, anchor)
        case Type.GeomAbs_Sphere:
            rows = _sphere(adaptor.Sphere(), border, anchor)
        case Type.GeomAbs_Torus if adaptor.Torus().MajorRadius() > adaptor.Torus().MinorRadius():
            rows = _torus(adaptor.Torus(), border, anchor)
        case _:
            rows = _any(adaptor, border, anchor)
    total = -turn * (rows @ border.du)
    if total[0] < 0:  # a border that runs the wrong way round
        total = -total
    return Mass(float(total[0]), total[1:4], turn * float(total[4]))


def _plane(plane: Any, border: Contour, anchor: Floats) -> Floats:
    """Rows (5, K) of F at the Gauss points: of 1, of p - anchor, and of (p - anchor) . (du x dv)."""
    origin, x, y, z, hand = _frame(plane, anchor)
    u, v = border.u, border.v
    moment = origin[:, None] * v + x[:, None] * (u * v) + y[:, None] * (v * v / 2.0)
    return np.vstack([v, moment, hand * (origin @ z) * v])


def _cylinder(cylinder: Any, border: Contour, anchor: Floats) -> Floats:
    """S = origin + R e(u) + v z, e(u) = cos u x + sin u y."""
    origin, x, y, z, hand = _frame(cylinder, anchor)
    radius, v = cylinder.Radius(), border.v
    around = np.cos(border.u) * x[:, None] + np.sin(border.u) * y[:, None]
    area = radius * v
    moment = origin[:, None] * area + around * (radius * area) + z[:, None] * (area * v / 2.0)
    return np.vstack([area, moment, hand * area * (origin @ around + radius)])


def _cone(cone: Any, border: Contour, anchor: Floats) -> Floats:
    """S = origin + rho e(u) + v cos(a) z, rho = R + v sin(a), all of it on one side of the apex."""
    origin, x, y, z, hand = _frame(cone, anchor)
    radius, v = cone.RefRadius(), border.v
    cos, sin = np.cos(cone.SemiAngle()), np.sin(cone.SemiAngle())
    around = np.cos(border.u) * x[:, None] + np.sin(border.u) * y[:, None]
    nappe = np.sign((radius + v * sin).sum()) or 1.0
    of_rho = radius * v + sin * v**2 / 2.0
    of_rho_rho = radius**2 * v + radius * sin * v**2 + sin**2 * v**3 / 3.0
    of_rho_v = radius * v**2 / 2.0 + sin * v**3 / 3.0
    moment = origin[:, None] * of_rho + around * of_rho_rho + z[:, None] * (cos * of_rho_v)
    flux = of_rho * (cos * (origin @ around) - sin * (origin @ z) + radius * cos)
    return np.vstack([nappe * of_rho, nappe * moment, hand * flux])


def _sphere(sphere: Any, border: Contour, anchor: Floats) -> Floats:
    """S = origin + R (cos v e(u) + sin v z)."""
    origin, x, y, z, hand = _frame(sphere, anchor)
    radius, v = sphere.Radius(), border.v
    around = np.cos(border.u) * x[:, None] + np.sin(border.u) * y[:, None]
    of_cos, of_cos_cos, of_cos_sin = np.sin(v), v / 2.0 + np.sin(2.0 * v) / 4.0, np.sin(v) ** 2 / 2.0
    spoke = around * of_cos_cos + z[:, None] * of_cos_sin  # of cos v times the normal
    moment = origin[:, None] * (radius**2 * of_cos) + radius**3 * spoke
    return np.vstack([radius**2 * of_cos, moment, hand * radius**2 * (origin @ spoke + radius * of_cos)])


def _torus(torus: Any, border: Contour, anchor: Floats) -> Floats:
    """S = origin + rho e(u) + r sin v z, rho = R + r cos v > 0."""
    origin, x, y, z, hand = _frame(torus, anchor)
    major, minor, v = torus.MajorRadius(), torus.MinorRadius(), border.v
    around = np.cos(border.u) * x[:, None] + np.sin(border.u) * y[:, None]
    half = v / 2.0 + np.sin(2.0 * v) / 4.0
    of_rho = major * v + minor * np.sin(v)
    of_rho_cos = major * np.sin(v) + minor * half
    of_rho_sin = -major * np.cos(v) + minor * np.sin(v) ** 2 / 2.0
    of_rho_rho = major**2 * v + 2.0 * major * minor * np.sin(v) + minor**2 * half
    moment = origin[:, None] * of_rho + around * of_rho_rho + z[:, None] * (minor * of_rho_sin)
    flux = (origin @ around) * of_rho_cos + (origin @ z) * of_rho_sin + major * of_rho_cos + minor * of_rho
    return minor * np.vstack([of_rho, moment, hand * flux])


def _any(surface: BRepAdaptor_Surface, border: Contour, anchor: Floats) -> Floats:
    """Interpolate the densities patch by patch, then integrate the interpolants."""

    def densities(u: Floats, v: Floats) -> Floats:
        point, du, dv = on_grid(surface, u, v)
        point, normal = point - anchor, cross(du, dv)
        density = np.sqrt((normal * normal).sum(1))
        return np.vstack([density, point.T * density, (point * normal).sum(1)])

    return integrate_along_v(densities, smooth_patches(surface), border)


def _frame(surface: Any, anchor: Floats) -> tuple[Floats, Floats, Floats, Floats, float]:
    """Origin from the anchor, x, y and z directions of an OCCT surface, and -1 where they are left-handed."""
    frame = surface.Position()
    x, y, z = (np.array(axis.Coord()) for axis in (frame.XDirection(), frame.YDirection(), frame.Direction()))
    return np.array(frame.Location().Coord()) - anchor, x, y, z, 1.0 if frame.Direct() else -1.0
