"""A finding is accepted with a note, which stands under it and in the report, until it is withdrawn."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QInputDialog

from app.state.session import Session
from app.views import report
from app.views.inspect.findings_panel import FindingsPanel
from app.views.theme.tokens import LIGHT
from tests.app.views.inspect import parts


@pytest.fixture
def panel(qtbot, context, tmp_path):
    context.session = Session(context.client, tmp_path / "part.step")
    shown = FindingsPanel(context, LIGHT)
    qtbot.addWidget(shown)
    shown.go_to_next()
    return shown


def answer(monkeypatch, note, is_given=True):
    monkeypatch.setattr(QInputDialog, "getMultiLineText", lambda *_: (note, is_given))


def test_a_note_is_asked_for_and_shown_with_what_takes_it_back(panel, monkeypatch):
    bar = panel.acceptance
    assert bar.accept_button.isVisibleTo(panel)
    answer(monkeypatch, "Agreed with the foundry.")
    bar.accept_button.click()
    assert bar.words.text() == "Accepted: Agreed with the foundry."
    assert not bar.accept_button.isVisibleTo(panel)
    bar.withdraw_button.click()
    assert bar.words.text() == ""
    assert bar.accept_button.isVisibleTo(panel)


@pytest.mark.parametrize(("note", "is_given"), [("Agreed.", False), ("   ", True)])
def test_without_a_word_nothing_is_accepted(panel, monkeypatch, note, is_given):
    answer(monkeypatch, note, is_given)
    panel.acceptance.accept_button.click()
    assert panel.acceptance.accept_button.isVisibleTo(panel)


def test_the_next_finding_has_a_note_of_its_own_and_coming_back_finds_the_first(panel):
    panel.acceptance.accept("Agreed.")
    panel.go_to_next()
    assert panel.acceptance.words.text() == ""
    panel.go_to_previous()
    assert panel.acceptance.words.text() == "Accepted: Agreed."


def test_the_printed_report_gets_the_note(panel, context, qtbot, tmp_path, monkeypatch):
    panel.acceptance.accept("Agreed <with> care.")
    asked = []

    def print_report(job_id, paper, units, notes):
        asked.append((job_id, units, [each["note"] for each in notes]))
        return b"%PDF"

    monkeypatch.setattr(context.client, "print_report", print_report, raising=False)
    report.save(context, tmp_path / "report.pdf")
    qtbot.waitUntil((tmp_path / "report.pdf").exists)
    assert (tmp_path / "report.pdf").read_bytes() == b"%PDF"
    panel.acceptance.withdraw_button.click()
    report.save(context, tmp_path / "second.pdf")
    qtbot.waitUntil((tmp_path / "second.pdf").exists)
    (_, unit, notes), (_, _, none) = asked
    assert (unit, set(notes), none) == ("mm", {"Agreed <with> care."}, [])


def test_the_servers_page_gets_the_note_when_it_is_saved(panel, context, qtbot, tmp_path, monkeypatch):
    panel.acceptance.accept("Agreed <with> care.")
    page = b"<body><header></header></body>"
    linked = replace(context.result, artifacts={report.PAGE: "/report.html"})
    monkeypatch.setattr(type(context), "result", linked)
    monkeypatch.setattr(context.client, "download", lambda link: page, raising=False)
    saved = tmp_path / "report.html"
    report.save(context, saved)
    qtbot.waitUntil(saved.exists)
    qtbot.waitUntil(lambda: "Agreed &lt;with&gt; care." in saved.read_text("utf-8"))
    panel.acceptance.withdraw_button.click()
    report.save(context, saved)
    qtbot.waitUntil(lambda: saved.read_bytes() == page)


def test_a_disk_that_is_full_is_reported_and_the_note_holds_meanwhile(panel, context, qtbot, tmp_path):
    (context.settings.path.parent).mkdir(parents=True, exist_ok=True)
    (context.settings.path.parent / "accepted").write_text("in the way")
    with qtbot.waitSignal(context.failure_reported) as reported:
        panel.acceptance.accept("Agreed.")
    assert "could not be kept" in reported.args[0].sentence
    assert panel.acceptance.words.text() == "Accepted: Agreed."


@pytest.fixture
def grouped(panel, context):
    context._become(parts.grouped())
    context.choose_verdict("cnc", "milled")
    panel.go_to_next()
    return panel


def titles(panel):
    """Return what stands in the tree under the rule, and under its first issue."""
    rules = panel.tree.rules
    head = rules.index(0, 0)
    issue = rules.index(0, 0, head)
    return [
        *(rules.index(row, 0, head).data() for row in range(rules.rowCount(head))),
        *(rules.index(row, 0, issue).data() for row in range(rules.rowCount(issue))),
    ]


def test_an_issue_is_accepted_with_one_note_at_all_its_places(grouped):
    bar = grouped.acceptance
    assert bar.accept_button.text() == "Accept all 3…"
    bar.accept("Agreed.")
    assert bar.words.text() == "Accepted: Agreed."
    assert titles(grouped) == [
        "3 webs – accepted",
        "Fin 24",
        "Fin 21 – accepted",
        "Fin 22 – accepted",
        "Fin 23 – accepted",
    ]
    bar.withdraw_button.click()
    assert titles(grouped) == ["3 webs", "Fin 24", "Fin 21", "Fin 22", "Fin 23"]
    assert bar.words.text() == ""


def test_an_issue_is_partly_accepted_until_all_of_its_places_are(grouped):
    rules = grouped.tree.rules
    issue = rules.index(0, 0, rules.index(0, 0))
    grouped.tree.setCurrentIndex(rules.index(1, 0, issue))
    assert grouped.acceptance.accept_button.text() == "Accept…"
    grouped.acceptance.accept("Agreed.")
    grouped.tree.setCurrentIndex(issue)
    bar = grouped.acceptance
    assert bar.words.text() == "1 of 3 places accepted: Agreed."
    assert bar.accept_button.isVisibleTo(grouped)
    assert bar.withdraw_button.isVisibleTo(grouped)
    assert titles(grouped)[0] == "3 webs – 1 of 3 places accepted"


def test_what_was_accepted_before_is_shown_when_the_process_is_looked_at_again(grouped, context):
    grouped.acceptance.accept("Agreed.")
    context.choose_verdict("additive", "fdm")
    context.choose_verdict("cnc", "milled")
    assert titles(grouped)[0] == "3 webs – accepted"


def test_the_report_gets_one_line_for_an_issue_and_one_for_each_place_where_some_are_accepted(
    grouped, context
):
    def noted():
        return [one.message for one in report._noted(context, context.result)]

    grouped.acceptance.accept("Agreed.")
    assert noted() == ["3 webs, 0.6 to 0.7 mm. The worst: Face 21 is 0.60 mm."]
    rules = grouped.tree.rules
    grouped.tree.setCurrentIndex(rules.index(1, 0, rules.index(0, 0, rules.index(0, 0))))
    grouped.acceptance.withdraw_button.click()
    assert noted() == ["Face 21 is 0.60 mm.", "Face 23 is 0.70 mm."]
