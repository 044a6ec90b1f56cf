"""Straight grooves without two flat walls that face each other: V grooves and those with round sides.

A V groove is two flat walls that meet in a hollow. A round channel is one hollow cylinder, cut by a ball or
a round cutter. A coved groove is a flat floor that runs tangent into a hollow cylinder on either side. Each
lies in one surface: what lies beyond both edges of its mouth faces one way. That tells a V from a step.

What is none: teeth without a land between them, engraved strokes whose walls go on round a corner, a hollow
that opens less than it holds, a saddle that has a round back of its own on the same axis, a trough closed at
both ends, a corner of a window, what is cut into a folded sheet.
"""

from collections.abc import Collection

import numpy as np

from engine.features.slots import profile_mouths, profile_sections, stretches
from engine.features.slots.narrow import OWN_END_SHARE, WIDTH_OVER_LENGTH
from engine.features.slots.profile_sections import ALONG_COSINE, Section
from engine.features.slots.slot_context import SlotContext
from engine.features.slots.stretches import Profile
from engine.graph.coaxial import axis_line, turns_about
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_COSINE, PARALLEL_SINE, at_least

LEAST_ROUND_DEG = 60.0
"""How far a round channel goes round at least: less is the dent of a large tool. It goes half round at most:
more holds what lies in it, and is a bore that is open along its side."""

COVED_WIDTH_OVER_DEPTH = 10.0
"""A coved groove is at most this wide for its depth: a wider floor is the ground of a tray."""


def find(context: SlotContext, taken: Collection[FaceId]) -> tuple[Profile, ...]:
    """Find the grooves of which no group is `taken`, ascending by their groups."""
    free = [each for each in profile_sections.find(context) if each.groups.isdisjoint(taken)]
    measured = [_measured(context, each) for each in sorted(free, key=lambda each: sorted(each.groups))]
    return stretches.joined([each for each in measured if each is not None])


def _measured(context: SlotContext, section: Section) -> Profile | None:
    """Measure a groove; None where it is none."""
    part = context.part
    if any(part.faces[group].body is None for group in section.groups):
        return None
    ends = _ends(context, section)
    mouth = profile_mouths.of_section(context, section)
    if ends is None or mouth is None:
        return None
    closed = {float(part.faces[end].inner_normal @ section.along) > 0.0 for end in ends}
    runs = [context.of_group(side, section.along) for side in section.sides]
    low, high = max(low for low, _ in runs), min(high for _, high in runs)
    width_mm = mouth.places[1] - mouth.places[0]
    bottom = _bottom(part, section, mouth.up)
    depth_mm = mouth.level - bottom
    if len(closed) > 1 or min(width_mm, depth_mm) <= LENGTH_FLOOR_MM:
        return None
    if not at_least(WIDTH_OVER_LENGTH * (high - low), width_mm) or not _is_shaped(
        part, section, width_mm, depth_mm
    ):
        return None
    area_mm2 = width_mm * depth_mm * (1.0 if section.angle_deg is None else 0.5)
    abreast = sum(mouth.places) / 2.0 * mouth.sideways + (low + high) / 2.0 * section.along
    if _looks_at_wall(part, section, abreast + mouth.level * mouth.up, mouth.up, high - low):
        return None
    return Profile(
        walls=tuple(sorted(set(section.sides) - _channel(section))),
        floors=tuple(sorted({*section.floors, *_channel(section)})),
        ends=tuple(end for end in ends if area_mm2 >= OWN_END_SHARE * context.area_mm2(end)),
        closed=tuple(-section.along if is_low else section.along for is_low in sorted(closed)),
        into=-mouth.up,
        along=section.along,
        width_mm=width_mm,
        depth_mm=depth_mm,
        length_mm=high - low,
        angle_deg=section.angle_deg,
        center=abreast + (mouth.level + bottom) / 2.0 * mouth.up,
    )


