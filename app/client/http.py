"""Every call of the API that the desktop makes, typed."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from app.client import connection, errors, events, models
from app.client.cancel import Cancel
from app.client.casting import (
    CastGeometry,
    Choice,
    Converted,
    Finish,
    Material,
    Price,
    Quote,
    QuotePage,
)
from app.client.connection import Connection
from app.client.errors import Failure
from app.client.models import (
    Accepted,
    Event,
    Job,
    JobPage,
    Json,
    PackVerdict,
    QuickInfo,
    Result,
    RuleSchema,
    Standing,
    Usage,
)
from app.client.uploads import Progress, Upload

T = TypeVar("T")
MISSING_ROUTE = frozenset({404, 405})


class Client:
    """A server's API under one key; safe to share between threads.

    Every call raises `Failure` and nothing else. Those that take a `cancel` end with `Reason.CANCELLED`
    within moments of its being asked for.
    """

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

    # --- the server ---------------------------------------------------------------------------------

    def healthz(self, timeout_s: float = 5.0) -> None:
        """Return when the server answers; a server that follows the specification alone fails as MISSING."""
        answer = self._connection.send("GET", f"{self._connection.site_url}/healthz", timeout_s=timeout_s)
        if self._json(answer).get("status") != "ok":
            raise errors.not_sprue(self.host)

    def usage(self) -> Usage | None:
        """Return what was used in this period; None where the server does not tell."""
        try:
            return self._get("/usage", Usage)
        except Failure as failure:
            if failure.status in MISSING_ROUTE:
                return None
            raise

    # --- casting ------------------------------------------------------------------------------------

    def convert(
        self, file: Path, *, progress: Progress | None = None, cancel: Cancel | None = None
    ) -> Converted:
        """Turn a part into the geometry that is quoted."""
        return self._read(self._upload("/convert", file, {}, progress, cancel, key=False), Converted)

    def materials(self) -> tuple[Material, ...]:
        """Return the materials that can be cast."""
        return self._list("/materials", "materials", Material)

    def post_processing(self) -> tuple[Finish, ...]:
        """Return what can be done to a casting."""
        return self._list("/post-processing", "post_processing_options", Finish)

    def prices(
        self, geometry: CastGeometry, choices: Sequence[Choice], *, cancel: Cancel | None = None
    ) -> tuple[Price, ...] | None:
        """Price choices in their order and keep no quote; None where the server prices nothing without."""
        body = {
            "geometry": msgspec.to_builtins(geometry),
            "choices": [
                {
                    "material_id": one.material_id,
                    "quantity": one.quantity,
                    "post_processing_option_ids": list(one.option_ids),
                }
                for one in choices
            ],
        }
        try:
            answer = self._connection.send(
                "POST", "/quotes/preview", cancel=cancel, is_repeatable=True, json=body
            )
        except Failure as failure:
            if failure.status in MISSING_ROUTE:
                return None
            raise
        return self._inner(answer, "prices", tuple[Price, ...])

    def make_quote(
        self,
        file_name: str,
        geometry: CastGeometry,
        material_id: str,
        quantity: int,
        option_ids: Sequence[str] = (),
    ) -> Quote:
        """Price a part; the quote stays on the account as a draft."""
        body = {
            "file_name": file_name,
            "geometry": msgspec.to_builtins(geometry),
            "material_id": material_id,
            "quantity": quantity,
            "post_processing_option_ids": list(option_ids),
        }
        answer = self._connection.send("POST", "/quotes", is_repeatable=True, headers=_once(), json=body)
        return self._inner(answer, "quote", Quote)

    def quote(self, quote_id: str) -> Quote:
        """Return a quote as it was made."""
        answer = self._connection.send("GET", f"/quotes/{_part(quote_id)}", is_repeatable=True)
        return self._inner(answer, "quote", Quote)

    def quotes(self, limit: int = 20, starting_after: str | None = None) -> QuotePage | None:
        """Return quotes, newest first; None where the server does not list them."""
        return self._page("/quotes", QuotePage, limit, starting_after)

    # --- analysis -----------------------------------------------------------------------------------

    def quick_info(
        self, file: Path, *, progress: Progress | None = None, cancel: Cancel | None = None
    ) -> QuickInfo:
        """Look at a part, typically within a second; counted."""
        answer = self._upload("/dfm/quick-info", file, {}, progress, cancel, key=True)
        return msgspec.structs.replace(self._read(answer, QuickInfo), standing=_standing(answer))

    def analyze(
        self,
        file: Path,
        options: Mapping[str, str | float] | None = None,
        *,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> Accepted:
        """Submit a part; counted.

        `options` are the form's: `pull`, `alpha_min`, `alpha_warn`, `max_edge`, `curvature`, `quote_id`.
        """
        answer = self._upload("/dfm/analyze", file, options or {}, progress, cancel, key=True)
        return msgspec.structs.replace(self._read(answer, Accepted), standing=_standing(answer))

    def jobs(self, limit: int = 20, starting_after: str | None = None) -> JobPage | None:
        """Return jobs, newest first; None where the server does not list them."""
        return self._page("/dfm/jobs", JobPage, limit, starting_after)

    def job(self, job_id: str, *, cancel: Cancel | None = None) -> Job:
        """Return how far a job is."""
        return self._get(_job(job_id), Job, cancel)

    def follow(self, job_id: str, *, after_id: int = 0, cancel: Cancel | None = None) -> Iterator[Event]:
        """Yield what happens to a job until it ends; go on after line `after_id` of its log.

        A server without this fails as MISSING at once; poll `job` then.
        """
        cancel = cancel or Cancel()
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after_id)}
        with self._connection.stream(
            "GET", f"{_job(job_id)}/events", cancel=cancel, timeout_s=connection.STREAM_S, headers=headers
        ) as answer:
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                raise errors.not_sprue(self.host)
            for event in events.parse(answer.iter_lines()):
                yield event
                if event.is_last:
                    return

    def remove(self, job_id: str) -> bool:
        """End a job and remove it; return False where the server cannot, so that it goes on unseen."""
        try:
            self._connection.send("DELETE", _job(job_id))
        except Failure as failure:
            if failure.status == 404 and failure.code == "job_not_found":
                return True
            if failure.status in MISSING_ROUTE:
                return False
            raise
        return True

    def result(self, job_id: str, *, cancel: Cancel | None = None) -> Result:
        """Return the full result of a job that is done; CONFLICT while it is not."""
        path = f"{_job(job_id)}/result"
        document = self._json(self._connection.send("GET", path, cancel=cancel, is_repeatable=True))
        try:
            return models.read_result(document)
        except msgspec.ValidationError as error:
            raise errors.not_sprue(self.host) from error

    def recompute(self, job_id: str, options: Mapping[str, str | float]) -> None:
        """Run a job again with another `pull` and maybe `alpha_min` and `alpha_warn`; follow it as before."""
        self._connection.send("POST", f"{_job(job_id)}/recompute", data=_form(options))

    def download(self, link: str, *, cancel: Cancel | None = None) -> bytes:
        """Fetch an artifact; its link needs no key, and gets none."""
        url = link if link.startswith(("http://", "https://")) else f"{self._connection.site_url}{link}"
        return self._connection.send("GET", url, cancel=cancel, is_repeatable=True).content

    # --- rules --------------------------------------------------------------------------------------

    def rule_schema(self) -> RuleSchema:
        """Return what there is to write rules with."""
        return self._get("/dfm/rule-schema", RuleSchema)

    def modules(self) -> tuple[Json, ...]:
        """Return the shipped packs as documents, to be edited as they are."""
        return self._list("/dfm/modules", "modules", Json)

    def evaluate(
        self,
        job_id: str,
        module: Json,
        configuration_key: str,
        overrides: Mapping[str, float] | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> PackVerdict:
        """Judge a finished job by a pack; INVALID with `problems` where the pack does not hold together."""
        body = {"module": module, "configuration_key": configuration_key, "overrides": dict(overrides or {})}
        # It changes nothing on the server, so it may be sent again.
        answer = self._connection.send(
            "POST", f"{_job(job_id)}/modules/eval", cancel=cancel, is_repeatable=True, json=body
        )
        return self._read(answer, PackVerdict)

    # --- reading ------------------------------------------------------------------------------------

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
                headers=_once() if key else None,
                files={"file": (upload.name, upload, "application/octet-stream")},
                data=_form(options),
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

    def _list(self, path: str, member: str, kind: type[T]) -> tuple[T, ...]:
        found = self._json(self._connection.send("GET", path, is_repeatable=True)).get(member)
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


def _once() -> dict[str, str]:
    """Return a header under which a request may be sent twice and is done once."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def _job(job_id: str) -> str:
    return f"/dfm/jobs/{_part(job_id)}"


def _part(identifier: str) -> str:
    """Return an id as one part of a path, whatever a foreign server makes ids of."""
    return quote(identifier, safe="")


def _form(options: Mapping[str, str | float]) -> dict[str, str]:
    return {name: value if isinstance(value, str) else repr(value) for name, value in options.items()}


def _standing(answer: httpx.Response) -> Standing:
    return Standing(
        limit=_count(answer.headers.get("X-RateLimit-Limit")),
        remaining=_count(answer.headers.get("X-RateLimit-Remaining")),
        tier=answer.headers.get("X-Billing-Tier"),
    )


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() else None
