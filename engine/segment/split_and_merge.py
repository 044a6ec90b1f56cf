"""Split and merge: facets exchanged between curved regions after region growing.

A facet that belongs to several regions is split among them: where two curved faces touch, a facet of the one
may lie level with a facet of the other. Small facets that a growth stopped short of, and facets of an exact
region that a less exact one had grown over first, go to the region on whose surface they lie. Regions of one
face that grew apart, because corners between them strayed, are merged.

At last, what hangs together without a border between is told as one face. Kernels put the corners of a
fillet's borders where two surfaces meet only nearly. Then parts of it grow and parts do not, though one
surface explains it all, as nearly as its corners were put. A free-form face, on the other hand, has stretches
that a cylinder or a sphere explains by chance. Both show in the same way: a face most of whose smooth border
is not the border of anything.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment import curved_regions, fitting, freeform, region_growing
from engine.segment.curved_regions import STRAY_SHARE, CurvedRegion
from engine.segment.facets import FacetGraph, Facets, facet_graph, find_facets
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces import revolution
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS

MOST_TRIANGLES = 16
"""Triangles of a few facets; a facet of more is flat."""


def split_facets(
    mesh: SurfaceMesh, graph: FacetGraph, facets: Facets, found: list[CurvedRegion]
) -> tuple[FacetGraph, Facets, list[CurvedRegion]]:
    """Return graph, facets and faces anew, with facets that belong to several faces cut up among them."""
    face_of_triangle = np.full(len(mesh.triangles), -1, dtype=np.int64)
    senses = [region_growing.depth(one.kind, one.surface, graph, one.facets)[1] for one in found]
    for facet, faces in _split_candidates(graph, facets, found).items():
        mine = facets.triangles[facets.first_triangle[facet] : facets.first_triangle[facet + 1]]
        off = np.array([_off(mesh, mine, found[face], senses[face]) for face in faces])
        if (off.min(axis=0) <= fitting.NOISES * mesh.noise_mm).all():
            face_of_triangle[mine] = np.array(faces)[off.argmin(axis=0)]
    given = np.flatnonzero(face_of_triangle >= 0)
    if not len(given):
        return graph, facets, found
    now = find_facets(mesh, face_of_triangle)
    first = facets.triangles[facets.first_triangle[:-1]]
    regions = []
    for number, one in enumerate(found):
        own = np.concatenate([first[one.facets], given[face_of_triangle[given] == number]])
        regions.append(replace(one, facets=np.unique(now.facet_of_triangle[own])))
    graph = facet_graph(mesh, now)
    for one in regions:
        graph.is_taken[one.facets] = True
    return graph, now, regions


def _split_candidates(graph: FacetGraph, facets: Facets, found: list[CurvedRegion]) -> dict[int, list[int]]:
    """Return the small facets that fold gently against several exact faces, with those faces."""
    face = np.full(len(facets.areas), -1, dtype=np.int64)
    for number, one in enumerate(found):
        if curved_regions.is_exact(graph, one):
            face[one.facets] = number
    is_small = (
        (face < 0) & (graph.is_taken == facets.is_flat) & (np.diff(facets.first_triangle) <= MOST_TRIANGLES)
    )
    a, b = facets.folds.T
    beside: dict[int, list[int]] = {}
    for inner, outer in ((a, b), (b, a)):
        at = np.flatnonzero((face[inner] >= 0) & is_small[outer])
        pairs = np.unique(np.column_stack([outer[at], face[inner[at]]]), axis=0)
        for facet, number in pairs.tolist():
            beside.setdefault(facet, []).append(number)
    sure = {facet: sorted(set(faces)) for facet, faces in sorted(beside.items())}
    return {facet: faces for facet, faces in sure.items() if len(faces) > 1}


def _off(mesh: SurfaceMesh, mine: Ints, one: CurvedRegion, sense: float) -> Floats:
    """Return (N,) how far the farthest corners of triangles are off a face, inf where they are no facets."""
    corners = mesh.vertices[mesh.triangles[mine]]
    normals = np.zeros((len(mine), 3))
    deep = revolution.distances(one.kind, one.surface, corners.mean(axis=1), normals)
    off = revolution.distances(one.kind, one.surface, corners.reshape(-1, 3), np.zeros((3 * len(mine), 3)))
    farthest: Floats = np.abs(off).reshape(-1, 3).max(axis=1)
    lean = np.einsum("nk,nk->n", normals, mesh.normals[mine]) * sense
    return np.where((np.abs(deep) <= DEEP_SCRAP * one.depth_mm) & (lean > LEAN_SCRAP), farthest, np.inf)


ABSORB_ROUNDS = 4
NEAR_DEPTH = 0.5
"""A scrap's corners lie within this share of the depth that the face's facets cut to."""
DEEP_SCRAP = 4.0
"""Its middle may lie so many times as deep as theirs."""
LEAN_SCRAP = 0.97
FLAT_DEPTHS = 2.0
"""A scrap whose corners are farther off than so many times its middle is a flat face that touches the curved
one, unless it is small beside a facet."""
SMALL = 0.5
"""A scrap is small beside a facet when it has less than this share of its area. One whose corners all lie on
the face to within noise may be of any depth: meshers of doubly curved faces leave slivers that cut deep."""


def reclaim(
    graph: FacetGraph, facets: Facets, found: list[CurvedRegion], face: Ints, is_joined: Bools
) -> None:
    """Write into `face` (P,) what goes on from an exact face and lies on it exactly, though another has it.

    A free-form face has stretches that some cone explains; where such a face runs into a cylinder along its
    border, the cone may have grown over facets of the cylinder, and cut it off from more of them.
    """
    is_exact = np.array([curved_regions.is_exact(graph, one) for one in found], dtype=bool)
    senses = [region_growing.depth(one.kind, one.surface, graph, one.facets)[1] for one in found]
    a, b = facets.folds.T
    tried: set[tuple[int, int]] = set()
    is_open = ~is_joined & ~facets.is_flat & ~np.append(is_exact, False)[face]
    while True:
        before = len(tried)
        for inner, outer in ((a, b), (b, a)):
            at = np.flatnonzero((face[inner] >= 0) & np.append(is_exact, False)[face[inner]] & is_open[outer])
            for facet, number in zip(outer[at].tolist(), face[inner[at]].tolist(), strict=True):
                if (facet, number) in tried or not is_open[facet]:
                    continue
                tried.add((facet, number))
                one = found[number]
                far, deep, lean = region_growing.stand(one.kind, one.surface, graph, facet, senses[number])
                if (
                    far <= fitting.NOISES * graph.noise_mm
                    and deep <= DEEP_SCRAP * one.depth_mm
                    and lean > LEAN_SCRAP
                ):
                    face[facet] = number
                    is_open[facet] = False
        if len(tried) == before:
            return


def absorb_grazed(
    graph: FacetGraph, facets: Facets, found: list[CurvedRegion]
) -> tuple[list[CurvedRegion], Bools]:
    """Return the faces with the flat facets that are facets of exact ones, and which facets (P,) those are.

    Where a cut bites into a facet, its shape is that of a flat face; and the cut's own corners halve facets,
    so that some fold by next to nothing. All their corners lie on the cylinder or cone (see `absorb_scraps`),
    those of a flat face put together from such facets do not.
    """
    senses = [region_growing.depth(one.kind, one.surface, graph, one.facets)[1] for one in found]
    face = np.full(len(facets.areas), -1, dtype=np.int64)
    for number, one in enumerate(found):
        if one.kind in (CYLINDER, CONE) and curved_regions.is_exact(graph, one):
            face[one.facets] = number
    is_grazed = np.zeros(len(face), dtype=bool)
    a, b = facets.folds.T
    for _ in range(ABSORB_ROUNDS):
        before = int(is_grazed.sum())
        for inner, outer in ((a, b), (b, a)):
            for fold in np.flatnonzero((face[inner] >= 0) & (face[outer] < 0) & facets.is_flat[outer]):
                facet, number = int(outer[fold]), int(face[inner[fold]])
                if face[facet] < 0 and _is_scrap_of(graph, facets, facet, found[number], 0.0, senses[number]):
                    face[facet], is_grazed[facet] = number, True
        if int(is_grazed.sum()) == before:
            break
    return [
        replace(one, facets=np.union1d(one.facets, np.flatnonzero(is_grazed & (face == number))))
        for number, one in enumerate(found)
    ], is_grazed


def absorb_scraps(
    graph: FacetGraph, facets: Facets, found: list[CurvedRegion], face: Ints, is_joined: Bools
) -> None:
    """Write into `face` (P,), which is -1 where a facet belongs to no curved face, where scraps belong.

    Facets that are joined to a flat face stay out. What is flat by its shape is a facet nevertheless if all
    its corners lie on a cylinder or cone, and it cuts no deeper than others: no plane meets either in three
    points beyond two rulings, unless it is steep to them. It is where a ruling grazes the border of a cut.
    """
    facet_area = [float(np.median(facets.areas[one.facets])) for one in found]
    senses = [region_growing.depth(one.kind, one.surface, graph, one.facets)[1] for one in found]
    a, b = facets.folds.T
    for _ in range(ABSORB_ROUNDS):
        given = face.copy()
        for inner, outer in ((a, b), (b, a)):
            at = np.flatnonzero((face[inner] >= 0) & (face[outer] < 0) & ~is_joined[outer])
            for fold in at:
                facet, number = int(outer[fold]), int(face[inner[fold]])
                if given[facet] < 0 and _is_scrap_of(
                    graph, facets, facet, found[number], facet_area[number], senses[number]
                ):
                    given[facet] = number
        if (given == face).all():
            break
        face[:] = given


def _is_scrap_of(
    graph: FacetGraph, facets: Facets, facet: int, to: CurvedRegion, facet_area: float, sense: float
) -> bool:
    far, deep, lean = region_growing.stand(to.kind, to.surface, graph, facet, sense)
    noise_mm = fitting.NOISES * graph.noise_mm
    is_small = facets.areas[facet] < SMALL * facet_area
    if facets.is_flat[facet]:
        is_ruled = to.kind in (CYLINDER, CONE)
        return bool(is_ruled and far <= noise_mm and deep <= DEEP_SCRAP * to.depth_mm and lean > LEAN_SCRAP)
    is_deep = deep > DEEP_SCRAP * to.depth_mm and not (is_small and far <= noise_mm)
    if far > NEAR_DEPTH * to.depth_mm + noise_mm or is_deep:
        return False
    return bool(lean > LEAN_SCRAP and (is_small or far <= FLAT_DEPTHS * deep))


NEAR_STRAYS = 8.0
"""Corners of the smaller one may be so many times as far from the larger's surface before both are fitted
together: few facets tell a surface roughly."""
EXACT_HALF = 0.5
"""Share of the smaller one's corners that lie on the larger's surface exactly, where that is exact: corners
that stray are the fewer. What only comes near it is a free-form face beside it."""
MERGE_ROUNDS = 3


def merge_regions(graph: FacetGraph, facets: Facets, found: list[CurvedRegion]) -> list[CurvedRegion]:
    """Return the faces with those merged that share a smooth border and lie on one surface."""
    for _ in range(MERGE_ROUNDS):
        face = np.full(len(facets.areas), -1, dtype=np.int64)
        for number, one in enumerate(found):
            face[one.facets] = number
        pairs = np.sort(face[facets.folds], axis=1)
        pairs = np.unique(pairs[(pairs[:, 0] >= 0) & (pairs[:, 0] != pairs[:, 1])], axis=0)
        taken: set[int] = set()
        merged: dict[int, CurvedRegion] = {}
        for a, b in pairs.tolist():
            if a in taken or b in taken:
                continue
            large, small = (a, b) if len(found[a].facets) >= len(found[b].facets) else (b, a)
            both = _merged(graph, found[large], found[small])
            if both is not None:
                taken |= {a, b}
                merged[large] = both
        if not merged:
            break
        found = [merged.get(at, one) for at, one in enumerate(found) if at in merged or at not in taken]
    return found


def _merged(graph: FacetGraph, large: CurvedRegion, small: CurvedRegion) -> CurvedRegion | None:
    points = fitting.corner_points(graph, small.facets, fitting.MOST_POINTS)
    near = STRAY_SHARE * revolution.smallest_radius_mm(large.kind, large.surface, points)
    if _farthest(large, points) > NEAR_STRAYS * near:
        return None
    if (
        curved_regions.is_exact(graph, large)
        and curved_regions.exact_share(graph, large, small.facets) < EXACT_HALF
    ):
        return None
    facing = [region_growing.depth(large.kind, large.surface, graph, one.facets)[1] for one in (large, small)]
    if facing[0] != facing[1]:
        return None
    members = np.union1d(large.facets, small.facets)
    points = fitting.corner_points(graph, members, fitting.MOST_POINTS)
    for kind in dict.fromkeys((CYLINDER, large.kind)):
        surface = large.surface.copy()
        if kind != large.kind and not fitting.fit(kind, graph, members, surface, 1.0, np.inf) < np.inf:
            continue
        fitting.polish(kind, surface, points, graph.noise_mm)
        deep = region_growing.depth(kind, surface, graph, members)[0]
        one = CurvedRegion(kind, surface, members, deep)
        near = STRAY_SHARE * revolution.smallest_radius_mm(kind, surface, points)
        if _farthest(one, points) <= near and deep <= 1.5 * max(large.depth_mm, small.depth_mm):
            revolution.tidy(kind, surface)
            return one
    return None


def _farthest(one: CurvedRegion, points: Floats) -> float:
    off = revolution.distances(one.kind, one.surface, points, np.empty_like(points))
    return float(np.abs(off).max())


LOOSE_SHARE = 0.4
"""A face is in doubt when it goes on, without a border, along more than this share of its smooth border:
about half of it where a fillet's one end grew and the other did not."""
FEWEST_OF_PATCH = 4
"""Fewer facets make no curved face: three are two bevels."""
STANDING_SHARE = 0.3
"""A face in doubt stands when it makes up this share of the patch: two fillets that go on as each other."""
BENT = 8.0
"""A patch rises out of its plane by so many times what its corners may stray."""
EXPLAINED_SHARE = 0.7
"""Share of a patch that its surface explains; the rest of it belongs to what is next to it."""
LEAN_PATCH = 0.9
"""Cosine between a facet and the surface fitted to all of its patch."""


