"""Two revisions beside each other: one pair for all tests, each of which takes back what it did."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.client.models import FailedStage
from app.state.revisions import Change
from app.state.selection import Source
from app.views.compare.diff_head import NO_BREAK
from app.views.compare.workspace import CompareWorkspace
from app.views.theme.tokens import DARK, LIGHT
from app.views.viewport import camera
from app.views.viewport.section import Section
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.compare.conftest import (
    LAYER,
    WAIT_MS,
    beside,
    context_of,
    viewport_of,
    workspace_of,
    written,
)
from tests.app.views.compare.server import Server


@pytest.fixture(scope="module")
def server() -> Server:
    return Server()


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("compare") / "parts")


@pytest.fixture(scope="module")
def context(qapp: object, parts: Path, server: Server) -> Iterator[WindowContext]:
    with context_of(server, parts.parent / "settings") as made:
        yield made


@pytest.fixture(scope="module")
def viewport(context: WindowContext) -> Iterator[Viewport]:
    with viewport_of(context) as made:
        yield made


@pytest.fixture(scope="module")
def shared(
    request: pytest.FixtureRequest, context: WindowContext, viewport: Viewport, parts: Path
) -> Iterator[CompareWorkspace]:
    waiting = QtBot(request)
    with workspace_of(waiting, context, viewport, parts / "sound_v2.step") as made:
        yield beside(waiting, made, parts / "thin_v1.step")


@pytest.fixture
def compared(
    shared: CompareWorkspace, context: WindowContext, viewport: Viewport
) -> Iterator[CompareWorkspace]:
    """Return the workspace with the thin part beside the sound one; afterwards it is as it was."""
    yield shared
    shared.show()
    viewport.only_problems(False)
    viewport.coloring.set_band(None)
    viewport.coloring.set_range(None)
    context.selection.clear()
    context.choose_layer(LAYER)
    shared.panel.tabs.setCurrentIndex(0)
    shared.panel.refresh()


def cameras(workspace: CompareWorkspace) -> list[np.ndarray]:
    views = workspace.pair.view, workspace.pair._later
    return [np.concatenate([one.scene.view.position, one.scene.view.up]) for one in views if one is not None]


def test_both_revisions_are_shown_and_what_became_of_the_findings_is_listed(
    compared: CompareWorkspace,
) -> None:
    assert [one.name.text() for one in compared.captions] == ["thin_v1.step", "sound_v2.step"]
    assert compared.panel.head.summary.text() == "1 fixed."
    assert compared.panel.head.verdicts.text() == "Before: fails 1 rule  →  now: passes"
    assert "10.00 → 25.00 cm³ (+150 %)" in compared.panel.head.facts.text().replace(NO_BREAK, " ")
    assert [compared.panel.tabs.tabText(at) for at in (0, 1)] == ["Issues  1", "Features  1"]
    (node,) = compared.panel.issues.changes.changed()
    assert node.texts == ("Hole 1", "1.00 mm", "≥ 2.00 mm", "−1.00 mm")


def test_a_revision_that_was_not_analyzed_in_full_is_named(
    compared: CompareWorkspace, context: WindowContext
) -> None:
    head = compared.panel.head
    assert head.missing.isHidden()
    failed = FailedStage(stage="features.hole", message="Holes were not recognized: the engine failed.")
    found = head._comparing.comparison
    assert found is not None
    both = replace(found.alignment, before=structs.replace(found.alignment.before, failed_stages=(failed,)))
    head._comparing.comparison = replace(found, alignment=both)
    head.refresh()
    head._comparing.comparison = found
    assert head.missing.text().splitlines() == ["Before is incomplete:", failed.message]
    assert not head.missing.isHidden()


def test_the_price_is_shown_before_and_after(qtbot: QtBot, compared: CompareWorkspace) -> None:
    words = "One casting in Aluminum A356: €10.00 → €25.00 (+150 %)"
    qtbot.waitUntil(lambda: words in compared.panel.head.facts.text(), timeout=WAIT_MS)


def test_the_earlier_part_is_analyzed_as_the_open_one_was(compared: CompareWorkspace, server: Server) -> None:
    name, options = server.sent[-1]
    assert name == "thin_v1.step"
    assert (options["pull"], options["alpha_min"]) == ("0,0,1", 0.5)


def test_moving_one_view_moves_the_other_unless_they_are_let_go(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    viewport.look("top")
    assert np.allclose(*cameras(compared))
    earlier.scene.look(camera.moved(earlier.scene.view, (40.0, 10.0), earlier.scene.pixels))
    assert np.allclose(*cameras(compared))
    compared.link_box.setChecked(False)
    viewport.look("front")
    assert not np.allclose(*cameras(compared))
    compared.link_box.setChecked(True)
    assert np.allclose(*cameras(compared))


def test_layer_limits_and_range_are_the_same_in_both(
    compared: CompareWorkspace, viewport: Viewport, context: WindowContext
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    parts = earlier.part, viewport.part
    assert parts[0] is not None
    assert parts[1] is not None
    assert parts[0].limits.fail == parts[1].limits.fail == 2.0
    assert parts[0].scale == parts[1].scale
    viewport.coloring.set_range((0.5, 4.0))
    assert parts[0].range == (0.5, 4.0)
    earlier.coloring.set_band("fail")
    assert parts[1].only_band == "fail"
    context.choose_layer("draft")
    assert (parts[0].layer, parts[1].layer) == ("draft", "draft")
    viewport.only_problems(True)
    assert earlier.coloring.is_only_problems


def test_scales_reach_as_far_as_either_part_needs_and_are_let_go_after(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    assert earlier.part is not None
    assert viewport.part is not None
    viewport.coloring.set_range((0.0, 3.0))
    viewport.coloring.set_range(None)
    assert earlier.part.scale == viewport.part.scale
    compared.hide()
    assert viewport.part.range is None


def test_a_section_of_one_cuts_the_other(compared: CompareWorkspace, viewport: Viewport) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    assert earlier.part is not None
    assert viewport.part is not None
    viewport.set_section("x", 30.0)
    assert earlier.part.section == viewport.part.section
    earlier.overlays.section.changed.emit(Section("y", 5.0), False)
    assert viewport.part.section == Section("y", 5.0)
    viewport.set_section(None)
    assert earlier.part.section is None


def test_what_is_hidden_or_stands_alone_in_one_does_so_in_the_other(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    assert earlier.part is not None
    assert viewport.part is not None
    viewport.hide({"7"})
    assert earlier.part.hidden == viewport.part.hidden == {7}
    earlier.hide({"8"})
    assert viewport.part.hidden == {7, 8}
    viewport.isolate({"1"})  # the hole, deeper now: another face, and the same feature
    assert earlier.part.hidden == earlier.part.all_faces - {1}
    viewport.show_all()
    assert earlier.part.hidden == frozenset()


def test_both_take_the_ends_of_a_measurement(compared: CompareWorkspace, viewport: Viewport) -> None:
    earlier = compared.pair.view
    assert earlier is not None
    viewport.measure(True)
    assert earlier.is_measuring
    earlier.measure(False)
    assert not viewport.is_measuring


def test_what_is_selected_in_one_is_outlined_in_the_other(
    compared: CompareWorkspace, context: WindowContext
) -> None:
    context.selection.select({"6", "7"}, Source.PART)
    assert compared.earlier.context.selection.now.fids == {"6", "7"}
    compared.earlier.context.selection.select({"1"}, Source.PART)
    assert context.selection.now.fids == {"1"}
    item = compared.panel._at[0]
    assert item is not None
    assert item.change is Change.FIXED
    context.selection.clear()
    assert compared.earlier.context.selection.now.fids == frozenset()


def test_a_change_that_is_chosen_is_flown_to_in_both(
    compared: CompareWorkspace, viewport: Viewport, context: WindowContext
) -> None:
    before = cameras(compared)[1]
    context.choose_layer("draft")
    compared.go_to_next()
    assert context.layer == "thickness", "which the rule measures"
    assert not np.allclose(cameras(compared)[1], before)
    assert np.allclose(*cameras(compared))
    assert compared.earlier.context.selection.now.fids == {"1"}
    assert context.selection.now.fids == {"1"}  # the same hole, now deep enough
    assert "The rule finds nothing here any more." in compared.panel.details.toPlainText()
    compared.panel.tabs.setCurrentIndex(1)
    compared.go_to_previous()
    assert "depth 1.00 → 2.50 mm" in compared.panel.details.toPlainText()


def test_the_pointer_reads_both_revisions_at_one_place(
    compared: CompareWorkspace, viewport: Viewport
) -> None:
    viewport.look("top")
    ((x, y),) = camera.project(viewport.scene.view, np.array([(10.0, 10.0, 2.5)]), viewport.scene.pixels)
    viewport.scene.hovered.emit(QPointF(x, y))
    readings = [one.reading.text() for one in compared.captions]
    assert readings == ["1.00 mm", "2.50 mm  (+1.50 mm)"]
    viewport.scene.hovered.emit(None)
    assert [one.reading.text() for one in compared.captions] == ["", ""]


def test_only_what_changed_keeps_its_color(compared: CompareWorkspace, viewport: Viewport) -> None:
    assert viewport.part is not None
    compared.changes_box.setChecked(True)
    assert viewport.part.dim == frozenset(range(6, 12)) | {0}  # the sound plate, and the ground of the other
    compared.changes_box.setChecked(False)
    assert viewport.part.dim == frozenset()


def test_the_changes_are_written_and_a_folder_that_is_gone_reported(
    qtbot: QtBot, compared: CompareWorkspace, context: WindowContext, tmp_path: Path
) -> None:
    compared.panel.write(tmp_path / "changes.csv")
    rows = list(csv.DictReader((tmp_path / "changes.csv").read_text("utf-8").splitlines()))
    assert [(row["what"], row["change"]) for row in rows] == [
        ("issue", "fixed"),
        ("finding", "fixed"),
        ("feature", "changed"),
        ("feature", "same"),
    ]
    with qtbot.waitSignal(context.failure_reported) as reported:
        compared.panel.write(tmp_path / "gone" / "changes.csv")
    assert "could not be written" in reported.args[0].sentence


def test_every_control_has_a_name_and_the_dark_colors_are_taken(compared: CompareWorkspace) -> None:
    compared.set_tokens(DARK)
    for kind in (QPushButton, QToolButton):
        for one in compared.findChildren(kind):
            assert one.text() or one.accessibleName(), one
    model = compared.panel.issues.changes
    (node,) = model.changed()
    spoken = model.data(model.place(node.item), Qt.ItemDataRole.AccessibleTextRole)  # type: ignore[arg-type]
    assert spoken == "Hole 1, fails, Fixed, The wall is 1.0 mm."
    compared.set_tokens(LIGHT)


def test_while_nobody_looks_the_views_go_their_own_ways(
    qtbot: QtBot, compared: CompareWorkspace, viewport: Viewport
) -> None:
    compared.hide()
    assert compared.pair.linked is None
    viewport.look("front")
    assert not np.allclose(*cameras(compared))
    compared.show()
    assert np.allclose(*cameras(compared))
