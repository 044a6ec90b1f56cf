"""Bases: how thick the wall is that a fin stands on.

Read off the rays that went into the base beside the foot. A mold's rib is compared with that wall; where the
fin stands on a block or a shaft it is far thicker than the fin.
"""

import numpy as np

from engine.features.fins.uprights import Upright
from engine.model.analysis import PreparedPart

NEARBY = 3.0
"""Rays count that went in within this many thicknesses of the fin's walls and ends."""

FEWEST = 12
"""Where fewer did, as on a coarse mesh, the nearest of the base count."""


def thickness_mm(prepared: PreparedPart, upright: Upright) -> float:
    """Return the median depth of material under the base near the foot; NaN where no ray came out again."""
    mesh, values = prepared.mesh, prepared.fields["thickness_ray"].values
    faces = [face for base in upright.placed.stand.bases for face in prepared.graph.faces_of_group[base]]
    vertices = np.flatnonzero(np.isin(mesh.face_of_vertex, faces))
    vertices = vertices[np.isfinite(values[vertices])]
    if not vertices.size:
        return np.nan
    offsets = mesh.vertices[vertices] - upright.center
    beside_mm = np.abs(offsets @ upright.placed.across) - upright.base_thickness_mm / 2.0
    beyond_mm = np.abs(offsets @ upright.placed.along) - upright.length_mm / 2.0
    away_mm = np.hypot(np.maximum(beside_mm, 0.0), np.maximum(beyond_mm, 0.0))
    limit_mm = NEARBY * upright.thickness_mm
    last = min(FEWEST, len(away_mm)) - 1
    limit_mm = max(limit_mm, float(np.partition(away_mm, last)[last]))
    return float(np.median(values[vertices[away_mm <= limit_mm]]))
