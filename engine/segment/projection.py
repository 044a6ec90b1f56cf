"""Projection of points and of the midpoints of mesh edges onto the surfaces of their regions.

No formula stands for a free-form surface. There the normals at both ends of a mesh edge tell: between normals
n and m a surface rises by e . (m - n) / 8 over the middle of the edge e (the sagitta of the circle through
both). Along a border with a surface that has a formula the middle stays on that one.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats, Ints
from engine.model.part import Circle, Curve, Line
from engine.segment.borders import BorderChain
from engine.surfaces.kind import FREEFORM
from engine.surfaces.scalar import distance_and_normal
from engine.surfaces.table import SurfaceTable, distances, outward_normals

TANGENT_SINE = 0.2
"""Surfaces that cross under this sine (12 degrees) are followed halfway: where they meet is too vague."""
WIDEST_LIFT = 0.35
"""Of half a chord: the middle of a sixty degree arc's chord lies 0.27 off. What would move farther stays
where it is: the surface does not belong there."""
STRAIGHT, ROUND, MEETING = 0, 1, 2
"""Kinds of border: a line or one that nothing is known of, a circle, where two surfaces meet."""


class CurveTable(NamedTuple):
    """The curves of all borders, for whole arrays and compiled loops; the last row answers for -1."""

    kind: Ints
    """(C + 1,) `STRAIGHT`, `ROUND` or `MEETING`."""
    circles: Floats
    """(C + 1, 7) center, axis, radius; zeros for others."""
    faces: Ints
    """(C + 1, 2) the regions whose surfaces meet; -1 for others."""


def tabulate_curves(curves: tuple[Curve, ...], chains: tuple[BorderChain, ...]) -> CurveTable:
    """Put the curves of borders into one table."""
    count = len(curves) + 1
    table = CurveTable(
        np.zeros(count, dtype=np.int64), np.zeros((count, 7)), np.full((count, 2), -1, dtype=np.int64)
    )
    for index, (curve, chain) in enumerate(zip(curves, chains, strict=True)):
        if isinstance(curve, Circle):
            table.kind[index] = ROUND
            table.circles[index] = (*curve.center, *curve.axis, curve.radius_mm)
        elif not isinstance(curve, Line) and len(chain.faces) == 2:
            table.kind[index] = MEETING
            table.faces[index] = chain.faces
    return table


def project_midpoints(surface_table: SurfaceTable, face: Ints, tails: Floats, heads: Floats) -> Floats:
    """Return the middles of chords (N, 3) from tails to heads, put as far off the surfaces as their ends are.

    Those of free-form faces stay halfway, and so do those that would move by more than `WIDEST_LIFT` of half
    their chord.
    """
    points = (tails + heads) / 2.0
    heights, normals = distances(surface_table, face, points), outward_normals(surface_table, face, points)
    aims = (distances(surface_table, face, tails) + distances(surface_table, face, heads)) / 2.0
    steps = np.nan_to_num((heights - np.nan_to_num(aims))[:, None] * normals)
    return _bounded(points, points - steps, tails, heads)


def project_midpoints_on_both(
    surface_table: SurfaceTable, faces: Ints, tails: Floats, heads: Floats
) -> Floats:
    """Return the middles of chords (N, 3), put to where the surfaces of two faces (N, 2) meet.

    Where the two are tangent, halfway between them; where one is free-form, onto the other. Bounded, and as
    far off as the ends are, as in `project_midpoints`.
    """
    points = (tails + heads) / 2.0
    aims = [
        np.nan_to_num(distances(surface_table, face, tails) + distances(surface_table, face, heads)) / 2.0
        for face in (faces[:, 0], faces[:, 1])
    ]
    moved = points
    for _ in range(3):
        h, k = (distances(surface_table, faces[:, side], moved) for side in (0, 1))
        n, m = (outward_normals(surface_table, faces[:, side], moved) for side in (0, 1))
        h, k = np.nan_to_num(h - aims[0]), np.nan_to_num(k - aims[1])
        n, m = np.nan_to_num(n), np.nan_to_num(m)
        has_n, has_m = n.any(axis=1), m.any(axis=1)
        cosine = np.einsum("ij,ij->i", n, m)
        sine = 1.0 - cosine**2
        crossing = (sine > TANGENT_SINE**2) & has_n & has_m
        share = np.where(has_n & has_m, 0.5, 1.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            a = np.where(crossing, (h - cosine * k) / sine, share * h)
            b = np.where(crossing, (k - cosine * h) / sine, share * k)
        moved = moved - a[:, None] * n - b[:, None] * m
    return _bounded(points, moved, tails, heads)


@compiled
def _height_of_ends(places: Floats, a: int, b: int, kind: int, table: Floats) -> float:
    """Return how far the ends of a side lie off a surface, in the mean: its middle shall lie no closer."""
    first = distance_and_normal(kind, table, places[a, 0], places[a, 1], places[a, 2])[0]
    last = distance_and_normal(kind, table, places[b, 0], places[b, 1], places[b, 2])[0]
    return (first + last) / 2.0


@compiled
def project_midpoint(
    places: Floats,
    a: int,
    b: int,
    face: int,
    kinds: Ints,
    rows: Floats,
    chain: int,
    curves: CurveTable,
    out: Floats,
) -> None:
    """Write into `out` (3,) where the middle of one side from `a` to `b` belongs, for compiled loops.

    Parameters
    ----------
    places : (V, 3) float64
    face : int
        The side's region.
    kinds, rows : (R,) int64, (R, 9) float64
        Of the regions: see `SurfaceTable`.
    chain : int
        The border that the side belongs to; -1 inside a region.
    """
    for k in range(3):
        out[k] = (places[a, k] + places[b, k]) / 2.0
    mx, my, mz = out[0], out[1], out[2]
    x, y, z = places[a, 0] - places[b, 0], places[a, 1] - places[b, 1], places[a, 2] - places[b, 2]
    limit = WIDEST_LIFT * np.sqrt(x * x + y * y + z * z) / 2.0
    if chain < 0:
        height, nx, ny, nz = distance_and_normal(kinds[face], rows[face], mx, my, mz)
        height -= _height_of_ends(places, a, b, kinds[face], rows[face])
        if abs(height) <= limit:
            out[0], out[1], out[2] = mx - height * nx, my - height * ny, mz - height * nz
        return
    if curves.kind[chain] == STRAIGHT:
        return
    if curves.kind[chain] == ROUND:
        c = curves.circles[chain]
        qx, qy, qz = mx - c[0], my - c[1], mz - c[2]
        h = qx * c[3] + qy * c[4] + qz * c[5]
        rx, ry, rz = qx - h * c[3], qy - h * c[4], qz - h * c[5]
        rho = np.sqrt(rx * rx + ry * ry + rz * rz)
        if rho > 0.0 and abs(c[6] - rho) <= 2.0 * limit:
            grow = c[6] / rho - 1.0
            out[0], out[1], out[2] = mx + grow * rx, my + grow * ry, mz + grow * rz
        return
    f, g = curves.faces[chain, 0], curves.faces[chain, 1]
    over_f = _height_of_ends(places, a, b, kinds[f], rows[f])
    over_g = _height_of_ends(places, a, b, kinds[g], rows[g])
    for _ in range(3):
        h, nx, ny, nz = distance_and_normal(kinds[f], rows[f], out[0], out[1], out[2])
        e, px, py, pz = distance_and_normal(kinds[g], rows[g], out[0], out[1], out[2])
        h, e = h - over_f, e - over_g
        has_n, has_p = nx != 0.0 or ny != 0.0 or nz != 0.0, px != 0.0 or py != 0.0 or pz != 0.0
        cosine = nx * px + ny * py + nz * pz
        sine = 1.0 - cosine * cosine
        if has_n and has_p and sine > TANGENT_SINE * TANGENT_SINE:
            s, w = (h - cosine * e) / sine, (e - cosine * h) / sine
        elif has_n and has_p:
            s, w = h / 2.0, e / 2.0
        else:
            s, w = h, e
        out[0] -= s * nx + w * px
        out[1] -= s * ny + w * py
        out[2] -= s * nz + w * pz
    moved = (out[0] - mx) ** 2 + (out[1] - my) ** 2 + (out[2] - mz) ** 2
    if moved > limit * limit:
        out[0], out[1], out[2] = mx, my, mz


def _bounded(points: Floats, moved: Floats, tails: Floats, heads: Floats) -> Floats:
    reach = WIDEST_LIFT * np.linalg.norm(heads - tails, axis=1) / 2.0
    moves = np.linalg.norm(moved - points, axis=1) <= reach
    return np.where(moves[:, None], moved, points)


TANGENT_SINE_FREEFORM = 0.3
"""Under this sine between two surfaces (17 degrees) the middle of their border moves along both normals."""
WIDEST_TURN_DEG = 40.0
"""Normals that turn farther along a side do not belong to a surface that it renders: it stays flat."""
ENOUGH, USUAL_PERCENT, SLACK = 20, 98.0, 1.5
"""Of the sides that tell a mesh's tolerance: fewest, percentile, and what others may exceed it by."""
MOST_RISE = 0.15
"""Share of a side's length that its middle may move by: a turn of 60 degrees asks for 0.13."""


