"""Ends: what a bore runs into when it is followed along its axis, stage by stage.

The way goes from rim to rim: through coaxial cylinders, cones, rings and balls, across square shoulders,
past a blend at the mouth. It ends in the open, on a floor, in a tip, or at an island: a wall round the
same axis that stands up from the floor, which makes the whole thing a ring groove and no hole.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from engine.features.holes.bore import Bore
from engine.graph import rings
from engine.graph.coaxial import COAXIAL_SHARE, AxisLine, is_square_to, turns_about
from engine.graph.neighborhoods import SMOOTH, border_joints
from engine.graph.rings import Rim, Ring
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Torus
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH

MOST_STEP_RATIO = 4.0
"""A wider step is no counterbore but a recess or chamber with a hole in it, each a feature of its own."""
MOST_SHOULDER_FACES = 16
BEVEL_DEG, BEVEL_RATIO = 105.0, 1.5
"""What surrounds a mouth is a chamfer of it when it leans this far from the face and is this narrow."""
CONCAVE = (Convexity.CONCAVE, Convexity.SMOOTH_CONCAVE)


class Shape(Enum):
    """What one stretch along the axis is."""

    BORE = auto()
    TIP = auto()
    BALL = auto()
    BLEND = auto()
    """A round or fillet about the axis, or any other blend at the mouth."""
    BEVEL = auto()
    """The chamfer of a mouth in a curved face, which is no cone."""
    SHOULDER = auto()
    FLOOR = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """One member of a hole, met on the way out from a bore."""

    shape: Shape
    faces: tuple[FaceId, ...]
    far: Rim | None
    """The rim at which the way goes on; None where it ends."""
    bore: Bore | None = None


class Closure(Enum):
    """How the way ends."""

    OPEN = auto()
    FLAT = auto()
    CONICAL = auto()
    """In the tip of a drill, a ball, or anything else that closes the axis without being flat."""
    ISLAND = auto()


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """The way from a bore along its axis in one direction."""

    closure: Closure
    stretches: tuple[Stretch, ...]
    """In the order in which they were met."""
    is_low: bool
    """Whether it lies at the low end of the bore."""
    rim: Rim | None
    """The last rim: of an open end its mouth, of a closed one the border of its floor or tip; None where
    the bore itself is a cone that closes."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """What the way is found in: a part, its bores and its blends."""

    part: Part
    graph: FaceGraph
    bore_of_group: dict[int, Bore]
    blends: frozenset[FaceId]

    def faces_of(self, groups: Iterable[int]) -> tuple[FaceId, ...]:
        """List the faces of some groups, ascending."""
        return tuple(sorted(face for group in groups for face in self.graph.faces_of_group[FaceId(group)]))


def follow(site: Site, bore: Bore, is_low: bool) -> End:
    """Follow a bore out of its lower or its upper rim until the way ends."""
    rim = bore.lower if is_low else bore.upper
    visited = {int(site.graph.group_of_face[face]) for face in bore.faces}
    walk = _Walk(site, bore.axis, is_low, visited, [], rim)
    if rim is None:
        return walk.end(Closure.CONICAL)
    while True:
        closure = _step(walk)
        if closure is not None:
            return walk.end(closure)


@dataclass(slots=True, eq=False)
class _Walk:
    site: Site
    axis: AxisLine
    is_low: bool
    visited: set[int]
    stretches: list[Stretch]
    rim: Rim | None

    def end(self, closure: Closure) -> End:
        return End(closure, tuple(self.stretches), self.is_low, self.rim)

    def add(self, shape: Shape, faces: tuple[FaceId, ...], far: Rim | None, bore: Bore | None = None) -> None:
        self.visited |= {int(self.site.graph.group_of_face[face]) for face in faces}
        self.stretches.append(Stretch(shape, faces, far, bore))
        self.rim = far or self.rim

    def is_round(self, group: int) -> bool:
        """Whether a group turns about the axis of the walk."""
        return turns_about(self.site.part.faces[group], self.axis)

    def is_square(self, group: int) -> bool:
        """Whether a group is a plane at right angles to the axis of the walk."""
        return is_square_to(self.site.part.faces[FaceId(group)], self.axis)

    def has_foot(self, group: int) -> bool:
        """Whether anything stands up from a face: most faces with holes are plain and need no closer look."""
        joints = border_joints(self.site.graph, self.site.faces_of([group]))
        return any(joint.convexity in CONCAVE for joint in joints)

    def ring(self, group: int) -> Ring:
        """See a group as a ring round the axis of the walk."""
        return rings.around(self.site.part, self.site.graph, self.site.faces_of([group]), self.axis)


def _step(walk: _Walk) -> Closure | None:
    """Go one stretch further; return how the way ends, or None when it goes on."""
    assert walk.rim is not None
    beyond = _beyond(walk.site, walk.rim, walk.visited)
    round_groups = [group for group in beyond if walk.is_round(group)]
    if round_groups:
        return _step_round(walk, max(round_groups, key=lambda group: _length(beyond[group])), beyond)
    square_groups = [group for group in beyond if walk.is_square(group)]
    if square_groups:
        group = max(square_groups, key=lambda group: _length(beyond[group]))
        if 2.0 * _length(beyond[group]) > sum(map(_length, beyond.values())):
            return _step_square(walk, group, beyond[group])
    return _step_other(walk, beyond)


def _beyond(site: Site, rim: Rim, visited: set[int]) -> dict[int, list[Joint]]:
    """Gather the joints of a rim by the group behind them, in ascending order of the groups."""
    beyond: dict[int, list[Joint]] = {}
    for joint in rim.joints:
        for face in joint.faces:
            group = int(site.graph.group_of_face[face]) if face >= 0 else -1
            if group >= 0 and group not in visited:
                beyond.setdefault(group, []).append(joint)
    return dict(sorted(beyond.items()))


def _length(joints: list[Joint]) -> float:
    return sum(joint.length_mm for joint in joints)


def _is_concave(joints: list[Joint]) -> bool:
    return 2.0 * _length([joint for joint in joints if joint.convexity in CONCAVE]) > _length(joints)


def _step_round(walk: _Walk, group: int, beyond: dict[int, list[Joint]]) -> Closure | None:
    """Go on through a surface that turns about the axis, or end at it."""
    site, face = walk.site, walk.site.part.faces[group]
    assert walk.rim is not None
    bore = site.bore_of_group.get(group)
    if bore is not None:
        far = bore.other_rim(walk.rim)
        shape = Shape.TIP if far is None else Shape.BORE
        walk.add(shape, bore.faces, far, bore)
        return Closure.CONICAL if far is None else None
    is_island = face.sense > 0 and isinstance(face.surface, Cylinder | Cone) and _is_concave(beyond[group])
    if is_island:
        return _past_groove(walk, group)
    is_sharp = not all(joint.convexity in SMOOTH for joint in beyond[group])
    is_chamber = isinstance(face.surface, Sphere) and not _is_concave(beyond[group])
    is_mouth = is_sharp and (face.sense > 0 or is_chamber)
    if is_mouth or isinstance(face.surface, Cylinder | Cone):
        return _open_or_closed(walk, beyond)
    ring = walk.ring(group)
    if ring.covers_axis:
        walk.add(Shape.BALL, ring.faces, None)
        return Closure.CONICAL
    others = ring.other_rims(walk.rim)
    if not ring.is_full or not others:
        return _open_or_closed(walk, beyond)
    shape = Shape.BALL if isinstance(face.surface, Sphere) else Shape.BLEND
    walk.add(shape, ring.faces, others[0])
    return None


def _past_groove(walk: _Walk, island: int) -> Closure | None:
    """Step over a ring groove in a shoulder or floor, whose island is as high as what surrounds it."""
    shoulders = [index for index, stretch in enumerate(walk.stretches) if stretch.shape is Shape.SHOULDER]
    tops = [
        (group, rim)
        for rim in walk.ring(island).rims
        for group, joints in _beyond(walk.site, rim, walk.visited | {island}).items()
        if walk.is_square(group) and not _is_concave(joints)
    ]
    if not shoulders or len(tops) != 1:
        return Closure.ISLAND
    (top, edge), surround = tops[0], walk.stretches[shoulders[-1]].faces
    inner = walk.ring(top)
    levels = [
        float(walk.axis.along(walk.site.part.faces[faces[0]].inner_point))
        for faces in (surround, inner.faces)
    ]
    if abs(levels[0] - levels[1]) > LENGTH_FLOOR_MM + SAME_LENGTH * edge.radius_mm:
        return Closure.ISLAND
    del walk.stretches[shoulders[-1] :]
    faces = tuple(sorted(surround + inner.faces))
    onward = [rim for rim in inner.other_rims(edge) if _leads_to_round(walk, top, rim)]
    if inner.covers_axis or not onward:
        walk.add(Shape.FLOOR, faces, None)
        return Closure.FLAT
    walk.add(Shape.SHOULDER, faces, onward[0])
    return None


def _step_square(walk: _Walk, group: int, joints: list[Joint]) -> Closure | None:
    """Cross a shoulder, or end on a floor or at a mouth."""
    assert walk.rim is not None
    is_mouth = not _is_concave(joints)
    if is_mouth and not walk.has_foot(group):
        return Closure.OPEN
    ring = walk.ring(group)
    others = ring.other_rims(walk.rim)
    steps = [rim for rim in others if _is_step(rim, walk.rim)]
    if is_mouth:
        outer = [rim for rim in steps if _leads_to_wall(walk, group, rim)]
        if not outer:
            return Closure.OPEN
        walk.add(Shape.SHOULDER, ring.faces, outer[0])
        return None
    if any(joint.convexity in CONCAVE for joint in ring.windows):
        return Closure.ISLAND
    for rim in others:
        if any(joint.convexity in CONCAVE for joint in rim.joints):
            beyond = _beyond(walk.site, rim, walk.visited | {group})
            walls = [wall for wall in beyond if walk.is_round(wall)]
            return _past_groove(walk, walls[0]) if walls else Closure.ISLAND
    inner = [rim for rim in steps if _leads_to_round(walk, group, rim)]
    if ring.covers_axis or not inner:
        walk.add(Shape.FLOOR, ring.faces, None)
        return Closure.FLAT
    walk.add(Shape.SHOULDER, ring.faces, inner[0])
    return None


def _is_step(a: Rim, b: Rim) -> bool:
    """Whether two rims of a shoulder are near enough in size to be of one hole."""
    return max(a.radius_mm, b.radius_mm) <= MOST_STEP_RATIO * min(a.radius_mm, b.radius_mm)


def _leads_to_wall(walk: _Walk, shoulder: int, rim: Rim) -> bool:
    """Whether a bore stands up from a shoulder at this rim, with a fillet at its foot or without."""
    for group, joints in _beyond(walk.site, rim, walk.visited | {shoulder}).items():
        if not _is_concave(joints) or not walk.is_round(group):
            continue
        bore = walk.site.bore_of_group.get(group)
        if bore is not None:
            return not bore.is_arc or _is_open_beyond(bore, rim)
        if isinstance(walk.site.part.faces[group].surface, Torus):
            tops = walk.ring(group).other_rims(rim)
            behind = [above for top in tops for above in _beyond(walk.site, top, walk.visited | {group})]
            if any(above in walk.site.bore_of_group and walk.is_round(above) for above in behind):
                return True
    return False


def _is_open_beyond(bore: Bore, rim: Rim) -> bool:
    """Whether the far rim of a bore is convex: what is left of a counterbore reaches the surface."""
    far = bore.other_rim(rim)
    return far is not None and not _is_concave(list(far.joints))


def _leads_to_round(walk: _Walk, shoulder: int, rim: Rim) -> bool:
    beyond = _beyond(walk.site, rim, walk.visited | {shoulder})
    return any(walk.is_round(group) for group in beyond)


def _step_other(walk: _Walk, beyond: dict[int, list[Joint]]) -> Closure | None:
    """End at faces that know nothing of the axis; a blend or bevel all round the mouth is the mouth's own."""
    site = walk.site
    assert walk.rim is not None
    edging = [group for group, joints in beyond.items() if _is_edging(site, group, joints)]
    if edging and len(edging) == len(beyond):
        faces = site.faces_of(edging)
        ring = rings.around(site.part, site.graph, faces, walk.axis)
        others = ring.other_rims(walk.rim)
        if ring.is_full and others and 1.0 < others[0].radius_mm / walk.rim.radius_mm < BEVEL_RATIO:
            shape = Shape.BLEND if site.blends.issuperset(faces) else Shape.BEVEL
            walk.add(shape, faces, others[0])
            return Closure.OPEN
    return _open_or_closed(walk, beyond)


