"""A metric table as a file beside a result, so that rule packs can be judged again without the part.

The file is ours alone: unlike what goes over the wire it keeps infinity and NaN apart.
"""

import dataclasses
import json
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from engine.errors import UnreadableFile
from engine.model.arrays import Vector, frozen
from engine.model.metric import Domain, Measured, MetricTable, Subject
from engine.model.part import EdgeId, FaceId

FILE_NAME = "metrics.json"
VERSION = 1
KEPT = 8
"""Tables that are kept in memory; one of a part of a thousand faces takes about 20 MB."""
NOT_OURS = "the metrics are not as Sprue writes them; analyze the part again"

Document = dict[str, Any]


def write(table: MetricTable) -> str:
    """Write a table as JSON."""
    document = {
        "version": VERSION,
        "subjects": [_packed(subject) for subject in table.subjects],
        "values": {
            name: {str(index): _packed(measured) for index, measured in values.items()}
            for name, values in table.values.items()
        },
        "missing_sets": table.missing_sets,
    }
    return json.dumps(document, allow_nan=False, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(text: str | bytes) -> MetricTable:
    """Read a table that `write` wrote. The values of a metric are not looked at before they are asked for.

    Raises
    ------
    UnreadableFile
        The text is something else, or was written by another version. Asking for a metric may raise it too.
    """
    try:
        if msgspec.json.decode(text, type=_Version).version != VERSION:
            raise UnreadableFile(
                "the metrics were written by another version of Sprue; analyze the part again"
            )
        document = msgspec.json.decode(text, type=_Table)
        return MetricTable(
            tuple(map(_subject, document.subjects)), _Values(document.values), document.missing_sets
        )
    except (ValueError, TypeError, msgspec.MsgspecError):
        raise UnreadableFile(NOT_OURS) from None


@lru_cache(maxsize=KEPT)
def remembered(file: Path, changed_ns: int) -> MetricTable:
    """Read a table from a file, or return it where it was read before and is still among the last ones.

    `changed_ns` is the file's time of change; with another one it is read anew.
    """
    return read(file.read_bytes())


class _Version(msgspec.Struct):
    version: int


class _SubjectEntry(msgspec.Struct):
    """A subject as `_packed` writes it."""

    index: int
    domain: Domain
    kind: str
    faces: list[int]
    location: list[float | str]
    sets: list[str]
    label: str
    fid: int | None = None
    edge: int | None = None


class _Entry(msgspec.Struct):
    """A measured value as `_packed` writes it."""

    value: float | str
    uncertainty: float | str = 0.0
    location: list[float | str] | None = None
    witness: list[list[float | str]] | None = None
    faces: list[int] = []
    reason: str = ""
    note: str = ""


class _Table(msgspec.Struct):
    version: int
    subjects: list[_SubjectEntry]
    values: dict[str, msgspec.Raw]
    missing_sets: dict[str, str]


class _Values(Mapping[str, Mapping[int, Measured]]):
    """The values by metric; a rule pack asks for a tenth of them."""

    def __init__(self, raw: dict[str, msgspec.Raw]) -> None:
        self._raw = raw
        self._read: dict[str, dict[int, Measured]] = {}

    def __getitem__(self, name: str) -> dict[int, Measured]:
        if name not in self._read:
            try:
                entries = msgspec.json.decode(self._raw[name], type=dict[int, _Entry])
                self._read[name] = dict(zip(entries, _measured(list(entries.values())), strict=True))
            except (ValueError, TypeError, msgspec.MsgspecError):
                raise UnreadableFile(NOT_OURS) from None
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)


def _packed(item: Subject | Measured) -> Document:
    """Write the fields that are not None and not their default."""
    found = {}
    for field in dataclasses.fields(item):
        packed = _plain(getattr(item, field.name))
        default = None if field.default is dataclasses.MISSING else _plain(field.default)
        if packed != default:
            found[field.name] = packed
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _subject(entry: _SubjectEntry) -> Subject:
    return Subject(
        index=entry.index,
        domain=entry.domain,
        kind=entry.kind,
        fid=None if entry.fid is None else FaceId(entry.fid),
        faces=tuple(map(FaceId, entry.faces)),
        edge=None if entry.edge is None else EdgeId(entry.edge),
        location=_vectors([entry.location])[0],
        sets=tuple(entry.sets),
        label=entry.label,
    )


def _measured(entries: list[_Entry]) -> list[Measured]:
    """Read values, the vectors of all of them at once."""
    places = iter(_vectors([entry.location for entry in entries if entry.location is not None]))
    ends = iter(_vectors([end for entry in entries for end in entry.witness or ()]))
    return [
        Measured(
            float(entry.value),
            float(entry.uncertainty),
            None if entry.location is None else next(places),
            None if entry.witness is None else (next(ends), next(ends)),
            tuple(map(FaceId, entry.faces)),
            entry.reason,
            entry.note,
        )
        for entry in entries
    ]


def _vectors(rows: list[list[float | str]]) -> list[Vector]:
    """Make read-only vectors; text stands for infinity and NaN."""
    return list(frozen(np.array(rows, dtype=np.float64).reshape(-1, 3)))
