"""Facing planes: which flat faces look away from each other with nothing but material between them.

Who faces whom is read off the rays of the thickness field, which see ribs, bores and steps in between;
how far apart they are is read off the planes themselves and owes nothing to the mesh.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints, Vector
from engine.model.part import Face, FaceId
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_DEG

DRAFTED_DEG = 15.0
"""Two sides of one wall lean towards each other by at most this: more is a wedge. Draft seldom passes five
degrees a side."""


@dataclass(frozen=True, slots=True, eq=False)
class Facing:
    """How much of one flat group lies over another, and how far apart they are there."""

    other: FaceId
    """The group behind."""
    area_mm2: float
    """Of this group's area, what the other lies behind."""
    is_parallel: bool
    thickness_mm: float
    """Square to the plane midway between the two, in the middle of that area: the wall at mid-height."""
    min_thickness_mm: float
    max_thickness_mm: float
    """Over that area; the same as `thickness_mm` where the planes are parallel."""


def through_material(prepared: PreparedPart) -> dict[FaceId, tuple[Facing, ...]]:
    """Find what lies behind every flat group of the bodies.

    Returns
    -------
    dict
        By group, the flat groups of the same body behind it, largest area first; empty where the
        material ends at something curved or askew.
    """
    part, graph, mesh = prepared.part, prepared.graph, prepared.mesh
    field = prepared.fields["thickness_ray"]
    assert field.opposite is not None  # it is a distance
    flat = [group for group in graph.faces_of_group if _is_flat(part.faces[group])]
    areas = _area_of_vertex(prepared)

    is_flat = np.zeros(len(part.faces) + 1, dtype=bool)
    is_flat[[face for group in flat for face in graph.faces_of_group[group]]] = True
    group_of_face = np.append(graph.group_of_face, -1)
    behind = np.append(mesh.face_of_triangle, -1)[field.opposite]
    known = np.flatnonzero(is_flat[mesh.face_of_vertex] & is_flat[behind])
    pairs = np.stack([group_of_face[mesh.face_of_vertex[known]], group_of_face[behind[known]]], axis=1)

    found: dict[FaceId, list[Facing]] = {group: [] for group in flat}
    for (group, other), vertices in _sorted_out(pairs, known):
        facing = _facing(part.faces[group], part.faces[other], mesh.vertices[vertices], areas[vertices])
        if facing is not None:
            found[group].append(facing)
    return {
        group: tuple(sorted(each, key=lambda facing: (-facing.area_mm2, facing.other)))
        for group, each in found.items()
    }


def _is_flat(face: Face) -> bool:
    return face.body is not None and isinstance(face.surface, Plane)


def _area_of_vertex(prepared: PreparedPart) -> Floats:
    """Return (V,) a third of the triangles round each vertex, mm²."""
    mesh = prepared.mesh
    thirds = np.repeat(prepared.area_of_triangle / 3.0, 3)
    areas = np.bincount(mesh.triangles.ravel(), weights=thirds, minlength=len(mesh.vertices))
    return areas.astype(np.float64)


def _sorted_out(pairs: Ints, vertices: Ints) -> list[tuple[tuple[FaceId, FaceId], Ints]]:
    """Gather the vertices of each pair of groups, pairs ascending."""
    if not len(pairs):
        return []
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    pairs, vertices = pairs[order], vertices[order]
    starts = np.flatnonzero((pairs[1:] != pairs[:-1]).any(axis=1)) + 1
    return [
        ((FaceId(int(pairs[start, 0])), FaceId(int(pairs[start, 1]))), run)
        for start, run in zip([0, *starts.tolist()], np.split(vertices, starts), strict=True)
    ]


def _facing(face: Face, other: Face, places: Floats, areas: Floats) -> Facing | None:
    """Measure one pair; None where the planes are not opposite enough to be two sides of a wall."""
    cosine = float(-face.inner_normal @ other.inner_normal)
    if cosine < np.cos(np.radians(DRAFTED_DEG)) or face.body != other.body:
        return None
    area_mm2 = float(areas.sum())
    if not area_mm2 > 0.0:
        return None
    middle = areas @ places / area_mm2
    is_parallel = cosine >= np.cos(np.radians(PARALLEL_DEG))
    thickness_mm = float(_apart(face, other, middle[None])[0])
    if is_parallel:
        return Facing(other.id, area_mm2, True, thickness_mm, thickness_mm, thickness_mm)
    all_mm = _apart(face, other, places)
    return Facing(other.id, area_mm2, False, thickness_mm, float(all_mm.min()), float(all_mm.max()))


def _apart(face: Face, other: Face, places: Floats) -> Floats:
    """Return (N,) the distance from places on one plane to the other, square to the plane midway."""
    across: Vector = other.inner_normal - face.inner_normal
    across = across / np.linalg.norm(across)
    heights = (other.inner_point - places) @ other.inner_normal
    return np.asarray(heights / float(across @ other.inner_normal))
