"""OCCT curves and surfaces evaluated into arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from OCP.gp import gp_Pnt, gp_Pnt2d, gp_Vec

from engine.model.arrays import Floats, cross

SINGULAR = 1e-9
"""A surface has no normal where one parameter moves the point by less than this share of the other, or
both move it the same way."""


def unit_normals(du: Floats, dv: Floats) -> Floats:
    """Return unit `du x dv` (N, 3); NaN where a surface is singular."""
    crossed = cross(du, dv)
    length = np.sqrt((crossed * crossed).sum(1, keepdims=True))
    speeds = np.sqrt(np.array([(du * du).sum(1), (dv * dv).sum(1)]))
    is_still = speeds.min(0) <= SINGULAR * speeds.max(0)
    length[is_still | (length[:, 0] <= SINGULAR * speeds[0] * speeds[1])] = np.nan
    return crossed / length


@dataclass(frozen=True, slots=True, eq=False)
class Derivatives:
    """A surface's points and derivatives up to the second, each (N, 3)."""

    point: Floats
    du: Floats
    dv: Floats
    duu: Floats
    dvv: Floats
    duv: Floats

    @property
    def normal(self) -> Floats:
        """(N, 3) unit `du x dv`; NaN where the surface is singular."""
        return unit_normals(self.du, self.dv)


def derivatives(surface: Any, uv: Floats) -> Derivatives:
    """Evaluate an OCCT surface adaptor at (N, 2) parameters."""
    point, vectors = gp_Pnt(), [gp_Vec() for _ in range(5)]
    rows = []
    for u, v in uv.tolist():
        surface.D2(u, v, point, *vectors)
        row = point.Coord()
        for vector in vectors:
            row += vector.Coord()
        rows.append(row)
    table = np.array(rows, dtype=np.float64).reshape(-1, 6, 3)
    return Derivatives(*(np.ascontiguousarray(table[:, i]) for i in range(6)))


def places(surface: Any, uv: Floats) -> Floats:
    """Evaluate an OCCT surface adaptor at (N, 2) parameters: points alone, (N, 3)."""
    point, place, rows = gp_Pnt(), surface.D0, []
    for u, v in uv.tolist():
        place(u, v, point)
        rows.append(point.Coord())
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def derivative_table(surface: Any, uv: Floats) -> Floats:
    """Evaluate an OCCT surface adaptor at (N, 2) parameters: points, du and dv, (N, 3, 3)."""
    point, du, dv = gp_Pnt(), gp_Vec(), gp_Vec()
    first_derivatives, rows = surface.D1, []
    for u, v in uv.tolist():
        first_derivatives(u, v, point, du, dv)
        rows.append(point.Coord() + du.Coord() + dv.Coord())
    return np.array(rows, dtype=np.float64).reshape(-1, 3, 3)


def one_place_each(surfaces: Sequence[Any], uv: Floats) -> Floats:
    """Evaluate each of N OCCT surface adaptors at parameters of its own (N, 2): points, du, dv, (N, 3, 3)."""
    point, du, dv = gp_Pnt(), gp_Vec(), gp_Vec()
    rows = []
    for surface, (u, v) in zip(surfaces, uv.tolist(), strict=True):
        surface.D1(u, v, point, du, dv)
        rows.append(point.Coord() + du.Coord() + dv.Coord())
    return np.array(rows, dtype=np.float64).reshape(-1, 3, 3)


def first_derivatives(surface: Any, uv: Floats) -> tuple[Floats, Floats, Floats]:
    """Evaluate an OCCT surface adaptor at (N, 2) parameters: points, du and dv, each (N, 3)."""
    table = derivative_table(surface, uv)
    return table[:, 0], table[:, 1], table[:, 2]


def on_grid(surface: Any, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
    """Evaluate an OCCT surface adaptor at all pairs of parameters (N,) and (M,), those of a u together.

    Returns
    -------
    points, du and dv, each (N * M, 3)
    """
    return first_derivatives(surface, np.stack(np.meshgrid(u, v, indexing="ij"), axis=-1).reshape(-1, 2))


def curve_points(curve: Any, at: Floats) -> tuple[Floats, Floats]:
    """Evaluate an OCCT curve adaptor at (N,) parameters: points and first derivatives, each (N, 3)."""
    point, vector = gp_Pnt(), gp_Vec()
    rows = []
    for t in at.tolist():
        curve.D1(t, point, vector)
        rows.append(point.Coord() + vector.Coord())
    table = np.array(rows, dtype=np.float64).reshape(-1, 2, 3)
    return table[:, 0].copy(), table[:, 1].copy()


def curve_places(curve: Any, at: Floats) -> Floats:
    """Evaluate an OCCT curve adaptor at (N,) parameters: points alone, (N, 3)."""
    point, rows = gp_Pnt(), []
    for t in at.tolist():
        curve.D0(t, point)
        rows.append(point.Coord())
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def pcurve_places(curve: Any, at: Floats) -> Floats:
    """Evaluate an OCCT adaptor of a curve in a face's parameters at (N,) of its own: (N, 2)."""
    point, rows = gp_Pnt2d(), []
    for t in at.tolist():
        curve.D0(t, point)
        rows.append(point.Coord())
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def curvature_along(at: Derivatives, normal: Floats, direction: Floats) -> Floats:
    """Return the normal curvature along tangent directions, 1/mm, positive towards `normal`.

    Parameters
    ----------
    at : Derivatives
        N places.
    normal, direction : (N, 3) float64
        Unit normals, and unit vectors in the tangent plane.

    Returns
    -------
    (N,) float64
        NaN where the surface is singular.
    """
    first = (at.du * at.du).sum(1), (at.du * at.dv).sum(1), (at.dv * at.dv).sum(1)
    second = (at.duu * normal).sum(1), (at.duv * normal).sum(1), (at.dvv * normal).sum(1)
    along = (at.du * direction).sum(1), (at.dv * direction).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        determinant = first[0] * first[2] - first[1] ** 2
        a = (along[0] * first[2] - along[1] * first[1]) / determinant
        b = (along[1] * first[0] - along[0] * first[1]) / determinant
        bending = second[0] * a**2 + 2 * second[1] * a * b + second[2] * b**2
        stretch = first[0] * a**2 + 2 * first[1] * a * b + first[2] * b**2
        return np.where(np.isfinite(bending / stretch), bending / stretch, np.nan)


def principal_curvatures(at: Derivatives, normal: Floats) -> tuple[Floats, Floats]:
    """Return the (smaller, larger) principal curvatures, (N,) each, positive towards `normal`.

    NaN where the surface is singular.
    """
    first = (at.du * at.du).sum(1), (at.du * at.dv).sum(1), (at.dv * at.dv).sum(1)
    second = (at.duu * normal).sum(1), (at.duv * normal).sum(1), (at.dvv * normal).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        determinant = first[0] * first[2] - first[1] ** 2
        gauss = (second[0] * second[2] - second[1] ** 2) / determinant
        mean = (first[0] * second[2] - 2 * first[1] * second[1] + first[2] * second[0]) / (2 * determinant)
    spread = np.sqrt(np.maximum(mean**2 - gauss, 0.0))
    return mean - spread, mean + spread
