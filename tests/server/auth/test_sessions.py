"""People who sign up at the same moment."""

import asyncio
from pathlib import Path

import pytest

from server.auth.sessions import Sessions
from server.errors import InvalidForm, TooManyTries
from server.storage import migrate
from server.storage.database import open_database
from tests.server.databases import rows
from tests.support.postgresql import ON_BOTH

PASSWORD = "correct horse battery"


def sign_up(url: str, *names: str, only_first: bool = False, most_a_day: int = 100) -> list[str]:
    """Sign up all at once; return who got in, and what the others read."""

    async def go() -> list[str]:
        database = open_database(url, Path())
        await migrate.prepare(database)
        servers = [Sessions(database, "free", most_a_day) for _ in names]

        async def once(sessions: Sessions, name: str) -> str:
            try:
                return (await sessions.sign_up(name, PASSWORD, only_first)).user.username
            except (InvalidForm, TooManyTries) as refused:
                return str(refused)

        found = await asyncio.gather(*map(once, servers, names))
        await database.close()
        return found

    return asyncio.run(go())


@ON_BOTH
def test_of_many_who_want_to_be_the_first_user_one_is(database_url: str) -> None:
    found = sign_up(database_url, *(f"user{number}" for number in range(8)), only_first=True)
    assert found.count("The first user has signed up already; please sign in.") == 7
    assert len(rows(database_url, "SELECT id FROM users")) == 1


@ON_BOTH
def test_of_many_who_want_a_name_one_gets_it_and_the_others_read_that_it_is_taken(database_url: str) -> None:
    found = sign_up(database_url, "ada", "Ada", "ADA", "ada")
    assert found.count("That user name is taken.") == 3
    assert len(rows(database_url, "SELECT id FROM accounts")) == 1


@ON_BOTH
def test_no_more_sign_up_at_once_than_may_within_a_day(database_url: str) -> None:
    found = sign_up(database_url, *(f"user{number}" for number in range(8)), most_a_day=3)
    assert sum("Too many new accounts" in each for each in found) == 5
    assert len(rows(database_url, "SELECT id FROM users")) == 3


@ON_BOTH
@pytest.mark.parametrize("name", ["a\0da", "nobody"])
def test_a_name_that_nobody_can_have_is_as_wrong_as_one_that_nobody_has(database_url: str, name: str) -> None:
    async def go() -> None:
        database = open_database(database_url, Path())
        await migrate.prepare(database)
        try:
            with pytest.raises(InvalidForm, match=r"User name or password is wrong\."):
                await Sessions(database, "free", 100).sign_in(name, PASSWORD)
        finally:
            await database.close()

    asyncio.run(go())
