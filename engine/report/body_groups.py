"""The bodies of an assembly as a report lists them: equal ones once, with what processes say of one alone."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.bodies import equal
from engine.model.analysis import Analysis
from engine.model.arrays import Vector
from engine.model.part import Body, FaceId, Part
from engine.model.rulepack import Severity

MOST_LISTED = 20
"""Kinds of bodies that a page or a printed report lists; more would be read by nobody."""


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

    def packs(self) -> Iterator[tuple[Severity, str]]:
        """Return what packs say of one alone, the worst first, each with the names of those that say so."""
        for severity in sorted(Severity, key=lambda each: -each.rank):
            names = [pack for pack, said in self.severity_of_pack.items() if said is severity]
            if names:
                yield severity, ", ".join(names)


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """What a report lists of the bodies of an assembly."""

    groups: tuple[BodyGroup, ...]
    n_more: int
    """How many groups were left out."""
    is_alike: bool
    """Whether every pack says the same of one of each, so that it is said once."""


def listing(groups: Sequence[BodyGroup], most: int = MOST_LISTED) -> Listing:
    """Return the groups in their order; of more than `most` those that fail most, those not judged last."""
    is_alike = len(groups) > 1 and bool(groups[0].severity_of_pack)
    is_alike &= all(each.severity_of_pack == groups[0].severity_of_pack for each in groups)
    shown = tuple(groups) if len(groups) <= most else tuple(sorted(groups, key=_urgency)[:most])
    return Listing(shown, len(groups) - len(shown), is_alike)


def _urgency(group: BodyGroup) -> tuple[float, ...]:
    """Order groups by what their best process says, then by how many fail, then by how many warn."""
    said = list(group.severity_of_pack.values())
    best = min((each.rank for each in said), default=-math.inf)
    return (-best, -said.count(Severity.FAIL), -said.count(Severity.WARNING))


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
