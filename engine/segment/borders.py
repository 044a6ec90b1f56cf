"""Borders: the mesh edges between regions, chained into the edges and loops of a part.

A border side is a triangle's side with another region across it, or none. Sides are numbered 3 t + i for the
side of triangle t from its corner i to the next; its triangle lies on the left, seen from outside.
"""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross
from engine.segment.surface_mesh import SurfaceMesh

CORNER_DEG = 30.0
"""A border between two regions turns a corner where it turns by more than this, ..."""
CORNER_RATIO = 3.0
"""... and by this many times what it turns before and after: a coarse circle turns as much everywhere."""
SQUARE_DEG = 75.0
"""No smooth curve that a mesh renders recognizably turns by more than this at once."""


@dataclass(frozen=True, slots=True, eq=False)
class BorderChain:
    """The sides of one edge in order."""

    faces: tuple[int, ...]
    """The regions along it, the one on the left first; a free border has one."""
    vertices: Ints
    """(N + 1,) from end to end; a closed chain repeats its first vertex."""
    is_closed: bool
    """Whether it is a loop without a corner."""


@dataclass(frozen=True, slots=True, eq=False)
class RegionBorders:
    """All chains, and the loops that they make round each region."""

    chains: tuple[BorderChain, ...]
    loops_of_face: tuple[tuple[tuple[int, ...], ...], ...]
    """For each region its loops, each a tuple of chains, the region on the left; the longest loop first."""
    chain_of_side: Ints
    """(3 T,) -1 for sides inside a region."""
    twin: Ints
    """(3 T,) the same side as its neighbor counts it; -1 at a free or non-manifold side."""


def trace(mesh: SurfaceMesh, region_of_triangle: Ints, is_smooth: Bools) -> RegionBorders:
    """Find all borders.

    Parameters
    ----------
    region_of_triangle : (T,) int64
    is_smooth : (R,) bool
        Regions whose borders with each other are never cut at corners, being ragged: free-form ones.
    """
    start = mesh.triangles.ravel()
    end = np.roll(mesh.triangles, -1, axis=1).ravel()
    region = np.repeat(region_of_triangle, 3)
    twin = _twins(mesh, start, end)
    other = np.where(twin >= 0, region[twin], -1)
    border = np.flatnonzero(other != region)
    after = _following(border, twin, other != region)
    faces_of_side = _faces(border, start, end, region, other, twin)
    links = _links(border, after, twin, faces_of_side, start, end, mesh.vertices, is_smooth, other)
    chains, chain_of_side = _chains(border, after, links, faces_of_side, start, end, mesh.vertices)
    mirrored = border[(twin[border] >= 0)]
    chain_of_side[twin[mirrored]] = np.maximum(chain_of_side[twin[mirrored]], chain_of_side[mirrored])
    _share_non_manifold(border, chain_of_side, start, end)
    loops = _loops(border, after, region, chain_of_side, start, mesh.vertices, len(is_smooth))
    return RegionBorders(tuple(chains), loops, chain_of_side, twin)


def _twins(mesh: SurfaceMesh, start: Ints, end: Ints) -> Ints:
    """Return (3 T,) the side that runs the other way in the neighbor; -1 where there is none."""
    across = mesh.neighbor.ravel()
    twin = np.full(len(start), -1)
    there = np.flatnonzero(across >= 0)
    for corner in range(3):
        side = 3 * across[there] + corner
        matches = (start[side] == end[there]) & (end[side] == start[there])
        twin[there[matches]] = side[matches]
    paired = twin >= 0
    paired[paired] = twin[twin[paired]] == np.flatnonzero(paired)
    return np.where(paired, twin, -1)


def _following(border: Ints, twin: Ints, is_border: Bools) -> dict[int, int]:
    """Map each border side to the next one round its region, turning about their shared vertex."""
    reached = border // 3 * 3 + (border + 1) % 3
    turning = np.flatnonzero(~is_border[reached])
    while len(turning):
        side = twin[reached[turning]]
        reached[turning] = side // 3 * 3 + (side + 1) % 3
        turning = turning[~is_border[reached[turning]]]
    return dict(zip(border.tolist(), reached.tolist(), strict=True))


def _faces(
    border: Ints, start: Ints, end: Ints, region: Ints, other: Ints, twin: Ints
) -> dict[int, tuple[int, ...]]:
    """Name the regions along each border side, its own first."""
    named: dict[int, tuple[int, ...]] = {
        side: (own, across) if across >= 0 else (own,)
        for side, own, across in zip(
            border.tolist(), region[border].tolist(), other[border].tolist(), strict=True
        )
    }
    for sides in _coinciding(border[twin[border] < 0], start, end):
        for side in sides:
            others = [region[one] for one in sides if one != side]
            named[side] = (int(region[side]), *sorted(int(each) for each in others))
    return named


def _coinciding(free: Ints, start: Ints, end: Ints) -> list[list[int]]:
    """Group free sides that lie on one another: the sides of a non-manifold mesh edge."""
    if not len(free):
        return []
    low, high = np.minimum(start[free], end[free]), np.maximum(start[free], end[free])
    order = np.lexsort((high, low))
    fresh = np.flatnonzero((np.diff(low[order], prepend=-1) != 0) | (np.diff(high[order], prepend=-1) != 0))
    groups = np.split(free[order], fresh[1:])
    return [group.tolist() for group in groups if len(group) > 1]


