"""A metric table as a file beside a result, so that rule packs can be judged again without the part.

The file is ours alone, MessagePack with each column's numbers as little-endian bytes: they are neither
written nor read one by one, infinity and NaN stay apart, and a metric that nobody asks for is not looked at.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from engine.errors import UnreadableFile
from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.metric import Domain, Subject
from engine.model.metric_table import Column, MetricTable, SubjectPattern
from engine.model.part import EdgeId, FaceId
from engine.palette import Extent

FILE_NAME = "metrics.msgpack"
VERSION = 6
"""Of the layout of `_Table`: a file of another version is refused."""
KEPT = 8
"""Tables that are kept in memory; one of a part of a thousand faces takes about 5 MB."""
NOT_OURS = "the metrics are not as Sprue writes them; analyze the part again"


class _Version(msgspec.Struct):
    version: int


class _Subject(msgspec.Struct, array_like=True):
    """A subject; where it is, stands with all others' in `_Table.locations`."""

    index: int
    domain: Domain
    kind: str
    fid: int | None
    faces: list[int]
    edge: int | None
    sets: list[str]
    label: str
    size: str


class _Column(msgspec.Struct):
    """A column as `Column` has it, its arrays as bytes."""

    subjects: bytes
    numbers: bytes
    uncertainties: bytes
    locations: bytes
    witnesses: bytes
    faces: bytes
    face_ends: bytes
    reasons: dict[int, str]
    notes: dict[int, str]
    left_out: dict[int, str]


class _Table(msgspec.Struct):
    version: int
    subjects: list[_Subject]
    locations: bytes
    values: dict[str, msgspec.Raw]
    missing_sets: dict[str, str]
    extents: dict[str, tuple[float, float]]
    alpha_warn_deg: float
    neighbors: bytes
    patterns: list[tuple[str, list[int]]]


def write(table: MetricTable) -> bytes:
    """Write a table."""
    values = {name: msgspec.Raw(msgspec.msgpack.encode(_packed(each))) for name, each in table.values.items()}
    locations = np.array([subject.location for subject in table.subjects], dtype=np.float64)
    subjects = [
        _Subject(
            each.index,
            each.domain,
            each.kind,
            each.fid,
            list(each.faces),
            each.edge,
            list(each.sets),
            each.label,
            each.size,
        )
        for each in table.subjects
    ]
    extents = {layer: (each.usual, each.most) for layer, each in table.extent_of_layer.items()}
    return msgspec.msgpack.encode(
        _Table(
            VERSION,
            subjects,
            _bytes(locations),
            values,
            table.missing_sets,
            extents,
            table.alpha_warn_deg,
            _bytes(table.neighbors),
            [(each.label, list(each.subjects)) for each in table.patterns],
        )
    )


def read(document: bytes) -> MetricTable:
    """Read a table that `write` wrote. The values of a metric are not looked at before they are asked for.

    Raises
    ------
    UnreadableFile
        The bytes are something else, or were written by another version. Asking for a metric may raise it
        too.
    """
    try:
        if msgspec.msgpack.decode(document, type=_Version).version != VERSION:
            raise UnreadableFile(
                "the metrics were written by another version of Sprue; analyze the part again"
            )
        table = msgspec.msgpack.decode(document, type=_Table)
        locations = _floats(table.locations).reshape(len(table.subjects), 3)
        subjects = tuple(map(_subject, table.subjects, locations))
        extents = {layer: Extent(*each) for layer, each in table.extents.items()}
        return MetricTable(
            subjects,
            _Values(table.values),
            table.missing_sets,
            extents,
            table.alpha_warn_deg,
            _ints(table.neighbors).reshape(-1, 2),
            tuple(SubjectPattern(label, tuple(members)) for label, members in table.patterns),
        )
    except (ValueError, TypeError, msgspec.MsgspecError):
        raise UnreadableFile(NOT_OURS) from None


def beside(folder: Path) -> MetricTable:
    """Read the table that lies beside a result, or return it where it is still among the last ones read.

    Raises
    ------
    UnreadableFile
        There is none, or it is not one of ours.
    """
    file = folder / FILE_NAME
    try:
        changed_ns = file.stat().st_mtime_ns
    except FileNotFoundError:
        raise UnreadableFile(f"beside the result there is no {FILE_NAME}; analyze the part again") from None
    return _remembered(file, changed_ns)


@lru_cache(maxsize=KEPT)  # by value: a file and when it changed; whoever moves a slider asks again and again
def _remembered(file: Path, changed_ns: int) -> MetricTable:
    """Read a table, once until its file changes."""
    return read(file.read_bytes())


class _Values(Mapping[str, Column]):
    """The columns by metric; a rule pack asks for a tenth of them."""

    def __init__(self, raw: dict[str, msgspec.Raw]) -> None:
        self._raw = raw
        self._read: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        if name not in self._read:
            try:
                self._read[name] = _column(msgspec.msgpack.decode(self._raw[name], type=_Column))
            except (ValueError, TypeError, msgspec.MsgspecError):
                raise UnreadableFile(NOT_OURS) from None
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)


def _packed(column: Column) -> _Column:
    return _Column(
        _bytes(column.subjects),
        _bytes(column.numbers),
        _bytes(column.uncertainties),
        _bytes(column.locations),
        _bytes(column.witnesses),
        _bytes(column.faces),
        _bytes(column.face_ends),
        dict(column.reasons),
        dict(column.notes),
        dict(column.left_out),
    )


def _column(packed: _Column) -> Column:
    return Column(
        _ints(packed.subjects),
        _floats(packed.numbers),
        _floats(packed.uncertainties),
        _floats(packed.locations).reshape(-1, 3),
        _floats(packed.witnesses).reshape(-1, 2, 3),
        _ints(packed.faces),
        _ints(packed.face_ends),
        packed.reasons,
        packed.notes,
        packed.left_out,
    )


def _subject(packed: _Subject, location: Floats) -> Subject:
    return Subject(
        index=packed.index,
        domain=packed.domain,
        kind=packed.kind,
        fid=None if packed.fid is None else FaceId(packed.fid),
        faces=tuple(map(FaceId, packed.faces)),
        edge=None if packed.edge is None else EdgeId(packed.edge),
        location=location,
        sets=tuple(packed.sets),
        label=packed.label,
        size=packed.size,
    )


def _bytes(numbers: Floats | Ints) -> bytes:
    """Write whole numbers in 32 bits, others in 64."""
    return numbers.astype("<f8" if numbers.dtype.kind == "f" else "<i4").tobytes()


def _floats(stored: bytes) -> Floats:
    return frozen(np.frombuffer(stored, "<f8"))


def _ints(stored: bytes) -> Ints:
    return frozen_ints(np.frombuffer(stored, "<i4"))