def rise_limit_mm(known_mm: Floats, guessed_mm: Floats) -> float:
    """Return how far the sides of a mesh rise at most, going by how it was made.

    Exporters hold all surfaces of a part to one tolerance: what sides rise by where formulas tell (N,) bounds
    the rest. Where too few do, the rises themselves (M,) tell what is common.
    """
    if len(known_mm) >= ENOUGH:
        return SLACK * float(np.percentile(np.abs(known_mm), USUAL_PERCENT))
    return SLACK * float(np.percentile(np.abs(guessed_mm), USUAL_PERCENT)) if len(guessed_mm) else 0.0


def midpoint_rises(
    surface_table: SurfaceTable,
    face: Ints,
    tails: Floats,
    heads: Floats,
    at_tails: Floats,
    at_heads: Floats,
    limit_mm: float = np.inf,
) -> tuple[Floats, Floats]:
    """Tell how far the surfaces of `face` (N,) rise over the middles of sides.

    Parameters
    ----------
    at_tails, at_heads : (N, 3) float64
        Outward normals of the faces at the sides' ends.
    limit_mm : float
        Free-form surfaces that seem to rise farther do not rise at all: the normals there are wrong.

    Returns
    -------
    (N,) and (N, 3) float64
        The rise and the outward normal it goes along; zeros where nothing is known.
    """
    mean = at_tails + at_heads
    size = np.linalg.norm(mean, axis=1, keepdims=True)
    lean = np.nan_to_num(mean / np.where(size > 0.0, size, 1.0))
    rises = np.nan_to_num(np.einsum("ij,ij->i", heads - tails, at_heads - at_tails) / 8.0)
    rises[np.einsum("ij,ij->i", at_heads, at_tails) < np.cos(np.radians(WIDEST_TURN_DEG))] = 0.0
    rises[np.abs(rises) > limit_mm] = 0.0
    known = surface_table.kind[face] != FREEFORM
    own, low, high = face[known], tails[known], heads[known]
    middles = (low + high) / 2.0
    height, normal = distances(surface_table, own, middles), outward_normals(surface_table, own, middles)
    aim = (distances(surface_table, own, low) + distances(surface_table, own, high)) / 2.0
    rises[known], lean[known] = np.nan_to_num(aim - height), np.nan_to_num(normal)
    return rises, lean


def risen_midpoints(
    tails: Floats, heads: Floats, rises: tuple[Floats, Floats], leans: tuple[Floats, Floats]
) -> Floats:
    """Return where the middles of sides (N, 3) belong that rise over one surface (twice the same) or two.

    Where two are nearly tangent, by half of each. Bounded by `MOST_RISE` of the side.
    """
    (h, k), (n, m) = rises, leans
    cosine = np.einsum("ij,ij->i", n, m)
    sine = 1.0 - cosine**2
    crossing = sine > TANGENT_SINE_FREEFORM**2
    with np.errstate(divide="ignore", invalid="ignore"):
        a = np.where(crossing, (h - cosine * k) / sine, h / 2.0)
        b = np.where(crossing, (k - cosine * h) / sine, k / 2.0)
    step = np.nan_to_num(a[:, None] * n + b[:, None] * m)
    size = np.linalg.norm(step, axis=1)
    most = MOST_RISE * np.linalg.norm(heads - tails, axis=1)
    share = np.minimum(1.0, most / np.where(size > 0.0, size, 1.0))
    placed: Floats = (tails + heads) / 2.0 + step * share[:, None]
    return placed
