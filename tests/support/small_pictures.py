"""Reports whose pictures are small and whose pages are laid out once: drawn in a third of the time.

For tests of what is not in them: which files there are, in which order, after which failures.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

WIDTH = 200
"""Pixels of a heatmap."""


@contextmanager
def drawn() -> Iterator[None]:
    """Draw small pictures until the block ends."""
    from engine.report import gallery
    from engine.report.paper import fitting

    with patch.object(gallery, "HEATMAP_WIDTH", WIDTH), patch.object(fitting, "LAYOUTS", fitting.LAYOUTS[:1]):
        yield
