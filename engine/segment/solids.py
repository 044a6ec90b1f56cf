"""Solids: measured regions put together into shells and bodies, and notes on what casts doubt on them.

Doubtful are bodies with open borders, with edges where more than two faces meet, with a surface that runs
through itself or only touches itself, and coarse ones.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.errors import NoSolid
from engine.model.arrays import Bools, Floats, Ints
from engine.model.part import Body, BodyId, FaceId, Shell
from engine.raycast import bvh
from engine.raycast.rays import first_hits
from engine.segment import welding
from engine.segment.borders import RegionBorders
from engine.segment.face_measures import FaceMeasures
from engine.segment.surface_mesh import SurfaceMesh

EMPTY = 1e-9
"""Of the cube of the diagonal: bodies that enclose less enclose nothing."""
MOST_NOTES = 5
"""Doubts that are told one by one."""
COARSE, COARSE_FREE = 2e-2, 5e-3
"""Where surfaces would enclose so much more or less than the triangles do, the mesh is too coarse to know.
The second is for bodies of which more than `FREE` of the area is free-form: there surfaces are a guess."""
FREE = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """The places that keep bodies from closing."""

    body_of_free: Ints
    """(F,) of each free border, or piece of one."""
    ends_of_free: Ints
    """(F, 2) the vertices it runs between."""
    body_of_several: Ints
    """(S,) of each edge where more than two faces meet."""


def refuse_flat(mesh: SurfaceMesh) -> None:
    """Raise where all triangles lie in one plane."""
    away = mesh.vertices - mesh.vertices.mean(axis=0)
    spread = np.linalg.svd(away, compute_uv=False)
    if len(spread) < 3 or spread[2] <= 4.0 * mesh.noise_mm * np.sqrt(len(mesh.vertices)):
        raise NoSolid("the file's triangles lie in one plane and enclose no volume")


def refuse_empty(mesh: SurfaceMesh, volume_mm3: float, box_mm: Floats) -> None:
    """Raise where all shells are closed and nothing is in them."""
    diagonal = float(np.linalg.norm(box_mm[1] - box_mm[0]))
    if mesh.is_closed.all() and volume_mm3 <= EMPTY * diagonal**3:
        raise NoSolid("the file's triangles enclose no volume")


def bodies(
    mesh: SurfaceMesh,
    region_of_triangle: Ints,
    found: Gaps,
    measures: FaceMeasures,
    is_free: Bools,
    name: str,
) -> tuple[tuple[Body, ...], tuple[str, ...]]:
    """Make the bodies, `bodies[i].id == i`, and sentences on those that are open or cross-joined.

    An open shell encloses nothing: its volume is 0, and so is that of its body.
    """
    count = len(measures.area_mm2)
    _, first = np.unique(region_of_triangle, return_index=True)
    shell_of_region = mesh.shell_of_triangle[first]
    body_of_region = mesh.body_of_triangle[first]
    n_bodies = int(body_of_region.max()) + 1
    doubts = doubts_of_bodies(found, n_bodies)
    made, notes = [], []
    for body in range(n_bodies):
        own = np.flatnonzero(body_of_region == body)
        called = name if n_bodies == 1 else f"{name} {body + 1}"
        encloses = bool(mesh.is_closed[shell_of_region[own]].all())
        is_coarse = encloses and _is_coarse(measures, own, is_free)
        area_mm2 = measures.flat_area_mm2 if is_coarse else measures.area_mm2
        flux_mm3 = measures.flat_flux_mm3 if is_coarse else measures.flux_mm3
        if is_coarse:
            more = measures.flux_mm3[own].sum() / measures.flat_flux_mm3[own].sum() - 1.0
            notes.append(
                f"Body {called!r} is a coarse mesh: its volume is that of its triangles; the surfaces they "
                f"seem to stand for would enclose {abs(more):.1%} {'more' if more > 0 else 'less'}."
            )
        shells, total = [], 0.0
        for shell in np.unique(shell_of_region[own]).tolist():
            members = own[shell_of_region[own] == shell]
            is_closed, is_void = bool(mesh.is_closed[shell]), bool(mesh.is_void[shell])
            enclosed = float(flux_mm3[members].sum()) / 3.0
            total += enclosed
            shells.append(
                Shell(
                    tuple(FaceId(face) for face in members.tolist()),
                    is_closed,
                    is_void,
                    abs(enclosed) if is_closed else 0.0,
                )
            )
        is_closed = all(shell.is_closed for shell in shells)
        doubt = "" if is_closed else doubts[body]
        if doubt:
            notes.append(f"Body {called!r} {doubt}.")
        made.append(
            Body(
                id=BodyId(body),
                name=called,
                shells=tuple(shells),
                volume_mm3=max(total, 0.0) if is_closed else 0.0,
                area_mm2=float(area_mm2[own].sum()),
                is_valid=not doubt,
            )
        )
    assert sum(len(shell.faces) for body in made for shell in body.shells) == count
    return tuple(made), _merged(tuple(notes))


def _is_coarse(measures: FaceMeasures, own: Ints, is_free: Bools) -> bool:
    """Whether a closed body's volume, by its surfaces, is far from that of its triangles."""
    flat, round_ = float(measures.flat_flux_mm3[own].sum()), float(measures.flux_mm3[own].sum())
    area = measures.flat_area_mm2[own]
    is_guess = area[is_free[own]].sum() > FREE * area.sum()
    return abs(round_ - flat) > (COARSE_FREE if is_guess else COARSE) * abs(flat)


