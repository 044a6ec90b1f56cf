"""The bodies of an assembly as a report lists them: equal ones once, with what processes say of one alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.bodies import equal
from engine.model.analysis import Analysis
from engine.model.arrays import Vector
from engine.model.part import Body, FaceId, Part
from engine.model.rulepack import Severity


@dataclass(frozen=True, slots=True, eq=False)
class BodyGroup:
    """Equal bodies."""

    name: str
    """As the file calls the first of them, else its number, counted from 1."""
    size_mm: Vector
    """(3,) sides of the box of the first."""
    faces_of_body: tuple[tuple[FaceId, ...], ...]
    severity_of_process: Mapping[str, Severity]
    """By `pack · configuration`; empty where they were not judged by themselves."""
    severity_of_pack: Mapping[str, Severity]
    """By pack, as the mildest of its configurations puts it: one of them is enough to make a body."""

    def packs(self, severity: Severity) -> str:
        """Name the packs that say so of one alone; a dash where none does."""
        return ", ".join(pack for pack, said in self.severity_of_pack.items() if said is severity) or "–"


def of(analysis: Analysis) -> tuple[BodyGroup, ...]:
    """Return the bodies of a part that has several, in the order of the file; of any other nothing."""
    part = analysis.assessed.prepared.part
    if len(part.bodies) < 2:
        return ()
    judged = {entry.bodies[0]: entry.analysis for entry in analysis.bodies}
    return tuple(
        BodyGroup(
            _name(part.bodies[group[0]]),
            _size(part, part.bodies[group[0]].faces),
            tuple(part.bodies[each].faces for each in group),
            *_severities(judged.get(group[0])),
        )
        for group in equal.groups(part)
    )


def _name(body: Body) -> str:
    """Return what a body is called; a file that names its bodies by numbers says no more than that."""
    own = body.name.strip()
    return f"Body {body.id + 1}" if not own or own.isdigit() else own


def _size(part: Part, faces: Sequence[FaceId]) -> Vector:
    boxes = np.stack([part.faces[face].box_mm for face in faces])
    size: Vector = boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)
    return size


def _severities(analysis: Analysis | None) -> tuple[dict[str, Severity], dict[str, Severity]]:
    """Return what each process says, and what each pack."""
    packs = () if analysis is None else analysis.verdicts
    of_process = {
        f"{pack.name} · {each.name}": each.severity for pack in packs for each in pack.all_configurations
    }
    of_pack = {
        pack.name: min((each.severity for each in pack.all_configurations), key=lambda each: each.rank)
        for pack in packs
        if pack.all_configurations
    }
    return of_process, of_pack
