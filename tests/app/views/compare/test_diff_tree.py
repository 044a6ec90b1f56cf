"""The list of changes as a user finds it: what speaks for itself is open, the rest folded."""

import pytest
from pytestqt.qtbot import QtBot

from app.state import comparison
from app.views.compare.diff_tree import DiffTree
from app.views.theme.tokens import LIGHT
from tests.app.state import revised

HEADERS = ("Finding", "Measured", "Limit", "Margin")
THIN = revised.finding("1", (3.0, 0.0, 15.0), 2.0)
THINNER = revised.finding("1", (3.0, 0.0, 15.0), 1.0)


@pytest.mark.parametrize(("gate", "is_open"), [(None, True), ("wall", True), ("shell", False)])
def test_a_rule_behind_a_closed_gate_is_folded_and_the_gate_is_not(
    qtbot: QtBot, gate: str | None, is_open: bool
) -> None:
    before, after = (revised.result([], [one], verdict={"gate": gate}) for one in (THIN, THINNER))
    tree = DiffTree(HEADERS, LIGHT)
    qtbot.addWidget(tree)
    tree.changes.show_findings(comparison.compare(comparison.align(before, after), ("cnc", "3-axis")))
    tree.refresh()
    worse = tree.changes.index(0, 0)
    assert worse.data() == "Worse  (1)"
    assert tree.isExpanded(worse)
    assert tree.isExpanded(tree.changes.index(0, 0, worse)) is is_open
