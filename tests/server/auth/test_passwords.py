"""Passwords."""

import asyncio
import threading
import time

import pytest

from server.auth import passwords
from server.errors import ServerBusy


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
    varied = "".join(chr(ord("a") + 7 * at % 26) for at in range(length))
    assert (passwords.problem_of(varied, "ada") == "") is is_fine


@pytest.mark.parametrize(
    ("password", "is_fine"),
    [
        ("password12", False),
        ("qwertyuiop", False),
        ("xxxxxxxxxxxx", False),
        ("0123456789", False),
        ("adalovelace7", False),
        ("lovelace walks on", True),
        ("correct horse battery", True),
    ],
)
def test_a_password_that_others_chose_or_that_is_the_name_is_easily_guessed(
    password: str, is_fine: bool
) -> None:
    said = passwords.problem_of(password, "adalovelace")
    assert (said == "") if is_fine else said.startswith("The password is easily guessed")


def test_no_more_hashes_run_at_once_than_may_and_beyond_those_that_wait_one_is_refused() -> None:
    running, most, lock, go = 0, 0, threading.Lock(), threading.Event()

    def work() -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        go.wait(10)
        with lock:
            running -= 1
        return "done"

    async def act() -> tuple[list[str], str]:
        queue = passwords.HashQueue(at_once=2, most_waiting=3)
        tasks = [asyncio.create_task(queue.run(work)) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(ServerBusy, match="please try again"):
            await queue.run(work)
        deadline = time.monotonic() + 10
        while running < 2 and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        go.set()
        return await asyncio.gather(*tasks), await queue.run(work)

    assert asyncio.run(act()) == (["done"] * 5, "done")
    assert most == 2
