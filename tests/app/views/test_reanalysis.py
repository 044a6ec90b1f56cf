"""By the real engine, in the real window: a saved part is analyzed anew, and two revisions are compared."""

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
from tests.app.views.programs import LONG_MS, buttons, wait_for_result
from tests.app.views.walled_plate import plate


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


def test_a_wall_made_thicker_and_a_hole_made_larger_are_found_with_the_window_and_the_engine(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    """Open the later revision, compare with the earlier, step through the changes, close."""
    window, context = program.window, program.context
    earlier = plate(tmp_path, "plate_v1.step", hole_mm=5.0, wall_mm=0.6)
    later = plate(tmp_path, "plate_v2.step", hole_mm=7.0, wall_mm=4.0)
    window.open_part(later)
    qtbot.waitUntil(lambda: window.viewport.part is not None and context.result is not None, timeout=LONG_MS)
    context.choose_verdict("casting", "investment")
    context.workspace_chosen.emit("compare")
    compare = window.workspaces["compare"]
    assert isinstance(compare, CompareWorkspace)
    offered = [compare.chooser.list.item(row).text() for row in range(compare.chooser.list.count())]
    assert offered[0].startswith("plate_v1.step")
    compare.chooser.list.itemActivated.emit(compare.chooser.list.item(0))
    qtbot.waitUntil(lambda: compare.pair.alike is not None, timeout=LONG_MS)
    assert compare.earlier.path == earlier

    features = {
        node.item.feature.kind: node.texts[1]  # type: ignore[union-attr]
        for node in compare.panel.features.changes.changed()
    }
    assert features["HOLE"] == "diameter 5.00 → 7.00 mm"
    shown = [
        (node.item.change.value, node.texts[1])  # type: ignore[union-attr]
        for node in compare.panel.issues.changes.changed()
        if node.item.placed.rule.key == "min_wall_thickness"  # type: ignore[union-attr]
    ]
    assert shown
    assert {change for change, _ in shown} == {"fixed"}
    assert {measured for _, measured in shown} == {"0.60 mm"}
    window.commands["findings.next"].trigger()
    assert window.shown is compare
    assert compare.panel._at[0] is not None
    qtbot.waitUntil(lambda: "One casting in" in compare.panel.head.facts.text(), timeout=LONG_MS)
    view = compare.pair.view
    context.close_part()
    assert compare.pair.view is None
    assert view is not None
