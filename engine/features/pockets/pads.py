"""Finds what stands on a base with its foot in a hollow, followed up to its top.

The border of a base turns the other way as it runs about a pad: by -360 degrees all round it, by -180
where one side of the pad is flush with the side of the base. Fewer sides make a step, or a block on the
corner of another.
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.features.pockets import floors, mouths
from engine.features.pockets.pocket_context import PocketContext, is_wall
from engine.graph import contour_runs, outlines
from engine.graph.contour_runs import Run
from engine.graph.contours import Contour
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.feature import Feature, Kind
from engine.model.part import FaceId
from engine.tolerances import LENGTH_FLOOR_MM

BELOW_SHARE = 1e-3
"""A face of the pad may reach below the lowest point of its foot by this share of the foot's size."""


@dataclass(frozen=True, slots=True, eq=False)
class Pad:
    """Groups that make up one protrusion."""

    up: Vector
    """Unit, out of the base."""
    base: FaceId
    walls: tuple[FaceId, ...]
    tops: tuple[FaceId, ...]
    """Both ascending."""
    foot: Contour
    """The border of the base along the pad, or as much of it as there is."""
    past: frozenset[FaceId]
    """Groups next to it that are not part of it: mouths in it, feet of what stands on it."""
    reached: frozenset[FaceId]
    """Every group looked at, members or not."""

    @property
    def is_whole(self) -> bool:
        """Whether the base runs all about it."""
        return not self.foot.is_outer


def find(context: PocketContext) -> tuple[Pad, ...]:
    """Find the pads, in the order of their bases. Bosses and ribs by themselves are none."""
    round_or_thin = {
        context.group(face)
        for claim in context.found
        if isinstance(claim, Feature) and claim.kind in (Kind.BOSS, Kind.FIN)
        for face in claim.faces
    }
    pads = []
    for group in sorted(context.adjacency.of_group):
        if group in context.taken or not context.has_walls(group):
            continue
        for contour in context.contours(group):
            for foot in _feet(context, contour):
                pad = _up(context, foot)
                if pad is not None and not round_or_thin.issuperset(pad.walls):
                    pads.append(pad)
    return tuple(pads)


def fid(context: PocketContext, pad: Pad) -> FaceId:
    """Return the face a pad is named by: the largest of its tops."""
    faces = [face for group in pad.tops for face in context.graph.faces_of_group[group]]
    return context.part.largest_face(faces).id


def _feet(context: PocketContext, contour: Contour) -> list[Contour]:
    """Return the stretches of a border along which it runs about something that rises."""
    if context.closed(contour) == Convexity.CONCAVE:
        return [contour] if all(each is None or is_wall(each) for each in contour.meetings) else []
    if not context.is_flat(contour.group):
        return []
    return [
        _stretch(contour, run)
        for run in context.runs(contour)
        if run.convexity == Convexity.CONCAVE
        and run.turn_deg <= -floors.RECESS_DEG
        and len(run.neighbors(contour.group)) >= floors.FEWEST_WALLS
        and all(each is None or is_wall(each) for each in run.meetings)
    ]


def _stretch(contour: Contour, run: Run) -> Contour:
    place = {edge: place for place, edge in enumerate(contour.edges)}
    lengths_mm = tuple(contour.lengths_mm[place[edge]] for edge in run.edges)
    return replace(contour, edges=run.edges, meetings=run.meetings, lengths_mm=lengths_mm, is_outer=True)


def _up(context: PocketContext, foot: Contour) -> Pad | None:
    """Follow the walls up from a foot; None where it is round, has no top or no base wider than itself."""
    outline = contour_runs.oriented(context.part, context.graph, foot.group, list(foot.edges))
    up = context.outward(foot)
    area_mm2 = abs(float(outlines.vector_area(np.concatenate([outline, outline[:1]])) @ up))
    if _ground_mm2(context, foot.group, up) < area_mm2:
        return None
    slack_mm = BELOW_SHARE * float(np.ptp(outline, axis=0).max()) + LENGTH_FLOOR_MM
    ground_mm = float((outline @ up).min()) - slack_mm
    brim = [group for group in foot.neighbors(Convexity.CONCAVE) if group not in context.taken]
    members = dict.fromkeys(group for group in brim if _stands(context, group, up, ground_mm))
    past, frontier = set[FaceId](), list(members)
    while frontier:
        group = frontier.pop()
        for contour in context.contours(group):
            is_threshold = context.closed(contour) in (Convexity.CONVEX, Convexity.CONCAVE)
            for meeting in contour.meetings:
                if meeting is None:
                    continue
                other = meeting.across(group)
                if other == foot.group or other in members:
                    continue
                if is_threshold or other in context.taken:
                    past.add(other)
                elif float((context.normals(other) @ up).min()) < -mouths.UNDERCUT_SINE:
                    if meeting.convexity == Convexity.CONCAVE:
                        return None  # it holds up something else: a neck between two plates
                elif _stands(context, other, up, ground_mm):
                    members[other] = None
                    frontier.append(other)
    tops = {
        group for group in members if float(context.normals(group).mean(axis=0) @ up) > mouths.FLOOR_COSINE
    }
    walls = sorted(members.keys() - tops)
    if not tops or not walls or context.are_round(walls):
        return None
    return Pad(
        up=up,
        base=foot.group,
        walls=tuple(walls),
        tops=tuple(sorted(tops)),
        foot=foot,
        past=frozenset(past - members.keys()),
        reached=frozenset(members),
    )


def _ground_mm2(context: PocketContext, base: FaceId, up: Vector) -> float:
    """Return the area of a base, with what is seen from above of the rounds and chamfers at its border."""
    blends = {
        face
        for contour in context.contours(base)
        if contour.is_outer
        for meeting in contour.meetings
        if meeting is not None and meeting.convexity == Convexity.CONVEX
        for face in meeting.blends
    }
    shown_mm2 = 0.0
    for face in sorted(blends):
        looks_up = float(context.normals(context.group(face)).mean(axis=0) @ up)
        shown_mm2 += context.part.faces[face].area_mm2 * max(looks_up, 0.0)
    return context.area_mm2(base) + shown_mm2


def _stands(context: PocketContext, group: FaceId, up: Vector, ground_mm: float) -> bool:
    """Whether no point of a group's border lies below the ground."""
    return all(
        float((context.border(face) @ up).min()) >= ground_mm for face in context.graph.faces_of_group[group]
    )
