"""The whole window without an engine, with a part in it that was judged; and what one finds in a window."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QScrollBar,
    QStatusBar,
    QTabBar,
    QWidget,
)

from app.state.recent import Recent
from app.state.settings import Settings
from app.views.main_window import MainWindow
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext
from tests.app.views.inspect import parts

SAMPLE = Path("gear_housing.step")
PARTS_OF_QT = (QScrollBar, QHeaderView, QStatusBar, QTabBar)
"""Made by Qt, and described to screen readers by what they are part of."""


class Shipped:
    """A server that has packs, and nothing else."""

    host = "nowhere"

    def saved_modules(self) -> tuple[dict[str, object], ...]:
        return ()

    def modules(self) -> tuple[dict[str, object], ...]:
        return (parts.CASTING,)


@contextmanager
def open_window(folder: Path) -> Iterator[MainWindow]:
    """Show the window with a part looked at as a sand casting."""
    settings = Settings(folder)
    context = WindowContext(settings)
    memory = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(context, Recent(settings, folder / "recent"), (SAMPLE,), memory, LIGHT)
    window.resize(1440, 900)
    window.show()
    context._become(parts.judged())
    context.choose_verdict("casting", "sand")
    try:
        yield window
    finally:
        window.close()
        window.deleteLater()


def screen_reader_text(widget: QWidget) -> str:
    """Return what a screen reader says of a widget."""
    if widget.accessibleName():
        return widget.accessibleName()
    shown = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
    shown = widget.title() if isinstance(widget, QGroupBox) else shown
    return shown if sum(letter.isalnum() for letter in shown) >= 1 else ""


def controls(root: QWidget) -> list[QWidget]:
    """Return all that can be used by key or pointer, without what Qt makes inside of it."""
    return [one for one in root.findChildren(QWidget) if is_control(one)]


def is_control(widget: QWidget) -> bool:
    inner = isinstance(widget.parentWidget(), QAbstractScrollArea | QComboBox | QAbstractSpinBox | QTabBar)
    of_combo = any(isinstance(one, QComboBox) for one in above(widget))
    if inner or of_combo or isinstance(widget, PARTS_OF_QT) or widget.objectName().startswith("qt_"):
        return False
    if isinstance(widget, QAbstractButton):
        return type(widget.parentWidget()).__name__ != "QLineEdit"
    return widget.focusPolicy() is not Qt.FocusPolicy.NoFocus and not isinstance(widget, QLabel)


def above(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def tab_stops(page: QWidget) -> list[QWidget]:
    """Return where Tab goes in a page, in its order."""
    found, at = [], page.nextInFocusChain()
    while at is not page:
        stops = bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus) and at.isEnabled()
        if stops and page.isAncestorOf(at) and at.isVisibleTo(page) and at.focusProxy() is None:
            found.append(at)
        at = at.nextInFocusChain()
    return found


def place(widget: QWidget, page: QWidget) -> QPoint:
    return widget.mapTo(page, QPoint(0, 0))