def _looks_at_wall(part: Part, section: Section, mouth: Vector, up: Vector, length_mm: float) -> bool:
    """Whether a groove opens towards a flat wall nearer than the groove is long: a corner of a window."""
    body = part.faces[section.sides[0]].body
    slack_mm = FIT_LENGTH * length_mm
    for face in part.faces:
        slope = float(face.inner_normal @ up)
        if face.body != body or not isinstance(face.surface, Plane) or slope >= -PARALLEL_SINE:
            continue
        ahead_mm = float((face.inner_point - mouth) @ face.inner_normal) / slope
        place = mouth + ahead_mm * up
        low, high = face.box_mm
        is_within = bool(((low - slack_mm <= place) & (place <= high + slack_mm)).all())
        if slack_mm < ahead_mm < length_mm and is_within:
            return True
    return False


def _channel(section: Section) -> frozenset[FaceId]:
    """Return the one face of a round channel, which is its floor."""
    return frozenset(section.sides) if section.sides[0] == section.sides[1] else frozenset()


def _ends(context: SlotContext, section: Section) -> tuple[FaceId, ...] | None:
    """Return the flat groups that close a groove; None where something else meets its faces in a hollow."""
    faces = context.part.faces
    ends = set()
    for group in section.groups:
        for meeting in context.adjacency.of_group[group]:
            other = meeting.across(group)
            if other in section.groups or meeting.convexity == Convexity.CONVEX:
                continue
            face = faces[other]
            is_end = isinstance(face.surface, Plane) and (
                abs(float(face.inner_normal @ section.along)) >= ALONG_COSINE
            )
            if meeting.convexity != Convexity.CONCAVE or not is_end:
                return None
            ends.add(other)
    return tuple(sorted(ends))


def _bottom(part: Part, section: Section, up: Vector) -> float:
    """Return how low a groove reaches: the line where the walls of a V meet counts."""
    if section.floors:
        return float(part.faces[section.floors[0]].inner_point @ up)
    surface = part.faces[section.sides[0]].surface
    return float(section.middle @ up) - (surface.radius_mm if isinstance(surface, Cylinder) else 0.0)


def _is_shaped(part: Part, section: Section, width_mm: float, depth_mm: float) -> bool:
    """Whether a groove is no fold of a sheet, not too flat for its sides, and no half of a pipe."""
    if section.angle_deg is not None:
        return not any(_has_back(part, side, depth_mm) for side in section.sides)
    if section.floors:
        return at_least(COVED_WIDTH_OVER_DEPTH * depth_mm, width_mm)
    face = part.faces[section.sides[0]]
    line = axis_line(face.surface)
    assert isinstance(face.surface, Cylinder)
    assert line is not None
    if not at_least(
        width_mm, 2.0 * face.surface.radius_mm * float(np.sin(np.radians(LEAST_ROUND_DEG / 2.0)))
    ):
        return False
    return not any(
        isinstance(other.surface, Cylinder)
        and other.body == face.body
        and other.sense > 0
        and other.surface.radius_mm > face.surface.radius_mm
        and turns_about(other, line)
        for other in part.faces
    )


def _has_back(part: Part, wall: FaceId, depth_mm: float) -> bool:
    """Whether a flat wall has a back parallel to it, nearer than the groove is deep: a fold of a sheet."""
    front = part.faces[wall]
    low, high = front.box_mm
    for back in part.faces:
        if back.body != front.body or not isinstance(back.surface, Plane):
            continue
        if float(back.inner_normal @ front.inner_normal) > -PARALLEL_COSINE:
            continue
        behind_mm = float((front.inner_point - back.inner_point) @ front.inner_normal)
        # moved by as much, the back lies on the front
        moved = back.box_mm + behind_mm * front.inner_normal
        is_abreast = bool((np.minimum(high, moved[1]) - np.maximum(low, moved[0]) >= -LENGTH_FLOOR_MM).all())
        if LENGTH_FLOOR_MM < behind_mm < depth_mm and is_abreast:
            return True
    return False
