"""Soft light: how open to its surroundings each point of a part is."""

import numpy as np

from engine.model.arrays import Floats
from engine.model.mesh import Mesh
from engine.raycast import bvh, rays

RAYS = 1_200_000
"""Rays for a whole part: fewer directions for more vertices, so that the time stays the same."""
REACH = 0.20
"""Share of the part's diagonal beyond which a wall casts no shade."""
GRAZING = 0.08
INSET = 0.02
"""Share of the way to the middle of its triangles from which a vertex looks around."""
DEEPEST = 0.35
"""What is left of the light where nothing is seen: colors must be readable everywhere."""


def openness(mesh: Mesh) -> Floats:
    """Measure how much of the surroundings each vertex sees.

    Returns
    -------
    (V,) float64
        1 out in the open, DEEPEST where walls stand on every side; walls count less the farther they are.
        Directions are the same for every vertex, so neighbors differ smoothly. 1 where there is no normal.
    """
    count = len(mesh.vertices)
    if not count:
        return np.ones(0)
    tree = bvh.build(mesh.vertices[mesh.triangles])
    starts = _inset(mesh)
    reach = REACH * float(np.linalg.norm(np.ptp(mesh.vertices, axis=0))) or 1.0
    seen, possible = np.zeros(count), np.zeros(count)
    for direction in _directions(int(np.clip(2 * RAYS / count, 16, 96))):
        with np.errstate(invalid="ignore"):
            lean = mesh.normals @ direction
            casting = np.flatnonzero(lean > GRAZING)
        hits = rays.first_hits(
            tree, starts[casting], direction, rays.Facing.ENTRY, from_mm=1e-6 * reach
        )
        seen[casting] += lean[casting] * np.minimum(hits.distances / reach, 1.0)
        possible[casting] += lean[casting]
    share = np.where(possible > 0.0, seen / np.where(possible > 0.0, possible, 1.0), 1.0)
    return DEEPEST + (1.0 - DEEPEST) * share


def _inset(mesh: Mesh) -> Floats:
    """Move each vertex a little into its face: on a border its rays would start on the neighbor."""
    middle = mesh.vertices[mesh.triangles].mean(axis=1)
    total, count = np.zeros_like(mesh.vertices), np.zeros(len(mesh.vertices))
    for corner in range(3):
        np.add.at(total, mesh.triangles[:, corner], middle)
        np.add.at(count, mesh.triangles[:, corner], 1.0)
    inner = np.where(count[:, None] > 0.0, total / np.maximum(count, 1.0)[:, None], mesh.vertices)
    return mesh.vertices + INSET * (inner - mesh.vertices)


def _directions(count: int) -> Floats:
    """Spread unit vectors over the sphere along a golden spiral."""
    index = np.arange(count) + 0.5
    z = 1.0 - 2.0 * index / count
    turn = index * np.pi * (3.0 - 5.0**0.5)
    ring = np.sqrt(1.0 - z * z)
    return np.column_stack([ring * np.cos(turn), ring * np.sin(turn), z])
