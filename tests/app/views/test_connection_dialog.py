"""Choosing a server: tested before it is taken, its key kept where the system keeps keys."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.client.http import Client
from app.state.keystore import NO_KEYCHAIN, KeyStore
from app.state.settings import Settings
from app.views import connection_dialog
from app.views.connection_dialog import ConnectionDialog
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext

KEY = "svc_live_0123456789abcdefghij"
URL = "https://example.org/api/v1"


def answer(request: httpx.Request) -> httpx.Response:
    if request.headers.get("X-API-Key") != KEY:
        return httpx.Response(401, json={"error": "Invalid or revoked API key"})
    if request.url.path.endswith("/materials"):
        return httpx.Response(200, json={"materials": []})
    return httpx.Response(404, json={"error": "no such route"})


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WindowContext]:
    transport = httpx.MockTransport(answer)
    monkeypatch.setattr(connection_dialog, "Client", lambda url, key: Client(url, key, transport))
    made = WindowContext(Settings(tmp_path))
    yield made
    made.close()


def dialog(qtbot: QtBot, context: WindowContext, keys: KeyStore, key: str) -> ConnectionDialog:
    made = ConnectionDialog(context, keys, LIGHT)
    qtbot.addWidget(made)
    made.hosted.setChecked(True)
    made.url.setText(URL)
    made.key.setText(key)
    return made


def test_a_key_that_is_refused_is_reported_in_the_words_of_the_server(
    qtbot: QtBot, context: WindowContext
) -> None:
    made = dialog(qtbot, context, KeyStore(lambda: None, {}), "svc_live_another")
    made.test.click()
    qtbot.waitUntil(lambda: "Invalid or revoked API key" in made.message.text())
    assert made.test.isEnabled()
    assert context.settings["server"] == ""


def test_a_test_shows_no_more_of_the_key_than_its_head(qtbot: QtBot, context: WindowContext) -> None:
    made = dialog(qtbot, context, KeyStore(lambda: None, {}), KEY)
    made.test.click()
    qtbot.waitUntil(lambda: "example.org answers" in made.message.text())
    assert KEY not in made.message.text()
    assert context.settings["server"] == ""


def test_a_keychain_that_hangs_keeps_the_window_alive_and_the_key_for_this_session(
    qtbot: QtBot, context: WindowContext
) -> None:
    let_go = threading.Event()

    def hang() -> Any:
        let_go.wait(60)

    keys = KeyStore(hang, {}, limit_s=0.3)
    made = dialog(qtbot, context, keys, KEY)
    with qtbot.waitSignal(made.hosted_chosen) as chosen:
        made.buttons.button(made.buttons.StandardButton.Ok).click()
        assert not let_go.is_set()
    assert chosen.args[0].base_url == URL
    qtbot.waitUntil(lambda: made.message.text() == NO_KEYCHAIN)
    assert keys.find(URL)[0] == KEY
    assert made.key.text() == ""
    assert context.settings["server"] == URL
    assert KEY not in context.settings.path.read_text("utf-8")
    let_go.set()


def test_the_engine_here_needs_no_test(qtbot: QtBot, context: WindowContext) -> None:
    context.settings.set("server", URL)
    made = ConnectionDialog(context, KeyStore(lambda: None, {}), LIGHT)
    qtbot.addWidget(made)
    assert made.hosted.isChecked()
    made.local.setChecked(True)
    assert not made.url.isEnabled()
    with qtbot.waitSignal(made.local_chosen):
        made.buttons.button(made.buttons.StandardButton.Ok).click()
    assert context.settings["server"] == ""


def test_an_address_is_completed_and_looked_up_as_it_is_typed(qtbot: QtBot, context: WindowContext) -> None:
    made = ConnectionDialog(context, KeyStore(lambda: None, {}), LIGHT)
    qtbot.addWidget(made)
    made.show()
    made.hosted.setChecked(True)
    qtbot.keyClicks(made.url, "example.org")
    qtbot.waitUntil(lambda: made.message.text() == "example.org answers. It needs a key of yours.")
    qtbot.keyClick(made.url, Qt.Key.Key_Tab)
    made.url.editingFinished.emit()
    assert made.url.text() == URL


def test_an_address_where_nothing_answers_says_so_without_a_test(
    qtbot: QtBot, context: WindowContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    transport = httpx.MockTransport(refuse)
    monkeypatch.setattr(connection_dialog, "Client", lambda url, key: Client(url, key, transport))
    made = ConnectionDialog(context, KeyStore(lambda: None, {}), LIGHT)
    qtbot.addWidget(made)
    made.hosted.setChecked(True)
    qtbot.keyClicks(made.url, "example.org")
    qtbot.waitUntil(lambda: made.message.text().startswith("Nothing answers at example.org."))
    made.url.clear()
    qtbot.keyClicks(made.url, "ftp://example.org")
    qtbot.waitUntil(lambda: "no address" in made.message.text())


def test_the_key_is_hidden_unless_it_is_asked_for(qtbot: QtBot, context: WindowContext) -> None:
    made = dialog(qtbot, context, KeyStore(lambda: None, {}), KEY)
    assert KEY not in made.key.displayText()
    made.shows_key.click()
    assert made.key.displayText() == KEY
    made.shows_key.click()
    assert KEY not in made.key.displayText()


@pytest.mark.parametrize(("names", "is_asked"), [((), False), (("lever.step",), True)])
def test_leaving_a_server_asks_about_what_it_works_on(
    qtbot: QtBot,
    context: WindowContext,
    monkeypatch: pytest.MonkeyPatch,
    names: tuple[str, ...],
    is_asked: bool,
) -> None:
    asked: list[str] = []
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]

    def answer(parent: object, title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return answers.pop(0)

    monkeypatch.setattr(QMessageBox, "question", answer)
    context.settings.set("server", URL)
    made = ConnectionDialog(context, KeyStore(lambda: None, {}), LIGHT, None, lambda: names)
    qtbot.addWidget(made)
    made.local.setChecked(True)
    made.buttons.button(made.buttons.StandardButton.Ok).click()
    if is_asked:
        assert "lever.step would not be judged any further" in asked[0]
        assert context.settings["server"] == URL
        made.buttons.button(made.buttons.StandardButton.Ok).click()
    assert context.settings["server"] == ""
    assert len(asked) == (2 if is_asked else 0)
