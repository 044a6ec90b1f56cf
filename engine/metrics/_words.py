"""Words that notes of several metrics share."""

import numpy as np

from engine.model.arrays import Vector

ALONG_AXIS = 5e-4
"""How far a unit vector's end may be from that of an axis it is called by: what two decimals do not show."""


def counted(count: int, name: str) -> str:
    """Write a count with its noun."""
    plural = f"{name.removesuffix('y')}ies" if name.endswith("y") else f"{name}s"
    return f"{count} {name if count == 1 else plural}"


def direction(vector: Vector) -> str:
    """Name the axis a unit vector runs along, `+X`, or write its components."""
    axis = int(np.abs(vector).argmax())
    along = np.zeros(3)
    along[axis] = np.sign(vector[axis])
    if np.abs(vector - along).max() <= ALONG_AXIS:
        return f"{'+' if along[axis] > 0.0 else '-'}{'XYZ'[axis]}"
    x, y, z = vector
    return f"({x:z.2f}, {y:z.2f}, {z:z.2f})"
