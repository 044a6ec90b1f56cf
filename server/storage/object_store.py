"""Objects in a bucket of S3, or of what speaks like it, with our words for what can go wrong.

Endpoint, region and keys are those of the usual variables (`AWS_ENDPOINT_URL`, `AWS_REGION`,
`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, …), or of the role of the machine.
"""

import os
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import urlsplit

from server.errors import StorageAway
from server.settings import InvalidSetting, variable
from server.storage.blobs import ObserveRequest

if TYPE_CHECKING:
    from obstore.store import S3Store

EXAMPLE = "s3://bucket/prefix"
URL = re.compile(r"s3://([\w.-]+)(/[\w./-]*)?", re.ASCII)
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
"""The variables that name an endpoint, the one that wins first."""
AWAY = "The store of files does not answer; please try again in a moment."
PAGE = 1000
"""Objects that S3 lists at once."""
PIECE_BYTES = 1 << 20

CONNECT_TIMEOUT = timedelta(seconds=3)
READ_TIMEOUT = timedelta(seconds=20)
"""Without a byte; the largest part of an upload takes that long on a slow line."""
LONGEST = timedelta(minutes=5)
"""For a whole object."""
RETRIES = 2
LONGEST_RETRY = timedelta(seconds=15)
"""After which the caller is told: a request waits, and a job is begun anew later."""


def _observe_nothing(operation: str, seconds: float) -> None:
    """Do nothing: nobody counts."""


class Entry(TypedDict):
    """What the store tells of an object."""

    path: str
    last_modified: datetime
    size: int
    e_tag: str | None