def _is_edging(site: Site, group: int, joints: list[Joint]) -> bool:
    """Whether faces at a mouth may be its round or chamfer: a known blend, or a free form that leans away."""
    if _is_concave(joints):
        return False
    if site.blends.issuperset(site.faces_of([group])):
        return True
    is_free = isinstance(site.part.faces[FaceId(group)].surface, Freeform)
    return is_free and min(joint.min_angle_deg for joint in joints) > BEVEL_DEG


def _open_or_closed(walk: _Walk, beyond: dict[int, list[Joint]]) -> Closure | None:
    """Tell an end by the majority of its rim: a convex one is a mouth, a concave one stands on a floor."""
    if not _is_concave([joint for joints in beyond.values() for joint in joints]):
        return Closure.OPEN
    floors = [group for group, joints in beyond.items() if _is_concave(joints)]
    shoulder, far = _past_irregular_shoulder(walk, floors)
    if far is not None:
        walk.add(Shape.SHOULDER, shoulder, far)
        return None
    is_flat = all(isinstance(walk.site.part.faces[group].surface, Plane) for group in floors)
    walk.add(Shape.FLOOR if is_flat else Shape.BALL, walk.site.faces_of(floors), None)
    return Closure.FLAT if is_flat else Closure.CONICAL


def _past_irregular_shoulder(walk: _Walk, floors: list[int]) -> tuple[tuple[FaceId, ...], Rim | None]:
    """Look for a bore that goes on below a shoulder of several planes, all inside the hole.

    Printed parts have such shoulders, stepped so that each layer bridges the one below. Returns the
    shoulder's faces and the near rim of the bore; no rim where the shoulder is a floor.
    """
    site = walk.site
    assert walk.rim is not None
    reach_mm = walk.rim.radius_mm * (1.0 + COAXIAL_SHARE)
    crossed: list[int] = []
    frontier = list(floors)
    while frontier and len(crossed) < MOST_SHOULDER_FACES:
        group = frontier.pop(0)
        joints = border_joints(site.graph, site.faces_of([group]))
        points = np.concatenate([site.part.edges[joint.edge].points for joint in joints])
        is_plane = isinstance(site.part.faces[group].surface, Plane)
        if not is_plane or float(walk.axis.distance(points).max()) > reach_mm:
            continue
        crossed.append(group)
        for joint in joints:
            for face in joint.faces:
                other = int(site.graph.group_of_face[face]) if face >= 0 else -1
                bore = site.bore_of_group.get(other)
                if other < 0 or other in walk.visited or other in crossed or other in frontier:
                    continue
                if bore is None:
                    frontier.append(other)
                elif walk.is_round(other) and not bore.is_arc:
                    rims = [
                        rim for rim in (bore.lower, bore.upper) if rim is not None and joint in rim.joints
                    ]
                    if rims:
                        return site.faces_of(crossed), rims[0]
    return (), None
