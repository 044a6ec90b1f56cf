"""Pairs of flat faces that face away from each other with nothing but material between them.

Which faces are opposite is found by rays from points spread evenly, which hit ribs, bores and steps in
between. How far apart they are is computed from the planes and does not depend on the mesh.
"""

from dataclasses import dataclass

import numpy as np

from engine.graph import opposite_by_rays
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import FaceGraph
from engine.model.part import Face, FaceId, Part
from engine.run_context import RunContext
from engine.tolerances import PARALLEL_DEG

DRAFTED_DEG = 15.0 + PARALLEL_DEG
"""Two sides of one wall lean towards each other by at most this: more is a wedge. Draft seldom passes five
degrees a side. Where seven and a half were drawn, the sides face each other in every spelling of the file."""

SLACK = 0.02
"""Shares of area are known to within this. Common shapes halve or quarter a face exactly, so whoever asks for
at least a half or a quarter asks for this much less, and has them all."""

NO_LEAN = 1e-9
"""Planes that lean towards each other by less than this (radians) are parallel to rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class OppositeFace:
    """How much of one flat group lies over another, and how far apart they are there."""

    other: FaceId
    """The opposite group."""
    area_mm2: float
    """The part of this group's area that the other lies behind."""
    is_parallel: bool
    thickness_mm: float
    """Square to the plane midway between the two, half way along their overlap: the wall at mid-height."""
    min_thickness_mm: float
    max_thickness_mm: float
    """At the ends of the overlap; the same as `thickness_mm` where the planes are exactly parallel."""


def through_material(context: RunContext) -> dict[FaceId, tuple[OppositeFace, ...]]:
    """Find the opposite faces of every flat group of the bodies. To be asked for by `context.once`.

    Returns
    -------
    dict
        By group, the flat groups of the same body opposite to it, largest area first; empty where the
        material ends at something curved or askew.
    """
    part, graph = context.part, context.graph
    found: dict[FaceId, list[OppositeFace]] = {
        group: [] for group in sorted(graph.faces_of_group) if opposite_by_rays.is_flat(part.faces[group])
    }
    rays = context.once(opposite_by_rays.inward_rays)
    n = len(part.faces)
    codes, counts = np.unique(rays.group * (n + 1) + rays.opposite_groups + 1, return_counts=True)
    n_rays = np.bincount(rays.group, minlength=n)
    for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
        group, other = FaceId(code // (n + 1)), FaceId(code % (n + 1) - 1)
        if other in found and _is_opposite(part.faces[group], part.faces[other]):
            area_mm2 = sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group])
            share = count / int(n_rays[group])
            found[group].append(_measured(part, graph, group, other, share * area_mm2))
    return {
        group: tuple(sorted(each, key=lambda face: (-face.area_mm2, face.other)))
        for group, each in found.items()
    }


def _is_opposite(face: Face, other: Face) -> bool:
    """Whether two planes are opposite enough to be two sides of a wall."""
    lean = float(-face.inner_normal @ other.inner_normal)
    return face.body == other.body and lean >= np.cos(np.radians(DRAFTED_DEG))


def _measured(part: Part, graph: FaceGraph, group: FaceId, other: FaceId, area_mm2: float) -> OppositeFace:
    """Measure how far apart two opposite groups are.

    Where the planes lean towards each other, their distance changes along the sum of their normals and
    nowhere else, so the overlap is an interval along that direction.
    """
    face, other_face = part.faces[group], part.faces[other]
    upwards: Vector = face.inner_normal + other_face.inner_normal
    lean = float(np.linalg.norm(upwards))
    if lean <= NO_LEAN:
        apart_mm = _apart(face, other_face, face.inner_point)
        return OppositeFace(other, area_mm2, True, apart_mm, apart_mm, apart_mm)
    upwards = upwards / lean
    heights, other_heights = (_rim(part, graph, each) @ upwards for each in (group, other))
    low = max(float(heights.min()), float(other_heights.min()))
    high = min(float(heights.max()), float(other_heights.max()))
    uphill = upwards - (upwards @ face.inner_normal) * face.inner_normal
    at_foot, at_middle, at_top = (
        _apart(
            face,
            other_face,
            face.inner_point + (height - face.inner_point @ upwards) / (uphill @ upwards) * uphill,
        )
        for height in (low, (low + high) / 2.0, high)
    )
    is_parallel = lean <= np.radians(PARALLEL_DEG)
    return OppositeFace(other, area_mm2, is_parallel, at_middle, min(at_foot, at_top), max(at_foot, at_top))


def _apart(face: Face, other: Face, place: Vector) -> float:
    """Return the distance from a place on one plane to the other, square to the plane midway."""
    across: Vector = other.inner_normal - face.inner_normal
    across = across / np.linalg.norm(across)
    return float((other.inner_point - place) @ other.inner_normal / (across @ other.inner_normal))


def _rim(part: Part, graph: FaceGraph, group: FaceId) -> Floats:
    """Return (N, 3) points along the edges of a group."""
    edges = {
        edge for face in graph.faces_of_group[group] for loop in part.faces[face].loops for edge in loop.edges
    }
    return np.concatenate([part.edges[edge].points for edge in sorted(edges)])
