"""One of the two signs of a direction, whichever way rounding turned it."""

import numpy as np

from engine.model.arrays import Floats


def turned(vectors: Floats, slack: float) -> Floats:
    """Turn vectors (N, 3) so that the first of their coordinates that is no rounding is positive."""
    first = (np.abs(vectors) > slack).argmax(axis=1)
    return np.asarray(vectors * np.sign(vectors[np.arange(len(vectors)), first])[:, None])
