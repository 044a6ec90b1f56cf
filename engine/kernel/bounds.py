"""Tight boxes: of edges by OCCT, of faces from their edges and the places where they bulge past them.

On a plane, a cylinder or a cone a coordinate has its extremes on the border, because rulings are straight.
Only spheres, tori and freeform faces can bulge inside it. (OCCT's own tight box of a torus takes 8 ms.)
"""

from typing import Any

import numpy as np
from OCP.Bnd import Bnd_Box
from OCP.BRepBndLib import BRepBndLib
from OCP.TopoDS import TopoDS_Shape

from engine.kernel import splines
from engine.kernel.evaluate import Derivatives, derivatives
from engine.meshing import spline_peaks
from engine.meshing.trims import Trim, inside
from engine.model.arrays import Floats

NEWTON_STEPS = 6
SLACK = 0.05
"""How much further than its best sample a face may reach between samples, as a share of its extent."""
SIX = np.vstack([np.eye(3), -np.eye(3)])
"""The directions in which a box is measured."""


def tight_box(shape: TopoDS_Shape) -> Floats:
    """Return the box (2, 3) of a shape's true geometry, without tolerances; NaN for an empty shape."""
    box = Bnd_Box()
    BRepBndLib.AddOptimal_s(shape, box, False, False)
    if box.IsVoid():
        return np.full((2, 3), np.nan)
    return np.array([box.CornerMin().Coord(), box.CornerMax().Coord()])


def bulges_of_sphere(sphere: Any, domain: Trim) -> Floats:
    """Return the poles (N, 3) of an OCCT sphere along the six directions that lie inside the domain."""
    frame = _frame(sphere)
    local = SIX @ frame.T
    uv = np.column_stack([np.arctan2(local[:, 1], local[:, 0]), np.arcsin(np.clip(local[:, 2], -1.0, 1.0))])
    points = np.array(sphere.Location().Coord()) + sphere.Radius() * SIX
    return points[_inside_periodic(domain, uv, both=False)]


def bulges_of_torus(torus: Any, domain: Trim) -> Floats:
    """Return the points (N, 3) of an OCCT torus, inside the domain, that look along one of the six."""
    frame, center = _frame(torus), np.array(torus.Location().Coord())
    local = SIX @ frame.T
    lean = np.hypot(local[:, 0], local[:, 1])
    around = np.where(lean > 1e-12, np.arctan2(local[:, 1], local[:, 0]), 0.0)
    along = np.arctan2(local[:, 2], lean)
    # the outer side looks along the direction, the inner side of the opposite spoke does so too
    u = np.concatenate([around, around + np.pi])
    v = np.concatenate([along, np.pi - along])
    rho = torus.MajorRadius() + torus.MinorRadius() * np.cos(v)
    placed = np.column_stack([rho * np.cos(u), rho * np.sin(u), torus.MinorRadius() * np.sin(v)])
    points = center + placed @ frame
    return points[_inside_periodic(domain, np.column_stack([u, v]), both=True)]


def bulges_of_freeform(surface: Any, domain: Trim, grid: Floats, points: Floats, border: Floats) -> Floats:
    """Return points (N, 3), inside the domain, where a surface reaches furthest in one of the six.

    Parameters
    ----------
    surface : OCCT surface adaptor
    domain : Trim
    grid, points : (G, 2), (G, 3) float64
        Parameters inside the domain, and the surface there: where the search starts.
    border : (B, 3) float64
        Samples of the border; directions in which it clearly reaches further are not searched.
    """
    if not len(points):
        return np.zeros((0, 3))
    spline = splines.read(surface)
    if spline is not None:
        # a sample beyond the border and no peak may lie beyond the face: its domain is known by chords
        return spline_peaks.peaks(spline, domain, border, SIX)
    reach = points @ SIX.T
    at = reach.argmax(axis=0)
    slack = SLACK * np.ptp(reach, axis=0)
    wanted = reach.max(axis=0) > (border @ SIX.T).max(axis=0) - slack
    directions, uv = SIX[wanted], grid[at[wanted]]
    best = points[at[wanted]]
    for _ in range(NEWTON_STEPS if len(uv) else 0):
        here = derivatives(surface, uv)
        step = _uphill(here, directions)
        limit = (domain.high - domain.low) / 8.0
        moved = np.clip(uv + np.clip(step, -limit, limit), domain.low, domain.high)
        has_arrived = np.abs(moved - uv).max() <= 1e-6 * limit.max()
        uv = moved
        if has_arrived:
            break
    if len(uv):
        found = derivatives(surface, uv).point
        is_better = inside(domain, uv) & ((found * directions).sum(1) > (best * directions).sum(1))
        best = np.where(is_better[:, None], found, best)
    return np.vstack([best, points[at]])


def _uphill(here: Derivatives, directions: Floats) -> Floats:
    """Newton's step (N, 2) towards where the surface is square to the directions; 0 where there is none."""
    slope_u, slope_v = (here.du * directions).sum(1), (here.dv * directions).sum(1)
    bend_uu, bend_uv = (here.duu * directions).sum(1), (here.duv * directions).sum(1)
    bend_vv = (here.dvv * directions).sum(1)
    with np.errstate(divide="ignore", invalid="ignore"):
        determinant = bend_uu * bend_vv - bend_uv**2
        step_u = (bend_uv * slope_v - bend_vv * slope_u) / determinant
        step_v = (bend_uv * slope_u - bend_uu * slope_v) / determinant
    return np.nan_to_num(np.column_stack([step_u, step_v]), posinf=0.0, neginf=0.0)


def _frame(surface: Any) -> Floats:
    """Rows: x, y and z direction of an OCCT surface's own frame."""
    frame = surface.Position()
    return np.array([frame.XDirection().Coord(), frame.YDirection().Coord(), frame.Direction().Coord()])


def _inside_periodic(domain: Trim, uv: Floats, both: bool) -> Floats:
    """Whether parameters (N, 2) lie inside, whichever turn of the period the domain is on."""
    turn = 2.0 * np.pi
    found = np.zeros(len(uv), dtype=bool)
    first = [domain.low[0] + np.mod(uv[:, 0] - domain.low[0], turn)]
    second = [domain.low[1] + np.mod(uv[:, 1] - domain.low[1], turn)] if both else [uv[:, 1]]
    for u in (first[0], first[0] - turn):
        for v in (second[0], second[0] - turn) if both else second:
            found |= inside(domain, np.column_stack([u, v]))
    return found
