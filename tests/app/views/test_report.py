"""The report as a file: what the server writes, in the units of the window; what goes wrong is a sentence."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QLocale

from app.client.errors import Failure, Reason
from app.state import display_unit
from app.state.settings import Settings
from app.views import report
from app.views.window_context import WindowContext
from tests.app.views.inspect import parts

PAGE = b'<!doctype html>\n<html lang="en">\n<body><header></header></body></html>'


class Server:
    """Prints what it was asked."""

    def __init__(self, printed=b"%PDF"):
        self.asked = []
        self.printed = printed

    def print_report(self, job_id, paper, units, notes):
        self.asked.append((job_id, paper, units, notes))
        if isinstance(self.printed, Failure):
            raise self.printed
        return self.printed

    def download(self, link):
        return PAGE


@pytest.fixture
def opened(qapp, tmp_path_factory, monkeypatch):
    """Return a window context with a part, and a function that gives it a server."""
    context = WindowContext(Settings(tmp_path_factory.mktemp("settings")))
    result = replace(parts.judged(), artifacts={report.PAGE: "/report.html"})
    monkeypatch.setattr(type(context), "result", result)

    def serve(server):
        context.client = server
        return server

    yield context, serve
    context.close()


@pytest.fixture
def in_inches():
    display_unit.choose(display_unit.INCHES)
    yield
    display_unit.choose(display_unit.MILLIMETERS)


def test_the_pdf_is_the_servers_on_the_paper_of_the_country(opened, qtbot, tmp_path, monkeypatch):
    context, serve = opened
    server = serve(Server())
    for system, paper in (("ImperialUSSystem", "letter"), ("MetricSystem", "a4")):
        chosen = getattr(QLocale.MeasurementSystem, system)
        monkeypatch.setattr(QLocale, "measurementSystem", lambda self, chosen=chosen: chosen)
        target = tmp_path / f"{paper}.pdf"
        report.save(context, target)
        qtbot.waitUntil(target.exists)
        assert target.read_bytes() == b"%PDF"
        assert server.asked[-1] == (context.result.job_id, paper, "mm", [])


def test_a_name_without_an_ending_is_a_pdf(opened, qtbot, tmp_path):
    context, serve = opened
    serve(Server())
    report.save(context, tmp_path / "bracket")
    qtbot.waitUntil((tmp_path / "bracket.pdf").exists)


def test_in_inches_both_are_in_inches(opened, in_inches, qtbot, tmp_path):
    context, serve = opened
    server = serve(Server())
    report.save(context, tmp_path / "a.pdf")
    report.save(context, tmp_path / "a.html")
    qtbot.waitUntil(lambda: (tmp_path / "a.pdf").exists() and (tmp_path / "a.html").exists())
    assert server.asked[0][2] == "in"
    assert b'data-units="in"' in (tmp_path / "a.html").read_bytes()


def test_in_millimeters_the_page_is_as_the_server_wrote_it(opened, qtbot, tmp_path):
    context, serve = opened
    serve(Server())
    report.save(context, tmp_path / "a.html")
    qtbot.waitUntil((tmp_path / "a.html").exists)
    assert (tmp_path / "a.html").read_bytes() == PAGE


def test_a_server_that_prints_no_reports_is_said_to(opened, qtbot, tmp_path):
    context, serve = opened
    serve(Server(printed=None))
    with qtbot.waitSignal(context.failure_reported) as reported:
        report.save(context, tmp_path / "a.pdf")
    assert reported.args[0].sentence == "This server prints no reports."
    assert not (tmp_path / "a.pdf").exists()


def test_what_the_server_refuses_is_said(opened, qtbot, tmp_path):
    context, serve = opened
    serve(Server(printed=Failure(Reason.BUSY, "The server is busy.", "")))
    with qtbot.waitSignal(context.failure_reported) as reported:
        report.save(context, tmp_path / "a.pdf")
    assert reported.args[0].sentence == "The server is busy."


def test_a_folder_that_is_not_there_is_said_before_anything_is_asked(opened, qtbot, tmp_path):
    context, serve = opened
    server = serve(Server())
    with qtbot.waitSignal(context.failure_reported) as reported:
        report.save(context, tmp_path / "gone" / "a.pdf")
    assert "a.pdf could not be written" in reported.args[0].sentence
    assert server.asked == []
