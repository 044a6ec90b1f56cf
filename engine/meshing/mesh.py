"""The analysis mesh of a part: conforming, with exact positions and normals.

Edges are divided first, so that faces share the places of their borders bit for bit. Each face is then
drawn in a flat chart: its border, and a lattice of inner vertices at the asked spacing. The constrained
Delaunay triangulation of the chart, lifted onto the exact surface, is the face's mesh.
"""

import numpy as np

from engine.errors import InvalidOption, KernelError
from engine.meshing import charts, density, ears, lattice, outlines
from engine.meshing.divide import divide
from engine.meshing.geometry import Geometry
from engine.meshing.outlines import Outlines
from engine.meshing.patches import Patches, evaluate, normals_at_collapsed
from engine.meshing.refine import Net, border_keys, refine
from engine.meshing.steps import Density, Steps, longest_along, steps
from engine.meshing.triangulate import Flat, Known, triangulate
from engine.meshing.unfold import unfold
from engine.meshing.weld import weld
from engine.model.arrays import Bools, Floats, Ints
from engine.model.mesh import Mesh, MeshOptions
from engine.progress import Progress
from engine.surfaces.kind import FREEFORM

DOUBLINGS = 3
"""How often the edges of a face are divided more finely when its border crosses itself: two arcs of a thin
ring cross as long as their chords are coarse."""
PREVIEW_TURN, PREVIEW_CHORDS, PREVIEW_EDGES = 0.5, 500.0, 20.0
"""Of the preview: turn along a mesh edge in radians, then distances from the surface and mesh edges, so many
along the diagonal."""
LIMIT = 1e-4
"""Share of a face's extent at which the normal beside a collapsed coedge is taken for extrapolation."""
LARGEST_GAP = 0.5
"""Share of a mesh edge by which corners may lie off the surfaces and curves that meet there."""
BROKEN = 1e-3
"""Gaps beyond this share of the part's diagonal are no carelessness: the part is broken."""
MOST_RESCUED = 0.5
"""A larger share of the area whose borders cross themselves is no blemish but a broken part."""


def mesh(read: Geometry, body_of_face: Ints, options: MeshOptions, progress: Progress) -> Mesh:
    """Mesh the bodies of a part for analysis.

    Parameters
    ----------
    body_of_face : (G,) int64
        By the part's face id.

    Raises
    ------
    MeshTooLarge
        The options ask for more triangles than can be handled; the message names what works.
    InvalidOption
        The part's edges lie further apart than half the longest mesh edge that is asked for.
    KernelError
        The part's borders do not bound its faces.
    Cancelled
        The caller of `progress` wants out.
    """
    chosen = density.choose(read, options)
    _refuse_gaps(read, chosen, read.curves.gap_mm)
    return _mesh(read, body_of_face, chosen, progress, is_preview=False)


def preview(read: Geometry, body_of_face: Ints, progress: Progress) -> Mesh:
    """Mesh the bodies of a part coarsely, for a picture."""
    diagonal = read.diagonal_mm
    coarse = Density(diagonal / PREVIEW_EDGES, PREVIEW_TURN, diagonal / PREVIEW_CHORDS)
    return _mesh(read, body_of_face, coarse, progress, is_preview=True)


def _mesh(read: Geometry, body_of_face: Ints, chosen: Density, progress: Progress, is_preview: bool) -> Mesh:
    made = steps(read.patches, read.distance_from_axis, read.grids, chosen)
    net, shared = _triangulated(read, chosen, made, progress, is_preview)
    progress.check()
    refine(net, read.patches, np.minimum(made.u_mm, made.v_mm), chosen, progress)
    progress.check()
    folded = unfold(net, read.patches, chosen.max_edge_mm)
    if folded and not is_preview:
        progress.note(f"{folded} triangles lean more than 60° from the surface they stand for")
    return weld(net, read.patches, shared, read.wanted, body_of_face, chosen.max_edge_mm)


