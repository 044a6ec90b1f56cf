"""The home of files in a bucket of S3 that all hosts of an installation share.

installation              the id of the installation that the bucket is of
jobs/ID/part.step         what was sent
jobs/ID/results-1/…       what the first run made of it
jobs/ID/sealed-1/…        what it was judged to be, for its report
previews/ID.glb           what convert and quick-info answer with
prepared/HASH.prepared    parts that were meshed, for whoever asks again; named for all they depend on
strays/TIME/ID/…          what nobody knew, until it is as old as a job may be

On each host, below its data folder:

scratch/…                 what is on its way; gone at the next start
cache/…                   prepared parts and measurements by their content, within a budget
"""

import asyncio
import logging
import shutil
import time
from collections.abc import AsyncIterator, Collection, Coroutine, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any

from server.errors import ArtifactNotFound, StorageAway
from server.settings import InvalidSetting, variable
from server.storage import compressed, ids, media_types
from server.storage.blobs import NO_ARTIFACT, RESULT, SAFE_NAME, ObserveRequest, PreparedNames, Staged
from server.storage.file_cache import FileCache
from server.storage.object_store import AWAY, Entry, ObjectStore
from server.storage.seal import Seal

MARKER = "installation"
JOBS, PREVIEWS, PREPARED, STRAYS = "jobs", "previews", "prepared", "strays"
RESULTS, SEALED = "results-", "sealed-"
DRAWN = (".glb", ".png", ".html", ".gz")
"""Results that nothing is worked out from: they stay in the bucket when a run is staged."""
SHOWN_BY_US = (".html",)
"""Pages of ours are answered with headers that keep them inert, which a bucket does not send."""
CACHING = "private, immutable, max-age=86400"
MOST_AT_ONCE = 8
"""Objects of a run that are sent or fetched side by side."""
EARLY_EVERY_S = 0.1
CHECK_WAIT_S = 3.0
STRAY_AGE = timedelta(hours=1)
"""What nobody knows and is younger may be on its way: a part is stored before its job is queued."""
SUPERSEDED_EVERY_S = 3600.0
"""How often superseded results are looked for, which lists every object of every job."""
LINK_LIFETIME = timedelta(minutes=10)
"""Of a link that the bucket answers: whoever has one of ours gets a new one each time."""

log = logging.getLogger("sprue.storage")


@dataclass(frozen=True, slots=True)
class S3File:
    """An object as it was when it was asked for."""

    blobs: "S3Blobs"
    entry: Entry

    @property
    def name(self) -> str:
        """What it is called, with its suffix."""
        return PurePosixPath(self.entry["path"]).name

    @property
    def size_bytes(self) -> int:
        """How long it is."""
        return self.entry["size"]

    @property
    def etag(self) -> str:
        """Its entity tag, in quotes."""
        return self.entry["e_tag"] or f'"{self.modified_at.timestamp():x}-{self.size_bytes:x}"'

    @property
    def modified_at(self) -> datetime:
        """When it was written."""
        return self.entry["last_modified"]

    def chunks(self, start: int, length: int) -> AsyncIterator[bytes]:
        """Yield a part of it, piece by piece."""
        return self.blobs.store.read(self.entry["path"], start, length, self.entry["e_tag"])

    async def compressed(self) -> "S3File | None":
        """Return the compressed object beside it, made by the first who asks; None where there is none."""
        if not compressed.is_worth_it(self.name, self.size_bytes):
            return None
        return await self.blobs.compressed(self.entry["path"])

    async def direct_link(self) -> str | None:
        """Return a link that the bucket answers; None for pages, and where callers do not reach it."""
        if self.name.removesuffix(compressed.SUFFIX).endswith(SHOWN_BY_US):
            return None
        return await self.blobs.store.link(self.entry["path"], LINK_LIFETIME)


