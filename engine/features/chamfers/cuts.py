"""Cuts: patches that are straight across and run at obtuse angles into a support on each side.

A chamfer is a narrow one that is flat, or a cone or free form outside a bore.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.features.chamfers import angles, narrow
from engine.graph import neighborhoods, sections
from engine.graph.sections import Section
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import Edge, EdgeId, FaceId, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane
from engine.tolerances import FIT_LENGTH, PARALLEL_COSINE, SAME_SHARE, at_least

STRAIGHT_DEG = 2.0
"""The normal turns by no more than this straight across."""

FILLED_SHARE = 0.6
"""A chamfer fills at least this share of its area from obtuse edge to obtuse edge: a large face that has a
narrow waist somewhere is none."""

SLENDER = 2.0
"""A chamfer that runs into a wall is at least this many widths long; else it is the wall of a corner step,
and the wall is that step's floor."""

MOST_STARTS = 16
"""Crossing a face from its longest few edges is enough to know it; a plate may have hundreds. These few then
stand for the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A patch that is straight across and meets both supports at obtuse angles, both of one convexity."""

    faces: tuple[FaceId, ...]
    width_mm: float
    is_chamfer: bool
    """Whether it is narrow, and no cylinder and no cone of a bore: those count as continuations only."""


def find(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...]) -> Cut | None:
    """Cross the faces of a group from their longest obtuse edges; None if they are no cut."""
    face = part.faces[faces[0]]
    if face.body is None or not isinstance(face.surface, Plane | Cone | Cylinder | Freeform):
        return None
    border = neighborhoods.border_joints(graph, faces)
    convexity, angle_of_edge = angles.obtuse(border)
    if len(angle_of_edge) < 2:
        return None
    patch = frozenset(faces)
    edges = [part.edges[joint.edge] for joint in border]
    obtuse = [edge for edge in edges if edge.id in angle_of_edge]
    starts = sorted(obtuse, key=lambda edge: (-edge.length_mm, edge.id))[:MOST_STARTS]
    support_of_edge = {joint.edge: angles.support(graph, joint, patch) for joint in border}
    walks = _clear_of_corners(sections.across(edges, patch, starts), edges, support_of_edge)
    straight = [
        walk
        for walk in walks
        if walk.end_edge in angle_of_edge
        and walk.end_edge != walk.start_edge
        and support_of_edge[walk.end_edge] != support_of_edge[walk.start_edge]
        and abs(walk.turn_deg) <= STRAIGHT_DEG
    ]
    crossed_mm = _crossed_mm(straight, starts)
    if not straight or not at_least(crossed_mm, 0.5 * sum(walk.share_mm for walk in walks)):
        return None
    width_mm = _middle([walk.chord_mm for walk in straight], [walk.share_mm for walk in straight])
    length_mm = crossed_mm / 2.0 * _total_mm(obtuse) / _total_mm(starts)
    area_mm2 = sum(part.faces[each].area_mm2 for each in faces)
    is_chamfer = (
        not isinstance(face.surface, Cylinder)
        and not (isinstance(face.surface, Cone) and face.sense < 0)
        and at_least(length_mm * width_mm, FILLED_SHARE * area_mm2)
        and (
            at_least(length_mm, SLENDER * width_mm)
            or not _runs_into_wall(border, convexity, width_mm)
            or _is_between_walls(part, border, patch, convexity)
        )
        and (at_least(length_mm, width_mm) or convexity == Convexity.CONVEX)
        and narrow.is_narrow(part, graph, patch, straight, angle_of_edge, width_mm, convexity)
    )
    return Cut(faces, width_mm, is_chamfer)


def _clear_of_corners(
    walks: Sequence[Section], edges: Sequence[Edge], support_of_edge: Mapping[EdgeId, FaceId]
) -> list[Section]:
    """Leave out sections that end where two supports meet, as those from the middle of a triangle do.

    On which of the two they end is for rounding to say.
    """
    if not walks:
        return []
    corners = np.stack([edge.points[[0, -1]] for edge in edges])
    ends = np.stack([walk.end for walk in walks])
    chords_mm = np.array([walk.chord_mm for walk in walks])
    off_mm = np.linalg.norm(ends[:, None, None, :] - corners, axis=3).min(axis=2)
    is_near = off_mm <= FIT_LENGTH * chords_mm[:, None]
    supports = np.array([support_of_edge[edge.id] for edge in edges])
    lowest, highest = (
        pick(np.where(is_near, supports, other), axis=1)
        for pick, other in ((np.min, supports.max()), (np.max, supports.min()))
    )
    is_corner = is_near.any(axis=1) & (lowest < highest)
    return [walk for walk, is_at_one in zip(walks, is_corner.tolist(), strict=True) if not is_at_one]


def _crossed_mm(straight: Sequence[Section], starts: Sequence[Edge]) -> float:
    """Return how much of the edges is crossed straight, from or onto them.

    Of a long edge the few places to start from may all face ribs; what starts between the ribs ends on it.
    """
    leaving, arriving = (dict.fromkeys((edge.id for edge in starts), 0.0) for _ in range(2))
    for walk in straight:
        leaving[walk.start_edge] += walk.share_mm
        if walk.end_edge in arriving:
            arriving[walk.end_edge] += walk.share_mm
    return sum(max(leaving[edge.id], min(arriving[edge.id], edge.length_mm)) for edge in starts)


def _total_mm(edges: Sequence[Edge]) -> float:
    return sum(edge.length_mm for edge in edges)


def _runs_into_wall(border: tuple[Joint, ...], convexity: Convexity, width_mm: float) -> bool:
    """Whether the strip ends at something that it, bent the other way, would be a step to."""
    other = Convexity.CONCAVE if convexity == Convexity.CONVEX else Convexity.CONVEX
    length_mm = sum(joint.length_mm for joint in border if joint.convexity == other)
    return at_least(length_mm, 0.5 * width_mm)


def _is_between_walls(
    part: Part, border: tuple[Joint, ...], patch: frozenset[FaceId], convexity: Convexity
) -> bool:
    """Whether the edge of two flat faces is broken between two walls that face each other, as in a recess.

    A corner step has its floor at one end alone.
    """
    if convexity != Convexity.CONVEX:
        return False
    beyond = {
        joint: part.faces[joint.faces[1] if joint.faces[0] in patch else joint.faces[0]] for joint in border
    }
    if not all(isinstance(face.surface, Plane) for face in beyond.values()):
        return False
    ends = [face.inner_normal for joint, face in beyond.items() if joint.convexity == Convexity.CONCAVE]
    return any(float(mine @ other) <= -PARALLEL_COSINE for mine, other in combinations(ends, 2))


def _middle(values: list[float], weights: list[float]) -> float:
    """Return the weighted median."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(np.array(weights)[order])
    return float(np.array(values)[order][np.searchsorted(reached, (0.5 - SAME_SHARE) * reached[-1])])