def _merged(notes: tuple[str, ...]) -> tuple[str, ...]:
    if len(notes) <= MOST_NOTES:
        return notes
    n_more = len(notes) - MOST_NOTES
    return (*notes[:MOST_NOTES], f"There are {n_more} more such notes on bodies.")


def gaps_of_borders(borders: RegionBorders, body_of_region: Ints) -> Gaps:
    """Take the gaps from the edges of a segmented part."""
    free = [chain for chain in borders.chains if len(chain.faces) == 1]
    several = [chain.faces[0] for chain in borders.chains if len(chain.faces) > 2]
    return Gaps(
        body_of_free=body_of_region[np.array([chain.faces[0] for chain in free], dtype=np.int64)],
        ends_of_free=np.array(
            [(chain.vertices[0], chain.vertices[-1]) for chain in free], dtype=np.int64
        ).reshape(-1, 2),
        body_of_several=body_of_region[np.array(several, dtype=np.int64)],
    )


def gaps_of_triangles(mesh: SurfaceMesh) -> Gaps:
    """Take them from triangles: a side without a neighbor is free unless other sides lie on it."""
    triangle, corner = np.nonzero(mesh.neighbor < 0)
    start = mesh.triangles[triangle, corner]
    end = mesh.triangles[triangle, (corner + 1) % 3]
    body = mesh.body_of_triangle[triangle]
    key = np.minimum(start, end) * len(mesh.vertices) + np.maximum(start, end)
    _, first, same, shared = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    is_free = (shared == 1)[same.ravel()]
    return Gaps(
        body_of_free=body[is_free],
        ends_of_free=np.stack([start, end], axis=1)[is_free],
        body_of_several=body[first[shared > 1]],
    )


def doubts_of_bodies(gaps: Gaps, n_bodies: int) -> tuple[str, ...]:
    """Say of each body what is wrong with it if it is open, as the rest of a sentence."""
    rings = _rings(gaps, n_bodies)
    several = np.bincount(gaps.body_of_several, minlength=n_bodies)
    return tuple(_doubt(*counts) for counts in zip(rings.tolist(), several.tolist(), strict=True))


