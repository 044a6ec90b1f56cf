"""Finds letters, logos and pads that stand a little above the wall they are on, or lie a little below.

What is between the strokes of a letter is no wall, however thin, and the foot of a letter no corner that a
part breaks at: molds, patterns and cutters make such details as a matter of course. They are recognized by
their sides. The side of a mark goes from one level to another that is parallel to it: it meets the lower one
in a hollow and the upper one in an outer edge. It is low for the part, and for the wall that it stands on
unless it is of a letter by its shape (`lettering`). A fillet at its foot and a round or chamfer at its rim
belong to it; they may be all there is of it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.evidence import lettering
from engine.graph import extents
from engine.graph.neighborhoods import neighbors
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats, Ints, Vector
from engine.model.evidence import Marks
from engine.model.face_graph import Convexity, Joint
from engine.model.feature import BLEND_ROLES, Role
from engine.model.part import FaceId
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_DEG

HIGHEST_MM = 2.0
"""Letters on castings are up to 2 mm high, those of 3 mm in size 0.8 (Aluminum Association, Standards for
Aluminum Sand and Permanent Mold Castings, E16)."""
WALL_SHARE = 0.25
"""A step of more than this share of the wall, where that is thinner, is the shape of the part."""
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


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A side of a mark."""

    faces: frozenset[FaceId]
    """It and its blends."""
    levels: tuple[FaceId, ...]
    """What it stands on, and what it leads up to."""
    up: Vector
    low_mm: float
    high_mm: float
    """Along `up`."""
    wall_mm: float
    """How thick the thinnest wall behind its levels is."""

    @property
    def height_mm(self) -> float:
        """How high it is."""
        return self.high_mm - self.low_mm

    @property
    def is_low(self) -> bool:
        """Whether it is low for its wall."""
        return self.height_mm <= WALL_SHARE * self.wall_mm + LENGTH_FLOOR_MM

    @property
    def step(self) -> lettering.Step:
        """What makes a letter of it, together with others."""
        return lettering.Step(frozenset(self.levels), self.faces, self.height_mm)

    def spans(self, points: Floats) -> bool:
        """Whether some points are no lower and no higher than it: what comes to a point between two sides."""
        rises = points @ self.up
        slack_mm = LENGTH_FLOOR_MM
        return bool(self.low_mm - slack_mm <= rises.min() and rises.max() <= self.high_mm + slack_mm)


def find(context: RunContext, recognition: Recognition) -> Marks:
    """Find the sides of marks, with their blends, and the letters among them.

    A side is at most `HIGHEST_MM` high, and `WALL_SHARE` of the wall but for lettering. There are none where
    thickness was not measured.
    """
    sides = _sides(context, recognition)
    letters = lettering.find(context.prepared, [each.step for each in sides])
    lettered = {step for letter in letters for step in letter.steps}
    sides = [each for each in sides if each.is_low or each.step in lettered]
    levels = {level for each in sides for level in each.levels}
    found: dict[FaceId, float] = {}
    for each in sides:
        pieces = {
            face
            for face in neighbors(context.graph, each.faces)
            if face not in levels and each.spans(extents.border(context.part, face))
        }
        found |= {face: min(each.height_mm, found.get(face, math.inf)) for face in each.faces | pieces}
    strokes = {letter.level: letter.stroke_mm for letter in letters}
    return Marks(dict(sorted(found.items())), dict(sorted(strokes.items())))


def _sides(context: RunContext, recognition: Recognition) -> list[_Side]:
    """Find what may be sides of marks, however high they are for their wall."""
    if "thickness" not in context.prepared.fields:
        return []
    mesh, roles = context.mesh, recognition.role_of_face
    order = np.argsort(mesh.face_of_vertex, kind="stable")
    vertices_of_face = np.split(
        order, np.searchsorted(mesh.face_of_vertex[order], np.arange(1, len(context.part.faces)))
    )
    sides: list[_Side] = []
    for face, own in enumerate(vertices_of_face):
        side = FaceId(face)
        feet = list(_borders(context.prepared, roles, side, Convexity.CONCAVE, AT_FOOT)) if len(own) else []
        rims = list(_borders(context.prepared, roles, side, Convexity.CONVEX, AT_RIM)) if feet else []
        for foot in feet if rims else ():
            mark_side = _side_of_mark(context.prepared, roles, side, foot, rims, vertices_of_face)
            if mark_side is not None:
                sides.append(mark_side)
    return sides


def _borders(
    prepared: PreparedPart,
    roles: tuple[int, ...],
    side: FaceId,
    convexity: Convexity,
    blends: tuple[int, ...],
) -> Iterator[_LevelContact]:
    """Find where a side meets levels by its own edges of a convexity, or across blends of some roles.

    A side that is such a blend itself meets them smoothly.
    """
    graph = prepared.graph
    for joint in map(graph.joints.__getitem__, graph.joints_of_face[side]):
        beside = joint.across(side)
        if beside < 0 or beside == side:
            continue
        if roles[beside] in blends:
            for further in map(graph.joints.__getitem__, graph.joints_of_face[beside]):
                level = further.across(beside)
                if level >= 0 and level != side and roles[level] not in BLEND_ROLES:
                    yield _LevelContact(level, _normal(prepared, level, further), (beside,))
        elif joint.convexity == convexity or (roles[side] in blends and roles[beside] not in BLEND_ROLES):
            yield _LevelContact(beside, _normal(prepared, beside, joint), ())


def _side_of_mark(
    prepared: PreparedPart,
    roles: tuple[int, ...],
    side: FaceId,
    foot: _LevelContact,
    rims: list[_LevelContact],
    vertices_of_face: list[Ints],
) -> _Side | None:
    """Return a side that stands on the level at its foot; None where it is that of no mark."""
    mesh, values = prepared.mesh, prepared.fields["thickness"].values
    tops = [rim for rim in rims if rim.level != foot.level and rim.normal @ foot.normal >= SAME_LEVEL_COSINE]
    lean = np.abs(mesh.normals[vertices_of_face[side]] @ foot.normal)
    if not tops or (roles[side] not in BLEND_ROLES and np.nanmedian(lean) > STEEP_COSINE):
        return None
    members = {side, *foot.blends, *(blend for rim in tops for blend in rim.blends)}
    rises = np.concatenate([mesh.vertices[vertices_of_face[face]] @ foot.normal for face in members])
    levels = (foot.level, *(rim.level for rim in tops))
    wall_mm = min(_wall_mm(values[vertices_of_face[level]]) for level in {*levels})
    found = _Side(frozenset(members), levels, foot.normal, float(rises.min()), float(rises.max()), wall_mm)
    return found if found.height_mm <= HIGHEST_MM + LENGTH_FLOOR_MM else None


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
