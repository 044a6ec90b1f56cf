"""Finds the balls, tori and free-form patches that close a vertex where strips end from several sides."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from engine.features.blends.springs import is_tangent
from engine.features.blends.strips import BlendStrip
from engine.graph import neighborhoods
from engine.model.face_graph import FaceGraph, Joint
from engine.model.part import FaceId, Part
from engine.model.surface import Freeform, Sphere, Torus

SMOOTH_SHARE = 0.75
"""A corner is tangent to what surrounds it along at least this share of its border."""

FEWEST_NEIGHBORS = 3
FEWEST_STRIPS = 2
"""The third neighbor of a corner may be a support that reaches into it."""

LARGEST = 6.0
"""A corner is at most this many radii across; larger patches are surfaces in their own right."""


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A patch into which strips end from several sides."""

    faces: tuple[FaceId, ...]
    """Members of the patch, ascending."""
    strips: tuple[FaceId, ...]
    """The groups of the strips that end here, ascending."""


def find(
    part: Part, graph: FaceGraph, strip_of_group: dict[FaceId, BlendStrip], but_not: Collection[FaceId]
) -> dict[FaceId, Corner]:
    """Find the corners between strips, by group.

    A ring that is a strip stays one. A free-form patch between strips may look like a strip from any of its
    sides: if strips end in it, it is a corner.
    """
    found = {}
    for group, faces in graph.faces_of_group.items():
        face = part.faces[group]
        if group in but_not or face.body is None or not isinstance(face.surface, Sphere | Torus | Freeform):
            continue
        if group in strip_of_group and not isinstance(face.surface, Freeform):
            continue
        corner = _corner(part, graph, faces, strip_of_group)
        if corner is not None:
            found[group] = corner
    return found


def _corner(
    part: Part, graph: FaceGraph, faces: tuple[FaceId, ...], strip_of_group: dict[FaceId, BlendStrip]
) -> Corner | None:
    border = neighborhoods.border_joints(graph, faces)
    smooth = [joint for joint in border if is_tangent(joint)]
    if _length_mm(smooth) < SMOOTH_SHARE * _length_mm(border):
        return None
    neighbors = set()
    ended = set()
    for joint in smooth:
        other = FaceId(int(graph.group_of_face[_beyond(joint, faces)]))
        neighbors.add(other)
        if other in strip_of_group and joint.edge not in strip_of_group[other].springs:
            ended.add(other)
    if len(neighbors) < FEWEST_NEIGHBORS or len(ended) < FEWEST_STRIPS:
        return None
    points = np.concatenate([part.edges[joint.edge].points for joint in border])
    across_mm = 2.0 * float(np.linalg.norm(points - points.mean(axis=0), axis=1).max())
    if across_mm > LARGEST * max(strip_of_group[group].max_radius_mm for group in ended):
        return None
    return Corner(faces, tuple(sorted(ended)))


def _length_mm(joints: Collection[Joint]) -> float:
    return sum(joint.length_mm for joint in joints)


def _beyond(joint: Joint, faces: tuple[FaceId, ...]) -> FaceId:
    return joint.faces[1] if joint.faces[0] in faces else joint.faces[0]
