"""Translates a hole's profile into a drawing's terms: stages, type, roles of the faces."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.features.holes.profile import Profile, ProfileSection
from engine.features.holes.walk import Closure, SegmentShape
from engine.model.feature import Role
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Torus
from engine.tolerances import same_length

COUNTERSINK_RATIO = 1.4 + 1e-6
"""A cone at the mouth is a countersink when it opens the hole to this multiple: heads of countersunk
screws and rivets are 1.4 to 2 hole diameters wide, chamfers for threads 1.1 to 1.3."""
SURE_COUNTERSINK_RATIO = 2.0 - 1e-6
"""The same where a chamfer is likelier: a screw has one head, so a cone at the far mouth from a counterbore,
or one like it at the other mouth, takes no head unless it is this wide."""
LIKE_SHARE = 0.05
"""A cone at the other mouth is like this one when both are as wide within this share."""
COUNTERBORE_RATIO = 1.2 - 1e-6
"""Heads of cap screws with their washers are 1.5 to 3 hole diameters wide; below is a fit or a relief."""


class StageShape(StrEnum):
    """What one stage of a hole is."""

    CYLINDER = "cylinder"
    CONE = "cone"
    """A countersink, a taper or a conical step."""
    CHAMFER = "chamfer"
    TIP = "tip"
    """Of a drill; not part of the depth."""
    BALL = "ball"
    """The round end of a ball cutter; not part of the depth."""


class HoleType(StrEnum):
    """How the stages follow each other."""

    SIMPLE = "simple"
    COUNTERBORE = "counterbore"
    COUNTERSINK = "countersink"
    STEPPED = "stepped"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stretch of a hole along its axis. Rounds and fillets count with the stage they blend."""

    shape: StageShape
    diameter_mm: float
    """Of a cone the larger one."""
    depth_mm: float
    """Its own length along the axis."""
    angle_deg: float
    """Included angle of a cone, chamfer or tip; 0 of cylinders and balls."""


def stages(part: Part, profile: Profile) -> tuple[Stage, ...]:
    """List the stages from the entry in; without tip or ball their depths add up to the hole's depth."""
    found: list[Stage] = []
    start_mm = 0.0
    for index, section in enumerate(profile.sections):
        shape = _stage_shape(profile, index)
        if shape is not None:
            depth_mm = section.end_mm - start_mm
            found.append(Stage(shape, 2.0 * _widest_mm(section), depth_mm, _angle_deg(section)))
        elif found and _belongs_to_previous(part, profile, index):
            found[-1] = replace(found[-1], depth_mm=found[-1].depth_mm + section.end_mm - start_mm)
        else:
            continue
        start_mm = section.end_mm
    return tuple(found)


def hole_type(profile: Profile) -> HoleType:
    """Name the way the stages follow each other.

    A counterbore is one wider cylinder on a flat shoulder at one mouth, or one at each; any other row of
    diameters is stepped, and so is a counterbore with a countersink.
    """
    sections = profile.sections
    walls = [index for index, section in enumerate(sections) if section.is_wall]
    is_sunk = any(
        _stage_shape(profile, index) is StageShape.CONE
        and not sections[index].is_wall
        and _widens_outward(profile, index)
        for index in range(len(sections))
    )
    if len(walls) <= 1:
        return HoleType.COUNTERSINK if is_sunk or not walls else HoleType.SIMPLE
    return HoleType.COUNTERBORE if not is_sunk and _is_counterbored(profile, walls) else HoleType.STEPPED


def smallest(profile: Profile) -> tuple[ProfileSection, float]:
    """Return the section a hole is named after and its diameter.

    The smallest cylinder; without one the smallest end of a tapered wall; without a wall the smaller end of
    the cone, or the larger of one that comes to a point.
    """
    walls = [section for section in profile.sections if section.is_wall]
    cylinders = [section for section in walls if not isinstance(_surface(section), Cone)]
    if cylinders or walls:
        section = min(cylinders or walls, key=_narrowest_mm)
        return section, 2.0 * _narrowest_mm(section)
    cones = [section for section in profile.sections if section.bore is not None]
    section = min(cones, key=_narrowest_mm)
    return section, 2.0 * (_narrowest_mm(section) or _widest_mm(section))


def roles(part: Part, profile: Profile) -> tuple[tuple[FaceId, Role], ...]:
    """Give every member face its role, in the order of the faces."""
    found = {}
    for index, section in enumerate(profile.sections):
        role = _role(part, profile, index)
        found.update({face: role for face in section.faces})
    return tuple(sorted(found.items()))


def _surface(section: ProfileSection) -> object:
    return None if section.bore is None else section.bore.surface


def _narrowest_mm(section: ProfileSection) -> float:
    return min(section.start_radius_mm, section.end_radius_mm)


def _widest_mm(section: ProfileSection) -> float:
    return max(section.start_radius_mm, section.end_radius_mm)


def _angle_deg(section: ProfileSection) -> float:
    surface = _surface(section)
    return 2.0 * surface.half_angle_deg if isinstance(surface, Cone) else 0.0


