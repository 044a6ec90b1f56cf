"""Measures how far a thin wall reaches from what holds it.

A wall gives way under a cutter by the cube of its reach over its thickness, so a low web of 0.4 mm stands
where a high one of 0.8 mm chatters. A *stretch* is what hangs together and is about as thin as a face's
wall: both of its sides, round smooth bends. It is *held* where it becomes half as thick again, and where
another wall stands on it in a hollow corner; all other borders are free. Its reach is how far its farthest
point lies from where it is held, along the middle of the wall: the height of an upright wall, half of the
span of a floor.

Held on two opposite sides, a stretch counts with half of that. In plates that are clamped all round, the
middle of a disc gives way as a wall of 0.34 of its reach does at its upper edge, that of a long strip as
one of 0.42 (point loads, Timoshenko). A stretch that nothing holds, such as a washer, is clamped by one
border and worked on up to the other: its reach is its width.

Metal that is cast freezes in a thin wall as it runs; how far that is, the *run*, is reported too
(`_flow_lengths`).
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from engine.evidence import _flow_lengths, _sections
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Ints
from engine.model.evidence import ThinStretch, ThinStretches
from engine.model.face_graph import Convexity
from engine.model.part import FaceId
from engine.raycast.scene import Scene
from engine.run_context import RunContext
from engine.tolerances import LOW_SHARE, PARALLEL_DEG, SAME_SHARE

THICKEST_MM = 6.0
"""No guide to machining or casting calls a thicker wall thin; none is looked at."""

LEVEL = 1.1
"""Faces whose walls differ by less than this factor are looked at together."""

LIKE_SHARE = 1.5
"""What is no thicker than this multiple of a wall is the same stretch; what is thicker holds it."""

HOLLOW_DEG = 210.0 - PARALLEL_DEG
"""Two faces that meet in a hollow of this angle or more, through the material, hold each other."""

OPPOSITE_REACH = 1.5
OPPOSITE_COSINE = -0.5
"""A stretch is held on two sides where it is held in two directions, 120° apart and more, and in the second
no further away than this multiple of the first: the foot of a wall spans 96° as seen from above it."""

MACHINED_MM = 2.0
"""No guide to machining calls a thicker wall thin."""
MAX_PLACES = 6000
"""Of stretches thicker than that about so many places are looked at; bounds the time."""

MAX_LOOKED_AT = 1000
"""Places of a border that are looked at for a second direction; bounds the time."""

BETWEEN = (0.25, 0.5, 0.75)
"""Where along the sides of triangles a border is looked at, besides at their ends."""

TANGENT = (Convexity.SMOOTH, Convexity.SMOOTH_CONVEX, Convexity.SMOOTH_CONCAVE)


@dataclass(frozen=True, slots=True, eq=False)
class _Web:
    """The mesh, as far as walls hang together along it."""

    thickness_mm: Floats
    """(V,) NaN on flanks of edges and where it is not known."""
    middle: Floats
    """(V, 3) halfway through the wall."""
    area_mm2: Floats
    """(V,) a third of every triangle around."""
    neighbors: Ints
    """(E, 2) vertices of one triangle, and those of two faces that meet smoothly or in a hollow."""
    is_joined: Bools
    """(E,) whether a wall runs on from one to the other: along a face, round a smooth bend."""
    across: Ints
    """(N, 2) vertices on the two sides of a wall."""
    hold_mm: Floats
    """(V,) how broad a face stands there in a hollow corner; 0 where none does."""
    is_border: Bools
    """(V,) whether the vertex lies where two faces meet at an edge."""


def measure(context: RunContext, flank_of_vertex: Bools) -> ThinStretches:
    """Measure the reach of the wall behind every face whose wall is thin.

    What a tenth of a face falls below says how thin its wall is; round its thinnest place it may reach
    otherwise. Of a high wall with a narrow neck that is the neck's reach; of a low ridge on a thick wall the
    ridge's. Flanks of edges and rims are no walls.
    """
    known_mm = _known_mm(context, flank_of_vertex)
    least_mm = np.full(len(context.part.faces), np.inf)
    np.fmin.at(least_mm, context.mesh.face_of_vertex, known_mm)
    walls_mm = np.stack([_low_of_faces(context.prepared, known_mm), least_mm])
    return ThinStretches(*_measured(context, known_mm, walls_mm))


def _known_mm(context: RunContext, flank_of_vertex: Bools) -> Floats:
    """Return (V,) thickness in mm, NaN on flanks of edges and where it is not known."""
    thickness_mm = context.prepared.fields["thickness"].values
    is_known = np.isfinite(thickness_mm) & (thickness_mm > 0.0) & ~flank_of_vertex
    is_known &= np.isfinite(context.mesh.normals).all(axis=1)
    return np.where(is_known, thickness_mm, np.nan)


def _measured(context: RunContext, known_mm: Floats, walls_mm: Floats) -> list[tuple[ThinStretch, ...]]:
    """Measure the reach of walls of a thickness (M, F) for each face, inf where there is none; M times."""
    is_thin = walls_mm < THICKEST_MM
    found: list[list[ThinStretch]] = [[] for _ in walls_mm]
    if is_thin.any():
        web = _web(context.prepared, np.isfinite(known_mm))
        with np.errstate(invalid="ignore"):
            level = np.where(is_thin, np.ceil(np.log(walls_mm) / np.log(LEVEL) - SAME_SHARE), np.nan)
        levels = np.unique(level[is_thin])
        thickest_mm = LIKE_SHARE * LEVEL**levels
        thickenings = _thickenings(context.scene_by_place, web, thickest_mm)
        for each, limit_mm, thickening in zip(levels, thickest_mm, thickenings, strict=True):
            like = _walls_of_level(context.prepared, web, float(limit_mm), thickening)
            for stretches, wall_mm, own in zip(found, walls_mm, level == each, strict=True):
                if own.any():
                    stretches += _of_level(context.prepared, web, like, np.flatnonzero(own), wall_mm)
    return [tuple(sorted(each, key=lambda stretch: stretch.face)) for each in found]


def _low_of_faces(prepared: PreparedPart, thickness_mm: Floats) -> Floats:
    """Return (F,) mm, what a tenth of each face's area falls below; inf where there is no wall."""
    mesh, n_faces = prepared.mesh, len(prepared.part.faces)
    area = prepared.area_of_vertex
    known = np.flatnonzero(np.isfinite(thickness_mm) & (area > 0.0))
    order = known[np.lexsort((thickness_mm[known], mesh.face_of_vertex[known]))]
    face, summed = mesh.face_of_vertex[order], np.concatenate([[0.0], np.cumsum(area[order])])
    start, end = np.searchsorted(face, np.arange(n_faces)), np.searchsorted(face, np.arange(n_faces) + 1)
    low_mm = np.full(n_faces, np.inf)
    has = end > start
    wanted = summed[start[has]] + (LOW_SHARE - SAME_SHARE) * (summed[end[has]] - summed[start[has]])
    place = np.clip(np.searchsorted(summed, wanted) - 1, start[has], end[has] - 1)
    low_mm[has] = thickness_mm[order[place]]
    return low_mm


