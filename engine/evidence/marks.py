"""Finds letters, logos and pads that stand a little above the wall they are on, or lie a little below.

What is between the strokes of a letter is no wall, however thin, and the foot of a letter no corner that a
part breaks at: molds, patterns and cutters make such details as a matter of course. They are recognized by
their sides. The side of a mark goes from one level to another that is parallel to it: it meets the lower one
in a hollow and the upper one in an outer edge. It is low for the part, and for the wall that it stands on
unless it is of a letter by its shape (`lettering`). A fillet at its foot and a round or chamfer at its rim
belong to it; they may be all there is of it.

A line that is engraved need have no lower level: it is a slot, low for its wall, and may end in an edge or a
round. What goes all round a shaft or an arm is no mark, but may be as low a step; one face may be both of its
levels.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.evidence import lettering
from engine.features.slot import Slot
from engine.graph import extents
from engine.graph.neighborhoods import border_joints, neighbors
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats, Ints, Vector
from engine.model.evidence import Marks
from engine.model.face_graph import Convexity, Joint
from engine.model.feature import BLEND_ROLES, HOLE_ROLES, Kind, Role
from engine.model.part import Edge, EdgeId, FaceId
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_DEG, at_least

HIGHEST_MM = 2.0
"""Letters on castings are up to 2 mm high, those of 3 mm in size 0.8 (Aluminum Association, Standards for
Aluminum Sand and Permanent Mold Castings, E16)."""
WALL_SHARE = 0.25
"""A step of more than this share of the wall, where that is thinner, is the shape of the part."""
LINE_MM = 1.0
"""An engraved line is at most so wide, Sprue's judgment: engraving cutters have tips of 0.1 to 0.5 mm."""
LINE_DEPTH = 1.5
"""And at most so many times as deep as wide: a deeper one is a slot."""
SAME_LEVEL_COSINE = math.cos(math.radians(20.0))
"""Two levels are parallel within 20°: what a mark is on may be curved."""
STEEP_COSINE = math.cos(math.radians(45.0 - PARALLEL_DEG))
"""The side leans from a level by 45° at least: anything flatter is a slope, or another level."""
AT_FOOT, AT_RIM = (Role.FILLET,), (Role.ROUND, Role.CHAMFER)


