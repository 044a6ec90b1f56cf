"""How much of a body is one section drawn along a direction: an extrusion, a bar, a plate."""

from dataclasses import dataclass

import numpy as np

from engine.form import smallest_box
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector, cross
from engine.model.part import Body
from engine.tolerances import PARALLEL_COSINE

ALONG_SINE = 0.01
"""A place runs along a direction when its normal leans against it by no more than this sine."""


@dataclass(frozen=True, slots=True, eq=False)
class ConstantSection:
    """The direction along which most of a body runs."""

    direction: Vector
    """Unit."""
    side_share: float
    """Of the area, what runs along it."""
    cap_share: float
    """Of the area, what is square to it."""
    length_mm: float
    """Of the body along it."""


@dataclass(frozen=True, slots=True, eq=False)
class Sections:
    """A body as one section drawn along a direction."""

    plainest: ConstantSection
    """Along what most of the body runs or is square to."""
    longest: ConstantSection
    """Along what the body is longest."""


def find(prepared: PreparedPart, body: Body) -> Sections:
    """Find the direction along which most of a body's area runs or is square to it, and its longest one."""
    mesh = prepared.mesh
    chosen = np.flatnonzero(mesh.body_of_triangle == body.id)
    corners = mesh.vertices[mesh.triangles[chosen]]
    facets = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(facets, axis=1)
    areas_mm2 = 0.5 * doubled
    normals = mesh.normals[mesh.triangles[chosen]]  # of the surface: facets of a round wall lean to and fro
    is_known = np.isfinite(normals).all(axis=2, keepdims=True)
    facets /= np.maximum(doubled, np.finfo(np.float64).tiny)[:, None]
    directions = smallest_box.directions(prepared.part, body)
    leans = np.abs(np.where(is_known, normals, facets[:, None]) @ directions.T)
    sides = areas_mm2 @ (leans.max(axis=1) <= ALONG_SINE)
    caps = areas_mm2 @ (leans.min(axis=1) >= PARALLEL_COSINE)
    lengths_mm = np.ptp(corners.reshape(-1, 3) @ directions.T, axis=0)

    def section(at: int) -> ConstantSection:
        side_share, cap_share = (float(each[at] / areas_mm2.sum()) for each in (sides, caps))
        return ConstantSection(directions[at], side_share, cap_share, float(lengths_mm[at]))

    # All three directions of a square prism have ends and sides alone; it runs along the one with most sides.
    side_shares, shares = (np.round(each / areas_mm2.sum(), 6) for each in (sides, sides + caps))
    longest = int(np.argmax(np.round(lengths_mm / lengths_mm.max(), 6))) if len(chosen) else 0
    return Sections(section(int(np.lexsort((-side_shares, -shares))[0])), section(longest))
