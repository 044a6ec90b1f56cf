"""Overhangs: faces that a printer lays down with nothing below them.

Angles are from the vertical: a wall has 0°, a chamfer on the underside 45°, a ceiling 90°. What leans over by
no more than 45° is held by the layer below in every process in use and is no overhang; neither is what lies
on the bed. The normals are those of the exact surface.

How bad an overhang is depends on what holds it. A *bridge* is held on two opposite sides, and its span
counts: a strand, a track or a film is laid from one to the other. A *cantilever* is held on one side, and its
reach counts, from there to its furthest point. The roof of a round hole that lies on its side is an arch that
closes little by little; up to a diameter, which is the process's, it holds itself. What nothing holds at all,
such as the lower end of a pin that hangs from a ceiling, starts in the air.
"""

import numpy as np

from engine.evidence.overhangs import normals, spans, zones
from engine.evidence.overhangs.limits import SELF_SUPPORTING_DEG, SLACK_DEG, bed_mm
from engine.evidence.overhangs.spans import Plan
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints, Vector, along
from engine.model.mesh import Mesh
from engine.model.part import Face, FaceId
from engine.model.printing import BuildDirection, Overhang
from engine.model.surface import Cylinder, Freeform, Plane
from engine.tolerances import SAME_SHARE

FACE_SHARE = 0.05
"""A face hangs over when this share of it does, or `PART_SHARE` of the part: less is a row of triangles."""
PART_SHARE = 1e-3
STEEPER_SHARE = 0.25
"""Of the area that hangs over, what may lean by more than the angle that is told. The round along the foot of
a part leans as much as you like in its last tenth of a millimeter, and prints."""
LONGER_SHARE = 0.1
"""Of the area that hangs over, what may span more than the length that is told: the corners round a screw
hole through a ceiling."""
FREEFORM_DEG = 0.3
"""How far the normals of a freeform surface may be off between the corners of a triangle."""
PLACES_OF_FACE = 40
"""Fewest places of a face that are looked at."""
TRIANGLES_OF_FACE = 1000
"""About the most triangles of a face that are looked at; of fewer, shares are off by several hundredths."""


def find(prepared: PreparedPart, build: BuildDirection) -> tuple[Overhang, ...]:
    """Find the faces that hang over, ascending, each with how it is held."""
    mesh, direction = prepared.mesh, build.direction
    found = zones.find(prepared, direction, SELF_SUPPORTING_DEG + SLACK_DEG, bed_mm(prepared, direction))
    if not len(found.triangles):
        return ()
    faces = mesh.face_of_triangle[found.triangles]
    area = prepared.area_of_triangle[found.triangles]
    area_of_face = np.bincount(faces, area, minlength=len(prepared.part.faces))
    whole = np.array([face.area_mm2 for face in prepared.part.faces])
    matters = (area_of_face > FACE_SHARE * whole) | (area_of_face > PART_SHARE * whole.sum())
    matters &= area_of_face > 0.0
    order = np.argsort(faces, kind="stable")
    rows = order[matters[faces[order]]]
    if not len(rows):
        return ()
    seen = spans.plan(found, direction)
    places = _Places(mesh, seen, area, rows)
    first = np.flatnonzero(np.diff(faces[rows], prepend=-1))
    return tuple(
        _overhang(prepared.part.faces[faces[own[0]]], seen, mesh, direction, area, own, places)
        for own in np.split(rows, first[1:])
    )


