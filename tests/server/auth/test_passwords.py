"""Passwords."""

import pytest

from server.auth import passwords


@pytest.fixture(autouse=True)
def _quick_passwords() -> None:
    """Hash as the server does."""


def test_the_right_password_is_right_and_no_other() -> None:
    stored = passwords.hashed("correct horse battery")
    assert "correct" not in stored
    assert passwords.is_right("correct horse battery", stored)
    assert not passwords.is_right("correct horse batterz", stored)
    assert not passwords.is_right("nobody's password", None)


@pytest.mark.parametrize(("length", "is_fine"), [(9, False), (10, True), (256, True), (257, False)])
def test_a_password_has_a_length(length: int, is_fine: bool) -> None:
    assert (passwords.problem_of("x" * length) == "") is is_fine
