"""The metric table: for each metric a column, its values for every subject it was measured on, as arrays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.metric import Measured, Subject
from engine.model.part import FaceId
from engine.palette import Extent


@dataclass(frozen=True, slots=True, eq=False)
class Column(Mapping[int, Measured]):
    """One metric of N subjects. As a mapping it tells each `Measured` by its subject's index."""

    subjects: Ints
    """(N,) subject indices, ascending."""
    numbers: Floats
    """(N,), as `Measured.value`."""
    uncertainties: Floats
    """(N,), as `Measured.uncertainty`."""
    locations: Floats
    """(N, 3), or (0, 3) where none has any; a row of NaN stands for None."""
    witnesses: Floats
    """(N, 2, 3), or (0, 2, 3) where none has any; a row of NaN stands for None."""
    faces: Ints
    """The faces of all rows, one row's behind the other's."""
    face_ends: Ints
    """(N,) where the faces of each row end in `faces`."""
    reasons: Mapping[int, str]
    """By row; a row without one is left out."""
    notes: Mapping[int, str]
    """By row; a row without one is left out."""
    left_out: Mapping[int, str] = field(default_factory=dict)
    """By subject index, the reason of each subject that was left out; it has no row."""

    @classmethod
    def of(cls, measured: Mapping[int, Measured]) -> "Column":
        """Gather values by subject index."""
        subjects = sorted(index for index, each in measured.items() if not each.is_left_out)
        rows = [measured[subject] for subject in subjects]
        return cls(
            frozen_ints(subjects),
            frozen([row.value for row in rows]),
            frozen([row.uncertainty for row in rows]),
            _dense([row.location for row in rows], (3,)),
            _dense([row.witness for row in rows], (2, 3)),
            frozen_ints([face for row in rows for face in row.faces]),
            frozen_ints(np.cumsum([len(row.faces) for row in rows], dtype=np.int64)),
            {at: row.reason for at, row in enumerate(rows) if row.reason},
            {at: row.note for at, row in enumerate(rows) if row.note},
            {index: measured[index].reason for index in sorted(measured) if measured[index].is_left_out},
        )

    def rows_of(self, subjects: Ints) -> Ints:
        """Return the rows (M,) of subjects by their indices; -1 for those it was not measured on."""
        if not len(self.subjects):
            return np.full(len(subjects), -1)
        rows = np.minimum(np.searchsorted(self.subjects, subjects), len(self.subjects) - 1)
        return np.where(self.subjects[rows] == subjects, rows, -1)

    def locations_of(self, rows: Ints) -> Floats:
        """Return (M, 3) where the values of some rows were found; NaN where none was told."""
        return self.locations[rows] if len(self.locations) else np.full((len(rows), 3), np.nan)

    def witnesses_of(self, rows: Ints) -> Floats:
        """Return (M, 2, 3) the points between which the values of some rows can be seen; NaN for none."""
        return self.witnesses[rows] if len(self.witnesses) else np.full((len(rows), 2, 3), np.nan)

    def faces_of(self, rows: Ints) -> list[tuple[FaceId, ...]]:
        """Return the faces that the values of some rows come from."""
        if not len(self.faces):
            return [()] * len(rows)
        faces = [FaceId(face) for face in self.faces.tolist()]
        starts = np.where(rows > 0, self.face_ends[rows - 1], 0)
        return [
            tuple(faces[start:end])
            for start, end in zip(starts.tolist(), self.face_ends[rows].tolist(), strict=True)
        ]

    def __getitem__(self, subject: int) -> Measured:
        rows = self.rows_of(np.array([subject]))
        row = int(rows[0])
        if row < 0:
            raise KeyError(subject)
        (location,), (witness,) = self.locations_of(rows), self.witnesses_of(rows)
        return Measured(
            float(self.numbers[row]),
            float(self.uncertainties[row]),
            None if np.isnan(location).all() else frozen(location),
            None if np.isnan(witness).all() else (frozen(witness[0]), frozen(witness[1])),
            self.faces_of(rows)[0],
            self.reasons.get(row, ""),
            self.notes.get(row, ""),
        )

    def __iter__(self) -> Iterator[int]:
        return iter(self.subjects.tolist())

    def __len__(self) -> int:
        return len(self.subjects)


@dataclass(frozen=True, slots=True)
class SubjectPattern:
    """Equal features in a regular arrangement, by their subjects."""

    label: str
    """As a drawing notes it: `8 × Ø6.6 on Ø80`."""
    subjects: tuple[int, ...]
    """Indices, in their order along the pattern."""


@dataclass(frozen=True, slots=True, eq=False)
class MetricTable:
    """Every metric of every subject it applies to, measured once per analysis."""

    subjects: tuple[Subject, ...]
    values: Mapping[str, Column]
    """By metric name."""
    missing_sets: dict[str, str] = field(default_factory=dict)
    """Selector sets that could not be gathered, with the reason as a clause: `bosses are not recognized`."""
    extent_of_layer: Mapping[str, Extent] = field(default_factory=dict)
    """How far the values of each measured layer reach, for scales of color."""
    alpha_warn_deg: float = 0.0
    """The draft below which a face has low draft."""
    neighbors: Ints = field(default_factory=lambda: frozen_ints(np.empty((0, 2), dtype=np.int64)))
    """(P, 2) pairs of subjects that meet: faces that share an edge, features of one kind whose faces do."""
    patterns: tuple[SubjectPattern, ...] = ()


def _dense(vectors: Sequence[Any], shape: tuple[int, ...]) -> Floats:
    """Stack vectors, NaN for None; no rows where all are None."""
    if all(vector is None for vector in vectors):
        return frozen(np.empty((0, *shape)))
    nothing = np.full(shape, np.nan)
    return frozen(np.stack([nothing if vector is None else vector for vector in vectors]))