@dataclass(frozen=True, slots=True)
class _LevelContact:
    """Where a side meets a level, directly or across one blend."""

    level: FaceId
    normal: Vector
    """Of the level there."""
    blends: tuple[FaceId, ...]
    edge: EdgeId
    """On the border of the level."""


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    """The faces among which sides are looked for."""

    prepared: PreparedPart
    roles: tuple[int, ...]
    vertices: list[Ints]
    """Of each face."""

    def wall_mm(self, levels: Iterable[FaceId]) -> float:
        """Return how thick the thinnest wall behind some levels is."""
        values = self.prepared.fields["thickness"].values
        return min(_wall_mm(values[self.vertices[level]]) for level in {*levels})


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A side of a mark, or of a letter as deep as these are."""

    step: lettering.Step
    wall_mm: float
    """How thick the thinnest wall behind its levels is."""


def find(context: RunContext, recognition: Recognition) -> Marks:
    """Find the sides of marks, with their blends, and the letters among them.

    A side is at most `HIGHEST_MM` high and `WALL_SHARE` of the wall, but for lettering. There are none where
    thickness was not measured.
    """
    if "thickness" not in context.prepared.fields:
        return Marks({}, {}, {})
    sides, rings = _sides(context, recognition)
    letters = lettering.find(context.prepared, [each.step for each in sides])
    lettered = {step for letter in letters for step in letter.steps}
    steps = [
        each.step for each in sides if each.step in lettered or _is_low(each.step.height_mm, each.wall_mm)
    ]
    levels = {level for step in steps for level in step.levels}
    found: dict[FaceId, float] = {}
    letter_sides: set[FaceId] = set()
    for step in steps:
        pieces = {
            face
            for face in neighbors(context.graph, step.faces)
            if face not in levels and step.spans(extents.border(context.part, face))
        }
        faces = step.faces | pieces
        found |= {face: min(step.height_mm, found.get(face, math.inf)) for face in faces}
        if step in lettered:
            letter_sides |= faces
    for slot in recognition.of_kind(Kind.SLOT):
        if isinstance(slot, Slot) and _is_line(context.prepared, slot):
            found |= {face: min(slot.depth_mm, found.get(face, math.inf)) for face in slot.faces}
    strokes = {letter.level: letter.stroke_mm for letter in letters}
    rings = {face: high_mm for face, high_mm in sorted(rings.items()) if face not in found}
    return Marks(dict(sorted(found.items())), dict(sorted(strokes.items())), rings, frozenset(letter_sides))


def _is_low(height_mm: float, wall_mm: float) -> bool:
    """Whether a step is low for the part, and for the wall behind it."""
    return height_mm <= min(HIGHEST_MM, WALL_SHARE * wall_mm) + LENGTH_FLOOR_MM


def _is_line(prepared: PreparedPart, slot: Slot) -> bool:
    """Whether a slot is a line engraved into what lies beside it, low for its width and for its wall.

    One with a floor has levels, and is a mark by these or none.
    """
    if any(role == Role.SLOT_FLOOR for _, role in slot.roles):
        return False
    deepest_mm = min(HIGHEST_MM, LINE_DEPTH * slot.width_mm)
    if slot.through or not (at_least(LINE_MM, slot.width_mm) and at_least(deepest_mm, slot.depth_mm)):
        return False
    beside_mm: dict[FaceId, float] = {}
    for joint in border_joints(prepared.graph, slot.faces):
        for face in joint.faces:
            if joint.convexity == Convexity.CONVEX and face >= 0 and face not in slot.faces:
                beside_mm[face] = beside_mm.get(face, 0.0) + joint.length_mm
    if not beside_mm:
        return False
    mesh, values = prepared.mesh, prepared.fields["thickness"].values
    wall_mm = _wall_mm(values[mesh.face_of_vertex == max(beside_mm, key=lambda face: beside_mm[face])])
    return slot.depth_mm <= WALL_SHARE * wall_mm + LENGTH_FLOOR_MM


def _sides(context: RunContext, recognition: Recognition) -> tuple[list[_Side], dict[FaceId, float]]:
    """Find what may be sides of marks, however high for their wall, and how high each low ring is."""
    mesh = context.mesh
    order = np.argsort(mesh.face_of_vertex, kind="stable")
    vertices_of_face = np.split(
        order, np.searchsorted(mesh.face_of_vertex[order], np.arange(1, len(context.part.faces)))
    )
    faces = _Faces(context.prepared, recognition.role_of_face, vertices_of_face)
    sides: list[_Side] = []
    rings: dict[FaceId, float] = {}
    for face, own in enumerate(vertices_of_face):
        side = FaceId(face)
        feet = list(_borders(faces, side, Convexity.CONCAVE, AT_FOOT)) if len(own) else []
        rims = list(_borders(faces, side, Convexity.CONVEX, AT_RIM)) if feet else []
        for foot in feet if rims else ():
            step = _step_of_mark(faces, side, foot, rims)
            if step is not None:
                sides.append(_Side(step, faces.wall_mm(step.levels)))
                continue
            high_mm = _ring_mm(faces, side, foot, rims)
            if high_mm is not None:
                rings[side] = high_mm
    return sides, rings


def _borders(
    faces: _Faces, side: FaceId, convexity: Convexity, blends: tuple[int, ...]
) -> Iterator[_LevelContact]:
    """Find where a side meets levels by its own edges of a convexity, or across blends of some roles.

    A side that is such a blend itself meets them smoothly.
    """
    prepared, roles, graph = faces.prepared, faces.roles, faces.prepared.graph
    for joint in map(graph.joints.__getitem__, graph.joints_of_face[side]):
        beside = joint.across(side)
        if beside < 0 or beside == side:
            continue
        if roles[beside] in blends:
            for further in map(graph.joints.__getitem__, graph.joints_of_face[beside]):
                level = further.across(beside)
                if level >= 0 and level != side and roles[level] not in BLEND_ROLES:
                    yield _LevelContact(level, _normal(prepared, level, further), (beside,), further.edge)
        elif joint.convexity == convexity or (roles[side] in blends and roles[beside] not in BLEND_ROLES):
            yield _LevelContact(beside, _normal(prepared, beside, joint), (), joint.edge)


def _step_of_mark(
    faces: _Faces, side: FaceId, foot: _LevelContact, rims: list[_LevelContact]
) -> lettering.Step | None:
    """Return the step of a side that stands on the level at its foot; None where it is that of no mark."""
    mesh, vertices_of_face = faces.prepared.mesh, faces.vertices
    tops = [rim for rim in rims if rim.level != foot.level and rim.normal @ foot.normal >= SAME_LEVEL_COSINE]
    lean = np.abs(mesh.normals[vertices_of_face[side]] @ foot.normal)
    if not tops or (faces.roles[side] not in BLEND_ROLES and np.nanmedian(lean) > STEEP_COSINE):
        return None
    members = {side, *foot.blends, *(blend for rim in tops for blend in rim.blends)}
    rises = np.concatenate([mesh.vertices[vertices_of_face[face]] @ foot.normal for face in members])
    levels = frozenset((foot.level, *(rim.level for rim in tops)))
    low_mm, high_mm = float(rises.min()), float(rises.max())
    if high_mm - low_mm > lettering.DEEPEST_MM + LENGTH_FLOOR_MM:
        return None
    return lettering.Step(levels, frozenset(members), foot.normal, low_mm, high_mm)


def _ring_mm(faces: _Faces, side: FaceId, foot: _LevelContact, rims: list[_LevelContact]) -> float | None:
    """Return how high a low side is that goes round, a strip between closed edges or two with the same ends.

    Its levels turn with it: they are parallel where they are next to each other. The shoulders of holes are
    told of these.
    """
    part, roles = faces.prepared.part, faces.roles
    low = part.edges[foot.edge]
    at = len(low.points) // 2
    for rim in rims:
        high = part.edges[rim.edge]
        strip_mm2 = (HIGHEST_MM + LENGTH_FLOOR_MM) * max(low.length_mm, high.length_mm)
        is_strip = part.faces[side].area_mm2 <= strip_mm2 and _end_alike(low, high)
        if not is_strip or low is high or foot.blends or rim.blends or roles[foot.level] in HOLE_ROLES:
            continue
        nearest = int(np.linalg.norm(high.points - low.points[at], axis=1).argmin())
        below, between = (low.normals[low.faces.index(face), at] for face in (foot.level, side))
        above = high.normals[high.faces.index(rim.level), nearest]
        height_mm = float(_apart_mm(low.points, high.points).max())
        is_step = below @ above >= SAME_LEVEL_COSINE and abs(float(below @ between)) <= STEEP_COSINE
        if is_step and height_mm <= HIGHEST_MM + LENGTH_FLOOR_MM:
            return height_mm if _is_low(height_mm, faces.wall_mm((foot.level, rim.level))) else None
    return None


def _end_alike(one: Edge, other: Edge) -> bool:
    """Whether two edges are closed, or have both ends in common."""
    ends, others = one.points[[0, -1]], other.points[[0, -1]]
    apart_mm = min(np.linalg.norm(ends - each, axis=1).max() for each in (others, others[::-1]))
    return (one.is_closed and other.is_closed) or float(apart_mm) <= LENGTH_FLOOR_MM


def _apart_mm(points: Floats, line: Floats) -> Floats:
    """Return (N,) how far points (N, 3) lie from a polyline (M, 3)."""
    ways = np.diff(line, axis=0)
    offsets = points[:, None] - line[:-1]
    squares = np.maximum(np.einsum("mk,mk->m", ways, ways), LENGTH_FLOOR_MM**2)
    shares = np.clip(np.einsum("nmk,mk->nm", offsets, ways) / squares, 0.0, 1.0)
    apart: Floats = np.linalg.norm(offsets - shares[..., None] * ways, axis=2).min(axis=1)
    return apart


def _normal(prepared: PreparedPart, level: FaceId, joint: Joint) -> Vector:
    """Return the normal of a level in the middle of a joint on its border."""
    edge = prepared.part.edges[joint.edge]
    normals = edge.normals[edge.faces.index(level)]
    normal: Vector = np.nan_to_num(normals[len(normals) // 2])
    return normal


def _wall_mm(thickness_mm: Floats) -> float:
    """Return how thick the wall behind a level is for the most part; 0 where it is not known."""
    known = thickness_mm[np.isfinite(thickness_mm)]
    return float(np.median(known)) if len(known) else 0.0
