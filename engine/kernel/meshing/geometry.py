"""What meshing needs to know of a part at any density: surfaces, edges, and the borders between them."""

from dataclasses import dataclass

import numpy as np

from engine.kernel import boundaries
from engine.kernel.brep import Brep
from engine.kernel.meshing.divide import Curves, read_curves
from engine.kernel.meshing.free_grid import Grid, cells, sample
from engine.kernel.meshing.outlines import Coedges, read_coedges
from engine.kernel.meshing.patches import Patches, tabulate
from engine.model.arrays import Floats, Ints
from engine.model.part import Part
from engine.progress import Progress
from engine.surfaces.kind import SurfaceKind


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The faces of bodies, numbered anew from 0, with all edges and coedges."""

    wanted: Ints
    """(F,) the part's id of each face."""
    patches: Patches
    distance_from_axis: Floats
    """(F,) mm, halfway between the face's least and greatest; means nothing on planes and free faces."""
    area_mm2: Floats
    """(F,)"""
    grids: dict[int, Grid]
    """Samples of the free faces."""
    cells: Floats
    cell_face: Ints
    """The same as one table: (C, 5) as `free_grid.cells`, and the face of each."""
    curves: Curves
    coedges: Coedges
    diagonal_mm: float


def read(brep: Brep, part: Part, progress: Progress) -> Geometry:
    """Read surfaces, edges and coedges from OCCT."""
    wanted = np.flatnonzero(brep.body_of_face >= 0)
    faces = tuple(brep.faces[face] for face in wanted.tolist())
    inner = np.nan_to_num(np.array([part.faces[face].inner_point for face in wanted.tolist()]).reshape(-1, 3))
    area = np.array([part.faces[face].area_mm2 for face in wanted.tolist()])
    traced = boundaries.trace(brep)
    progress.check()
    patches = tabulate(faces, inner)
    loops = [coedge for face in wanted.tolist() for loop in traced.loops_of_face[face] for coedge in loop]
    curves = read_curves(traced.edges, [coedge.shape for coedge in loops if coedge.edge < 0])
    progress.check()
    coedges = read_coedges(brep, wanted, traced, curves, patches)
    grids = {}
    for index in np.flatnonzero(patches.kind == SurfaceKind.FREEFORM).tolist():
        progress.check()
        grids[index] = sample(patches, index, faces[index])
    distance = distance_from_axis(patches, *_on_faces(part, wanted, inner))
    return Geometry(
        wanted, patches, distance, area, grids, *cells(grids, area), curves, coedges, part.diagonal_mm
    )


def _on_faces(part: Part, wanted: Ints, inner: Floats) -> tuple[Ints, Floats]:
    """Places on faces, (N, 3): their borders and inner points; and the face of each."""
    number = np.full(len(part.faces), -1)
    number[wanted] = np.arange(len(wanted))
    pairs = [(number[face], edge.points) for edge in part.edges for face in edge.faces]
    face = np.repeat([index for index, _ in pairs], [len(points) for _, points in pairs]).astype(np.int64)
    points = np.concatenate([inner, *(points for _, points in pairs)])
    face = np.concatenate([np.arange(len(wanted)), face])
    return face[face >= 0], points[face >= 0]


def distance_from_axis(patches: Patches, face: Ints, points: Floats) -> Floats:
    """Return how far faces lie from their axes: halfway between the least and greatest distance, (F,).

    `points` (N, 3) are places on the faces `face` (N,).
    """
    count = len(patches.kind)
    away = points - patches.origin[face]
    across = np.hypot(*(np.einsum("ij,ij->i", away, axis[face]) for axis in (patches.x, patches.y)))
    least, greatest = np.full(count, np.inf), np.zeros(count)
    np.minimum.at(least, face, across)
    np.maximum.at(greatest, face, across)
    return np.where(np.isfinite(least), (least + greatest) / 2.0, 0.0)
