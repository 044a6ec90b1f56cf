"""The legend as a widget: bands, ends, kinds."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.views.theme.tokens import DARK, LIGHT
from app.views.viewport import camera, colormaps, view_cube
from app.views.viewport.kinds_legend import Kind
from app.views.viewport.legend import Legend
from app.views.viewport.scale_legend import ScaleLegend
from app.views.viewport.view_cube import SIDES, ViewCube
from engine.palette import Extent
from tests.app.sent_limits import sent

SCALE = colormaps.of_stops(sent(1.5, 2.5, extent=Extent(8.0, 12.0)).stops, 1.5, 2.5)


@pytest.fixture
def legend(qtbot: QtBot) -> ScaleLegend:
    made = ScaleLegend(LIGHT)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show_scale("Wall thickness", "mm", SCALE, None)
    return made


def send(widget: Any, kind: QEvent.Type, at: QPointF) -> None:
    left = Qt.MouseButton.LeftButton
    QApplication.sendEvent(widget, QMouseEvent(kind, at, at, left, left, Qt.KeyboardModifier.NoModifier))


def click(widget: Any, at: QPointF) -> None:
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        send(widget, kind, at)


def on_bar(legend: ScaleLegend, value: float) -> QPointF:
    return QPointF(legend._bar().center().x(), legend._place(value))


@pytest.mark.parametrize(("value", "band"), [(0.7, "fail"), (2.0, "warn"), (8.0, "pass")])
def test_a_click_on_a_band_asks_for_it_alone_and_again_for_all(
    legend: ScaleLegend, value: float, band: str
) -> None:
    asked: list[str | None] = []
    legend.band_asked.connect(asked.append)
    click(legend, on_bar(legend, value))
    legend.show_scale("Wall thickness", "mm", SCALE, band)
    click(legend, on_bar(legend, value))
    assert asked == [band, None]


def test_dragging_the_upper_end_changes_the_range_and_a_double_click_resets_it(legend: ScaleLegend) -> None:
    asked: list[tuple[float, float] | None] = []
    legend.range_asked.connect(asked.append)
    end = on_bar(legend, SCALE.high)
    send(legend, QEvent.Type.MouseButtonPress, end)
    send(legend, QEvent.Type.MouseMove, end + QPointF(0, 60))
    send(legend, QEvent.Type.MouseButtonRelease, end + QPointF(0, 60))
    assert asked[-1] is not None
    low, high = asked[-1]
    assert low == 0.0
    assert 0.0 < high < 12.0
    send(legend, QEvent.Type.MouseButtonDblClick, on_bar(legend, 6.0))
    assert asked[-1] is None


def test_an_end_can_be_typed_and_nonsense_changes_nothing(legend: ScaleLegend) -> None:
    asked: list[object] = []
    legend.range_asked.connect(asked.append)
    legend.show()
    for text, expected in (("8,5", [(0.0, 8.5)]), ("wide", [(0.0, 8.5)]), ("-3", [(0.0, 8.5)])):
        send(legend, QEvent.Type.MouseButtonDblClick, on_bar(legend, SCALE.high))
        legend._editor.setText(text)
        legend._editor.editingFinished.emit()
        assert asked == expected


def test_it_says_its_limits_to_those_who_do_not_see_it(legend: ScaleLegend) -> None:
    assert "fail below 1.5 mm" in legend.accessibleDescription()
    assert "warn below 2.5 mm" in legend.accessibleDescription()


@pytest.mark.parametrize("value", [None, 2.4, -5.0, 1e9, float("nan")])
def test_any_value_can_be_pointed_at_and_drawn(legend: ScaleLegend, value: float | None) -> None:
    legend.point_at(value)
    assert not legend.grab().isNull()


def test_kinds_are_turned_off_and_on_by_their_names(qtbot: QtBot) -> None:
    legend = Legend(DARK)
    qtbot.addWidget(legend)
    kinds = [Kind("Hole", "#325896", 3), Kind("Boss", "#a3862a", 1)]
    asked: list[frozenset[str]] = []
    legend.off_changed.connect(asked.append)
    legend.show_kinds(kinds, frozenset())
    button = next(one for one in legend.findChildren(QPushButton) if one.text() == "Hole")
    assert button.accessibleName() == "Hole, 3"
    button.click()
    assert asked == [frozenset({"Hole"})]


@pytest.mark.parametrize("side", ["front", "right", "top"])
def test_a_click_on_a_side_of_the_cube_asks_for_it_and_beside_it_for_the_isometric_view(
    qtbot: QtBot, side: str
) -> None:
    cube = ViewCube(LIGHT)
    qtbot.addWidget(cube)
    cube.follow(
        camera.standard("iso", camera.looking(np.array([0, 1.0, 0]), np.array([0, 0, 1.0]), np.zeros(3)))
    )
    asked: list[str] = []
    cube.side_clicked.connect(asked.append)
    normal, up = SIDES[side]
    click(cube, cube._quad(normal, up).boundingRect().center())
    click(cube, QPointF(2, 2))
    assert asked == [side, "iso"]
    assert not cube.grab().isNull()


@pytest.mark.parametrize("at", [(-5.0, 50.0), (50.0, 110.0), (3.0, 103.0), (50.0, 50.0)])
def test_the_letter_of_an_axis_is_seen_whole_wherever_its_end_is(at: tuple[float, float]) -> None:
    place = view_cube._within(QPointF(*at))
    for one, other in ((place.x(), at[0]), (place.y(), at[1])):
        assert view_cube.LETTER <= one <= view_cube.SIZE - view_cube.LETTER
        if view_cube.LETTER <= other <= view_cube.SIZE - view_cube.LETTER:
            assert one == other


def test_a_card_that_is_filled_anew_while_it_is_shown_keeps_its_height(qtbot: QtBot) -> None:
    card = Legend(LIGHT)
    qtbot.addWidget(card)
    kinds = [Kind("Hole", "#325896", 3), Kind("Boss", "#a3862a", 1)]
    card.show_kinds(kinds, frozenset())
    card.show()
    height = card.height()
    card.show_kinds(kinds, frozenset({"Hole"}))
    assert card.height() == height > 40


def test_what_is_noted_below_a_scale_takes_the_colors_of_another_theme(qtbot: QtBot) -> None:
    card = Legend(LIGHT)
    qtbot.addWidget(card)
    card.show_scale("Draft", "degrees", SCALE, notes=[(None, "Limits: pull direction")])
    card.set_tokens(DARK)
    (note,) = (one for one in card.findChildren(QLabel) if one.text() and one.isVisibleTo(card))
    assert note.text() == "Limits: pull direction"
    assert DARK.text_muted in note.styleSheet()


def test_where_the_part_would_hide_behind_it_it_folds_until_asked_for_and_its_setting_stays(
    qtbot: QtBot,
) -> None:
    legend, emitted = Legend(LIGHT), []
    qtbot.addWidget(legend)
    legend.opened.connect(emitted.append)
    legend.show_scale("Wall thickness", "mm", SCALE)
    tall = legend.height()
    legend.set_crowded(True)
    assert legend.height() < tall / 4
    legend.fold_button.click()
    assert legend.height() == tall
    legend.set_crowded(False)
    legend.set_crowded(True)
    assert not legend.is_unfolded
    legend.set_crowded(False)
    assert legend.height() == tall
    assert emitted == []
    assert legend.is_open
