"""The least wall behind every face: the thinnest place that is a wall, however small it is.

A share of the area cannot say it: the line along which a bore comes closest to a side is a small share of
that side, and where the mesh's vertices lie beside that line they read too much. Nor can the least of all
readings: one stray vertex, the corner of a wall or an edge that runs out to nothing would be the thinnest of
a face. So a place counts where a patch of triangles reads the same side opposite, and

* the surfaces of the two faces come closest to each other there, which is worked out to the last digit, and
  the mesh has both faces and nothing between them at that place; or
* the two sides lean from each other by no more than those of a rib do and do not run out to nothing at an
  edge in which they meet, as at the top of a drafted rib; and the surfaces say what the mesh does, or all of
  the patch reads nearly as little.
"""

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engine import fields
from engine.evidence import flanks
from engine.fields import thickness_ray
from engine.metrics import _between, _closest, _exact
from engine.metrics._surface import Place, RunOut
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Ints, frozen
from engine.model.field import Field
from engine.model.part import EdgeId, FaceId
from engine.model.surface import Plane
from engine.raycast import inset, probe, rays
from engine.raycast.rays import Facing
from engine.run_context import RunContext
from engine.surfaces.table import tabulate

NEAR = 1.5
"""A vertex is looked at when it reads less than so many times what all but one percent of its face have: the
mesh may miss the thinnest place of a small bore by that."""
ALIKE = 1.25
"""The corners of a triangle read alike when none reads more than so many times the least of them."""
PATCH = 2
"""So many triangles round a vertex make a patch: one stray vertex has none, nor have two neighbors."""
RUN_OUT = 2.2
"""Two sides meet within so many times the distance in which they would if they were flat: a side that leaves
the other along a circle needs twice as far."""
SHARP_DEG = 45.0
"""Sides that meet at less face each other up to their edge; at more they are no two sides of a wall."""
LOCAL = 0.98
"""A place less than so much of what one percent of the face has is looked for between the vertices, too."""
WANDERING = 3.0
"""The thinnest place is looked for within so many mesh edges of the vertex that reads least."""


class Leasts(NamedTuple):
    """The least walls of faces, and what was left out of them."""

    of_face: dict[FaceId, Place]
    """None for a face all of whose thin readings are doubtful."""
    run_out_of_face: dict[FaceId, RunOut]


def of_faces(context: RunContext, field: Field, ordinary: Floats) -> Leasts:
    """Find the least walls.

    Parameters
    ----------
    field : Field
        Thickness; NaN where there is no wall. Without `opposite` nothing is known of the places.
    ordinary : (F,) float64
        What all but one percent of each face's area have; NaN for faces that have no wall.
    """
    if field.opposite is None:
        return Leasts({}, {})
    mesh = context.mesh
    with np.errstate(invalid="ignore"):
        is_low: Bools = field.values < NEAR * ordinary[mesh.face_of_vertex]
    low = np.flatnonzero(is_low & (field.opposite >= 0))
    if not len(low):
        return Leasts({}, {})
    low = low[np.argsort(field.values[low], kind="stable")]
    lean = flanks.lean_deg(context.prepared, field.opposite, low)
    away_mm = _from_run_out(context.prepared, field, low, lean)
    alike, together = (count[low] >= PATCH for count in _patches(context.prepared, field))
    is_wall = (
        together & (lean <= flanks.FLANK_DEG) & np.isnan(away_mm) & _is_straight(context.prepared, field, low)
    )
    read: dict[FaceId, Place] = {}
    for place in (
        *_exactly(context.prepared, field, _first(context.prepared, field, low[is_wall])),
        *_as_measured(context.prepared, field, low[is_wall & alike]),
    ):
        _keep_less(read, context.prepared, place)
    read |= _between_vertices(context.prepared, field, ordinary, read)
    found: dict[FaceId, Place] = {}
    for place in (
        *_critical(context, field, _first(context.prepared, field, low[together])),
        *read.values(),
    ):
        _keep_less(found, context.prepared, place)
    return Leasts(found, _run_outs(context.prepared, field, low, away_mm))


def _keep_less(found: dict[FaceId, Place], prepared: PreparedPart, place: Place) -> None:
    """Keep a place where it is less than the one found on its face."""
    face = FaceId(int(prepared.mesh.face_of_vertex[place.vertex]))
    if face not in found or place.is_less_than(found[face].value):
        found[face] = place


