"""Issues have names that are found again, and come worst first."""

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from server.agent import issues
from tests.server.agent.judged import finding, result
from tests.support import result_document

FOUND = result(
    finding(2.9, 3.0, (0, 0, 0), severity="warning"),
    finding(2.5, 3.0, (1, 0, 0)),
    finding(0.5, 3.0, (2, 0, 0)),
)


def test_fails_come_before_warnings_and_those_far_beyond_the_limit_first() -> None:
    assert [each.id.rpartition("/")[2] for each in issues.of_process(FOUND, "casting/sand")] == [
        "3",
        "2",
        "1",
    ]


def test_an_issue_is_found_by_its_name() -> None:
    assert issues.find(FOUND, " casting/sand/wall/3 ").worst["value"] == 0.5


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wall 3", "names no issue"),
        ("casting/sand/wall/9", "casting/sand/wall/1, casting/sand/wall/2"),
        ("casting/glass/wall/1", "judged by casting/sand"),
    ],
)
def test_a_name_of_nothing_says_which_there_are(name: str, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        issues.find(FOUND, name)


def test_a_process_is_taken_as_named_by_its_pack_or_the_best() -> None:
    found = result_document.document()
    assert issues.process_of(found, "casting/investment") == "casting/investment"
    assert issues.process_of(found, "casting") == "casting/sand"
    assert issues.process_of(found, "") == "casting/sand"
    with pytest.raises(ToolError, match="casting/sand, casting/investment, cnc/3-axis"):
        issues.process_of(found, "forging")


def test_rules_that_could_not_be_judged_are_told_apart_from_issues() -> None:
    names = [each["key"] for each in issues.unjudged(result_document.document(), "casting/sand")]
    assert names == ["sharp_internal_corner", "min_wall_thickness"]  # they warn and fail without a finding
    assert issues.unjudged(FOUND, "casting/sand") == []
