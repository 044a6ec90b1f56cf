"""Recognizes bosses: round things that stand out of a base, with their stages and the relief at the foot.

A boss is an outer cylinder or cone, or a stack of them about one axis, that meets a base in a hollow at its
foot and is free at its top. The hollow goes more than half way round: ribs may run into the boss, and it may
merge with a wall, but the rounded end of a lug and the eye at the end of a lever's arm are none. Blends are
looked across. Concentric steps are stages of one boss; a boss on a boss, off its axis or less than a quarter
as wide, is one by itself. A hole down the middle is the hole's, and the top is then a ring.

What is no boss: see `bosses/validity.py`. The journals of turned bodies, which are bosses too, are found by
`turned_surface.py`, after all else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.features import threads
from engine.features.bosses import coaxial_sections, levels, members, relief, stack, stand, validity
from engine.features.bosses.coaxial_section import BossContext, CoaxialSection
from engine.features.bosses.relief import BaseRelief
from engine.features.bosses.stack import Stack
from engine.features.bosses.stand import Foot
from engine.features.threads import ThreadCandidate
from engine.graph import blend_suppressed, extents
from engine.graph.rings import FULL_TURN_DEG
from engine.model.arrays import Vector, frozen
from engine.model.feature import (
    BLEND_ROLES,
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
)
from engine.model.part import FaceId
from engine.model.surface import Cylinder
from engine.run_context import RunContext

KIND = FeatureKind(
    key=Kind.BOSS,
    plural="Bosses",
    color="#a3862a",
    roles=(
        FaceRole(Role.BOSS_WALL, "Boss wall", place="wall"),
        FaceRole(Role.BOSS_TOP, "Boss top", place="top", tint=0.35),
        FaceRole(Role.JOURNAL, "Journal", place="journal", tint=0.15),
    ),
    precedence=Precedence.TURNED,
    sizes=(
        Size("diameter_mm", "Ø"),
        Size("height_mm"),
    ),
    order_in_results=4,
    order_in_lists=2,
)


class BossShape(StrEnum):
    """What one stage of a boss is."""

    CYLINDER = "cylinder"
    CONE = "cone"
    """A drafted wall, a taper or a conical step."""


@dataclass(frozen=True, slots=True)
class BossStage:
    """One stretch of a boss along its axis. Blends and shoulders count with the stage below them."""

    shape: BossShape
    diameter_mm: float
    """Of a cone the one at its lower end."""
    height_mm: float
    """Its own length along the axis."""
    taper_deg: float
    """How far the wall leans inwards on its way up; negative where it widens, 0 of cylinders."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Boss(Feature):
    """A boss. `axis` points out of the base, `center` lies half way up, `fid` a wall of the lowest stage."""

    diameter_mm: float
    """Of the lowest stage; of a cone where it meets the base, as if nothing softened the foot."""
    height_mm: float
    """From the lowest point of the foot to the highest of the top, along the axis."""
    shortest_height_mm: float
    """From the highest point of the foot to the lowest of the top's border: less than `height_mm` where the
    base or the top is slanted or curved."""
    base_relief: BaseRelief
    stages: tuple[BossStage, ...]
    """From the base up; a groove or chamfer at the foot is no stage."""
    taper_deg: float
    """Of the lowest stage."""
    bore_diameter_mm: float
    """Of the widest bore down the middle that a hole opens with in the top; 0 of a solid boss."""
    thread_candidates: tuple[ThreadCandidate, ...]
    """Threads that a cylinder of this diameter may be cut with, most likely first; none of a drafted wall."""
    foot: Vector
    """Where the axis passes the level of the foot's lowest point."""
    span_deg: float
    """How far the lowest stage goes round: 360 unless ribs or a wall run into it all the way up."""
    base: tuple[FaceId, ...]
    """The faces it stands on, ascending; they are no members."""
    journal: bool = False
    """Whether it is one diameter of a turned body of several."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Boss, ...]:
    """Find the bosses, ordered by their defining face.

    `found` says which faces are blends, to be looked across, and which are faces of holes.
    """
    within = _boss_context(context, found)
    accepted: list[Stack] = []
    taken: set[tuple[int, bool]] = set()
    for section, up, foot in _footed(within):
        if _key(section, up) in taken:
            continue
        climbed = stack.climb(within, section, up, foot)
        if climbed is not None and validity.is_boss(within, climbed):
            accepted.append(climbed)
            taken.update(_key(each, up) for each in climbed.sections)
    return tuple(sorted((_boss(within, each) for each in accepted), key=lambda boss: boss.fid))


def _boss_context(context: RunContext, found: Sequence[Claim]) -> BossContext:
    part, graph = context.part, context.graph
    role_of_blend = {
        face: role for claim in reversed(found) for face, role in claim.roles if role in BLEND_ROLES
    }
    sections = coaxial_sections.find(part, graph, role_of_blend)
    return BossContext(
        run=context,
        adjacency=blend_suppressed.of(context, tuple(found)),
        sections=sections,
        section_of_group={group: section for section in sections for group in section.groups},
        role_of_blend=role_of_blend,
        hole_of_face={
            face: claim
            for claim in found
            if isinstance(claim, Feature) and claim.kind == Kind.HOLE
            for face in claim.faces
        },
    )


def _footed(context: BossContext) -> list[tuple[CoaxialSection, Vector, Foot]]:
    """List the sections that stand on something, each with the way up from there; lower stages come first."""
    standing: list[tuple[int, CoaxialSection, Vector, Foot]] = []
    for section in context.sections:
        for up in (section.axis.direction, -section.axis.direction):
            foot = stand.foot(context, section, up)
            if foot is not None:
                standing.append((_steps_down(context, section, up, foot), section, up, foot))
    standing.sort(key=lambda each: (each[0], each[1].faces[0]))
    return [(section, up, foot) for _, section, up, foot in standing]


def _steps_down(context: BossContext, section: CoaxialSection, up: Vector, foot: Foot) -> int:
    """Count the standing sections of one boss below a section."""
    passed = [section]
    below = stand.below(context, section, up, foot.groups[0])
    while below is not None and below not in passed:
        lower = stand.foot(context, below, up)
        if lower is None:
            break
        passed.append(below)
        below = stand.below(context, below, up, lower.groups[0])
    return len(passed) - 1


def _key(section: CoaxialSection, up: Vector) -> tuple[int, bool]:
    return section.faces[0], bool(section.axis.direction @ up > 0.0)


def _boss(context: BossContext, stack: Stack) -> Boss:
    part, up = context.part, stack.up
    stages = _stages(context, stack)
    main = next(section for section in stack.sections if section not in relief.sections_of(context, stack))
    roles = members.roles(context, stack)
    faces = tuple(sorted(roles))
    foot_mm, top_mm = _levels(context, stack)
    foot = main.axis.origin + (foot_mm[0] - float(main.axis.origin @ up)) * up
    return Boss(
        kind=Kind.BOSS,
        fid=part.largest_face(main.faces).id,
        faces=faces,
        roles=tuple(sorted(roles.items())),
        body=main.body,
        center=frozen(foot + 0.5 * (top_mm[1] - foot_mm[0]) * up),
        axis=frozen(up + 0.0),
        box_mm=extents.box(part, faces),
        uncertainty_mm=max(part.faces[face].deviation_mm for face in faces),
        diameter_mm=stages[0].diameter_mm,
        height_mm=top_mm[1] - foot_mm[0],
        shortest_height_mm=max(0.0, top_mm[0] - foot_mm[1]),
        base_relief=relief.of(context, stack),
        stages=stages,
        taper_deg=stages[0].taper_deg,
        bore_diameter_mm=members.bore_mm(context, stack),
        thread_candidates=(
            threads.of_outside(stages[0].diameter_mm) if stages[0].shape is BossShape.CYLINDER else ()
        ),
        foot=frozen(foot),
        span_deg=min(main.span_deg, FULL_TURN_DEG),
        base=context.faces_of(stack.foot.groups),
    )


def _levels(context: BossContext, stack: Stack) -> tuple[levels.Range, levels.Range]:
    """Return the levels of foot and top; of a boss in a ring groove the foot is where the groove begins."""
    groove = validity.groove(context, stack)
    foot_mm = levels.of_foot(context, stack)
    if groove is not None:
        edge_mm = levels.of_edges(context, [groove], stack.up)[1]
        foot_mm = (edge_mm, edge_mm)
    return foot_mm, levels.of_top(context, stack)


def _stages(context: BossContext, stack: Stack) -> tuple[BossStage, ...]:
    """Lay out the stages from the base up; their heights add up to the height of the boss."""
    foot_mm, top_mm = _levels(context, stack)
    left_out = relief.sections_of(context, stack)
    sections = [section for section in stack.sections if section not in left_out]
    ends = [levels.of_rim(context, section, stack.up, is_top=True)[1] for section in sections[:-1]] + [
        top_mm[1]
    ]
    starts = [foot_mm[0], *ends[:-1]]
    return tuple(
        _stage(stack, section, start, end) for section, start, end in zip(sections, starts, ends, strict=True)
    )


def _stage(stack: Stack, section: CoaxialSection, start_mm: float, end_mm: float) -> BossStage:
    origin = section.axis.origin
    start = origin + (start_mm - float(origin @ stack.up)) * stack.up
    shape = BossShape.CYLINDER if isinstance(section.surface, Cylinder) else BossShape.CONE
    return BossStage(shape, 2.0 * section.radius_at(start), end_mm - start_mm, section.lean_deg(stack.up))
