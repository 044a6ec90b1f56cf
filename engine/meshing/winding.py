"""Looks between samples: what winds round as often as it is sampled is straight from one to the next."""

import math

import numpy as np

from engine.model.arrays import Bools, Floats

SHARES = np.array([(3.0 - math.sqrt(5.0)) / 2.0, math.sqrt(3.0) - 1.0])
"""Where curves and surfaces are looked at between two samples. What turns by whole turns from one to the next
is not where it would be at these, were it straight: no number of turns is near a whole one at both."""
LONGER = 1.01
"""What looks make longer than this is sampled more finely: 30 degrees between samples."""


def looks(at: Floats) -> Floats:
    """Return parameters (..., N - 1, L) to look at between samples at parameters (..., N)."""
    return np.asarray(at[..., :-1, None] + SHARES * np.diff(at)[..., None])


def lengths(places: Floats) -> Floats:
    """Return how far (..., N - 1) places (..., N, 3) lie apart."""
    return np.asarray(np.sqrt((np.diff(places, axis=-2) ** 2).sum(axis=-1)))


def is_longer(places: Floats, between: Floats) -> Bools:
    """Tell whether looks (..., N - 1, L, 3) make curves through places (..., N, 3) longer."""
    before, after = places[..., :-1, None, :], places[..., 1:, None, :]
    by_looks = lengths(np.concatenate([before, between, after], axis=-2)).sum(axis=(-2, -1))
    return np.asarray(by_looks > LONGER * lengths(places).sum(axis=-1))
