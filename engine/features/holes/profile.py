"""The profile of a hole, laid out along its axis from the entry in.

Depths are those of the drawing: from the point of the entry that stands farthest out to the end of the
last full diameter, so that a tip or a ball end does not count and a slanted mouth counts whole.
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.features.holes.bore import Bore
from engine.features.holes.walk import Closure, End, HoleContext, Segment, SegmentShape
from engine.graph import extents
from engine.graph.coaxial import AxisLine, is_square_to, turns_about
from engine.graph.rings import FULL_TURN_DEG, Rim
from engine.model.arrays import Vector
from engine.model.part import FaceId
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus
from engine.surfaces.formulas import cone_radius_mm
from engine.tolerances import is_majority, same_length

LARGER = 1.01
"""One mouth is larger than the other from this ratio on."""
FEWEST_CRESTS = 4
"""So many equal diameters with wider ones between them are a thread; fewer are grooves for rings."""
BLUNT_SHARE = 0.5
"""A floor narrower than this share of the bore above it is the blunt end of a tip."""


@dataclass(frozen=True, slots=True, eq=False)
class ProfileSection:
    """One member of the hole between two levels; those of a shoulder or a floor are the same."""

    shape: SegmentShape
    faces: tuple[FaceId, ...]
    bore: Bore | None
    start_mm: float
    end_mm: float
    """Levels below the entry's outermost point."""
    start_radius_mm: float
    end_radius_mm: float

    @property
    def is_tip(self) -> bool:
        """Whether it closes in on the axis, all the way or as far as something else left of it."""
        return self.shape is SegmentShape.TIP or (
            self.bore is not None and not self.is_wall and self.end_radius_mm < self.start_radius_mm
        )

    @property
    def is_wall(self) -> bool:
        """Whether this is a full diameter of the hole rather than a countersink, a step or a tip."""
        return self.bore is not None and self.bore.is_wall


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A hole along its axis."""

    axis: Vector
    """Unit vector into the hole."""
    entry: Vector
    """Where the axis passes the level of the entry's outermost point."""
    sections: tuple[ProfileSection, ...]
    """From the entry in."""
    closure: Closure
    """How it ends; `OPEN` is through."""
    depth_mm: float
    shortest_depth_mm: float
    """From the innermost point of the entry to the nearest point of the end."""


def lay_out(context: HoleContext, bore: Bore, low: End, high: End) -> Profile:
    """Lay a hole along its axis; at least one of its ends is open.

    One that is open at both ends is entered from the end that does not lie in another hole, then from the
    larger mouth, then against the axis of the part it is nearest to.
    """
    is_from_high = _is_entered_from_high(context, bore, low, high)
    into = np.asarray(-bore.axis.direction if is_from_high else bore.axis.direction)
    row = _row(bore, high, low) if is_from_high else _row(bore, low, high)
    levels = _Levels(context, into)
    outermost, innermost = levels.of_entry(row)
    sections = _sections(levels, row, outermost)
    closure = low.closure if is_from_high else high.closure
    if closure is Closure.FLAT and _is_blunt(sections):
        closure = Closure.CONICAL
    deepest, nearest = _full_depth(levels, row, sections, closure)
    is_thread = bore.span_deg > FULL_TURN_DEG
    return Profile(
        axis=into,
        entry=np.asarray(bore.axis.origin + (outermost - float(bore.axis.origin @ into)) * into),
        sections=_threads_as_bores(sections),
        closure=closure,
        depth_mm=deepest - outermost,
        shortest_depth_mm=deepest - outermost if is_thread else max(0.0, nearest - innermost),
    )


def _is_entered_from_high(context: HoleContext, bore: Bore, low: End, high: End) -> bool:
    if low.closure is not high.closure:
        return high.closure is Closure.OPEN
    assert low.rim is not None
    assert high.rim is not None
    lies_inside = _opens_into_hole(context, bore, low.rim), _opens_into_hole(context, bore, high.rim)
    if lies_inside[0] != lies_inside[1]:
        return lies_inside[0]
    if not 1.0 / LARGER < high.rim.radius_mm / low.rim.radius_mm < LARGER:
        return high.rim.radius_mm > low.rim.radius_mm
    z_to_x = np.round(bore.axis.direction[::-1], 6)
    return bool(z_to_x[np.argmax(np.abs(z_to_x))] > 0.0)


