"""Whatever goes wrong with a call, as one exception: a sentence for people, and what they can do next."""

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Any

import httpx


class Reason(StrEnum):
    """What went wrong, for code that has to act on it."""

    KEY = "key"
    QUOTA = "quota"
    MISSING = "missing"
    CONFLICT = "conflict"
    TOO_LARGE = "too_large"
    INVALID = "invalid"
    BUSY = "busy"
    MESHING_TOO_LONG = "meshing_too_long"
    SERVER = "server"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TLS = "tls"
    NOT_SPRUE = "not_sprue"
    BROKEN = "broken"
    FILE = "file"
    CANCELLED = "cancelled"
    DEFECT = "defect"


@dataclass(eq=False)
class Failure(Exception):
    """A call that did not succeed."""

    reason: Reason
    sentence: str
    """What happened."""
    next_step: str
    """What to do about it; empty where there is nothing to do."""
    status: int | None = None
    """The HTTP status; None where no answer came."""
    code: str | None = None
    """The server's word for programs; None where it gave none."""
    upgrade_url: str | None = None
    retry_after_s: float | None = None
    problems: tuple[str, ...] = ()
    """Everything that is wrong with what was sent, each with its path; empty where that was not sent."""
    request_id: str | None = None
    log: str | None = None
    """Path of the log that has more, as a server on this machine sends it; None of any other."""

    def __str__(self) -> str:
        return f"{self.sentence} {self.next_step}".strip()


BY_STATUS = {
    400: (Reason.INVALID, "The server could not use the request.", "Check the file and the options."),
    401: (Reason.KEY, "The API key was not accepted.", "Enter a valid key under Connection."),
    402: (Reason.QUOTA, "The plan's units for this period are used up.", "Choose a larger plan."),
    403: (Reason.KEY, "The API key does not allow this.", "Enter another key under Connection."),
    404: (
        Reason.MISSING,
        "The server does not have this, or no longer.",
        "Analyze the part again; results are kept for a limited time.",
    ),
    405: (Reason.MISSING, "The server does not offer this.", "Ask its operator for a newer version."),
    409: (Reason.CONFLICT, "The job is not finished yet.", "Wait until it is done, then try again."),
    413: (Reason.TOO_LARGE, "The file is too large for the server.", "Export it with less detail."),
    422: (Reason.INVALID, "The server could not use what was sent.", "Correct it and try again."),
    429: (Reason.BUSY, "Too many requests at once.", "Try again in a moment."),
    503: (Reason.BUSY, "The server is busy.", "Try again in a moment."),
    504: (
        Reason.MESHING_TOO_LONG,
        "Meshing the part took longer than the server allows.",
        "Try again with a coarser longest mesh edge.",
    ),
}
"""For each status: what it means, a sentence where the server sends none, and the next step."""

SERVER_DEFECT = (
    Reason.SERVER,
    "Something went wrong on the server.",
    "Try again; if it happens again, tell its operator.",
)
OF_REQUEST = "Try again; if it happens again, tell its operator the request id {}."
OWN_DEFECT = "Save the log, and send it to us with the part."
"""What helps where the server is one's own: nobody else operates it."""
CHECK_ADDRESS = "Check the address under Connection; it ends in /api/v1."
LONGEST_SENTENCE = 2000
"""Characters of a server's message that are shown; some servers send whole pages."""


def of_answer(status: int, headers: Mapping[str, str], body: bytes, host: str) -> Failure:
    """Make the Failure of an answer that is no success; `body` need not be JSON."""
    document = _document(body)
    if document is None and (status < 500 or status not in BY_STATUS):
        if 300 <= status < 400:
            return _not_sprue(
                host, f"sends callers elsewhere, to {headers.get('location', 'nowhere')}", status
            )
        if status < 500 and status not in (401, 413, 429):
            return _not_sprue(host, f"answered {status} without a word that Sprue knows", status)
    document = document or {}
    default = SERVER_DEFECT if status >= 500 else BY_STATUS[400]
    reason, sentence, next_step = BY_STATUS.get(status, default)
    message = document.get("error") or document.get("detail")
    retry_after_s = _seconds(headers.get("retry-after"))
    if reason is Reason.BUSY and retry_after_s is not None:
        next_step = f"Try again in {max(1, round(retry_after_s))} s."
    if reason is Reason.QUOTA:
        next_step = _spent(headers) or next_step
    request_id = _text(document.get("request_id")) or headers.get("x-request-id")
    log = _text(document.get("log"))
    if reason is Reason.SERVER:
        next_step = OWN_DEFECT if log else OF_REQUEST.format(request_id) if request_id else next_step
    return Failure(
        reason,
        message[:LONGEST_SENTENCE] if isinstance(message, str) and message else sentence,
        next_step,
        status=status,
        code=_text(document.get("code")),
        upgrade_url=_link(document.get("upgrade_url")),
        retry_after_s=retry_after_s,
        problems=_problems(document.get("problems")),
        request_id=request_id,
        log=log,
    )


