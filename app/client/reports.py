"""The report of a job as PDF, which the server prints."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from app.client.cancel import Cancel
from app.client.errors import Failure
from app.client.jobs import Jobs, job_path
from app.client.wire import MISSING_ROUTE

PRINT_S = 90.0
"""A large part is drawn for a while."""


class Printed(Struct, frozen=True, kw_only=True):
    """Where the PDF is."""

    report_url: str


class Reports(Jobs):
    """From a job to paper."""

    def print_report(
        self,
        job_id: str,
        paper: Literal["a4", "letter"] = "a4",
        units: Literal["mm", "in"] = "mm",
        notes: Sequence[Mapping[str, str]] = (),
        *,
        cancel: Cancel | None = None,
    ) -> bytes | None:
        """Return the report as PDF, with notes on issues that were accepted; None where the server cannot."""
        body = {"paper": paper, "units": units, "notes": list(notes)}
        try:
            answer = self._connection.send(
                "POST",
                f"{job_path(job_id)}/report",
                cancel=cancel,
                is_repeatable=True,
                timeout_s=PRINT_S,
                json=body,
            )
        except Failure as failure:
            if failure.status in MISSING_ROUTE and failure.code != "job_not_found":
                return None
            raise
        return self.download(self._read(answer, Printed).report_url, cancel=cancel)
