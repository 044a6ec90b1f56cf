"""The program as a user has it: the real window with the real engine beside it, without a screen."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.state.session import Stage
from app.views import program as the_program
from app.views import report
from app.views.inspect.workspace import InspectWorkspace
from app.views.program import Doorbell, Program
from app.views.quote.workspace import QuoteWorkspace

SAMPLE = the_program.SAMPLES / "gear_housing.step"
LONG_MS = 180_000
"""An analysis on a machine that does much else."""


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    for name in ("user_cache_dir", "user_data_dir", "user_log_dir"):
        monkeypatch.setattr(the_program.platformdirs, name, lambda *_, name=name, **__: str(tmp_path / name))
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    made = Program(app, ())
    qtbot.addWidget(made.window)
    yield made
    made.window.close()
    made.close()


def wait_for_result(qtbot: QtBot, program: Program) -> None:
    qtbot.waitUntil(
        lambda: (
            program.desk.session is not None
            and not program.desk.session.now.is_busy
            and program.desk.result is not None
        ),
        timeout=LONG_MS,
    )


def test_a_part_from_opening_to_its_quote_and_report(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    """Open, analyze, fly to a finding, compute again, quote, report, close."""
    window, desk = program.window, program.desk
    window.open_part(SAMPLE)  # before the engine is up
    wait_for_result(qtbot, program)
    assert desk.result is not None
    assert window.windowTitle() == "gear_housing.step – Sprue"
    assert desk.settings["recent"] == [str(SAMPLE)]

    desk.choose_verdict("casting", "sand")
    with qtbot.waitSignal(desk.flown_to) as flown:
        window.commands["findings.next"].trigger()
    placed = flown.args[0]
    assert (placed.pack_key, placed.finding.severity) == ("casting", "fail")
    assert desk.selection.now.fids == frozenset(placed.fids)

    before = desk.result
    desk.recompute({"pull": "1,0,0"})
    qtbot.waitUntil(lambda: desk.result is not before, timeout=LONG_MS)
    assert desk.result.features.manufacturability.pull_dir == (1.0, 0.0, 0.0)
    turned = desk.result.features.manufacturability.n_undercuts
    assert turned > before.features.manufacturability.n_undercuts

    quote = window.workspaces["quote"]
    assert isinstance(quote, QuoteWorkspace)
    desk.workspace_chosen.emit("quote")
    qtbot.waitUntil(
        lambda: quote.pricing.draft is not None and quote.pricing.draft.price is not None, timeout=LONG_MS
    )
    assert quote.pricing.draft is not None
    assert quote.pricing.draft.price is not None
    assert quote.pricing.draft.price.unit_price > 0

    report.save(desk, window.viewport, tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").stat().st_size > 10_000
    report.save(desk, window.viewport, tmp_path / "report.html")
    qtbot.waitUntil((tmp_path / "report.html").exists, timeout=LONG_MS)
    assert "gear_housing" in (tmp_path / "report.html").read_text("utf-8")

    engine = program.engine.process_id
    assert engine is not None
    workers = psutil.Process(engine).children(recursive=True)
    window.close()
    program.close()
    qtbot.waitUntil(lambda: not any(_is_alive(pid) for pid in (engine, *(one.pid for one in workers))))


def test_an_engine_that_is_killed_while_it_works_comes_back_and_the_part_can_be_analyzed(
    qtbot: QtBot, program: Program
) -> None:
    window, desk = program.window, program.desk
    window.open_part(SAMPLE)
    qtbot.waitUntil(
        lambda: desk.session is not None and desk.session.now.stage in (Stage.QUEUED, Stage.RUNNING),
        timeout=LONG_MS,
    )
    engine = program.engine.process_id
    assert engine is not None
    os.kill(engine, signal.SIGKILL)
    session = desk.session
    assert session is not None
    qtbot.waitUntil(lambda: session.now.stage is Stage.FAILED, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not window.banner.isHidden() and desk.client is not None, timeout=LONG_MS)
    window.analyze_again()
    wait_for_result(qtbot, program)
    assert window.banner.isHidden()


def test_a_file_that_is_no_part_says_what_it_is_and_what_to_do(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    window = program.window
    drawing = tmp_path / "drawing.dwg"
    drawing.write_text("no part")
    drop(window, drawing)
    assert "drawing.dwg ends in .dwg" in window.banner.words.text()
    assert program.desk.session is None
    torn = tmp_path / "torn.step"
    torn.write_text("ISO-10303-21;\nHEADER;\n")
    drop(window, torn)
    qtbot.waitUntil(lambda: program.desk.session is not None, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not window.banner.isHidden(), timeout=LONG_MS)
    said = window.banner.words.text()
    assert "STEP" in said
    assert said.endswith(".")


def test_several_files_go_to_the_batch(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    qtbot.waitUntil(lambda: program.desk.client is not None, timeout=LONG_MS)
    for name in ("a.step", "b.step"):
        (tmp_path / name).write_bytes(SAMPLE.read_bytes())
    drop(program.window, tmp_path / "a.step", tmp_path / "b.step")
    batch = program.window.workspaces["batch"]
    assert [part.path.name for part in batch.batch.parts] == ["a.step", "b.step"]  # type: ignore[attr-defined]


HAND_OVER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.views.program import Doorbell
app = QCoreApplication([])
print(Doorbell(sys.argv[1]).hand_over([Path(one) for one in sys.argv[2:]]))
"""


def test_a_second_start_hands_its_files_to_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    """Over a name of the test's own, from a process of its own."""
    name = f"sprue-test-{os.getpid()}"
    bell = Doorbell(name)
    bell.listen()
    part = tmp_path / "a part.step"
    with qtbot.waitSignal(bell.rung, timeout=60_000) as rung:
        second = hand_over(name, part)
    assert rung.args[0] == [part]
    assert second.communicate(timeout=60)[0].strip() == "True"
    bell.close()
    assert hand_over(name, part).communicate(timeout=60)[0].strip() == "False"


def hand_over(name: str, *files: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HAND_OVER, name, *map(str, files)]
    root = Path(__file__).parents[3]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)


def test_inspect_has_the_viewport_when_it_is_shown(program: Program) -> None:
    program.window.show_workspace("inspect")
    inspect = program.window.workspaces["inspect"]
    assert isinstance(inspect, InspectWorkspace)
    assert program.window.viewport.parentWidget() is inspect.middle


def test_what_is_done_to_the_picture_can_be_asked_for_where_it_is_shown(program: Program) -> None:
    window = program.window
    window.show_workspace("home")
    assert not window.commands["layer.draft"].isEnabled()
    window.show_workspace("inspect")
    assert window.commands["layer.draft"].isEnabled()
    assert not window.commands["view.fit"].isEnabled()  # there is no part yet


def drop(window: object, *paths: Path) -> None:
    """Let files fall on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)  # type: ignore[attr-defined]


def _is_alive(pid: int) -> bool:
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
