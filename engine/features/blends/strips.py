"""Finds patches that run tangent from one support to another and bend more than either.

This is the geometry of a blend, without the name: it holds for cylinders, tori, cones (a radius that
grows evenly) and splines alike, because it is read off the border. Along a spring edge the patch is
tangent to its support, and its curvature jumps there: that jump is what a rolling ball leaves behind.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from statistics import median

import numpy as np

from engine.features.blends import balls
from engine.features.blends.springs import TANGENT_DEG, Spring, spring_at
from engine.graph import neighborhoods, sections
from engine.graph.sections import Section
from engine.model.face_graph import FaceGraph
from engine.model.part import EdgeId, Face, FaceId, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface
from engine.run_context import RunContext

MIN_SWEEP_DEG = 5.0
"""What turns by less from support to support, or all but the whole way round, blends nothing: faces that a
modeler meant to be tangent miss that by up to this."""
SLOT_END_DEG = 165.0
"""A hollow that sweeps further joins two walls that face each other, drafted by up to 7.5 degrees each: it is
the end of a slot, and no corner lies under it."""

LUG_DEG = 150.0
"""A swelling that sweeps further is the top of a rib where it is longer than a full round is wide, and the
outline of a lug where it is not."""

DWINDLING = 0.1
"""A radius that falls below this share of its largest runs out into a cone's tip: a bevel, not a blend."""

LEAST_RISE = 1e-3
"""Least rise of an arc over its chord, in radii, that is reckoned with: a turn of 5 degrees."""

LANDED_SHARE = 0.1
"""A patch has two sides when this share of its sections runs from spring edge to spring edge: other features
may have eaten most of one support, and mouths and ends cut the rest."""

TALLEST = 4.0
WIDEST = 2.0
"""A patch that is wider than four times its length and wider than twice its supports is a curved wall: the
corner of a thin plate has wide supports, the corner of a small pocket is tall."""

SLENDER_FREEFORM = 1.0
"""A free-form patch is a strip only when it is longer than wide, or narrower than its supports: free-form
parts are full of patches that meet smoothly."""


@dataclass(frozen=True, slots=True, eq=False)
class BlendStrip:
    """One patch that blends two supports, or what is left of it where one support was cut away."""

    faces: tuple[FaceId, ...]
    """Members of the patch, ascending."""
    is_concave: bool
    min_radius_mm: float
    max_radius_mm: float
    sweep_deg: float
    """How far the normal turns from support to support."""
    width_mm: float
    """Arc length across."""
    length_mm: float
    """Along the spring edges."""
    springs: frozenset[EdgeId]
    landings: frozenset[EdgeId]
    """The edges its sections end on."""
    supports: tuple[FaceId, ...]
    """The faces it is tangent to, ascending."""
    is_sampled: bool
    """Whether the radii were read from samples of the border: those of a spline."""
    is_two_sided: bool
    """False where every section ends at a sharp edge: a cliff, if it is a blend at all."""
    is_slender: bool
    """Whether it is narrow for its length and its supports."""

    @property
    def is_variable(self) -> bool:
        """Whether the radius was meant to change along the strip."""
        return self.max_radius_mm > self.min_radius_mm


def find(context: RunContext, but_not: Collection[FaceId] = ()) -> dict[FaceId, BlendStrip]:
    """Find the strips of a part, by group; two-sided ones and candidates for cliffs.

    Groups in `but_not`, planes, balls and stray faces are never strips.
    """
    part, graph = context.part, context.graph
    springs_of_group = {}
    for group, faces in graph.faces_of_group.items():
        face = _face(part, faces)
        if group in but_not or face.body is None or isinstance(face.surface, Plane | Sphere):
            continue
        if springs := _springs(part, graph, face, faces):
            springs_of_group[group] = springs
    walks = sections.across_groups(context, springs_of_group)
    found = {}
    for group, springs in springs_of_group.items():
        strip = _strip(part, graph, graph.faces_of_group[group], springs, walks[group])
        if strip is not None:
            found[group] = strip
    return found


def radius_stray_mm(deviation_mm: float, sweep_deg: float) -> float:
    """Return how far the radius of a patch may be out: the shorter the arc, the less its rise determines it.

    An arc that turns by a rises by r (1 - cos(a / 2)) over its chord, so a rise that is off by d leaves the
    radius off by d over that bracket.
    """
    rise = 1.0 - math.cos(math.radians(min(sweep_deg, 180.0)) / 2.0)
    return deviation_mm / max(rise, LEAST_RISE)


def _face(part: Part, faces: tuple[FaceId, ...]) -> Face:
    """Return the largest face of a group."""
    return part.largest_face(faces)


