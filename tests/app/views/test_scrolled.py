"""What is larger than its place scrolls there."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.views.scrolled import CurrentPage, Scrolled, Squeezable, on_screen


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


def test_pages_ask_for_the_room_of_the_one_that_is_shown(qtbot: QtBot) -> None:
    content, large, small = QWidget(), QWidget(), QLabel("Open a part")
    pages = CurrentPage(content)
    large.setMinimumSize(900, 700)
    for page in (large, small):
        pages.addWidget(page)
    area = Scrolled(content, "Pages")
    qtbot.addWidget(area)
    area.resize(500, 200)
    area.show()
    bar = area.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    pages.setCurrentWidget(small)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert content.width() == 500
    pages.setCurrentWidget(large)
    qtbot.waitUntil(lambda: bar.maximum() > 0)


def test_who_goes_into_it_by_keyboard_sees_where_that_is(qtbot: QtBot) -> None:
    """Back from the button below is the last field, which is not seen yet."""
    dialog, page = QWidget(), QWidget()
    column, fields = QVBoxLayout(page), [QLineEdit() for _ in range(30)]
    for field in fields:
        column.addWidget(field)
    area, close = Scrolled(page, "Fields", across=False), QPushButton("Close")
    layout = QVBoxLayout(dialog)
    layout.addWidget(area)
    layout.addWidget(close)
    qtbot.addWidget(dialog)
    dialog.resize(300, 240)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    close.setFocus()
    qtbot.waitUntil(close.hasFocus)
    assert fields[-1].visibleRegion().isEmpty()
    qtbot.keyClick(close, Qt.Key.Key_Backtab)
    qtbot.waitUntil(fields[-1].hasFocus)
    qtbot.waitUntil(lambda: not fields[-1].visibleRegion().isEmpty())
    there = area.verticalScrollBar().value()
    fields[-2].setFocus()
    assert area.verticalScrollBar().value() == there, "what is seen stays where it is"


def test_a_window_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    screen = window.screen().availableSize()
    assert on_screen(window, QSize(100, 100)) == QSize(100, 100)
    large = on_screen(window, QSize(10_000, 10_000))
    assert large.width() < screen.width()
    assert large.height() < screen.height()


def panel_of(kind: type[QWidget], n_words: int) -> tuple[Scrolled, QListWidget, QLabel]:
    panel, sentence, rows = kind(), QLabel("word " * n_words), QListWidget()
    sentence.setWordWrap(True)
    layout = QVBoxLayout(panel)
    layout.addWidget(sentence)
    layout.addWidget(rows)
    page = QWidget()
    QVBoxLayout(page).addWidget(panel)
    return Scrolled(page, "Panels", across=False), rows, sentence


def test_a_list_beside_a_sentence_is_made_short_before_anything_scrolls(qtbot: QtBot) -> None:
    area, rows, sentence = panel_of(Squeezable, 30)
    qtbot.addWidget(area)
    likes = rows.sizeHint().height()
    area.resize(260, likes + 40)
    area.show()
    qtbot.waitUntil(lambda: sentence.height() >= sentence.heightForWidth(sentence.width()))
    assert area.verticalScrollBar().maximum() == 0
    assert rows.minimumSizeHint().height() <= rows.height() < likes
    other, _, _ = panel_of(QWidget, 30)  # which Qt gives all that the list likes
    qtbot.addWidget(other)
    other.resize(area.size())
    other.show()
    qtbot.waitUntil(lambda: other.verticalScrollBar().maximum() > 0)


def test_a_sentence_that_leaves_no_room_for_the_list_makes_the_panel_scroll(qtbot: QtBot) -> None:
    area, rows, sentence = panel_of(Squeezable, 200)
    qtbot.addWidget(area)
    area.resize(260, 240)
    area.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    qtbot.waitUntil(lambda: sentence.height() >= sentence.heightForWidth(sentence.width()))
    assert rows.height() >= rows.minimumSizeHint().height()