class S3Blobs:
    """Objects of a bucket. Only previews, and files below a job's results, can be fetched.

    Parameters
    ----------
    store : ObjectStore
        The bucket.
    data_dir : Path
        Where this host keeps what is on its way, and its cache.
    cache_bytes : int
        What the cache may take.
    secret : bytes
        What all hosts of the installation share; see `seal`.
    """

    home = ""
    is_shared = True

    def __init__(self, store: ObjectStore, data_dir: Path, cache_bytes: int, secret: bytes) -> None:
        self.store = store
        self._scratch = data_dir / "scratch"
        shutil.rmtree(self._scratch, ignore_errors=True)  # of an earlier process: one works in the folder
        self._scratch.mkdir(parents=True)
        self._cache = FileCache(data_dir / "cache", cache_bytes)
        self._seal = Seal(secret)
        self._before: dict[Path, dict[Path, tuple[int, int]]] = {}
        """By the folder of a staged run: what was there when it was staged."""
        self._superseded_at = -SUPERSEDED_EVERY_S

    async def claim(self, installation_id: str) -> None:
        """Check that the bucket is there, opens to our keys and is of an installation, or of none yet."""
        found = await self.store.claim(MARKER, installation_id)
        if found != installation_id:
            raise InvalidSetting(
                f"{variable('store')} is {self.store.url}, which is of installation {found[:40]}, and this "
                f"host is of installation {installation_id}: name another bucket, or another prefix in it; "
                "nothing was changed"
            )

    async def check(self) -> None:
        """Raise StorageAway where the bucket does not answer within seconds."""
        try:
            async with asyncio.timeout(CHECK_WAIT_S):
                await self.store.look(MARKER)
        except (TimeoutError, FileNotFoundError):
            raise StorageAway(AWAY, "it does not answer in time, or is another one") from None

    def observe_requests(self, observe: ObserveRequest) -> None:
        """Have somebody told of each request to the bucket."""
        self.store.observe = observe

    @contextmanager
    def upload(self) -> Iterator[Path]:
        """Yield a folder that is gone when the block ends."""
        folder = self._new_folder()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def make(self, job_id: str) -> Path:
        """Make a folder on this machine for the part of a job that is to be."""
        folder = self._scratch / job_id
        folder.mkdir()
        return folder

    async def keep_part(self, job_id: str) -> None:
        """Send the part of a job."""
        folder = self._scratch / job_id
        for file in list(folder.iterdir()):
            await self.store.put(f"{JOBS}/{job_id}/{file.name}", file, {})
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def new_preview(self, suffix: str = ".glb") -> Path:
        """Return where a preview, or a part that was sent ahead, may be written."""
        return self._scratch / f"{ids.new()}{suffix}"

    async def keep_preview(self, file: Path) -> None:
        """Send a preview that was written."""
        await self.store.put(f"{PREVIEWS}/{file.name}", file, _attributes(file.name))
        file.unlink()

    async def preview(self, name: str) -> S3File:
        """Return one preview; raise ArtifactNotFound."""
        return await self._file(PREVIEWS, name)

    async def artifact(self, job_id: str, run: int | str, name: str) -> S3File:
        """Return one result file; raise ArtifactNotFound."""
        return await self._file(JOBS, job_id, f"{RESULTS}{run}", name)

    async def compressed(self, path: str) -> S3File:
        """Return the compressed object beside one; of two who make it, the first wins."""
        packed = path + compressed.SUFFIX
        with suppress(FileNotFoundError):
            return S3File(self, await self.store.look(packed))
        folder = self._new_folder()
        try:
            source, target = folder / PurePosixPath(path).name, folder / "packed"
            await self.store.fetch(path, source)
            await asyncio.to_thread(compressed.compress, source, target)
            attributes = _attributes(source.name) | {"Content-Encoding": compressed.ENCODING}
            await self.store.put_new(packed, target, attributes)
            return S3File(self, await self.store.look(packed))
        except FileNotFoundError:
            raise ArtifactNotFound(NO_ARTIFACT) from None
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    @asynccontextmanager
    async def stage(
        self,
        job_id: str,
        run: int,
        part_name: str,
        prepared_names: PreparedNames,
        early: Collection[str] = (),
    ) -> AsyncIterator[Staged]:
        """Yield a folder of its own with the files of a run, that is gone when the block ends."""
        folder = self._new_folder()
        staged = Staged(folder / part_name, folder / "results", folder / "prepared")
        try:
            staged.prepared.mkdir()
            with _gone_is_not_found():
                await self.store.fetch(f"{JOBS}/{job_id}/{part_name}", staged.part)
                sealed = [
                    f"{PREPARED}/{name}" for name in await asyncio.to_thread(prepared_names, staged.part)
                ]
                sealed += [
                    entry["path"] async for entry in self.store.entries(f"{JOBS}/{job_id}/{SEALED}{run}")
                ]
                await self._fetch_measured(job_id, run, staged.results)
                await _all(self._fetch_sealed(path, staged.prepared) for path in sealed)
            self._before[folder] = _signatures(folder)
            async with self._sending(job_id, run, staged.results, early):
                yield staged
        finally:
            self._before.pop(folder, None)
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    @asynccontextmanager
    async def results(self, job_id: str, run: int) -> AsyncIterator[Path]:
        """Yield a folder with what a run measured, which is missing where there is nothing."""
        folder = self._new_folder()
        try:
            with _gone_is_not_found():
                await self._fetch_measured(job_id, run, folder / "results")
            yield folder / "results"
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def keep_results(self, job_id: str, run: int, staged: Staged) -> int:
        """Send what a run made, its result last; return the bytes that the job takes."""
        before = self._before[staged.results.parent]
        made = [
            file for file, known in _signatures(staged.results.parent).items() if before.get(file) != known
        ]
        results = {file.name: file for file in made if file.parent == staged.results}
        result = results.pop(RESULT, None)
        await _all(
            (
                *[self._send_result(job_id, run, file) for file in results.values()],
                *[
                    self._send_sealed(job_id, run, file)
                    for file in made
                    if file.parent == staged.prepared and SAFE_NAME.fullmatch(file.name)
                ],
            )
        )
        if result is not None:
            await self._send_result(job_id, run, result)
        return sum([entry["size"] async for entry in self.store.entries(f"{JOBS}/{job_id}")])

    async def remove_results(self, job_id: str, run: int) -> None:
        """Remove what a run of a job made."""
        for kind in (RESULTS, SEALED):
            await self._remove_below(f"{JOBS}/{job_id}/{kind}{run}")

    async def remove_partial(self, job_id: str, run: int, but: str) -> None:
        """Remove what a run made that failed, but one file."""
        await self._remove_below(f"{JOBS}/{job_id}/{RESULTS}{run}", but)
        await self._remove_below(f"{JOBS}/{job_id}/{SEALED}{run}")

    async def remove(self, job_id: str) -> None:
        """Remove everything of a job; what cannot be removed now is a stray later."""
        await asyncio.to_thread(shutil.rmtree, self._scratch / job_id, ignore_errors=True)
        try:
            await self._remove_below(f"{JOBS}/{job_id}")
        except StorageAway as error:
            log.warning("the files of job %s are left to be found as strays: %s", job_id, error.reason)

    async def move_strays(self, known_jobs: Collection[str], now: datetime) -> tuple[int, str]:
        """Move aside what no job knows and nobody sends any more."""
        moment = now.strftime("%Y%m%dT%H%M%SZ")
        of_job: dict[str, list[Entry]] = {}
        async for entry in self.store.entries(JOBS):
            job_id = entry["path"].split("/")[1]
            if job_id not in known_jobs:
                of_job.setdefault(job_id, []).append(entry)
        strays = {
            job_id: entries
            for job_id, entries in of_job.items()
            if all(now - entry["last_modified"] > STRAY_AGE for entry in entries)
        }
        for entries in strays.values():
            for entry in entries:
                with suppress(FileNotFoundError):  # another host moves it too
                    await self.store.move(
                        entry["path"], f"{STRAYS}/{moment}/{entry['path'].removeprefix(f'{JOBS}/')}"
                    )
        return len(strays), f"{self.store.url}/{STRAYS}/{moment}"

    async def forget(self, unused: datetime, unlinked: datetime) -> None:
        """Remove prepared parts and strays, previews and superseded results that are older than these."""
        await self.store.delete([each async for each in self._older(PREVIEWS, unlinked)])
        await self.store.delete([each async for each in self._older(STRAYS, unused)])
        prepared = [
            entry["path"] async for entry in self.store.entries(PREPARED) if entry["last_modified"] < unused
        ]
        await self.store.delete(prepared)
        if time.monotonic() - self._superseded_at > SUPERSEDED_EVERY_S:
            await self._remove_superseded(unlinked)
            self._superseded_at = time.monotonic()

    async def trim(self, budget_bytes: int, missing_bytes: int = 0) -> int:
        """Let the cache free what this machine's disk is short of; a bucket is never full, so return 0."""
        if missing_bytes:
            await asyncio.to_thread(self._cache.free, missing_bytes)
        return 0

    async def _older(self, prefix: str, moment: datetime) -> AsyncIterator[str]:
        """Yield the objects of a folder that were made before a moment; they lie in order of their age."""
        async for entry in self.store.entries(prefix):
            if entry["last_modified"] < moment:
                yield entry["path"]
            elif not entry["path"].endswith(compressed.SUFFIX):  # which is made when it is first asked for
                return

    async def _remove_superseded(self, before: datetime) -> None:
        """Remove the results of runs after which a later one of the job was done before a moment."""
        runs: dict[int, list[str]] = {}
        done: set[int] = set()
        job_id = ""
        async for entry in self.store.entries(JOBS):
            parts = entry["path"].split("/")
            if parts[1] != job_id:
                await self._remove_runs(runs, done)
                job_id, runs, done = parts[1], {}, set()
            kind, _, run = parts[2].rpartition("-")
            if len(parts) < 4 or f"{kind}-" not in (RESULTS, SEALED):
                continue
            runs.setdefault(int(run), []).append(entry["path"])
            if parts[3] == RESULT and entry["last_modified"] < before:
                done.add(int(run))
        await self._remove_runs(runs, done)

    async def _remove_runs(self, runs: Mapping[int, list[str]], done: Collection[int]) -> None:
        newest = max(done, default=0)
        await self.store.delete([path for run, paths in runs.items() if run < newest for path in paths])

    async def _remove_below(self, prefix: str, but: str | None = None) -> None:
        paths = [entry["path"] async for entry in self.store.entries(prefix)]
        await self.store.delete([path for path in paths if PurePosixPath(path).name != but])

    async def _file(self, *parts: str) -> S3File:
        if not all(SAFE_NAME.fullmatch(part) for part in parts):
            raise ArtifactNotFound(NO_ARTIFACT)
        with _gone_is_not_found():
            return S3File(self, await self.store.look("/".join(parts)))

    async def _fetch_measured(self, job_id: str, run: int, folder: Path) -> None:
        """Fetch the results of a run that something is worked out from; from the cache what was before."""
        entries = [
            entry
            async for entry in self.store.entries(f"{JOBS}/{job_id}/{RESULTS}{run}")
            if not entry["path"].endswith(DRAWN)
        ]
        if entries:
            folder.mkdir()
        await _all(self._fetch(entry, folder / PurePosixPath(entry["path"]).name) for entry in entries)

    async def _fetch(self, entry: Entry, target: Path) -> None:
        name = f"{entry['path']} {entry['e_tag']}"
        if await asyncio.to_thread(self._cache.take, name, target):
            return
        await self.store.fetch(entry["path"], target)
        await asyncio.to_thread(self._cache.add, name, target)

    async def _fetch_sealed(self, path: str, folder: Path) -> None:
        """Fetch a file that is read as it is; there is none where it is missing or has not our seal."""
        target = folder / PurePosixPath(path).name
        if await asyncio.to_thread(self._cache.take, path, target):
            return
        draft = folder.parent / f"{target.name}.sealed"
        try:
            await self.store.fetch(path, draft)
        except FileNotFoundError:
            return
        if not await asyncio.to_thread(self._seal.open, path, draft):
            log.warning("%s/%s has not the seal of this installation; it is removed", self.store.url, path)
            await self.store.delete([path])
            return
        draft.rename(target)
        await asyncio.to_thread(self._cache.add, path, target)

    async def _send_result(self, job_id: str, run: int, file: Path) -> None:
        path = f"{JOBS}/{job_id}/{RESULTS}{run}/{file.name}"
        await self.store.put(path, file, _attributes(file.name))

    async def _send_sealed(self, job_id: str, run: int, file: Path) -> None:
        """Send what other runs may read: a prepared part to all, else to the report of this run."""
        is_for_all = file.suffix == f".{PREPARED}"
        path = f"{PREPARED if is_for_all else f'{JOBS}/{job_id}/{SEALED}{run}'}/{file.name}"
        draft = file.parent.parent / f"{file.name}.sealed"
        await asyncio.to_thread(self._seal.close, path, file, draft)
        send = self.store.put_new if is_for_all else self.store.put
        await send(path, draft, {})
        await asyncio.to_thread(self._cache.add, path, file)

    @asynccontextmanager
    async def _sending(
        self, job_id: str, run: int, folder: Path, names: Collection[str]
    ) -> AsyncIterator[None]:
        """Send results as soon as they are there, and those of a run that failed before it is given up."""
        left = set(names)

        async def send() -> None:
            for name in [name for name in left if (folder / name).is_file()]:
                await self._send_result(job_id, run, folder / name)
                left.remove(name)

        async def watch() -> None:
            while left:
                await asyncio.sleep(EARLY_EVERY_S)
                with suppress(StorageAway):  # who waits for it waits a little longer
                    await send()

        watching = asyncio.create_task(watch())
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            with suppress(StorageAway):
                await send()

    def _new_folder(self) -> Path:
        folder = self._scratch / ids.new()
        folder.mkdir()
        return folder


@contextmanager
def _gone_is_not_found() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise ArtifactNotFound(NO_ARTIFACT) from None


async def _all(steps: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Take steps side by side, some at once; raise what the first one raises, when none goes on."""
    free = asyncio.Semaphore(MOST_AT_ONCE)

    async def take(step: Coroutine[Any, Any, None]) -> None:
        async with free:
            await step

    try:
        async with asyncio.TaskGroup() as group:
            for step in steps:
                group.create_task(take(step))
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None


def _attributes(name: str) -> dict[str, str]:
    """Return what an object tells of itself to those who fetch it from the bucket."""
    return {
        "Content-Type": media_types.of(name),
        "Content-Disposition": f'inline; filename="{name}"',
        "Cache-Control": CACHING,
    }


def _signatures(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return what tells each file below a folder from what it was before."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.name.startswith(".")]
    return {file: (stat.st_ino, stat.st_size) for file in files for stat in [file.stat()]}
