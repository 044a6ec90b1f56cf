"""Outlines: the points along a loop of edges, and the area it encloses."""

import numpy as np

from engine.model.arrays import Floats, cross
from engine.model.part import EdgeId, Part


def points(part: Part, loop: tuple[EdgeId, ...]) -> Floats:
    """Return (N, 3) the points along a loop of edges, each edge turned to start where the one before ended.

    The loop runs as `neighborhoods.border_loops` gives it; the first point is repeated at the end.
    """
    runs = [part.edges[edge].points for edge in loop]
    if len(runs) == 1:
        return runs[0]
    first, second = runs[0], runs[1]
    ends_on_second = min(np.linalg.norm(first[-1] - second[end]) for end in (0, -1))
    starts_on_second = min(np.linalg.norm(first[0] - second[end]) for end in (0, -1))
    chain = [first if ends_on_second <= starts_on_second else first[::-1]]
    for run in runs[1:]:
        end = chain[-1][-1]
        is_forward = np.linalg.norm(run[0] - end) <= np.linalg.norm(run[-1] - end)
        chain.append(run if is_forward else run[::-1])
    return np.concatenate(chain)


def vector_area(outline: Floats) -> Floats:
    """Return (3,) the area vector of a closed polygon (Newell): its length is the area it encloses."""
    offsets = outline - outline[0]
    return np.asarray(cross(offsets[:-1], offsets[1:]).sum(axis=0) / 2.0)
