"""A server elsewhere is asked whether it answers; a refusal is an answer, and silence is none."""

from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from app.client.errors import Failure, Reason
from app.client.http import Client
from app.views import heartbeat
from app.views.heartbeat import Heartbeat


class Server:
    """Answers as it is set to."""

    reason: Reason | None = None
    n_asked = 0

    def healthz(self, timeout_s: float) -> None:
        self.n_asked += 1
        if self.reason is not None:
            raise Failure(self.reason, "No.", "")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "PERIOD_MS", 20)


def test_silence_is_reported_once_and_so_is_its_end(qtbot: QtBot, quick: None) -> None:
    server, beats = Server(), Heartbeat()
    changes: list[bool] = []
    beats.changed.connect(changes.append)
    beats.follow(cast(Client, server))
    qtbot.waitUntil(lambda: server.n_asked > 2)
    assert changes == []
    server.reason = Reason.UNREACHABLE
    qtbot.waitUntil(lambda: changes == [False])
    n_asked = server.n_asked
    qtbot.waitUntil(lambda: server.n_asked > n_asked + 2)
    server.reason = Reason.MISSING  # a server of the specification alone has no such route
    qtbot.waitUntil(lambda: changes == [False, True])
    beats.stop()


def test_nobody_is_asked_after_it_was_left(qtbot: QtBot, quick: None) -> None:
    server, other, beats = Server(), Server(), Heartbeat()
    changes: list[bool] = []
    beats.changed.connect(changes.append)
    beats.follow(cast(Client, server))
    qtbot.waitUntil(lambda: server.n_asked > 0)
    beats.follow(cast(Client, other))
    server.reason = Reason.UNREACHABLE
    n_asked = server.n_asked
    qtbot.waitUntil(lambda: other.n_asked > 3)
    assert server.n_asked <= n_asked + 1
    assert changes == []
    beats.stop()
