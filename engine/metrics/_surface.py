"""A field summed up over faces: its extremes with their places, its mean, and how far each may be off."""

from dataclasses import dataclass

import numpy as np

from engine.metrics import _statistics as statistics
from engine.metrics._statistics import Faces, Statistics
from engine.model.arrays import Vector
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.metric import Measured
from engine.model.part import FaceId

WHOLE: Faces = ()
"""Stands for all faces in `Surface`."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A vertex field summed up over faces, with the places of its extremes."""

    field: Field
    mesh: Mesh
    statistics_of_faces: dict[Faces, Statistics]
    witness_of_vertex: dict[int, Vector]
    """The point a distance was measured to, for the vertices that some extreme was found at."""
    exact_of_vertex: dict[int, tuple[float, float]]
    """The value and its uncertainty, for those of them at which the surfaces themselves tell it."""

    def minimum(self, faces: Faces) -> Measured:
        """Return the least value over some faces; what share of the area may be less: `EXTREME_SHARE`."""
        found = self.over(faces)
        return self.at(found.minimum, found.at_minimum)

    def median(self, faces: Faces) -> Measured:
        """Return the value that half of the area falls below."""
        found = self.over(faces)
        return self.at(found.median, found.at_median)

    def maximum(self, faces: Faces) -> Measured:
        """Return the largest value over some faces, by the same share."""
        found = self.over(faces)
        return self.at(found.maximum, found.at_maximum)

    def low(self, faces: Faces) -> Measured:
        """Return the value that a tenth of the area falls below."""
        found = self.over(faces)
        return self.at(found.low, found.at_low)

    def mean(self, faces: Faces) -> Measured:
        """Return the mean over the area where there is something to measure."""
        found = self.over(faces)
        return self.measured(found.mean)

    def variation(self, faces: Faces) -> Measured:
        """Return standard deviation over mean, with what the field's errors can make of it."""
        found = self.over(faces)
        off = self.uncertainty(found.mean) + self.field.relative_error * found.mean * found.cv
        return self.measured(found.cv, off * (1.0 + found.cv) / found.mean if found.mean > 0.0 else 0.0)

    def over(self, faces: Faces) -> Statistics:
        """Return all statistics over some faces."""
        return self.statistics_of_faces.get(faces, statistics.UNMEASURED)

    def at(self, value: float, vertex: int) -> Measured:
        """Return a value found at a vertex, between two points where it is a distance."""
        if vertex < 0:
            return self.measured(value)
        exact, off = self.exact_of_vertex.get(vertex, (value, None))
        place = self.mesh.vertices[vertex]
        opposite = self.witness_of_vertex.get(vertex)
        witness = None if opposite is None else (place, opposite)
        face = FaceId(int(self.mesh.face_of_vertex[vertex]))
        return self.measured(exact, off, place=place, witness=witness, faces=(face,))

    def measured(
        self,
        value: float,
        uncertainty: float | None = None,
        place: Vector | None = None,
        witness: tuple[Vector, Vector] | None = None,
        faces: Faces = (),
    ) -> Measured:
        """Return a value with its uncertainty, or with the reason why there is none."""
        reason = f"{self.field.name} could not be measured there" if np.isnan(value) else ""
        off = self.uncertainty(value) if uncertainty is None else uncertainty
        return Measured(value, off, place, witness, faces, reason)

    def uncertainty(self, value: float) -> float:
        """Return how far a value of the field may be off; 0 for inf and NaN."""
        if not np.isfinite(value):
            return 0.0
        return self.field.absolute_error + self.field.relative_error * abs(value)
