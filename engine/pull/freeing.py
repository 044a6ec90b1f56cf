"""Freeing: which points of a surface a straight pull can release."""

import math
from collections.abc import Callable

import numpy as np

from engine.model.arrays import Bools, Floats, Vector, along
from engine.pull.samples import Samples
from engine.raycast import occlusion
from engine.raycast.scene import Scene

ALONG = 1e-9
"""Sine below which a normal is square to the pull: what rounding leaves of a wall drawn along it."""


def are_freed(
    scene: Scene,
    samples: Samples,
    direction: Vector,
    alpha_min_deg: float,
    check: Callable[[], None] | None = None,
) -> Bools:
    """Tell which samples a mold half leaving along `direction` releases.

    A point is released if it does not lean against the direction, and nothing of its own body stands in
    the way. Both tests forgive a lean of `alpha_min_deg`; a wall exactly along the direction is released.

    Returns
    -------
    (N,) bool
        False where there is no normal.
    """
    lean = along(samples.normals, direction)
    with np.errstate(invalid="ignore"):
        facing = lean >= -math.sin(math.radians(alpha_min_deg)) - ALONG
    freed = np.zeros(len(lean), dtype=np.bool_)
    present = set(np.unique(samples.bodies[facing]).tolist())
    for body in scene.bodies:
        if body.body not in present:
            continue
        asked = np.flatnonzero(facing & (samples.bodies == body.body))
        hidden = occlusion.are_hidden(body.tree, samples.points[asked], direction, alpha_min_deg, check=check)
        freed[asked] = ~hidden
    return freed


def halves(
    scene: Scene,
    samples: Samples,
    direction: Vector,
    alpha_min_deg: float,
    check: Callable[[], None] | None = None,
) -> Floats:
    """Say which mold half frees each sample.

    Where both can, the one the surface leans towards does, and `direction` frees a wall along the pull.

    Returns
    -------
    (N,) float64
        +1 freed by `direction`, -1 by its opposite, 0 by neither; NaN where there is no normal.
    """
    upper = are_freed(scene, samples, direction, alpha_min_deg, check)
    lower = are_freed(scene, samples, -direction, alpha_min_deg, check)
    lean = along(samples.normals, direction)
    with np.errstate(invalid="ignore"):
        leans_up = lean >= -ALONG
    half = np.where(upper & (leans_up | ~lower), 1.0, np.where(lower, -1.0, 0.0))
    half[np.isnan(lean)] = np.nan
    return half
