"""Teeth round an axis: gears, pinions, splines and toothed pulleys are turned, then hobbed.

Those inside a bore that goes through are broached or shaped: ring gears and splined hubs.
"""

from collections.abc import Collection

import numpy as np

from engine.graph import coaxial, extents, outlines, rings
from engine.graph.coaxial import AxisLine
from engine.model.arrays import Floats, Ints
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Body, Face, FaceId, Part

LEAST_TEETH = 8
"""Fewer are lobes, arms or blades: the smallest pinions in use have eight or nine teeth."""

ROOT_SHARE = 0.5
"""The gaps of teeth go no deeper than down to this share of their radius: 0.55 of a pinion of eight teeth
(ISO 53); blades begin at a hub."""

SAME_SIZE = 0.01
"""Faces whose areas, radii and heights differ by no more of the body's are the same face of other teeth."""

SAME_PITCH = 0.05
"""Teeth stand at one pitch within this share of it."""

HALF_TURN_DEG = 180.0
"""A border that turns by more about an axis goes round it."""

HOLLOW = (Convexity.CONCAVE, Convexity.SMOOTH_CONCAVE)
"""How the flanks of a gap meet its bottom, or each other."""

WHOLE_SHARE = 0.95
"""Share of the faces of teeth that are alike: a file may split one where its surface begins."""


def of_body(
    part: Part, graph: FaceGraph, body: Body, axis: AxisLine, turned: Collection[FaceId]
) -> frozenset[FaceId]:
    """Return the faces that repeat round an axis at one pitch, where some reach the outside or line the bore.

    Without the `turned` ones; with the sides of a gear, whose outer border is teeth and turned faces: a lathe
    faces them before anything else is cut into them, a keyway or holes in the web.
    """
    within_web = _in_web(part, graph, body, axis)
    left = [part.faces[face] for face in body.faces if face not in turned and face not in within_web]
    if len(left) < LEAST_TEETH:
        return frozenset()
    points = [extents.border(part, face.id) for face in left]
    nearest_mm = np.array([axis.distance(each).min() for each in points])
    farthest_mm = np.array([axis.distance(each).max() for each in points])
    distances_mm = [axis.distance(extents.border(part, face)) for face in body.faces]
    bore_mm, radius_mm = (float(end([end(each) for each in distances_mm])) for end in (np.min, np.max))
    numbers = [int(face.id) for face in left]
    centroids = np.stack([face.centroid for face in left])
    sizes = np.stack(
        [
            np.sqrt([face.area_mm2 for face in left]),
            axis.distance(centroids),
            axis.along(centroids),
        ],
        axis=1,
    )
    found: set[FaceId] = set()
    for members in _alike(sizes, SAME_SIZE * radius_mm):
        is_deep = nearest_mm[members].min() < ROOT_SHARE * farthest_mm[members].max()
        if not is_deep and _is_at_one_pitch(np.sort(axis.turns(centroids[members]))):
            found.update(FaceId(numbers[at]) for at in members)
    is_tooth = np.isin(numbers, sorted(found))
    reaches_outside = bool((farthest_mm[is_tooth] >= (1.0 - SAME_SIZE) * radius_mm).any())
    lines_bore = bool((nearest_mm[is_tooth] <= bore_mm + SAME_SIZE * radius_mm).any())
    if not reaches_outside and not (lines_bore and _is_open_along(part, body, axis)):
        return frozenset()
    if not _have_bottoms(part, graph, axis, found, 1.0 if reaches_outside else -1.0):
        return frozenset()
    made = found | set(turned)
    sides = {face.id for face in left if coaxial.is_square_to(face, axis) and _is_within(face, graph, made)}
    return frozenset(found | sides)


def _in_web(part: Part, graph: FaceGraph, body: Body, axis: AxisLine) -> frozenset[FaceId]:
    """Return the walls of holes beside the axis, through flats square to it: cells, however many."""
    found: set[FaceId] = set()
    for face in (part.faces[each] for each in body.faces):
        if not coaxial.is_square_to(face, axis):
            continue
        joint_of_edge = {graph.joints[at].edge: graph.joints[at] for at in graph.joints_of_face[face.id]}
        for loop in face.loops:
            beside = [joint_of_edge[edge] for edge in loop.edges if edge in joint_of_edge]
            turn_deg = rings.turn_deg(outlines.points(part, loop.edges), axis)
            if not loop.is_outer and abs(turn_deg) < HALF_TURN_DEG:
                found.update(each.across(face.id) for each in beside if each.convexity is Convexity.CONVEX)
    return frozenset(found)


def _have_bottoms(
    part: Part, graph: FaceGraph, axis: AxisLine, faces: Collection[FaceId], side: float
) -> bool:
    """Whether flanks meet in a hollow what looks away from the axis (side 1) or to it: blades stand apart.

    They may also run smoothly into a root that turns about the axis, as straight as that where they meet.
    """
    for face in sorted(face for face in faces if not coaxial.is_square_to(part.faces[face], axis)):
        for joint in (graph.joints[at] for at in graph.joints_of_face[face]):
            other = part.faces[joint.across(face)]
            out = other.inner_point - axis.at(float(axis.along(other.inner_point)))
            is_root = joint.convexity is Convexity.SMOOTH and coaxial.turns_about(other, axis)
            if (joint.convexity in HOLLOW or is_root) and side * float(other.inner_normal @ out) > 0.0:
                return True
    return False


def _is_open_along(part: Part, body: Body, axis: AxisLine) -> bool:
    """Whether no flat of a body closes the bore about an axis."""
    for face in (part.faces[each] for each in body.faces):
        if coaxial.is_square_to(face, axis):
            turns_deg = (rings.turn_deg(outlines.points(part, loop.edges), axis) for loop in face.loops)
            if sum(abs(turn_deg) > HALF_TURN_DEG for turn_deg in turns_deg) == 1:
                return False
    return True


def _is_within(face: Face, graph: FaceGraph, others: Collection[FaceId]) -> bool:
    """Whether the outer border of a face lies on others."""
    outer = {edge for loop in face.loops if loop.is_outer for edge in loop.edges}
    joints = (graph.joints[index] for index in graph.joints_of_face[face.id])
    beside = [joint.across(face.id) for joint in joints if joint.edge in outer]
    return bool(beside) and all(other in others for other in beside)


def _alike(sizes: Floats, slack_mm: float) -> list[Ints]:
    """Gather the rows that agree in every number, in the order of their first."""
    left = np.ones(len(sizes), dtype=np.bool_)
    found = []
    for at in range(len(sizes)):
        if left[at]:
            members = np.flatnonzero(left & (np.abs(sizes - sizes[at]) <= slack_mm).all(axis=1))
            left[members] = False
            found.append(members)
    return found


def _is_at_one_pitch(turns: Floats) -> bool:
    """Whether ascending turns come back when all go on by one tooth, but for the few that one tooth may lack.

    Both flanks of a tooth may be among them, or two faces of each.
    """
    count = len(turns)
    for a_tooth in (1, 2, 4):
        fewest = -(-count // a_tooth)
        for teeth in (fewest, fewest + 1):
            if teeth >= LEAST_TEETH and count >= WHOLE_SHARE * a_tooth * teeth:
                off = (turns[None, :] - turns[:, None] - 1.0 / teeth + 0.5) % 1.0 - 0.5
                is_matched = np.abs(off).min(axis=1) <= SAME_PITCH / teeth
                if is_matched.mean() >= WHOLE_SHARE:
                    return True
    return False
