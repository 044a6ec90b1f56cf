"""Each failure has the buttons that help with it, and no others."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.client import errors
from app.client.errors import Failure, Reason
from app.views import next_steps


def nothing() -> None:
    """Do nothing."""


def words(failure: Failure, *, is_open: bool = True) -> list[str]:
    return [text for text, _ in next_steps.of(failure, nothing if is_open else None, nothing)]


def test_a_plan_that_is_used_up_leads_to_the_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    body = b'{"error": "24 of 24 analyses used.", "upgrade_url": "https://example.org/plans"}'
    failure = errors.of_answer(402, {}, body, "example.org")
    (text, act), *others = next_steps.of(failure, nothing, nothing)
    act()
    assert (text, others) == ("See plans", [])
    assert opened == [QUrl("https://example.org/plans")]
    assert failure.sentence == "24 of 24 analyses used."


def test_a_link_that_is_no_page_has_no_button() -> None:
    body = b'{"error": "Used up.", "upgrade_url": "file:///etc/passwd"}'
    assert words(errors.of_answer(402, {}, body, "example.org")) == []


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (Reason.KEY, ["Connection…"]),
        (Reason.UNREACHABLE, ["Connection…", "Try again"]),
        (Reason.BUSY, ["Try again"]),
        (Reason.FILE, []),
        (Reason.INVALID, []),
    ],
)
def test_what_helps(reason: Reason, expected: list[str]) -> None:
    assert words(Failure(reason, "It failed.", "")) == expected


def test_without_a_part_there_is_nothing_to_try_again() -> None:
    assert words(Failure(Reason.BUSY, "It failed.", ""), is_open=False) == []


def test_the_log_can_be_saved_where_there_is_one() -> None:
    failure = errors.of_answer(500, {}, b'{"error": "Sprue failed.", "log": "/log"}', "127.0.0.1")
    assert [text for text, _ in next_steps.of(failure, nothing, nothing, nothing)] == [
        "Save log…",
        "Try again",
    ]
    assert words(failure) == ["Try again"]
