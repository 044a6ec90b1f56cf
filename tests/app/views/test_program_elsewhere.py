"""The whole program with a server elsewhere: of the specification alone, without units, or gone."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.client.models import Result
from app.state import keystore
from app.state.session import Session
from app.views import next_steps
from app.views import program as the_program
from app.views.connection_dialog import ConnectionDialog
from app.views.program import Program
from app.views.rules.workspace import RulesWorkspace
from app.views.viewport.part_view import PartView
from tests.app.views import elsewhere
from tests.app.views.elsewhere import KEY, Elsewhere
from tests.app.views.programs import (
    LONG_MS,
    buttons,
    process_id,
    running,
    wait_for_result,
    wait_for_words,
)

SAMPLE = the_program.SAMPLES / "gear_housing.step"


@pytest.fixture(scope="module")
def served() -> Iterator[Elsewhere]:
    with elsewhere.serving() as made:
        yield made


@pytest.fixture
def server(served: Elsewhere) -> Iterator[Elsewhere]:
    """Return the server as it stands after its start, and leave it so."""
    served.asked.clear()
    served.keys.clear()
    answers = dict(served.answers)
    yield served
    served.answers = answers
    served.is_silent = False


def test_a_server_that_is_gone_offers_another_address(qtbot: QtBot, tmp_path: Path) -> None:
    with elsewhere.serving() as gone:
        url = gone.url
    with running(tmp_path, server=url) as program:
        qtbot.waitUntil(lambda: program.context.client is not None, timeout=LONG_MS)
        program.window.open_part(SAMPLE)
        sentence = wait_for_words(qtbot, program)
        assert sentence.startswith("Nothing answers at 127.0.0.1:")
        assert list(buttons(program)) == ["Connection…", "Try again"]


class Hanging:
    """A keychain whose owner never answers its question."""

    def __init__(self) -> None:
        self.is_asked = False

    def get_keyring(self) -> object:
        self.is_asked = True
        threading.Event().wait(60.0)
        raise AssertionError("nobody waits for this")


def test_a_keychain_that_hangs_leaves_the_window_alive_and_the_key_for_this_session(
    qtbot: QtBot, server: Elsewhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keychain = Hanging()
    monkeypatch.setattr(keystore, "importlib", SimpleNamespace(import_module=lambda name: keychain))
    monkeypatch.setattr(the_program, "KeyStore", lambda: keystore.KeyStore(limit_s=0.5))
    with running(tmp_path, server=server.url) as program:
        ticks: list[int] = []
        pulse = QTimer(interval=20)
        pulse.timeout.connect(lambda: ticks.append(1))
        pulse.start()
        qtbot.waitUntil(lambda: program.context.client is not None, timeout=LONG_MS)
        assert keychain.is_asked
        assert len(ticks) >= 10  # the window lived on meanwhile

        messages: list[str] = []

        def enter_key() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, ConnectionDialog)
            dialog.key.setText(KEY)
            dialog.hosted_chosen.connect(lambda _: QTimer.singleShot(0, lambda: end(dialog)))
            dialog.buttons.accepted.emit()

        def end(dialog: ConnectionDialog) -> None:
            messages.append(dialog.message.text())
            dialog.reject()

        QTimer.singleShot(0, enter_key)
        program.window.commands["program.connection"].trigger()  # until the dialog is closed
        assert messages == [keystore.NO_KEYCHAIN]
        server.keys.clear()
        program.window.open_part(SAMPLE)
        wait_for_result(qtbot, program)
        assert server.keys == {KEY}
    assert not [one for one in tmp_path.rglob("*") if one.is_file() and KEY.encode() in one.read_bytes()]


# The tests above have windows of their own, and come first: beside a window both take twice as long to make.


@pytest.fixture(scope="module")
def shared(qapp: object, served: Elsewhere, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Run a program that speaks with the server from its start."""
    with running(tmp_path_factory.mktemp("program"), server=served.url) as made:
        yield made


@pytest.fixture
def program(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, server: Elsewhere, shared: Program) -> Program:
    """Return the program as it stands after its start, with a key of the environment."""
    monkeypatch.setenv(keystore.VARIABLE, KEY)
    shared.context.close_part()
    shared.window.banner.hide()
    shared.window.show_workspace("home")
    qtbot.waitUntil(lambda: shared.context.client is not None, timeout=LONG_MS)
    return shared


def test_no_engine_is_started_beside_a_server_elsewhere(program: Program, server: Elsewhere) -> None:
    assert process_id(program.engine) is None
    assert program.window.pill.text().endswith(server.url.split("/")[2])


