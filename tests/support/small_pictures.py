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
    """Draw small pictures until the block ends."""
    from engine.report import gallery
    from engine.report.paper import fitting

    with (
        patch.object(gallery, "HEATMAP_WIDTH", WIDTH),
        patch.object(gallery, "CLOSEUP_SIZE", CLOSEUP_SIZE),
        patch.object(gallery, "SMALL_CLOSEUP_SIZE", CLOSEUP_SIZE),
        patch.object(fitting, "LAYOUTS", fitting.LAYOUTS[:1]),
    ):
        yield
