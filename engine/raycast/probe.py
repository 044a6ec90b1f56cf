"""Probing: what stands opposite every vertex of a mesh, through material or through air.

Two readings are taken along the vertex's exact normal: the ray's length to the first wall, and the
diameter of the largest ball that no opposed wall reaches into, never longer than the ray. Both are lifted
from the triangles to the curved surfaces they stand for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross, norms
from engine.model.mesh import Mesh
from engine.raycast import ball, corners, inset, lift, nearest, rays
from engine.raycast.bvh import Bvh
from engine.raycast.corners import BorderVertices
from engine.raycast.lift import Facets
from engine.raycast.rays import Facing, Hits
from engine.raycast.scene import Scene, are_sound, tree_over

NOTHING = 1e-7
"""Share of the part's diagonal below which a distance is rounding."""
INSET = 1e-4
"""Share of the way to the middle of its largest triangle that a vertex moves before it looks. On a sharp edge
that decides which side it looks from; the reading changes by less than this share of a triangle."""
DEEP_INSET = 0.3
"""The same share for a second look from vertices whose first look went round an edge. A curved face next to
them is cut short by its triangles, by more than INSET; from here the look clears that."""
BESIDE = 2.0
"""A wall ends beside a vertex when it is no further away than so many diameters of the ball that its plane
would limit: the ball touches that plane within one, and the wall begins within one more."""
SQUARE_COSINE = 0.985
"""A ray meets a wall squarely within 10°: the facets of a tube lean as much."""
RIM_SHARE = 0.96
"""Where the rims of a wall are rounded, a ball at the rim meets the round across before the wall, and is
smaller by up to 3.3 %: with k the round's radius over the wall, and T = 1 - k (1 - cos 41°) where the ball is
stopped, it is T + (k sin 41°)² / T, at least 0.967. A little less in tubes."""
RIM_DEPTH = 0.5
"""A round recedes into the wall, so the ball touches it by all that it is smaller below the wall's plane; a
wall that merely leans it touches in that plane."""
FLAT_COSINE = 1.0 - 1e-6
"""Where the wall opposite leans by less, ball and ray are the same."""
ONE_WALL_SHARE = 0.01
"""A ball that differs by less from the one that the ray's wall limits is limited by that wall alone."""
MOST_RADII = 1.9
"""A way through the round of a rim is one to two of its radii long; one through a pin is two."""
ALONG_COSINE = 0.3
"""Mesh edges that run within 73° of a direction tell how much the surface bends in it."""
LIFT_SHARE = 0.1
"""Share of the chord error that is left after the lift."""
MOST_OVERLAPS = 8
"""So many triangles are looked past that lie on the wrong side of a vertex for the chord error alone."""


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
    """(V,) diameter of the largest ball; inf where no opposed wall limits it, or the round of a rim does."""
    ball_triangle: Ints
    """(V,) the triangle that limits it; -1 for none."""
    rounds_edge: Bools
    """(V,) whether the ray ends on the neighbor round a sharp edge close by. It tells nothing of a wall then,
    and the ball is the one that touches the first opposed wall in sight, as if that wall went on."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Where looks start from, and what they need to know of the mesh."""

    scene: Scene
    starts: Floats
    """(V, 3) the vertices, moved a little into their own faces; NaN for a vertex without a normal."""
    deep_starts: Floats
    """(V, 3) the same, moved farther."""
    borders: BorderVertices
    facets: Facets

    @property
    def mesh(self) -> Mesh:
        """The mesh looked at."""
        return self.scene.mesh


@dataclass(frozen=True, slots=True, eq=False)
class Probing:
    """Both readings of a mesh, and how far off they may be."""

    material: Reading
    air: Reading
    absolute_error_mm: float
    relative_error: float


def both_ways(
    scene: Scene, check: Callable[[], None] | None = None, group_of_face: Ints | None = None
) -> Probing:
    """Read a scene through material and through air; `group_of_face` (F,) as in `stand_on`."""
    ground = stand_on(scene, group_of_face)
    return Probing(
        read(ground, Medium.MATERIAL, check),
        read(ground, Medium.AIR, check),
        LIFT_SHARE * scene.mesh.chord_mm + INSET * scene.mesh.max_edge_mm,
        ball.TOLERANCE,
    )


