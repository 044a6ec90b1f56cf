"""Whether a saw or a side mill cuts a slot: it goes straight through, and nothing stands in the disc's way.

A disc is much larger than the slot is deep: where it cuts the end of the floor, it reaches beyond the end.
"""

import numpy as np

from engine.features.slot import Slot
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector, vector_product
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE, at_least

THINNEST_MM = 0.2
"""The thinnest slitting saw that a shop is taken to have: Sprue's judgment."""
DEEPEST = 50.0
"""Widths that a slitting saw goes deep, beside its flange: Sprue's judgment. Circular saws for metal are 100
to 190 times as wide as thick (Lennartz: 1.2 mm at 225, 2.5 at 350, 4 at 600), and their flanges leave about a
third of that."""
BEYOND = 1.5
"""Depths that a disc reaches beyond the end of the floor at the height of the mouth, where its flange takes
two fifths of its radius: the square root of 1.67² - 0.67²."""
BAND = 0.5
"""Share of the width in which nothing may stand: fillets at the floor are beside it."""


def cuts(prepared: PreparedPart, slot: Slot) -> bool:
    """Whether a saw or a side mill cuts a slot; never where its walls are not flat."""
    across = _across(prepared, slot)
    if not slot.is_sawn or slot.axis is None or across is None:
        return False
    if not (
        at_least(slot.min_width_mm, THINNEST_MM) and at_least(DEEPEST * slot.min_width_mm, slot.depth_mm)
    ):
        return False
    frame = np.stack([across, -slot.axis, vector_product(across, slot.axis)])
    mesh = prepared.mesh
    corners = ((mesh.vertices - slot.center) @ frame.T)[mesh.triangles]
    low, high = corners.min(axis=1), corners.max(axis=1)
    half_mm = 0.5 * BAND * slot.min_width_mm
    far_mm = 0.5 * slot.length_mm + BEYOND * slot.depth_mm
    over_floor_mm = -0.5 * slot.depth_mm + 0.5 * slot.width_mm
    is_in_band = (low[:, 0] < half_mm) & (high[:, 0] > -half_mm)
    is_in_reach = (low[:, 2] < far_mm) & (high[:, 2] > -far_mm) & (high[:, 1] > over_floor_mm)
    is_in_way = is_in_band & is_in_reach & (mesh.body_of_triangle == slot.body)
    return not is_in_way.any()


def _across(prepared: PreparedPart, slot: Slot) -> Vector | None:
    """Return the normal of the flat walls of a slot; None where it has none square to its depth."""
    for face in slot.faces:
        surface = prepared.part.faces[face].surface
        if slot.axis is not None and isinstance(surface, Plane):
            normal = prepared.part.faces[face].inner_normal
            if abs(float(normal @ slot.axis)) < np.sqrt(1.0 - PARALLEL_COSINE**2):
                return normal
    return None
