"""Reports whose pictures are small and whose pages are laid out once: drawn in a third of the time.

For tests of what is not in them: which files there are, in which order, after which failures.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

WIDTH = 200
"""Pixels of a heatmap."""
CLOSEUP_SIZE = (160, 120)
"""Of the picture of an issue."""


@contextmanager
def drawn() -> Iterator[None]:
    """Draw small pictures, and lay pages out once, until the block ends."""
    from engine.report.paper import fitting

    with drawn_and_fitted(), patch.object(fitting, "LAYOUTS", fitting.LAYOUTS[:1]):
        yield


@contextmanager
def drawn_and_fitted() -> Iterator[None]:
    """Draw small pictures of the same shapes until the block ends; pages are filled as ever."""
    from engine.report import gallery

    with (
        patch.object(gallery, "HEATMAP_WIDTH", WIDTH),
        patch.object(gallery, "CLOSEUP_SIZE", CLOSEUP_SIZE),
        patch.object(gallery, "SMALL_CLOSEUP_SIZE", CLOSEUP_SIZE),
    ):
        yield
