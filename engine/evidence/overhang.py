"""Finds overhangs: faces that a printer lays down with nothing below them.

Angles are from the vertical: a wall has 0°, a chamfer on the underside 45°, a ceiling 90°. What leans over by
no more than 45° is held by the layer below in every process in use and is no overhang; neither is what lies
on the bed. The normals are those of the exact surface.

How bad an overhang is depends on what holds it. A *bridge* is held on two opposite sides, and its span
counts: a strand, a track or a film is laid from one to the other. A *cantilever* is held on one side, and its
reach counts, from there to its furthest point. The roof of a round hole that lies on its side is an arch that
closes little by little; up to a diameter, which is the process's, it holds itself, and so does its mouth.
What nothing holds at all, such as the lower end of a pin that hangs from a ceiling, starts in the air.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.evidence.overhangs import clip, normals, spans, zones
from engine.evidence.overhangs.limits import SELF_SUPPORTING_DEG, SLACK_DEG, bed_mm
from engine.evidence.overhangs.spans import Plan
from engine.evidence.overhangs.zones import FREEFORM_DEG, Zones
from engine.graph.coaxial import axis_line, turns_about
from engine.graph.neighborhoods import neighbors
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints, Vector, along, cross
from engine.model.part import Face, FaceId
from engine.model.printing import BuildDirection, Overhang
from engine.model.surface import Cone, Cylinder, Freeform, Plane
from engine.run_context import RunContext
from engine.tolerances import SAME_SHARE, is_majority

FACE_SHARE = 0.05
"""A face hangs over when this share of it does, or `PART_SHARE` of the part: less is a row of triangles."""
PART_SHARE = 1e-3
STEEPER_SHARE = 0.25
"""Of the area that hangs over, what may lean by more than the reported angle. The round along the foot of
a part leans as much as you like in its last tenth of a millimeter, and prints."""
LONGER_SHARE = 0.1
"""Of the area that hangs over, what may span more than the reported length: the corners round a screw
hole through a ceiling."""
LYING_SINE = 0.5
"""Of the angle at which a hole rises: up to 30 degrees its roof is that of one that lies."""
PLACES_OF_FACE = 40
"""Fewest places of a face that are looked at."""
TRIANGLES_OF_FACE = 1000
"""About the most triangles of a face that are looked at; of fewer, shares are off by several hundredths."""


def find(context: RunContext, build: BuildDirection) -> tuple[Overhang, ...]:
    """Find the faces that hang over, ascending, each with how it is held."""
    mesh, direction = context.mesh, build.direction
    found = zones.find(
        context.prepared, direction, SELF_SUPPORTING_DEG + SLACK_DEG, bed_mm(context.prepared, direction)
    )
    if not len(found.triangles):
        return ()
    faces = mesh.face_of_triangle[found.triangles]
    area = _areas(context.prepared, found)
    area_of_face = np.bincount(faces, area, minlength=len(context.part.faces))
    whole = np.array([face.area_mm2 for face in context.part.faces])
    matters = (area_of_face > FACE_SHARE * whole) | (area_of_face > PART_SHARE * whole.sum())
    matters &= area_of_face > 0.0
    order = np.argsort(faces, kind="stable")
    rows = order[matters[faces[order]]]
    if not len(rows):
        return ()
    seen = spans.plan(found, direction)
    places = _Places(seen, area, rows, faces)
    first = np.flatnonzero(np.diff(faces[rows], prepend=-1))
    all_found = [
        _overhang(context.part.faces[faces[own[0]]], seen, mesh.chord_mm, direction, area, own, places)
        for own in np.split(rows, first[1:])
    ]
    return tuple(_with_mouths(context, all_found, direction, places))


def _with_mouths(
    context: RunContext, found: list[Overhang], direction: Vector, places: "_Places"
) -> Iterator[Overhang]:
    """Give mouths of arches that nothing bridges, as at the outside of a part, the arch they belong to."""
    faces = context.part.faces
    arches = {each.face for each in found if np.isfinite(each.arch_mm)}
    for each in found:
        axis = axis_line(faces[each.face].surface) if np.isinf(each.arch_mm) else None
        beside = arches.intersection(neighbors(context.graph, (each.face,))) if axis is not None else ()
        if axis is not None and any(turns_about(faces[arch], axis) for arch in beside):
            own = places.of(each.face)
            looks = normals.of_face(faces[each.face], places.points[own], places.normals[own])
            yield replace(each, arch_mm=_arch_mm(faces[each.face], direction, places.points[own], looks))
        else:
            yield each


def _areas(prepared: PreparedPart, found: Zones) -> Floats:
    """Return (Z,) the areas of what hangs over of triangles."""
    whole = prepared.mesh.vertices[prepared.mesh.triangles[found.triangles]]
    sizes = [
        np.linalg.norm(cross(each[:, 1] - each[:, 0], each[:, 2] - each[:, 0]), axis=1)
        for each in (found.corners, whole)
    ]
    share = sizes[0] / np.maximum(sizes[1], np.finfo(float).tiny)
    return np.asarray(share * prepared.area_of_triangle[found.triangles])


class _Places:
    """Places spread over what hangs over, with how far each leans and the bridge through it."""

    def __init__(self, seen: Plan, area: Floats, rows: Ints, faces: Ints) -> None:
        found = seen.zones
        face = faces[rows]
        count = np.bincount(face, minlength=1)[face]
        # of a face with many triangles every few are looked at, of one with few each in many places
        first = np.searchsorted(face, face)
        is_chosen = (np.arange(len(rows)) - first) % (count // TRIANGLES_OF_FACE + 1) == 0
        per_side = np.maximum(np.ceil(np.sqrt(PLACES_OF_FACE / count)).astype(np.int64), 2)[is_chosen]
        rows = rows[is_chosen]
        pieces = [(rows[per_side == n], _middles(int(n))) for n in np.unique(per_side)]
        own = np.concatenate([np.repeat(some, len(weights)) for some, weights in pieces])
        weights = np.concatenate([np.tile(weights, (len(some), 1)) for some, weights in pieces])
        share = np.concatenate([np.full(len(some) * len(w), 1.0 / len(w)) for some, w in pieces])
        order = np.lexsort((own, faces[own]))
        own, weights, share = own[order], weights[order], share[order]
        self.rows = own
        self.per_side = np.round(np.sqrt(1.0 / share))
        self.points: Floats = np.einsum("nc,nck->nk", weights, found.corners[own])
        self.areas: Floats = share * area[own]
        self.normals = clip.unit(np.einsum("nc,nck->nk", weights, found.normals[own]))
        self.span = spans.span(seen, self.points, found.zone_of_triangle[own])
        self.faces = faces[own]

    def of(self, face: FaceId) -> Ints:
        """Return the places on a face."""
        return np.arange(np.searchsorted(self.faces, face), np.searchsorted(self.faces, face, side="right"))


def _middles(per_side: int) -> Floats:
    """Return barycentric middles (n², 3) of a triangle split into n rows of equal triangles."""
    rows = [
        ((i + third) / per_side, (j + third) / per_side)
        for third, shorter in ((1 / 3, 0), (2 / 3, 1))
        for i in range(per_side - shorter)
        for j in range(per_side - shorter - i)
    ]
    second, third = np.array(rows).T
    return np.stack([1 - second - third, second, third], axis=1)


def _overhang(
    face: Face, seen: Plan, chord_mm: float, direction: Vector, area: Floats, rows: Ints, places: _Places
) -> Overhang:
    """Sum up what hangs over of one face."""
    found = seen.zones
    own = places.of(face.id)
    looks = normals.of_face(face, places.points[own], places.normals[own])
    lean_deg = _lean_deg(looks, direction)
    steepest, at = _quantile(lean_deg, places.areas[own], STEEPER_SHARE)
    steepness_deg = np.ptp(_lean_deg(found.normals[places.rows[own[at]]], direction))
    angle_off = FREEFORM_DEG if isinstance(face.surface, Freeform) else 0.0
    if not isinstance(face.surface, Plane | Cone):
        angle_off += 0.5 * float(steepness_deg / places.per_side[own[at]])
    length, at = _quantile(places.span.length_mm[own], places.areas[own], LONGER_SHARE)
    furthest = spans.furthest(seen, rows)
    location, witness = furthest.place, None
    if np.isfinite(length):
        longest = own[at]
        location = places.points[longest]
        witness = (places.span.from_point[longest], places.span.to_point[longest])
    elif np.isfinite(furthest.distance_mm):
        witness = (furthest.nearest, furthest.place)
    is_bridged = np.isfinite(places.span.length_mm[own])
    bridged = float(places.areas[own][is_bridged].sum())
    arch_mm = np.inf
    # beside an opening in its roof a hole closes little by little all the same
    if is_majority(bridged, places.areas[own].sum()):
        arch_mm = _arch_mm(face, direction, places.points[own], looks)
    is_flat = isinstance(face.surface, Plane)
    return Overhang(
        face=face.id,
        angle_deg=steepest,
        angle_uncertainty_deg=angle_off,
        area_mm2=float(area[rows].sum()),
        span_mm=length,
        reach_mm=furthest.distance_mm,
        arch_mm=arch_mm,
        span_uncertainty_mm=0.0 if is_flat else float(np.sqrt(area[rows].mean())),
        reach_uncertainty_mm=0.0 if is_flat else furthest.error_mm + chord_mm,
        location=location,
        witness=witness,
    )


def _arch_mm(face: Face, direction: Vector, points: Floats, looks: Floats) -> float:
    """Return the diameter of the lying hole whose roof a face is; inf where it is the roof of none.

    The chamfer or round of a mouth is part of the roof, with its widest place that hangs over.

    Parameters
    ----------
    points, looks : (P, 3) float64
        Places on the face that hang over, and the unit normals there.
    """
    if isinstance(face.surface, Cylinder):
        return 2.0 * face.surface.radius_mm if face.sense < 0 else np.inf
    axis = axis_line(face.surface)
    if axis is None or abs(float(axis.direction @ direction)) > LYING_SINE:
        return np.inf
    offsets = points - axis.origin
    out = offsets - np.multiply.outer(along(offsets, axis.direction), axis.direction)
    if bool((np.einsum("pk,pk->p", looks, out) > 0.0).any()):
        return np.inf
    return 2.0 * float(np.linalg.norm(out, axis=1).max())


def _lean_deg(looks: Floats, direction: Vector) -> Floats:
    """Return how far surfaces lean from the vertical where they look some ways."""
    return np.asarray(np.degrees(np.arcsin(np.clip(-along(looks, direction), -1.0, 1.0))))


def _quantile(values: Floats, weights: Floats, beyond: float) -> tuple[float, int]:
    """Return the value that no more than a share of the weight lies beyond, and where it is."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    at = int(order[min(np.searchsorted(reached, (1.0 - beyond - SAME_SHARE) * reached[-1]), len(order) - 1)])
    return float(values[at]), at
