"""Analysis meshes drawn by formula, without a kernel: every normal is exact and every wall is known.

`Patch` is one face on a grid of parameters; `mesh_of` welds patches into a mesh. `grid_solid` makes solids of
filled cells (plates, steps, ribs, slots), `revolved` makes turned ones, `bored_block` a block with a round
hole. `warped` bends a mesh by a map that keeps flat faces flat, `moved` turns, shifts, scales and mirrors.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.ndimage import label

from engine.model.arrays import Floats, Ints, frozen, frozen_ints
from engine.model.mesh import Mesh

Profile = Callable[[Floats], Floats]
"""From (N,) in [0, 1] to (N, 4): radius, height, and the outward normal's radius and height components."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """One face: points, their outward normals, and triangles counter-clockwise seen from outside."""

    points: Floats
    normals: Floats
    triangles: Ints
    chord_mm: float = 0.0


def mesh_of(patches: Sequence[Patch], bodies: Sequence[int] | None = None) -> Mesh:
    """Put patches together, one face each; borders that meet share their places and weld entries."""
    sizes = [len(patch.points) for patch in patches]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    places = np.concatenate([patch.points for patch in patches])
    triangles = np.concatenate(
        [patch.triangles + start for patch, start in zip(patches, starts, strict=True)]
    )
    count_of_face = [len(patch.triangles) for patch in patches]
    scale = float(np.ptp(places, axis=0).max())
    keys = np.round((places - places.min(axis=0)) / scale * 1e9).astype(np.int64)
    _, first, weld = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    places = places[first[weld.ravel()]]
    corners = places[triangles]
    body_of_face = np.zeros(len(patches), dtype=np.int64) if bodies is None else np.asarray(bodies)
    return Mesh(
        vertices=frozen(places),
        normals=frozen(np.concatenate([patch.normals for patch in patches])),
        triangles=frozen_ints(triangles),
        face_of_triangle=frozen_ints(np.repeat(np.arange(len(patches)), count_of_face)),
        face_of_vertex=frozen_ints(np.repeat(np.arange(len(patches)), sizes)),
        body_of_triangle=frozen_ints(np.repeat(body_of_face, count_of_face)),
        weld=frozen_ints(weld.ravel()),
        max_edge_mm=float(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max()),
        chord_mm=max(patch.chord_mm for patch in patches),
    )


def grid(n_u: int, n_v: int) -> tuple[Floats, Ints]:
    """Return ((n_u + 1)(n_v + 1), 2) parameters in the unit square and triangles turning from u to v."""
    u, v = np.meshgrid(np.linspace(0, 1, n_u + 1), np.linspace(0, 1, n_v + 1), indexing="ij")
    corner = (np.arange(n_u)[:, None] * (n_v + 1) + np.arange(n_v)).ravel()
    right, up = corner + n_v + 1, corner + 1
    triangles = np.concatenate(
        [np.stack([corner, right, right + 1], axis=1), np.stack([corner, right + 1, up], axis=1)]
    )
    return np.stack([u.ravel(), v.ravel()], axis=1), triangles


def facing(points: Floats, normals: Floats, triangles: Ints, chord_mm: float = 0.0) -> Patch:
    """Make a patch whose triangles turn the way its normals point, without triangles of no area."""
    corners = points[triangles]
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(crosses, axis=1)
    turned = np.einsum("tk,tk->t", crosses, normals[triangles].sum(axis=1)) < 0
    triangles = np.where(turned[:, None], triangles[:, ::-1], triangles)[areas > 1e-9 * areas.max()]
    used, compact = np.unique(triangles, return_inverse=True)
    return Patch(points[used], normals[used], compact.reshape(-1, 3), chord_mm)


# ------------------------------------------------------------------------------------ solids of cells


def block(size: Sequence[float], edge: float, corner: Sequence[float] = (0, 0, 0)) -> Mesh:
    """Draw a block from its lower corner, its longest quad side `edge`."""
    return grid_solid([(a, a + side) for a, side in zip(corner, size, strict=True)], np.ones((1, 1, 1)), edge)


def grid_solid(lines: Sequence[Sequence[float]], filled: object, edge: float) -> Mesh:
    """Draw the solid of filled cells between lines along x, y and z; neighbors in a plane are one face."""
    return mesh_of(_cell_patches(lines, filled, edge))