def _triangulated(
    read: Geometry, chosen: Density, made: Steps, progress: Progress, is_preview: bool
) -> tuple[Net, int]:
    """Triangulate all faces; return the net and the number of shared places."""
    patches, coedges = read.patches, read.coedges
    along = coedges.edge >= 0
    edges = len(read.curves.length)
    longest = longest_along(edges, coedges.face[along], coedges.edge[along], made, chosen)
    doublings = np.zeros(edges, dtype=np.int64)
    every = np.ones(len(patches.kind), dtype=bool)
    known: Known = {}
    while True:
        division = divide(read.curves, longest, chosen, doublings)
        drawn = outlines.draw(coedges, patches, division, chosen.turn, every)
        progress.check()
        inner_face, inner_uv = lattice.fill(patches, drawn, made, read.grids, is_lone=not is_preview)
        chart = charts.draw(patches, made, read.grids, drawn.face, drawn.uv)
        flat = Flat(
            drawn.face,
            charts.project(chart, drawn.face, drawn.uv),
            drawn.segments,
            inner_face,
            charts.project(chart, inner_face, inner_uv),
        )
        triangles, failed = triangulate(flat, every, progress, known)
        crossed = np.unique(coedges.edge[failed[coedges.face] & along])
        if not len(crossed) or doublings[crossed].min() >= DOUBLINGS:
            break
        doublings[crossed] += 1
    del known  # as large as the mesh
    face, uv = np.concatenate([drawn.face, inner_face]), np.concatenate([drawn.uv, inner_uv])
    inner_points, inner_normals = evaluate(patches, inner_face, inner_uv)
    shared = len(division.points)
    border_normals, gap = _on_border(patches, drawn, division.points)
    _refuse_gaps(read, chosen, gap)
    net = Net(
        face,
        np.concatenate([drawn.place, shared + np.arange(len(inner_face))]),
        uv,
        np.concatenate([division.points[drawn.place], inner_points]),
        np.concatenate([border_normals, inner_normals]),
        np.concatenate([drawn.idle, np.full(len(inner_face), -1)]),
        triangles,
        border_keys(drawn.segments),
        gap,
    )
    _rescue(net, drawn, read, failed, progress)
    return net, shared


def _refuse_gaps(read: Geometry, chosen: Density, gap_mm: float) -> None:
    """Raise where corners lie so far off that no mesh edge between them can be as short as asked."""
    if gap_mm <= LARGEST_GAP * chosen.max_edge_mm:
        return
    problem = f"edges and faces of the part lie up to {gap_mm:.3g} mm apart"
    if gap_mm > BROKEN * read.diagonal_mm:
        raise KernelError(f"the part cannot be meshed: {problem}")
    raise InvalidOption(f"{problem}; a max edge of {gap_mm / LARGEST_GAP:.2g} mm or more works")


def _on_border(patches: Patches, drawn: Outlines, points: Floats) -> tuple[Floats, float]:
    """Return the normals of the nodes, and how far the farthest lies from the surface of its face."""
    places, normals = evaluate(patches, drawn.face, drawn.uv)
    gap = float(np.linalg.norm(places - points[drawn.place], axis=1).max(initial=0.0))
    rows = np.flatnonzero((drawn.idle >= 0) & (patches.kind[drawn.face] == FREEFORM))
    if len(rows):
        low, high = outlines.extents(drawn.face, drawn.uv, len(patches.kind))
        face, idle, uv = drawn.face[rows], drawn.idle[rows], drawn.uv[rows]
        across = 1 - idle
        middle = ((low + high) / 2.0)[face, across]
        inwards = np.copysign(LIMIT * (high - low)[face, across], middle - uv[np.arange(len(uv)), across])
        normals[rows] = normals_at_collapsed(patches, face, uv, idle, inwards)
    return normals, gap


def _rescue(net: Net, drawn: Outlines, read: Geometry, failed: Bools, progress: Progress) -> None:
    """Close faces that could not be triangulated in their chart, and say which."""
    if read.area_mm2[failed].sum() > MOST_RESCUED * read.area_mm2.sum():
        raise KernelError("the part cannot be meshed: the borders of most of its surface cross themselves")
    owner = drawn.face[drawn.segments[:, 0]]
    pieces = [net.triangles]
    for face in np.flatnonzero(failed).tolist():
        name = f"face {read.wanted[face]}"
        closed = ears.close(drawn.segments[owner == face], net.points, net.normals)
        if closed is None:
            progress.note(
                f"{name} could not be meshed: its border does not close or crosses itself; it is left out"
            )
            continue
        progress.note(f"{name} has a border that crosses itself; it is meshed from its border alone")
        pieces.append(closed[:, ::-1] if read.patches.is_reversed[face] else closed)
    net.triangles = np.concatenate(pieces)
