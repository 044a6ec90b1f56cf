"""Which vertices lie over a wall section, tested by the balls that their thickness spans.

Where the ball behind a point lies in the material, the thickness there is that of a section. Where it sticks
out, the point only closes a section off (a plate seen from its narrow side, the rim of a box, a boss seen
from its top), and what was measured there is a length.
"""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, distinct_rows, norms
from engine.model.mesh import Mesh
from engine.raycast import inset, nearest, rays
from engine.raycast.bvh import Bvh
from engine.raycast.scene import Scene

RELIABLE_SHARE = 0.1
"""A thickness that is not known to within this share of itself is no section: the tip of a feather edge."""
INSIDE_SHARE = 0.7
"""A ball lies in the material when no surface comes nearer to its center than this share of its radius. On a
square bar all sides qualify; the ends of a bar twice as long as wide do not."""
AIM_SHARE = 0.05
"""Of the way from the point nearest to a center to the middle of its triangle."""

FITTING_STEPS = 16
"""Moves of a ball that does not fit. Each is as long as what it lacks, or half the one before where that led
nowhere, so the last is less than a thousandth of its radius."""

SAME_CENTER = 1e-3
"""Centers that this share of a radius separates are one; no ball is known better (`ball.TOLERANCE`). Those
of a solid sphere all lie at its middle, as near to all of its triangles: no search is quick there."""


def are_sections(scene: Scene, vertices: Ints, centers: Floats, radii: Floats) -> Bools:
    """Find which balls (N,) lie in the material, those behind the borders of narrow faces further in.

    All vertices of a narrow wall are at its borders, and half of the balls behind them in the air. Of a face
    behind which no ball lies inside, each is tried behind the middle of the triangle beside its vertex.
    The arguments are those of `lie_inside`.
    """
    mesh = scene.mesh
    are_inside = lie_inside(scene, vertices, centers, radii)
    face = mesh.face_of_vertex[vertices]
    is_without: Bools = np.bincount(face, are_inside)[face] == 0.0
    into_face = inset.starts(mesh, 1.0)[vertices] - mesh.vertices[vertices]
    rows = np.flatnonzero(is_without & np.isfinite(into_face).all(axis=1))
    are_inside[rows] = lie_inside(scene, vertices[rows], centers[rows] + into_face[rows], radii[rows])
    return are_inside


def lie_inside(scene: Scene, vertices: Ints, centers: Floats, radii: Floats) -> Bools:
    """Find which balls lie in the material of the body that they are measured behind.

    Parameters
    ----------
    vertices : (N,) int64
        What the balls are measured behind.
    centers : (N, 3) float64
    radii : (N,) float64

    Returns
    -------
    (N,) bool
        False for a center outside, and for one nearer to the surface than `INSIDE_SHARE` of its radius.
    """
    mesh = scene.mesh
    body_of_vertex = np.full(len(mesh.vertices), -1)
    body_of_vertex[mesh.triangles] = mesh.body_of_triangle[:, None]
    are_inside = np.zeros(len(vertices), dtype=np.bool_)
    for body in scene.bodies:
        rows = np.flatnonzero(body_of_vertex[vertices] == body.body)
        if len(rows):
            chosen, of_chosen = _deduplicated(centers[rows], radii[rows])
            distances, triangles = nearest.on_surface(body.tree, centers[rows[chosen]])
            is_behind = _are_behind(mesh, body.tree, centers[rows[chosen]], triangles)
            have_room = distances[of_chosen] >= INSIDE_SHARE * radii[rows]
            are_inside[rows] = have_room & is_behind[of_chosen]
    return are_inside


