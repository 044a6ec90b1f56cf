"""What does not work is said once, and once that it works again."""

import logging

import pytest
from sqlalchemy.exc import OperationalError

from server.billing.processor import ProcessorAway
from server.errors import StorageAway
from server.jobs.outage import Outage


class Kept(logging.Handler):
    """Keeps what is said."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def log(kept: Kept) -> logging.Logger:
    """Make a log that no other test silences."""
    made = logging.Logger("outage")
    made.addHandler(kept)
    return made


def test_an_outage_is_said_when_it_begins_and_when_it_ends(log: logging.Logger, kept: Kept) -> None:
    outage = Outage(log, "nothing can be written")
    outage.ended()
    for _ in range(3):
        outage.failed(OperationalError("INSERT", {}, Exception("database or disk is full")))
    outage.ended()
    outage.ended()
    assert [record.getMessage() for record in kept.records] == [
        "nothing can be written: database or disk is full; it is tried until it works",
        "nothing can be written: it works again after 0 s",
    ]
    assert all(record.exc_info is None for record in kept.records)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            StorageAway("The files cannot be reached; please try again.", "connection refused"),
            "connection refused",
        ),
        (ProcessorAway("An unknown error occurred."), "An unknown error occurred."),
        (ConnectionResetError("reset by peer"), "reset by peer"),
    ],
)
def test_what_is_away_is_a_line_without_a_traceback(
    log: logging.Logger, kept: Kept, error: Exception, reason: str
) -> None:
    Outage(log, "nothing can be sent").failed(error)
    (record,) = kept.records
    assert record.getMessage() == f"nothing can be sent: {reason}; it is tried until it works"
    assert record.exc_info is None


def test_a_defect_is_said_with_its_traceback(log: logging.Logger, kept: Kept) -> None:
    Outage(log, "nothing can be written").failed(ZeroDivisionError("division by zero"))
    (record,) = kept.records
    assert record.exc_info is not None
