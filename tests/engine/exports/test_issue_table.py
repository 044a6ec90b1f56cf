"""The table for spreadsheets."""

import csv
import io

from engine.exports import issue_table
from engine.exports.objections import JudgedPart
from tests.engine.exports import judged


def rows_of(*parts: JudgedPart) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(issue_table.write(parts))))


def test_an_issue_is_a_line_with_its_numbers_and_place() -> None:
    wall, holes, bare = rows_of(judged.bracket())
    assert wall == {
        "file": "parts/bracket.step", "pack": "casting", "configuration": "investment",
        "rule": "min_wall_thickness", "severity": "fail", "subject": "face 7", "places": "1",
        "value": "0.8", "limit": "1.5", "unit": "mm", "x_mm": "1.0", "y_mm": "2.0", "z_mm": "3.5",
        "message": judged.WALL, "advice": judged.THICKER,
    }  # fmt: skip
    assert (holes["places"], holes["x_mm"]) == ("4", "")
    assert (bare["rule"], bare["value"]) == ("applicability", "")


def test_a_part_has_a_line_also_where_nothing_stands_against_it_or_it_cannot_be_judged() -> None:
    good, unread = rows_of(judged.faultless(), judged.unreadable())
    assert (good["file"], good["severity"], good["message"]) == ("parts/washer.step", "pass", "")
    assert unread["severity"] == "error"
    assert unread["message"].startswith("cut-off.step ends in the middle")


def test_no_text_is_taken_for_a_formula() -> None:
    names = [row["file"] for row in rows_of(*map(judged.faultless, ("=cmd()", "-1.step", "a-1.step")))]
    assert names == ["'=cmd()", "'-1.step", "a-1.step"]
