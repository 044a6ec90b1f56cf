"""The Batch workspace, with a server that is made up."""

import csv
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.client.cancel import Cancel
from app.client.errors import Failure, Reason
from app.client.models import Accepted, FailedStage, MeterUsage, Pattern, Result, Usage
from app.state.session import Stage
from app.state.settings import Settings
from app.views.batch.model import BEST, FORM, N_FACTS, PART, REASON, STATUS
from app.views.batch.workspace import METER, BatchWorkspace
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext
from tests.app.state.test_batch import Server
from tests.app.views.inspect import parts


class Metered(Server):
    """A server that says how many analyses are left, and may keep a part until another is there."""

    n_left: int | None = None
    waits_for: dict[str, threading.Event]

    def __init__(self) -> None:
        super().__init__()
        self.waits_for = {}

    def analyze(self, path: Path, options: Any, *, progress: Any, cancel: Cancel) -> Accepted:
        if path.name in self.waits_for:
            assert self.waits_for[path.name].wait(10)
        return super().analyze(path, options, progress=progress, cancel=cancel)

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
def held(server: Metered) -> Metered:
    """Return a server that keeps every part until its gate is opened."""
    server.gate.clear()
    return server


@pytest.fixture
def last(server: Metered) -> threading.Event:
    """Return what the cover waits for."""
    server.waits_for["cover.step"] = threading.Event()
    return server.waits_for["cover.step"]


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


def cell(workspace: BatchWorkspace, name: str, column: int) -> QModelIndex:
    """Return the cell of a part, wherever its row is now."""
    model = workspace.table.model()
    for at in range(model.rowCount()):
        if model.index(at, PART).data() == name:
            return model.index(at, column)
    raise KeyError(name)


def row(workspace: BatchWorkspace, name: str, *columns: int) -> list[str]:
    return [str(cell(workspace, name, column).data() or "") for column in columns]


def names(workspace: BatchWorkspace) -> list[str]:
    """Return the parts from above."""
    return [part.path.name for part in workspace.table.shown()]


def wait(qtbot: QtBot, workspace: BatchWorkspace) -> None:
    """Wait until everything is judged."""

    def is_done() -> bool:
        parts_of = () if workspace.batch is None else workspace.batch.parts
        ended = (Stage.DONE, Stage.FAILED, Stage.CANCELLED)
        return bool(parts_of) and all(part.now.stage in ended for part in parts_of)

    qtbot.waitUntil(lambda: is_done() and workspace.stop.isHidden())


def test_parts_are_judged_as_soon_as_they_are_there_and_one_that_is_broken_gets_its_sentence(
    qtbot: QtBot, workspace: BatchWorkspace
) -> None:
    wait(qtbot, workspace)
    assert row(workspace, "broken.step", STATUS, REASON) == ["Not judged", "=broken.step holds no solid."]
    assert row(workspace, "cover.step", STATUS, BEST, REASON) == ["Done", "lenient: passes", ""]


def test_processes_stand_side_by_side_and_others_can_be_ticked(
    qtbot: QtBot, workspace: BatchWorkspace, context: WindowContext
) -> None:
    wait(qtbot, workspace)
    assert heads(workspace) == ["cnc"]
    assert row(workspace, "cover.step", N_FACTS) == ["lenient: passes"]
    workspace.processes.tick([("cnc", "mild"), ("cnc", "lenient")])
    assert heads(workspace) == ["mild", "lenient"]
    assert row(workspace, "cover.step", N_FACTS, N_FACTS + 1) == ["1 rule fails", "Passes"]
    again = BatchWorkspace(context, LIGHT)  # as after the next start
    qtbot.addWidget(again)
    assert workspace.batch is not None
    again.processes.offer(workspace.batch.parts[1].now.result)  # type: ignore[arg-type]
    assert [one.variant for one in again.processes.ticked] == ["mild", "lenient"]


def heads(workspace: BatchWorkspace) -> list[str]:
    model = workspace.table.model()
    across = Qt.Orientation.Horizontal
    return [str(model.headerData(at, across)) for at in range(N_FACTS, model.columnCount())]


def test_parts_that_tie_stay_in_the_order_they_came_whichever_ends_first(
    qtbot: QtBot, last: threading.Event, workspace: BatchWorkspace
) -> None:
    qtbot.waitUntil(lambda: row(workspace, "lever.glb", STATUS) == ["Done"])
    last.set()
    wait(qtbot, workspace)
    assert names(workspace) == ["broken.step", "cover.step", "lever.glb"]
    click_on_head(qtbot, workspace, BEST)
    assert names(workspace) == ["cover.step", "lever.glb", "broken.step"]