def _opens_into_hole(context: HoleContext, bore: Bore, rim: Rim) -> bool:
    """Whether most of a mouth lies on hollow walls that do not turn about this hole's axis."""
    inside_mm = 0.0
    for joint in rim.joints:
        faces = [context.part.faces[face] for face in joint.faces if face >= 0]
        hollow = [face for face in faces if face.sense < 0 and not isinstance(face.surface, Plane)]
        if any(not turns_about(face, bore.axis) for face in hollow):
            inside_mm += joint.length_mm
    return is_majority(inside_mm, sum(joint.length_mm for joint in rim.joints))


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """The members of a hole from the entry in; member i lies between rims i and i + 1."""

    members: tuple[Segment, ...]
    rims: tuple[Rim | None, ...]
    """The last is None where the hole is closed."""


def _row(bore: Bore, near: End, far: End) -> _Row:
    near_rim, far_rim = (bore.lower, bore.upper) if near.is_low else (bore.upper, bore.lower)
    outward = tuple(reversed(near.segments))
    return _Row(
        members=(*outward, Segment(SegmentShape.BORE, bore.faces, far_rim, bore), *far.segments),
        rims=(*(segment.far for segment in outward), near_rim, far_rim, *(s.far for s in far.segments)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Levels:
    """Heights along the way in, from the part's origin."""

    context: HoleContext
    into: Vector

    def of_rim(self, rim: Rim) -> tuple[float, float]:
        """Return the least and the greatest level of a rim."""
        reaches = [extents.along(self.context.part.edges[joint.edge], self.into) for joint in rim.joints]
        return min(low for low, _ in reaches), max(high for _, high in reaches)

    def of_step(self, row: _Row, index: int) -> tuple[float, float]:
        """Return the least and the greatest level at which two members meet, whatever else cuts the rim."""
        rim, above, below = row.rims[index], row.members[index - 1].faces, row.members[index].faces
        assert rim is not None
        shared = [
            joint
            for joint in rim.joints
            if (joint.faces[0] in above and joint.faces[1] in below)
            or (joint.faces[1] in above and joint.faces[0] in below)
        ]
        return self.of_rim(replace(rim, joints=tuple(shared)) if shared else rim)

    def of_entry(self, row: _Row) -> tuple[float, float]:
        """Return the outermost and the innermost level of the entry."""
        assert row.rims[0] is not None
        outermost, innermost = self.of_rim(row.rims[0])
        return min(outermost, self.of_crest(row)), innermost

    def of_crest(self, row: _Row) -> float:
        """Return the level of the crest of a lip that is rounded over to its far side; inf of others."""
        lip, outer, inner = self.context.part.faces[row.members[0].faces[0]], row.rims[0], row.rims[1]
        if not isinstance(lip.surface, Torus) or lip.sense < 0 or outer is None or inner is None:
            return np.inf
        if not inner.radius_mm < lip.surface.major_radius_mm < outer.radius_mm:
            return np.inf
        return float(lip.surface.center @ self.into) - lip.surface.minor_radius_mm

    def of_closure(self, row: _Row) -> float:
        """Return where the last member meets the axis; of a slanted floor where it is deepest."""
        face, rim = self.context.part.faces[row.members[-1].faces[0]], row.rims[-2]
        match face.surface:
            case Plane(origin=origin) if is_square_to(face, AxisLine(origin, self.into)):
                return float(origin @ self.into)
            case Cone(apex=apex):
                return float(apex @ self.into)
            case Sphere(center=center, radius_mm=radius):
                return float(center @ self.into) + radius
        reach = float(face.inner_point @ self.into)
        return reach if rim is None else max(reach, self.of_rim(rim)[1])


def _sections(levels: _Levels, row: _Row, outermost: float) -> tuple[ProfileSection, ...]:
    heights = [outermost]
    heights += [sum(levels.of_step(row, index)) / 2.0 for index in range(1, len(row.members))]
    last = row.rims[-1]
    heights.append(levels.of_closure(row) if last is None else levels.of_rim(last)[1])
    return tuple(
        ProfileSection(
            shape=member.shape,
            faces=member.faces,
            bore=member.bore,
            start_mm=heights[index] - outermost,
            end_mm=heights[index + 1] - outermost,
            start_radius_mm=_radius(levels, member, heights[index], row.rims[index]),
            end_radius_mm=_radius(levels, member, heights[index + 1], row.rims[index + 1]),
        )
        for index, member in enumerate(row.members)
    )


def _radius(levels: _Levels, member: Segment, height: float, rim: Rim | None) -> float:
    """Return how wide a member is at one of its ends; 0 where it closes."""
    if member.bore is not None and isinstance(member.bore.surface, Cylinder):
        return member.bore.surface.radius_mm
    if member.bore is not None and isinstance(member.bore.surface, Cone):
        cone = member.bore.surface
        return abs(cone_radius_mm(cone, height - float(cone.apex @ levels.into)))
    return 0.0 if rim is None else rim.radius_mm


def _is_blunt(sections: tuple[ProfileSection, ...]) -> bool:
    """Whether a floor is but the blunt end of a tip."""
    if len(sections) < 3 or sections[-1].shape is not SegmentShape.FLOOR or not sections[-2].is_tip:
        return False
    walls = [section for section in sections if section.is_wall]
    return bool(walls) and sections[-1].start_radius_mm < BLUNT_SHARE * walls[-1].end_radius_mm


def _full_depth(
    levels: _Levels, row: _Row, sections: tuple[ProfileSection, ...], closure: Closure
) -> tuple[float, float]:
    """Return the deepest and the nearest level at which the last full diameter ends."""
    walls = [index for index, section in enumerate(sections) if section.is_wall]
    if walls and closure is not Closure.FLAT:
        ends_in_tip = any(section.is_tip for section in sections[walls[-1] + 1 :])
        if (ends_in_tip or closure is Closure.CONICAL) and walls[-1] + 1 < len(sections):
            nearest, deepest = levels.of_step(row, walls[-1] + 1)
            return deepest, nearest
    if row.rims[-1] is None:
        floor, foot = levels.of_closure(row), row.rims[-2]
        return floor, floor if foot is None else min(floor, levels.of_rim(foot)[0])
    nearest, deepest = levels.of_rim(row.rims[-1])
    return deepest, nearest


def _threads_as_bores(sections: tuple[ProfileSection, ...]) -> tuple[ProfileSection, ...]:
    """Take a row of equal crests with wider grooves between them, a modelled thread, as one bore."""
    result: list[ProfileSection] = []
    index = 0
    while index < len(sections):
        last, crests = _last_crest(sections, index)
        if crests < FEWEST_CRESTS:
            last = index
        row = sections[index : last + 1]
        faces = tuple(sorted(face for section in row for face in section.faces))
        result.append(
            replace(row[0], faces=faces, end_mm=row[-1].end_mm, end_radius_mm=row[-1].end_radius_mm)
        )
        index = last + 1
    return tuple(result)


def _last_crest(sections: tuple[ProfileSection, ...], first: int) -> tuple[int, int]:
    """Return where the row of crests that starts here ends, and how many there are."""
    if not sections[first].is_wall:
        return first, 0
    crest_mm, last, crests = sections[first].start_radius_mm, first, 1
    for index in range(first + 1, len(sections)):
        section = sections[index]
        narrowest_mm = min(section.start_radius_mm, section.end_radius_mm)
        is_crest = section.is_wall and same_length(
            max(section.start_radius_mm, section.end_radius_mm), crest_mm
        )
        if is_crest:
            last, crests = index, crests + 1
        elif narrowest_mm < crest_mm and not same_length(narrowest_mm, crest_mm):
            break
    return last, crests
