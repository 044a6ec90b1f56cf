"""The whole program, window, server and worker, where the engine on this computer fails at something."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.state.session import Stage
from app.views import program as the_program
from app.views.engine_process import EngineProcess
from app.views.program import Program
from tests.app.views.programs import LONG_MS, buttons, running, wait_for_result, wait_for_words
from tests.support import draw
from tests.support.forked import FORKED

ROOT = Path(__file__).parents[3]
COMMAND = (*FORKED, "tests.support.failing_server")


@pytest.fixture(scope="module")
def program(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("program")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(
            the_program.engine_process,
            "beside_the_program",
            lambda _: EngineProcess(folder / "data", folder / "log", COMMAND),
        )
        with running(folder) as made:
            yield made


def open_part(qtbot: QtBot, program: Program, folder: Path, name: str) -> Path:
    """Open a plate with a hole through it and a pocket in it."""
    cuts = draw.cylinder(3, 10, (10, 20, -1)), draw.box((20, 15, 4), (25, 12, 4))
    path = draw.write_step(draw.cut(draw.box((60, 40, 8)), *cuts), folder / name)
    qtbot.waitUntil(lambda: program.context.client is not None, timeout=LONG_MS)
    program.window.open_part(path)
    return path


def saved_log(program: Program, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """Press `Save log…`; return where it was offered to be saved, and what it holds."""
    offered: list[Path] = []

    def choose(_: object, __: str, name: str, ___: str) -> tuple[str, str]:
        offered.append(Path(name))
        return name, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    buttons(program)["Save log…"]()
    (place,) = offered
    return place, place.read_text("utf-8")


def test_a_recognizer_that_fails_leaves_the_rest_and_is_named_above_it(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = open_part(qtbot, program, tmp_path, "holes.step")
    result = wait_for_result(qtbot, program)
    words = wait_for_words(qtbot, program)
    assert "The verdict is incomplete" in words
    assert "Holes were not recognized" in words
    assert [one.stage for one in result.failed_stages] == ["features.hole"]
    kinds = {feature.kind for feature in result.features.features}
    assert "HOLE" not in kinds
    assert "POCKET" in kinds
    place, text = saved_log(program, monkeypatch)
    assert place == path.with_suffix(".log")
    assert "ZeroDivisionError: a defect" in text
    assert "Traceback" in text


def test_a_pull_that_could_not_be_chosen_leaves_a_part_to_look_at(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    open_part(qtbot, program, tmp_path, "pull.step")
    result = wait_for_result(qtbot, program)
    assert "The pull direction was not chosen" in wait_for_words(qtbot, program)
    assert result.features.manufacturability.pull_dir is None
    viewport = program.window.viewport
    qtbot.waitUntil(lambda: viewport.part is not None, timeout=LONG_MS)


def test_a_worker_that_crashes_leaves_the_shape_on_the_screen_and_names_the_stage(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = open_part(qtbot, program, tmp_path, "crash.step")
    words = wait_for_words(qtbot, program)
    session = program.context.session
    assert session is not None
    assert session.now.stage is Stage.FAILED
    assert "crashed (signal 11) while measuring thickness and clearance" in words
    assert "operator" not in words
    qtbot.waitUntil(lambda: program.window.viewport.first_shape.is_shown, timeout=LONG_MS)
    place, text = saved_log(program, monkeypatch)
    assert place == path.with_suffix(".log")
    assert "Segmentation fault" in text


def test_an_engine_that_fails_says_what_and_where_its_log_is_and_speaks_of_no_operator(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_part(qtbot, program, tmp_path, "read.step")
    words = wait_for_words(qtbot, program)
    assert "Sprue failed while" in words
    assert "ZeroDivisionError: a defect" in words
    assert "worker.log" in words
    assert "request id" not in words
    assert "operator" not in words
    assert "ZeroDivisionError" in saved_log(program, monkeypatch)[1]


def test_a_sound_part_after_all_these_has_nothing_to_say(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    open_part(qtbot, program, tmp_path, "sound.step")
    result = wait_for_result(qtbot, program)
    assert result.failed_stages == ()
    assert program.window.banner.isHidden()