def _links(
    border: Ints,
    after: dict[int, int],
    twin: Ints,
    faces_of_side: dict[int, tuple[int, ...]],
    start: Ints,
    end: Ints,
    vertices: Floats,
    is_smooth: Bools,
    other: Ints,
) -> set[int]:
    """Return the border sides that go on into the side after them, as one edge."""
    following = np.array([after[side] for side in border.tolist()], dtype=np.int64)
    same = np.array(
        [
            faces_of_side[a] == faces_of_side[b]
            for a, b in zip(border.tolist(), following.tolist(), strict=True)
        ],
        dtype=bool,
    )
    twins, next_twins = twin[border], twin[following]
    both = (twins >= 0) & (next_twins >= 0)
    back = np.array([after.get(int(side), -1) for side in next_twins], dtype=np.int64)
    same &= ~both | (back == twins)

    along = vertices[end] - vertices[start]
    size = np.linalg.norm(along, axis=1)
    turn = np.zeros(len(start))
    crossed = cross(along[border], along[following])
    turn[border] = np.degrees(
        np.arctan2(np.linalg.norm(crossed, axis=1), np.einsum("ij,ij->i", along[border], along[following]))
    )
    before = np.zeros(len(start), dtype=np.int64)
    before[following] = border
    calm = np.maximum(turn[before[border]], turn[following])
    is_corner = (turn[border] > SQUARE_DEG) | (
        (turn[border] > CORNER_DEG) & (turn[border] > CORNER_RATIO * calm)
    )
    own = np.array([faces_of_side[side][0] for side in border.tolist()], dtype=np.int64)
    ragged = is_smooth[own] & (other[border] >= 0) & is_smooth[np.maximum(other[border], 0)]
    is_corner &= ~ragged & (size[border] > 0) & (size[following] > 0)
    return set(border[same & ~is_corner].tolist())


def _chains(
    border: Ints,
    after: dict[int, int],
    links: set[int],
    faces_of_side: dict[int, tuple[int, ...]],
    start: Ints,
    end: Ints,
    vertices: Floats,
) -> tuple[list[BorderChain], Ints]:
    """Walk along the sides of the first face of each chain; chains in order of faces, then of place."""
    mine = [side for side in border.tolist() if faces_of_side[side][0] == min(faces_of_side[side])]
    entered = {after[side] for side in mine if side in links}
    rank = _ranks(vertices)
    runs: list[list[int]] = []
    seen: set[int] = set()
    heads = [side for side in mine if side not in entered]
    heads += sorted(mine, key=lambda side: (rank[start[side]], rank[end[side]]))
    for head in heads:
        if head in seen:
            continue
        run, side = [], head
        while side not in seen:
            seen.add(side)
            run.append(side)
            if side not in links:
                break
            side = after[side]
        runs.append(run)
    runs.sort(key=lambda run: (faces_of_side[run[0]], rank[start[run[0]]], rank[end[run[0]]]))
    chains: list[BorderChain] = []
    chain_of_side = np.full(len(start), -1)
    taken: dict[tuple[int, int], int] = {}
    for run in runs:
        faces = faces_of_side[run[0]]
        ends = int(start[run[0]]), int(end[run[-1]])
        if len(faces) != 2 and len(faces) > 1:  # the other sides of a non-manifold edge are the same edge
            key = (min(int(start[run[0]]), int(end[run[0]])), max(int(start[run[0]]), int(end[run[0]])))
            if key in taken:
                continue
            for side in run:
                taken[min(int(start[side]), int(end[side])), max(int(start[side]), int(end[side]))] = 1
        chain_of_side[run] = len(chains)
        is_closed = ends[0] == ends[1] and run[-1] in links
        chains.append(BorderChain(faces, np.append(start[run], end[run[-1]]), is_closed))
    return chains, chain_of_side


def _ranks(vertices: Floats) -> list[int]:
    """Rank places by their coordinates, so that nothing hangs on the order of vertices in the file."""
    rank = np.empty(len(vertices), dtype=np.int64)
    rank[np.lexsort(vertices.T[::-1])] = np.arange(len(vertices))
    return rank.tolist()


def _share_non_manifold(border: Ints, chain_of_side: Ints, start: Ints, end: Ints) -> None:
    """Give sides that no chain runs along the chain of the sides they lie on."""
    bare = border[chain_of_side[border] < 0]
    if not len(bare):
        return
    named = border[chain_of_side[border] >= 0]
    size = int(max(start.max(), end.max())) + 1

    def key(sides: Ints) -> Ints:
        return np.minimum(start[sides], end[sides]) * size + np.maximum(start[sides], end[sides])

    keys = key(named)
    order = np.argsort(keys, kind="stable")
    at = np.minimum(np.searchsorted(keys[order], key(bare)), len(named) - 1)
    found = keys[order][at] == key(bare)
    chain_of_side[bare[found]] = chain_of_side[named[order[at[found]]]]


def _loops(
    border: Ints,
    after: dict[int, int],
    region: Ints,
    chain_of_side: Ints,
    start: Ints,
    vertices: Floats,
    n_faces: int,
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    found: list[list[tuple[float, tuple[int, ...]]]] = [[] for _ in range(n_faces)]
    seen: set[int] = set()
    by_chain = border[np.argsort(chain_of_side[border], kind="stable")]
    for head in by_chain.tolist():
        if head in seen:
            continue
        sides, side = [], head
        while side not in seen:
            seen.add(side)
            sides.append(side)
            side = after[side]
        chains = [int(chain_of_side[side]) for side in sides]
        kept = [chain for at, chain in enumerate(chains) if at == 0 or chain != chains[at - 1]]
        if len(kept) > 1 and kept[0] == kept[-1]:
            kept.pop()
        reach = float(np.linalg.norm(np.ptp(vertices[start[sides]], axis=0)))
        found[int(region[head])].append((reach, tuple(kept)))
    return tuple(
        tuple(loop for _, loop in sorted(loops, key=lambda each: (-each[0], each[1]))) for loops in found
    )