def _cell_patches(lines: Sequence[Sequence[float]], filled: object, edge: float) -> list[Patch]:
    solid = np.pad(np.asarray(filled, dtype=bool), 1)
    fine = [_divided(line, edge) for line in lines]
    patches = []
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        along = np.moveaxis(solid, axis, 0)
        for layer, height in enumerate(lines[axis]):
            for sign, inside, outside in ((1, layer, layer + 1), (-1, layer + 1, layer)):
                numbers, count = label(along[inside, 1:-1, 1:-1] & ~along[outside, 1:-1, 1:-1])
                for number in range(1, count + 1):
                    cells = numbers == number
                    patches.append(_flat(axis, others, sign, float(height), cells, lines, fine))
    return patches


def _divided(line: Sequence[float], edge: float) -> Floats:
    parts = [np.linspace(a, b, max(1, round((b - a) / edge)) + 1)[:-1] for a, b in pairwise(line)]
    return np.concatenate([*parts, [line[-1]]])


def _flat(
    axis: int,
    others: list[int],
    sign: int,
    height: float,
    cells: np.ndarray,
    lines: Sequence[Sequence[float]],
    fine: list[Floats],
) -> Patch:
    u, v = (fine[k] for k in others)
    square, triangles = grid(len(u) - 1, len(v) - 1)
    points = np.empty((len(square), 3))
    points[:, axis] = height
    points[:, others[0]] = u[np.round(square[:, 0] * (len(u) - 1)).astype(int)]
    points[:, others[1]] = v[np.round(square[:, 1] * (len(v) - 1)).astype(int)]
    normals = np.zeros_like(points)
    normals[:, axis] = sign
    middles = points[triangles].mean(axis=1)
    column = [np.searchsorted(lines[k], middles[:, k]) - 1 for k in others]
    return facing(points, normals, triangles[cells[column[0], column[1]]])


# ------------------------------------------------------------------------------------ turned solids


def line(start: Sequence[float], end: Sequence[float]) -> Profile:
    """Draw a straight profile from (radius, height) to another, the solid on its left."""
    (r0, z0), (r1, z1) = start, end
    normal = np.array([z1 - z0, r0 - r1]) / np.hypot(r1 - r0, z1 - z0)

    def at(t: Floats) -> Floats:
        return np.stack([r0 + t * (r1 - r0), z0 + t * (z1 - z0), *np.outer(normal, np.ones_like(t))], axis=1)

    return at


def arc(center: Sequence[float], radius: float, start_deg: float, end_deg: float) -> Profile:
    """Draw a profile on a circle, the solid on its left: outside a hollow when it turns clockwise."""
    sign = 1.0 if end_deg > start_deg else -1.0

    def at(t: Floats) -> Floats:
        angle = np.radians(start_deg + t * (end_deg - start_deg))
        c, s = np.cos(angle), np.sin(angle)
        return np.stack([center[0] + radius * c, center[1] + radius * s, sign * c, sign * s], axis=1)

    return at


def revolved(profile: Sequence[Profile], edge: float) -> Mesh:
    """Turn a closed profile, counter-clockwise in (radius, height), about z; each piece is one face."""
    return mesh_of(revolved_patches(profile, edge))


def revolved_patches(profile: Sequence[Profile], edge: float) -> list[Patch]:
    """Turn a profile into patches; see `revolved`."""
    sampled = [piece(np.linspace(0, 1, 65)) for piece in profile]
    widest = max(float(points[:, 0].max()) for points in sampled)
    turns = int(np.ceil(2 * np.pi * widest / edge))
    patches = []
    for piece, points in zip(profile, sampled, strict=True):
        length = float(np.linalg.norm(np.diff(points[:, :2], axis=0), axis=1).sum())
        steps = max(1, int(np.ceil(length / edge)))
        square, triangles = grid(turns, steps)
        r, z, nr, nz = piece(square[:, 1]).T
        r = np.where(np.abs(r) < 1e-12, 0.0, r)
        angle = 2 * np.pi * np.round(square[:, 0] * turns) % (2 * np.pi * turns) / turns
        c, s = np.cos(angle), np.sin(angle)
        bend = np.abs(np.arctan2(nr[0] * nz[-1] - nz[0] * nr[-1], nr[0] * nr[-1] + nz[0] * nz[-1]))
        reach = length / bend if bend > 1e-9 else 0.0
        chord = r.max() * (1 - np.cos(np.pi / turns)) + reach * (1 - np.cos(0.5 * bend / steps))
        patches.append(
            facing(
                np.stack([r * c, r * s, z], axis=1),
                np.stack([nr * c, nr * s, nz], axis=1),
                triangles,
                float(chord),
            )
        )
    return patches


