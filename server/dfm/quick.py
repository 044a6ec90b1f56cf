"""Quick info: a look at a part, counted when it succeeded."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import IntegrityError

from server.auth.accounts import Account
from server.http import idempotency
from server.jobs.intake import Source
from server.jobs.previews import Previews
from server.metering import meter
from server.metering.meter import Standing
from server.metering.plans import QUICK_INFO
from server.storage.database import Database


class QuickService:
    """Answers quick-info."""

    def __init__(self, database: Database, previews: Previews, size_limit: Mapping[str, Any]) -> None:
        self._database = database
        self._previews = previews
        self._size_limit = size_limit

    async def look(
        self, account: Account, source: Source, key: str | None
    ) -> tuple[dict[str, Any], Standing]:
        """Look at a part; return what is known of it, and what is left of the plan.

        Raises
        ------
        QuotaExceeded
            No unit is left; nothing was done.
        IdempotencyMismatch
            The key came with another request before.
        SprueError, ServerError
            The part cannot be read; no unit is taken.
        """
        async with self._database.reading() as connection:
            if not await idempotency.is_known(connection, account.id, key):  # else it was paid before
                await meter.check(connection, account, QUICK_INFO, datetime.now(UTC))
        found = await self._previews.look(source, **self._size_limit)
        request_hash = idempotency.hash_of("quick-info", found.sha256, source.filename)
        answer = {"glb": found.glb, "document": found.document}
        try:
            return await self._count(account, key, request_hash, answer)
        except IntegrityError:  # another request with this key was quicker: answer as it was answered
            return await self._count(account, key, request_hash, answer)

    async def _count(
        self, account: Account, key: str | None, request_hash: str, answer: dict[str, Any]
    ) -> tuple[dict[str, Any], Standing]:
        now = datetime.now(UTC)
        async with self._database.writing() as connection:
            before = await idempotency.find(connection, account.id, key, request_hash)
            if before is not None:
                return before, await meter.standing(connection, account, QUICK_INFO, now)
            standing = await meter.reserve(connection, account, QUICK_INFO, now)
            await idempotency.keep(connection, account.id, key, request_hash, answer, now)
        return answer, standing
