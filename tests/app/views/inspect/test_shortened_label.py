"""Sentences that take no more lines than they are given."""

import pytest

from app.views.inspect.shortened_label import ShortenedLabel

WORDS = "Casting is first: nothing fails. Injection molding is next: the part is no thin shell at all."


@pytest.fixture
def label(qtbot):
    shown = ShortenedLabel(2)
    qtbot.addWidget(shown)
    shown.set_words(WORDS)
    shown.show()
    return shown


def test_what_fits_is_shown_whole_and_breaks_between_words(label):
    label.resize(400, 40)
    assert " ".join(label.text().splitlines()) == WORDS
    assert label.toolTip() == ""
    n_lines = len(label.text().splitlines())
    assert n_lines * label.fontMetrics().lineSpacing() <= label.sizeHint().height()


def test_what_does_not_fit_ends_in_dots_and_stands_in_the_tool_tip(label):
    label.resize(160, 40)
    lines = label.text().splitlines()
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(label.fontMetrics().horizontalAdvance(one) <= 160 for one in lines)
    assert label.toolTip() == label.accessibleName() == WORDS
    assert label.minimumSizeHint().height() < label.sizeHint().height(), "it may be squeezed to one line"
    label.set_most_lines(label.n_lines)
    assert " ".join(label.text().splitlines()) == WORDS
    assert label.toolTip() == ""


def test_without_words_it_is_a_line_high_and_empty(label):
    label.set_words("")
    assert (label.text(), label.toolTip(), label.n_lines) == ("", "", 1)
