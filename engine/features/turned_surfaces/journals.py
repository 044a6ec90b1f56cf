"""Journals: the diameters of a turned body other than its largest, as bosses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.features import threads
from engine.features.boss import Boss, BossShape, BossStage
from engine.features.bosses.relief import BaseRelief, ReliefKind
from engine.graph import coaxial, extents, hexagons, neighborhoods, rings, turning
from engine.graph.coaxial import AxisLine
from engine.graph.rings import FULL_TURN_DEG
from engine.model.arrays import Vector, frozen
from engine.model.evidence import Turned, TurnedDiameter
from engine.model.feature import BLEND_ROLES, Feature, Kind, Role
from engine.model.part import FaceId
from engine.model.surface import Cylinder, Torus
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, at_least

RELIEF_SHARE = 0.7
"""The floor of a relief groove has at least this share of the journal's diameter: 0.72 of the undercut of M4
(DIN 76), 0.94 and more of those for grinding (DIN 509). What is deeper parts two things."""


@dataclass(frozen=True, slots=True, eq=False)
class _End:
    """One end of a journal."""

    level_mm: float
    """Along the axis of the body, rounds, fillets and chamfers included."""
    beyond_mm: float
    """How far from the axis the next diameter lies: 0 at the end of the body."""
    blends: tuple[FaceId, ...]
    """What softens it, ascending."""
    flats: tuple[FaceId, ...]
    """The flats square to the axis that it ends at, likewise."""
    has_groove: bool
    """Whether a narrow groove lies between it and what follows, a relief; it counts to the length."""


def find(
    context: RunContext,
    turned: Turned,
    is_open: frozenset[FaceId],
    knurled: frozenset[FaceId],
    role_of_face: Mapping[FaceId, int],
    holes: Sequence[Feature],
) -> tuple[Boss, ...]:
    """Find the journals of a turned body that nobody claims a face of, from the heavier end to the lighter.

    Parameters
    ----------
    turned
        What is known of the body.
    is_open
        Faces that nobody claims; a diameter one of whose faces is not among them is something else already.
    knurled
        The ridges of knurls, which are no hexagon.
    role_of_face
        What others say of faces: blends soften the ends of a journal.
    holes
        Of the body: what is bored down the middle.
    """
    steps = turning.journals(turned)
    largest_mm = (1.0 - FIT_LENGTH) * _largest_mm(context, turned, knurled)
    return tuple(
        _journal(context, turned, steps, index, role_of_face, holes)
        for index, step in enumerate(steps)
        if step.diameter_mm < largest_mm and is_open.issuperset(step.faces)
    )


def _largest_mm(context: RunContext, turned: Turned, knurled: frozenset[FaceId]) -> float:
    """Return the largest diameter of a body: of what turns, or across the corners of a hexagon."""
    part = context.part
    axis = AxisLine(turned.origin, turned.direction)
    reaches = (
        2.0 * float(axis.distance(extents.border(part, face)).max())
        for each in hexagons.about(part, part.bodies[turned.body], axis)
        if knurled.isdisjoint(each.faces)
        for face in each.faces
    )
    return max(turned.diameter_mm, *reaches, 0.0)


def _journal(
    context: RunContext,
    turned: Turned,
    steps: Sequence[TurnedDiameter],
    index: int,
    role_of_face: Mapping[FaceId, int],
    holes: Sequence[Feature],
) -> Boss:
    part = context.part
    step = steps[index]
    axis = AxisLine(turned.origin, turned.direction)
    low = _end(context, turned, axis, step, step.low_mm, steps[:index][::-1], role_of_face)
    high = _end(context, turned, axis, step, step.high_mm, steps[index + 1 :], role_of_face)
    is_up = low.beyond_mm >= high.beyond_mm - LENGTH_FLOOR_MM
    foot, top = (low, high) if is_up else (high, low)
    out: Vector = axis.direction if is_up else -axis.direction
    length_mm = abs(top.level_mm - foot.level_mm)
    return Boss(
        kind=Kind.BOSS,
        fid=part.largest_face(step.faces).id,
        faces=step.faces,
        roles=tuple((face, Role.JOURNAL) for face in step.faces),
        body=turned.body,
        center=frozen(axis.at((low.level_mm + high.level_mm) / 2.0)),
        axis=frozen(out + 0.0),
        box_mm=extents.box(part, step.faces),
        uncertainty_mm=max(part.faces[face].deviation_mm for face in step.faces),
        diameter_mm=step.diameter_mm,
        height_mm=length_mm,
        shortest_height_mm=length_mm,
        base_relief=_relief(context, foot, role_of_face),
        stages=(BossStage(BossShape.CYLINDER, step.diameter_mm, length_mm, 0.0),),
        taper_deg=0.0,
        bore_diameter_mm=_bore_mm(context, axis, top, holes),
        thread_candidates=threads.of_outside(step.diameter_mm),
        foot=frozen(axis.at(foot.level_mm)),
        span_deg=_span_deg(context, axis, step),
        base=foot.flats,
        journal=True,
    )


def _end(
    context: RunContext,
    turned: Turned,
    axis: AxisLine,
    step: TurnedDiameter,
    level_mm: float,
    beyond: Sequence[TurnedDiameter],
    role_of_face: Mapping[FaceId, int],
) -> _End:
    """Look at one end of a journal, across what softens it."""
    part, graph = context.part, context.graph
    slack_mm = FIT_LENGTH * step.diameter_mm + LENGTH_FLOOR_MM
    blends: set[FaceId] = set()
    reached: set[FaceId] = set(step.faces)
    while True:
        more = {
            face
            for face in neighborhoods.neighbors(graph, sorted(reached))
            if role_of_face.get(face) in BLEND_ROLES
            and coaxial.turns_about(part.faces[face], axis)
            and _lies_at(context, axis, face, level_mm, step)
        } - reached
        if not more:
            break
        blends |= more
        reached |= more
    levels = [level_mm]
    for face in blends:
        heights = axis.along(extents.border(part, face))
        levels += [float(heights.min()), float(heights.max())]
    is_low = level_mm == step.low_mm
    level_mm = min(levels) if is_low else max(levels)
    relief = next(
        (
            each
            for each in turned.grooves
            if abs((each.high_mm if is_low else each.low_mm) - level_mm) <= slack_mm
            and at_least(each.diameter_mm, RELIEF_SHARE * step.diameter_mm)
        ),
        None,
    )
    if relief is not None:
        level_mm = relief.low_mm if is_low else relief.high_mm
        reached |= {*relief.faces}
    flats = tuple(
        face
        for face in neighborhoods.neighbors(graph, sorted(reached))
        if coaxial.is_square_to(part.faces[face], axis)
        and abs(float(axis.along(part.faces[face].inner_point)) - level_mm) <= slack_mm
    )
    return _End(
        level_mm=level_mm,
        beyond_mm=beyond[0].diameter_mm / 2.0 if beyond else 0.0,
        blends=tuple(sorted(blends)),
        flats=flats,
        has_groove=relief is not None,
    )


def _lies_at(
    context: RunContext, axis: AxisLine, face: FaceId, level_mm: float, step: TurnedDiameter
) -> bool:
    """Whether a blend lies at one end of a journal rather than at the other."""
    height_mm = float(axis.along(context.part.faces[face].inner_point))
    other_mm = step.high_mm if level_mm == step.low_mm else step.low_mm
    return abs(height_mm - level_mm) <= abs(height_mm - other_mm)


def _relief(context: RunContext, foot: _End, role_of_face: Mapping[FaceId, int]) -> BaseRelief:
    """Return what softens the foot: a relief groove, or the smallest of its fillets."""
    if foot.has_groove:
        return BaseRelief(ReliefKind.GROOVE, 0.0)
    faces = [context.part.faces[face] for face in foot.blends]
    radii = [
        face.surface.minor_radius_mm
        for face in faces
        if isinstance(face.surface, Torus) and role_of_face[face.id] == Role.FILLET
    ]
    return BaseRelief(ReliefKind.FILLET, min(radii)) if radii else BaseRelief(ReliefKind.NONE, 0.0)


def _bore_mm(context: RunContext, axis: AxisLine, top: _End, holes: Sequence[Feature]) -> float:
    """Return the diameter of the widest bore about the axis that opens in the top; 0 without one."""
    part = context.part
    beside = {*top.flats, *neighborhoods.neighbors(context.graph, top.flats)}
    bores = (
        2.0 * face.surface.radius_mm
        for hole in holes
        if not beside.isdisjoint(hole.faces)
        for face in map(part.faces.__getitem__, hole.faces)
        if isinstance(face.surface, Cylinder) and face.sense < 0 and coaxial.turns_about(face, axis)
    )
    return max(bores, default=0.0)


def _span_deg(context: RunContext, axis: AxisLine, step: TurnedDiameter) -> float:
    """Return how far round a journal goes, at most: flats and keyways may leave less than a full turn."""
    graph = context.graph
    groups = sorted({int(graph.group_of_face[face]) for face in step.faces})
    spans = [
        rings.around(context.part, graph, graph.faces_of_group[FaceId(group)], axis).span_deg
        for group in groups
    ]
    return float(np.clip(max(spans) if max(spans) >= FULL_TURN_DEG else sum(spans), 0.0, FULL_TURN_DEG))