def _web(prepared: PreparedPart, is_known: Bools) -> _Web:
    mesh, part = prepared.mesh, prepared.part
    field = prepared.fields["thickness"]
    at = np.flatnonzero(is_known)
    middle = mesh.vertices.copy()
    middle[at] -= 0.5 * field.values[at, None] * mesh.normals[at]

    sides = np.sort(
        np.concatenate([mesh.triangles[:, [0, 1]], mesh.triangles[:, 1:], mesh.triangles[:, ::2]]), axis=1
    )
    keys = np.sort(sides @ np.array([len(mesh.vertices), 1]))
    keys = keys[np.append(np.diff(keys) > 0, True)]
    of_triangles = np.column_stack(np.divmod(keys, len(mesh.vertices)))
    order = np.argsort(mesh.weld, kind="stable")
    pairs = np.concatenate([np.column_stack([order[:-step], order[step:]]) for step in (1, 2)])
    welded = pairs[mesh.weld[pairs[:, 0]] == mesh.weld[pairs[:, 1]]]
    n_faces = len(part.faces)
    pair = np.sort(mesh.face_of_vertex[welded], axis=1) @ np.array([n_faces, 1])
    is_tangent = np.isin(pair, _pairs(prepared, tangent=True)) | (pair % (n_faces + 1) == 0)
    is_hollow = np.isin(pair, _pairs(prepared, tangent=False))
    breadth_mm = np.array([_breadth_mm(prepared, FaceId(face)) for face in range(n_faces)])
    hold_mm = np.zeros(len(mesh.vertices))
    is_border = np.zeros(len(mesh.vertices), dtype=bool)
    for one, other in ((0, 1), (1, 0)):
        beside = breadth_mm[mesh.face_of_vertex[welded[is_hollow, other]]]
        np.maximum.at(hold_mm, welded[is_hollow, one], beside)
        is_border[welded[~is_tangent, one]] = True
    across = np.empty((0, 2), dtype=np.int64)
    if field.opposite is not None:
        faced = at[field.opposite[at] >= 0]
        across = np.column_stack([faced, mesh.triangles[field.opposite[faced], 0]])
    return _Web(
        thickness_mm=np.where(is_known, field.values, np.nan),
        middle=middle,
        area_mm2=prepared.area_of_vertex,
        neighbors=np.concatenate([of_triangles, welded[is_tangent | is_hollow]]),
        is_joined=np.concatenate(
            [np.ones(len(of_triangles), dtype=bool), is_tangent[is_tangent | is_hollow]]
        ),
        across=across,
        hold_mm=hold_mm,
        is_border=is_border,
    )


