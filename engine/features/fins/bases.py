"""How thick the wall is that a fin stands on.

Read off the rays that went into the base beside the foot. A mold's rib is compared with that wall; where the
fin stands on a block or a shaft it is far thicker than the fin. Where the base is of several thicknesses, the
middle half of what was read says by how much another mesh may differ.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from engine.features.fins.uprights import Upright
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints
from engine.model.part import FaceId

NEARBY = 3.0
"""Rays count that went in within this many thicknesses of the fin's walls and ends."""

FEWEST = 12
"""Where fewer did, as on a coarse mesh, the nearest of the base count."""


@dataclass(frozen=True, slots=True)
class BaseWall:
    """What a fin stands on."""

    thickness_mm: float
    """NaN where no ray came out again."""
    uncertainty_mm: float
    """How far the middle half of what lies beside the foot strays from that."""


UNKNOWN = BaseWall(np.nan, 0.0)


def under_upright(prepared: PreparedPart, upright: Upright) -> BaseWall:
    """Return how thick the wall under a straight fin is."""
    placed = upright.placed

    def away_mm(points: Floats) -> Floats:
        offsets = points - upright.center
        beside_mm = np.abs(offsets @ placed.across) - upright.base_thickness_mm / 2.0
        beyond_mm = np.abs(offsets @ placed.along) - upright.length_mm / 2.0
        return np.hypot(np.maximum(beside_mm, 0.0), np.maximum(beyond_mm, 0.0))

    return wall(prepared, placed.stand.bases, away_mm, upright.thickness_mm)


def wall(
    prepared: PreparedPart, bases: Iterable[FaceId], away_mm: Callable[[Floats], Floats], fin_mm: float
) -> BaseWall:
    """Return the depth of material under some groups near a foot: the median by area.

    Parameters
    ----------
    away_mm
        Tells how far off the foot points (N, 3) are: (N,).
    fin_mm : float
        Thickness of the fin.
    """
    mesh, values = prepared.mesh, prepared.fields["thickness_ray"].values
    faces = [face for base in bases for face in prepared.graph.faces_of_group[base]]
    vertices = np.flatnonzero(np.isin(mesh.face_of_vertex, faces))
    vertices = vertices[np.isfinite(values[vertices])]
    if not vertices.size:
        return UNKNOWN
    away = away_mm(mesh.vertices[vertices])
    last = min(FEWEST, len(away)) - 1
    limit_mm = max(NEARBY * fin_mm, float(np.partition(away, last)[last]))
    near = vertices[away <= limit_mm]
    low, middle, high = _quartiles(values[near], _areas(prepared, vertices)[away <= limit_mm])
    return BaseWall(middle, max(high - middle, middle - low))


def _areas(prepared: PreparedPart, vertices: Ints) -> Floats:
    """Return (N,) what some vertices stand for: the triangles round each, in any unit."""
    mesh = prepared.mesh
    thirds = np.repeat(prepared.area_of_triangle, 3)
    area = np.bincount(mesh.triangles.ravel(), thirds, len(mesh.vertices)).astype(np.float64)
    return area[vertices]


def _quartiles(values: Floats, weights: Floats) -> tuple[float, float, float]:
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    at = np.searchsorted(reached, np.array([0.25, 0.5, 0.75]) * reached[-1]).clip(max=len(order) - 1)
    low, middle, high = values[order][at].tolist()
    return low, middle, high
