"""Users and their sessions in the database."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth.accounts import Account
from server.storage import ids
from server.storage.models import accounts, sessions, users

_ACCOUNT = tuple(accounts.c[name] for name in Account.__slots__)


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who signs in, and the account whose keys they manage."""

    id: str
    username: str
    account: Account


@dataclass(frozen=True, slots=True)
class StoredUser:
    """A user with what is stored of the password."""

    user: User
    password_hash: str


async def has_any(connection: AsyncConnection) -> bool:
    """Whether there is any user."""
    return (await connection.execute(select(users.c.id).limit(1))).first() is not None


async def count_since(connection: AsyncConnection, moment: datetime) -> int:
    """Return how many users signed up since a moment."""
    statement = select(func.count()).select_from(users).where(users.c.created_at >= moment)
    found: int = (await connection.execute(statement)).scalar_one()
    return found


async def named(connection: AsyncConnection, username: str) -> StoredUser | None:
    """Return the user of a name, however its letters are cased."""
    found = await connection.execute(
        select(users.c.id, users.c.username, users.c.password_hash, *_ACCOUNT)
        .join_from(users, accounts, accounts.c.id == users.c.account_id)
        .where(users.c.folded_username == username.casefold())
    )
    row = found.one_or_none()
    return None if row is None else StoredUser(User(row[0], row[1], Account(*row[3:])), row[2])


async def every(connection: AsyncConnection) -> list[tuple[User, datetime]]:
    """Return all users by name, each with when they signed up."""
    found = await connection.execute(
        select(users.c.id, users.c.username, users.c.created_at, *_ACCOUNT)
        .join_from(users, accounts, accounts.c.id == users.c.account_id)
        .order_by(users.c.username)
    )
    return [(User(row[0], row[1], Account(*row[3:])), row[2]) for row in found]


async def add(
    connection: AsyncConnection, username: str, password_hash: str, account_id: str, now: datetime
) -> User:
    """Store a new user."""
    await connection.execute(
        insert(users).values(
            id=ids.new(),
            account_id=account_id,
            username=username,
            folded_username=username.casefold(),
            password_hash=password_hash,
            created_at=now,
        )
    )
    stored = await named(connection, username)
    assert stored is not None, "just inserted"
    return stored.user


async def change_password(connection: AsyncConnection, user_id: str, before: str, after: str) -> bool:
    """Store another password in place of one; False when that one is there no longer."""
    changed = await connection.execute(
        update(users)
        .where(users.c.id == user_id, users.c.password_hash == before)
        .values(password_hash=after)
    )
    return changed.rowcount == 1


async def begin_session(
    connection: AsyncConnection, id_hash: str, user_id: str, now: datetime, expires_at: datetime
) -> None:
    """Store a new session."""
    await connection.execute(
        insert(sessions).values(id_hash=id_hash, user_id=user_id, created_at=now, expires_at=expires_at)
    )


async def in_session(connection: AsyncConnection, id_hash: str, now: datetime) -> User | None:
    """Return whose session it is; None for one that has expired or never was."""
    found = await connection.execute(
        select(users.c.id, users.c.username, *_ACCOUNT)
        .join_from(sessions, users, users.c.id == sessions.c.user_id)
        .join(accounts, accounts.c.id == users.c.account_id)
        .where(sessions.c.id_hash == id_hash, sessions.c.expires_at > now)
    )
    row = found.one_or_none()
    return None if row is None else User(row[0], row[1], Account(*row[2:]))


async def end_session(connection: AsyncConnection, id_hash: str) -> None:
    """Forget a session."""
    await connection.execute(delete(sessions).where(sessions.c.id_hash == id_hash))


async def end_sessions_of(connection: AsyncConnection, user_id: str) -> None:
    """Forget every session of a user."""
    await connection.execute(delete(sessions).where(sessions.c.user_id == user_id))


async def forget_expired(connection: AsyncConnection, now: datetime) -> None:
    """Forget the sessions that have expired."""
    await connection.execute(delete(sessions).where(sessions.c.expires_at <= now))
