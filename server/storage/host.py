"""What every host of an installation has: its secrets, the database and the home of files."""

from dataclasses import dataclass

from server.settings import MEBIBYTE, InvalidSetting, Settings, variable
from server.storage import migrate, secret_keys
from server.storage.blobs import Blobs
from server.storage.database import Database, is_shared, open_database
from server.storage.installation import Installation
from server.storage.local_blobs import LocalBlobs
from server.storage.secret_keys import SecretKeys
from server.storage.signing import load_key

HOME_FILE = "home.key"
HOME_DIGITS = 32


@dataclass(frozen=True, slots=True)
class Host:
    """One machine of an installation, or the only one."""

    keys: SecretKeys
    database: Database
    blobs: Blobs
    installation: Installation

    async def prepare(self) -> None:
        """Bring SQLite up to date, and check that database, files and secrets belong together.

        Raises
        ------
        InvalidSetting
            One of them is away or of another installation, or the database has to be migrated first.
        """
        await migrate.prepare(self.database)
        async with self.database.writing() as connection:
            await self.installation.claim(connection)
        await self.blobs.claim(self.installation.id)


def open_host(settings: Settings) -> Host:
    """Make the parts of a host; nothing is asked of them yet.

    Raises
    ------
    InvalidSetting
        The secrets are not there, or a URL is none.
    """
    keys = secret_keys.load(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    return Host(
        keys,
        open_database(settings.database_url, settings.data_dir),
        _blobs(settings, keys),
        Installation(settings, keys),
    )


def check_is_shared(settings: Settings) -> None:
    """Raise InvalidSetting unless other hosts find this one's database and files, and make its links."""
    if not settings.site_url:
        raise InvalidSetting(
            f"hosts with `sprue worker` need {variable('site_url')}: where callers reach the installation, "
            "whichever host answers"
        )
    if not (is_shared(settings.database_url) and settings.store):
        raise InvalidSetting(
            "hosts with `sprue worker` need a PostgreSQL database and a store that all hosts share: set "
            f"{variable('database_url')} and {variable('store')}"
        )


def _blobs(settings: Settings, keys: SecretKeys) -> Blobs:
    """Return the home of files: a bucket where one is set, else the data folder."""
    if not settings.store:
        # others that work with the database do not see this folder
        of_others = is_shared(settings.database_url)
        home = load_key(settings.data_dir, HOME_FILE).hex()[:HOME_DIGITS] if of_others else ""
        return LocalBlobs(settings.data_dir, home)
    from server.storage.object_store import ObjectStore
    from server.storage.s3_blobs import S3Blobs

    store = ObjectStore(settings.store, settings.store_public_url)
    return S3Blobs(store, settings.data_dir, settings.disk_budget_mb * MEBIBYTE, keys.signing)
