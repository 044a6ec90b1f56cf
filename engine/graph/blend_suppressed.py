"""Adjacency of face groups with the blends suppressed: which groups meet across blends, and how.

A wall that runs into a floor through a fillet meets that floor in a hollow: so the recognizers of pockets,
bosses, slots and fins see it. A blend is crossed straight from one support to the other, however
many strips lie between (a round running into a fillet, a fillet over a chamfer), and the angle between
the supports is what the surface turns on the way. A walk that ends in the direction it began crossed
a step or ran along a corner: its supports do not meet.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from engine.graph import merged_edges, neighborhoods, sections
from engine.graph.sections import Section
from engine.model.arrays import Ints, Vector, frozen
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.feature import BLEND_ROLES, Claim
from engine.model.part import EdgeId, FaceId
from engine.run_context import RunContext
from engine.tolerances import SMOOTH_DEG

MOST_STRIPS = 4
"""Strips crossed in a row: a fillet, a chamfer and a round beside each other are three."""

FOLDED_DEG = 170.0
"""Supports that turn by more than this against each other do not meet: that was a walk along the strip."""


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """Where two groups meet, directly or across blends. All their meetings of one convexity are one."""

    groups: tuple[FaceId, FaceId]
    """Ascending."""
    convexity: Convexity
    """CONVEX, CONCAVE or, where they meet directly, SMOOTH."""
    angle_deg: float
    """Through the material, as of a joint: 90 on a cube's edge, 270 in a notch. Mean by length."""
    length_mm: float
    midpoint: Vector
    """Mean place, by length."""
    blends: tuple[FaceId, ...]
    """Blend faces crossed, ascending; empty where the groups meet directly all along."""
    edges: tuple[tuple[EdgeId, ...], tuple[EdgeId, ...]]
    """The edges on the border of each of the groups, ascending."""

    def across(self, group: FaceId) -> FaceId:
        """Return the other group."""
        return self.groups[1] if self.groups[0] == group else self.groups[0]


@dataclass(frozen=True, slots=True, eq=False)
class SuppressedAdjacency:
    """All meetings of a part's face groups, directly and across blends."""

    meetings: tuple[Meeting, ...]
    """In the order of their groups, then of convexity."""
    of_group: dict[FaceId, tuple[Meeting, ...]]
    """By group; groups of blends have none."""
    at_edge: dict[tuple[FaceId, EdgeId], Meeting]
    """By group and edge on its border; of several met across one edge, or across the pieces of an edge that
    was cut up, the one met longest."""

    def next_to(self, group: FaceId, convexity: Convexity) -> tuple[FaceId, ...]:
        """List the groups that meet `group` in one way, ascending."""
        return tuple(
            sorted(
                {meeting.across(group) for meeting in self.of_group[group] if meeting.convexity == convexity}
            )
        )


def of(context: RunContext, found: tuple[Claim, ...]) -> SuppressedAdjacency:
    """Look across every fillet, round and chamfer that `found` claims.

    All recognizers after the blends ask for the same, so answers are kept for the rest of the run.
    """
    blends = frozenset(face for claim in found for face, role in claim.roles if role in BLEND_ROLES)
    built = context.once(_by_blends)
    if blends not in built:
        built[blends] = build(context, blends)
    return built[blends]


def _by_blends(_: RunContext) -> dict[frozenset[FaceId], SuppressedAdjacency]:
    """Return what was built so far, by the blend faces: in the beginning nothing."""
    return {}


def build(context: RunContext, blends: Collection[FaceId]) -> SuppressedAdjacency:
    """Look across the given blend faces; groups are given by their ids.

    A group counts as a blend when one of its faces does.
    """
    graph = context.graph
    hidden = {FaceId(int(graph.group_of_face[face])): None for face in sorted(blends)}
    walks = sections.across_groups(context, hidden)
    strips = {group: _blend_border(graph, group, walks[group]) for group in hidden}
    touches = _direct(graph, strips)
    for group in sorted(strips):
        touches += _crossed(graph, group, strips)
    return _gathered(graph, touches, strips, context.once(merged_edges.of))


@dataclass(frozen=True, slots=True, eq=False)
class _Touch:
    """One joint between two groups, or one walk across blends."""

    groups: tuple[FaceId, FaceId]
    turn_deg: float
    """In all, positive in a hollow."""
    length_mm: float
    place: Vector
    blends: tuple[FaceId, ...]
    edges: tuple[EdgeId, EdgeId]


