"""The part as pockets see it: groups without blends, their contours, and what others claimed of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from engine.graph import blend_suppressed, coaxial, contour_runs, contours, drawn_threads
from engine.graph.blend_suppressed import Meeting, SuppressedAdjacency
from engine.graph.contour_runs import Run
from engine.graph.contours import Contour
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.feature import HOLE_ROLES, Claim, Feature, Role
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Plane, Sphere
from engine.run_context import RunContext

T = TypeVar("T")

STEEP_DEG = (35.0, 115.0)
"""How much a wall turns up from its floor: below, it is a slope of the floor; beyond, an overhang."""

PLACES = 32
"""Along an edge at which the normals of a group are asked: samples turn by up to 15 degrees."""


def is_wall(meeting: Meeting | None) -> bool:
    """Whether something steep rises where a floor meets it."""
    return (
        meeting is not None
        and meeting.convexity == Convexity.CONCAVE
        and STEEP_DEG[0] <= meeting.angle_deg - 180.0 <= STEEP_DEG[1]
    )


@dataclass(slots=True, eq=False)
class PocketContext:
    """The part in which pockets, or protrusions, are found. The answers are kept."""

    run: RunContext
    adjacency: SuppressedAdjacency
    found: tuple[Claim, ...]
    taken: frozenset[FaceId]
    """Groups that belong to holes and threads."""
    _kept: dict[tuple[object, ...], Any] = field(default_factory=dict)

    @property
    def part(self) -> Part:
        """The part."""
        return self.run.part

    @property
    def graph(self) -> FaceGraph:
        """Its face graph, blends and all."""
        return self.run.graph

    def group(self, face: FaceId) -> FaceId:
        """Return the group of a face."""
        return FaceId(int(self.graph.group_of_face[face]))

    def face(self, group: FaceId) -> Face:
        """Return the face a group is named by."""
        return self.part.faces[group]

    def is_flat(self, group: FaceId) -> bool:
        """Whether the group is a plane."""
        return isinstance(self.face(group).surface, Plane)

    def area_mm2(self, group: FaceId) -> float:
        """Return the area of a group."""
        return sum(self.part.faces[face].area_mm2 for face in self.graph.faces_of_group[group])

    def has_walls(self, group: FaceId) -> bool:
        """Whether something steep rises from a group anywhere."""
        return any(is_wall(meeting) for meeting in self.adjacency.of_group[group])

    def features_at(self, groups: Iterable[FaceId]) -> tuple[tuple[Feature, frozenset[FaceId]], ...]:
        """Return the features found that have one of some groups, each with all its groups, as found."""
        by_group = self.kept(("features",), self._features_by_group)
        met = {each[0]: each[1:] for group in groups for each in by_group.get(group, ())}
        return tuple(met[place] for place in sorted(met))

    def _features_by_group(self) -> dict[FaceId, list[tuple[int, Feature, frozenset[FaceId]]]]:
        by_group: dict[FaceId, list[tuple[int, Feature, frozenset[FaceId]]]] = {}
        for place, claim in enumerate(self.found):
            if isinstance(claim, Feature):
                whole = frozenset(map(self.group, claim.faces))
                for group in whole:
                    by_group.setdefault(group, []).append((place, claim, whole))
        return by_group

    def kept(self, key: tuple[object, ...], work_out: Callable[[], T]) -> T:
        """Return what was worked out for a key before, or work it out."""
        if key not in self._kept:
            self._kept[key] = work_out()
        answer: T = self._kept[key]
        return answer

    def contours(self, group: FaceId) -> tuple[Contour, ...]:
        """Return the borders of a group."""
        return contours.of(self.run, self.adjacency, group)

    def runs(self, contour: Contour) -> tuple[Run, ...]:
        """Return the runs of a contour, seen from outside the group."""
        runs_of_contour = self.run.once(_runs_of_contour)
        if contour not in runs_of_contour:
            seen = contour_runs.of(self.part, self.graph, contour, self.outward(contour))
            runs_of_contour[contour] = seen
        return runs_of_contour[contour]

    def outward(self, contour: Contour) -> Vector:
        """Return from where a contour is seen: against the normal of its plane, or of what it encloses."""
        if self.is_flat(contour.group):
            return self.face(contour.group).inner_normal
        way = contour_runs.facing(self.part, contour, self.graph)
        return way if contour.is_outer else -way

    def closed(self, contour: Contour) -> Convexity | None:
        """Return how an inner contour meets all of its neighbors; None for outer and for mixed ones."""
        if contour.is_outer:
            return None
        ways = {each.convexity for each in contour.meetings if each is not None}
        return ways.pop() if len(ways) == 1 else None

    def normals(self, group: FaceId) -> Floats:
        """Return (N, 3) outward normals of a group: of a plane one, else all along its border too."""
        normals_of_group = self.run.once(_normals_of_group)
        if group not in normals_of_group:
            faces = self.graph.faces_of_group[group]
            normals = [self.part.faces[face].inner_normal for face in faces]
            if not self.is_flat(group):
                for face in faces:
                    for loop in self.part.faces[face].loops:
                        for edge in map(self.part.edges.__getitem__, loop.edges):
                            side = edge.faces.index(face)
                            normals.extend(edge.normals[side][:: max(1, len(edge.points) // 4)])
            known = np.array(normals)
            normals_of_group[group] = known[~np.isnan(known).any(axis=1)]
        return normals_of_group[group]

    def spread(self, group: FaceId) -> tuple[Floats, Floats]:
        """Return (N, 3) outward normals of a group, and (N,) the share of its area that each stands for.

        Along a border they go by its length, not by its samples: how many these are depends on whether it is
        spelled as a circle or as a B-spline. A place inside counts as one more edge of mean length.
        """
        return self.kept(("spread", group), lambda: self._spread(group))

    def _spread(self, group: FaceId) -> tuple[Floats, Floats]:
        normals, shares = [], []
        for face in map(self.part.faces.__getitem__, self.graph.faces_of_group[group]):
            edges = [self.part.edges[edge] for loop in face.loops for edge in loop.edges]
            border = [edge for edge in edges if any(self.group(other) != group for other in edge.faces)]
            along = [] if isinstance(face.surface, Plane) else border or edges
            inside_mm = sum(edge.length_mm for edge in along) / len(along) if along else 1.0
            per_mm = face.area_mm2 / (inside_mm + sum(edge.length_mm for edge in along))
            normals.append(face.inner_normal[None])
            shares.append(np.array([per_mm * inside_mm]))
            for edge in along:
                normals.append(_evenly(edge.points, edge.normals[edge.faces.index(face.id)]))
                shares.append(np.full(PLACES, per_mm * edge.length_mm / PLACES))
        together, weights = np.concatenate(normals), np.concatenate(shares)
        is_known = ~np.isnan(together).any(axis=1)
        return together[is_known], weights[is_known] / weights[is_known].sum()

    def are_round(self, groups: Sequence[FaceId]) -> bool:
        """Whether all of some groups turn about one axis; a ball turns about any."""
        if len(groups) == 1 and isinstance(self.face(groups[0]).surface, Sphere):
            return True
        axis = coaxial.axis_line(self.face(groups[0]).surface)
        return axis is not None and all(coaxial.turns_about(self.face(group), axis) for group in groups)

    def border(self, face: FaceId) -> Floats:
        """Return (N, 3) points along the border of a face; the corners of its box where it has none."""
        loops = self.part.faces[face].loops
        points = [self.part.edges[edge].points for loop in loops for edge in loop.edges]
        return np.concatenate(points or [self.part.faces[face].box_mm])


def _evenly(points: Floats, normals: Floats) -> Floats:
    """Return (PLACES, 3) normals in the middles of equal lengths of an edge, by those at its samples."""
    steps_mm = np.linalg.norm(np.diff(points, axis=0), axis=1)
    at_mm = np.concatenate([[0.0], np.cumsum(steps_mm)])
    wanted_mm = at_mm[-1] * (np.arange(PLACES) + 0.5) / PLACES
    between = np.column_stack([np.interp(wanted_mm, at_mm, part) for part in normals.T])
    size = np.linalg.norm(between, axis=1, keepdims=True)
    return np.asarray(between / np.where(size > 0.0, size, np.nan))


def build(context: RunContext, found: tuple[Claim, ...]) -> PocketContext:
    """Look at a part after what others have found in it."""
    roles = [each for claim in found for each in claim.roles]
    bosses = {face for face, role in roles if role == Role.BOSS_WALL}
    threads = context.once(drawn_threads.find)
    threaded = {face for thread in threads for face in (*thread.flanks, *thread.between)} - bosses
    # a hole has its faces to itself: no walls or floors of pockets, and nobody looks past them
    taken = {
        FaceId(int(context.graph.group_of_face[face]))
        for face in (*threaded, *(face for face, role in roles if role in HOLE_ROLES))
    }
    adjacency = blend_suppressed.of(context, found)
    return PocketContext(context, adjacency, found, frozenset(taken))


def _runs_of_contour(_: RunContext) -> dict[Contour, tuple[Run, ...]]:
    """Return the runs that were gathered so far, for pockets and protrusions alike: in the beginning none."""
    return {}


def _normals_of_group(_: RunContext) -> dict[FaceId, Floats]:
    """Return the normals that were gathered so far, likewise."""
    return {}
