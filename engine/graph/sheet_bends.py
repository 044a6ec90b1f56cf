"""Sheet bends: pairs of coaxial cylinders that are the two skins of one bent sheet.

A fillet and a round can be coaxial too, in the corner of a molded tray. What tells a bend is that it is
free at both ends (nothing but sheet edges there: a tray's corner runs into its floor), and that the sheet
is as thick everywhere else: most of the body lies in pairs of faces at that distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph import coaxial, neighborhoods
from engine.model.arrays import Bools, Floats, Vector
from engine.model.face_graph import Convexity, FaceGraph
from engine.model.part import Body, Edge, Face, FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, PARALLEL_DEG

SHEET_SHARE = 0.6
"""At least this share of a body's area lies in pairs at the sheet's thickness. The rest are the sheet's own
edges, embosses and hardware; real sheet parts measured 0.8 and more, the thickest brackets least."""

SAME_DIRECTION_DEG = 15.0
"""Both skins of a bend look the same way from its axis; the flanges may end at different places."""

BLOCKED_SHARE = 0.25
"""The ends of a bend touch the flange next to them along less than this share of their arcs; one end of a
tray's corner runs into the floor, which is half."""

OVERLAP_SHARE = 0.5
"""Both skins of a bend run along at least this share of the shorter one."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetBend:
    """The inner and outer skin of a bend."""

    inner: tuple[FaceId, ...]
    outer: tuple[FaceId, ...]
    """Members of the two groups, ascending."""
    thickness_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class _Skin:
    group: FaceId
    faces: tuple[FaceId, ...]
    surface: Cylinder
    area_mm2: float
    middle: Vector
    """Area-weighted centroid: off the axis, on the side where the skin lies."""
    rim: Floats
    """(N, 3) points along the edges of the skin."""


def find(part: Part, graph: FaceGraph) -> tuple[SheetBend, ...]:
    """Find the bends of every body, in the order of their inner skins. Empty for anything but sheet."""
    bends: list[SheetBend] = []
    for body in part.bodies:
        inner, outer = (_skins(part, graph, body, sense) for sense in (-1, 1))
        if inner and outer:
            bends.extend(_paired(part, body, inner, outer))
    return tuple(sorted(bends, key=lambda bend: bend.inner))


def _skins(part: Part, graph: FaceGraph, body: Body, sense: int) -> list[_Skin]:
    """List the cylinders of one sense that could be skins: between two flanges, free at their ends."""
    skins = []
    for group in sorted({FaceId(int(graph.group_of_face[face])) for face in body.faces}):
        faces = graph.faces_of_group[group]
        face = part.faces[faces[0]]
        if not isinstance(face.surface, Cylinder) or face.sense != sense:
            continue
        members = [part.faces[each] for each in faces]
        area_mm2 = sum(each.area_mm2 for each in members)
        middle = sum((each.area_mm2 * each.centroid for each in members), np.zeros(3)) / area_mm2
        rim = np.concatenate([_rim(part, each) for each in members])
        skin = _Skin(group, faces, face.surface, area_mm2, middle, rim)
        if _is_free_at_its_ends(part, graph, skin):
            skins.append(skin)
    return skins


def _is_free_at_its_ends(part: Part, graph: FaceGraph, skin: _Skin) -> bool:
    """Whether the skin is tangent to two flanges, and ends at sharp outer edges along most of its arc."""
    flanges, free_mm, blocked_mm = 0, 0.0, 0.0
    for joint in neighborhoods.border_joints(graph, skin.faces):
        if _runs_along(part.edges[joint.edge], skin.surface.axis):
            flanges += joint.convexity in neighborhoods.SMOOTH
        elif joint.convexity == Convexity.CONVEX:
            free_mm += joint.length_mm
        else:
            blocked_mm += joint.length_mm
    return flanges >= 2 and blocked_mm <= BLOCKED_SHARE * (free_mm + blocked_mm)


def _runs_along(edge: Edge, axis: Vector) -> bool:
    return abs(float((edge.points[-1] - edge.points[0]) @ axis)) >= 0.9 * edge.length_mm


def _paired(part: Part, body: Body, inner: Sequence[_Skin], outer: Sequence[_Skin]) -> list[SheetBend]:
    """Give every inner skin the nearest outer one it forms a bend with."""
    planes = [part.faces[face] for face in body.faces if isinstance(part.faces[face].surface, Plane)]
    share_of_thickness: dict[float, bool] = {}
    bends = []
    for skin in inner:
        partners = [
            (other.surface.radius_mm - skin.surface.radius_mm, other)
            for other in outer
            if _is_pair(skin, other)
        ]
        for thickness_mm, other in sorted(partners, key=lambda each: (each[0], each[1].group)):
            key = float(f"{thickness_mm:.4g}")
            if key not in share_of_thickness:
                skins = [skin, other]
                share_of_thickness[key] = _is_sheet(part, body, planes, inner, outer, skins, thickness_mm)
            if share_of_thickness[key]:
                bends.append(SheetBend(skin.faces, other.faces, thickness_mm))
                break
    return bends


def _is_pair(inner: _Skin, outer: _Skin) -> bool:
    thickness_mm = outer.surface.radius_mm - inner.surface.radius_mm
    if thickness_mm <= LENGTH_FLOOR_MM:
        return False
    line = coaxial.AxisLine(inner.surface.origin, inner.surface.axis)
    other = coaxial.AxisLine(outer.surface.origin, outer.surface.axis)
    tolerance_mm = FIT_LENGTH * outer.surface.radius_mm
    if not coaxial.is_same_line(line, other, inner.middle, tolerance_mm):
        return False
    looks = [_away(line, skin.middle) for skin in (inner, outer)]
    if float(looks[0] @ looks[1]) < np.cos(np.radians(SAME_DIRECTION_DEG)):
        return False
    heights, other_heights = line.along(inner.rim), line.along(outer.rim)
    overlap_mm = min(heights.max(), other_heights.max()) - max(heights.min(), other_heights.min())
    return bool(overlap_mm >= OVERLAP_SHARE * min(np.ptp(heights), np.ptp(other_heights)))


def _away(line: coaxial.AxisLine, point: Vector) -> Vector:
    """Return the unit vector from the axis to a point; zero on the axis."""
    offset = point - line.at(float(line.along(point)))
    size = float(np.linalg.norm(offset))
    return np.asarray(offset / size if size > 0.0 else np.zeros(3), dtype=np.float64)


def _is_sheet(
    part: Part,
    body: Body,
    planes: Sequence[Face],
    inner: Sequence[_Skin],
    outer: Sequence[_Skin],
    pair: Sequence[_Skin],
    thickness_mm: float,
) -> bool:
    """Whether most of the body's area has its other skin at this distance."""
    paired_mm2 = sum(skin.area_mm2 for skin in pair)
    tolerance_mm = FIT_LENGTH * thickness_mm + LENGTH_FLOOR_MM
    for skin in inner:
        for other in outer:
            apart_mm = other.surface.radius_mm - skin.surface.radius_mm
            if abs(apart_mm - thickness_mm) <= tolerance_mm and skin not in pair and _is_pair(skin, other):
                paired_mm2 += skin.area_mm2 + other.area_mm2
    if planes:
        areas = np.array([face.area_mm2 for face in planes])
        paired_mm2 += float(areas[_has_other_skin(part, planes, thickness_mm)].sum())
    return paired_mm2 >= SHEET_SHARE * body.area_mm2


def _has_other_skin(part: Part, planes: Sequence[Face], thickness_mm: float) -> Bools:
    """Return (P,) whether a plane has an opposite one a thickness below it, within reach of both."""
    normals = np.stack([face.inner_normal for face in planes])
    points = np.stack([face.inner_point for face in planes])
    centers = np.stack([face.centroid for face in planes])
    reaches = np.array([np.linalg.norm(_rim(part, face) - face.centroid, axis=1).max() for face in planes])
    is_opposite = normals @ normals.T <= -np.cos(np.radians(PARALLEL_DEG))
    heights = np.einsum("ik,ijk->ij", normals, points[None, :, :] - points[:, None, :])
    is_below = np.abs(heights + thickness_mm) <= 10.0 * FIT_LENGTH * thickness_mm
    apart = np.linalg.norm(centers[None, :, :] - centers[:, None, :], axis=2)
    is_near = apart <= reaches[:, None] + reaches[None, :] + thickness_mm
    return np.asarray((is_opposite & is_below & is_near).any(axis=1))


def _rim(part: Part, face: Face) -> Floats:
    return np.concatenate([part.edges[edge].points for loop in face.loops for edge in loop.edges])
