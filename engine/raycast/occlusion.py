"""Occlusion: whether material lies along a ray at all."""

import math
from collections.abc import Callable

from engine.model.arrays import Bools, Floats
from engine.raycast.bvh import Bvh
from engine.raycast.rays import GRAZING, Facing, cast_rays


def are_hidden(
    tree: Bvh,
    origins: Floats,
    directions: Floats,
    lean_deg: float = 0.0,
    from_mm: float = 0.0,
    check: Callable[[], None] | None = None,
) -> Bools:
    """Tell which rays run into material.

    Only triangles by which the ray *enters* material count: on a closed surface a ray that starts in
    the air cannot be stopped by anything else.

    Parameters
    ----------
    tree
        An empty one hides nothing.
    origins : (N, 3) float64
        Points in the air or on the surface.
    directions : (N, 3) or (3,) float64
        Unit vectors, or one for all.
    lean_deg
        Triangles that lean against the ray by no more than this do not count. 0 leaves out those
        exactly along the ray (up to rounding); more forgives walls that overhang slightly, and lets the
        ray pass behind their surface.
    from_mm
        Hits at or before this distance do not count.
    check
        Called between chunks; may raise to stop.

    Returns
    -------
    (N,) bool
        False for a ray with a coordinate that is not finite.
    """
    least_lean = max(math.sin(math.radians(lean_deg)), GRAZING)
    _, rows = cast_rays(tree, origins, directions, Facing.ENTRY, least_lean, from_mm, True, check)
    hidden: Bools = rows >= 0
    return hidden
