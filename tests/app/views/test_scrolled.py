"""What is larger than its place scrolls there."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.views.scrolled import Scrolled, on_screen


def test_a_widget_has_its_place_and_more_only_where_it_needs_it(qtbot: QtBot) -> None:
    content = QWidget()
    content.setMinimumSize(400, 300)
    area = Scrolled(content, "Page")
    qtbot.addWidget(area)
    area.resize(500, 200)
    area.show()
    qtbot.waitUntil(lambda: content.height() == 300)
    assert content.width() <= 500
    assert area.verticalScrollBar().maximum() > 0
    assert area.horizontalScrollBar().maximum() == 0
    area.resize(600, 400)
    qtbot.waitUntil(lambda: (content.width(), content.height()) == (600, 400))


def test_a_window_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    screen = window.screen().availableSize()
    assert on_screen(window, QSize(100, 100)) == QSize(100, 100)
    large = on_screen(window, QSize(10_000, 10_000))
    assert large.width() < screen.width()
    assert large.height() < screen.height()
