"""Analyses: submitted, followed, fetched, run again and removed."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import msgspec

from app.client import connection, errors, events, models
from app.client.cancel import Cancel
from app.client.errors import Failure
from app.client.models import Accepted, Event, Job, JobPage, QuickInfo, Result, Standing
from app.client.uploads import Progress
from app.client.wire import MISSING_ROUTE, Wire, form, path_part


class Jobs(Wire):
    """From a part to its findings."""

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
        return self._get(job_path(job_id), Job, cancel)

    def follow(self, job_id: str, *, after_id: int = 0, cancel: Cancel | None = None) -> Iterator[Event]:
        """Yield what happens to a job until it ends; go on after line `after_id` of its log.

        A server without this fails as MISSING at once; poll `job` then.
        """
        cancel = cancel or Cancel()
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after_id)}
        with self._connection.stream(
            "GET", f"{job_path(job_id)}/events", cancel=cancel, timeout_s=connection.STREAM_S, headers=headers
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
            self._connection.send("DELETE", job_path(job_id))
        except Failure as failure:
            if failure.status == 404 and failure.code == "job_not_found":
                return True
            if failure.status in MISSING_ROUTE:
                return False
            raise
        return True

    def result(self, job_id: str, *, cancel: Cancel | None = None) -> Result:
        """Return the full result of a job that is done; CONFLICT while it is not."""
        path = f"{job_path(job_id)}/result"
        document = self._json(self._connection.send("GET", path, cancel=cancel, is_repeatable=True))
        try:
            return models.read_result(document)
        except msgspec.ValidationError as error:
            raise errors.not_sprue(self.host) from error

    def recompute(self, job_id: str, options: Mapping[str, str | float]) -> None:
        """Run a job again with another `pull` and maybe `alpha_min` and `alpha_warn`; follow it as before."""
        self._connection.send("POST", f"{job_path(job_id)}/recompute", data=form(options))

    def download(self, link: str, *, cancel: Cancel | None = None) -> bytes:
        """Fetch an artifact; its link needs no key, and gets none."""
        url = link if link.startswith(("http://", "https://")) else f"{self._connection.site_url}{link}"
        return self._connection.send("GET", url, cancel=cancel, is_repeatable=True).content


def job_path(job_id: str) -> str:
    """Return where a job is."""
    return f"/dfm/jobs/{path_part(job_id)}"


def _standing(answer: httpx.Response) -> Standing:
    return Standing(
        limit=_count(answer.headers.get("X-RateLimit-Limit")),
        remaining=_count(answer.headers.get("X-RateLimit-Remaining")),
        tier=answer.headers.get("X-Billing-Tier"),
    )


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() else None
