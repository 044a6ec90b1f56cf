"""Build volumes are typed beside the process that they are of, and the open part is judged by them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.state import display_unit
from app.state.session import Progress, Session, Stage
from app.state.settings import Settings
from app.views.build_volume_fields import BuildVolumeFields
from app.views.settings_dialog import SettingsDialog
from tests.app.views.windows import open_window

FDM = "additive/fdm"


@pytest.fixture
def settings(tmp_path):
    yield Settings(tmp_path)
    display_unit.choose("mm")


@pytest.fixture
def fields(qtbot: QtBot, settings):
    made = BuildVolumeFields(settings)
    qtbot.addWidget(made)
    made.show()
    return made


def enter(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    field.clear()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_what_is_typed_is_kept_and_what_is_emptied_is_the_packs_again(
    qtbot, fields, settings, tmp_path
) -> None:
    field = fields.fields[FDM]
    assert field.text() == ""
    assert field.placeholderText() == "914 × 914 × 610 mm"
    enter(qtbot, field, "200x256x220")
    assert field.text() == "256 × 220 × 200 mm"
    assert Settings(tmp_path)["build_volumes"] == ["additive/fdm=256x220x200"]
    enter(qtbot, field, "")
    assert Settings(tmp_path)["build_volumes"] == []


def test_what_is_no_volume_stays_where_it_was_typed_with_the_reason(qtbot, fields, settings) -> None:
    enter(qtbot, fields.fields[FDM], "256 x 256 x 256")
    enter(qtbot, fields.fields[FDM], "big")
    problem = fields.problems[FDM]
    assert problem.isVisible()
    assert problem.text() == "“big” is no build volume; type its three sides, as 914 × 914 × 610 mm."
    assert fields.fields[FDM].text() == "big"
    assert settings["build_volumes"] == ["additive/fdm=256x256x256"], "what held before holds"
    assert not fields.problems["additive/sla"].isVisible()
    enter(qtbot, fields.fields[FDM], "25 x 25 x 25")
    assert not problem.isVisible()


def test_fields_follow_the_unit_of_lengths_and_rounding_moves_nothing(qtbot, fields, settings) -> None:
    enter(qtbot, fields.fields[FDM], "256x256x256")
    settings.set("length_unit", "in")
    assert fields.fields[FDM].text() == "10.079 × 10.079 × 10.079 in"
    qtbot.keyClick(fields.fields[FDM], Qt.Key.Key_Return)
    assert settings["build_volumes"] == ["additive/fdm=256x256x256"]
    enter(qtbot, fields.fields[FDM], "10x10x10")
    assert settings["build_volumes"] == ["additive/fdm=254x254x254"]


def test_a_part_that_is_open_is_judged_again_for_them_with_the_pull_it_has(qtbot, tmp_path) -> None:
    with open_window(tmp_path) as window:
        context = window.context
        session = Session(None, tmp_path / "part.step")  # type: ignore[arg-type]
        session._now = Progress(stage=Stage.DONE, job_id="7", result=context.result)
        context.show_part(session)
        asked: list[dict[str, object]] = []
        session.recompute = asked.append  # type: ignore[assignment, method-assign]
        dialog = SettingsDialog(context.settings, window)
        field = dialog.findChild(QLineEdit, FDM)
        enter(qtbot, field, "256x256x256")
        qtbot.waitUntil(lambda: len(asked) == 1)
        assert asked[0]["build_volumes"] == "additive/fdm=256x256x256"
        assert asked[0]["pull"] == "cardinal"
        assert context.analysis_options()["build_volumes"] == "additive/fdm=256x256x256"
        enter(qtbot, field, "")
        qtbot.waitUntil(lambda: len(asked) == 2)
        assert asked[1]["build_volumes"] == "none", "else the server would keep those of before"
        assert "build_volumes" not in context.analysis_options()
        context.settings.set("theme", "dark")
        qtbot.wait(1000)
        assert len(asked) == 2, "other settings have nothing judged"
        dialog.deleteLater()


@pytest.mark.parametrize("unit", ["mm", "in"])
def test_every_line_of_the_reason_is_seen_and_every_volume_is_read_to_its_end(qtbot, settings, unit) -> None:
    settings.set(display_unit.SETTING, unit)
    display_unit.choose(unit)
    dialog = SettingsDialog(settings)
    qtbot.addWidget(dialog)
    dialog.show()
    fields = dialog.findChild(BuildVolumeFields)
    for field in fields.fields.values():
        assert field.width() > field.fontMetrics().horizontalAdvance(field.placeholderText()) + 20
    enter(qtbot, fields.fields[FDM], "some words that are no build volume")
    problem = fields.problems[FDM]
    qtbot.waitUntil(lambda: problem.isVisible() and problem.width() > 200)
    qtbot.waitUntil(lambda: problem.height() >= problem.heightForWidth(problem.width()))
