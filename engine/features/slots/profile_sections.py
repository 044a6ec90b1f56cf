"""Faces that may be the section of a groove without two flat walls that face each other."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from engine.features.slots.slot_context import SlotContext
from engine.graph import neighborhoods
from engine.graph.coaxial import axis_line
from engine.model.arrays import Vector, vector_product
from engine.model.face_graph import Convexity
from engine.model.part import Edge, FaceId
from engine.model.surface import Cylinder, Plane
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_COSINE, PARALLEL_DEG, PARALLEL_SINE

LEAST_V_DEG, MOST_V_DEG = 5.0, 135.0
"""Air between the walls of a V groove. V blocks, angle cutters and the creases of boards have 30 to 120
degrees, scored break lines 20; the narrowest of 46 labelled ones has 17. A flatter hollow is a roof."""

ALONG_COSINE = 0.9
"""An edge runs along a groove, and an end looks along it, within 25 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """What a groove may consist of: its two sides (of a round channel twice the same) and its floor."""

    sides: tuple[FaceId, FaceId]
    floors: tuple[FaceId, ...]
    along: Vector
    middle: Vector
    """A point midway between the sides: on the line where the walls of a V meet, on the axis of a channel."""
    angle_deg: float | None = None

    @property
    def groups(self) -> frozenset[FaceId]:
        """Every group."""
        return frozenset((*self.sides, *self.floors))


def coves(context: RunContext, blends: Collection[FaceId]) -> frozenset[FaceId]:
    """Return the blends that end in the open at one side: round sides of grooves, rather than fillets."""
    part, graph = context.part, context.graph
    found = set()
    for face in map(part.faces.__getitem__, sorted(blends)):
        line = axis_line(face.surface)
        if not isinstance(face.surface, Cylinder) or face.sense > 0 or line is None:
            continue
        joints = neighborhoods.border_joints(
            graph, graph.faces_of_group[FaceId(int(graph.group_of_face[face.id]))]
        )
        sharp = [joint for joint in joints if joint.convexity == Convexity.CONVEX]
        if any(runs_along(part.edges[joint.edge], line.direction) for joint in sharp):
            found.add(face.id)
    return frozenset(found)


def runs_along(edge: Edge, along: Vector) -> bool:
    """Whether an edge runs along a groove."""
    span = edge.points[-1] - edge.points[0]
    size = float(np.linalg.norm(span))
    return size > LENGTH_FLOOR_MM and abs(float(span @ along)) >= ALONG_COSINE * size


def find(context: SlotContext) -> list[Section]:
    """List what may be a V groove, a round channel or a coved groove."""
    return [*_vees(context), *_round_channels(context), *_coved(context)]


def _vees(context: SlotContext) -> Iterator[Section]:
    faces = context.part.faces
    for meeting in context.adjacency.meetings:
        wall, other = meeting.groups
        air_deg = 360.0 - meeting.angle_deg
        if (
            meeting.convexity == Convexity.CONCAVE
            and isinstance(faces[wall].surface, Plane)
            and isinstance(faces[other].surface, Plane)
            and LEAST_V_DEG - PARALLEL_DEG <= air_deg <= MOST_V_DEG + PARALLEL_DEG
        ):
            normals = np.array([faces[wall].inner_normal, faces[other].inner_normal])
            along = vector_product(*normals)
            sine = float(np.linalg.norm(along))
            if sine <= PARALLEL_SINE:  # facets of a curved wall meet, whose planes are fitted to all of them
                continue
            along /= sine
            # the point of both planes that lies abreast of where the walls meet
            planes = np.array([*normals, along])
            levels = [*(float(faces[each].inner_point @ faces[each].inner_normal) for each in (wall, other))]
            tip = np.linalg.solve(planes, [*levels, float(meeting.midpoint @ along)])
            yield Section((wall, other), (), along, tip, air_deg)


def _round_channels(context: SlotContext) -> Iterator[Section]:
    for group in context.adjacency.of_group:
        face = context.part.faces[group]
        line = axis_line(face.surface)
        if isinstance(face.surface, Cylinder) and face.sense < 0 and line is not None:
            yield Section((group, group), (), line.direction, line.origin)


def _coved(context: SlotContext) -> Iterator[Section]:
    part = context.part
    for group, meetings in context.adjacency.of_group.items():
        if not isinstance(part.faces[group].surface, Plane):
            continue
        coves = sorted({each.across(group) for each in meetings if each.convexity == Convexity.SMOOTH})
        lines = [
            axis_line(part.faces[cove].surface)
            for cove in coves
            if isinstance(part.faces[cove].surface, Cylinder) and part.faces[cove].sense < 0
        ]
        if len(coves) != 2 or len(lines) != 2:
            continue
        first, second = lines
        if first is not None and second is not None:
            if abs(float(first.direction @ second.direction)) >= PARALLEL_COSINE:
                middle = (first.origin + second.at(float(second.along(first.origin)))) / 2.0
                yield Section((coves[0], coves[1]), (group,), first.direction, middle)
