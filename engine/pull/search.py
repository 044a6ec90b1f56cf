"""Searching for the pull: which direction leaves the least undercut, and the most draft."""

from collections.abc import Callable
from functools import partial

import numpy as np

from engine.model.arrays import Floats, Vector
from engine.model.part import Part
from engine.model.pull import PullMode, PullOptions
from engine.progress import Progress
from engine.pull import candidates, frame
from engine.pull.frame import Frame
from engine.pull.samples import Samples, thinned
from engine.pull.score import SAMPLES, Score, score
from engine.raycast.scene import Scene

BETTER = 0.05
"""What a direction must gain over one that is preferred: five percent of the area without draft, or two of
`SAMPLES` undercut. Less is noise."""
SAME_UNDERCUT = 1e-3
"""Shares of undercut area that differ by less are the same: eight of `FINE_SAMPLES`."""
REFINED = 3
"""How many directions of the lattice are refined."""
COARSE_STEPS_DEG, FINE_STEPS_DEG = (8.0, 0.5), (1.0, 0.02)
"""From which step to which a direction is refined, on the samples of a score, then on many more."""
FINE_SAMPLES = 8000
"""On so many the penalty of a part with a tenth of it undercut is off by 0.02, on `SAMPLES` by 0.2."""
CLOSE = 0.5
"""Penalties on `FINE_SAMPLES` that differ by less are compared again on all samples. With a third of the part
undercut, each was measured to be off by up to 0.09, and samples strewn at random would be off by 0.16: two
that differ by `BETTER` then look up to 0.5 apart, at two standard errors of the difference."""


Rate = Callable[[Vector], Score]


def best(
    part: Part, own: Frame, scene: Scene, samples: Samples, options: PullOptions, progress: Progress
) -> Vector:
    """Find the direction with the least penalty; its sign means nothing.

    `CARDINAL` compares the axes of the part's own frame, which are those of the file where the part is drawn
    square to them. `HEMISPHERE` compares the directions of the part's own surfaces; only when each of them
    leaves something undercut it looks all round, and takes what it finds there if that is clearly better: a
    pull a hair off an axis helps nobody.
    """
    tried, many = thinned(samples, SAMPLES), thinned(samples, FINE_SAMPLES)

    def rate_on(chosen: Samples, direction: Vector) -> Score:
        progress.check()
        return score(scene, chosen, direction, options.alpha_min_deg, options.alpha_warn_deg, progress.check)

    rate = partial(rate_on, tried)
    if options.mode is PullMode.CARDINAL:
        axes = _close(_cardinal(own, samples), partial(rate_on, many))
        return axes[0] if len(axes) == 1 else _least(axes, partial(rate_on, samples))[0]
    all_round = candidates.all_round(tried.normals, tried.areas)
    preferred: Vector = all_round[0]
    reached = Score(np.inf, 1.0)
    drawn = candidates.from_surfaces(part)
    if len(drawn):
        preferred, reached = _least(drawn, rate)
    if reached.undercut_share == 0:
        return preferred
    ratings = [rate(direction).penalty for direction in all_round]
    if min(ratings) >= reached.penalty:
        return preferred
    starts = all_round[np.argsort(ratings, kind="stable")[:REFINED]]
    refined = [_refined(start, rate, COARSE_STEPS_DEG) for start in starts]
    found, rating = min(refined, key=lambda each: each[1].penalty)
    if rating.penalty > reached.penalty - BETTER:
        return preferred
    return _refined(found, partial(rate_on, many), FINE_STEPS_DEG)[0]


def _cardinal(own: Frame, samples: Samples) -> Floats:
    """Return the axes (N, 3) to compare.

    A part turned in its file is the same part: the axes of the file then say nothing about it, and one that
    happens to leave less undercut would change every verdict. Where next to nothing of the part tells how it
    stands, the axes of its skin are tried too; those of the file where the skin tells nothing either.
    """
    if own.is_drawn_square:
        return candidates.CARDINAL
    if own.is_clear:
        return own.axes
    return np.concatenate([own.axes, frame.of_skin(samples).axes])


def _close(directions: Floats, rate: Rate) -> Floats:
    """Return the directions (N, 3) among which the samples they were rated on cannot choose.

    Which samples are left by thinning follows the order of triangles, which a file written again changes.
    """
    penalties = np.array([rate(direction).penalty for direction in directions])
    close: Floats = directions[penalties < penalties.min() + CLOSE]
    return close


def _least(directions: Floats, rate: Rate) -> tuple[Vector, Score]:
    """Return the best of some directions: of those as good but for noise, the first that leaves least.

    A pull that frees all of a part is a better name for the same penalty than one that leaves a little.
    """
    ratings = [rate(direction) for direction in directions]
    least = min(each.penalty for each in ratings)
    close = [index for index, each in enumerate(ratings) if each.penalty < least + BETTER]
    fewest = min(ratings[index].undercut_share for index in close)
    index = next(index for index in close if ratings[index].undercut_share <= fewest + SAME_UNDERCUT)
    return directions[index], ratings[index]


def _refined(direction: Vector, rate: Rate, steps_deg: tuple[float, float]) -> tuple[Vector, Score]:
    """Walk downhill from a direction, in steps that shrink when none of six neighbors is better."""
    reached, (step_deg, finest_deg) = rate(direction), steps_deg
    while step_deg >= finest_deg:
        neighbors = candidates.around(direction, step_deg)
        ratings = [rate(neighbor) for neighbor in neighbors]
        least = int(np.argmin([each.penalty for each in ratings]))
        if ratings[least].penalty < reached.penalty:
            direction, reached = neighbors[least], ratings[least]
        else:
            step_deg /= 2
    return direction, reached