@dataclass(frozen=True, slots=True, eq=False)
class _Crossing:
    """What lies straight across a blend from one of its border edges."""

    end: EdgeId
    turn_deg: float
    length_mm: float
    """Of the edge, that this crossing stands for."""
    chord_mm: float
    place: Vector


@dataclass(frozen=True, slots=True, eq=False)
class _BlendBorder:
    """A blend group: its border, and what lies across it."""

    joints: dict[EdgeId, Joint]
    beyond: dict[EdgeId, FaceId | None]
    """The group on the other side of each joint; None at a free border and inside the group."""
    crossings: dict[EdgeId, list[_Crossing]]
    """By the edge they start from."""


@dataclass(frozen=True, slots=True, eq=False)
class _Walk:
    """A way across blends that has come to the border of the next one."""

    group: FaceId
    entry: EdgeId
    turn_deg: float
    share: float
    """Of the length of the edge it began at."""
    passed: tuple[FaceId, ...]


def _blend_border(graph: FaceGraph, group: FaceId, walks: tuple[Section, ...]) -> _BlendBorder:
    joints = {joint.edge: joint for joint in neighborhoods.border_joints(graph, graph.faces_of_group[group])}
    crossings: dict[EdgeId, list[_Crossing]] = {edge: [] for edge in joints}
    for section in walks:
        middle = (section.start + section.end) / 2.0
        crossings[section.start_edge].append(
            _Crossing(section.end_edge, section.turn_deg, section.share_mm, section.chord_mm, middle)
        )
    groups = graph.group_of_face
    beyond = {edge: _beyond(groups, joint, group) for edge, joint in joints.items()}
    return _BlendBorder(joints, beyond, crossings)


def _direct(graph: FaceGraph, strips: Collection[FaceId]) -> list[_Touch]:
    touches = []
    for joint in graph.joints:
        if joint.faces[1] < 0 or joint.convexity in (Convexity.UNDEFINED, Convexity.NON_MANIFOLD):
            continue
        a, b = (FaceId(int(graph.group_of_face[face])) for face in joint.faces)
        if a == b or a in strips or b in strips:
            continue
        touches.append(_Touch((a, b), _turn(joint), joint.length_mm, joint.midpoint, (), (joint.edge,) * 2))
    return touches


def _turn(joint: Joint) -> float:
    """Return how far the surface turns at a joint, positive in a hollow; 0 where it is tangent or unknown."""
    if joint.convexity in neighborhoods.SMOOTH or np.isnan(joint.angle_deg):
        return 0.0
    return joint.angle_deg - 180.0


def _crossed(graph: FaceGraph, first: FaceId, strips: dict[FaceId, _BlendBorder]) -> list[_Touch]:
    """Walk from every support of a blend across it, and on across the blends behind it."""
    touches: list[_Touch] = []
    for start, joint in sorted(strips[first].joints.items()):
        support = strips[first].beyond[start]
        if support is None or support in strips or not _is_long_side(strips, first, start):
            continue
        walks = [_Walk(first, start, _turn(joint), 1.0, (first,))]
        while walks:
            walk = walks.pop()
            strip = strips[walk.group]
            crossings = strip.crossings[walk.entry]
            whole_mm = sum(crossing.length_mm for crossing in crossings)
            faces = tuple(sorted(face for each in walk.passed for face in graph.faces_of_group[each]))
            for crossing in crossings:
                end = strip.joints[crossing.end]
                beyond = strip.beyond[crossing.end]
                turn_deg = walk.turn_deg + crossing.turn_deg + _turn(end)
                share = walk.share * crossing.length_mm / whole_mm
                if beyond is None or beyond == support or abs(turn_deg) > FOLDED_DEG:
                    continue
                if beyond not in strips and _convexity(turn_deg) != Convexity.SMOOTH:
                    # The walk back from there counts as well.
                    length_mm = joint.length_mm * share / 2.0
                    edges = (start, crossing.end)
                    touches.append(
                        _Touch((support, beyond), turn_deg, length_mm, crossing.place, faces, edges)
                    )
                elif beyond in strips and beyond not in walk.passed and len(walk.passed) < MOST_STRIPS:
                    walks.append(_Walk(beyond, crossing.end, turn_deg, share, (*walk.passed, beyond)))
    return touches


