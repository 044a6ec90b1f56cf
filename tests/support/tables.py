"""Metric tables written by hand, so that a rule can be tested on any value without a part."""

from dataclasses import dataclass, field

from engine.kinds import KIND_OF_KEY
from engine.model.arrays import frozen
from engine.model.metric import Domain, Measured, Subject
from engine.model.metric_table import Column, MetricTable
from engine.model.part import EdgeId, FaceId

Value = float | Measured


@dataclass(frozen=True, slots=True)
class Thing:
    """A subject to be: its kind (`HOLE`, `FACE`, `CORNER`, `PART`), its metrics, and sets beyond its own."""

    kind: str
    values: dict[str, Value] = field(default_factory=dict)
    sets: tuple[str, ...] = ()
    label: str = ""
    size: str = ""


def table(*things: Thing, missing_sets: dict[str, str] | None = None) -> MetricTable:
    """Write a table of these things; the n-th gets index n and face n."""
    subjects = tuple(_subject(index, thing) for index, thing in enumerate(things))
    values: dict[str, dict[int, Measured]] = {}
    for index, thing in enumerate(things):
        for name, value in thing.values.items():
            measured = value if isinstance(value, Measured) else Measured(value)
            values.setdefault(name, {})[index] = measured
    columns = {name: Column.of(measured) for name, measured in values.items()}
    return MetricTable(subjects, columns, missing_sets or {})


def each(kind: str, metric: str, *values: Value) -> MetricTable:
    """Write a table of one subject for each value of one metric."""
    return table(*(Thing(kind, {metric: value}) for value in values))


def _subject(index: int, thing: Thing) -> Subject:
    match thing.kind:
        case "PART":
            domain, sets = Domain.PART, ("part",)
        case "FACE":
            domain, sets = Domain.FACE, ("all_faces",)
        case "CORNER":
            domain, sets = Domain.CORNER, ("sharp_internal_corners",)
        case _:
            domain, sets = Domain.FEATURE, (KIND_OF_KEY[thing.kind].selector, "all_features")
    fid = None if domain == Domain.PART else FaceId(index)
    return Subject(
        index=index,
        domain=domain,
        kind=thing.kind,
        fid=fid,
        faces=() if fid is None else (fid,),
        edge=EdgeId(index) if domain == Domain.CORNER else None,
        location=frozen([float(index), 0.0, 0.0]),
        sets=(*sets, *thing.sets),
        label=thing.label or ("the part" if fid is None else f"{thing.kind.lower()} {index}"),
        size=thing.size,
    )