def settle_patches(
    graph: FacetGraph, facets: Facets, found: Sequence[CurvedRegion], face: Ints, is_out: Bools
) -> tuple[list[CurvedRegion], Ints]:
    """Return the faces with patches put together, and the face (P,) of each facet anew.

    Parameters
    ----------
    face : (P,) int64
        Index into `found`; -1 where a facet belongs to no curved face.
    is_out : (P,) bool
        Facets of flat faces.
    """
    face = face.copy()
    is_remainder = (face < 0) & ~is_out
    is_doubtful = _doubtful(graph, facets, found, face, is_remainder)
    is_member = is_remainder | ((face >= 0) & np.append(is_doubtful, False)[face])
    depth_mm = max((one.depth_mm for one in found), default=0.0)
    regions = list(found)
    for members in _patches(facets, is_member, depth_mm):
        inside = np.unique(face[members])
        inside = inside[inside >= 0]
        if len(inside) == 1 and (face[members] >= 0).all():
            continue  # nothing hangs on to it after all
        whole = _whole(graph, facets, members)
        if whole is not None:
            face[members] = -1
            face[whole.facets] = len(regions)
            regions.append(whole)
            continue
        area = float(facets.areas[members].sum())
        for index in inside.tolist():
            own = members[face[members] == index]
            if float(facets.areas[own].sum()) < STANDING_SHARE * area:
                face[own] = -1
    kept = np.unique(face[face >= 0])
    return [regions[index] for index in kept.tolist()], np.where(face >= 0, np.searchsorted(kept, face), -1)


