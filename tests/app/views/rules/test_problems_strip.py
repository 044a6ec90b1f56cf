"""A problem is placed as the form shows it, not as the file spells it."""

import pytest

from app.state.rule_draft import Path
from app.views.rules.workspace import RulesWorkspace

WALL: Path = ("rules", 0)


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (("tiers", 0, "rhs"), "step 1, limit"),
        (("tiers", 0, "rhs", "param"), "step 1, limit"),
        (("tiers", 1, "where", 0, "rhs", "param"), "step 2, condition 1, limit"),
        (("selector", "where", 2, "metric"), "condition 3, metric"),
        (("selector", "set"), "selector.set"),
        (("messages", "fail"), "messages.fail"),
    ],
)
def test_a_problem_names_the_rule_and_the_step_counted_from_one(
    own: RulesWorkspace, member: Path, words: str
) -> None:
    path = (*WALL, *member)
    own.editor.refuse(path, "abc", "abc is no number.")
    own.form.problems.refresh()
    texts = [own.form.problems.item(at) for at in range(own.form.problems.count())]
    (found,) = [one for one in texts if "abc is no number" in one.text()]
    assert found.text() == f"Minimum wall thickness · {words}: abc is no number."
    assert found.toolTip().startswith("rules[0].")