def tube(outer: float, inner: float, height: float, edge: float) -> Mesh:
    """Draw a tube along z. Faces: outside, top ring, bore, bottom ring."""
    corners = [(outer, 0), (outer, height), (inner, height), (inner, 0), (outer, 0)]
    return revolved([line(a, b) for a, b in pairwise(corners)], edge)


def hollow_ball(outer: float, inner: float, edge: float) -> Mesh:
    """Draw a ball with a hollow in its middle. Faces: outside, hollow."""
    return revolved([arc((0, 0), outer, -90, 90), arc((0, 0), inner, 90, -90)], edge)


def cup(radius: float, height: float, wall: float, draft_deg: float, edge: float) -> Mesh:
    """Draw a cup open upwards; outside and inside widen upwards by `draft_deg`. Floor as thick as the wall.

    Faces: bottom, outside, rim, inside, floor. `wall` is measured along the radius.
    """
    lean = np.tan(np.radians(draft_deg))
    corners = [
        (0, 0),
        (radius, 0),
        (radius + lean * height, height),
        (radius + lean * height - wall, height),
        (radius + lean * wall - wall, wall),
        (0, wall),
    ]
    return revolved([line(a, b) for a, b in pairwise(corners)], edge)


# ------------------------------------------------------------------------------------ a hole in a block


def bored_block(side: float, length: float, radius: float, edge: float) -> Mesh:
    """Draw a block `side` x `side` in x and z, `length` in y, with a round hole along y through its middle.

    Faces: front (y = 0), back, the four sides, bore.
    """
    turns = 8 * int(np.ceil(side / edge / 2))
    square, triangles = grid(turns, _steps(length, edge))
    around = _around(square[:, 0] * turns, turns)
    c, s = np.cos(around), np.sin(around)
    bore = facing(
        np.stack([radius * c, square[:, 1] * length, radius * s], axis=1),
        -np.stack([c, 0 * c, s], axis=1),
        triangles,
        float(radius * (1 - np.cos(np.pi / turns))),
    )
    circle = radius * _unit(_around(np.arange(turns + 1), turns))
    return mesh_of([*_jacket(circle, side, length, edge), bore])


