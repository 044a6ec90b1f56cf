"""Lines of the log: plain text for people, or a JSON object each, with what the line belongs to.

What belongs to a request or a job is bound in its context, so that whoever logs need not know of it.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from server.settings import InvalidSetting, variable

TEXT, JSON = "text", "json"
PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"

_bound: ContextVar[dict[str, str]] = ContextVar("sprue_log", default={})  # noqa: B039  # never changed in place


def check(form: str) -> None:
    """Raise InvalidSetting for a form that is none."""
    if form not in (TEXT, JSON):
        raise InvalidSetting(f"{variable('log_format')} is {form!r}; it is {TEXT} or {JSON}")


def set_up(form: str) -> None:
    """Have all lines written to standard error in a form; raises as `check` does."""
    check(form)
    logging.basicConfig(level=logging.INFO, format=PLAIN)
    if form == JSON:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    logging.getLogger("alembic").setLevel(logging.WARNING)


def bind(**names: str) -> None:
    """Add to every line that this task logs from now on: `request_id`, `job_id`, `account_id`."""
    _bound.set(_bound.get() | names)


def value(name: str) -> str | None:
    """Return what is bound by a name; None where nothing is."""
    return _bound.get().get(name)


@contextmanager
def bound(**names: str) -> Iterator[None]:
    """Add to every line that is logged within the block."""
    token = _bound.set(_bound.get() | names)
    try:
        yield
    finally:
        _bound.reset(token)


class JsonFormatter(logging.Formatter):
    """Writes a line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message, what the line belongs to, and the traceback if any."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_bound.get(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