def test_the_rows_that_fail_come_first_and_any_column_orders_them(
    qtbot: QtBot, workspace: BatchWorkspace, server: Metered, tmp_path: Path
) -> None:
    wait(qtbot, workspace)
    (tmp_path / "parts" / "zz_broken.step").write_text("solid")
    workspace.add([tmp_path / "parts" / "zz_broken.step"])
    wait(qtbot, workspace)
    assert names(workspace) == ["broken.step", "zz_broken.step", "cover.step", "lever.glb"]
    header = workspace.table.horizontalHeader()
    click_on_head(qtbot, workspace, PART)
    assert names(workspace) == ["broken.step", "cover.step", "lever.glb", "zz_broken.step"]
    click_on_head(qtbot, workspace, PART)
    assert names(workspace) == ["zz_broken.step", "lever.glb", "cover.step", "broken.step"]
    assert header.sortIndicatorSection() == PART
    for column in range(workspace.table.model().columnCount()):
        click_on_head(qtbot, workspace, column)
        assert sorted(names(workspace)) == ["broken.step", "cover.step", "lever.glb", "zz_broken.step"]


def click_on_head(qtbot: QtBot, workspace: BatchWorkspace, column: int) -> None:
    header = workspace.table.horizontalHeader()
    workspace.table.scrollTo(workspace.table.model().index(0, column))
    at = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_a_row_that_comes_to_fail_moves_up_while_the_rest_is_judged(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace
) -> None:
    click_on_head(qtbot, workspace, BEST)  # the other way round
    click_on_head(qtbot, workspace, BEST)
    assert names(workspace) == ["broken.step", "cover.step", "lever.glb"]
    held.gate.set()
    wait(qtbot, workspace)
    assert names(workspace)[0] == "broken.step"


def test_what_a_part_looks_like_stands_in_the_table_with_its_sentence(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held, "result", lambda *_, **__: parts.judged())
    held.gate.set()
    wait(qtbot, workspace)
    form = cell(workspace, "cover.step", FORM)
    assert form.data() == "Shell"
    assert form.data(Qt.ItemDataRole.ToolTipRole) == "A thin shell: 95 % of it lies over 2 mm."
    tip = cell(workspace, "cover.step", BEST).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "Casting is first: nothing fails. Injection molding is next: no shell."