def pierced_block(side: float, length: float, radius: float, edge: float) -> Mesh:
    """Draw the same block with a triangular passage, `radius` from its middle to a corner, one corner down.

    Faces: front (y = 0), back, the four sides, the three walls of the passage.
    """
    turns = 24 * int(np.ceil(side / 6 / edge))
    angles = _around(np.arange(turns + 1), turns)
    # a side of the triangle lies radius / 2 from the middle, its normal 60° from each corner
    off = (angles - np.pi / 6) % (2 * np.pi / 3) - np.pi / 3
    outline = _unit(angles) * (np.round(np.cos(np.pi / 3) / np.cos(off), 14) * radius)[:, None]
    walls = []
    for k in range(3):
        first = turns // 12 + k * turns // 3
        columns = np.take(outline, np.arange(first, first + turns // 3 + 1) % turns, axis=0)
        square, triangles = grid(len(columns) - 1, _steps(length, edge))
        flat = columns[np.round(square[:, 0] * (len(columns) - 1)).astype(int)]
        inward = -_unit(np.array([np.pi / 6 + np.pi / 3 + k * 2 * np.pi / 3]))[0]
        points = np.stack([flat[:, 0], square[:, 1] * length, flat[:, 1]], axis=1)
        walls.append(facing(points, np.tile([inward[0], 0, inward[1]], (len(points), 1)), triangles))
    return mesh_of([*_jacket(outline, side, length, edge), *walls])


def _jacket(outline: Floats, side: float, length: float, edge: float) -> list[Patch]:
    """Draw the outside of a block round an outline (4k + 1, 2) in x and z that ends where it began."""
    turns = len(outline) - 1
    rim = _on_square(_around(np.arange(turns + 1), turns), side)
    gap = float(np.linalg.norm(rim - outline, axis=1).max())
    square, triangles = grid(turns, _steps(gap, edge))
    step = np.round(square[:, 0] * turns).astype(int)
    flat = outline[step] + square[:, 1:] * (rim[step] - outline[step])
    patches = []
    for y, sign in ((0.0, -1.0), (length, 1.0)):
        points = np.stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]], axis=1)
        patches.append(facing(points, np.tile([0.0, sign, 0.0], (len(points), 1)), triangles))
    quarter = turns // 4
    for k in range(4):
        square, triangles = grid(quarter, _steps(length, edge))
        flat = rim[(np.round(square[:, 0] * quarter).astype(int) + k * quarter - quarter // 2) % turns]
        points = np.stack([flat[:, 0], square[:, 1] * length, flat[:, 1]], axis=1)
        normal = np.round([np.cos(k * np.pi / 2), 0.0, np.sin(k * np.pi / 2)])
        patches.append(facing(points, np.tile(normal, (len(points), 1)), triangles))
    return patches


def _steps(length: float, edge: float) -> int:
    return max(1, int(np.ceil(length / edge)))


def _unit(angles: Floats) -> Floats:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _around(steps: Floats | Ints, turns: int) -> Floats:
    """Return the angle of each step, the same to the last bit a full turn later."""
    return 2 * np.pi * (np.round(steps) % turns) / turns


def _on_square(angles: Floats, side: float) -> Floats:
    """Return the points of a square round the origin at these angles."""
    c, s = np.cos(angles), np.sin(angles)
    reach = 0.5 * side / np.maximum(np.abs(c), np.abs(s))
    return np.round(np.stack([reach * c, reach * s], axis=1), 12)


# ------------------------------------------------------------------------------------ changes


def warped(mesh: Mesh, by: Callable[[Floats], Floats]) -> Mesh:
    """Bend a mesh of flat faces by a map under which they stay flat; normals follow the triangles."""
    places = by(mesh.vertices)
    corners = places[mesh.triangles]
    crosses = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.zeros_like(places)
    for corner in range(3):
        np.add.at(normals, mesh.triangles[:, corner], crosses)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    spread = np.linalg.norm(np.roll(corners, 1, axis=1) - corners, axis=2)
    return replace(mesh, vertices=frozen(places), normals=frozen(normals), max_edge_mm=float(spread.max()))


def moved(
    mesh: Mesh,
    turn: Floats | None = None,
    shift: Sequence[float] = (0, 0, 0),
    scale: float = 1.0,
) -> Mesh:
    """Turn (or mirror) by an orthogonal matrix, then scale, then shift."""
    matrix = np.eye(3) if turn is None else np.asarray(turn)
    mirrored = np.linalg.det(matrix) < 0
    return replace(
        mesh,
        vertices=frozen(scale * mesh.vertices @ matrix.T + np.asarray(shift, dtype=float)),
        normals=frozen(mesh.normals @ matrix.T),
        triangles=frozen_ints(mesh.triangles[:, ::-1] if mirrored else mesh.triangles),
        max_edge_mm=scale * mesh.max_edge_mm,
        chord_mm=scale * mesh.chord_mm,
    )


def joined(*meshes: Mesh) -> Mesh:
    """Put meshes side by side as bodies of one; each keeps its own weld."""
    faces = np.cumsum([0, *(int(mesh.face_of_triangle.max()) + 1 for mesh in meshes)])
    vertices = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    welds = np.cumsum([0, *(int(mesh.weld.max()) + 1 for mesh in meshes)])
    return Mesh(
        vertices=frozen(np.concatenate([mesh.vertices for mesh in meshes])),
        normals=frozen(np.concatenate([mesh.normals for mesh in meshes])),
        triangles=_shifted([mesh.triangles for mesh in meshes], vertices),
        face_of_triangle=_shifted([mesh.face_of_triangle for mesh in meshes], faces),
        face_of_vertex=_shifted([mesh.face_of_vertex for mesh in meshes], faces),
        body_of_triangle=_shifted([0 * mesh.body_of_triangle for mesh in meshes], np.arange(len(meshes))),
        weld=_shifted([mesh.weld for mesh in meshes], welds),
        max_edge_mm=max(mesh.max_edge_mm for mesh in meshes),
        chord_mm=max(mesh.chord_mm for mesh in meshes),
    )


def _shifted(parts: Sequence[Ints], by: Sequence[int] | Ints) -> Ints:
    return frozen_ints(np.concatenate([part + shift for part, shift in zip(parts, by, strict=False)]))


def without(mesh: Mesh, triangles: Ints) -> Mesh:
    """Take triangles away; vertices stay."""
    kept = np.setdiff1d(np.arange(len(mesh.triangles)), triangles)
    return replace(
        mesh,
        triangles=frozen_ints(mesh.triangles[kept]),
        face_of_triangle=frozen_ints(mesh.face_of_triangle[kept]),
        body_of_triangle=frozen_ints(mesh.body_of_triangle[kept]),
    )
