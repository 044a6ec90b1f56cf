"""Probing: what stands opposite every vertex of a mesh, through material or through air.

Two readings are taken along the vertex's exact normal: the ray's length to the first wall, and the
diameter of the largest ball that no opposed wall reaches into, never longer than the ray. Both are lifted
from the triangles to the curved surfaces they stand for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.raycast import ball, corners, lift, rays
from engine.raycast.bvh import Bvh
from engine.raycast.rays import Facing
from engine.raycast.scene import INSET, Scene

NOTHING_MM = 1e-7
"""Share of the part's diagonal below which a distance is rounding."""
LIFT_SHARE = 0.1
"""Share of the chord error that is left after the lift."""


class Medium(StrEnum):
    """What a reading is taken through."""

    MATERIAL = "material"
    AIR = "air"


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What stands opposite each vertex."""

    medium: Medium
    ray_mm: Floats
    """(V,) to the first wall along the normal; inf where there is none; NaN without a normal."""
    ray_triangle: Ints
    """(V,) the triangle the ray ends on; -1 for none."""
    ray_cosine: Floats
    """(V,) how squarely the ray meets it: 1 for a parallel wall; NaN for none."""
    ball_mm: Floats
    """(V,) diameter of the largest ball; inf where no opposed wall limits it."""
    ball_triangle: Ints
    """(V,) the triangle that limits it; -1 for none."""
    rounds_edge: Bools
    """(V,) whether the ray ends on the neighbor round a sharp edge close by. It tells nothing of a wall then,
    and the ball is the one that reaches the first opposed wall in sight, longer than the ray."""


@dataclass(frozen=True, slots=True, eq=False)
class Probing:
    """Both readings of a mesh, and how far off they may be."""

    material: Reading
    air: Reading
    absolute_error_mm: float
    relative_error: float


def both_ways(scene: Scene, check: Callable[[], None] | None = None) -> Probing:
    """Read a scene through material and through air."""
    return Probing(
        read(scene, Medium.MATERIAL, check),
        read(scene, Medium.AIR, check),
        LIFT_SHARE * scene.mesh.chord_mm + INSET * scene.mesh.max_edge_mm,
        ball.TOLERANCE,
    )


def read(scene: Scene, medium: Medium, check: Callable[[], None] | None = None) -> Reading:
    """Read what stands opposite each vertex.

    Through material every body is alone: a neighbor that touches adds nothing to a wall. Through air
    other bodies count where real air lies between. Where a vertex is covered by another body, because
    they touch or overlap, the other is ignored and the body is read as if alone (the bore of a pressed-in
    pin is as wide as the bore). A gap narrower than twice the mesh's chord error counts as touching.

    Parameters
    ----------
    scene
        Of the mesh to read; an empty one gives empty arrays.
    medium
        Material looks inward, air outward.
    check
        Called between chunks; may raise to stop.
    """
    count = len(scene.mesh.vertices)
    reading = Reading(
        medium,
        np.full(count, np.nan),
        np.full(count, -1, dtype=np.int64),
        np.full(count, np.nan),
        np.full(count, np.nan),
        np.full(count, -1, dtype=np.int64),
        np.zeros(count, dtype=np.bool_),
    )
    usable = np.isfinite(scene.starts[:, 0])
    touching_mm = NOTHING_MM * scene.diagonal_mm
    for body in scene.bodies:
        vertices = body.vertices[usable[body.vertices]]
        if medium is Medium.AIR and len(scene.bodies) > 1:
            contact_mm = 2 * scene.mesh.chord_mm + touching_mm
            covered = _are_covered(scene, vertices, contact_mm, check)
            _read_into(reading, scene, scene.everything, vertices[~covered], contact_mm, check)
            vertices = vertices[covered]
        _read_into(reading, scene, body.tree, vertices, touching_mm, check)
    return reading


def _are_covered(scene: Scene, vertices: Ints, contact_mm: float, check: Callable[[], None] | None) -> Bools:
    """Tell which vertices another body touches, or holds inside.

    The first surface an outward ray through air meets is one it enters by. A surface at no distance
    touches; one it leaves by, with none entered before, belongs to a body the vertex is inside of.
    """
    starts, outward = scene.starts[vertices], scene.mesh.normals[vertices]
    entry = rays.first_hits(scene.everything, starts, outward, Facing.ENTRY, -contact_mm, check)
    leaving = rays.first_hits(scene.everything, starts, outward, Facing.EXIT, contact_mm, check)
    touches: Bools = entry.distances <= contact_mm
    is_inside: Bools = leaving.distances < entry.distances
    return touches | is_inside


def _read_into(
    reading: Reading,
    scene: Scene,
    tree: Bvh,
    vertices: Ints,
    touching_mm: float,
    check: Callable[[], None] | None,
) -> None:
    """Read the given vertices against one tree and put what they read into `reading`."""
    through_material = reading.medium is Medium.MATERIAL
    sign = -1.0 if through_material else 1.0
    ways = sign * scene.mesh.normals[vertices]
    facing = Facing.EXIT if through_material else Facing.ENTRY
    starts = scene.starts[vertices]

    hits = rays.first_hits(tree, starts, ways, facing, NOTHING_MM * scene.diagonal_mm, check)
    lengths = lift.rays_to_surface(scene.mesh, starts, ways, hits.distances, hits.triangles)
    reading.ray_mm[vertices] = lengths
    reading.ray_triangle[vertices] = hits.triangles
    reading.ray_cosine[vertices] = int(facing) * np.einsum("ij,ij->i", hits.normals, ways)

    radii = np.where(np.isfinite(lengths), 0.5 * lengths, 0.5 * scene.diagonal_mm)
    _grow_into(reading, scene, tree, vertices, ways, radii, touching_mm, check)
    turned = int(facing) * hits.normals
    is_alone = ~(reading.ball_mm[vertices] < lengths)
    rounding = is_alone & corners.are_round_an_edge(
        scene.mesh, vertices, ways, lengths, hits.triangles, turned
    )
    reading.rounds_edge[vertices] = rounding
    if rounding.any():
        vertices, ways = vertices[rounding], ways[rounding]
        radii = np.full(len(vertices), 0.5 * scene.diagonal_mm)
        contacts = _grow_into(reading, scene, tree, vertices, ways, radii, touching_mm, check)
        hidden = ~_are_in_sight(scene, tree, vertices, contacts, facing, check)
        reading.ball_mm[vertices[hidden]] = np.inf
        reading.ball_triangle[vertices[hidden]] = -1


def _grow_into(
    reading: Reading,
    scene: Scene,
    tree: Bvh,
    vertices: Ints,
    ways: Floats,
    radii: Floats,
    touching_mm: float,
    check: Callable[[], None] | None,
) -> Floats:
    """Grow a ball at each of the vertices into `reading`; return where they touch, NaN for nowhere."""
    points, through_material = scene.mesh.vertices[vertices], reading.medium is Medium.MATERIAL
    diameters, touched = ball.largest(tree, points, ways, radii, through_material, touching_mm, check)
    limited = np.flatnonzero(touched >= 0)
    contacts = np.full((len(vertices), 3), np.nan)
    centers = points[limited] + 0.5 * diameters[limited, None] * ways[limited]
    contacts[limited] = ball.nearest_points(
        scene.mesh.vertices[scene.mesh.triangles[touched[limited]]], centers
    )
    lifted = lift.balls_to_surface(
        scene.mesh, points[limited], ways[limited], contacts[limited], touched[limited]
    )
    reading.ball_mm[vertices] = np.inf
    reading.ball_mm[vertices[limited]] = np.where(np.isfinite(lifted), lifted, diameters[limited])
    reading.ball_triangle[vertices] = touched
    return contacts


def _are_in_sight(
    scene: Scene,
    tree: Bvh,
    vertices: Ints,
    contacts: Floats,
    facing: Facing,
    check: Callable[[], None] | None,
) -> Bools:
    """Tell whether nothing stands between the vertices and the places their balls touch."""
    starts = scene.starts[vertices]
    sights = contacts - starts
    distances = np.linalg.norm(sights, axis=1)
    hits = rays.first_hits(tree, starts, sights / distances[:, None], facing, 0.0, check)
    in_sight: Bools = hits.distances >= distances * (1 - ball.TOLERANCE) - scene.mesh.chord_mm
    return in_sight
