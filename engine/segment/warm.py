"""Compiling the loops of segmentation ahead of the first mesh: at set-up, not while somebody waits."""

import numpy as np

from engine.progress import Progress
from engine.segment import facets, regions

TURNS, ROWS = 24, 6


def warm() -> None:
    """Segment a tube with a wavy profile; what is compiled stays on disk."""
    turn, row = np.meshgrid(2 * np.pi * np.arange(TURNS) / TURNS, np.arange(ROWS), indexing="ij")
    radius = 5.0 + np.cos(row)
    places = np.stack([radius * np.cos(turn), radius * np.sin(turn), row], axis=-1).reshape(-1, 3)
    corner = (np.arange(TURNS)[:, None] * ROWS + np.arange(ROWS - 1)).ravel()
    beside = (corner + ROWS) % (TURNS * ROWS)
    triangles = np.concatenate(
        [np.stack([corner, beside, beside + 1], axis=1), np.stack([corner, beside + 1, corner + 1], axis=1)]
    )
    joined, _ = facets.build([(places, triangles)])
    regions.segment(joined, Progress())
