"""How much of a body is planes at right angles to each other."""

import numpy as np

from engine.model.arrays import Bools, Floats, vector_product
from engine.model.part import Body, Part
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE, PARALLEL_DEG

SEEDS = 12
"""The largest planes that frames are made of: a block that was milled has its frame among them."""


def share(part: Part, body: Body) -> float:
    """Return the share of a body's area in planes square to one frame of three directions."""
    planes = [part.faces[face] for face in body.faces if isinstance(part.faces[face].surface, Plane)]
    if not planes:
        return 0.0
    normals = np.stack([face.inner_normal for face in planes])
    areas_mm2 = np.array([face.area_mm2 for face in planes])
    seeds = normals[np.argsort(-areas_mm2, kind="stable")[:SEEDS]]
    return max(_square_mm2(normals, areas_mm2, seed, seeds) for seed in seeds) / body.area_mm2


def _square_mm2(normals: Floats, areas_mm2: Floats, first: Floats, seeds: Floats) -> float:
    """Return the most area in any frame that has one direction, and one of the seeds as another."""
    is_first = _is_parallel(normals, first)
    most_mm2 = float(areas_mm2[is_first].sum())
    for second in seeds[np.abs(seeds @ first) <= np.sin(np.radians(PARALLEL_DEG))]:
        third = vector_product(first, second)
        is_square = is_first | _is_parallel(normals, second) | _is_parallel(normals, third)
        most_mm2 = max(most_mm2, float(areas_mm2[is_square].sum()))
    return most_mm2


def _is_parallel(normals: Floats, direction: Floats) -> Bools:
    return np.asarray(np.abs(normals @ direction) >= PARALLEL_COSINE)
