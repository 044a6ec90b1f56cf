"""Sessions: who is signed in to the dashboard.

A session begins when somebody signs in, under a new random id that the browser keeps in a cookie; no id that
a browser brings is ever taken over. The database keeps its hash alone.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import passwords, repository, user_repository
from server.auth.user_repository import User
from server.errors import InvalidForm, NotSignedIn, TooManyTries
from server.metering.plans import PLANS
from server.storage import advisory_lock
from server.storage.advisory_lock import Lock
from server.storage.database import Database

LIFETIME = timedelta(days=14)
DAY = timedelta(days=1)
USERNAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@+-]{1,63}")


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has just begun: its user, and what the cookie is to hold."""

    user: User
    token: str


class Sessions:
    """Signs people up, in and out."""

    def __init__(self, database: Database, plan: str, most_a_day: int) -> None:
        self._database = database
        self._plan = plan
        self._most_a_day = most_a_day
        self._hashing = passwords.HashQueue()

    async def has_users(self) -> bool:
        """Whether anybody has signed up yet."""
        async with self._database.reading() as connection:
            return await user_repository.has_any(connection)

    async def sign_up(self, username: str, password: str, only_first: bool = False) -> Session:
        """Make a user with an account of its own, and sign it in.

        Parameters
        ----------
        username, password : str
            As they were typed.
        only_first : bool
            Whether this is allowed to the first user alone.

        Raises
        ------
        InvalidForm
            The name is no name or is taken, or the password is too short; the message is a sentence.
        TooManyTries
            As many signed up within a day as may.
        ServerBusy
            Too many passwords wait to be hashed.
        """
        if not USERNAME.fullmatch(username):
            raise InvalidForm(
                "A user name has 2 to 64 letters, digits or _ . @ + - and begins with a letter or digit."
            )
        if problem := await self._hashing.run(passwords.problem_of, password, username):
            raise InvalidForm(problem)
        async with self._database.reading() as connection:  # before the hash, which costs
            await self._check_day(connection, datetime.now(UTC))
        stored = await self._hashing.run(passwords.hashed, password)
        now = datetime.now(UTC)
        plan = PLANS[self._plan]
        async with self._database.writing() as connection:
            await advisory_lock.acquire(connection, Lock.SIGN_UP)
            if only_first and await user_repository.has_any(connection):
                raise InvalidForm("The first user has signed up already; please sign in.")
            if await user_repository.named(connection, username) is not None:
                raise InvalidForm("That user name is taken.")
            await self._check_day(connection, now)
            account = await repository.make_account(
                connection, username, plan.key, plan.bills_overage, plan.bills_overage, now
            )
            user = await user_repository.add(connection, username, stored, account.id, now)
            return Session(user, await self._begin(connection, user, now))

    async def sign_in(self, username: str, password: str) -> Session:
        """Begin a session; raise InvalidForm when name or password is wrong, without telling which."""
        async with self._database.reading() as connection:
            is_name = USERNAME.fullmatch(username)  # PostgreSQL looks for no text that has a NUL
            found = await user_repository.named(connection, username) if is_name else None
        stored = None if found is None else found.password_hash
        if not await self._hashing.run(passwords.is_right, password, stored) or found is None:
            raise InvalidForm("User name or password is wrong.")
        now = datetime.now(UTC)
        async with self._database.writing() as connection:
            await user_repository.forget_expired(connection, now)
            return Session(found.user, await self._begin(connection, found.user, now))

    async def change_password(self, user: User, present: str, password: str) -> Session:
        """Give a user another password, end all their sessions, and begin one; raise InvalidForm."""
        async with self._database.reading() as connection:
            found = await user_repository.named(connection, user.username)
        if found is None or not await self._hashing.run(passwords.is_right, present, found.password_hash):
            raise InvalidForm("The present password is wrong.")
        if problem := await self._hashing.run(passwords.problem_of, password, user.username):
            raise InvalidForm(problem)
        stored = await self._hashing.run(passwords.hashed, password)
        async with self._database.writing() as connection:
            if not await user_repository.change_password(connection, user.id, found.password_hash, stored):
                raise InvalidForm("The present password is wrong.")  # it has just been changed elsewhere
            await user_repository.end_sessions_of(connection, user.id)
            return Session(found.user, await self._begin(connection, found.user, datetime.now(UTC)))

    async def user_of(self, token: str | None) -> User:
        """Return who a cookie belongs to; raise NotSignedIn."""
        if token:
            async with self._database.reading() as connection:
                user = await user_repository.in_session(connection, _hash(token), datetime.now(UTC))
            if user is not None:
                return user
        raise NotSignedIn("Please sign in.")

    async def sign_out(self, token: str | None) -> None:
        """End a session, whether or not there is one."""
        if token:
            async with self._database.writing() as connection:
                await user_repository.end_session(connection, _hash(token))

    async def _check_day(self, connection: AsyncConnection, now: datetime) -> None:
        """Raise TooManyTries where as many signed up within the last day as may."""
        if await user_repository.count_since(connection, now - DAY) >= self._most_a_day:
            raise TooManyTries(
                "Too many new accounts were made on this server today; please try again tomorrow.",
                int(DAY.total_seconds()),
            )

    async def _begin(self, connection: AsyncConnection, user: User, now: datetime) -> str:
        token = secrets.token_urlsafe(32)
        await user_repository.begin_session(connection, _hash(token), user.id, now, now + LIFETIME)
        return token


def _hash(token: str) -> str:
    """Return what is stored of a session's id, which is random enough for a plain hash."""
    return hashlib.sha256(token.encode()).hexdigest()