def _pairs(prepared: PreparedPart, *, tangent: bool) -> Ints:
    """Return the pairs of faces that meet smoothly, or in a hollow, as one number each."""
    n_faces = len(prepared.part.faces)
    return np.array(
        [
            min(joint.faces) * n_faces + max(joint.faces)
            for joint in prepared.graph.joints
            if min(joint.faces) >= 0
            and (joint.convexity in TANGENT if tangent else joint.max_angle_deg >= HOLLOW_DEG)
        ],
        dtype=np.int64,
    )


def _breadth_mm(prepared: PreparedPart, face: FaceId) -> float:
    """Return how broad a face is, as a strip."""
    part = prepared.part
    border_mm = sum(part.edges[edge].length_mm for loop in part.faces[face].loops for edge in loop.edges)
    return 2.0 * part.faces[face].area_mm2 / border_mm if border_mm > 0.0 else np.inf


@dataclass(slots=True, eq=False)
class _Level:
    """What there is of walls no thicker than a limit; `look` fills in how far places are from borders."""

    thickest_mm: float
    is_thin: Bools
    """(V,)"""
    stretch_of_vertex: Ints
    breadth_mm: Floats
    """By stretch."""
    held: Floats
    """(N, 3) where walls are held, hollows first."""
    stretch_of_held: Ints
    n_hollow: int
    free: Floats
    """(N, 3) along borders that nothing holds."""
    stretch_of_free: Ints
    away_mm: Floats
    nearest: Ints
    """(V,) how far the nearest place of the stretch's border is, and which; NaN where nobody asked yet."""

    def look(self, vertices: Ints, points: Floats, border: Floats) -> tuple[Floats, Ints]:
        """Return how far vertices of a stretch, at points (N, 3), are from its border, and from where."""
        is_new = np.isnan(self.away_mm[vertices])
        if is_new.any():
            new = vertices[is_new]
            self.away_mm[new], self.nearest[new] = cKDTree(border).query(points[is_new])
        return self.away_mm[vertices], self.nearest[vertices]


