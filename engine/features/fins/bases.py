"""Bases: how thick the wall is that a fin stands on.

Read off the rays that went into the base beside the foot. A mold's rib is compared with that wall; where the
fin stands on a block or a shaft it is far thicker than the fin.
"""

from collections.abc import Callable, Iterable

import numpy as np

from engine.features.fins.uprights import Upright
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats
from engine.model.part import FaceId

NEARBY = 3.0
"""Rays count that went in within this many thicknesses of the fin's walls and ends."""

FEWEST = 12
"""Where fewer did, as on a coarse mesh, the nearest of the base count."""


def under_upright(prepared: PreparedPart, upright: Upright) -> float:
    """Return how thick the wall under a straight fin is; NaN where no ray came out again."""
    placed = upright.placed

    def away_mm(points: Floats) -> Floats:
        offsets = points - upright.center
        beside_mm = np.abs(offsets @ placed.across) - upright.base_thickness_mm / 2.0
        beyond_mm = np.abs(offsets @ placed.along) - upright.length_mm / 2.0
        return np.hypot(np.maximum(beside_mm, 0.0), np.maximum(beyond_mm, 0.0))

    return thickness_mm(prepared, placed.stand.bases, away_mm, upright.thickness_mm)


def thickness_mm(
    prepared: PreparedPart, bases: Iterable[FaceId], away_mm: Callable[[Floats], Floats], fin_mm: float
) -> float:
    """Return the median depth of material under some groups near a foot; NaN where no ray came out again.

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
        return np.nan
    away = away_mm(mesh.vertices[vertices])
    last = min(FEWEST, len(away)) - 1
    limit_mm = max(NEARBY * fin_mm, float(np.partition(away, last)[last]))
    return float(np.median(values[vertices[away <= limit_mm]]))
