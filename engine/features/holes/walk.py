"""A walk along the axis of a bore: what it has met so far, and what lies behind the rim it stands at."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum, auto

from engine.features.holes.bore import Bore
from engine.graph import rings
from engine.graph.coaxial import AxisLine, is_square_to, turns_about
from engine.graph.neighborhoods import border_joints
from engine.graph.rings import Rim, Ring
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import FaceId, Part
from engine.tolerances import is_majority

CONCAVE = (Convexity.CONCAVE, Convexity.SMOOTH_CONCAVE)


class SegmentShape(Enum):
    """What one segment along the axis is."""

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
class Segment:
    """One member of a hole, met on the way out from a bore."""

    shape: SegmentShape
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
    segments: tuple[Segment, ...]
    """In the order in which they were met."""
    is_low: bool
    """Whether it lies at the low end of the bore."""
    rim: Rim | None
    """The last rim: of an open end its mouth, of a closed one the border of its floor or tip; None where
    the bore itself is a cone that closes."""


@dataclass(frozen=True, slots=True, eq=False)
class HoleContext:
    """The part in which bores are walked: its graph, its bores and its blends."""

    part: Part
    graph: FaceGraph
    bore_of_group: dict[int, Bore]
    blends: frozenset[FaceId]

    def faces_of(self, groups: Iterable[int]) -> tuple[FaceId, ...]:
        """List the faces of some groups, ascending."""
        return tuple(sorted(face for group in groups for face in self.graph.faces_of_group[FaceId(group)]))


@dataclass(slots=True, eq=False)
class Walk:
    """A walk under way: it stands at `rim` and does not go back into what it visited."""

    context: HoleContext
    axis: AxisLine
    is_low: bool
    visited: set[int]
    segments: list[Segment]
    rim: Rim | None

    def end(self, closure: Closure) -> End:
        """Close the walk."""
        return End(closure, tuple(self.segments), self.is_low, self.rim)

    def add(
        self, shape: SegmentShape, faces: tuple[FaceId, ...], far: Rim | None, bore: Bore | None = None
    ) -> None:
        """Take faces in as a segment and go on to its far rim, if it has one."""
        self.visited |= {int(self.context.graph.group_of_face[face]) for face in faces}
        self.segments.append(Segment(shape, faces, far, bore))
        self.rim = far or self.rim

    def is_round(self, group: int) -> bool:
        """Whether a group turns about the axis of the walk."""
        return turns_about(self.context.part.faces[group], self.axis)

    def is_square(self, group: int) -> bool:
        """Whether a group is a plane at right angles to the axis of the walk."""
        return is_square_to(self.context.part.faces[FaceId(group)], self.axis)

    def has_foot(self, group: int) -> bool:
        """Whether anything stands up from a face: most faces with holes are plain and need no closer look."""
        joints = border_joints(self.context.graph, self.context.faces_of([group]))
        return any(joint.convexity in CONCAVE for joint in joints)

    def ring(self, group: int) -> Ring:
        """See a group as a ring round the axis of the walk."""
        return rings.around(self.context.part, self.context.graph, self.context.faces_of([group]), self.axis)


def joints_beyond(context: HoleContext, rim: Rim, visited: Collection[int]) -> dict[int, list[Joint]]:
    """Gather the joints of a rim by the group behind them, in ascending order of the groups."""
    groups: dict[int, list[Joint]] = {}
    for joint in rim.joints:
        for face in joint.faces:
            group = int(context.graph.group_of_face[face]) if face >= 0 else -1
            if group >= 0 and group not in visited:
                groups.setdefault(group, []).append(joint)
    return dict(sorted(groups.items()))


def length(joints: Iterable[Joint]) -> float:
    """Add up the lengths of joints, in mm."""
    return sum(joint.length_mm for joint in joints)


def is_concave(joints: Iterable[Joint]) -> bool:
    """Whether joints are concave over most of their length."""
    joints = tuple(joints)
    return is_majority(length(joint for joint in joints if joint.convexity in CONCAVE), length(joints))
