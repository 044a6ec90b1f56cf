"""Compiles the numba kernels of triangulated parts once, so that the first is as fast as the second."""

import numpy as np

from engine.model.mesh import MeshOptions
from engine.progress import Progress
from engine.segment import assemble, facets, mesh_repair, region_growing, regions
from engine.surfaces.kind import CYLINDER

TURNS, ROWS = 24, 12


def warm() -> None:
    """Make a part of a rod that is round below and wavy above, which is free-form."""
    turn, row = np.meshgrid(2 * np.pi * np.arange(TURNS) / TURNS, np.arange(ROWS), indexing="ij")
    radius = 5.0 + np.where(row > ROWS / 2, np.sin(row - ROWS / 2), 0.0)
    around = np.stack([radius * np.cos(turn), radius * np.sin(turn), row], axis=-1).reshape(-1, 3)
    ends = np.array([[0.0, 0, 0], [0, 0, ROWS - 1]])
    corner = (np.arange(TURNS)[:, None] * ROWS + np.arange(ROWS - 1)).ravel()
    beside = (corner + ROWS) % (TURNS * ROWS)
    first = np.arange(TURNS) * ROWS
    last = first + ROWS - 1
    bottom = np.full(TURNS, TURNS * ROWS)
    triangles = np.concatenate(
        [
            np.stack([corner, beside, beside + 1], axis=1),
            np.stack([corner, beside + 1, corner + 1], axis=1),
            np.stack([bottom, np.roll(first, -1), first], axis=1),
            np.stack([bottom + 1, last, np.roll(last, -1)], axis=1),
        ]
    )
    joined, _ = mesh_repair.build([(np.concatenate([around, ends]), triangles)])
    found = regions.segment(joined, Progress())
    assemble.assemble(joined, found, MeshOptions(), "", "mm", (), Progress())
    graph = facets.facet_graph(joined, facets.find_facets(joined))  # what only doubts ask for
    rod = np.array([0.0, 0, 0, 0, 0, 1, 5, 0])
    region_growing.stand(CYLINDER, rod, graph, 0, 1.0)
    region_growing.drift(CYLINDER, rod, graph, np.arange(TURNS), 1.0, 1.0)
