"""The look of every widget: whatever has the focus shows it, in both themes."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QTableWidget,
    QTextBrowser,
    QToolButton,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.views.theme import icons, palette
from app.views.theme.tokens import DARK, LIGHT, Tokens

MANY_PIXELS = 25
"""That differ between a widget with the focus and without: a line of its frame at least."""
AS_FAR_AS = 40
"""Of 255, by which one channel of such a pixel differs."""


def tool() -> QToolButton:
    made = QToolButton()
    made.setText("+X")
    return made


KINDS: tuple[Callable[[], QWidget], ...] = (
    lambda: QPushButton("Open a file…"),
    lambda: QPushButton("Open a file…", default=True),
    lambda: QLineEdit("words"),
    lambda: QCheckBox("words"),
    lambda: QRadioButton("words"),
    QComboBox,
    QDoubleSpinBox,
    lambda: QSlider(Qt.Orientation.Horizontal),
    QListWidget,
    QTreeWidget,
    lambda: QTableWidget(2, 2),
    QPlainTextEdit,
    QTextBrowser,
    tool,
)


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def themed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Tokens]:
    before = qapp.palette(), qapp.styleSheet()
    palette.apply(qapp, request.param)
    yield request.param
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])


def test_what_has_the_focus_shows_it(qtbot: QtBot, themed: Tokens) -> None:
    for make in KINDS:
        window, other, one = QWidget(), QPushButton("other"), make()
        qtbot.addWidget(window)
        layout = QVBoxLayout(window)
        layout.addWidget(one)
        layout.addWidget(other)
        window.show()
        window.activateWindow()
        other.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.waitUntil(other.hasFocus, timeout=2000)
        without = one.grab().toImage()
        one.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.waitUntil(one.hasFocus, timeout=2000)
        n_changed = n_different(one.grab().toImage(), without)
        assert n_changed >= MANY_PIXELS, type(one).__name__


def n_different(one: QImage, other: QImage) -> int:
    """Count pixels that clearly differ."""
    far = np.abs(channels(one) - channels(other)).max(axis=2)
    return int((far >= AS_FAR_AS).sum())


def channels(image: QImage) -> NDArray[np.int64]:
    """Return red, green and blue of every pixel."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(rgb.constBits(), np.uint8).reshape(rgb.height(), rgb.bytesPerLine())
    return rows[:, : 3 * rgb.width()].reshape(rgb.height(), rgb.width(), 3).astype(np.int64)


def test_what_is_on_is_seen_in_a_menu(qtbot: QtBot, themed: Tokens) -> None:
    """Its icon is in the ink that is drawn on the accent, so the accent lies behind it."""
    menu = QMenu()
    qtbot.addWidget(menu)
    for is_on in (True, False):
        action = menu.addAction(icons.icon("section", themed), "Section")
        action.setCheckable(True)
        action.setChecked(is_on)
    menu.resize(menu.sizeHint())
    image = menu.grab().toImage()
    accent = QColor(themed.accent).getRgb()[:3]

    def count(at: int) -> int:
        place = menu.actionGeometry(menu.actions()[at])
        rows = channels(image)[place.top() : place.bottom()]
        seen = rows[:, place.left() : place.left() + place.height() + 10]
        return int((seen == accent).all(axis=2).sum())

    assert count(0) > 100
    assert count(1) == 0