def _between_vertices(
    prepared: PreparedPart, field: Field, ordinary: Floats, places: dict[FaceId, Place]
) -> dict[FaceId, Place]:
    """Return those places that are less between the vertices than at their own.

    Walls between planes are least at a vertex, and one that is as thin elsewhere is as thin between, too.
    """
    faces, mesh = prepared.part.faces, prepared.mesh
    assert field.opposite is not None
    bent: list[FaceId] = []
    for face, place in places.items():
        across = faces[mesh.face_of_triangle[field.opposite[place.vertex]]].surface
        is_flat = isinstance(faces[face].surface, Plane) and isinstance(across, Plane)
        if not is_flat and place.value < LOCAL * ordinary[face]:
            bent.append(face)
    chosen = [places[face] for face in bent]
    vertices = np.array([place.vertex for place in chosen], dtype=np.int64)
    refined = _between.refine(mesh, field.values, vertices)
    gained = (field.values[vertices] - refined).tolist()
    errors = (field.absolute_error + field.relative_error * refined).tolist()
    return {
        face: replace(place, value=place.value - gain, uncertainty=error + gain)
        for face, place, gain, error in zip(bent, chosen, gained, errors, strict=True)
        if gain > error
    }


def _is_straight(prepared: PreparedPart, field: Field, vertices: Ints) -> Bools:
    """Find at which vertices there is hardly more material straight behind than the ball says.

    Where there is more, the ball touches a corner beside the way: a neck between two corners, and no wall.
    """
    ray = prepared.fields.get(thickness_ray.NAME)
    if ray is None:
        return np.ones(len(vertices), dtype=np.bool_)
    straight: Bools = ray.values[vertices] <= ALIKE * field.values[vertices]
    return straight


def _first(prepared: PreparedPart, field: Field, vertices: Ints) -> Ints:
    """Return the first of some vertices for each pair of faces that they lie on and were measured to."""
    mesh = prepared.mesh
    assert field.opposite is not None
    own, across = mesh.face_of_vertex[vertices], mesh.face_of_triangle[field.opposite[vertices]]
    _, first = np.unique(own * len(prepared.part.faces) + across, return_index=True)
    return vertices[first]


def _from_run_out(prepared: PreparedPart, field: Field, low: Ints, lean: Floats) -> Floats:
    """Return how far vertices are from the edge in which their wall runs out to nothing; NaN for none."""
    mesh, group = prepared.mesh, prepared.graph.group_of_face
    assert field.opposite is not None
    found = np.full(len(low), np.nan)
    sharp = _sharp_edges(prepared)
    own, across = group[mesh.face_of_vertex[low]], group[mesh.face_of_triangle[field.opposite[low]]]
    reach = RUN_OUT * field.values[low] / np.tan(np.radians(np.clip(lean, 0.01, 89.0)))
    is_between: Bools = np.isin(np.minimum(own, across) * len(group) + np.maximum(own, across), list(sharp))
    chosen = np.flatnonzero(is_between)
    for members in flanks.by_pair(own[chosen], across[chosen]):
        rows = chosen[members]
        one, other = sorted((int(own[rows[0]]), int(across[rows[0]])))
        pieces = flanks.segments(prepared, sharp[one * len(group) + other])
        away = flanks.distance(mesh.vertices[low[rows]], pieces)
        found[rows] = np.where(away <= reach[rows], away, np.nan)
    return found


def _sharp_edges(prepared: PreparedPart) -> dict[int, list[EdgeId]]:
    """Return the edges in which walls run out to nothing, by `one * n_faces + other` of the groups beside."""
    group = prepared.graph.group_of_face
    found: dict[int, list[EdgeId]] = defaultdict(list)
    for joint in prepared.graph.joints:
        if joint.convexity in flanks.OUTER and joint.faces[1] >= 0 and joint.min_angle_deg <= SHARP_DEG:
            one, other = sorted(int(group[face]) for face in joint.faces)
            found[one * len(group) + other].append(joint.edge)
    return found


def _run_outs(prepared: PreparedPart, field: Field, low: Ints, away_mm: Floats) -> dict[FaceId, RunOut]:
    """Gather by face the readings next to edges in which walls run out to nothing."""
    ends = np.flatnonzero(~np.isnan(away_mm))
    ends = ends[np.argsort(prepared.mesh.face_of_vertex[low[ends]], kind="stable")]
    faces, starts = np.unique(prepared.mesh.face_of_vertex[low[ends]], return_index=True)
    pieces = np.split(ends, starts[1:])
    return {
        FaceId(int(face)): RunOut(frozen(field.values[low[piece]]), frozen(away_mm[piece]))
        for face, piece in zip(faces, pieces, strict=False)
    }