def _walls_of_level(prepared: PreparedPart, web: _Web, thickest_mm: float, thickening: Ints) -> _Level:
    is_thin = web.thickness_mm <= thickest_mm
    links = np.concatenate([web.neighbors[web.is_joined], web.across])
    links = links[is_thin[links[:, 0]] & is_thin[links[:, 1]]]
    n_vertices = len(is_thin)
    joined = coo_array(
        (np.ones(len(links), dtype=bool), (links[:, 0], links[:, 1])), (n_vertices, n_vertices)
    )
    stretch_of_vertex = connected_components(joined, directed=False)[1]
    is_held = is_thin & (web.hold_mm * LIKE_SHARE >= thickest_mm)
    steps = prepared.mesh.vertices[thickening[:, 1]] - prepared.mesh.vertices[thickening[:, 0]]
    held, of_held = _along(web, links, is_held)
    n_hollow = len(held)
    held = np.concatenate([held, web.middle[thickening[:, 0]] + 0.5 * steps])
    stretch_of_held = stretch_of_vertex[np.concatenate([of_held, thickening[:, 0]])]
    free, of_free = _along(web, links, is_thin & web.is_border)
    breadth_mm = _flow_lengths.breadths_mm(web.middle, web.area_mm2, stretch_of_vertex, is_thin)
    return _Level(
        thickest_mm,
        is_thin,
        stretch_of_vertex,
        breadth_mm,
        held,
        stretch_of_held,
        n_hollow,
        free,
        stretch_of_vertex[of_free],
        np.full(n_vertices, np.nan),
        np.zeros(n_vertices, dtype=np.int64),
    )


