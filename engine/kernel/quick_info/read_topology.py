"""Surfaces, edges and coedges of a whole shape as arrays, read from OCCT once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d
from OCP.TopoDS import TopoDS_Edge, TopoDS_Face

from engine.kernel import boundaries, instances, spline_curves, splines
from engine.kernel.bintools_reader import ShapeTables
from engine.kernel.brep import Brep
from engine.kernel.quick_info import table_topology
from engine.kernel.read_coedges import read_coedges
from engine.kernel.read_curves import read_curves
from engine.kernel.read_patches import FacePatches, tabulate
from engine.kernel.smooth_intervals import smooth_patches
from engine.mass_properties.bordered_faces import BorderedFaces
from engine.meshing import merge_vertices
from engine.meshing.divide import Curves
from engine.meshing.outlines import Coedges
from engine.model.arrays import Floats, Ints

SAMPLES = 5
"""Points of each edge that stand for it, both ends among them."""


@dataclass(frozen=True, slots=True, eq=False)
class Topology(BorderedFaces):
    """The faces of bodies, numbered anew from 0, with OCCT's own for what else the kernel asks of them.

    Of each edge there are `SAMPLES` places in `on_edges`.
    """

    wanted: Ints
    """(F,) the part's id of each face."""
    body: Ints
    """(F,) of each face."""
    faces: tuple[TopoDS_Face, ...]
    patches: FacePatches
    shape_of_coedge: Callable[[int], TopoDS_Edge]
    """The edge of a coedge as its face holds it."""


def read_topology(brep: Brep) -> Topology:
    """Read surfaces, edges and coedges.

    Raises
    ------
    KernelError
        An edge has no end, or runs to infinity.
    """
    wanted = np.flatnonzero(brep.body_of_face >= 0)
    faces = tuple(brep.faces[face] for face in wanted.tolist())
    tables = instances.read(brep)
    if tables is None or len(tables.faces) != len(brep.faces):
        return edge_by_edge(brep, wanted, faces)
    return from_tables(brep, wanted, faces, tables)


def from_tables(brep: Brep, wanted: Ints, faces: tuple[TopoDS_Face, ...], tables: ShapeTables) -> Topology:
    """Read from OCCT's binary tables."""
    walked = table_topology.walk(brep, wanted, tables)
    curves, adaptors, vertex_number = table_topology.read_curves(walked, tables)
    coedges, pcurves = table_topology.read_coedges(brep, walked, tables, vertex_number)
    on_edges = _along(curves)
    middles = _middles(coedges.face, coedges.edge, on_edges, len(faces))
    patches = tabulate(faces, middles, table_topology.closed_forms(walked, tables))
    all_coedges = list(walked.all())
    loop = _counted(walked.loops)
    return _assembled(
        brep,
        wanted,
        faces,
        patches,
        curves,
        adaptors,
        coedges,
        pcurves,
        loop,
        on_edges,
        lambda coedge: walked.shape(all_coedges[coedge]),
    )


def edge_by_edge(brep: Brep, wanted: Ints, faces: tuple[TopoDS_Face, ...]) -> Topology:
    """Ask OCCT edge by edge."""
    traced = brep.boundaries
    loops = [traced.loops_of_face[face] for face in wanted.tolist()]
    all_coedges = [
        (face, coedge) for face, of_face in enumerate(loops) for loop in of_face for coedge in loop
    ]
    read = read_curves(traced.edges, [coedge.shape for _, coedge in all_coedges if coedge.edge < 0])
    curves = read.curves
    on_edges = _along(curves)
    face, edge = (
        np.array([(face, coedge.edge) for face, coedge in all_coedges], dtype=np.int64).reshape(-1, 2).T
    )
    patches = tabulate(faces, _middles(face, edge, on_edges, len(faces)))
    coedges, pcurves = read_coedges(brep, wanted, traced, read, patches)
    loop = _counted(loops)
    return _assembled(
        brep,
        wanted,
        faces,
        patches,
        curves,
        read.adaptors,
        coedges,
        pcurves,
        loop,
        on_edges,
        lambda coedge: all_coedges[coedge][1].shape,
    )


def _counted(loops: Sequence[Sequence[Sequence[object]]]) -> Ints:
    """Return the loop (S,) of each coedge, counted through all faces."""
    lengths = [len(loop) for of_face in loops for loop in of_face]
    return np.repeat(np.arange(len(lengths)), lengths)


def _assembled(
    brep: Brep,
    wanted: Ints,
    faces: tuple[TopoDS_Face, ...],
    patches: FacePatches,
    curves: Curves,
    adaptors: dict[int, BRepAdaptor_Curve],
    coedges: Coedges,
    pcurves: dict[int, BRepAdaptor_Curve2d],
    loop: Ints,
    on_edges: Floats,
    shape_of_coedge: Callable[[int], TopoDS_Edge],
) -> Topology:
    curves, coedges = merge_vertices.merge(curves, coedges)
    return Topology(
        patches=patches,
        curves=curves,
        coedges=coedges,
        curved_edges={edge: partial(spline_curves.read, curve) for edge, curve in adaptors.items()},
        curved_pcurves={coedge: spline_curves.read(curve) for coedge, curve in pcurves.items()},
        loop=loop,
        on_edges=on_edges,
        grids=[partial(splines.on_grid, surface) for surface in patches.adaptors],
        smooth_patches=[partial(smooth_patches, surface) for surface in patches.adaptors],
        ends_on=[partial(boundaries.ends_on, surface) for surface in patches.adaptors],
        wanted=wanted,
        body=brep.body_of_face[wanted],
        faces=faces,
        shape_of_coedge=shape_of_coedge,
    )


def _along(curves: Curves) -> Floats:
    """(E, `SAMPLES`, 3) places along edges, at even steps of their parameter."""
    share = np.linspace(0.0, 1.0, SAMPLES)
    at = curves.span[:, :1] + share * (curves.span[:, 1:] - curves.span[:, :1])
    is_line = curves.is_line[:, None]
    a, b = np.where(is_line, at, np.cos(at))[..., None], np.where(is_line, 0.0, np.sin(at))[..., None]
    frame = curves.frame[:, :, None]
    points: Floats = frame[:, 0] + a * frame[:, 1] + b * frame[:, 2]
    for edge, sampled in curves.other.items():
        points[edge] = sampled.points[np.rint(share * (len(sampled.points) - 1)).astype(int)]
    return points


def _middles(face: Ints, edge: Ints, on_edges: Floats, count: int) -> Floats:
    """(F, 3) the mean of each face's borders, on a cone within its nappe; 0 where a face has none.

    `face` and `edge` (S,) are those of `Coedges`.
    """
    face, edge = face[edge >= 0], edge[edge >= 0]
    coedges = np.maximum(np.bincount(face, minlength=count), 1)
    means = on_edges.mean(axis=1)[edge]
    sums = [np.bincount(face, means[:, axis], count) for axis in range(3)]
    return np.stack(sums, axis=1) / coedges[:, None]
