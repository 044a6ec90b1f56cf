"""Survey: what a look needs to know of a shape, read from OCCT once."""

from dataclasses import dataclass

import numpy as np
from OCP.TopoDS import TopoDS_Face

from engine.kernel import borders, spline_curves
from engine.kernel.borders import Side
from engine.kernel.brep import Brep
from engine.kernel.meshing.divide import Curves, read_curves
from engine.kernel.meshing.outlines import Sides, read_sides
from engine.kernel.meshing.patches import Patches, tabulate
from engine.kernel.spline_curves import Bent
from engine.model.arrays import Floats, Ints

SAMPLES = 5
"""Points of each edge that stand for it, both ends among them."""


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The faces of bodies, numbered anew from 0, with all edges and the sides between the two."""

    wanted: Ints
    """(F,) the part's id of each face."""
    body: Ints
    """(F,) of each face."""
    faces: tuple[TopoDS_Face, ...]
    loops: list[list[list[Side]]]
    """Of each face."""
    patches: Patches
    curves: Curves
    sides: Sides
    pictures: dict[int, Bent]
    """The sides that are drawn bent in the parameters."""
    loop: Ints
    """(S,) the loop that each side belongs to, counted through all faces."""
    on_edges: Floats
    """(E, `SAMPLES`, 3) places along every edge."""


def read(brep: Brep) -> Survey:
    """Read surfaces, edges and sides.

    Raises
    ------
    KernelError
        An edge has no end, or runs to infinity.
    """
    wanted = np.flatnonzero(brep.body_of_face >= 0)
    faces = tuple(brep.faces[face] for face in wanted.tolist())
    traced = borders.trace(brep)
    loops = [traced.loops_of_face[face] for face in wanted.tolist()]
    all_loops = [loop for of_face in loops for loop in of_face]
    curves = read_curves(traced.edges, [side.shape for loop in all_loops for side in loop if side.edge < 0])
    on_edges = _along(curves)
    patches = tabulate(faces, _middles(loops, on_edges))
    sides = read_sides(brep, wanted, traced, curves, patches)
    return Survey(
        wanted,
        brep.body_of_face[wanted],
        faces,
        loops,
        patches,
        curves,
        sides,
        {side: spline_curves.read(curve) for side, curve in sides.other.items()},
        np.repeat(np.arange(len(all_loops)), [len(loop) for loop in all_loops]),
        on_edges,
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


def _middles(loops: list[list[list[Side]]], on_edges: Floats) -> Floats:
    """(F, 3) the mean of each face's borders, on a cone within its nappe; 0 where a face has none."""
    pairs = [(face, side.edge) for face, of in enumerate(loops) for loop in of for side in loop]
    face, edge = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    face, edge = face[edge >= 0], edge[edge >= 0]
    count = np.maximum(np.bincount(face, minlength=len(loops)), 1)
    means = on_edges.mean(axis=1)[edge]
    sums = [np.bincount(face, means[:, axis], len(loops)) for axis in range(3)]
    return np.stack(sums, axis=1) / count[:, None]
