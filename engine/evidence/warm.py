"""Compiles the numba kernels of evidence once, so that the first part is as fast as the second."""

import numpy as np

from engine.evidence.access import spread
from engine.evidence.cavities import basins, grid
from engine.evidence.overhangs import spans
from engine.evidence.overhangs.zones import Zones
from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.model.part import Part, Source

TETRAHEDRON = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def warm() -> None:
    """Run every loop on a tetrahedron."""
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    triangles = frozen_ints(np.array(TETRAHEDRON))
    mesh = Mesh(
        vertices=frozen(corners),
        normals=frozen(corners),
        triangles=triangles,
        face_of_triangle=frozen_ints(np.zeros(4)),
        face_of_vertex=frozen_ints(np.zeros(4)),
        body_of_triangle=frozen_ints(np.zeros(4)),
        weld=frozen_ints(np.arange(4)),
        max_edge_mm=1.5,
        chord_mm=0.0,
    )
    box = frozen([corners.min(axis=0), corners.max(axis=0)])
    laid = grid.lay(Part("", Source.TRIANGLES, (), (), (), box, 1.0, 1.0, "", ()), mesh)
    assert laid is not None
    basins.find(laid)
    spread.over_faces(mesh)
    up, ids = corners[3], np.zeros(3, dtype=np.int64)
    sides = np.stack([corners[[0, 1, 2]], corners[[1, 2, 0]]], axis=1)
    lying = np.repeat(corners[None, :3], 3, axis=0)
    named = np.repeat(ids[:, None], 3, axis=1)
    zones = Zones(ids, ids, named, lying, lying, sides, np.ones(3, dtype=bool), np.zeros(3), np.array([0, 3]))
    seen = spans.plan(zones, up)
    spans.reach(seen, corners[:3], ids)
    spans.span(seen, corners[:3], ids)
