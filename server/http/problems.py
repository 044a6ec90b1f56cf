"""The one shape of an error: every route's, and the framework's own."""

import errno
import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from engine.errors import DiskFull, InternalError, InvalidRulePack, KernelError
from server.errors import (
    ANSWER_OF_STATUS,
    INTERNAL,
    WORKER_LOST,
    Answer,
    DatabaseAway,
    JobNotDone,
    MetricsRefused,
    QuotaExceeded,
    ServerBusy,
    StorageAway,
    TooManyTries,
    answer_of,
    sentence,
)
from server.http.forms import MOST_FIELDS
from server.http.hooks import request_id_of
from server.http.uploads import MOST_TEXT_BYTES, MULTIPART_OVERHEAD_BYTES
from server.settings import MEBIBYTE

RETRY_AFTER_S = 2
LOST = "The process that worked on the answer was ended before it had one; please try again in a moment."
"""The engine's own words name signals and the folder of the log, which are the operator's to know."""
SORRY = "Something went wrong on our side"
"""What callers read of a defect of ours, unless the machine is theirs."""

log = logging.getLogger("sprue.server")


def body(answer: Answer, message: str, request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Build the body of an answer to a request."""
    return members(answer, message, request.url.path, request_id_of(request.scope))


def members(answer: Answer, message: str, instance: str, request_id: str) -> dict[str, Any]:
    """Build a body: the API's own `error`, `code`, `status`, and the members of RFC 9457."""
    return {
        "error": message,
        "code": answer.code,
        "status": answer.status,
        "detail": message,
        "type": f"urn:sprue:error:{answer.code}",
        "title": answer.title,
        "instance": instance,
        "request_id": request_id,
    }


@dataclass(frozen=True, slots=True)
class ErrorHandler:
    """Answers any exception.

    Parameters
    ----------
    own_log : Path or None
        The log of the workers where the caller's program started this server; None for all others.
    upgrade_url : str
        Where a caller whose quota is used up gets more.
    """

    own_log: Path | None
    upgrade_url: str

    def __call__(self, request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
        """Answer it."""
        if _is_full_disk(error):
            log.error("%s %s: the disk is full", request.method, request.url.path)
            error = DiskFull("the server has no room left; please try again later")
        elif _is_away(error):
            log.error("%s %s: the database is away: %s", request.method, request.url.path, error)
            error = DatabaseAway("The database does not answer; please try again in a moment.")
        elif isinstance(error, StorageAway):
            log.error("%s %s: the store is away: %s", request.method, request.url.path, error.reason)
        answer, message, headers = _answered(error, request, self.own_log)
        if answer is INTERNAL and not isinstance(error, InternalError):  # a job's was logged when it happened
            log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        if answer is WORKER_LOST:
            log.warning("%s %s: %s", request.method, request.url.path, error)
        content = body(answer, message, request)
        if isinstance(error, InvalidRulePack):
            content["problems"] = list(error.problems)
        if self.own_log is not None and (answer is INTERNAL or isinstance(error, KernelError)):
            content["log"] = str(self.own_log)
        if isinstance(error, QuotaExceeded):
            content["upgrade_url"] = self.upgrade_url
            content["reason"] = error.reason
        return Response(content, status_code=answer.status, headers=headers, media_type=MediaType.JSON)


def _answered(
    error: Exception, request: Request[Any, Any, Any], own_log: Path | None
) -> tuple[Answer, str, dict[str, str]]:
    """Return how an error is told, in which words and with which headers."""
    if isinstance(error, ValidationException):
        return ANSWER_OF_STATUS[422], _validation(error), {}
    if isinstance(error.__cause__, SerializationException):
        return ANSWER_OF_STATUS[400], f"The body is no JSON that can be read: {error.__cause__}.", {}
    if isinstance(error, HTTPException):
        plain = Answer(error.status_code, f"http_{error.status_code}", "Error")
        return (
            ANSWER_OF_STATUS.get(error.status_code, plain),
            _of_framework(error, request),
            dict(error.headers or {}),
        )
    if (
        isinstance(error, UnicodeDecodeError | LookupError | RecursionError)
        and answer_of(error) is INTERNAL
        and _in_body(error)
    ):
        found = (
            "is nested too deeply" if isinstance(error, RecursionError) else "holds text that is not UTF-8"
        )
        return ANSWER_OF_STATUS[400], f"The body {found}.", {}
    answer = answer_of(error)
    if answer is INTERNAL:
        return answer, _defect(error, own_log), {}
    if answer is WORKER_LOST:
        return answer, LOST, _headers(error, answer)
    return answer, sentence(error), _headers(error, answer)


def _defect(error: Exception, own_log: Path | None) -> str:
    """Word a defect of ours: to its operator all there is, to others that it is ours."""
    if own_log is None:
        return f"{SORRY}; the request id helps to find out what."
    if isinstance(error, InternalError):  # it names the stage, and the log
        return sentence(error)
    return f"Sprue failed ({type(error).__name__}: {error}); the traceback is in the log of the engine."


def _headers(error: Exception, answer: Answer) -> dict[str, str]:
    """Return the headers that go with an answer: when to come again, what to bring, what is left."""
    if isinstance(error, QuotaExceeded):
        return error.headers
    if isinstance(error, (TooManyTries, ServerBusy)):
        return {"Retry-After": str(error.retry_after_s)}
    if isinstance(error, JobNotDone) or answer.status in (429, 503):
        return {"Retry-After": str(RETRY_AFTER_S)}
    if answer.status == 408:  # what may still come of the body is no request
        return {"Connection": "close"}
    if isinstance(error, MetricsRefused):
        return {"WWW-Authenticate": "Bearer"}
    if answer.status == 401:
        return {"WWW-Authenticate": "ApiKey"}
    return {}


def _is_away(error: Exception) -> bool:
    """Whether the database did not answer, or ended the connection."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OperationalError | InterfaceError | PoolTimeout)


def _is_full_disk(error: Exception) -> bool:
    """Whether the system, or the database, found no room to write."""
    if isinstance(error, OperationalError):
        return "disk is full" in str(error.orig)
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


TOO_LARGE, NO_FORM = "Request Entity Too Large", "Invalid multipart/form-data"
"""What the framework says of a body, or of a header within a form, and of a form that breaks off."""
TOO_MANY = "Maximum segment count exceeded"
"""What its reader of forms says, where the framework says that a body is too large."""


def _of_framework(error: HTTPException, request: Request[Any, Any, Any]) -> str:
    """Say in plain words what the framework refuses."""
    if error.status_code == 404:  # that of a folder of files tells what was looked for where
        return "There is nothing at this path."
    if error.detail == NO_FORM:
        return "The body is no form of multipart/form-data that can be read."
    if error.detail != TOO_LARGE:
        return f"{error.detail}."
    if error.status_code != 413:
        if str(error.__context__) == TOO_MANY:
            return f"The form has more than {MOST_FIELDS} fields."
        return "The name of a field or of a file in the form is too long."
    limit: int | None = request.route_handler.resolve_request_max_body_size()
    if limit is None or limit <= MOST_TEXT_BYTES:
        return f"The body is larger than {MOST_TEXT_BYTES / MEBIBYTE:g} MB."
    return f"The file is larger than {(limit - MULTIPART_OVERHEAD_BYTES) / MEBIBYTE:g} MB."


SAID_BETTER = {
    "'data'": "it has no body",
    "Unsupported type: <class 'str'>": "file is text, and no file",
    "Unsupported type: <class 'list'>": "file comes more than once; please send it once",
}
"""What the framework says of a body that is missing, and of a text or several files where one is wanted."""


IN_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
}
MISSING = re.compile(r"Object missing required field `(\w+)`")
OF_ANOTHER_KIND = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
OUT_OF_RANGE = re.compile(r"Expected `([^`]+)`( (?:of length )?[<>]=? .+)")


def _validation(error: ValidationException) -> str:
    """Put the framework's list of what is wrong with which field into a sentence."""
    problems = [
        SAID_BETTER.get(problem["message"]) or _said(problem.get("key", "data"), problem["message"])
        for problem in error.extra or ()
        if isinstance(problem, dict) and "message" in problem
    ]
    return f"The request is not valid: {'; '.join(problems) or error.detail}."


def _said(key: str, message: str) -> str:
    """Say what is wrong with a field in plain words; `data` is the body itself."""
    if found := MISSING.fullmatch(message):
        return f"{found[1] if key == 'data' else f'{key}.{found[1]}'} is missing"
    name = "the body" if key == "data" else key
    if found := OF_ANOTHER_KIND.fullmatch(message):
        return f"{name} is {_in_words(found[2])}, and should be {_in_words(found[1])}"
    if found := OUT_OF_RANGE.fullmatch(message):
        return f"{name} should be {_in_words(found[1])}{found[2]}"
    return f"{name}: {message}"


def _in_words(kinds: str) -> str:
    return " or ".join(IN_WORDS.get(kind, kind) for kind in kinds.split(" | "))


READERS_OF_BODIES = ("_multipart", "msgspec_hooks")


def _in_body(error: Exception) -> bool:
    """Whether it was raised while a body was read: text that is not UTF-8, or an unknown charset."""
    trace = error.__traceback__
    while trace is not None:
        if any(name in trace.tb_frame.f_code.co_filename for name in READERS_OF_BODIES):
            return True
        trace = trace.tb_next
    return False
