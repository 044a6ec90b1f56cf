"""The form of the settings is made of their table, and every change holds at once."""

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.state.settings import ENGINE_VARIABLES, TABLE, Settings
from app.views import setting_words
from app.views.scrolled import Scrolled
from app.views.settings_dialog import ELSEWHERE, SettingsDialog
from server.settings import Settings as Served


def test_every_setting_has_a_field_or_a_place_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = SettingsDialog(Settings(tmp_path))
    qtbot.addWidget(dialog)
    names = {setting.name for setting in TABLE}
    assert names >= ELSEWHERE
    for name in names - ELSEWHERE:
        field = dialog.findChild(object, name)
        assert field is not None, name
        assert field.accessibleName(), name


def test_what_is_changed_holds_at_once_and_is_written(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    theme = dialog.findChild(QComboBox, "theme")
    theme.setCurrentIndex(theme.findData("dark"))
    dialog.findChild(QDoubleSpinBox, "alpha_warn_deg").setValue(2.5)
    dialog.findChild(QCheckBox, "shows_edges").setChecked(False)
    line = dialog.findChild(QLineEdit, "quantities")
    line.setText("1, 20,300")
    line.editingFinished.emit()
    stored = Settings(tmp_path)
    assert (stored["theme"], stored["alpha_warn_deg"], stored["shows_edges"]) == ("dark", 2.5, False)
    assert stored["quantities"] == ["1", "20", "300"]


def test_a_field_takes_nothing_beyond_its_range(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    dialog.findChild(QDoubleSpinBox, "alpha_min_deg").setValue(90.0)
    assert settings["alpha_min_deg"] == 45.0


def test_every_setting_and_every_choice_is_called_by_words_not_by_its_name_in_the_file(
    qtbot, tmp_path
) -> None:
    dialog = SettingsDialog(Settings(tmp_path))
    qtbot.addWidget(dialog)
    for setting in TABLE:
        if setting.name in ELSEWHERE:
            continue
        words = setting_words.label(setting.name)
        assert words[:1].isupper(), setting.name
        assert words != setting.name.replace("_", " ")
        if setting.accepts:
            field = dialog.findChild(QComboBox, setting.name)
            assert [field.itemData(at) for at in range(field.count())] == list(setting.accepts)
            assert all(field.itemText(at)[:1].isupper() for at in range(field.count()))


def test_whoever_sets_a_currency_reads_that_most_servers_name_their_own(qtbot, tmp_path) -> None:
    dialog = SettingsDialog(Settings(tmp_path))
    qtbot.addWidget(dialog)
    seen = [label for label in dialog.findChildren(QLabel) if label.text() == setting_words.hint("currency")]
    assert len(seen) == 1
    assert not seen[0].isHidden()
    assert "Only where the server names no currency" in seen[0].text()


def test_every_setting_stands_under_a_heading() -> None:
    listed = [name for names in setting_words.headings().values() for name in names]
    assert sorted(listed) == sorted({setting.name for setting in TABLE} - ELSEWHERE)


def test_every_setting_of_a_server_that_its_answers_name_can_be_found_here(qtbot, tmp_path) -> None:
    """What stops a server from starting is its operator's; what it tells callers of is looked for here."""
    dialog = SettingsDialog(Settings(tmp_path))
    qtbot.addWidget(dialog)
    shown = " ".join(
        f"{one.toolTip()} {one.text() if isinstance(one, QLabel) else ''}"
        for one in dialog.findChildren(QWidget)
    )
    named = set(ENGINE_VARIABLES.values()) | {str(Served().size_limit["build_volume_setting"])}
    for variable in named:
        assert variable in shown, variable
    assert "SPRUE_PORT" not in shown


def test_the_wheel_scrolls_the_page_and_changes_nothing_that_it_passes(qtbot, tmp_path) -> None:
    settings = Settings(tmp_path)
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    dialog.resize(dialog.width(), 300)
    dialog.show()
    assert dialog.findChild(Scrolled).verticalScrollBar().maximum() > 0
    fields = [*dialog.findChildren(QDoubleSpinBox), *dialog.findChildren(QComboBox)]
    assert len(fields) > 8
    for field in fields:
        shown = field.text() if isinstance(field, QDoubleSpinBox) else field.currentText()
        assert not turn(field), "it goes on to the page"
        assert (field.text() if isinstance(field, QDoubleSpinBox) else field.currentText()) == shown
        assert not field.hasFocus()
    assert not settings.path.exists()
    field = dialog.findChild(QDoubleSpinBox, "alpha_warn_deg")
    dialog.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    assert turn(field)
    assert settings["alpha_warn_deg"] < 3.0, "who chose the field means it"


def turn(widget: QWidget) -> bool:
    """Turn the wheel down over a widget; return whether it took that."""
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(middle)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.setAccepted(False)
    widget.event(event)
    return event.isAccepted()


def test_no_field_is_cut_at_the_side_where_the_page_scrolls(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = SettingsDialog(Settings(tmp_path))
    qtbot.addWidget(dialog)
    dialog.resize(dialog.width(), 400)
    dialog.show()
    page = dialog.findChild(Scrolled)
    qtbot.waitUntil(lambda: page.verticalScrollBar().isVisible())
    qtbot.waitUntil(lambda: page.widget().width() == page.viewport().width())
    for field in page.findChildren(QComboBox):
        assert field.mapTo(page.viewport(), QPoint(field.width(), 0)).x() <= page.viewport().width()
