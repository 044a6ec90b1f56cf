"""A PostgreSQL server for tests: one for all tests of a process, and a database for each test."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked import WORKERS

NOBODY = "postgres"
"""The server refuses to run as root; its package makes this user."""
MIGRATED = "migrated"
"""The database that those with tables are copied from: a copy takes a tenth of the time of a migration."""
MEMORY = Path("/dev/shm")
"""A folder whose files are in memory, on Linux."""
ROOM_BYTES = 1 << 30
"""More than the databases of all tests take there; what there is of it elsewhere is too little to work in."""
COPIES_FILES_SINCE = 15
"""The version of PostgreSQL that writes a copy of a database to its log as well, unless told otherwise."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": 200,
    "fsync": "off",  # what is written need not outlive a power failure
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "autovacuum": "off",  # nothing lives as long as it would pay
}


def why_not() -> str:
    """Return what is missing to run one; empty where nothing is."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed"
    if _programs() is None:
        return "PostgreSQL is not installed"
    if os.name == "nt":
        return "it is run on POSIX alone"
    if os.geteuid() == 0 and (shutil.which("runuser") is None or not _has_user()):
        return "it does not run as root, and there is no user for it"
    return ""


class Cluster:
    """A server that runs.

    Parameters
    ----------
    programs : Path
        The folder with the server's programs.
    folder : Path
        Where it keeps its files.
    settings : object
        Of PostgreSQL, beside or instead of `SETTINGS`.
    """

    def __init__(self, programs: Path, folder: Path, **settings: object) -> None:
        self.programs = programs
        self._settings = SETTINGS | settings
        self._folder = folder
        self._port = _free_port()
        self._conninfo = f"host=127.0.0.1 port={self._port} user=sprue dbname=postgres"
        self._n_databases = 0
        self._is_migrated = False
        data = folder / "data"
        with _made_once() as made:
            if made is not None and made.exists():
                _copy(made, data)
                self._is_migrated = True
            else:
                ours = ("-U", "sprue", "-A", "trust", "-E", "UTF8", "--no-sync")
                _run(programs / "initdb", "-D", data, *ours)
            version = int((data / "PG_VERSION").read_text().split(".")[0])
            self._strategy = " STRATEGY FILE_COPY" if version >= COPIES_FILES_SINCE else ""
            self.start()
            if made is not None and not made.exists():
                self._migrate()
                self._control("-m", "fast", "stop")
                whole = made.with_suffix(".whole")
                _copy(data, whole)
                whole.rename(made)
                self.start()

    @property
    def pid(self) -> int:
        """The id of its first process."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def url(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql+psycopg://sprue@127.0.0.1:{self._port}/{name}"

    def start(self) -> None:
        """Start; what was stopped goes on with what was committed."""
        settings = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        options = f"-p {self._port} -k {self._folder} {settings}"
        self._control("-w", "-l", self._folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Stop as a power failure would: every connection breaks, and no transaction is ended."""
        self._control("-m", "immediate", "stop")

    @contextmanager
    def empty(self) -> Iterator[str]:
        """Yield the URL of a database without tables."""
        with self._made("template0") as url:
            yield url

    @contextmanager
    def migrated(self) -> Iterator[str]:
        """Yield the URL of a database with every table, and no rows."""
        self._migrate()
        with self._made(MIGRATED) as url:
            yield url

    def execute(self, sql: str) -> None:
        """Execute a statement as whoever runs the server."""
        import psycopg

        with psycopg.connect(self._conninfo, autocommit=True) as connection:
            connection.execute(sql.encode())

    def _migrate(self) -> None:
        """Make the database that those with tables are copied from, unless it is there."""
        if not self._is_migrated:
            self.execute(f"CREATE DATABASE {MIGRATED} TEMPLATE template0")
            _migrate(self.url(MIGRATED))
            self._is_migrated = True

    @contextmanager
    def _made(self, template: str) -> Iterator[str]:
        self._n_databases += 1
        name = f"test_{self._n_databases}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}{self._strategy}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _control(self, *arguments: object) -> None:
        _run(self.programs / "pg_ctl", "-D", self._folder / "data", *arguments)


@contextmanager
def serving(place: Path | None = None, **settings: object) -> Iterator[Cluster]:
    """Run one, with its files in a place, and settings of PostgreSQL beside those of tests."""
    programs = _programs()
    assert programs is not None
    # not in the test's own folder: the server's user may not go there
    folder = Path(tempfile.mkdtemp(prefix="sprue-postgresql-", dir=place))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, NOBODY, NOBODY)
        cluster = Cluster(programs, folder, **settings)
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def memory() -> Path | None:
    """Return a place in memory, where there is room; else None.

    A database has 300 files: to copy them takes a disk several times as long, most of it of the processor.
    """
    try:
        has_room = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_BYTES
    except OSError:
        return None
    return MEMORY if has_room else None


@contextmanager
def _made_once() -> Iterator[Path | None]:
    """Yield where the files of a server with `MIGRATED` lie for all test processes of a run, or will lie.

    To make them takes a second of a processor. One process at a time has the path; None: there is no run.
    """
    import fcntl  # there is none where PostgreSQL is not run

    if WORKERS not in os.environ:
        yield None
        return
    folder = Path(os.environ[WORKERS]).parent
    with (folder / "postgresql.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / "postgresql"


def _copy(source: Path, target: Path) -> None:
    """Copy the files of a server that does not run, with those that own them."""
    subprocess.run(["cp", "-a", source, target], check=True)


def _migrate(url: str) -> None:
    """Bring a database to the tables of the server."""
    import asyncio

    from server.storage import migrate
    from server.storage.database import open_database

    async def go() -> None:
        database = open_database(url, Path())
        await migrate.upgrade(database)
        await database.close()

    asyncio.run(go())


def _programs() -> Path | None:
    """Return the folder with the server's programs, the newest there is."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    return versions[-1].parent if versions else None


def _has_user() -> bool:
    import pwd

    return any(user.pw_name == NOBODY for user in pwd.getpwall())


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _run(*command: object) -> None:
    as_nobody: list[Any] = ["runuser", "-u", NOBODY, "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_nobody, *map(str, command)], check=True, stdout=subprocess.DEVNULL, cwd="/")


CAN_RUN = pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can run")
BOTH = ("sqlite", pytest.param("postgresql", marks=CAN_RUN))
ON_BOTH = pytest.mark.parametrize("database_url", BOTH, indirect=True)
"""Has a test run on SQLite and on PostgreSQL."""
ON_POSTGRESQL = pytest.mark.parametrize("database_url", BOTH[1:], indirect=True)
