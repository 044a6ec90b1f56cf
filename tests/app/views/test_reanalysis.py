"""A part whose file is saved is analyzed anew, by the real engine, in the real window."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.views import file_watch
from app.views.compare.workspace import CompareWorkspace
from app.views.program import Program
from app.views.viewport import camera
from tests.app.views import programs
from tests.app.views.compare.test_workspace_with_the_engine import plate
from tests.app.views.programs import LONG_MS, buttons, wait_for_result


@pytest.fixture(scope="module")
def shared(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_watch, "PERIOD_MS", 100)
        with programs.running(tmp_path_factory.mktemp("program")) as running:
            yield running


@pytest.fixture
def program(shared: Program) -> Program:
    """Return a program that stands as it does after its start, with its engine warm."""
    shared.context.close_part()
    shared.context.settings.reset("watches_file")
    shared.window.banner.hide()
    return shared


def test_a_saved_part_is_shown_as_it_was_looked_at_with_what_changed_and_the_comparison_one_click_away(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    window, context, viewport = program.window, program.context, program.window.viewport
    part = plate(tmp_path, "plate.step", hole_mm=5.0, wall_mm=0.6)
    mended = plate(tmp_path, "mended.step", hole_mm=5.0, wall_mm=4.0).read_bytes()
    window.open_part(part)
    before = wait_for_result(qtbot, program)
    qtbot.waitUntil(lambda: viewport.part is not None, timeout=LONG_MS)
    context.choose_verdict("casting", "investment")
    viewport.scene.look(camera.zoomed(viewport.scene.view, 3.0, (100.0, 100.0), viewport.scene.pixels))
    viewport.set_section("y")
    seen = viewport.scene.view

    part.write_bytes(mended[: len(mended) // 2])
    qtbot.wait(600)
    assert context.result is before  # it is waited for
    part.write_bytes(mended)
    qtbot.waitUntil(lambda: "is being analyzed" in window.banner.words.text(), timeout=LONG_MS)
    assert context.result is before
    assert viewport.part is not None
    qtbot.waitUntil(lambda: context.result is not before and context.result is not None, timeout=LONG_MS)
    assert "plate.step was saved: " in window.banner.words.text()
    assert "fixed" in window.banner.words.text()
    qtbot.waitUntil(
        lambda: viewport.part is not None and viewport.part.result is context.result, timeout=LONG_MS
    )
    assert context.verdict == ("casting", "investment")
    np.testing.assert_allclose(viewport.scene.view.focus, seen.focus)
    assert viewport.scene.view.height_mm == seen.height_mm
    assert viewport.is_cut

    buttons(program)["Compare"]()
    compare = window.workspace(CompareWorkspace)
    assert window.shown is compare
    qtbot.waitUntil(lambda: compare.comparing.comparison is not None, timeout=LONG_MS)
    assert "fixed" in compare.panel.head.summary.text()

    after = context.result
    context.settings.set("watches_file", False)
    part.write_bytes(plate(tmp_path, "again.step", hole_mm=6.0, wall_mm=4.0).read_bytes())
    qtbot.wait(800)
    assert context.result is after


def test_a_saved_file_that_cannot_be_judged_leaves_what_is_shown(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    window, context = program.window, program.context
    part = plate(tmp_path, "plate.step", hole_mm=5.0, wall_mm=4.0)
    window.open_part(part)
    before = wait_for_result(qtbot, program)
    qtbot.waitUntil(lambda: window.viewport.part is not None, timeout=LONG_MS)
    part.write_text("ISO-10303-21;\nnothing\nEND-ISO-10303-21;\n")
    qtbot.waitUntil(lambda: "could not be judged" in window.banner.words.text(), timeout=LONG_MS)
    assert "What is shown is as it was before." in window.banner.words.text()
    assert context.result is before
    assert window.viewport.part is not None