def fitted(scene: Scene, vertices: Ints, centers: Floats, radii: Floats) -> Floats:
    """Return the radii (N,) of the largest balls near given ones that lie in the material whole.

    A ball that sticks out is pushed away from what it sticks out of, by no more than its radius in all, and
    shrunk as far as it sticks out still. None grows. The arguments are those of `lie_inside`; the centers lie
    in the material.
    """
    mesh = scene.mesh
    body_of_vertex = np.full(len(mesh.vertices), -1)
    body_of_vertex[mesh.triangles] = mesh.body_of_triangle[:, None]
    fitting_mm = np.array(radii, dtype=np.float64)
    for body in scene.bodies:
        rows = np.flatnonzero(body_of_vertex[vertices] == body.body)
        distances, triangles = nearest.on_surface(body.tree, centers[rows])
        sticks_out = (distances < radii[rows]) & (triangles >= 0)
        rows = rows[sticks_out]
        if len(rows):
            fitting_mm[rows] = _pushed(mesh, body.tree, centers[rows], radii[rows])
    return fitting_mm


def _pushed(mesh: Mesh, tree: Bvh, centers: Floats, radii: Floats) -> Floats:
    """Return how far (N,) from the surface centers get that are pushed away from it."""
    places = centers.copy()
    room_mm, triangles = nearest.on_surface(tree, places)
    step_mm = radii - room_mm
    for _ in range(FITTING_STEPS):
        moving = np.flatnonzero((room_mm < radii) & (room_mm > 0.0))
        if not len(moving):
            break
        at = places[moving]
        away = at - nearest.on_triangles(mesh.vertices[mesh.triangles[triangles[moving]]], at)
        tried = at + (step_mm[moving] / room_mm[moving])[:, None] * away
        tried_mm, tried_triangles = nearest.on_surface(tree, tried)
        is_near = norms(tried - centers[moving]) <= radii[moving]
        is_better = (tried_mm > room_mm[moving]) & is_near
        better = moving[is_better]
        places[better], room_mm[better] = tried[is_better], tried_mm[is_better]
        triangles[better] = tried_triangles[is_better]
        step_mm[better] = np.minimum(step_mm[better], radii[better] - room_mm[better])
        step_mm[moving[~is_better]] *= 0.5
    return np.minimum(room_mm, radii)


def _are_behind(mesh: Mesh, tree: Bvh, places: Floats, triangles: Ints) -> Bools:
    """Find which places (N, 3) lie behind the surface, seen towards the triangles nearest to them.

    The nearest point may lie on an edge, where the triangle's plane says nothing, so a ray is sent a little
    further into the triangle. -1 stands for no triangle, which nothing is behind.
    """
    corners = mesh.vertices[mesh.triangles[triangles]]
    into = nearest.on_triangles(corners, places) * (1.0 - AIM_SHARE) + corners.mean(axis=1) * AIM_SHARE
    ways = into - places
    with np.errstate(invalid="ignore", divide="ignore"):
        ways /= norms(ways)[:, None]
        hits = rays.first_hits(tree, places, ways)
        leaves: Bools = np.einsum("ij,ij->i", hits.normals, ways) > 0.0
    return leaves & (triangles >= 0)


def _deduplicated(centers: Floats, radii: Floats) -> tuple[Ints, Ints]:
    """Choose one of all balls (N,) that have the same center; return these, and which stands for each."""
    cell = SAME_CENTER * np.exp2(np.floor(np.log2(np.maximum(radii, np.finfo(float).tiny))))
    return distinct_rows(np.column_stack([np.round(centers / cell[:, None]), cell]))


def spread(vertices: Ints, face: Ints, weight_of_face: Floats, budget: int, per_face: int) -> Ints:
    """Take about `budget` of some vertices: of each face by its weight, evenly spaced.

    `per_face` are taken of a face at least, unless there are very many faces.
    """
    order = np.argsort(face, kind="stable")
    vertices, face = vertices[order], face[order]
    count = np.bincount(face, minlength=len(weight_of_face))
    least = np.clip(budget // max(len(weight_of_face), 1), 1, per_face)
    total = max(float(weight_of_face.sum()), np.finfo(float).tiny)
    wanted = np.maximum(least, np.ceil(budget * weight_of_face / total))
    quota = np.minimum(wanted, count).astype(np.int64)
    place = np.arange(len(vertices)) - (np.cumsum(count) - count)[face]
    # Of n vertices the q are taken at which place * q / n passes a whole number: evenly spaced.
    is_taken = (place * quota[face]) % np.maximum(count[face], 1) < quota[face]
    return np.asarray(vertices[is_taken])
