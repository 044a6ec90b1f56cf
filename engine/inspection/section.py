"""A part cut open along a plane: the mesh behind the plane, and the cut itself as flat triangles."""

from dataclasses import dataclass, replace

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, Vector, along, frozen, frozen_ints
from engine.model.heatmap import Heatmap
from engine.model.mesh import Mesh
from engine.palette import rgb

CUT_COLOR = "#e9c9a0"
"""Of material that was cut: no scale has it."""
MOST_ROWS = 4000
"""Corners of the outline of a cut on rows of their own; finer ones are put on the nearest row."""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """The part behind a plane."""

    mesh: Mesh
    """The triangles behind the plane, and those of the cut, whose face comes after all of the part's."""
    n_behind: int
    """So many triangles, the first, are the part's own."""
    first: Ints
    """(V,) the vertex of the whole mesh that a vertex comes from, or one end of the edge it lies on."""
    second: Ints
    """(V,) the other end; the same as `first` for a vertex of the whole mesh."""
    share: Floats
    """(V,) how far it lies from `first` to `second`."""
    is_cut: Bools
    """(V,) whether it is a vertex of the cut."""

    def values(self, of_vertex: Floats) -> Floats:
        """Carry values (W,) or (W, K) of the whole mesh over to this one."""
        share = self.share if of_vertex.ndim == 1 else self.share[:, None]
        start, stop = of_vertex[self.first], of_vertex[self.second]
        with np.errstate(invalid="ignore"):
            mixed = start + share * (stop - start)
        carried: Floats = np.where(share == 0.0, start, mixed)
        return carried

    def heatmap(self, whole: Heatmap) -> Heatmap:
        """Carry a heatmap over; the cut has a color of its own."""
        colors = self.values(whole.colors)
        colors[self.is_cut] = rgb(CUT_COLOR)
        return replace(
            whole,
            values=self.values(whole.values),
            colors=colors,
            scale_of_vertex=whole.scale_of_vertex[self.first],
            is_marked=whole.is_marked[self.first] | self.is_cut,
        )


def cut(mesh: Mesh, point: Vector, normal: Vector) -> Section | None:
    """Cut a mesh open.

    Parameters
    ----------
    point, normal : (3,) float64
        Of the plane; what lies on the side that the unit normal points to is taken away.

    Returns
    -------
    Section or None
        None where the plane leaves nothing.
    """
    height = along(mesh.vertices - point, normal)
    is_behind = (height <= 0.0)[mesh.triangles]
    n_behind = is_behind.sum(axis=1)
    whole = np.flatnonzero(n_behind == 3)
    split = np.flatnonzero((n_behind == 1) | (n_behind == 2))
    if not len(whole) and not len(split):
        return None
    corners = _alone_first(mesh.triangles[split], is_behind[split])
    firsts, seconds = corners[:, [0, 0]].ravel(), corners[:, [1, 2]].ravel()
    firsts, seconds = _ordered(mesh, firsts, seconds)  # both triangles of an edge cut it at the same bits
    shares = height[firsts] / (height[firsts] - height[seconds])
    ends = mesh.vertices[firsts] + shares[:, None] * (mesh.vertices[seconds] - mesh.vertices[firsts])
    n_whole = len(mesh.vertices)
    new = n_whole + np.arange(2 * len(split)).reshape(-1, 2)
    kept_alone = n_behind[split] == 1
    alone, rest = np.flatnonzero(kept_alone), np.flatnonzero(~kept_alone)
    tips = np.column_stack([corners[alone, 0], new[alone, 0], new[alone, 1]])
    lower = np.column_stack([new[rest, 0], corners[rest, 1], corners[rest, 2]])
    upper = np.column_stack([new[rest, 0], corners[rest, 2], new[rest, 1]])
    own = np.concatenate([whole, split[alone], split[rest], split[rest]])
    triangles = np.concatenate([mesh.triangles[whole], tips, lower, upper])

    right, up = _axes(normal)
    segments = np.stack([ends @ right, ends @ up], axis=1).reshape(-1, 2, 2)
    flat, cap = _filled(segments)
    offset = float(point @ normal)
    cap_points = flat[:, :1] * right + flat[:, 1:] * up + offset * normal
    cap_face = int(mesh.face_of_vertex.max(initial=-1)) + 1
    first = np.concatenate([np.arange(n_whole), firsts, np.zeros(len(flat), dtype=np.int64)])
    second = np.concatenate([np.arange(n_whole), seconds, np.zeros(len(flat), dtype=np.int64)])
    share = np.concatenate([np.zeros(n_whole), shares, np.zeros(len(flat))])
    is_cut = np.arange(len(first)) >= n_whole + len(ends)
    vertices = np.concatenate([mesh.vertices, ends, cap_points])
    made = Mesh(
        vertices=frozen(vertices),
        normals=frozen(np.zeros((len(vertices), 3))),
        triangles=frozen_ints(np.concatenate([triangles, cap + n_whole + len(ends)])),
        face_of_triangle=frozen_ints(
            np.concatenate([mesh.face_of_triangle[own], np.full(len(cap), cap_face)])
        ),
        face_of_vertex=frozen_ints(
            np.concatenate([mesh.face_of_vertex, mesh.face_of_vertex[firsts], np.full(len(flat), cap_face)])
        ),
        body_of_triangle=frozen_ints(
            np.concatenate([mesh.body_of_triangle[own], np.zeros(len(cap), dtype=np.int64)])
        ),
        weld=frozen_ints(np.unique(vertices, axis=0, return_inverse=True)[1].reshape(-1)),
        max_edge_mm=mesh.max_edge_mm,
        chord_mm=mesh.chord_mm,
    )
    section = Section(made, len(triangles), first, second, share, is_cut)
    normals = section.values(mesh.normals)
    with np.errstate(invalid="ignore"):
        normals /= np.linalg.norm(normals, axis=1)[:, None]
    normals[is_cut] = normal
    return replace(section, mesh=replace(made, normals=frozen(normals)))