def _springs(part: Part, graph: FaceGraph, face: Face, faces: tuple[FaceId, ...]) -> list[Spring]:
    """Return the spring edges of a patch that bend the way most of their length does."""
    patch = frozenset(faces)
    springs = [
        spring
        for joint in neighborhoods.border_joints(graph, faces)
        if (spring := spring_at(part, joint, patch, face.surface)) is not None
    ]
    is_concave = _are_concave(springs)
    return [spring for spring in springs if (spring.curvature > 0.0) == is_concave]


def _are_concave(springs: list[Spring]) -> bool:
    return sum(spring.curvature * spring.edge.length_mm for spring in springs) > 0.0


def _strip(
    part: Part,
    graph: FaceGraph,
    faces: tuple[FaceId, ...],
    springs: list[Spring],
    crossings: tuple[Section, ...],
) -> BlendStrip | None:
    face, patch, is_concave = _face(part, faces), frozenset(faces), _are_concave(springs)
    ids = frozenset(spring.edge.id for spring in springs)
    walks = tuple(walk for walk in crossings if walk.start_edge in ids)
    if not walks:
        return None
    sweep_deg, is_two_sided = _sweep(face.surface, patch, springs, walks, is_concave)
    if not MIN_SWEEP_DEG <= sweep_deg <= 360.0 - MIN_SWEEP_DEG:
        return None
    stray_mm = radius_stray_mm(max(part.faces[each].deviation_mm for each in faces), sweep_deg)
    lowest, highest = balls.radii(face.surface, patch, springs, walks, stray_mm)
    if lowest < DWINDLING * highest:
        return None
    width_mm = 0.5 * (lowest + highest) * float(np.radians(sweep_deg))
    length_mm = sum(spring.edge.length_mm for spring in springs) / (2.0 if is_two_sided else 1.0)
    if is_concave and sweep_deg > SLOT_END_DEG:
        return None
    if not is_concave and sweep_deg > LUG_DEG and length_mm <= 2.0 * highest:
        return None
    extent_mm = _support_extent_mm(part, graph, springs)
    if width_mm > max(TALLEST * length_mm, WIDEST * extent_mm):
        return None
    if isinstance(face.surface, Freeform) and width_mm > SLENDER_FREEFORM * max(length_mm, extent_mm):
        return None
    return BlendStrip(
        faces=faces,
        is_concave=is_concave,
        min_radius_mm=lowest,
        max_radius_mm=highest,
        sweep_deg=sweep_deg,
        width_mm=width_mm,
        length_mm=length_mm,
        springs=ids,
        landings=frozenset(walk.end_edge for walk in walks),
        supports=tuple(sorted({spring.support for spring in springs})),
        is_sampled=isinstance(face.surface, Freeform),
        is_two_sided=is_two_sided,
        is_slender=length_mm >= 2.0 * width_mm and extent_mm >= 2.0 * width_mm,
    )


def _sweep(
    surface: Surface,
    patch: frozenset[FaceId],
    springs: list[Spring],
    walks: tuple[Section, ...],
    is_concave: bool,
) -> tuple[float, bool]:
    """Return how far the patch sweeps, and whether it does so from spring edge to spring edge."""
    ids = {spring.edge.id for spring in springs}
    turns = [(walk.turn_deg if is_concave else -walk.turn_deg) % 360.0 for walk in walks]
    landed = [walk.end_edge in ids and walk.end_edge != walk.start_edge for walk in walks]
    shares = np.array([walk.share_mm for walk in walks])
    if shares[landed].sum() >= LANDED_SHARE * shares.sum():
        return median(turn for turn, is_landed in zip(turns, landed, strict=True) if is_landed), True
    if isinstance(surface, Cylinder | Cone) and len(springs) > 1:
        # Spring edges that lie askew, so that no section meets both: along a ruling the normal is constant.
        apart_deg = _widest_deg(patch, springs)
        if apart_deg >= max(MIN_SWEEP_DEG, max(turns) - TANGENT_DEG):
            return apart_deg, True
    return median(turns), False


def _widest_deg(patch: frozenset[FaceId], springs: list[Spring]) -> float:
    """Return the widest angle between the normals at two spring edges."""
    middles = [
        spring.edge.normals[sections.side_of(spring.edge, patch), len(spring.edge.points) // 2]
        for spring in springs
    ]
    cosines = np.clip(np.array(middles) @ np.array(middles).T, -1.0, 1.0)
    return float(np.degrees(np.arccos(cosines.min())))


def _support_extent_mm(part: Part, graph: FaceGraph, springs: list[Spring]) -> float:
    """Return how far the supports reach from the spring edges, on average over their length."""
    length_of_support: dict[FaceId, float] = {}
    for spring in springs:
        group = FaceId(int(graph.group_of_face[spring.support]))
        length_of_support[group] = length_of_support.get(group, 0.0) + spring.edge.length_mm
    areas = sum(
        part.faces[face].area_mm2 for group in length_of_support for face in graph.faces_of_group[group]
    )
    return areas / sum(length_of_support.values())
