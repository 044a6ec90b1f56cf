"""Rule packs that the local account shares with a program of the user's: one JSON file each in a folder."""

import asyncio
import contextlib
import json
import os
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import delete, insert, update

from server.auth import local
from server.auth.accounts import Account
from server.dfm.packs import CHECK_LIMIT_S, MOST_BYTES, Catalog, Module, Pack, PackService
from server.errors import PackRefused
from server.jobs.pool import Pool
from server.storage.database import Database
from server.storage.models import rule_packs

SUFFIX = ".json"
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""As rule packs have it: each key is the name of a file on every system."""


class FolderPacks(PackService):
    """Keeps packs as files that others write too; the database counts how often each changed.

    Before anything is read or saved, files are looked at: a new one is version 1, a changed one the next, and
    a pack whose file is gone is gone. Files that hold no pack that holds together are left alone.

    Parameters
    ----------
    database, pool, task, catalog
        As those of `PackService`.
    folder : Path
        Where the files are.
    """

    def __init__(self, database: Database, pool: Pool, task: str, catalog: Catalog, folder: Path) -> None:
        super().__init__(database, pool, task, catalog)
        self._folder = folder
        self._lock = asyncio.Lock()

    async def every(self, account: Account) -> list[Pack]:
        """Return the packs by key."""
        async with self._lock:
            await self._read(account)
            return await super().every(account)

    async def get(self, account: Account, key: str) -> Pack:
        """Return a pack; raise PackNotFound."""
        async with self._lock:
            await self._read(account)
            return await super().get(account, key)

    async def save(self, account: Account, key: str, module: Module, version: int | None) -> Pack:
        """Keep a pack as a file; raise what `PackService` does, or PackRefused where it cannot be written."""
        async with self._lock:
            await self._read(account)
            kept = await super().save(account, key, module, version)
            if account.id != local.ACCOUNT.id:
                return kept
            try:
                await asyncio.to_thread(_write, self._folder / f"{key}{SUFFIX}", kept.document)
            except OSError as error:
                raise PackRefused(f"The pack cannot be kept in {self._folder}: {error.strerror}.") from None
            return kept

    async def remove(self, account: Account, key: str) -> None:
        """Delete a pack and its file; raise PackNotFound."""
        async with self._lock:
            await self._read(account)
            await super().remove(account, key)
            if account.id != local.ACCOUNT.id:
                return
            try:
                await asyncio.to_thread((self._folder / f"{key}{SUFFIX}").unlink, missing_ok=True)
            except OSError as error:
                raise PackRefused(f"The pack cannot be deleted: {error.strerror}.") from None

    async def _read(self, account: Account) -> None:
        """Bring what is kept to what the files hold; they are of the local account alone."""
        if account.id != local.ACCOUNT.id:
            return
        files = await asyncio.to_thread(_packs_in, self._folder)
        before = {each.key: each for each in await super().every(account)}
        changed = {
            key: document
            for key, document in files.items()
            if key not in before or before[key].document != document
        }
        shipped = {str(each["key"]) for each in (await self._catalog())["modules"]} if changed else set()
        changed = {
            key: document
            for key, document in changed.items()
            if key not in shipped and await self._holds_together(document)
        }
        gone = [key for key in before if key not in files]
        if not changed and not gone:
            return
        now = datetime.now(UTC)
        async with self._database.writing() as connection:
            await connection.execute(
                delete(rule_packs).where(rule_packs.c.account_id == account.id, rule_packs.c.key.in_(gone))
            )
            for key, document in changed.items():
                own = (rule_packs.c.account_id == account.id, rule_packs.c.key == key)
                values = {"document": document, "updated_at": now}
                later = update(rule_packs).where(*own).values(version=rule_packs.c.version + 1, **values)
                if (await connection.execute(later)).rowcount != 1:
                    first = {"account_id": account.id, "key": key, "version": 1, "created_at": now}
                    await connection.execute(insert(rule_packs).values(first | values))

    async def _holds_together(self, document: Module) -> bool:
        checked = await self._pool.run(self._task, {"module": document}, CHECK_LIMIT_S)
        return bool(checked["valid"])


def _packs_in(folder: Path) -> dict[str, Module]:
    """Return what files hold that may be packs, by key: the name of the file."""
    found = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if not KEY.fullmatch(path.stem):
            continue
        try:
            with path.open("rb") as file:
                text = file.read(MOST_BYTES + 1)
            document = msgspec.json.decode(text.removeprefix(b"\xef\xbb\xbf"))
        except (OSError, ValueError, RecursionError):
            continue
        if len(text) <= MOST_BYTES and isinstance(document, dict):
            found[path.stem] = {**document, "key": path.stem}
    return found


def _write(path: Path, document: Module) -> None:
    """Write a pack to a file as people read it, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