class ObjectStore:
    """The objects below a prefix of a bucket; paths begin there.

    Every method may raise StorageAway. A missing object raises FileNotFoundError, where one is asked for.

    Parameters
    ----------
    url : str
        `s3://bucket/prefix`, or without a prefix.
    public_url : str
        The endpoint as callers reach it; empty where they do not.

    Raises
    ------
    InvalidSetting
        The URLs are none, or what speaks with stores is not installed.
    """

    def __init__(self, url: str, public_url: str = "", environment: Mapping[str, str] | None = None) -> None:
        environment = os.environ if environment is None else environment
        self.url = url.rstrip("/")
        self._bucket, self._prefix = _parsed(url)
        named = next((name for name in ENDPOINTS if environment.get(name)), None)
        self._endpoint = environment[named] if named else ""
        if named:
            _check_endpoint(named, self._endpoint)
        self._store = self._opened(self._endpoint)
        self._public: S3Store | None = None
        self.observe: ObserveRequest = _observe_nothing
        if public_url:
            _check_endpoint(variable("store_public_url"), public_url)
            self._public = self._opened(public_url)

    @contextmanager
    def _timed(self, operation: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.observe(operation, time.monotonic() - began)

    async def claim(self, path: str, text: str) -> str:
        """Write a short text where none is yet; return what stands there. For the start of a host.

        Raises
        ------
        InvalidSetting
            The bucket is not there, or the keys do not open it, or it does not answer.
        """
        from obstore.exceptions import AlreadyExistsError

        try:
            await self._store.put_async(path, text.encode(), mode="create")
            return text
        except AlreadyExistsError:
            try:
                found = await self._store.get_async(path)
                return bytes(await found.bytes_async()).decode("utf-8", "replace")
            except Exception as error:
                raise self._refusal(error) from None
        except Exception as error:
            raise self._refusal(error) from None

    async def look(self, path: str) -> Entry:
        """Return what there is to know of an object."""
        with _asking(), self._timed("head"):
            return _entry(await self._store.head_async(path))

    async def read(self, path: str, start: int, length: int, e_tag: str | None) -> AsyncIterator[bytes]:
        """Yield a part of an object, piece by piece; it has to be the one of that tag still."""
        if not length:
            return
        options: dict[str, Any] = {"range": (start, start + length)}
        if e_tag is not None:
            options["if_match"] = e_tag
        with _asking():
            with self._timed("get"):
                found = await self._store.get_async(path, options=options)  # type: ignore[arg-type]
            async for piece in found.stream(min_chunk_size=PIECE_BYTES):
                yield piece

    async def fetch(self, path: str, target: Path) -> None:
        """Write an object to a file of this machine; half of one may be left where it raises."""
        with _asking():
            with self._timed("get"):
                found = await self._store.get_async(path)
            with target.open("wb") as file:
                async for piece in found.stream(min_chunk_size=PIECE_BYTES):
                    file.write(piece)

    async def put(self, path: str, file: Path, attributes: Mapping[str, str]) -> str | None:
        """Write a file of this machine over an object; return its entity tag."""
        with _asking(), self._timed("put"):
            return (await self._store.put_async(path, file, attributes=dict(attributes)))["e_tag"]

    async def put_new(self, path: str, file: Path, attributes: Mapping[str, str]) -> None:
        """Write a file of this machine where there is no object yet; of two who do, the first wins."""
        from obstore.exceptions import AlreadyExistsError

        with _asking(), self._timed("put"):
            try:
                await self._store.put_async(path, file, attributes=dict(attributes), mode="create")
            except AlreadyExistsError:
                pass

    async def entries(self, prefix: str, after: str | None = None) -> AsyncIterator[Entry]:
        """Yield the objects below a prefix in the order of their paths, those after one."""
        with _asking():
            async for page in self._store.list(prefix, offset=after, chunk_size=PAGE):
                for found in page:
                    yield _entry(found)

    async def delete(self, paths: Sequence[str]) -> None:
        """Remove objects; those that are gone already count as removed."""
        if paths:
            with _asking(), self._timed("delete"):
                await self._store.delete_async(list(paths))

    async def move(self, path: str, target: str) -> None:
        """Move an object to another path."""
        with _asking(), self._timed("move"):
            await self._store.rename_async(path, target)

    async def link(self, path: str, lifetime: timedelta) -> str | None:
        """Return a link that the store itself answers, for a while; None where callers cannot reach it."""
        import obstore

        if self._public is None:
            return None
        with _asking():
            return await obstore.sign_async(self._public, "GET", path, lifetime)

    def _opened(self, endpoint: str) -> "S3Store":
        try:
            from obstore.store import S3Store
        except ImportError:
            raise InvalidSetting(
                f"{variable('store')} needs obstore, which is not installed; "
                "install Sprue with its extra `hosted`: pip install 'sprue[hosted]'"
            ) from None
        options: dict[str, Any] = {"endpoint": endpoint} if endpoint else {}
        return S3Store(
            self._bucket,
            prefix=self._prefix or None,
            client_options={
                "allow_http": endpoint.startswith("http:"),
                "connect_timeout": CONNECT_TIMEOUT,
                "read_timeout": READ_TIMEOUT,
                "timeout": LONGEST,
            },
            retry_config={"max_retries": RETRIES, "retry_timeout": LONGEST_RETRY},
            **options,
        )

    def _refusal(self, error: Exception) -> InvalidSetting:
        """Return what is wrong with the bucket, as a sentence for the operator."""
        where = f"{variable('store')} is {self.url}"
        at = f" at {self._endpoint}" if self._endpoint else ""
        text = str(error)
        if "NoSuchBucket" in text or isinstance(error, FileNotFoundError):
            return InvalidSetting(f"{where}, and there is no bucket {self._bucket}{at}")
        if "latest/api/token" in text or "security-credentials" in text:
            return InvalidSetting(
                f"{where}, and there are no keys to it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
                "or give this machine a role"
            )
        if _is_refused(error):
            return InvalidSetting(
                f"{where}, and its keys (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) are refused{at}: "
                "they have to read, write, list and delete there"
            )
        return InvalidSetting(f"{where}, which does not answer{at}: {_reason(error)}")


@contextmanager
def _asking() -> Iterator[None]:
    """Raise StorageAway for whatever keeps the store from answering."""
    from obstore.exceptions import BaseError

    try:
        yield
    except BaseError as error:
        raise StorageAway(AWAY, _reason(error)) from None


def _reason(error: Exception) -> str:
    """Return what a store said, without the pages of detail that follow."""
    return str(error).partition("\n")[0].strip()


def _is_refused(error: Exception) -> bool:
    from obstore.exceptions import PermissionDeniedError, UnauthenticatedError

    # of a list it is a plain error with the status in its text
    return isinstance(error, PermissionDeniedError | UnauthenticatedError) or "403 Forbidden" in str(error)


def _entry(found: Any) -> Entry:
    return {name: found[name] for name in Entry.__annotations__}  # type: ignore[return-value]


def _parsed(url: str) -> tuple[str, str]:
    """Return bucket and prefix; raise InvalidSetting."""
    found = URL.fullmatch(url)
    if found is None:
        raise InvalidSetting(f"{variable('store')} is {url!r}, which is no bucket, as {EXAMPLE} is")
    return found[1], (found[2] or "").strip("/")


def _check_endpoint(name: str, url: str) -> None:
    """Raise InvalidSetting; what speaks with the store would not survive an endpoint that is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidSetting(f"{name} is {url!r}, which is no URL, as https://s3.example.com is")
