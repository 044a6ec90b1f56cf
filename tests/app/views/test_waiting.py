"""The page that stands where something will be: what it says while it waits, and after."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.client.errors import Failure, Reason
from app.views import waiting
from app.views.waiting import Waiting


@pytest.fixture
def page(qtbot: QtBot) -> Waiting:
    made = Waiting("Progress", "Choose another file")
    qtbot.addWidget(made)
    made.show()
    return made


def shown_lines(page: Waiting) -> list[str]:
    return [one.text() for one in page.findChildren(QLabel) if one.isVisible()]


def test_a_bar_stands_there_only_where_it_is_known_how_far_it_is(page: Waiting) -> None:
    page.show_busy("a.step is sent …", n_done=3, n_all=12)
    assert (page.bar.isVisible(), page.bar.value(), page.bar.maximum()) == (True, 3, 12)
    page.show_busy("a.step is read …")
    assert not page.bar.isVisible()
    assert shown_lines(page) == ["a.step is read …"]


def test_who_waits_long_is_shown_how_long(page: Waiting, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(waiting.time, "monotonic", lambda: now[0])
    page.show_busy("a.step is analyzed …", "measuring 12 faces")
    now[0] = 102.0
    page.show_busy("a.step is analyzed …", "meshing 12 faces")
    assert shown_lines(page) == ["a.step is analyzed …", "Meshing 12 faces"]
    now[0] = 107.5
    page._show_line()
    assert shown_lines(page)[1] == "Meshing 12 faces  ·  7 s"
    page.show_end("a.step was not read to its end.")
    page.show_busy("a.step is read …")
    assert shown_lines(page) == ["a.step is read …"]  # it is counted anew


def test_a_failure_can_be_tried_again_or_left(qtbot: QtBot, page: Waiting) -> None:
    page.show_failure(Failure(Reason.INVALID, "It holds no solid.", "Export one."))
    assert shown_lines(page) == ["It holds no solid. Export one."]
    assert not page.cancel_button.isVisible()
    for button, signal in ((page.again_button, page.again_asked), (page.other_button, page.other_asked)):
        with qtbot.waitSignal(signal):
            button.click()
