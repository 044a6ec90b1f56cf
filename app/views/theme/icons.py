"""Icons: line drawings of resources/icons, in the colors of a theme."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.views.theme.tokens import Tokens

ICONS = Path(__file__).resolve().parents[3] / "resources" / "icons"
SIZE_PX = 20
NEUTRAL = "layer"
"""Stands for a drawing that there is none of, as of a layer that another version adds."""
RATIOS = (1, 2, 3)
"""Densities of screens they are drawn for."""
INK = "currentColor"
"""What a drawing calls its one color."""


@cache
def icon(name: str, tokens: Tokens) -> QIcon:
    """Return a drawing in the ink of a tool at rest, of one that is on, and of one that can not be used.

    It is drawn once for each theme.
    """
    file = ICONS / f"{name}.svg"
    drawing = (file if file.is_file() else ICONS / f"{NEUTRAL}.svg").read_text()
    inks = (
        (tokens.text, QIcon.Mode.Normal, QIcon.State.Off),
        (tokens.accent_text, QIcon.Mode.Normal, QIcon.State.On),
        (tokens.text_muted, QIcon.Mode.Disabled, QIcon.State.Off),
        (tokens.text_muted, QIcon.Mode.Disabled, QIcon.State.On),
    )
    found = QIcon()
    for ink, mode, state in inks:
        renderer = QSvgRenderer(QByteArray(drawing.replace(INK, ink).encode()))
        for ratio in RATIOS:
            found.addPixmap(_drawn(renderer, ratio), mode, state)
    return found


def _drawn(renderer: QSvgRenderer, ratio: int) -> QPixmap:
    pixmap = QPixmap(SIZE_PX * ratio, SIZE_PX * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