def _rings(gaps: Gaps, n_bodies: int) -> Ints:
    """Count for each body the sets of free borders that hang together by their ends."""
    size = int(gaps.ends_of_free.max(initial=0)) + 1
    ends = gaps.body_of_free[:, None] * size + gaps.ends_of_free
    names, place = np.unique(ends, return_inverse=True)
    place = place.reshape(-1, 2)
    links = coo_array((np.ones(len(place), bool), (place[:, 0], place[:, 1])), (len(names), len(names)))
    _, ring = connected_components(links, directed=False)
    _, first = np.unique(ring, return_index=True)
    return np.bincount(names[first] // size, minlength=n_bodies)


def _doubt(rings: int, several: int) -> str:
    notes = []
    if rings:
        notes.append(f"{rings} open border{'s' * (rings > 1)}")
    if several:
        notes.append(f"{several} edge{'s' * (several > 1)} where more than two faces meet")
    if not notes:
        return "does not close: it is analyzed as far as its triangles go, without a volume"
    return f"has {' and '.join(notes)}: it is analyzed as far as it goes, without a volume"


END_SHARE = 1e-3
"""Share of a side at both its ends that is not asked: there its neighbors begin."""
CROSSING_NOISES = 20.0
"""Sides shorter than so many times the noise say nothing; so deep must a side run through."""


def contact_notes(mesh: SurfaceMesh, at_most: float = np.inf) -> tuple[str, ...]:
    """Return sentences on crossings and touching edges; none for a sound surface.

    A surface of more than `at_most` triangles is not asked where it runs through itself.
    """
    sentences = []
    crossings = crossing_sides(mesh) if len(mesh.triangles) <= at_most else 0
    if crossings:
        sentences.append(
            f"The surface runs through itself: {crossings} mesh edge{'s' * (crossings > 1)} cross"
            f"{'es' * (crossings == 1)} other triangles. Volume and thickness cannot be trusted there."
        )
    touching = _touching(mesh)
    if touching:
        sentences.append(
            f"Bodies touch along {touching} mesh edge{'s' * (touching > 1)} where more than two faces meet; "
            "they are taken apart there."
        )
    return tuple(sentences)


def crossing_sides(mesh: SurfaceMesh) -> int:
    """Count the sides of triangles that pass through triangles they share no corner with."""
    start, end = mesh.triangles.ravel(), np.roll(mesh.triangles, -1, axis=1).ravel()
    size = len(mesh.vertices)
    _, once = np.unique(np.minimum(start, end) * size + np.maximum(start, end), return_index=True)
    start, end = start[once], end[once]
    tails, along = mesh.vertices[start], mesh.vertices[end] - mesh.vertices[start]
    length = np.linalg.norm(along, axis=1)
    asked = np.flatnonzero(length > 4.0 * CROSSING_NOISES * mesh.noise_mm)
    if not len(asked):
        return 0
    start, end, tails, length = start[asked], end[asked], tails[asked], length[asked]
    direction = along[asked] / length[:, None]
    margin = np.maximum(END_SHARE * length, CROSSING_NOISES * mesh.noise_mm)
    tree = bvh.build(mesh.vertices[mesh.triangles], np.arange(len(mesh.triangles)))
    hits = first_hits(tree, tails + margin[:, None] * direction, direction)
    inside = (hits.triangles >= 0) & (hits.distances < length - 2.0 * margin)
    rows = np.flatnonzero(inside)
    corners = _places(mesh)[mesh.triangles[hits.triangles[rows]]]
    ends = _places(mesh)[np.stack([start[rows], end[rows]], axis=1)]
    shares = (corners[:, :, None] == ends[:, None, :]).any(axis=(1, 2))
    return int((~shares).sum())


def _touching(mesh: SurfaceMesh) -> int:
    """Count the mesh edges that more than two triangles have, though each knows its neighbor."""
    place = _places(mesh)
    start, end = mesh.triangles.ravel(), np.roll(mesh.triangles, -1, axis=1).ravel()
    a, b = place[start], place[end]
    paired = mesh.neighbor.ravel() >= 0
    _, count = np.unique((np.minimum(a, b) * len(place) + np.maximum(a, b))[paired], return_counts=True)
    return int((count > 2).sum())


def _places(mesh: SurfaceMesh) -> Ints:
    """Return a number for the place of each vertex (V,): bodies that touch have a vertex each there."""
    _, place = welding.distinct(mesh.vertices)
    return place
