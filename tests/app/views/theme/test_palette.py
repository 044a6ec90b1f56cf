"""The look of every widget: whatever has the focus shows it, in both themes."""

from collections.abc import Callable, Iterator

import pytest
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


@pytest.mark.parametrize("make", KINDS)
def test_what_has_the_focus_shows_it(qtbot: QtBot, themed: Tokens, make: Callable[[], QWidget]) -> None:
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
    assert n_different(one.grab().toImage(), without) >= MANY_PIXELS


def n_different(one: QImage, other: QImage) -> int:
    """Count pixels that clearly differ."""
    n = 0
    for y in range(one.height()):
        for x in range(one.width()):
            a, b = QColor(one.pixel(x, y)), QColor(other.pixel(x, y))
            far = (abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue()))
            n += max(far) >= AS_FAR_AS
    return n


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
    accent = QColor(themed.accent).rgb()

    def count(at: int) -> int:
        place = menu.actionGeometry(menu.actions()[at])
        return sum(
            image.pixel(x, y) == accent
            for x in range(place.left(), place.left() + place.height() + 10)
            for y in range(place.top(), place.bottom())
        )

    assert count(0) > 100
    assert count(1) == 0