def _patches(prepared: PreparedPart, field: Field) -> tuple[Ints, Ints]:
    """Count the triangles round each vertex that read no more than ALIKE times as much, or the same wall."""
    mesh, group = prepared.mesh, prepared.graph.group_of_face
    corners = field.values[mesh.triangles]
    with np.errstate(invalid="ignore"):
        alike = corners.max(axis=1)[:, None] <= ALIKE * corners
    assert field.opposite is not None
    across = np.where(field.opposite >= 0, group[mesh.face_of_triangle[field.opposite]], -1)[mesh.triangles]
    together = (across >= 0) & (across == across[:, :1]).all(axis=1)[:, None]
    counts = [
        np.bincount(mesh.triangles[chosen], minlength=len(field.values)) for chosen in (alike, together)
    ]
    return counts[0], counts[1]


def _critical(context: RunContext, field: Field, vertices: Ints) -> list[Place]:
    """Return the places next to vertices at which the surfaces of two faces come closest to each other."""
    faces, mesh = context.part.faces, context.mesh
    assert field.opposite is not None
    own, across = mesh.face_of_vertex[vertices], mesh.face_of_triangle[field.opposite[vertices]]
    surfaces = tabulate([face.surface for face in faces], [face.sense for face in faces])
    furthest = np.full(len(vertices), WANDERING * mesh.max_edge_mm)
    near = _closest.approach(surfaces, own, across, mesh.vertices[vertices], furthest)
    measured = field.values[vertices]
    with np.errstate(invalid="ignore"):
        is_less = near.lengths <= measured + field.absolute_error + field.relative_error * measured
    kept = np.flatnonzero(is_less)
    kept = kept[_are_drawn(context, near, kept, vertices, across)]
    return [
        Place(
            float(near.lengths[row]),
            faces[own[row]].deviation_mm + faces[across[row]].deviation_mm,
            frozen(near.ones[row]),
            frozen(near.others[row]),
            int(vertices[row]),
        )
        for row in kept.tolist()
    ]


def _are_drawn(
    context: RunContext, near: _closest.Approach, rows: Ints, vertices: Ints, across: Ints
) -> Bools:
    """Whether the faces, not only their surfaces, come closest at some rows, with material between.

    Two rays are sent from the middle: each has to end on its face, half as far away as the two are apart.
    """
    mesh, group = context.mesh, context.graph.group_of_face
    own = mesh.face_of_vertex[vertices]
    are_drawn = np.ones(len(rows), dtype=np.bool_)
    # a little into the face, for rays that run into a corner meet it or miss it by rounding
    into_face = inset.starts(mesh, probe.INSET)[vertices[rows]] - mesh.vertices[vertices[rows]]
    middles = 0.5 * (near.ones[rows] + near.others[rows]) + np.nan_to_num(into_face)
    slack = 2.0 * mesh.chord_mm + near.lengths[rows] * 1e-3
    ways = (near.others[rows] - near.ones[rows]) / near.lengths[rows, None]
    body_of_face = np.full(len(context.part.faces), -1)
    body_of_face[mesh.face_of_triangle] = mesh.body_of_triangle
    for body in context.scene.bodies:
        members = np.flatnonzero(body_of_face[own[rows]] == body.body)
        for sign, faces in ((-1.0, own), (1.0, across)):
            hits = rays.first_hits(body.tree, middles[members], sign * ways[members], Facing.EXIT)
            hit = hits.triangles >= 0
            met = np.where(hit, group[mesh.face_of_triangle[hits.triangles]], -1)
            off = np.abs(hits.distances - 0.5 * near.lengths[rows[members]])
            are_drawn[members] &= (met == group[faces[rows[members]]]) & (off <= slack[members])
    return are_drawn


def _exactly(prepared: PreparedPart, field: Field, vertices: Ints) -> list[Place]:
    """Return the places of those vertices at which the surfaces confirm what the mesh reads."""
    exact = _exact.read(prepared.part, prepared.mesh, field, vertices)
    known = np.isfinite(exact.values)
    return _places(prepared, field, vertices[known], exact.values[known], exact.uncertainties[known])


def _as_measured(prepared: PreparedPart, field: Field, vertices: Ints) -> list[Place]:
    """Return the first of some vertices on each face as a place."""
    _, first = np.unique(prepared.mesh.face_of_vertex[vertices], return_index=True)
    values = field.values[vertices[first]]
    off = field.absolute_error + field.relative_error * values
    return _places(prepared, field, vertices[first], values, off)


def _places(prepared: PreparedPart, field: Field, vertices: Ints, values: Floats, off: Floats) -> list[Place]:
    points, opposites = prepared.mesh.vertices[vertices], fields.witnesses(prepared.mesh, field, vertices)
    rows = zip(values.tolist(), off.tolist(), points, opposites, vertices.tolist(), strict=True)
    return [
        Place(value, error, frozen(one), frozen(other), vertex) for value, error, one, other, vertex in rows
    ]
