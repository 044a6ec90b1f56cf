"""Portraits: the whole part from the corner, in the middle of a card, with nothing over it."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from app.views.viewport.viewport import Viewport

ASPECT = 1.5
"""Width over height of a card."""


def render(viewport: Viewport) -> QImage:
    """Return the portrait of the part that is shown; empty where nothing can be drawn."""
    seen, (width, height) = viewport.scene.view, viewport.scene.pixels
    wide = min(width, ASPECT * height)
    high = wide / ASPECT
    card = ((width - wide) / 2.0, (height - high) / 2.0, wide, high)
    viewport.scene.look(viewport.camera_controller.whole(card))
    image = viewport.screenshot(with_legend=False)
    viewport.scene.look(seen)
    scale = image.width() / width
    return image.copy(QRect(*(round(scale * size) for size in card)))
