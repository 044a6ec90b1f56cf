"""Marks: letters, logos and pads that stand a little above the wall they are on, or lie a little below it.

What is between the strokes of a letter is no wall, however thin, and the foot of a letter no corner that a
part breaks at: molds, patterns and cutters make such details as a matter of course. They are told by their
sides. The side of a mark goes from one level to another that is parallel to it: it meets the lower one in a
hollow and the upper one in an outer edge, and is low, for the part and for the wall that it stands on.
"""

import math

import numpy as np

from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints, Vector
from engine.model.face_graph import Convexity, Joint
from engine.model.part import FaceId
from engine.model.surface import Plane

HIGHEST_MM = 2.0
"""Letters on castings are up to 2 mm high, those of 3 mm in size 0.8 (Aluminum Association, Standards for
Aluminum Sand and Permanent Mold Castings, E16)."""
WALL_SHARE = 0.25
"""A step of more than this share of the wall, where that is thinner, is the shape of the part."""
PARALLEL_COSINE = math.cos(math.radians(20.0))
"""Two levels are parallel within 20°: what a mark is on may be curved."""
STEEP_COSINE = math.cos(math.radians(45.0))
"""The side leans from a level by 45° at least: anything flatter is a slope, or another level."""


def find(prepared: PreparedPart) -> dict[FaceId, float]:
    """Find the sides of marks.

    Returns
    -------
    dict
        By face, ascending, how high the side is in mm: at most `HIGHEST_MM` and `WALL_SHARE` of the wall.
        Empty where thickness was not measured.
    """
    field = prepared.fields.get("thickness")
    if field is None:
        return {}
    mesh, graph = prepared.mesh, prepared.graph
    order = np.argsort(mesh.face_of_vertex, kind="stable")
    vertices_of_face = np.split(
        order, np.searchsorted(mesh.face_of_vertex[order], np.arange(1, len(prepared.part.faces)))
    )
    found: dict[FaceId, float] = {}
    for face, around in enumerate(graph.joints_of_face):
        joints = [graph.joints[each] for each in around]
        hollow, outer = (
            [each for each in joints if each.convexity == kind and -1 not in each.faces]
            for kind in (Convexity.CONCAVE, Convexity.CONVEX)
        )
        own = vertices_of_face[face]
        if not hollow or not outer or not len(own):
            continue
        heights_mm = [
            height_mm
            for foot in hollow
            if (height_mm := _height_mm(prepared, FaceId(face), foot, outer, vertices_of_face)) is not None
        ]
        if heights_mm:
            found[FaceId(face)] = min(heights_mm)
    return found


def _height_mm(
    prepared: PreparedPart, side: FaceId, foot: Joint, outer: list[Joint], vertices_of_face: list[Ints]
) -> float | None:
    """Return how high a side stands over the level at its foot; None where it is no side of a mark."""
    mesh, values = prepared.mesh, prepared.fields["thickness"].values
    low, own = foot.across(side), vertices_of_face[side]
    up = _normal(prepared, low, foot, vertices_of_face)
    height_mm = float(np.ptp(mesh.vertices[own] @ up))
    if not height_mm <= HIGHEST_MM or np.nanmedian(np.abs(mesh.normals[own] @ up)) > STEEP_COSINE:
        return None
    tops = [
        top
        for rim in outer
        if (top := rim.across(side)) != low
        and _normal(prepared, top, rim, vertices_of_face) @ up >= PARALLEL_COSINE
    ]
    walls_mm = [_wall_mm(values[vertices_of_face[level]]) for level in ((low, *tops) if tops else ())]
    return height_mm if height_mm <= WALL_SHARE * min(walls_mm, default=0.0) else None


def _normal(prepared: PreparedPart, face: FaceId, joint: Joint, vertices_of_face: list[Ints]) -> Vector:
    """Return the normal of a face where it meets another."""
    if isinstance(prepared.part.faces[face].surface, Plane):
        return prepared.part.faces[face].inner_normal
    mesh, own = prepared.mesh, vertices_of_face[face]
    if not len(own):
        return np.zeros(3)
    nearest = own[np.argmin(np.linalg.norm(mesh.vertices[own] - joint.midpoint, axis=1))]
    normal: Vector = np.nan_to_num(mesh.normals[nearest])
    return normal


def _wall_mm(thickness_mm: Floats) -> float:
    """Return how thick the wall behind a level is for the most part; 0 where it is not known."""
    known = thickness_mm[np.isfinite(thickness_mm)]
    return float(np.median(known)) if len(known) else 0.0
