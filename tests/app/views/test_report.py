"""The report that is drawn here, as the HTML that is laid out for PDF."""

import re

from app.views import report
from tests.app.views.inspect import parts

MOLD, SAND = ("injection", "standard"), ("casting", "sand")


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def test_of_a_process_whose_gate_closed_one_sentence_is_said_and_its_other_rules_are_counted(qtbot) -> None:
    _, findings = words(report.html(parts.judged(), "part.step", MOLD)).split("Findings: ")
    assert "The part is no thin shell. 4 more rules judged, 1 fails, 1 warns." in findings
    assert "Draft" not in findings
    assert "Rib thickness" not in findings


def test_of_a_process_without_a_closed_gate_all_findings_are_listed(qtbot) -> None:
    _, findings = words(report.html(parts.judged(), "part.step", SAND)).split("Findings: ")
    assert "more rules" not in findings
    assert "Minimum wall thickness" in findings
    assert "Internal fillet" in findings


def test_processes_stand_in_the_order_in_which_they_suit_and_count_every_rule(qtbot) -> None:
    processes, _ = words(report.html(parts.judged(), "part.step", SAND)).split("Findings: ")
    rows = re.findall(r"(?:Investment|Sand|Two mold)[^,]*[^0-9]*[0-9] +[0-9]", processes)
    assert [row.split()[0] for row in rows] == ["Investment", "Sand", "Two"]
    assert re.search(r"does not suit +2 +1$", rows[2])