def test_the_patterns_of_a_part_stand_below_its_path(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    patterns = tuple(
        Pattern(kind="HOLE", label=label, fids=("1", "2"))
        for label in ("8 × Ø6.6 on Ø80", "2 × Ø4, mirrored")
    )
    monkeypatch.setattr(held, "result", lambda *_, **__: structs.replace(parts.judged(), patterns=patterns))
    held.gate.set()
    wait(qtbot, workspace)
    tip = cell(workspace, "cover.step", PART).data(Qt.ItemDataRole.ToolTipRole).splitlines()
    assert tip[1:] == ["8 × Ø6.6 on Ø80", "2 × Ø4, mirrored"]
    assert tip[0].endswith("cover.step")


def test_a_process_whose_gate_closed_is_one_sentence_and_never_the_best(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held, "result", lambda *_, **__: parts.judged())
    held.gate.set()
    wait(qtbot, workspace)
    workspace.processes.tick([("casting", "sand"), ("injection", "standard")])
    sand, molded = N_FACTS, N_FACTS + 1
    assert row(workspace, "cover.step", BEST, sand, molded) == [
        "Investment casting: passes",
        "1 rule fails, 1 warns",
        "The part is no thin shell.",
    ]
    tip = cell(workspace, "cover.step", molded).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines() == ["The part is no thin shell.", "4 more rules judged, 1 fails, 1 warns."]


def test_the_table_is_written_and_a_folder_that_is_gone_reported(
    qtbot: QtBot, context: WindowContext, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    wait(qtbot, workspace)
    workspace.write(tmp_path / "parts.csv")
    lines = list(csv.DictReader((tmp_path / "parts.csv").read_text().splitlines()))
    assert [Path(line["file"]).name for line in lines] == ["broken.step", "cover.step", "lever.glb"]
    click_on_head(qtbot, workspace, PART)
    click_on_head(qtbot, workspace, PART)
    workspace.write(tmp_path / "parts.csv")
    lines = list(csv.DictReader((tmp_path / "parts.csv").read_text().splitlines()))
    assert [Path(line["file"]).name for line in lines] == ["lever.glb", "cover.step", "broken.step"]
    with qtbot.waitSignal(context.failure_reported) as reported:
        workspace.write(tmp_path / "gone" / "parts.csv")
    assert isinstance(reported.args[0], Failure)
    assert "parts.csv could not be written" in reported.args[0].sentence


@pytest.mark.parametrize(("n_left", "is_asked"), [(None, False), (1000, False), (20, True)])
def test_a_batch_that_takes_much_of_what_the_plan_has_left_is_asked_about(
    qtbot: QtBot,
    context: WindowContext,
    server: Metered,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    n_left: int | None,
    is_asked: bool,
) -> None:
    server.n_left = n_left
    workspace = BatchWorkspace(context, LIGHT)
    qtbot.addWidget(workspace)
    asked: list[str] = []

    def answer(parent: object, title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    for name in ("a.step", "b.step", "c.step"):
        (tmp_path / name).write_text("solid")
    workspace.add([tmp_path / name for name in ("a.step", "b.step", "c.step")])
    if is_asked:
        qtbot.waitUntil(lambda: bool(asked))
        assert "3 analyses" in asked[0]
        assert "20 are left" in asked[0]
        assert server.sent == []
        assert workspace.start.isEnabled()  # for who thinks better of it
    else:
        qtbot.waitUntil(lambda: workspace.stop.isHidden() and workspace.save.isEnabled())
        assert len(server.sent) == 3
        assert asked == []


def test_stopping_lets_the_rest_wait(qtbot: QtBot, held: Metered, workspace: BatchWorkspace) -> None:
    qtbot.waitUntil(lambda: len(held.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    assert workspace.batch is not None
    stages = [part.now.stage for part in workspace.batch.parts]
    assert stages == [Stage.CANCELLED, Stage.CANCELLED, Stage.CHOSEN]
    assert workspace.start.isEnabled()


def test_what_was_stopped_is_judged_when_the_rest_is(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace
) -> None:
    qtbot.waitUntil(lambda: len(held.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    held.gate.set()
    workspace.start.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden() and not workspace.start.isEnabled())
    stages = [row(workspace, name, STATUS)[0] for name in ("broken.step", "cover.step", "lever.glb")]
    assert stages == ["Not judged", "Done", "Done"]


def test_what_was_stopped_is_not_called_judged(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace
) -> None:
    qtbot.waitUntil(lambda: len(held.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    assert workspace._counts.text() == "3 parts  ·  2 stopped  ·  1 waiting"


def test_what_is_added_to_a_batch_that_was_stopped_waits_with_the_rest(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: len(held.sent) == 2)
    workspace.stop.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden())
    (tmp_path / "late.step").write_text("solid")
    workspace.add([tmp_path / "late.step"])
    assert row(workspace, "late.step", STATUS) == ["Waits"]
    assert len(held.sent) == 2


def test_what_is_added_while_the_last_are_judged_is_judged_too(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: len(held.sent) == 2)
    (tmp_path / "late.step").write_text("solid")
    workspace.add([tmp_path / "late.step"])
    held.gate.set()
    wait(qtbot, workspace)
    assert row(workspace, "late.step", STATUS) == ["Done"]
    assert len(held.sent) == 4


def test_parts_are_taken_out_of_the_batch_and_all_of_them_where_none_is_chosen(
    qtbot: QtBot, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    wait(qtbot, workspace)
    workspace.table.selectRow(1)
    assert [part.path.name for part in workspace.table.chosen()] == ["cover.step"]
    workspace.remove.click()
    assert names(workspace) == ["broken.step", "lever.glb"]
    workspace.table.clearSelection()
    workspace.remove.click()
    assert workspace.batch is not None
    assert workspace.batch.parts == ()
    assert workspace._bar.isHidden()  # as before the first part
    workspace.add([tmp_path / "parts" / "cover.step"])
    assert workspace.model.rowCount() == 1
    wait(qtbot, workspace)


def test_no_process_is_offered_before_one_judged(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace
) -> None:
    assert workspace.processes.isHidden()
    held.gate.set()
    wait(qtbot, workspace)
    assert not workspace.processes.isHidden()


def test_files_that_come_before_the_engine_is_up_wait_for_it(
    qtbot: QtBot, tmp_path: Path, server: Metered
) -> None:
    context = WindowContext(Settings(tmp_path / "settings"))
    shown = BatchWorkspace(context, LIGHT)
    qtbot.addWidget(shown)
    (tmp_path / "early.step").write_text("solid")
    shown.add([tmp_path / "early.step"])
    context.connect_to(server)  # type: ignore[arg-type]
    assert names(shown) == ["early.step"]
    wait(qtbot, shown)
    assert row(shown, "early.step", STATUS) == ["Done"]
    context.close()


def test_an_engine_that_was_started_anew_is_sent_what_waits_and_what_the_old_one_lost(
    qtbot: QtBot, context: WindowContext, held: Metered, workspace: BatchWorkspace
) -> None:
    held.fault = Failure(Reason.UNREACHABLE, "Nothing answers.", "Try again.")
    held.gate.set()
    wait(qtbot, workspace)
    assert workspace.start.isEnabled()
    again = Metered()
    context.connect_to(None)
    context.connect_to(again)  # type: ignore[arg-type]
    workspace.start.click()
    qtbot.waitUntil(lambda: workspace.stop.isHidden() and not workspace.start.isEnabled())
    assert sorted(again.sent) == ["broken.step", "cover.step", "lever.glb"]
    assert row(workspace, "cover.step", STATUS) == ["Done"]


def test_opening_a_part_shows_what_was_found_without_analyzing_again(
    qtbot: QtBot, context: WindowContext, workspace: BatchWorkspace, server: Metered
) -> None:
    wait(qtbot, workspace)
    with qtbot.waitSignal(context.workspace_chosen) as chosen:
        workspace.table.activated.emit(cell(workspace, "cover.step", 0))
    assert chosen.args == ["inspect"]
    assert context.result is not None
    assert len(server.sent) == 3
    with qtbot.assertNotEmitted(context.workspace_chosen):
        workspace.table.activated.emit(cell(workspace, "broken.step", 0))  # the broken one


def test_a_part_that_was_not_judged_is_marked_so(qtbot: QtBot, workspace: BatchWorkspace) -> None:
    wait(qtbot, workspace)
    role = Qt.ItemDataRole.ForegroundRole
    assert cell(workspace, "broken.step", STATUS).data(role).name() == LIGHT.fail
    assert cell(workspace, "cover.step", STATUS).data(role) is None


def test_a_part_that_was_not_judged_in_full_says_so(
    qtbot: QtBot, held: Metered, workspace: BatchWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = FailedStage(stage="features.hole", message="Holes were not recognized: the engine failed.")
    judge = held.result

    def judge_in_part(job_id: str, *, cancel: Cancel) -> Result:
        return structs.replace(judge(job_id, cancel=cancel), failed_stages=(failed,))

    monkeypatch.setattr(held, "result", judge_in_part)
    held.gate.set()
    wait(qtbot, workspace)
    status = cell(workspace, "cover.step", STATUS)
    assert status.data() == "Incomplete: the engine failed at a part of it"
    assert status.data(Qt.ItemDataRole.ToolTipRole) == failed.message
    assert status.data(Qt.ItemDataRole.ForegroundRole) == QColor(LIGHT.warning)
    assert "2 of them not in full" in workspace._counts.text()


def test_the_page_has_every_part_in_its_order_with_its_reason(
    qtbot: QtBot, context: WindowContext, workspace: BatchWorkspace, tmp_path: Path
) -> None:
    wait(qtbot, workspace)
    workspace.write(tmp_path / "parts.html")
    qtbot.waitUntil((tmp_path / "parts.html").exists)
    written = (tmp_path / "parts.html").read_text("utf-8")
    assert written.index("broken.step") < written.index("cover.step") < written.index("lever.glb")
    assert "3 parts, 1 of them fail or could not be judged." in written
    assert "=broken.step holds no solid." in written
    assert "http" not in written  # nothing is loaded from elsewhere
    assert workspace.save.isEnabled()


def test_where_to_save_is_asked_from_the_folder_of_the_parts_on(
    qtbot: QtBot, workspace: BatchWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait(qtbot, workspace)
    asked: list[Path] = []

    def refuse(parent: object, title: str, begin: str, kinds: str) -> tuple[str, str]:
        asked.append(Path(begin))
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", refuse)
    workspace.save.click()
    assert workspace.batch is not None
    assert asked == [workspace.batch.parts[0].path.parent / "parts.html"]