def _of_level(
    prepared: PreparedPart, web: _Web, level: _Level, faces: Ints, wall_mm: Floats
) -> list[ThinStretch]:
    """Measure the stretches behind faces whose walls are about as thin."""
    stretch_of_vertex, thickest_mm = level.stretch_of_vertex, level.thickest_mm
    held, stretch_of_held, breadth_mm = level.held, level.stretch_of_held, level.breadth_mm
    looked_at = np.flatnonzero(level.is_thin & np.isin(prepared.mesh.face_of_vertex, faces))
    found: dict[int, ThinStretch] = {}
    brings, of_brings = held[level.n_hollow :], stretch_of_held[level.n_hollow :]
    for stretch in np.unique(stretch_of_vertex[looked_at]):
        own = looked_at[stretch_of_vertex[looked_at] == stretch]
        if thickest_mm > LIKE_SHARE * LEVEL * MACHINED_MM:
            own = own[:: len(own) // MAX_PLACES + 1]
        border = held[stretch_of_held == stretch]
        is_free = not len(border)
        if is_free:
            border = level.free[level.stretch_of_free == stretch]
        behind = prepared.mesh.face_of_vertex[own]
        run_mm = _flow_lengths.lengths_mm(
            web.middle[own], brings[of_brings == stretch], float(breadth_mm[stretch])
        )
        if not len(border):
            continue
        away = level.look(own, web.middle[own], border)
        thickness_mm = web.thickness_mm[own]
        for each in _of_stretch(
            web.middle[own], behind, thickness_mm, border, away, is_free, run_mm, wall_mm
        ):
            if each.face not in found or found[each.face].reach_mm < each.reach_mm:
                found[each.face] = each
    return list(found.values())


def _thickenings(scene: Scene, web: _Web, thickest_mm: Floats) -> list[Ints]:
    """Return for each limit (N, 2) thin vertices and a neighbor of each where the wall is thicker.

    What was measured at the thicker one has to lie in a wall: on rims it is a length.
    """
    ends_mm = web.thickness_mm[web.neighbors]
    order = np.argsort(ends_mm, axis=1)
    steps = np.take_along_axis(web.neighbors, order, axis=1)
    low_mm, high_mm = np.take_along_axis(ends_mm, order, axis=1).T
    crossing = [np.flatnonzero((low_mm <= limit_mm) & (high_mm > limit_mm)) for limit_mm in thickest_mm]
    thick = np.unique(steps[np.concatenate(crossing), 1])
    is_section = np.zeros(len(web.middle), dtype=bool)
    is_section[thick] = _sections.are_sections(scene, thick, web.middle[thick], 0.5 * web.thickness_mm[thick])
    return [steps[each][is_section[steps[each, 1]]] for each in crossing]


def _along(web: _Web, links: Ints, is_chosen: Bools) -> tuple[Floats, Ints]:
    """Return (N, 3) the middle of the wall at some vertices and between them, and (N,) a vertex of each."""
    vertices = np.flatnonzero(is_chosen)
    sides = links[is_chosen[links[:, 0]] & is_chosen[links[:, 1]]]
    start, end = web.middle[sides[:, 0]], web.middle[sides[:, 1]]
    between = [(1.0 - share) * start + share * end for share in BETWEEN]
    points = np.concatenate([web.middle[vertices], *between])
    return points, np.concatenate([vertices, np.tile(sides[:, 0], len(BETWEEN))])


def _of_stretch(
    points: Floats,
    face_of_point: Ints,
    thickness_mm: Floats,
    border: Floats,
    away: tuple[Floats, Ints],
    is_free: bool,
    run_mm: Floats,
    wall_mm: Floats,
) -> list[ThinStretch]:
    """Measure one stretch for each face it lies behind; points, thickness and runs are those behind."""
    away_mm, nearest = away
    order = np.lexsort((away_mm, face_of_point))
    last = order[np.append(np.diff(face_of_point[order]) > 0, True)]
    reach_mm = away_mm[last]
    longest_mm = np.maximum.reduceat(run_mm[order], np.flatnonzero(np.diff(face_of_point[order], prepend=-1)))
    is_twice = np.zeros(len(last), dtype=bool)
    if is_free:
        reach_mm = 2.0 * reach_mm
    else:
        some = border[:: len(border) // MAX_LOOKED_AT + 1]
        is_twice = _are_held_twice(points[last], border[nearest[last]], some)
        reach_mm = np.where(is_twice, 0.5, 1.0) * reach_mm
    is_as_thin = thickness_mm <= LEVEL * wall_mm[face_of_point]
    neck_mm = np.where(is_twice, _extent_mm(points, face_of_point, is_as_thin), 0.0)
    return [
        ThinStretch(
            face,
            float(wall_mm[face]),
            float(reach),
            points[place],
            border[nearest[place]],
            float(run),
            is_held=not is_free,
            neck_mm=float(neck),
        )
        for place, reach, run, neck in zip(last, reach_mm, longest_mm, neck_mm, strict=True)
        for face in (FaceId(int(face_of_point[place])),)
    ]


def _extent_mm(points: Floats, face_of_point: Ints, is_counted: Bools) -> Floats:
    """Return the diagonal of the box round the counted points of each face, by face; 0 where none counts."""
    order = np.argsort(face_of_point, kind="stable")
    starts = np.flatnonzero(np.diff(face_of_point[order], prepend=-1))
    kept = is_counted[order, None]
    low = np.minimum.reduceat(np.where(kept, points[order], np.inf), starts)
    high = np.maximum.reduceat(np.where(kept, points[order], -np.inf), starts)
    return np.asarray(np.linalg.norm(np.maximum(high - low, 0.0), axis=1))


def _are_held_twice(points: Floats, nearest: Floats, border: Floats) -> Bools:
    """Find which points are held in two opposite directions: at the nearest place, and across from it."""
    ways = nearest - points
    reach_mm = np.linalg.norm(ways, axis=1)[:, None]
    length_mm = cdist(points, border)
    along = ways @ border.T - np.einsum("nk,nk->n", ways, points)[:, None]
    is_near = (length_mm <= OPPOSITE_REACH * reach_mm) & (length_mm > 0.0)
    return np.asarray((is_near & (along <= OPPOSITE_COSINE * length_mm * reach_mm)).any(axis=1))
