"""The Batch workspace, with a server that is made up."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.models import FailedStage, MeterUsage, Pattern, Result, Usage
from app.state.session import Stage
from app.state.settings import Settings
from app.views.batch.model import BEST, FORM, PART, STATUS, VERDICT
from app.views.batch.workspace import METER, BatchWorkspace
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext
from tests.app.state.test_batch import Server
from tests.app.views.inspect import parts


class Metered(Server):
    """A server that says how many analyses are left."""

    n_left: int | None = None

    def usage(self) -> Usage | None:
        if self.n_left is None:
            return None
        meter = MeterUsage(meter=METER, included=100, used=100 - self.n_left, remaining=self.n_left)
        return Usage(plan="free", period_start="", period_end="", meters=(meter,))


@pytest.fixture
def server() -> Metered:
    return Metered()


@pytest.fixture
def context(qtbot: QtBot, tmp_path: Path, server: Metered) -> Iterator[WindowContext]:
    made = WindowContext(Settings(tmp_path / "settings"))
    made.connect_to(server)  # type: ignore[arg-type]
    yield made
    made.close()


@pytest.fixture
def workspace(qtbot: QtBot, context: WindowContext, tmp_path: Path) -> BatchWorkspace:
    folder = tmp_path / "parts"
    folder.mkdir()
    for name in ("broken.step", "cover.step", "lever.glb"):
        (folder / name).write_text("solid")
    shown = BatchWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    shown.add([folder])
    return shown


def row(workspace: BatchWorkspace, at: int) -> list[str]:
    model = workspace.model
    return [str(model.index(at, column).data() or "") for column in (PART, STATUS, VERDICT, BEST)]


def run(qtbot: QtBot, workspace: BatchWorkspace) -> None:
    workspace.start.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden() and workspace.save.isEnabled())


def test_each_part_gets_its_verdict_and_one_that_is_broken_its_sentence(
    qtbot: QtBot, workspace: BatchWorkspace
) -> None:
    assert row(workspace, 0) == ["broken.step", "Waits", "", ""]
    run(qtbot, workspace)
    assert row(workspace, 0)[1] == "=broken.step holds no solid."
    assert row(workspace, 1) == ["cover.step", "Done", "1 rule fails", "lenient: passes"]
    workspace.process.setCurrentIndex(workspace.process.findData("cnc/lenient"))
    assert row(workspace, 1)[2] == "Passes"
    assert [workspace.table.columnSpan(at, STATUS) for at in range(3)] == [5, 1, 1]


def test_what_a_part_looks_like_stands_in_the_table_with_its_sentence(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "result", lambda *_, **__: parts.judged())
    run(qtbot, workspace)
    form = workspace.model.index(1, FORM)
    assert form.data() == "Shell"
    assert form.data(Qt.ItemDataRole.ToolTipRole) == "A thin shell: 95 % of it lies over 2 mm."
    tip = workspace.model.index(1, BEST).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Casting is first: nothing fails. Injection molding is next: no shell."


def test_the_patterns_of_a_part_stand_below_its_path(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered, monkeypatch: pytest.MonkeyPatch
) -> None:
    patterns = tuple(
        Pattern(kind="HOLE", label=label, fids=("1", "2"))
        for label in ("8 × Ø6.6 on Ø80", "2 × Ø4, mirrored")
    )
    monkeypatch.setattr(server, "result", lambda *_, **__: structs.replace(parts.judged(), patterns=patterns))
    run(qtbot, workspace)
    tip = workspace.model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole).splitlines()
    assert tip[1:] == ["8 × Ø6.6 on Ø80", "2 × Ø4, mirrored"]
    assert tip[0].endswith(workspace.model.index(1, 0).data())


def test_a_process_whose_gate_closed_is_one_sentence_and_never_the_best(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "result", lambda *_, **__: parts.judged())
    run(qtbot, workspace)
    workspace.process.setCurrentIndex(workspace.process.findData("injection/standard"))
    assert row(workspace, 1)[2:] == ["The part is no thin shell.", "Investment casting, steel: passes"]
    tip = workspace.model.index(1, VERDICT).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines() == ["The part is no thin shell.", "4 more rules judged, 1 fails, 1 warns."]
    workspace.process.setCurrentIndex(workspace.process.findData("casting/sand"))
    assert row(workspace, 1)[2] == "1 rule fails, 1 warns"


def test_the_table_is_written_and_a_folder_that_is_gone_reported(
    qtbot: QtBot, context: WindowContext, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    run(qtbot, workspace)
    workspace.write(tmp_path / "parts.csv")
    lines = list(csv.DictReader((tmp_path / "parts.csv").read_text().splitlines()))
    assert [Path(line["file"]).name for line in lines] == ["broken.step", "cover.step", "lever.glb"]
    with qtbot.waitSignal(context.failure_reported) as reported:
        workspace.write(tmp_path / "gone" / "parts.csv")
    assert isinstance(reported.args[0], Failure)
    assert "parts.csv could not be written" in reported.args[0].sentence


@pytest.mark.parametrize(("n_left", "is_asked"), [(None, False), (1000, False), (20, True)])
def test_a_batch_that_takes_much_of_what_the_plan_has_left_is_asked_about(
    qtbot: QtBot,
    workspace: BatchWorkspace,
    server: Metered,
    monkeypatch: pytest.MonkeyPatch,
    n_left: int | None,
    is_asked: bool,
) -> None:
    server.n_left = n_left
    asked: list[str] = []

    def answer(parent: object, title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    workspace.start.click()
    if is_asked:
        qtbot.waitUntil(lambda: bool(asked))
        assert "3 analyses" in asked[0]
        assert "20 are left" in asked[0]
        assert server.sent == []
    else:
        qtbot.waitUntil(lambda: workspace.stop.isHidden() and workspace.save.isEnabled())
        assert len(server.sent) == 3
        assert asked == []


def test_stopping_lets_the_rest_wait(qtbot: QtBot, workspace: BatchWorkspace, server: Metered) -> None:
    server.gate.clear()
    workspace.start.click()
    qtbot.waitUntil(lambda: len(server.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    assert workspace.batch is not None
    stages = [part.now.stage for part in workspace.batch.parts]
    assert stages == [Stage.CANCELLED, Stage.CANCELLED, Stage.CHOSEN]
    assert workspace.start.isEnabled()


def test_what_was_stopped_is_judged_when_the_rest_is(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered
) -> None:
    server.gate.clear()
    workspace.start.click()
    qtbot.waitUntil(lambda: len(server.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    server.gate.set()
    workspace.start.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden() and not workspace.start.isEnabled())
    assert [row(workspace, at)[1] for at in range(3)] == ["=broken.step holds no solid.", "Done", "Done"]


def test_what_was_stopped_is_not_called_judged(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered
) -> None:
    server.gate.clear()
    workspace.start.click()
    qtbot.waitUntil(lambda: len(server.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    assert workspace._counts.text() == "3 parts  ·  2 stopped  ·  1 waiting"


def test_parts_are_taken_out_of_the_batch_and_all_of_them_where_none_is_chosen(
    qtbot: QtBot, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    workspace.table.selectRow(1)
    workspace.remove.click()
    assert workspace.batch is not None
    assert [part.path.name for part in workspace.batch.parts] == ["broken.step", "lever.glb"]
    assert workspace.model.rowCount() == 2
    workspace.table.clearSelection()
    workspace.remove.click()
    assert workspace.batch.parts == ()
    assert workspace._bar.isHidden()  # as before the first part
    workspace.add([tmp_path / "parts" / "cover.step"])
    assert workspace.model.rowCount() == 1


def test_no_process_is_offered_before_one_judged(qtbot: QtBot, workspace: BatchWorkspace) -> None:
    assert workspace.process.isHidden()
    run(qtbot, workspace)
    assert not workspace.process.isHidden()


def test_files_that_come_before_the_engine_is_up_wait_for_it(
    qtbot: QtBot, tmp_path: Path, server: Metered
) -> None:
    context = WindowContext(Settings(tmp_path / "settings"))
    shown = BatchWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    (tmp_path / "early.step").write_text("solid")
    shown.add([tmp_path / "early.step"])
    context.connect_to(server)  # type: ignore[arg-type]
    assert row(shown, 0)[0] == "early.step"
    run(qtbot, shown)
    context.close()


def test_an_engine_that_was_started_anew_is_sent_what_waits_and_what_the_old_one_lost(
    qtbot: QtBot, context: WindowContext, workspace: BatchWorkspace, server: Metered
) -> None:
    server.fault = Failure(Reason.UNREACHABLE, "Nothing answers.", "Try again.")
    run(qtbot, workspace)
    assert workspace.start.isEnabled()
    again = Metered()
    context.connect_to(None)
    context.connect_to(again)  # type: ignore[arg-type]
    workspace.start.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden() and not workspace.start.isEnabled())
    assert sorted(again.sent) == ["broken.step", "cover.step", "lever.glb"]
    assert row(workspace, 1)[1] == "Done"


def test_opening_a_part_shows_what_was_found_without_analyzing_again(
    qtbot: QtBot, context: WindowContext, workspace: BatchWorkspace, server: Metered
) -> None:
    run(qtbot, workspace)
    with qtbot.waitSignal(context.workspace_chosen) as chosen:
        workspace.table.activated.emit(workspace.model.index(1, 0))
    assert chosen.args == ["inspect"]
    assert context.result is not None
    assert len(server.sent) == 3
    with qtbot.assertNotEmitted(context.workspace_chosen):
        workspace.table.activated.emit(workspace.model.index(0, 0))  # the broken one


def test_a_part_that_was_not_judged_is_marked_so(qtbot: QtBot, workspace: BatchWorkspace) -> None:
    run(qtbot, workspace)
    role = Qt.ItemDataRole.ForegroundRole
    assert workspace.model.index(0, STATUS).data(role).name() == LIGHT.fail
    assert workspace.model.index(1, STATUS).data(role) is None


def test_a_part_that_was_not_judged_in_full_says_so(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = FailedStage(stage="features.hole", message="Holes were not recognized: the engine failed.")
    judge = server.result

    def judge_in_part(job_id: str, *, cancel: Cancel) -> Result:
        return structs.replace(judge(job_id, cancel=cancel), failed_stages=(failed,))

    monkeypatch.setattr(server, "result", judge_in_part)
    run(qtbot, workspace)
    status = workspace.model.index(1, STATUS)
    assert status.data() == "Incomplete: the engine failed at a part of it"
    assert status.data(Qt.ItemDataRole.ToolTipRole) == failed.message
    assert status.data(Qt.ItemDataRole.ForegroundRole) == QColor(LIGHT.warning)
    assert "2 of them not in full" in workspace._counts.text()
