"""Border edges: every chain of mesh edges as an edge of a part, with exact normals of the surfaces along it.

Where two surfaces all but touch along their border they were meant to be tangent: a mesh holds the place of
a border to within its noise, and on a bend of radius r a gap of that size is a turn of sqrt(2 gap / r).
"""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross, frozen
from engine.model.part import Edge, EdgeId, FaceId
from engine.model.surface import Surface
from engine.segment.border_curves import Rendered, render
from engine.segment.borders import Borders
from engine.segment.nodes import Nodes
from engine.surfaces.kind import SurfaceKind
from engine.surfaces.table import SurfaceTable, curvatures_across, outward_normals

NOISES = 4.0
"""A corner counts as on a curve within so many times the noise, plus what its regions stray."""
LARGEST_SNAP_DEG = 4.0
"""No larger turn is ever taken for tangent: the shallowest chamfers in use are about five degrees."""
SHARE_SNAPPED = 0.8
"""A border is tangent when this share of its samples is within reach of it."""


def measure(
    borders: Borders,
    vertices: Floats,
    nodes: Nodes,
    carriers: SurfaceTable,
    surfaces: tuple[Surface, ...],
    deviations_mm: Floats,
    noise_mm: float,
) -> tuple[tuple[Edge, ...], tuple[Rendered, ...]]:
    """Make the edges, `edges[i].id == i`, and what each was rendered as."""
    if not borders.chains:
        return (), ()
    is_free = carriers.kind == SurfaceKind.FREEFORM
    exact_mm = np.where(is_free, 0.0, deviations_mm)
    tolerances = [NOISES * noise_mm + float(exact_mm[list(chain.faces)].max()) for chain in borders.chains]
    drawn = tuple(
        render(
            vertices[chain.vertices],
            chain.is_closed,
            tuple(surfaces[face] for face in chain.faces),
            tolerance,
        )
        for chain, tolerance in zip(borders.chains, tolerances, strict=True)
    )
    counts = np.array([len(each.points) for each in drawn])
    uses = [(index, face) for index, chain in enumerate(borders.chains) for face in chain.faces]
    begin = np.concatenate([[0], np.cumsum(counts)])
    rows = np.concatenate([np.arange(begin[index], begin[index + 1]) for index, _ in uses])
    face = np.concatenate([np.full(counts[index], face) for index, face in uses])
    points = np.concatenate([each.points for each in drawn])[rows]
    tangents = np.concatenate([each.tangents for each in drawn])[rows]
    normals = outward_normals(carriers, face, points)
    bends = curvatures_across(carriers, face, points, tangents)
    free = np.flatnonzero(is_free[face])
    if len(free):
        low, high, share = _between(borders, drawn, rows[free])
        normals[free], bends[free] = _on_freeform(nodes, face[free], low, high, share, tangents[free])

    edges, first = [], 0
    for index, (chain, each) in enumerate(zip(borders.chains, drawn, strict=True)):
        size, n_faces = len(each.points), len(chain.faces)
        span = slice(first, first + size * n_faces)
        first = span.stop
        along = normals[span].reshape(n_faces, size, 3)
        across = bends[span].reshape(n_faces, size)
        if n_faces == 2:
            gap_mm = 2.0 * noise_mm + float(deviations_mm[list(chain.faces)].sum())
            along = _tangent(along, across, gap_mm, ~is_free[list(chain.faces)])
        edges.append(
            Edge(
                id=EdgeId(index),
                faces=tuple(FaceId(face) for face in chain.faces),
                curve=each.curve,
                points=frozen(each.points + 0.0),
                normals=frozen(along + 0.0),
                curvatures=frozen(across + 0.0),
                length_mm=each.length_mm,
                is_closed=bool(chain.vertices[0] == chain.vertices[-1]),
                tolerance_mm=tolerances[index],
            )
        )
    return tuple(edges), drawn


def _between(borders: Borders, drawn: tuple[Rendered, ...], rows: Ints) -> tuple[Ints, Ints, Floats]:
    """Tell between which two vertices the samples lie, and how far from the first to the second."""
    low, high, share = [], [], []
    for chain, each in zip(borders.chains, drawn, strict=True):
        at = np.minimum(each.place.astype(np.int64), len(chain.vertices) - 2)
        low.append(chain.vertices[at])
        high.append(chain.vertices[at + 1])
        share.append(each.place - at)
    return np.concatenate(low)[rows], np.concatenate(high)[rows], np.concatenate(share)[rows]


def _on_freeform(
    nodes: Nodes, face: Ints, low: Ints, high: Ints, share: Floats, tangents: Floats
) -> tuple[Floats, Floats]:
    """Return normals (N, 3) between the nodes at both ends of a mesh edge, and curvatures (N,) across it."""
    a, b = nodes.at(face, low), nodes.at(face, high)
    normals = (1.0 - share)[:, None] * nodes.normals[a] + share[:, None] * nodes.normals[b]
    size = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals / np.where(size > 0.0, size, np.nan)
    bends = (1.0 - share)[:, None, None] * nodes.bends[a] + share[:, None, None] * nodes.bends[b]
    across = cross(normals, tangents)
    return normals, np.einsum("ni,nij,nj->n", across, bends, across)


def _tangent(normals: Floats, bends: Floats, gap_mm: float, is_known: Bools) -> Floats:
    """Make normals (2, N, 3) one where the faces turn by no more than the gap between them explains.

    Of a free-form face the normal is read from facets, of the others (`is_known`) it is known: that of the
    one holds for both.
    """
    angle = np.arctan2(
        np.linalg.norm(cross(normals[0], normals[1]), axis=1), np.einsum("ij,ij->i", normals[0], normals[1])
    )
    with np.errstate(invalid="ignore"):
        reach = np.minimum(np.sqrt(2.0 * gap_mm * np.abs(bends[0] - bends[1])), np.radians(LARGEST_SNAP_DEG))
        snaps: Bools = angle <= reach
    has_angle = np.isfinite(angle)
    if not has_angle.any() or snaps.sum() < SHARE_SNAPPED * has_angle.sum():
        return normals
    weights = np.where(is_known, 1.0, 0.0) if is_known.any() else np.ones(2)
    mean = np.tensordot(weights, normals, axes=1)
    mean = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    return np.where(snaps[None, :, None], mean, normals)
