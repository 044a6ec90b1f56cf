"""How the corner between a boss and its base is softened."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.features.bosses import levels, validity
from engine.features.bosses.coaxial_section import BossContext, CoaxialSection, turn
from engine.features.bosses.stack import Stack
from engine.model.feature import Role
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Freeform, Sphere, Torus
from engine.tolerances import is_majority

SHORT_SHARE = 0.5
"""A neck or flare at the foot is a relief up to this share of the diameter above it in length, and else a
stage."""
FLARE_DEG = 20.0
"""A flare leans by more than this; less is a drafted wall."""


class ReliefKind(StrEnum):
    """What softens the foot of a boss."""

    NONE = "none"
    FILLET = "fillet"
    CHAMFER = "chamfer"
    GROOVE = "groove"
    """A neck cut into the wall, or a ring groove in the base."""


@dataclass(frozen=True, slots=True)
class BaseRelief:
    """The relief of one foot."""

    kind: ReliefKind
    radius_mm: float
    """Of the fillet, the smallest where it varies; of a chamfer its leg along the base; of a groove that of
    the fillets in its corners, 0 where they are sharp; 0 without relief."""


def of(context: BossContext, stack: Stack) -> BaseRelief:
    """Find the relief of a boss: what more than half of its foot has."""
    fillets, chamfers = (_softened(context, stack, role) for role in (Role.FILLET, Role.CHAMFER))
    radius_mm = min(_radii(context.part, fillets), default=0.0)
    if is_neck(context, stack) or validity.groove(context, stack) is not None:
        return BaseRelief(ReliefKind.GROOVE, radius_mm)
    if is_flare(context, stack):
        wide_mm, narrow_mm = (_foot_radius_mm(context, stack, index) for index in (0, 1))
        return BaseRelief(ReliefKind.CHAMFER, wide_mm - narrow_mm)
    if fillets:
        return BaseRelief(ReliefKind.FILLET, radius_mm)
    if chamfers:
        return BaseRelief(ReliefKind.CHAMFER, _leg_mm(context, stack, chamfers))
    return BaseRelief(ReliefKind.NONE, 0.0)


def sections_of(context: BossContext, stack: Stack) -> tuple[CoaxialSection, ...]:
    """Return the sections that are relief and no stage: none, or the lowest."""
    return stack.sections[:1] if is_neck(context, stack) or is_flare(context, stack) else ()


def is_neck(context: BossContext, stack: Stack) -> bool:
    """Whether the lowest section is a short neck below a wider one."""
    return _is_short(context, stack) and (
        isinstance(stack.sections[0].surface, Cylinder)
        and isinstance(stack.sections[1].surface, Cylinder)
        and stack.sections[0].surface.radius_mm < stack.sections[1].surface.radius_mm
    )


def is_flare(context: BossContext, stack: Stack) -> bool:
    """Whether the lowest section is a short steep cone that widens to the base."""
    if not _is_short(context, stack):
        return False
    lean_deg, above_deg = (section.lean_deg(stack.up) for section in stack.sections[:2])
    return lean_deg > FLARE_DEG and above_deg < FLARE_DEG and not stack.shoulders[:1]


def _is_short(context: BossContext, stack: Stack) -> bool:
    if len(stack.sections) < 2:
        return False
    top_mm = levels.of_rim(context, stack.sections[0], stack.up, is_top=True)[1]
    height_mm = top_mm - levels.of_foot(context, stack)[0]
    return height_mm <= SHORT_SHARE * 2.0 * _foot_radius_mm(context, stack, 1)


def _foot_radius_mm(context: BossContext, stack: Stack, index: int) -> float:
    """Return the radius of a section at its foot."""
    section = stack.sections[index]
    (first, *_) = context.arcs(section, section.rim(stack.up, is_top=False))
    return section.radius_at(first.joint.midpoint)


def _softened(context: BossContext, stack: Stack, role: Role) -> tuple[FaceId, ...]:
    """List the blends of one role at the foot; none where they soften no more than half of it."""
    arcs = [arc for arc in stack.foot.arcs if any(context.role_of_blend[face] is role for face in arc.blends)]
    if not is_majority(turn(arcs), turn(stack.foot.arcs)):
        return ()
    return tuple(sorted({face for arc in arcs for face in arc.blends if context.role_of_blend[face] is role}))


def _leg_mm(context: BossContext, stack: Stack, chamfers: Iterable[FaceId]) -> float:
    """Return how far chamfers at the foot reach out from the wall."""
    loops = (loop for face in chamfers for loop in context.part.faces[face].loops)
    points = (context.part.edges[edge].points for loop in loops for edge in loop.edges)
    reach_mm = max(float(stack.sections[0].axis.distance(each).max()) for each in points)
    return reach_mm - stack.sections[0].radius_at(stack.foot.arcs[0].joint.midpoint)


def _radii(part: Part, faces: Iterable[FaceId]) -> Iterable[float]:
    """Give the radius of each fillet face that has one."""
    for face in faces:
        match part.faces[face].surface:
            case Torus(minor_radius_mm=radius) | Cylinder(radius_mm=radius) | Sphere(radius_mm=radius):
                yield radius
            case Freeform(min_concave_radius_mm=radius):
                yield radius
