"""Two revisions compared in the real window, by the real engine beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.views.compare.workspace import CompareWorkspace
from app.views.program import Program
from tests.app.views import programs
from tests.app.views.programs import LONG_MS
from tests.support import draw


@pytest.fixture
def program(qapp: object, tmp_path: Path) -> Iterator[Program]:
    with programs.running(tmp_path) as running:
        yield running


def plate(folder: Path, name: str, *, hole_mm: float, wall_mm: float) -> Path:
    """Draw a plate of 60 by 40 by 6 with three holes, one as wide as asked, and a wall that stands on it."""
    body = draw.fuse(draw.box((60, 40, 6)), draw.box((wall_mm, 40, 14), (28, 0, 5)))
    holes = [draw.cylinder(hole_mm / 2, 10, (10, 10, -1))]
    holes += [draw.cylinder(2.5, 10, (x, 30, -1)) for x in (10, 50)]
    return draw.write_step(draw.cut(body, *holes), folder / name)


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