def of_transport(error: Exception, host: str) -> Failure:
    """Make the Failure of a request without an answer."""
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | UnicodeError):
        return Failure(Reason.NOT_SPRUE, f"{host} is no address of a server.", CHECK_ADDRESS)
    if isinstance(error, httpx.ConnectTimeout):
        return Failure(Reason.UNREACHABLE, f"{host} cannot be reached.", "Check the network and the address.")
    if isinstance(error, httpx.TimeoutException):
        return Failure(Reason.TIMEOUT, f"{host} did not answer in time.", "Try again.")
    if _is_tls(error):
        return Failure(
            Reason.TLS,
            f"The connection to {host} is not trusted: {_tls_words(error)}.",
            "Check the address and this computer's clock, or ask the server's operator for its certificate.",
        )
    if isinstance(error, httpx.ConnectError):
        return Failure(
            Reason.UNREACHABLE,
            f"Nothing answers at {host}.",
            "Start the server, or check the address under Connection.",
        )
    if isinstance(error, httpx.DecodingError):
        return broken(host)
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError | httpx.WriteError):
        return Failure(Reason.UNREACHABLE, f"{host} broke off the connection.", "Try again.")
    return Failure(Reason.UNREACHABLE, f"The connection to {host} failed: {error}.", "Try again.")


def broken(host: str) -> Failure:
    """Make the Failure of an answer that should be JSON and is not."""
    return Failure(Reason.BROKEN, f"The answer of {host} is damaged.", "Try again.")


def not_sprue(host: str) -> Failure:
    """Make the Failure of an answer that has another shape than a Sprue server's."""
    return _not_sprue(host, "answers, but not as a Sprue server does", None)


def cancelled() -> Failure:
    """Make the Failure of a call that its caller cancelled."""
    return Failure(Reason.CANCELLED, "Cancelled.", "")


def unreadable_file(name: str, error: OSError) -> Failure:
    """Make the Failure of a file that cannot be read from disk."""
    why = (error.strerror or "it cannot be read").lower()
    return Failure(Reason.FILE, f"{name} cannot be opened: {why}.", "Check that it is still there.")


def _not_sprue(host: str, what: str, status: int | None) -> Failure:
    return Failure(Reason.NOT_SPRUE, f"{host} {what}.", CHECK_ADDRESS, status=status)


def _document(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _seconds(text: str | None) -> float | None:
    """Read `Retry-After`: seconds, or a date; None where it is neither."""
    if text is None:
        return None
    if text.strip().isascii() and text.strip().isdigit():
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (when - when.now(when.tzinfo)).total_seconds())


def _spent(headers: Mapping[str, str]) -> str:
    """Return how much of the plan is used, and what to do; empty where the server does not send it."""
    limit, remaining = headers.get("x-ratelimit-limit", ""), headers.get("x-ratelimit-remaining", "")
    if not (limit.isascii() and limit.isdigit() and remaining.isascii() and remaining.isdigit()):
        return ""
    tier = headers.get("x-billing-tier")
    of_plan = f" of the plan {tier}" if tier else ""
    used = max(0, int(limit) - int(remaining))
    return f"{used} of {int(limit)} units{of_plan} are used; choose a larger plan."


def _problems(found: Any) -> tuple[str, ...]:
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def _text(found: Any) -> str | None:
    return found if isinstance(found, str) else None


def _link(found: Any) -> str | None:
    """Return a link that is safe to open in a browser; None for anything else."""
    return found if isinstance(found, str) and found.startswith(("https://", "http://")) else None


def _is_tls(error: BaseException | None) -> bool:
    return _tls_cause(error) is not None


def _tls_cause(error: BaseException | None) -> ssl.SSLError | None:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _tls_words(error: BaseException) -> str:
    cause = _tls_cause(error)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return cause.verify_message
    return "no secure connection came about"
