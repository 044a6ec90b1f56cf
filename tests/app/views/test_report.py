"""The report that is drawn here, as the HTML that is laid out for PDF."""

import re

from app.views import report
from tests.app.views.inspect import parts

MOLD, SAND = ("injection", "standard"), ("casting", "sand")


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def test_of_a_process_whose_gate_closed_one_sentence_is_said_and_its_other_rules_are_counted(qtbot) -> None:
    _, findings = words(report.html(parts.judged(), "part.step", MOLD)).split("Issues: ")
    assert "The part is no thin shell. 4 more rules judged, 1 fails, 1 warns." in findings
    assert "Draft" not in findings
    assert "Rib thickness" not in findings


def test_of_a_process_without_a_closed_gate_all_findings_are_listed(qtbot) -> None:
    _, findings = words(report.html(parts.judged(), "part.step", SAND)).split("Issues: ")
    assert "more rules" not in findings
    assert "Minimum wall thickness" in findings
    assert "Internal fillet" in findings


def test_processes_stand_in_the_order_in_which_they_suit_and_count_every_rule(qtbot) -> None:
    processes, _ = words(report.html(parts.judged(), "part.step", SAND)).split("Issues: ")
    rows = re.findall(r"(?:Investment|Sand|Two mold)[^,]*[^0-9]*[0-9] +[0-9]", processes)
    assert [row.split()[0] for row in rows] == ["Investment", "Sand", "Two"]
    assert re.search(r"does not suit +2 +1$", rows[2])


def test_findings_of_one_cause_are_one_row_with_their_range_and_places(qtbot) -> None:
    _, issues = words(report.html(parts.grouped(), "part.step", ("cnc", "milled"))).split("Issues: ")
    assert issues.count("Minimum web") == 2
    assert (
        "3 webs, 0.6 to 0.7 mm. The worst: Face 21 is 0.60 mm. Fin 21, Fin 22, Fin 23 0.60 … 0.70 mm"
        in issues
    )
    assert "Face 22" not in issues


def test_of_many_places_some_are_named_and_the_rest_counted(qtbot, monkeypatch) -> None:
    monkeypatch.setattr(report, "MOST_PLACES", 2)
    page = words(report.html(parts.grouped(), "part.step", ("cnc", "milled")))
    assert "Fin 21, Fin 22 and 1 more" in page


def test_the_form_and_the_reason_of_the_order_are_reported(qtbot) -> None:
    page = words(report.html(parts.judged(), "part.step", SAND))
    assert page.index("A thin shell: 95 %") < page.index("Processes") < page.index("Casting is first")
