"""A field summed up over faces: its extremes with their places, its mean, and how far each may be off."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.metrics import _statistics as statistics
from engine.metrics._statistics import Faces, Statistics
from engine.model.arrays import Floats, Vector
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.metric import Measured
from engine.model.part import FaceId
from engine.tolerances import LENGTH_FLOOR_MM

WHOLE: Faces = ()
"""Stands for all faces in `Surface`."""


NOTABLE = 0.02
"""A small place that is thinner than the rest by more than this share counts apart from it."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A distance between two points, found at a place smaller than `EXTREME_SHARE` of the area."""

    value: float
    uncertainty: float
    point: Vector
    opposite: Vector
    vertex: int
    """Next to `point`, on its face."""

    def is_less_than(self, value: float) -> bool:
        """Whether the place is thinner than a value by more than it may be off."""
        return self.value < value - max(LENGTH_FLOOR_MM, self.uncertainty)

    def bounds(self, value: float, uncertainty: float) -> bool:
        """Whether the place is no thicker than a value, and surely thinner than that one may be."""
        return self.value <= value and self.value + self.uncertainty < value + uncertainty - LENGTH_FLOOR_MM


@dataclass(frozen=True, slots=True, eq=False)
class RunOut:
    """Where the wall behind a face runs out to nothing at an edge."""

    values: Floats
    """(N,) readings next to the edge."""
    away_mm: Floats
    """(N,) how far from the edge they were taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A vertex field summed up over faces, with the places of its extremes."""

    field: Field
    mesh: Mesh
    statistics_of_faces: dict[Faces, Statistics]
    witness_of_vertex: dict[int, Vector]
    """The point a distance was measured to, for the vertices that some extreme was found at."""
    reading_of_vertex: dict[int, tuple[float, float]]
    """The value and its uncertainty, for those of them at which the surfaces themselves give it, or at which
    the mesh gives it less well than elsewhere."""
    least_of_face: Mapping[FaceId, Place]
    """The least value on faces, at a place of any size."""
    run_out_of_face: Mapping[FaceId, RunOut]

    def minimum(self, faces: Faces) -> Measured:
        """Return the least value over some faces, with a note on what is special about it.

        That is the value `EXTREME_SHARE` of the area falls below, or the one of a smaller place that is less.
        """
        ordinary = self._ordinary(faces)
        least = self._less_than(ordinary, faces)
        if least is None:
            note = self._run_out(faces, ordinary.value)
            return replace(ordinary, note=note) if note else ordinary
        note = ""
        if least.value < (1.0 - NOTABLE) * ordinary.value:
            note = f"It is that thin at one place only; 99 % of it is {ordinary.value:.2f} mm or more."
        return Measured(
            least.value,
            least.uncertainty,
            least.point,
            (least.point, least.opposite),
            (FaceId(int(self.mesh.face_of_vertex[least.vertex])),),
            note=note,
        )

    def _ordinary(self, faces: Faces) -> Measured:
        """Return the value that `EXTREME_SHARE` of the area falls below; few vertices give it roughly."""
        found = self.over(faces)
        return self.at(found.minimum, found.at_minimum, found.minimum_error)

    def least_place(self, faces: Faces) -> Place | None:
        """Return the place of the least value; None where `EXTREME_SHARE` of the area has as little.

        Where that share is known less well than the place, the place bounds it.
        """
        return self._less_than(self._ordinary(faces), faces)

    def _less_than(self, ordinary: Measured, faces: Faces) -> Place | None:
        chosen = self.least_of_face if faces == WHOLE else faces
        places = [self.least_of_face[face] for face in chosen if face in self.least_of_face]
        least = min(places, key=lambda place: place.value, default=None)
        if least is None or least.is_less_than(ordinary.value):
            return least
        return least if least.bounds(ordinary.value, ordinary.uncertainty) else None

    def least_vertex(self, faces: Faces) -> int:
        """Return the vertex at or next to which the least value was found; -1 where there is none."""
        least = self.least_place(faces)
        return self.over(faces).at_minimum if least is None else least.vertex

    def median(self, faces: Faces) -> Measured:
        """Return the value that half of the area falls below."""
        found = self.over(faces)
        return self.at(found.median, found.at_median)

    def maximum(self, faces: Faces) -> Measured:
        """Return the largest value over some faces, by the same share."""
        found = self.over(faces)
        return self.at(found.maximum, found.at_maximum)

    def low(self, faces: Faces) -> Measured:
        """Return the value that a tenth of the area falls below; few vertices show where only roughly."""
        found = self.over(faces)
        return self.at(found.low, found.at_low, found.low_error)

    def mean(self, faces: Faces) -> Measured:
        """Return the mean over the area where there is something to measure."""
        found = self.over(faces)
        return self.measured(found.mean)

    def variation(self, faces: Faces) -> Measured:
        """Return standard deviation over mean, with what the field's errors can make of it."""
        found = self.over(faces)
        off = self.uncertainty(found.mean) + self.field.relative_error * found.mean * found.cv
        return self.measured(found.cv, off * (1.0 + found.cv) / found.mean if found.mean > 0.0 else 0.0)

    def _run_out(self, faces: Faces, value: float) -> str:
        """Say that the wall runs out to nothing at an edge, and how much of it reads less than a value."""
        chosen = self.run_out_of_face if faces == WHOLE else faces
        ends = [self.run_out_of_face[face] for face in chosen if face in self.run_out_of_face]
        away_mm = [each.away_mm[each.values < value].max(initial=0.0) for each in ends]
        if not any(away_mm):
            return ""
        return (
            f"It runs out to nothing at an edge; what lies within {max(away_mm):.2f} mm of that is left out."
        )

    def over(self, faces: Faces) -> Statistics:
        """Return all statistics over some faces."""
        return self.statistics_of_faces.get(faces, statistics.UNMEASURED)

    def at(self, value: float, vertex: int, more_uncertainty: float = 0.0) -> Measured:
        """Return a value found at a vertex, between two points where it is a distance."""
        exact, off = self.reading_of_vertex.get(vertex, (value, self.uncertainty(value)))
        off += more_uncertainty
        if vertex < 0:
            return self.measured(value, off)
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
