"""The coaxial sections of one boss from base to top, with the shoulders and blends between them."""

from dataclasses import dataclass

from engine.features.bosses import stand
from engine.features.bosses.coaxial_section import (
    Arc,
    BossContext,
    CoaxialSection,
    as_wide_as_any,
    is_over_half,
    turn,
    widest,
)
from engine.features.bosses.stand import Foot
from engine.graph import rings
from engine.graph.coaxial import is_square_to, turns_about
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import FaceId, Part
from engine.model.surface import Sphere, Torus
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """One boss, or what may be one."""

    up: Vector
    sections: tuple[CoaxialSection, ...]
    """From the base up."""
    foot: Foot
    shoulders: tuple[FaceId, ...]
    """Groups between the sections: one after each but the last, fewer where sections meet directly."""
    tops: tuple[FaceId, ...]
    """Groups behind the topmost rim; none above the apex of a cone."""
    rim: tuple[Arc, ...]
    """The topmost rim."""
    blends: tuple[FaceId, ...]
    """Blend faces crossed on the way, those of the foot first."""

    def radius_mm(self, part: Part) -> float:
        """Return the radius of the widest section, of a cone at half its height."""
        return max(section.radius_at(part.faces[section.faces[0]].inner_point) for section in self.sections)


def climb(context: BossContext, section: CoaxialSection, up: Vector, foot: Foot) -> Stack | None:
    """Climb from a section on its base to the top; None where half of that runs into something."""
    sections = [section]
    shoulders: list[FaceId] = []
    blends = [face for arc in foot.arcs for face in arc.blends]
    while True:
        arcs = context.arcs(sections[-1], sections[-1].rim(up, is_top=True))
        for arc in arcs:
            blends.extend(arc.blends)
        if not arcs:
            is_apex = sections[-1].rim(up, is_top=True) is None
            return _stack(up, sections, foot, shoulders, (), (), blends) if is_apex else None
        onward, shoulder = _onward(context, sections, up, arcs)
        if onward is not None:
            shoulders += shoulder
            meets = context.arcs(onward, onward.rim(up, is_top=False))
            blends.extend(face for arc in meets for face in arc.blends)
            sections.append(onward)
            continue
        main = widest(arcs)[0]
        is_ball = isinstance(context.part.faces[main].surface, Sphere) and context.part.faces[main].sense > 0
        free = [arc for arc in arcs if arc.convexity is not Convexity.CONCAVE or is_ball]
        if not is_over_half(_turn_at_one_level(context, sections[-1], free), turn(arcs)):
            return None
        tops = widest(free)
        return _stack(up, sections, foot, shoulders, _whole(context, sections[-1], tops), arcs, blends)


def _onward(
    context: BossContext, sections: list[CoaxialSection], up: Vector, arcs: tuple[Arc, ...]
) -> tuple[CoaxialSection | None, tuple[FaceId, ...]]:
    """Find the section that goes on above the topmost one, and the shoulder before it where there is one.

    Where two pieces of a shoulder at two levels are met equally far round, the section stands on either.
    """
    for group in as_wide_as_any(arcs):
        onward = context.coaxial_section(group, sections[-1])
        shoulder: tuple[FaceId, ...] = ()
        if onward is None and is_square_to(context.part.faces[group], sections[-1].axis):
            convexity = next(arc.convexity for arc in arcs if arc.group == group)
            step = stand.overhanging if convexity is Convexity.CONCAVE else stand.above
            onward, shoulder = step(context, sections[-1], up, group), (group,)
        if onward is not None and onward not in sections:
            return onward, shoulder
    return None, ()


def _stack(
    up: Vector,
    sections: list[CoaxialSection],
    foot: Foot,
    shoulders: list[FaceId],
    tops: tuple[FaceId, ...],
    rim: tuple[Arc, ...],
    blends: list[FaceId],
) -> Stack:
    return Stack(up, tuple(sections), foot, tuple(shoulders), tops, rim, tuple(dict.fromkeys(blends)))


def _turn_at_one_level(context: BossContext, section: CoaxialSection, arcs: list[Arc]) -> float:
    """Return how far round the widest top goes, with all that lies at its level where it is flat."""
    if not arcs:
        return 0.0
    main = widest(arcs)[0]
    groups = {main}
    if is_square_to(context.part.faces[main], section.axis):
        level_mm = float(section.axis.along(context.part.faces[main].inner_point))
        slack_mm = FIT_LENGTH * section.radius_at(arcs[0].joint.midpoint) + LENGTH_FLOOR_MM
        for group in {arc.group for arc in arcs}:
            face = context.part.faces[group]
            is_level = abs(float(section.axis.along(face.inner_point)) - level_mm) <= slack_mm
            if is_level and is_square_to(face, section.axis):
                groups.add(group)
    return turn(arc for arc in arcs if arc.group in groups)


def _whole(context: BossContext, section: CoaxialSection, tops: list[FaceId]) -> tuple[FaceId, ...]:
    """Add to a dome or crest what lies beyond it: the flat on top of a ball, the lip of a rounded tube."""
    found = list(tops)
    for group in tops:
        face = context.part.faces[group]
        if isinstance(face.surface, Sphere | Torus) and turns_about(face, section.axis):
            ring = rings.around(
                context.part, context.graph, context.graph.faces_of_group[group], section.axis
            )
            for rim in ring.rims:
                for joint in rim.joints:
                    beyond = (
                        FaceId(int(context.graph.group_of_face[each])) for each in joint.faces if each >= 0
                    )
                    found += [each for each in beyond if each not in (*found, *section.groups)]
    return tuple(found)
