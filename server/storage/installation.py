"""Which data folder and which database belong together: both are of one installation.

The id of a data folder follows from the secret in it by which keys are known, so that a copy of the folder
keeps it and a new folder has another. The database keeps the id of the folder it was first worked with.
"""

import hashlib
from pathlib import Path

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.settings import InvalidSetting, variable
from server.storage import advisory_lock, blobs
from server.storage.advisory_lock import Lock
from server.storage.models import installations, jobs
from server.storage.signing import PEPPER_FILE, load_key

ID_DIGITS = 12


class Installation:
    """The one that a data folder is of."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        pepper = load_key(data_dir, PEPPER_FILE)
        self.id = hashlib.sha256(b"sprue installation\n" + pepper).hexdigest()[:ID_DIGITS]
        """Nothing of the pepper can be read from it."""

    async def claim(self, connection: AsyncConnection) -> None:
        """Check that a database is of this installation too; one that is of none yet becomes so.

        A folder and a database from before there were ids belong together if they share a job, or if the
        folder has none.

        Parameters
        ----------
        connection : AsyncConnection
            In a transaction.

        Raises
        ------
        InvalidSetting
            They do not belong together. Nothing has been changed.
        """
        await advisory_lock.acquire(connection, Lock.CLAIM_DATABASE)
        other = (await connection.execute(select(installations.c.id))).scalar()
        if other is None:
            await self._check_jobs(connection)
            await connection.execute(insert(installations).values(id=self.id))
        elif other != self.id:
            raise InvalidSetting(
                f"the data folder {self._data_dir} is of installation {self.id}, the database of "
                f"installation {other}: {_WAYS_OUT}"
            )

    async def _check_jobs(self, connection: AsyncConnection) -> None:
        folder = self._data_dir / blobs.JOBS
        found = {each.name for each in folder.iterdir()} if folder.is_dir() else set()
        known = set((await connection.execute(select(jobs.c.id))).scalars())
        if found and found.isdisjoint(known):
            raise InvalidSetting(
                f"of the jobs in the data folder {self._data_dir} ({len(found)}) the database knows none: "
                f"{_WAYS_OUT}. To begin anew in this folder, move {folder} away"
            )


_WAYS_OUT = (
    f"they do not belong together. Name the folder of this database by {variable('data_dir')}, or the "
    f"database of this folder by {variable('database_url')}; nothing was changed"
)
