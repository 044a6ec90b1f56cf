"""One outer cylinder or cone with all its pieces, and what lies behind its rims."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.graph import rings
from engine.graph.blend_suppressed import MOST_STRIPS, SuppressedAdjacency
from engine.graph.coaxial import AxisLine, turns_about
from engine.graph.rings import Rim
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.feature import Feature
from engine.model.part import BodyId, EdgeId, FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.run_context import RunContext
from engine.surfaces.formulas import cone_radius_mm
from engine.tolerances import SMOOTH_DEG

MIN_TURN_DEG = 180.0 + SMOOTH_DEG
"""A boss goes further round than this, and so does its foot: half way round go the end of a lug, the end of a
rib and the eye of a lever whose arm is as wide as the eye."""

FEWEST_BAYS, LEAST_BAYS_DEG = 3, 120.0
"""A post that ribs and their fillets run into on all sides may show less of itself: so many bays between
ribs, and so much of a turn in all."""
WHOLE_SHARE = 0.9
"""Of what such a post shows, this share stands on the base."""

BENDS = {
    Convexity.SMOOTH_CONVEX: Convexity.CONVEX,
    Convexity.SMOOTH_CONCAVE: Convexity.CONCAVE,
}
"""Where nothing is known beyond a tangent joint, the bend of the surfaces themselves decides."""


@dataclass(frozen=True, slots=True, eq=False)
class CoaxialSection:
    """One outer cylinder or cone. Lengths run along `axis` from its origin."""

    surface: Cylinder | Cone
    axis: AxisLine
    faces: tuple[FaceId, ...]
    groups: tuple[FaceId, ...]
    lower: Rim | None
    """The rim at the low end; None at the apex of a cone."""
    upper: Rim | None
    sides: frozenset[EdgeId]
    """Edges of the rims that run along the axis: flanks of ribs and of slots."""
    span_deg: float
    body: BodyId
    deviation_mm: float

    @property
    def least_foot_deg(self) -> float:
        """How far round the foot goes at least."""
        return MIN_TURN_DEG if self.span_deg > MIN_TURN_DEG else WHOLE_SHARE * self.span_deg

    def rim(self, up: Vector, is_top: bool) -> Rim | None:
        """Return the rim at the top or at the foot, as seen along `up`."""
        return self.upper if (float(self.axis.direction @ up) > 0.0) == is_top else self.lower

    def radius_at(self, point: Vector) -> float:
        """Return the radius of the surface abreast of a point."""
        if isinstance(self.surface, Cylinder):
            return self.surface.radius_mm
        return abs(cone_radius_mm(self.surface, float((point - self.surface.apex) @ self.surface.axis)))

    def lean_deg(self, up: Vector) -> float:
        """Return how far the wall leans inwards on its way up; negative where it widens."""
        if isinstance(self.surface, Cylinder):
            return 0.0
        half_angle_deg = self.surface.half_angle_deg
        return -half_angle_deg if float(self.surface.axis @ up) > 0.0 else half_angle_deg


@dataclass(frozen=True, slots=True, eq=False)
class Arc:
    """One edge of a rim that goes round the axis, and what lies behind it as if blends were not there."""

    joint: Joint
    turn_deg: float
    """How far it goes round, never negative."""
    group: FaceId
    """Behind the edge."""
    convexity: Convexity
    """CONVEX, CONCAVE, or SMOOTH where the surface goes straight on."""
    blends: tuple[FaceId, ...]
    """Blend faces on the way."""


@dataclass(slots=True, eq=False)
class BossContext:
    """The part in which bosses are found: its graph, its sections, its blends and the faces of its holes."""

    run: RunContext
    adjacency: SuppressedAdjacency
    sections: tuple[CoaxialSection, ...]
    section_of_group: dict[FaceId, CoaxialSection]
    role_of_blend: dict[FaceId, int]
    hole_of_face: dict[FaceId, Feature]
    arcs_of_rim: dict[tuple[FaceId, int], tuple[Arc, ...]] = field(default_factory=dict)
    """What was asked for before, by the first face of the section and the first edge of the rim."""

    @property
    def part(self) -> Part:
        """The part."""
        return self.run.part

    @property
    def graph(self) -> FaceGraph:
        """Its face graph."""
        return self.run.graph

    def faces_of(self, groups: Iterable[FaceId]) -> tuple[FaceId, ...]:
        """List the faces of some groups, ascending."""
        return tuple(sorted({face for group in groups for face in self.graph.faces_of_group[group]}))

    def coaxial_section(self, group: FaceId, section: CoaxialSection) -> CoaxialSection | None:
        """Return the section a group belongs to, if it is another one about the axis of `section`."""
        other = self.section_of_group.get(group)
        if other is None or other is section or other.body != section.body:
            return None
        return other if turns_about(self.part.faces[group], section.axis) else None

    def arcs(self, section: CoaxialSection, rim: Rim | None) -> tuple[Arc, ...]:
        """List what lies behind a rim of a section; nothing behind an apex."""
        if rim is None:
            return ()
        key = (section.faces[0], rim.joints[0].edge)
        if key not in self.arcs_of_rim:
            joints = (joint for joint in rim.joints if joint.edge not in section.sides)
            found = (self._arc(section, joint) for joint in joints)
            self.arcs_of_rim[key] = tuple(arc for arc in found if arc is not None)
        return self.arcs_of_rim[key]

    def _arc(self, section: CoaxialSection, joint: Joint) -> Arc | None:
        own, other = joint.faces if joint.faces[0] in section.faces else joint.faces[::-1]
        if other < 0:
            return None
        turn_deg = abs(rings.turn_deg(self.part.edges[joint.edge].points, section.axis))
        group = FaceId(int(self.graph.group_of_face[own]))
        meeting = self.adjacency.at_edge.get((group, joint.edge))
        if meeting is not None and meeting.convexity is not Convexity.SMOOTH:
            return Arc(joint, turn_deg, meeting.across(group), meeting.convexity, meeting.blends)
        beyond = FaceId(int(self.graph.group_of_face[other]))
        onward, passed = self._past_blends(section, joint, beyond)
        if onward is not None:
            return Arc(joint, turn_deg, onward, Convexity.SMOOTH, passed)
        return Arc(joint, turn_deg, beyond, BENDS.get(joint.convexity, joint.convexity), ())

    def _past_blends(
        self, section: CoaxialSection, joint: Joint, blend: FaceId
    ) -> tuple[FaceId | None, tuple[FaceId, ...]]:
        """Look for the next section behind blends that are all there is of the shoulder between the two.

        A round runs into a fillet there and all in all nothing bends, so the sections do not meet.
        """
        passed: list[FaceId] = []
        entry = joint.edge
        while blend not in passed and len(passed) < MOST_STRIPS:
            faces = self.graph.faces_of_group[blend]
            is_blend = any(face in self.role_of_blend for face in faces)
            if not is_blend or not turns_about(self.part.faces[blend], section.axis):
                break
            passed.append(blend)
            ring = rings.around(self.part, self.graph, faces, section.axis)
            far = [rim for rim in ring.rims if all(each.edge != entry for each in rim.joints)]
            if len(far) != 1:
                break
            first = far[0].joints[0]
            entry = first.edge
            ids = [FaceId(int(self.graph.group_of_face[face])) for face in first.faces if face >= 0]
            blend = next((each for each in ids if each != blend), blend)
            if self.coaxial_section(blend, section) is not None:
                return blend, self.faces_of(passed)
        return None, ()


def turn(arcs: Iterable[Arc], convexity: Convexity | None = None) -> float:
    """Add up how far arcs go round, all of them or those of one convexity."""
    return sum(arc.turn_deg for arc in arcs if convexity is None or arc.convexity is convexity)


def is_over_half(turn_deg: float, whole_deg: float) -> bool:
    """Whether one turn is more than half of another, by more than the rounding of numbers may add to it.

    A wall or a step that ends in the middle of a boss leaves half of its rim, and half is not more than that.
    """
    return turn_deg > 0.5 * whole_deg + SMOOTH_DEG


def widest(arcs: Iterable[Arc]) -> list[FaceId]:
    """List the groups behind arcs, the one met furthest round first."""
    turns = _turns(arcs)
    return sorted(turns, key=lambda group: (-round(turns[group], 6), group))


def as_wide_as_any(arcs: Sequence[Arc]) -> list[FaceId]:
    """List those of `widest` that none is met further round than: two where each is half, else mostly one."""
    turns = _turns(arcs)
    most_deg = max(turns.values())
    return [group for group in widest(arcs) if not is_over_half(most_deg, most_deg + turns[group])]


def _turns(arcs: Iterable[Arc]) -> dict[FaceId, float]:
    """Return how far round each group behind arcs is met."""
    turns: dict[FaceId, float] = {}
    for arc in arcs:
        turns[arc.group] = turns.get(arc.group, 0.0) + arc.turn_deg
    return turns
