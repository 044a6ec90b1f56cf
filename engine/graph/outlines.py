"""The points along a loop of edges, and the area it encloses."""

from math import dist

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
    ends = [(run[0].tolist(), run[-1].tolist()) for run in runs]
    (head, tail), second = ends[0], ends[1]
    ends_on_second = min(dist(tail, end) for end in second)
    starts_on_second = min(dist(head, end) for end in second)
    is_forward = ends_on_second <= starts_on_second
    chain = [runs[0] if is_forward else runs[0][::-1]]
    reached = tail if is_forward else head
    for run, (head, tail) in zip(runs[1:], ends[1:], strict=True):
        is_forward = dist(head, reached) <= dist(tail, reached)
        chain.append(run if is_forward else run[::-1])
        reached = tail if is_forward else head
    return np.concatenate(chain)


def vector_area(outline: Floats) -> Floats:
    """Return (3,) the area vector of a closed polygon (Newell): its length is the area it encloses."""
    offsets = outline - outline[0]
    return np.asarray(cross(offsets[:-1], offsets[1:]).sum(axis=0) / 2.0)