def _alone_first(triangles: Ints, is_behind: Bools) -> Ints:
    """Turn each triangle (N, 3) so that the corner that is alone on its side comes first."""
    is_alone = is_behind == (is_behind.sum(axis=1, keepdims=True) == 1)
    at = np.argmax(is_alone, axis=1)
    rows = np.arange(len(triangles))
    return np.column_stack([triangles[rows, (at + step) % 3] for step in range(3)])


def _ordered(mesh: Mesh, firsts: Ints, seconds: Ints) -> tuple[Ints, Ints]:
    """Give each edge the same sense, whichever triangle it is an edge of."""
    swaps = mesh.weld[firsts] > mesh.weld[seconds]
    return np.where(swaps, seconds, firsts), np.where(swaps, firsts, seconds)


def _axes(normal: Vector) -> tuple[Vector, Vector]:
    """Return two unit vectors square to a unit normal, so that right × up is the normal."""
    seed = np.zeros(3)
    seed[int(np.argmin(np.abs(normal)))] = 1.0
    right = np.cross(seed, normal)
    right /= np.linalg.norm(right)
    return right, np.cross(normal, right)


def _filled(segments: Floats) -> tuple[Floats, Ints]:
    """Fill the outline that segments (S, 2, 2) make: what an odd number of them lies left of is inside.

    Between two neighboring rows of corners no segment begins or ends, so that they cut out trapezoids.

    Returns
    -------
    points : (P, 2) float64
    triangles : (T, 3) int64
        Counter-clockwise.
    """
    nothing = np.zeros((0, 2)), np.zeros((0, 3), dtype=np.int64)
    if not len(segments):
        return nothing
    y = segments[:, :, 1]
    rows = np.unique(np.round(y, 9))
    if len(rows) > MOST_ROWS:
        rows = np.linspace(float(rows[0]), float(rows[-1]), MOST_ROWS)
    if len(rows) < 2:
        return nothing
    nearest_row = np.clip(np.searchsorted(rows, y), 1, len(rows) - 1)
    nearest_row -= (y - rows[nearest_row - 1]) < (rows[nearest_row] - y)
    low, high = nearest_row.min(axis=1), nearest_row.max(axis=1)
    points: list[Floats] = []
    for row in range(len(rows) - 1):
        here = np.flatnonzero((low <= row) & (high > row))
        if len(here) < 2:
            continue
        at = (
            _x_at(segments[here], nearest_row[here], rows, row),
            _x_at(segments[here], nearest_row[here], rows, row + 1),
        )
        order = np.argsort(at[0] + at[1], kind="stable")
        order = order[: len(order) // 2 * 2]
        left, right = order[::2], order[1::2]
        below, above = np.full(len(left), rows[row]), np.full(len(left), rows[row + 1])
        points.append(
            np.stack(
                [
                    np.column_stack([at[0][left], below]),
                    np.column_stack([at[0][right], below]),
                    np.column_stack([at[1][right], above]),
                    np.column_stack([at[1][left], above]),
                ],
                axis=1,
            ).reshape(-1, 2)
        )
    if not points:
        return nothing
    flat = np.concatenate(points)
    first = 4 * np.arange(len(flat) // 4)[:, None]
    return flat, np.concatenate([first + np.array([0, 1, 2]), first + np.array([0, 2, 3])])


def _x_at(segments: Floats, row_of_end: Ints, rows: Floats, row: int) -> Floats:
    """Return where segments (N, 2, 2) cross a row, their ends taken to lie on rows of their own."""
    start, stop = row_of_end[:, 0], row_of_end[:, 1]
    share = (rows[row] - rows[start]) / (rows[stop] - rows[start])
    found: Floats = segments[:, 0, 0] + share * (segments[:, 1, 0] - segments[:, 0, 0])
    return found