class _Places:
    """Places spread over what hangs over, with how far each leans and the bridge through it."""

    def __init__(self, mesh: Mesh, seen: Plan, area: Floats, rows: Ints) -> None:
        found = seen.zones
        face = mesh.face_of_triangle[found.triangles[rows]]
        count = np.bincount(face, minlength=1)[face]
        # of a face with many triangles every few are looked at, of one with few each in many places
        first = np.searchsorted(face, face)
        rows = rows[(np.arange(len(rows)) - first) % (count // TRIANGLES_OF_FACE + 1) == 0]
        per_side = np.ceil(np.sqrt(PLACES_OF_FACE / count)).astype(np.int64)
        per_side = np.maximum(per_side, 2)[
            np.searchsorted(face, mesh.face_of_triangle[found.triangles[rows]])
        ]
        pieces = [(rows[per_side == n], _middles(int(n))) for n in np.unique(per_side)]
        own = np.concatenate([np.repeat(some, len(weights)) for some, weights in pieces])
        weights = np.concatenate([np.tile(weights, (len(some), 1)) for some, weights in pieces])
        share = np.concatenate([np.full(len(some) * len(w), 1.0 / len(w)) for some, w in pieces])
        order = np.argsort(own, kind="stable")
        own, weights, share = own[order], weights[order], share[order]
        corners = mesh.triangles[found.triangles[own]]
        self.rows = own
        self.points: Floats = np.einsum("nc,nck->nk", weights, mesh.vertices[corners])
        self.areas: Floats = share * area[own]
        self.normals = _normals(mesh, corners, weights)
        self.span = spans.span(seen, self.points, found.zone_of_triangle[own])
        self.faces = mesh.face_of_triangle[found.triangles[own]]

    def of(self, face: FaceId) -> Ints:
        """Return the places on a face."""
        return np.arange(np.searchsorted(self.faces, face), np.searchsorted(self.faces, face, side="right"))


def _normals(mesh: Mesh, corners: Ints, weights: Floats) -> Floats:
    """Return normals at places of triangles, from those of their corners."""
    mean = np.einsum("nc,nck->nk", weights, mesh.normals[corners])
    length = np.linalg.norm(mean, axis=1)
    middle = zones.normals_of_triangles(mesh, corners)
    is_known = length > 0.5
    return np.where(is_known[:, None], mean / np.where(is_known, length, 1.0)[:, None], middle)


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
    face: Face, seen: Plan, mesh: Mesh, direction: Vector, area: Floats, rows: Ints, places: _Places
) -> Overhang:
    """Sum up what hangs over of one face."""
    found = seen.zones
    own = places.of(face.id)
    looks = normals.of_face(face, places.points[own], places.normals[own])
    lean_deg = np.degrees(np.arcsin(np.clip(-along(looks, direction), -1.0, 1.0)))
    steepest, _ = _quantile(lean_deg, places.areas[own], STEEPER_SHARE)
    length, at = _quantile(places.span.length_mm[own], places.areas[own], LONGER_SHARE)
    corners, first = np.unique(mesh.triangles[found.triangles[rows]].ravel(), return_index=True)
    zone = found.zone_of_triangle[rows[first // 3]]
    reach = spans.reach(seen, mesh.vertices[corners], zone)
    furthest = int(reach.distance_mm.argmax())
    location, witness = mesh.vertices[corners[furthest]], None
    if np.isfinite(length):
        longest = own[at]
        location = places.points[longest]
        witness = (places.span.from_point[longest], places.span.to_point[longest])
    elif np.isfinite(reach.distance_mm[furthest]):
        witness = (reach.nearest[furthest], location)
    surface, arch_mm = face.surface, np.inf
    if isinstance(surface, Cylinder) and face.sense < 0 and np.isfinite(length):
        arch_mm = 2.0 * surface.radius_mm
    return Overhang(
        face=face.id,
        angle_deg=steepest,
        angle_uncertainty_deg=FREEFORM_DEG if isinstance(surface, Freeform) else 0.0,
        area_mm2=float(area[rows].sum()),
        span_mm=length,
        reach_mm=float(reach.distance_mm[furthest]),
        arch_mm=arch_mm,
        uncertainty_mm=0.0 if isinstance(surface, Plane) else float(np.sqrt(area[rows].mean())),
        location=location,
        witness=witness,
    )


def _quantile(values: Floats, weights: Floats, beyond: float) -> tuple[float, int]:
    """Return the value that no more than a share of the weight lies beyond, and where it is."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    at = int(order[min(np.searchsorted(reached, (1.0 - beyond - SAME_SHARE) * reached[-1]), len(order) - 1)])
    return float(values[at]), at
