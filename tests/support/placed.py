"""Equal features as points, for tests of arrangements."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from engine.patterns.arrangement import Placed

SLACK_MM = 0.01


def placed(
    points: Iterable[Sequence[float]],
    axes: Iterable[Sequence[float]] | None = None,
    *,
    is_either_way: bool = False,
) -> Placed:
    """Place features at points, at level 0 where two coordinates are given; their axes go up, or as given."""
    centers = np.array([(*point, 0.0)[:3] for point in points])
    directions = np.array(list(axes)) if axes is not None else np.tile([0.0, 0.0, 1.0], (len(centers), 1))
    slack_mm = np.full(len(centers), SLACK_MM)
    return Placed(np.arange(len(centers)), centers, directions, is_either_way, slack_mm)


def on_circle(
    places: Iterable[float], of: int, radius: float = 40.0, at: Sequence[float] = (0.0, 0.0)
) -> list[tuple[float, float]]:
    """Return points on some places of a circle."""
    turns = [2.0 * math.pi * place / of for place in places]
    return [(at[0] + radius * math.cos(turn), at[1] + radius * math.sin(turn)) for turn in turns]