def stand_on(scene: Scene, group_of_face: Ints | None = None) -> Ground:
    """Prepare what both readings start from; without groups (F,) no face is one of several of a surface."""
    mesh = scene.mesh
    return Ground(
        scene,
        starts=inset.starts(mesh, INSET),
        deep_starts=inset.starts(mesh, DEEP_INSET),
        borders=corners.border_vertices(mesh, group_of_face),
        facets=lift.facets_of(mesh),
    )


def read(ground: Ground, medium: Medium, check: Callable[[], None] | None = None) -> Reading:
    """Read what stands opposite each vertex.

    Through material every body is alone: a neighbor that touches adds nothing to a wall. Through air
    other bodies count where real air lies between. Where a vertex is covered by another body, because
    they touch or overlap, the other is ignored and the body is read as if alone (the bore of a pressed-in
    pin is as wide as the bore). A gap narrower than twice the mesh's chord error counts as touching.

    Parameters
    ----------
    ground
        Of the mesh to read; an empty one gives empty arrays.
    medium
        Material looks inward, air outward.
    check
        Called between chunks; may raise to stop.
    """
    count, bodies = len(ground.mesh.vertices), ground.scene.bodies
    reading = Reading(
        medium,
        np.full(count, np.nan),
        np.full(count, -1, dtype=np.int64),
        np.full(count, np.nan),
        np.full(count, np.nan),
        np.full(count, -1, dtype=np.int64),
        np.zeros(count, dtype=np.bool_),
    )
    usable = np.isfinite(ground.starts[:, 0])
    touching_mm = NOTHING * ground.scene.diagonal_mm
    together = None
    if medium is Medium.AIR and len(bodies) > 1:
        contact_mm = 2 * ground.mesh.chord_mm + touching_mm
        together = _Look(ground, tree_over(ground.mesh, are_sound(ground.mesh)), medium, contact_mm, check)
    for body in bodies:
        vertices = body.vertices[usable[body.vertices]]
        if together is not None:
            covered = _are_covered(together, vertices)
            _read_into(reading, together, vertices[~covered])
            vertices = vertices[covered]
        _read_into(reading, _Look(ground, body.tree, medium, touching_mm, check), vertices)
    return reading


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What all looks of one reading at one tree share."""

    ground: Ground
    tree: Bvh
    medium: Medium
    touching_mm: float
    check: Callable[[], None] | None

    @property
    def mesh(self) -> Mesh:
        return self.ground.mesh

    @property
    def diagonal_mm(self) -> float:
        return self.ground.scene.diagonal_mm

    @property
    def facing(self) -> Facing:
        return Facing.EXIT if self.medium is Medium.MATERIAL else Facing.ENTRY

    @property
    def overlap_mm(self) -> float:
        """A distance up to this may be less than nothing: that of a surface behind the point."""
        return LIFT_SHARE * self.mesh.chord_mm + NOTHING * self.diagonal_mm

    def ways(self, vertices: Ints) -> Floats:
        """Return where the vertices look: inward through material, outward through air."""
        return -int(self.facing) * self.mesh.normals[vertices]


def _are_covered(look: _Look, vertices: Ints) -> Bools:
    """Tell which vertices another body touches, or holds inside.

    The first surface an outward ray through air meets is one it enters by. A surface at no distance
    touches; one it leaves by, with none entered before, belongs to a body the vertex is inside of.
    """
    starts, outward, near_mm = look.ground.starts[vertices], look.ways(vertices), look.touching_mm
    entry = rays.first_hits(look.tree, starts, outward, Facing.ENTRY, -near_mm, look.check)
    leaving = rays.first_hits(look.tree, starts, outward, Facing.EXIT, near_mm, look.check)
    touches: Bools = entry.distances <= near_mm
    is_inside: Bools = leaving.distances < entry.distances
    return touches | is_inside


def _read_into(reading: Reading, look: _Look, vertices: Ints) -> None:
    """Read the given vertices and put what they read into `reading`."""
    vertices = vertices[_read_from(reading, look, vertices, look.ground.starts)]
    if len(vertices):
        first_look = reading.ray_mm[vertices]
        rounding = _read_from(reading, look, vertices, look.ground.deep_starts)
        reading.ray_mm[vertices[rounding]] = first_look[rounding]
        vertices = vertices[rounding]
        reading.rounds_edge[vertices] = True
        _read_past_edge(reading, look, vertices)


def _read_from(reading: Reading, look: _Look, vertices: Ints, starts: Floats) -> Bools:
    """Read ray and ball, the rays from `starts` (V, 3); tell which rays only round an edge."""
    mesh, starts, ways = look.mesh, starts[vertices], look.ways(vertices)
    lengths, triangles, normals, passed_mm = _cast(look, starts, ways)
    turned = int(look.facing) * normals
    reading.ray_mm[vertices] = lengths
    reading.ray_triangle[vertices] = triangles
    reading.ray_cosine[vertices] = np.einsum("ij,ij->i", turned, ways)

    radii = np.where(np.isfinite(lengths), 0.5 * lengths, 0.5 * look.diagonal_mm)
    diameters, touched, contacts = _grow(look, vertices, radii, passed_mm)
    is_alone = ~(diameters < lengths)
    at_rim = _are_at_rim(starts, ways, lengths, turned, diameters, contacts)
    if look.medium is Medium.MATERIAL:
        at_rim |= _are_on_round(look, vertices, ways, lengths, turned, diameters)
    reading.ball_mm[vertices] = np.where(at_rim, np.inf, diameters)
    reading.ball_triangle[vertices] = np.where(at_rim, -1, touched)
    return is_alone & corners.are_round_an_edge(
        look.ground.borders, mesh, vertices, ways, lengths, triangles, turned
    )


def _cast(look: _Look, starts: Floats, ways: Floats) -> tuple[Floats, Ints, Floats, Floats]:
    """Cast rays to the first wall; return lengths, triangles, normals, and how far triangles were passed.

    Where a bore and the pin in it are next to each other, or two faces touch in a line, the triangles of the
    one reach across those of the other: a ray that starts on the pin meets at once the bore that it has just
    left. Behind such a triangle the next wall is of the same kind, for the two overlap; behind the end of a
    feather edge it is not. There the length is that of the edge, and never less than 0.
    """
    from_mm = NOTHING * look.diagonal_mm
    hits = rays.first_hits(look.tree, starts, ways, look.facing, from_mm, look.check)
    lengths = lift.rays_to_surface(look.ground.facets, starts, ways, hits.distances, hits.triangles)
    triangles, normals, distances = hits.triangles.copy(), hits.normals.copy(), hits.distances.copy()
    passed_mm = np.zeros(len(starts))
    near = _overlapped(look, lengths, ways, normals)
    for _ in range(MOST_OVERLAPS):
        if not len(near):
            break
        behind = starts[near] + distances[near, None] * ways[near]
        following = rays.first_hits(look.tree, behind, ways[near], look.facing, from_mm, look.check)
        against = Facing(-look.facing)
        turning = rays.first_hits(look.tree, behind, ways[near], against, look.overlap_mm, look.check)
        # at the far end of the way the two may overlap as well
        overlaps = following.distances < turning.distances + 2.0 * look.mesh.chord_mm
        if look.medium is Medium.AIR:
            overlaps |= np.isinf(turning.distances)
        passed, following = near[overlaps], _those(following, overlaps)
        passed_mm[passed] = distances[passed]
        distances[passed] += following.distances
        triangles[passed], normals[passed] = following.triangles, following.normals
        lengths[passed] = lift.rays_to_surface(
            look.ground.facets, starts[passed], ways[passed], distances[passed], triangles[passed]
        )
        near = passed[_overlapped(look, lengths[passed], ways[passed], normals[passed])]
    return np.maximum(lengths, 0.0), triangles, normals, passed_mm


def _overlapped(look: _Look, lengths: Floats, ways: Floats, normals: Floats) -> Ints:
    """Return which rays (N,) meet an opposed wall at once; one that meets a slanted wall rounds an edge."""
    cosine = int(look.facing) * np.einsum("ij,ij->i", normals, ways)
    return np.flatnonzero((lengths <= look.overlap_mm) & (cosine >= ball.FACING_COSINE))


def _those(hits: Hits, chosen: Bools) -> Hits:
    return Hits(hits.distances[chosen], hits.triangles[chosen], hits.normals[chosen])


def _are_at_rim(
    starts: Floats, ways: Floats, lengths: Floats, walls: Floats, diameters: Floats, contacts: Floats
) -> Bools:
    """Tell which balls (N,) are smaller than their rays for the round of a rim alone.

    `walls` (N, 3) are the normals where the rays end, `contacts` (N, 3) where the balls touch.
    """
    at_rim: Bools = (RIM_SHARE * lengths <= diameters) & (diameters < lengths)
    near = np.flatnonzero(at_rim)
    starts, ways, walls = starts[near], ways[near], walls[near]
    is_square = np.einsum("ij,ij->i", walls, ways) >= SQUARE_COSINE
    depths = np.einsum("ij,ij->i", starts + lengths[near, None] * ways - contacts[near], walls)
    at_rim[near] = is_square & (depths >= RIM_DEPTH * (lengths[near] - diameters[near]))
    return at_rim


def _are_on_round(
    look: _Look, vertices: Ints, ways: Floats, lengths: Floats, walls: Floats, diameters: Floats
) -> Bools:
    """Tell which balls (N,) are smaller than their rays only for the round that their vertices lie on.

    Where the edge of a wall t thick is rounded by r, a point at which the round has turned by a lies
    r (1 - cos a) lower, and the ball there is 2 (t - r + r cos a) / (1 + cos a) across: less than t for every
    r > t / 2, though the wall is no thinner. The ray, towards the middle of the round, has the length
    r + (t - r) / cos a.
    """
    cosine = np.einsum("ij,ij->i", walls, ways)
    on_round: Bools = (diameters < lengths) & (cosine >= ball.FACING_COSINE) & (cosine < FLAT_COSINE)
    # another wall than the one the ray ends on makes another ball
    by_one_wall = 2.0 * lengths * cosine / (1.0 + cosine)
    near = np.flatnonzero(on_round & (np.abs(diameters - by_one_wall) <= ONE_WALL_SHARE * by_one_wall))
    on_round[:] = False
    if not len(near):
        return on_round
    bend = _bend_towards(look, vertices[near], walls[near])
    radii_over_way = bend * lengths[near]
    on_round[near] = (radii_over_way >= 1.0) & (radii_over_way <= MOST_RADII)
    return on_round


def _bend_towards(look: _Look, vertices: Ints, walls: Floats) -> Floats:
    """Return (N,) 1/mm, how much the surface bends inward in the directions of vectors (N, 3).

    The least that a mesh edge at the vertex tells: by how much the normal turns in that direction, over how
    far the edge goes in it. That is exact on the round of a straight rim, whichever way the edge runs, and
    next to nothing along a pin.
    """
    mesh = look.mesh
    row_of_vertex = np.full(len(mesh.vertices), -1)
    row_of_vertex[vertices] = np.arange(len(vertices))
    starts, ends = (
        mesh.triangles[:, [0, 1, 2, 1, 2, 0]].ravel(),
        mesh.triangles[:, [1, 2, 0, 0, 1, 2]].ravel(),
    )
    chosen = row_of_vertex[starts] >= 0
    starts, ends = starts[chosen], ends[chosen]
    rows, steps = row_of_vertex[starts], mesh.vertices[ends] - mesh.vertices[starts]
    normals = mesh.normals[starts]
    across = walls[rows] - np.einsum("ij,ij->i", walls[rows], normals)[:, None] * normals
    found = np.full(len(vertices), np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        across /= norms(across)[:, None]
        along = np.einsum("ij,ij->i", steps, across)
        counts = np.abs(along) >= ALONG_COSINE * norms(steps)
        bends = np.einsum("ij,ij->i", mesh.normals[ends] - normals, across) / along
    counts &= np.isfinite(bends)
    np.minimum.at(found, rows[counts], bends[counts])
    found[np.isinf(found)] = 0.0
    return found


def _grow(
    look: _Look, vertices: Ints, radii: Floats, passed_mm: Floats | float = 0.0
) -> tuple[Floats, Ints, Floats]:
    """Grow a ball at each vertex; return diameters (inf for no limit), triangles, and where they touch.

    Triangles nearer than `passed_mm` (N,) do not count, nor do those whose surface lies behind the vertex.
    """
    diameters, contacts = np.full(len(vertices), np.inf), np.full((len(vertices), 3), np.nan)
    touched = np.full(len(vertices), -1, dtype=np.int64)
    passed_mm = np.broadcast_to(passed_mm, len(vertices))
    touching_mm = np.where(passed_mm > 0.0, passed_mm + look.overlap_mm, look.touching_mm)
    growing = np.arange(len(vertices))
    for _ in range(MOST_OVERLAPS):
        walls, lifted, places, heights = _largest_balls(
            look, vertices[growing], radii[growing], touching_mm[growing]
        )
        is_behind = (walls >= 0) & (lifted <= 0.0)
        kept = growing[~is_behind]
        diameters[kept], touched[kept], contacts[kept] = (
            lifted[~is_behind],
            walls[~is_behind],
            places[~is_behind],
        )
        growing = growing[is_behind]
        if not len(growing):
            break
        touching_mm[growing] = heights[is_behind] * (1.0 + ball.TOLERANCE)
    return diameters, touched, contacts


def _largest_balls(
    look: _Look, vertices: Ints, radii: Floats, touching_mm: Floats
) -> tuple[Ints, Floats, Floats, Floats]:
    """Return triangles that balls touch, diameters, where they touch, and how far the triangles' planes are.

    A diameter is 0 or less where the surface lies behind the vertex, inf where nothing is touched.
    """
    mesh = look.mesh
    points, ways = mesh.vertices[vertices], look.ways(vertices)
    through_material = look.medium is Medium.MATERIAL
    found, touched = ball.largest(look.tree, points, ways, radii, through_material, touching_mm, look.check)
    diameters, contacts = np.full(len(vertices), np.inf), np.full((len(vertices), 3), np.nan)
    heights_mm = np.zeros(len(vertices))
    limited = np.flatnonzero(touched >= 0)
    points, ways, walls = points[limited], ways[limited], touched[limited]
    corners_of_wall = mesh.vertices[mesh.triangles[walls]]
    centers = points + 0.5 * found[limited, None] * ways
    contacts[limited] = nearest.on_triangles(corners_of_wall, centers)
    lifted = lift.balls_to_surface(look.ground.facets, points, ways, contacts[limited], walls)
    diameters[limited] = np.where(np.isnan(lifted), found[limited], np.where(np.isinf(lifted), 0.0, lifted))
    facing = cross(
        corners_of_wall[:, 1] - corners_of_wall[:, 0], corners_of_wall[:, 2] - corners_of_wall[:, 0]
    )
    facing /= norms(facing)[:, None]
    heights_mm[limited] = np.abs(np.einsum("ij,ij->i", corners_of_wall[:, 0] - points, facing))
    return touched, diameters, contacts, heights_mm


def _read_past_edge(reading: Reading, look: _Look, vertices: Ints) -> None:
    """Read the ball of vertices whose rays only round an edge: the first opposed wall in sight limits it.

    The wall may end beside the vertex, so its plane is what the ball touches. The plane of a wall that is far
    for the size of that ball only happens to pass close by, and tells nothing.
    """
    mesh, ways = look.mesh, look.ways(vertices)
    radii = np.full(len(vertices), 0.5 * look.diagonal_mm)
    _, touched, contacts = _grow(look, vertices, radii)
    in_sight = _are_in_sight(look, vertices, contacts)
    walls = mesh.vertices[mesh.triangles[touched]]
    normals = int(look.facing) * cross(walls[:, 1] - walls[:, 0], walls[:, 2] - walls[:, 0])
    normals /= norms(normals)[:, None]
    heights = np.einsum("ij,ij->i", contacts - mesh.vertices[vertices], normals)
    diameters = 2 * heights / (1 + np.einsum("ij,ij->i", ways, normals))
    is_beside = norms(contacts - mesh.vertices[vertices]) <= BESIDE * diameters
    reading.ball_mm[vertices] = np.where(in_sight & is_beside, diameters, np.inf)
    reading.ball_triangle[vertices] = np.where(in_sight & is_beside, touched, -1)


def _are_in_sight(look: _Look, vertices: Ints, contacts: Floats) -> Bools:
    """Tell whether nothing stands between the vertices and their contacts; NaN contacts are not in sight."""
    starts = look.ground.deep_starts[vertices]
    sights = contacts - starts
    distances = norms(sights)
    hits = rays.first_hits(look.tree, starts, sights / distances[:, None], look.facing, 0.0, look.check)
    in_sight: Bools = hits.distances >= distances * (1 - ball.TOLERANCE) - look.mesh.chord_mm
    return in_sight
