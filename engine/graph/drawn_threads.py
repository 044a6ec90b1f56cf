"""Finds threads whose flanks are modeled as surfaces, in holes and on studs.

A screw motion about its axis carries a flank along itself. So its normals n at places x obey
n·(c' + c × x) = 0 for one linear complex (c, c'), which the least eigenvector of a 3 × 3 matrix gives
(Pottmann & Wallner, Computational Line Geometry, 2001, chapter 4). Axis and pitch follow from that, whatever
the file says of the surface. A screw motion carries springs, augers and the teeth of helical gears, too, but
those climb too steeply, reach too deep, or have no roots.

Normals are those along the border of a flank: its long edges wind with the thread.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.graph import extents
from engine.graph.coaxial import COAXIAL_DEG, COAXIAL_SHARE, AxisLine, is_same_line, turns_about
from engine.graph.neighborhoods import neighbors
from engine.model.arrays import Floats, Vector, along, cross, frozen, vector_product
from engine.model.evidence import DrawnThread
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Face, FaceId, Part
from engine.model.surface import Cylinder, Freeform
from engine.run_context import RunContext

LEAST_LEAD = 0.002
MOST_LEAD = math.tan(math.radians(25.0))
"""What a thread climbs over the way round it. M200×3 climbs by 0.005, a lead screw Tr8×8 by 0.36. A
groove round a bore does not climb, and the teeth of helical gears climb by more than 1."""
OFF_SHARE = 0.2
"""Of the lead, what the normals of a flank may be off from it: sweeps are approximated, and run out."""
FEWEST_POINTS = 12
"""The complex has five unknowns; fewer normals fit one by chance."""
STRAY_SHARE = 0.1
"""Of the border of a flank, what may be otherwise."""
STEEP_SINE = 0.3
"""The normal of a flank leans at least this far (17°) along the axis, all to one side: 60° on metric threads,
45° on the steep side of a buttress. Those round the wire of a spring lean every way."""
DEPTH_SHARE = 1.35
"""The larger diameter of a thread over the smaller: 1.28 at M1.6, the coarsest for its size, 1.18 at M8; with
a sharp root, at seven eighths of its triangle, 1.34 at M6."""
SAME_PITCH = 0.02
"""Flanks of one thread have one pitch within this share."""
FEWEST_TURNS = 1.0
"""What goes round less often is a ramp or a bayonet."""
ROOT_SHARE = 0.25
"""Hollow edges over outer ones: 1 where a crest and a root lie between two flanks, 0 of a spring."""
WITHIN = 0.02
"""Faces between the flanks reach no further in or out than those, by this share of the radius."""


@dataclass(frozen=True, slots=True, eq=False)
class _FaceSamples:
    """A face along its edges, and at one place away from them."""

    points: Floats
    """(N, 3)"""
    normals: Floats
    """(N, 3) outward, unit."""


@dataclass(frozen=True, slots=True, eq=False)
class _Flank:
    """One face that a screw motion carries along itself."""

    face: FaceId
    axis: AxisLine
    climb_mm: float
    """Along the axis for every radian round it; negative where the thread is left-handed."""
    radii_mm: tuple[float, float]
    along_mm: tuple[float, float]
    """From the origin, so that flanks of one axis compare."""
    is_inside: bool
    near: Vector
    """In its middle."""

    @property
    def span_mm(self) -> float:
        """How much of the axis it takes."""
        return self.along_mm[1] - self.along_mm[0]


def find(context: RunContext) -> tuple[DrawnThread, ...]:
    """Find the threads, by their first flank. To be asked for by `context.once`."""
    part, graph = context.part, context.graph
    flanks = (_flank(part, graph, face) for face in part.faces)
    found: list[DrawnThread] = []
    gathered = _of_one_thread(part, (each for each in flanks if each is not None))
    for members in sorted(gathered, key=lambda each: -sum(flank.span_mm for flank in each)):
        if any(members[0].face in thread.between for thread in found):
            continue  # where that one runs out
        if _length_mm(members) >= FEWEST_TURNS * 2.0 * math.pi * abs(members[0].climb_mm):
            thread = _thread(part, graph, members)
            if _has_roots(graph, thread):
                found.append(thread)
    return tuple(sorted(found, key=lambda thread: thread.flanks[0]))


def _flank(part: Part, graph: FaceGraph, face: Face) -> _Flank | None:
    """Return what a face is as the flank of a thread; None where it is none.

    A wall that it meets determines the axis better than short flanks do themselves.
    """
    if not isinstance(face.surface, Freeform) or face.body is None:
        return None
    border = _border(part, face)
    if len(border.points) < FEWEST_POINTS or not np.ptp(border.points, axis=0).any():
        return None
    beside = (part.faces[other].surface for other in neighbors(graph, (face.id,)))
    walls = [surface for surface in beside if isinstance(surface, Cylinder)]
    for wall in {(each.origin.tobytes(), each.axis.tobytes()): each for each in walls}.values():
        axis = AxisLine(wall.origin, _upright(wall.axis))
        flank = _about(face.id, border, axis, _climb_mm(border, axis))
        if flank is not None:
            return flank
    return _about(face.id, border, *_screw_motion(border))


def _border(part: Part, face: Face) -> _FaceSamples:
    points, normals = [face.inner_point[None]], [face.inner_normal[None]]
    for loop in face.loops:
        for edge in map(part.edges.__getitem__, loop.edges):
            points.append(edge.points)
            normals.append(edge.normals[edge.faces.index(face.id)])
    every, known = np.concatenate(points), np.concatenate(normals)
    is_known = np.isfinite(known).all(axis=1)
    return _FaceSamples(every[is_known], known[is_known])


def _about(face: FaceId, border: _FaceSamples, axis: AxisLine, climb_mm: float) -> _Flank | None:
    """Return a face as the flank of a thread about an axis; None where the motion does not carry it."""
    radius_mm = axis.distance(border.points)
    low_mm, high_mm = float(radius_mm.min()), float(radius_mm.max())
    if not 0.0 < low_mm <= high_mm <= DEPTH_SHARE * low_mm:
        return None
    lead = abs(climb_mm) / float(radius_mm.mean())
    if not LEAST_LEAD <= lead <= MOST_LEAD:
        return None
    way = _around(border, axis) + climb_mm * axis.direction
    way /= np.linalg.norm(way, axis=1)[:, None]
    off = np.abs(np.einsum("nk,nk->n", way, border.normals))
    leans = along(border.normals, axis.direction)
    is_flank = (off <= OFF_SHARE * lead) & (np.sign(leans.sum()) * leans >= STEEP_SINE)
    if is_flank.mean() < 1.0 - STRAY_SHARE:
        return None
    offset = border.points - axis.origin
    outward = offset - np.multiply.outer(along(offset, axis.direction), axis.direction)
    along_mm = along(border.points, axis.direction)
    return _Flank(
        face,
        axis,
        climb_mm,
        (low_mm, high_mm),
        (float(along_mm.min()), float(along_mm.max())),
        bool(np.einsum("nk,nk->n", outward, border.normals).mean() < 0.0),
        border.points.mean(axis=0),
    )


def _around(border: _FaceSamples, axis: AxisLine) -> Floats:
    """Return (N, 3) the way round an axis at each point, as long as its distance from there."""
    return cross(np.broadcast_to(axis.direction, border.points.shape), border.points - axis.origin)


def _climb_mm(border: _FaceSamples, axis: AxisLine) -> float:
    """Return how far the motion about an axis that carries a face best climbs in a radian; inf of none."""
    round_mm = np.einsum("nk,nk->n", _around(border, axis), border.normals)
    leans = along(border.normals, axis.direction)
    squared = float(leans @ leans)
    return -float(round_mm @ leans) / squared if squared > 0.0 else math.inf


def _screw_motion(border: _FaceSamples) -> tuple[AxisLine, float]:
    """Return the axis of the screw motion that carries a face best, and how far it climbs in a radian."""
    middle = border.points.mean(axis=0)
    arms = border.points - middle
    size_mm = float(np.linalg.norm(arms, axis=1).max())
    rows = np.concatenate([cross(arms / size_mm, border.normals), border.normals], axis=1)
    gram = np.einsum("ni,nj->ij", rows, rows)
    turning, mixed, moving = gram[:3, :3], gram[:3, 3:], gram[3:, 3:]
    undo = np.linalg.pinv(moving, hermitian=True)
    _, vectors = np.linalg.eigh(turning - mixed @ undo @ mixed.T)
    direction = _upright(vectors[:, 0])
    velocity = -undo @ mixed.T @ direction * size_mm
    return AxisLine(middle + vector_product(direction, velocity), direction), float(direction @ velocity)


def _upright(direction: Vector) -> Vector:
    """Return a direction or its opposite, so that its largest component is positive."""
    turned: Vector = direction * np.sign(direction[np.abs(direction).argmax()])
    return turned


def _of_one_thread(part: Part, flanks: Iterable[_Flank]) -> list[list[_Flank]]:
    """Gather flanks that have a body, a side, a pitch, an axis and a radius in common."""
    gathered: list[list[_Flank]] = []
    for flank in flanks:
        thread = next((each for each in gathered if _are_compatible(part, flank, each[0])), None)
        if thread is None:
            gathered.append([flank])
        else:
            thread.append(flank)
    return gathered


def _are_compatible(part: Part, one: _Flank, other: _Flank) -> bool:
    return (
        part.faces[one.face].body == part.faces[other.face].body
        and one.is_inside == other.is_inside
        and abs(one.climb_mm - other.climb_mm) <= SAME_PITCH * abs(other.climb_mm)
        and max(one.radii_mm[0], other.radii_mm[0]) <= min(one.radii_mm[1], other.radii_mm[1])
        and is_same_line(one.axis, other.axis, one.near, COAXIAL_SHARE * one.radii_mm[1], COAXIAL_DEG)
    )


def _length_mm(members: list[_Flank]) -> float:
    return max(each.along_mm[1] for each in members) - min(each.along_mm[0] for each in members)


def _thread(part: Part, graph: FaceGraph, members: list[_Flank]) -> DrawnThread:
    """Put a thread together with what lies between its flanks."""
    longest = max(members, key=lambda each: (each.span_mm, -each.face))
    flanks = {each.face for each in members}
    inner_mm = (1.0 - WITHIN) * min(each.radii_mm[0] for each in members)
    outer_mm = (1.0 + WITHIN) * max(each.radii_mm[1] for each in members)
    between: set[FaceId] = set()
    border = flanks
    while border:  # a face may lie behind another: the end of a run-out behind the run-out
        border = {
            face
            for face in neighbors(graph, border)
            if face not in between | flanks
            and _lies_between(part, part.faces[face], longest.axis, inner_mm, outer_mm)
        }
        between |= border
    body = part.faces[longest.face].body
    assert body is not None  # flanks are looked for on bodies alone
    return DrawnThread(
        body=body,
        origin=frozen(longest.axis.origin),
        direction=frozen(longest.axis.direction),
        pitch_mm=2.0 * math.pi * abs(longest.climb_mm),
        is_inside=longest.is_inside,
        flanks=tuple(sorted(flanks)),
        between=tuple(sorted(between)),
    )


def _lies_between(part: Part, face: Face, axis: AxisLine, inner_mm: float, outer_mm: float) -> bool:
    """Whether a face lies between two radii, and is not the shoulder of a relief groove: that one turns."""
    if turns_about(face, axis) and not isinstance(face.surface, Cylinder):
        return False
    away_mm = axis.distance(extents.border(part, face.id))
    return bool(inner_mm <= away_mm.min() and away_mm.max() <= outer_mm)


def _has_roots(graph: FaceGraph, thread: DrawnThread) -> bool:
    """Whether a thread has hollows to its edges: a spring of square wire has outer edges alone."""
    members = {*thread.flanks, *thread.between}
    joints = {index for face in members for index in graph.joints_of_face[face]}
    length_mm = dict.fromkeys(Convexity, 0.0)
    for joint in map(graph.joints.__getitem__, joints):
        length_mm[joint.convexity] += joint.length_mm
    hollow_mm = length_mm[Convexity.CONCAVE] + length_mm[Convexity.SMOOTH_CONCAVE]
    outer_mm = length_mm[Convexity.CONVEX] + length_mm[Convexity.SMOOTH_CONVEX]
    return hollow_mm > ROOT_SHARE * outer_mm
