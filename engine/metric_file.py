"""A metric table as a file beside a result, so that rule packs can be judged again without the part.

The file is ours alone: unlike what goes over the wire it keeps infinity and NaN apart.
"""

import dataclasses
import json
import math
from typing import Any

import numpy as np

from engine.errors import UnreadableFile
from engine.model.arrays import Vector, frozen
from engine.model.metric import Domain, Measured, MetricTable, Subject
from engine.model.part import EdgeId, FaceId

FILE_NAME = "metrics.json"
VERSION = 1

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


def read(text: str) -> MetricTable:
    """Read a table that `write` wrote.

    Raises
    ------
    UnreadableFile
        The text is something else, or was written by another version.
    """
    try:
        document = json.loads(text)
        if document["version"] != VERSION:
            raise UnreadableFile(
                "the metrics were written by another version of Sprue; analyze the part again"
            )
        return MetricTable(
            tuple(_subject(fields) for fields in document["subjects"]),
            {
                name: {int(index): _measured(fields) for index, fields in values.items()}
                for name, values in document["values"].items()
            },
            dict(document["missing_sets"]),
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        raise UnreadableFile("the metrics are not as Sprue writes them; analyze the part again") from None


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


def _subject(fields: Document) -> Subject:
    fid, edge = fields.get("fid"), fields.get("edge")
    made = {
        "domain": Domain(fields["domain"]),
        "fid": None if fid is None else FaceId(fid),
        "faces": tuple(map(FaceId, fields["faces"])),
        "edge": None if edge is None else EdgeId(edge),
        "location": _vector(fields["location"]),
        "sets": tuple(fields["sets"]),
    }
    return Subject(**fields | made)


def _measured(fields: Document) -> Measured:
    made: Document = {"value": float(fields["value"])}
    if "uncertainty" in fields:
        made["uncertainty"] = float(fields["uncertainty"])
    if "location" in fields:
        made["location"] = _vector(fields["location"])
    if "witness" in fields:
        near, far = fields["witness"]
        made["witness"] = (_vector(near), _vector(far))
    if "faces" in fields:
        made["faces"] = tuple(map(FaceId, fields["faces"]))
    return Measured(**fields | made)


def _vector(numbers: list[float | str]) -> Vector:
    return frozen([float(number) for number in numbers])