def _doubtful(
    graph: FacetGraph, facets: Facets, found: Sequence[CurvedRegion], face: Ints, is_remainder: Bools
) -> Bools:
    """Tell the faces (F,) whose smooth border is mostly one with the rest, or with faces as doubtful.

    No exact face is in doubt.
    """
    count = len(found)
    is_weak = np.array([not curved_regions.is_exact(graph, one) for one in found], dtype=bool)
    a, b = facets.folds.T
    border = np.zeros(count)
    for inner, outer in ((a, b), (b, a)):
        at = (face[inner] >= 0) & (face[inner] != face[outer])
        border += np.bincount(face[inner][at], facets.fold_mm[at], count)
    is_doubtful = np.zeros(count, dtype=bool)
    while True:
        is_open = is_remainder | ((face >= 0) & np.append(is_doubtful, False)[face])
        loose = np.zeros(count)
        for inner, outer in ((a, b), (b, a)):
            at = (face[inner] >= 0) & (face[inner] != face[outer]) & is_open[outer]
            loose += np.bincount(face[inner][at], facets.fold_mm[at], count)
        now = is_weak & (loose > LOOSE_SHARE * border) & (border > 0.0)
        if (now == is_doubtful).all():
            return is_doubtful
        is_doubtful = now | is_doubtful


