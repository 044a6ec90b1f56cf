"""Scoring a direction as a pull: what it leaves undercut, how little draft, how square it is to the part.

Molds open square to what is flat. Low draft alone would pull an undrafted block along its diagonal, where no
wall is parallel to the pull, so the area square to a direction speaks for it, and speaks twice as loud.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Vector, along
from engine.pull.freeing import halves
from engine.pull.samples import Samples
from engine.raycast.scene import Scene

SAMPLES = 1000
"""Samples a direction is scored on where many are compared. Of a part whose undercuts are a tenth of its area
they tell that area to a tenth of itself."""
UNDERCUT_WEIGHT = 30.0
"""An undercut area is as bad as thirty times that area without any draft: it costs a slide."""
SQUARE_WEIGHT = 2.0
"""An area square to the pull makes up for twice that area without any draft."""
SQUARE_COSINE = math.cos(math.radians(1.0))
"""What faces along the pull within 1° is square to it: nothing of it has draft to lack."""
DEPTH_WEIGHT = 0.05
"""What decides between directions that are equal otherwise: the shallower draw."""


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """How bad a direction is as a pull; less is better."""

    penalty: float
    undercut_share: float
    """Share of the area neither half frees."""


def score(
    scene: Scene,
    samples: Samples,
    direction: Vector,
    alpha_min_deg: float,
    alpha_warn_deg: float,
    check: Callable[[], None] | None = None,
) -> Score:
    """Score a direction; its opposite scores the same.

    Low draft counts with the square of what it lacks: by its area alone, a cup of 2° would be better
    pulled askew, where one side gains what the other loses.
    """
    half = halves(scene, samples, direction, alpha_min_deg, check)
    known = np.isfinite(half)
    total = float(samples.areas[known].sum()) or 1.0
    undercut = float(samples.areas[half == 0].sum()) / total
    sine = np.clip(half * along(samples.normals, direction), -1.0, 1.0)
    freed = known & (half != 0)
    lacking = np.maximum(0.0, alpha_warn_deg - np.degrees(np.arcsin(sine[freed])))
    shares = np.minimum(lacking / alpha_warn_deg, 1.0) if alpha_warn_deg > 0 else 0 * lacking
    low = float((samples.areas[freed] * shares**2).sum()) / total
    square = float(samples.areas[sine > SQUARE_COSINE].sum()) / total
    reach_mm = float(np.ptp(along(scene.mesh.vertices, direction)))
    depth = reach_mm / scene.diagonal_mm if scene.diagonal_mm else 0.0
    penalty = UNDERCUT_WEIGHT * undercut + low - SQUARE_WEIGHT * square + DEPTH_WEIGHT * depth
    return Score(penalty, undercut)
