"""The guard at the door of the API: no route is reached without a key in force.

It looks at the database for every request, so that a key that was revoked is refused from then on.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp
from sqlalchemy.exc import OperationalError

from server import logs
from server.auth import keys, repository
from server.auth.accounts import Caller
from server.auth.local import LocalKey
from server.errors import InvalidKey, MalformedKey, MissingKey, RevokedKey
from server.storage.database import Database

HEADER = "X-API-Key"
NOTE_USE_EVERY = timedelta(minutes=1)


class Guard:
    """Tells whose key it is."""

    def __init__(self, database: Database, pepper: bytes, local_key: LocalKey | None = None) -> None:
        self._database = database
        self._pepper = pepper
        self._local_key = local_key
        self._noted: dict[str, datetime] = {}

    async def admit(self, key: str | None) -> Caller:
        """Return who brings this key.

        Raises
        ------
        MissingKey, MalformedKey, InvalidKey, RevokedKey
            In this order.
        """
        if key is None:
            raise MissingKey("Missing X-API-Key header.")
        if not key.startswith(keys.PREFIX):
            raise MalformedKey("Invalid API key format.")
        if self._local_key is not None and self._local_key.is_it(key):
            return self._local_key.caller
        if not keys.is_well_formed(key):
            raise InvalidKey("Invalid API key.")
        async with self._database.reading() as connection:
            caller = await repository.caller_of(connection, keys.hashed(key, self._pepper))
        if caller is None:
            raise InvalidKey("Invalid API key.")
        if caller.key.revoked_at is not None:
            raise RevokedKey("API key has been revoked.")
        await self._note_use(caller.key.id, datetime.now(UTC))
        return caller

    async def _note_use(self, key_id: str, now: datetime) -> None:
        """Write the time of use down, at most once a minute a key."""
        noted = self._noted.get(key_id)
        if noted is not None and now - noted < NOTE_USE_EVERY:
            return
        self._noted[key_id] = now
        with suppress(OperationalError):  # a full disk need not keep anybody out
            async with self._database.writing() as connection:
                await repository.touch(connection, key_id, now)


class _GuardMiddleware(AbstractAuthenticationMiddleware):
    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        super().__init__(app, exclude_http_methods=["OPTIONS"])
        self._guard = guard

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        caller = await self._guard.admit(connection.headers.get(HEADER))
        logs.bind(account_id=caller.account.id)
        return AuthenticationResult(user=caller, auth=caller.key.id)


def guarded(guard: Guard) -> Callable[[ASGIApp], ASGIApp]:
    """Return the middleware of a router whose routes need a key. It runs before a body is read."""

    def middleware(
        app: ASGIApp,
    ) -> ASGIApp:  # not DefineMiddleware: its arguments are copied with each router
        return _GuardMiddleware(app, guard)

    return middleware
