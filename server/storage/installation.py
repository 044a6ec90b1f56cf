"""What belongs together: a database, and the secrets of a data folder or of all hosts.

The id of an installation follows from the secret by which keys are known, so that a copy of a data folder
keeps it and a new folder has another. The database keeps the id it was first worked with, and, where hosts
share their secrets by a file, the fingerprint of each.
"""

import hashlib

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.settings import InvalidSetting, Settings, variable
from server.storage import advisory_lock, local_blobs
from server.storage.advisory_lock import Lock
from server.storage.models import installations, jobs
from server.storage.secret_keys import COMMAND, SecretKeys

ID_DIGITS = 12


class Installation:
    """The one that a host is of.

    Parameters
    ----------
    settings : Settings
        Where its data folder and its secrets are.
    keys : SecretKeys
        Its secrets.
    """

    def __init__(self, settings: Settings, keys: SecretKeys) -> None:
        self._data_dir = settings.data_dir
        self._secret_file = settings.secret_file
        self._fingerprints = keys.fingerprints if settings.secret_file else None
        self.id = hashlib.sha256(b"sprue installation\n" + keys.pepper).hexdigest()[:ID_DIGITS]
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
        found = (await connection.execute(select(installations))).one_or_none()
        if found is None:
            await self._check_jobs(connection)
            await connection.execute(
                insert(installations).values(id=self.id, secret_fingerprints=self._fingerprints)
            )
        elif self._fingerprints is not None:
            self._check_secrets(found.id, found.secret_fingerprints)
            if found.secret_fingerprints is None:
                await connection.execute(update(installations).values(secret_fingerprints=self._fingerprints))
        elif found.id != self.id:
            raise InvalidSetting(
                f"the data folder {self._data_dir} is of installation {self.id}, the database of "
                f"installation {found.id}: {_WAYS_OUT}"
            )

    async def replace_secrets(self, connection: AsyncConnection) -> None:
        """Have the database take the secrets of this host from now on, but for the pepper.

        Raises
        ------
        InvalidSetting
            The pepper is another, with which no API key would be known; or the host has no file of secrets.
        """
        if self._fingerprints is None:
            raise InvalidSetting(f"{variable('secret_file')} names no file of secrets")
        await advisory_lock.acquire(connection, Lock.CLAIM_DATABASE)
        found = (await connection.execute(select(installations))).one_or_none()
        if found is not None and found.id != self.id:
            self._check_secrets(found.id, None)
        await connection.execute(update(installations).values(secret_fingerprints=self._fingerprints))

    def _check_secrets(self, installation_id: str, known: dict[str, str] | None) -> None:
        """Raise InvalidSetting where a secret is not what the database knows it as."""
        assert self._fingerprints is not None, "the host has a file of secrets"
        others = [name for name, each in self._fingerprints.items() if known and known.get(name) != each]
        if installation_id != self.id and "pepper" not in others:
            others.insert(0, "pepper")
        if others:
            differing = "; ".join(
                f"{name} {self._fingerprints[name]}" + (f", not {known.get(name)}" if known else "")
                for name in others
            )
            raise InvalidSetting(
                f"the secrets in {self._secret_file} are not those of installation {installation_id}, which "
                f"the database is of (by its fingerprint {differing}): give this host the file that the "
                f"others have, or replace the keys of links and forms by `{COMMAND} --replace`; nothing was "
                "changed"
            )

    async def _check_jobs(self, connection: AsyncConnection) -> None:
        folder = self._data_dir / local_blobs.JOBS
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
