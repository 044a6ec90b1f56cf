"""What all calls of the API share: a connection, parts on their way, answers read as what they should be."""

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from app.client import connection, errors, models
from app.client.cancel import Cancel
from app.client.connection import Connection
from app.client.errors import Failure
from app.client.models import Json
from app.client.uploads import Progress, Upload

T = TypeVar("T")
MISSING_ROUTE = frozenset({404, 405})
"""What a server answers that has no such call."""


class Wire:
    """A server under one key, and how its answers are read; what can be asked of it is said by others."""

    def __init__(self, base_url: str, key: str | None, transport: httpx.BaseTransport | None = None) -> None:
        self._connection = Connection(base_url, key, transport)

    @property
    def base_url(self) -> str:
        """Where the API is, as `https://example.org/api/v1`."""
        return self._connection.base_url

    @property
    def host(self) -> str:
        """Name and port of the server, to be shown."""
        return self._connection.host

    def _upload(
        self,
        path: str,
        file: Path,
        options: Mapping[str, str | float],
        progress: Progress | None,
        cancel: Cancel | None,
        *,
        key: bool,
    ) -> httpx.Response:
        """Send a part; with an idempotency key it may be sent again."""
        cancel = cancel or Cancel()
        with Upload(file, progress, cancel) as upload:
            return self._connection.send(
                "POST",
                path,
                cancel=cancel,
                is_repeatable=key,
                timeout_s=connection.UPLOAD_S,
                headers=once() if key else None,
                files={"file": (upload.name, upload, "application/octet-stream")},
                data=form(options),
            )

    def _get(self, path: str, kind: type[T], cancel: Cancel | None = None) -> T:
        return self._read(self._connection.send("GET", path, cancel=cancel, is_repeatable=True), kind)

    def _page(self, path: str, kind: type[T], limit: int, starting_after: str | None) -> T | None:
        asked = {"limit": limit} | ({"starting_after": starting_after} if starting_after else {})
        try:
            return self._read(self._connection.send("GET", path, is_repeatable=True, params=asked), kind)
        except Failure as failure:
            if failure.status in MISSING_ROUTE:
                return None
            raise

    def _list(self, path: str, member: str, kind: type[T], cancel: Cancel | None = None) -> tuple[T, ...]:
        found = self._json(self._connection.send("GET", path, cancel=cancel, is_repeatable=True)).get(member)
        return self._shaped(found, tuple[kind, ...])  # type: ignore[valid-type]

    def _inner(self, answer: httpx.Response, member: str, kind: type[T]) -> T:
        return self._shaped(self._json(answer).get(member), kind)

    def _read(self, answer: httpx.Response, kind: type[T]) -> T:
        return self._shaped(self._json(answer), kind)

    def _shaped(self, document: Any, kind: type[T]) -> T:
        try:
            return models.read(document, kind)
        except msgspec.ValidationError as error:
            raise errors.not_sprue(self.host) from error

    def _json(self, answer: httpx.Response) -> Json:
        """Return the body of an answer; one that promises no JSON comes from something else than Sprue."""
        try:
            found = msgspec.json.decode(answer.content)
        except msgspec.DecodeError:
            is_promised = "json" in answer.headers.get("content-type", "")
            raise (errors.broken(self.host) if is_promised else errors.not_sprue(self.host)) from None
        if not isinstance(found, dict):
            raise errors.not_sprue(self.host)
        return found


def once() -> dict[str, str]:
    """Return a header under which a request may be sent twice and is done once."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def path_part(identifier: str) -> str:
    """Return an id as one part of a path, whatever a foreign server makes ids of."""
    return quote(identifier, safe="")


def form(options: Mapping[str, str | float]) -> dict[str, str]:
    """Return options as the fields of a form."""
    return {name: value if isinstance(value, str) else repr(value) for name, value in options.items()}
