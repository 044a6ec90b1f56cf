"""Finds cooling fins that go all the way round a core: thin discs in a stack.

Each is a plate through which the core passes: on both sides an inner border of nothing but hollow, and an
outer one that is free. One such plate by itself is a flange, two are a spool; three alike with one core
between them are fins.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.fins import bases, description, widths
from engine.features.fins.description import FinDescription
from engine.features.fins.wall_pairs import WallPair, across
from engine.graph import contours, outlines
from engine.graph.blend_suppressed import SuppressedAdjacency
from engine.graph.contours import Contour
from engine.model.analysis import PreparedPart
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import Circle, FaceId, Part
from engine.model.surface import Cylinder
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, same_length

PROUD = 2.0
"""A disc stands out by at least this many thicknesses."""

STACK = 3
"""Fewer discs alike beside each other are flanges."""

ALIKE = 0.02
"""Discs of a stack are as thick as each other within this share."""

NEARLY_ALL = 0.9
"""At least this share of the inner border is a hollow, and of the outer one free."""


def find(
    context: RunContext, adjacency: SuppressedAdjacency, thin: list[WallPair]
) -> tuple[FinDescription, ...]:
    """Find the discs that stand in stacks."""
    discs = [disc for pair in thin for disc in _discs(context, adjacency, pair)]
    stacks: list[list[_Disc]] = []
    for disc in discs:
        beside = [stack for stack in stacks if any(_is_beside(disc, other) for other in stack)]
        stacks = [stack for stack in stacks if stack not in beside]
        stacks.append([disc, *(other for stack in beside for other in stack)])
    return tuple(disc.description for stack in stacks if len(stack) >= STACK for disc in stack)


@dataclass(frozen=True, slots=True, eq=False)
class _Disc:
    description: FinDescription
    cores: frozenset[FaceId]
    """Groups it stands on."""


def _is_beside(a: _Disc, b: _Disc) -> bool:
    return not a.cores.isdisjoint(b.cores) and same_length(
        a.description.thickness_mm, b.description.thickness_mm, ALIKE
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One side of a disc."""

    outer: Contour
    inner: Contour
    cores: tuple[FaceId, ...]
    height_mm: float
    """Area between the borders over their mean length: of a round disc how far it stands out."""
    length_mm: float
    """Mean of both borders."""
    middle: Vector


def _discs(context: RunContext, adjacency: SuppressedAdjacency, pair: WallPair) -> list[_Disc]:
    """Describe a wall pair as a disc; nothing where it is none."""
    part, graph = context.part, context.graph
    if (
        len(pair.near) != 1
        or len(pair.far) != 1
        or not all(_may_be_pierced(context.prepared, each) for each in pair.groups)
    ):
        return []
    sides = [_side(context, adjacency, group) for group in pair.groups]
    near, far = sides
    if near is None or far is None:
        return []
    first, second = (part.faces[group] for group in pair.groups)
    thickness_mm = abs(float((first.inner_point - second.inner_point) @ across(part, pair)))
    shorter = min(near, far, key=lambda side: side.height_mm)
    if shorter.height_mm < PROUD * thickness_mm:
        return []
    cores = tuple(sorted({*near.cores, *far.cores}))
    rim = {group for side in (near, far) for group in side.outer.neighbors(Convexity.CONVEX)}
    blends = [
        meeting.blends for side in (near, far) for meeting in side.inner.meetings if meeting is not None
    ]
    disc = FinDescription(
        sides=tuple(sorted(face for group in pair.groups for face in graph.faces_of_group[group])),
        tops=tuple(
            sorted(
                face
                for group in rim
                if widths.of_group(part, graph, group) <= widths.NARROW * thickness_mm
                for face in graph.faces_of_group[group]
            )
        ),
        ends=(),
        bases=tuple(sorted(face for core in cores for face in graph.faces_of_group[core])),
        center=(near.middle + far.middle) / 2.0,
        up=None,
        thickness_mm=thickness_mm,
        top_thickness_mm=thickness_mm,
        base_thickness_mm=thickness_mm,
        height_mm=shorter.height_mm,
        length_mm=shorter.length_mm,
        draft_deg=0.0,
        base_fillet_mm=min((description.fillet_mm(part, each) for each in blends), default=0.0),
        base_wall=bases.UNKNOWN,
    )
    return [_Disc(disc, frozenset(cores))]


def _may_be_pierced(prepared: PreparedPart, group: FaceId) -> bool:
    """Whether the faces of a group have more than one loop between them."""
    return sum(len(prepared.part.faces[face].loops) for face in prepared.graph.faces_of_group[group]) > 1


def _side(context: RunContext, adjacency: SuppressedAdjacency, group: FaceId) -> _Side | None:
    """Look at one side; None where it is not a plate that a core passes through."""
    part, graph = context.part, context.graph
    walked = contours.of(context, adjacency, group)
    outer = [each for each in walked if each.is_outer]
    inner = [each for each in walked if not each.is_outer and each.share(Convexity.CONCAVE) >= NEARLY_ALL]
    if len(outer) != 1 or len(inner) != 1 or outer[0].share(Convexity.CONCAVE) > 1.0 - NEARLY_ALL:
        return None
    cores = inner[0].neighbors(Convexity.CONCAVE)
    normal = part.faces[group].inner_normal
    area_mm2 = sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group])
    area_mm2 += sum(_enclosed_mm2(part, each, normal) for each in walked if each is not outer[0])
    core_mm2, around_mm = _enclosed_mm2(part, inner[0], normal), sum(inner[0].lengths_mm)
    core = part.faces[cores[0]].surface
    if len(cores) == 1 and isinstance(core, Cylinder):
        # Past a fillet the inner border is wider than the core.
        core_mm2, around_mm = np.pi * core.radius_mm**2, 2.0 * np.pi * core.radius_mm
    points = outlines.points(part, inner[0].edges)
    length_mm = (sum(outer[0].lengths_mm) + around_mm) / 2.0
    return _Side(
        outer=outer[0],
        inner=inner[0],
        cores=cores,
        height_mm=(area_mm2 - core_mm2) / length_mm,
        length_mm=length_mm,
        middle=(points.min(axis=0) + points.max(axis=0)) / 2.0,
    )


def _enclosed_mm2(part: Part, contour: Contour, normal: Vector) -> float:
    """Return the area inside a border: exact inside a circle, by samples inside anything else."""
    curves = [part.edges[edge].curve for edge in contour.edges]
    radii_mm = [curve.radius_mm for curve in curves if isinstance(curve, Circle)]
    around_mm = sum(contour.lengths_mm)
    if len(radii_mm) == len(curves) and same_length(2.0 * np.pi * max(radii_mm), around_mm, FIT_LENGTH):
        return float(np.pi * max(radii_mm) ** 2)
    return abs(float(outlines.vector_area(outlines.points(part, contour.edges)) @ normal))
