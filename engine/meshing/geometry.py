"""What meshing needs to know of a part at any density: surfaces, edges, and the borders between them."""

from dataclasses import dataclass

import numpy as np

from engine.meshing.divide import Curves
from engine.meshing.free_grid import Grid
from engine.meshing.outlines import Coedges
from engine.meshing.patches import Patches
from engine.model.arrays import Floats, Ints
from engine.model.part import Part


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


def points_on_faces(part: Part, wanted: Ints, inner: Floats) -> tuple[Ints, Floats]:
    """Return the face of each place (N,), and places on faces (N, 3): their borders and inner points."""
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