def _stage_shape(profile: Profile, index: int) -> StageShape | None:
    section = profile.sections[index]
    if section.shape is SegmentShape.BALL and section.end_radius_mm == 0.0:
        return StageShape.BALL
    if section.bore is None:
        return None
    if not isinstance(section.bore.surface, Cone):
        return StageShape.CYLINDER
    if section.is_wall:
        return StageShape.CONE
    if _is_tip(profile, index):
        return StageShape.TIP
    is_edge = _widens_outward(profile, index) or _stands_on_floor(profile, index)
    limit = SURE_COUNTERSINK_RATIO if _is_no_countersink(profile, index) else COUNTERSINK_RATIO
    is_narrow = _widest_mm(section) < limit * _narrowest_mm(section)
    return StageShape.CHAMFER if is_edge and is_narrow else StageShape.CONE


def _is_no_countersink(profile: Profile, index: int) -> bool:
    """Whether the head of a screw would rather sit elsewhere, or a like cone edges the other mouth."""
    sections = profile.sections
    if index not in (0, len(sections) - 1):
        return False
    if sum(section.is_wall for section in sections) > 1:
        return True
    other = sections[len(sections) - 1 - index]
    is_cone = isinstance(_surface(other), Cone) and not other.is_wall and other is not sections[index]
    return is_cone and same_length(_widest_mm(other), _widest_mm(sections[index]), LIKE_SHARE)


def _is_tip(profile: Profile, index: int) -> bool:
    """Whether a cone is the tip of a drill: it narrows behind the last wall and is not a floor's edge."""
    before, after = profile.sections[:index], profile.sections[index + 1 :]
    is_last = any(section.is_wall for section in before) and not any(section.is_wall for section in after)
    return is_last and profile.sections[index].is_tip and profile.closure is not Closure.FLAT


def _stands_on_floor(profile: Profile, index: int) -> bool:
    return profile.closure is Closure.FLAT and all(
        section.shape in (SegmentShape.FLOOR, SegmentShape.BLEND) for section in profile.sections[index + 1 :]
    )


def _widens_outward(profile: Profile, index: int) -> bool:
    """Whether the wide end of a cone is a mouth or the edge of a shoulder."""
    section, last = profile.sections[index], len(profile.sections) - 1
    step = -1 if section.is_tip else 1
    beside = index + step
    while 0 <= beside <= last and profile.sections[beside].shape in (SegmentShape.BLEND, SegmentShape.BEVEL):
        beside += step
    if beside < 0:
        return True
    if beside > last:
        return profile.closure is Closure.OPEN
    return profile.sections[beside].shape is SegmentShape.SHOULDER


def _belongs_to_previous(part: Part, profile: Profile, index: int) -> bool:
    """Whether a blend, shoulder or floor ends the stage before it; the round of the next edge does not."""
    section = profile.sections[index]
    is_rounded_edge = section.shape is SegmentShape.BLEND and section.end_radius_mm < section.start_radius_mm
    return not (is_rounded_edge and part.faces[section.faces[0]].sense > 0)


def _is_counterbored(profile: Profile, walls: list[int]) -> bool:
    sections = profile.sections
    narrow = min(walls, key=lambda index: _narrowest_mm(sections[index]))
    place = walls.index(narrow)
    if len(walls[:place]) > 1 or len(walls[place + 1 :]) > 1:
        return False
    if walls[place + 1 :] and profile.closure is not Closure.OPEN:
        return False
    for wide in walls:
        between = sections[min(wide, narrow) + 1 : max(wide, narrow)]
        ratio = _narrowest_mm(sections[wide]) / _narrowest_mm(sections[narrow])
        has_shoulder = any(section.shape is SegmentShape.SHOULDER for section in between)
        if wide != narrow and not (has_shoulder and ratio >= COUNTERBORE_RATIO):
            return False
    return all(_angle_deg(sections[index]) == 0.0 for index in walls)


def _role(part: Part, profile: Profile, index: int) -> Role:
    section = profile.sections[index]
    match section.shape:
        case SegmentShape.SHOULDER:
            return Role.HOLE_STEP
        case SegmentShape.FLOOR:
            return Role.HOLE_FLOOR
        case SegmentShape.BALL:
            return Role.HOLE_FLOOR if section.end_radius_mm == 0.0 else Role.HOLE_WALL
        case SegmentShape.BEVEL:
            return Role.CHAMFER
        case SegmentShape.BLEND:
            face = part.faces[section.faces[0]]
            return Role.FILLET if isinstance(face.surface, Torus) and face.sense < 0 else Role.ROUND
    match _stage_shape(profile, index):
        case StageShape.TIP:
            return Role.HOLE_FLOOR
        case StageShape.CHAMFER:
            return Role.CHAMFER
        case StageShape.CONE if not section.is_wall:
            is_sunk = _widens_outward(profile, index)
            return Role.COUNTERSINK if is_sunk else Role.HOLE_STEP
    return Role.HOLE_WALL
