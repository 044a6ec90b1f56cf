"""The list of changes as a user finds it: what speaks for itself is open, the rest folded."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.client.models import Result
from app.state import comparison
from app.views.compare.diff_details import DiffDetails
from app.views.compare.diff_tree import DiffTree
from app.views.theme.tokens import LIGHT
from tests.app.state import revised

HEADERS = ("Issue", "Measured", "Limit", "Margin")
THIN = revised.finding("1", (3.0, 0.0, 15.0), 2.0)
THINNER = revised.finding("1", (3.0, 0.0, 15.0), 1.0)


@pytest.mark.parametrize(("gate", "is_open"), [(None, True), ("wall", True), ("shell", False)])
def test_a_rule_behind_a_closed_gate_is_folded_and_the_gate_is_not(
    qtbot: QtBot, gate: str | None, is_open: bool
) -> None:
    before, after = (revised.result([], [one], verdict={"gate": gate}) for one in (THIN, THINNER))
    tree = DiffTree(HEADERS, LIGHT)
    qtbot.addWidget(tree)
    tree.changes.show_issues(comparison.compare(comparison.align(before, after), ("cnc", "3-axis")))
    tree.refresh()
    worse = tree.changes.index(0, 0)
    assert worse.data() == "Worse  (1)"
    assert tree.isExpanded(worse)
    assert tree.isExpanded(tree.changes.index(0, 0, worse)) is is_open


def issues(*values: float) -> Result:
    """Return a part with a row of walls that are one issue."""
    row = [revised.finding(str(at), (20.0 * at, 0.0, 15.0), value) for at, value in enumerate(values)]
    whole = {"severity": "fail", "findings": list(range(len(row))), "label": f"{len(row)} faces"}
    return revised.result([], row, rule={"issues": [whole | {"message": f"{len(row)} walls are thin."}]})


@pytest.fixture
def worse(qtbot: QtBot) -> DiffTree:
    """Return the list of an issue that was at two places and is at three."""
    tree = DiffTree(HEADERS, LIGHT)
    qtbot.addWidget(tree)
    before, after = issues(2.0, 2.0), issues(2.0, 1.0, 2.0)
    tree.changes.show_issues(comparison.compare(comparison.align(before, after), ("cnc", "3-axis")))
    tree.refresh()
    return tree


def test_an_issue_is_one_row_that_opens_into_what_became_of_its_places(worse: DiffTree) -> None:
    model = worse.changes
    assert [node.texts[0] for node in model.root.rows] == ["Worse  (1)"]
    (issue,) = model.changed()
    assert issue.texts == ("3 faces", "2.00 → 1.00 mm", "≥ 3.00 mm", "−2.00 mm")
    assert issue.item is not None
    place = model.place(issue.item)
    assert not worse.isExpanded(place)
    spoken = [
        model.index(row, 0, place).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(model.rowCount(place))
    ]
    assert [one.split(", ")[1:3] for one in spoken] == [
        ["fails", "New"],
        ["fails", "Worse"],
        ["fails", "Unchanged"],
    ]
    assert place.data(Qt.ItemDataRole.AccessibleTextRole) == "3 faces, fails, Worse, 3 walls are thin."


def test_an_issue_says_what_became_of_its_places_and_each_place_what_became_of_it(
    qtbot: QtBot, worse: DiffTree
) -> None:
    details = DiffDetails(LIGHT)
    qtbot.addWidget(details)
    (issue,) = worse.changes.changed()
    assert issue.item is not None
    details.show_change(issue.item)
    text = details.toPlainText()
    assert "1 new, 1 worse, 1 unchanged" in text
    assert "2 walls are thin." in text
    assert "3 walls are thin." in text
    new = issue.rows[0].item
    assert new is not None
    details.show_change(new)
    assert "The wall is 2.0 mm." in details.toPlainText()
    assert "walls are thin" not in details.toPlainText()
