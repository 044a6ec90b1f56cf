"""A PostgreSQL server for a test: one of its own, in a folder of its own, gone when the test is."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = "postgres"
"""The server refuses to run as root; its package makes this user."""


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


@contextmanager
def serving() -> Iterator[str]:
    """Run one, and yield the URL of an empty database."""
    programs = _programs()
    assert programs is not None
    # not in the test's own folder: the server's user may not go there
    folder = Path(tempfile.mkdtemp(prefix="sprue-postgresql-"))
    port = _free_port()
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, NOBODY, NOBODY)
        data = folder / "data"
        _run(programs / "initdb", "-D", data, "-U", "sprue", "-A", "trust", "-E", "UTF8")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://sprue@127.0.0.1:{port}/postgres"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
    as_nobody = ["runuser", "-u", NOBODY, "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_nobody, *map(str, command)], check=True, stdout=subprocess.DEVNULL, cwd="/")