def test_a_server_of_the_specification_alone_shows_the_part_and_says_what_is_missing(
    qtbot: QtBot, program: Program, server: Elsewhere
) -> None:
    window, context, viewport = program.window, program.context, program.window.viewport
    window.open_part(SAMPLE)
    result = wait_for_result(qtbot, program)
    assert result.geometry is None
    assert result.stats is None
    qtbot.waitUntil(lambda: viewport._part is not None, timeout=LONG_MS)
    assert server.keys == {KEY}
    for layer in ("thickness", "clearance", "draft", "features"):
        context.choose_layer(layer)
        assert "It sent no values" in words_of(viewport.overlays.legend)
    window.commands["findings.next"].trigger()  # of a rule without findings
    window.commands["view.fit"].trigger()
    window.commands["view.problems"].trigger()
    tree = window.workspaces["inspect"].features.tree  # type: ignore[attr-defined]
    assert tree.model().rowCount() == 1
    assert window.banner.isHidden()

    context.workspace_chosen.emit("rules")
    rules = window.workspaces["rules"]
    assert isinstance(rules, RulesWorkspace)
    qtbot.waitUntil(lambda: rules.live.verdict is not None, timeout=LONG_MS)
    context.workspace_chosen.emit("quote")
    quote = window.workspaces["quote"]
    qtbot.waitUntil(lambda: quote.pricing.keeps_every_price, timeout=LONG_MS)  # type: ignore[attr-defined]
    assert ("POST", "/api/v1/quotes") not in server.asked  # nothing is kept that nobody asked for
    assert window.banner.isHidden()


def test_of_parts_that_were_opened_before_nothing_stays(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    window, viewport = program.window, program.window.viewport
    for name in ("a.step", "b.step", "c.step"):
        (tmp_path / name).write_text("ISO-10303-21;")
        window.open_part(tmp_path / name)
        wait_for_result(qtbot, program)
        qtbot.waitUntil(lambda: viewport.part is not None and viewport.part.result is program.context.result)
        window.show_workspace("rules")
        window.show_workspace("inspect")

    def alive(kind: type) -> int:
        gc.collect()
        return sum(type(one) is kind for one in gc.get_objects())

    for kind in (Session, Result, PartView):
        qtbot.waitUntil(lambda: alive(kind) <= 1)  # noqa: B023
    program.context.close_part()
    qtbot.waitUntil(lambda: alive(PartView) == 0)


def test_a_plan_that_is_used_up_says_how_much_and_where_there_is_more(
    qtbot: QtBot, program: Program, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(next_steps, "QDesktopServices", SimpleNamespace(openUrl=opened.append))
    server.refuse_analyses("https://parts.example/plans")
    program.window.open_part(SAMPLE)
    sentence = wait_for_words(qtbot, program)
    assert sentence == f"{elsewhere.QUOTA} 100 of 100 units of the plan free are used; choose a larger plan."
    offered = buttons(program)
    assert list(offered) == ["See plans"]  # asking again would change nothing
    offered["See plans"]()
    assert opened == [QUrl("https://parts.example/plans")]
    assert program.window.banner.isHidden()
    assert program.window.commands["part.analyze"].isEnabled()  # once there are units again


def test_a_server_that_fails_offers_another_try(qtbot: QtBot, program: Program, server: Elsewhere) -> None:
    analyze = server.answers["POST", r"/dfm/analyze"]
    server.answers["POST", r"/dfm/analyze"] = lambda: (500, {}, b"oh")
    program.window.open_part(SAMPLE)
    sentence = wait_for_words(qtbot, program)
    assert (
        sentence == "Something went wrong on the server. Try again; if it happens again, tell its operator."
    )
    server.answers["POST", r"/dfm/analyze"] = analyze
    buttons(program)["Try again"]()
    wait_for_result(qtbot, program)
    assert program.window.banner.isHidden()


def test_a_server_that_dies_is_shown_as_dead_within_five_seconds_and_alive_when_it_is_back(
    qtbot: QtBot, program: Program, server: Elsewhere
) -> None:
    pill = program.window.pill
    host = server.url.split("/")[2]
    server.is_silent = True
    qtbot.waitUntil(lambda: pill.text() == f"●  {host} does not answer", timeout=5000)
    server.is_silent = False
    qtbot.waitUntil(lambda: pill.text() == f"●  {host}", timeout=5000)


def words_of(widget: QWidget) -> str:
    """Return everything that the labels on a widget say."""
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if not one.isHidden())