def _is_long_side(strips: dict[FaceId, _BlendBorder], group: FaceId, edge: EdgeId) -> bool:
    """Whether a border edge runs along a strip, rather than across its end.

    A fillet is tangent along its sides; a chamfer's sides are longer than it is wide. A chamfer that goes
    on round a corner is tangent at its ends, to the next strip.
    """
    strip = strips[group]
    joint = strip.joints[edge]
    if joint.convexity in neighborhoods.SMOOTH:
        return True
    if any(
        other.convexity in neighborhoods.SMOOTH and strip.beyond[at] not in strips
        for at, other in strip.joints.items()
    ):
        return False
    return all(crossing.chord_mm <= joint.length_mm for crossing in strip.crossings[edge])


def _beyond(group_of_face: Ints, joint: Joint, group: FaceId) -> FaceId | None:
    ids = [FaceId(int(group_of_face[face])) if face >= 0 else None for face in joint.faces]
    others = [each for each in ids if each != group]
    return others[0] if len(others) == 1 else None


def _gathered(
    graph: FaceGraph,
    touches: list[_Touch],
    strips: Collection[FaceId],
    merged_edge_of_edge: dict[EdgeId, EdgeId],
) -> SuppressedAdjacency:
    """Make one meeting of all touches of two groups that bend the same way."""
    gathered: dict[tuple[FaceId, FaceId, str], list[_Touch]] = {}
    for touch in touches:
        is_turned = touch.groups[0] > touch.groups[1]
        ordered = (
            _Touch(
                touch.groups[::-1],
                touch.turn_deg,
                touch.length_mm,
                touch.place,
                touch.blends,
                touch.edges[::-1],
            )
            if is_turned
            else touch
        )
        gathered.setdefault((*ordered.groups, _convexity(ordered.turn_deg).value), []).append(ordered)

    meetings = tuple(_meeting(group) for _, group in sorted(gathered.items()))
    of_group: dict[FaceId, list[Meeting]] = {
        group: [] for group in sorted(graph.faces_of_group) if group not in strips
    }
    longest: dict[tuple[FaceId, EdgeId], tuple[float, Meeting]] = {}
    for meeting in meetings:
        for group, edges in zip(meeting.groups, meeting.edges, strict=True):
            of_group[group].append(meeting)
            for edge in edges:
                merged_edge = merged_edge_of_edge.get(edge, edge)
                if longest.get((group, merged_edge), (-1.0,))[0] < meeting.length_mm:
                    longest[group, merged_edge] = (meeting.length_mm, meeting)
    at_edge = {key: meeting for key, (_, meeting) in longest.items()}
    pieces_of_merged_edge: dict[EdgeId, list[EdgeId]] = {}
    for edge, merged_edge in merged_edge_of_edge.items():
        pieces_of_merged_edge.setdefault(merged_edge, []).append(edge)
    for (group, merged_edge), meeting in tuple(at_edge.items()):
        at_edge.update({(group, piece): meeting for piece in pieces_of_merged_edge.get(merged_edge, ())})
    return SuppressedAdjacency(meetings, {group: tuple(each) for group, each in of_group.items()}, at_edge)


def _convexity(turn_deg: float) -> Convexity:
    if abs(turn_deg) <= SMOOTH_DEG:
        return Convexity.SMOOTH
    return Convexity.CONCAVE if turn_deg > 0.0 else Convexity.CONVEX


def _meeting(touches: list[_Touch]) -> Meeting:
    lengths = np.array([touch.length_mm for touch in touches])
    weights = lengths / lengths.sum()
    turn_deg = float(weights @ np.array([touch.turn_deg for touch in touches]))
    return Meeting(
        groups=touches[0].groups,
        convexity=_convexity(touches[0].turn_deg),
        angle_deg=180.0 + turn_deg,
        length_mm=float(lengths.sum()),
        midpoint=frozen(weights @ np.array([touch.place for touch in touches])),
        blends=tuple(sorted({face for touch in touches for face in touch.blends})),
        edges=(
            tuple(sorted({touch.edges[0] for touch in touches})),
            tuple(sorted({touch.edges[1] for touch in touches})),
        ),
    )
