"""Parts that are sent ahead: once over the line, then named by as many requests as one likes. Not counted."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth.accounts import Account
from server.errors import ArtifactNotFound, UploadNotFound
from server.jobs.intake import Intake, Source
from server.storage import ids
from server.storage.blobs import Blobs
from server.storage.database import Database
from server.storage.models import uploads

SUFFIX = ".part"
"""Of stored parts: no link leads to one, and none of ours is of this kind."""
NO_PART = "There is no such part, or it has expired; please send it again."


@dataclass(frozen=True, slots=True)
class Upload:
    """A part that was sent ahead."""

    id: str
    account_id: str
    filename: str
    stored_name: str
    sha256: str
    size_bytes: int
    created_at: datetime


_FIELDS = tuple(uploads.c[name] for name in Upload.__slots__)


class PartService:
    """Keeps parts as long as jobs are kept.

    Parameters
    ----------
    database, blobs, intake
        What it works with.
    lifetime : timedelta
        How long a part may be named.
    """

    def __init__(self, database: Database, blobs: Blobs, intake: Intake, lifetime: timedelta) -> None:
        self._database = database
        self._blobs = blobs
        self._intake = intake
        self.lifetime = lifetime

    async def keep(self, account: Account, source: Source) -> Upload:
        """Keep a part; raises as `Intake.take` does.

        The same bytes under the same name are one part, while half of its lifetime is left: who sends one
        again, because the answer was lost, names it as before.
        """
        with self._blobs.upload() as folder:
            taken = await self._intake.take(source, folder)
            before = await self._same(account, source.filename, taken.sha256)
            if before is not None:
                return before
            target = self._blobs.new_preview(SUFFIX)
            taken.path.replace(target)
        await self._blobs.keep_preview(target)
        made = Upload(
            ids.new(),
            account.id,
            source.filename,
            target.name,
            taken.sha256,
            taken.size_bytes,
            datetime.now(UTC),
        )
        async with self._database.writing() as connection:
            await connection.execute(
                insert(uploads).values({name: getattr(made, name) for name in Upload.__slots__})
            )
        return made

    async def _same(self, account: Account, filename: str, sha256: str) -> Upload | None:
        """Return a part of the account that is the same, and there."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(*_FIELDS)
                .where(
                    uploads.c.account_id == account.id,
                    uploads.c.sha256 == sha256,
                    uploads.c.filename == filename,
                    uploads.c.created_at > datetime.now(UTC) - self.lifetime / 2,
                )
                .order_by(uploads.c.id.desc())
                .limit(1)
            )
            row = found.one_or_none()
        if row is None:
            return None
        upload = Upload(*row)
        try:
            await self._blobs.preview(upload.stored_name)
        except ArtifactNotFound:
            return None
        return upload

    async def source(self, account: Account, part_id: str) -> Source:
        """Return a part of the account, to be taken in; raise UploadNotFound."""
        if not ids.is_id(part_id):
            raise UploadNotFound(NO_PART)
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(*_FIELDS).where(
                    uploads.c.id == part_id,
                    uploads.c.account_id == account.id,
                    uploads.c.created_at > datetime.now(UTC) - self.lifetime,
                )
            )
            row = found.one_or_none()
        if row is None:
            raise UploadNotFound(NO_PART)
        upload = Upload(*row)
        try:
            stored = await self._blobs.preview(upload.stored_name)
        except ArtifactNotFound:  # the disk needed the room
            raise UploadNotFound(NO_PART) from None
        return Source(upload.filename, None, None, stored)


async def forget(connection: AsyncConnection, moment: datetime) -> None:
    """Forget parts that were sent before a moment; their files go with the previews."""
    await connection.execute(delete(uploads).where(uploads.c.created_at < moment))
