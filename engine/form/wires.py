"""How far a body is a wire: as thick everywhere, and much longer than thick."""

import math
from dataclasses import dataclass

import numpy as np

from engine.model.analysis import PreparedPart
from engine.model.part import Body

SAME_THICKNESS = 0.1
"""What is as thick as the middle of a body within this share counts as that thick."""


@dataclass(frozen=True, slots=True)
class EvenThickness:
    """The thickness that the middle of a body's surface has, and how much of it has that."""

    thickness_mm: float
    """NaN where none could be measured."""
    share: float
    """Of the area."""
    sides: float
    """Area times thickness over volume: 2 of a sheet, 4 of a long wire, 6 of a ball or a cube."""

    def volume_share(self, gauge_mm: float) -> float:
        """Return the share of the volume that lies between two skins of one gauge, whatever its edges take.

        1 of a sheet, bent or flat; more of a bar, whose area is that of four sides; 0 where the body is not
        as thick as the gauge, or one of the two is not known.
        """
        if not abs(self.thickness_mm - gauge_mm) <= SAME_THICKNESS * gauge_mm:
            return 0.0
        return 0.5 * self.share * self.sides


def even_thickness(prepared: PreparedPart, body: Body) -> EvenThickness:
    """Measure how evenly thick a body is, and on how many sides it is bounded at that thickness."""
    values = prepared.fields["thickness"].values
    chosen = np.zeros(len(values), dtype=bool)
    mesh = prepared.mesh
    chosen[mesh.triangles[mesh.body_of_triangle == body.id]] = True
    chosen &= np.isfinite(values)
    areas_mm2 = prepared.area_of_vertex[chosen]
    if not len(areas_mm2) or body.volume_mm3 <= 0.0 or areas_mm2.sum() <= 0.0:
        return EvenThickness(math.nan, 0.0, math.nan)
    thicknesses = values[chosen]
    order = np.argsort(thicknesses, kind="stable")
    reached = np.cumsum(areas_mm2[order])
    middle = float(thicknesses[order][np.searchsorted(reached, 0.5 * reached[-1])])
    is_same = np.abs(thicknesses - middle) <= SAME_THICKNESS * middle
    share = float(areas_mm2[is_same].sum() / reached[-1])
    return EvenThickness(middle, share, body.area_mm2 * middle / body.volume_mm3)
