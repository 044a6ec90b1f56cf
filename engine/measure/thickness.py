"""The thickness of the material at a place: along the normal of its face to the surface opposite."""

import numpy as np

from engine.geometry_file import MeasuredFace
from engine.measure import along_ray, places
from engine.measure.places import Measure
from engine.model.arrays import Vector
from engine.model.surface import Freeform

OFF_SHARE = 0.02
"""An exact answer this far off the triangles', as a share of it, is of another part of the surface."""
LEAST_OFF_MM = 0.05


def between(one: MeasuredFace, clicked: Vector, other: MeasuredFace, opposite: Vector) -> Measure:
    """Measure from a place on a face to the face opposite.

    Parameters
    ----------
    one : MeasuredFace
        The face of `clicked`, (3,).
    other : MeasuredFace
        The face that a ray into the material meets on the triangles, at `opposite`, (3,).

    Returns
    -------
    Measure
        Along the exact normal between the exact surfaces. Not exact where either is a free-form one, or where
        they give another answer than the triangles: then straight from place to place.
    """
    start = clicked if isinstance(one.surface, Freeform) else places.foot(one, clicked)
    found = _along_normal(one, start, other, opposite)
    end = opposite if found is None else found
    witness = (tuple(start.tolist()), tuple(end.tolist()))
    return Measure("thickness", float(np.linalg.norm(end - start)), "mm", witness, found is not None)


def _along_normal(one: MeasuredFace, start: Vector, other: MeasuredFace, opposite: Vector) -> Vector | None:
    """Return where the normal at `start` leaves the material; None where the surfaces do not say."""
    if isinstance(one.surface, Freeform) or isinstance(other.surface, Freeform):
        return None
    inward = -places.outward(one, start)
    by_triangles = float(np.linalg.norm(opposite - start))
    near = float((opposite - start) @ inward)

    def off(along: float) -> float:
        return places.distance(other, start + inward * along)

    along = along_ray.length_to(off, near, max(LEAST_OFF_MM, OFF_SHARE * by_triangles))
    return None if along is None else np.asarray(start + inward * along)
