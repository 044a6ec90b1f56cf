"""Areas and fluxes of all faces at once: closed formulas where a surface has them, else patch by patch."""

from dataclasses import dataclass

import numpy as np

from engine.mass_properties import contours, freeform
from engine.mass_properties.bordered_faces import BorderedFaces
from engine.mass_properties.contours import Contours
from engine.mass_properties.gauss_points import Contour
from engine.mass_properties.surface_quadrature import integrate_along_v
from engine.meshing.patches import Patches
from engine.model.arrays import Bools, Floats, Ints, cross
from engine.surfaces.kind import FREEFORM, TORUS, SurfaceKind


@dataclass(frozen=True, slots=True, eq=False)
class MassProperties:
    """Integrals over faces."""

    area_mm2: Floats
    """(F,)"""
    flux_mm3: Floats
    """(F,) integral of (p - anchor) . outward normal: a third of the sum over a body is its volume."""
    is_turned: Bools
    """(F,) whether the border runs the wrong way round: then the integrals are a guess."""


def integrate(faces: BorderedFaces) -> MassProperties:
    """Integrate over every face."""
    patches = faces.patches
    ends = faces.on_edges[:, [0, -1]].reshape(-1, 3)
    anchor = ends.mean(axis=0) if len(ends) else np.zeros(3)
    count = len(patches.kind)
    others = (patches.kind == FREEFORM) | _is_spindle(patches)
    laid = contours.lay(faces)
    area, flux = np.zeros(count), np.zeros(count)
    for kind in SurfaceKind:
        here = patches.kind[laid.face] == kind
        if kind == FREEFORM or not here.any():
            continue
        of_area, of_flux = _densities(kind, patches, laid, here, anchor)
        area -= np.bincount(laid.face[here], of_area * laid.du[here], count)
        flux -= np.bincount(laid.face[here], of_flux * laid.du[here], count)
    turn = np.where(patches.is_reversed, -1.0, 1.0)
    area *= turn
    is_turned = area < 0.0
    # the integral's own sign and that of `du x dv` cancel
    flux = np.where(is_turned, -flux, flux)
    for index, border in freeform.borders(faces, np.flatnonzero(others)):
        area[index], flux[index] = _one_by_one(faces, index, border, anchor)
        is_turned[index] = False
    return MassProperties(np.abs(area), flux, is_turned)


def _one_by_one(faces: BorderedFaces, index: int, border: Contour, anchor: Floats) -> tuple[float, float]:
    """Area and flux of a face without closed formulas, whichever way its border runs."""
    on_grid = faces.grids[index]
    turn = -1.0 if faces.patches.is_reversed[index] else 1.0

    def densities(u: Floats, v: Floats) -> Floats:
        point, du, dv = on_grid(u, v)
        normal = cross(du, dv)
        return np.stack([np.sqrt((normal * normal).sum(axis=1)), ((point - anchor) * normal).sum(axis=1)])

    rows = integrate_along_v(densities, faces.smooth_patches[index](), border)
    area, flux = -turn * (rows * border.du).sum(axis=1)
    sign = -1.0 if area < 0.0 else 1.0
    return sign * float(area), sign * turn * float(flux)


def _is_spindle(patches: Patches) -> Bools:
    """(F,) tori that cross themselves, to which the closed formulas do not apply."""
    return np.asarray((patches.kind == TORUS) & (patches.first <= patches.second))


def _densities(
    kind: SurfaceKind, patches: Patches, laid: Contours, here: Bools, anchor: Floats
) -> tuple[Floats, Floats]:
    """F of area and of flux at the Gauss points of faces of one kind."""
    face, u, v = laid.face[here], laid.u[here], laid.v[here]
    origin = (patches.origin - anchor)[face]
    x, y, z = (np.einsum("ij,ij->i", origin, axis[face]) for axis in (patches.x, patches.y, patches.z))
    hand = np.sign(np.einsum("ij,ij->i", np.cross(patches.x, patches.y), patches.z))[face]
    first, second = patches.first[face], patches.second[face]
    around = np.cos(u) * x + np.sin(u) * y
    match kind:
        case SurfaceKind.PLANE:
            return v, hand * z * v
        case SurfaceKind.CYLINDER:
            area = first * v
            return area, hand * area * (around + first)
        case SurfaceKind.CONE:
            cos, sin = np.cos(second), np.sin(second)
            area = first * v + sin * v**2 / 2.0
            flux = hand * area * (cos * around - sin * z + first * cos)
            return _nappe(face, first + v * sin, len(patches.kind)) * area, flux
        case SurfaceKind.SPHERE:
            spoke = around * (v / 2.0 + np.sin(2.0 * v) / 4.0) + z * np.sin(v) ** 2 / 2.0
            return first**2 * np.sin(v), hand * first**2 * (spoke + first * np.sin(v))
        case _:
            half = v / 2.0 + np.sin(2.0 * v) / 4.0
            of_rho = first * v + second * np.sin(v)
            of_rho_cos = first * np.sin(v) + second * half
            of_rho_sin = -first * np.cos(v) + second * np.sin(v) ** 2 / 2.0
            flux = around * of_rho_cos + z * of_rho_sin + first * of_rho_cos + second * of_rho
            return second * of_rho, hand * second * flux


def _nappe(face: Ints, radius: Floats, count: int) -> Floats:
    """+1 or -1 for each point: on which side of the apex its face lies."""
    side = np.sign(np.bincount(face, radius, count))
    side[side == 0.0] = 1.0
    return np.asarray(side[face])