def _patches(facets: Facets, is_member: Bools, depth_mm: float) -> list[Ints]:
    """Return the members that hang together, patch by patch; see `freeform`."""
    a, b = facets.folds.T
    keep = is_member[a] & is_member[b] & (freeform.depths(facets) <= freeform.DEEP_TIMES * depth_mm)
    count = len(is_member)
    links = coo_array((np.ones(int(keep.sum()), bool), (a[keep], b[keep])), (count, count))
    _, part = connected_components(links, directed=False)
    member = np.flatnonzero(is_member)
    member = member[np.argsort(part[member], kind="stable")]
    patches = np.split(member, np.flatnonzero(np.diff(part[member])) + 1) if len(member) else []
    return [np.sort(each) for each in patches if len(each) > 1]


def _whole(graph: FacetGraph, facets: Facets, members: Ints) -> CurvedRegion | None:
    """Return the simplest surface on which most of a patch lies, as nearly as kernels put corners."""
    for kind in (CYLINDER, CONE, SPHERE, TORUS):
        surface, own = np.zeros(8), members
        for most in (EXPLAINED_SHARE, 1.0):
            if (
                len(own) < FEWEST_OF_PATCH
                or not fitting.fit(kind, graph, own, surface, most, np.inf) < np.inf
            ):
                break
            points = fitting.corner_points(graph, own, fitting.MOST_POINTS)
            near_mm = STRAY_SHARE * revolution.smallest_radius_mm(kind, surface, points)
            sense = region_growing.depth(kind, surface, graph, own)[1]
            stands = [region_growing.stand(kind, surface, graph, facet, sense) for facet in members]
            own = members[[far <= near_mm and lean >= LEAN_PATCH for far, _, lean in stands]]
        else:
            if (
                facets.areas[own].sum() < EXPLAINED_SHARE * facets.areas[members].sum()
                or len(own) < FEWEST_OF_PATCH
            ):
                continue
            points = fitting.corner_points(graph, own, fitting.MOST_POINTS)
            if len(points) < fitting.FREEDOM[kind] + 4 or BENT * near_mm > _rise_mm(points):
                continue
            revolution.tidy(kind, surface)
            return CurvedRegion(kind, surface, own, region_growing.depth(kind, surface, graph, own)[0])
    return None


def _rise_mm(points: Floats) -> float:
    """Return how thick the flattest slab is that holds points (N, 3)."""
    local = points - points.mean(axis=0)
    return float(np.ptp(local @ np.linalg.svd(local, full_matrices=False)[2][2]))
