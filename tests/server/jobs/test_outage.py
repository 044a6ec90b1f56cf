"""What does not work is said once, and once that it works again."""

import logging

import pytest
from sqlalchemy.exc import OperationalError

from server.jobs.outage import Outage

LOG = logging.getLogger("sprue.test")


def test_an_outage_is_said_when_it_begins_and_when_it_ends(caplog: pytest.LogCaptureFixture) -> None:
    outage = Outage(LOG, "nothing can be written")
    outage.ended()
    for _ in range(3):
        outage.failed(OperationalError("INSERT", {}, Exception("database or disk is full")))
    outage.ended()
    outage.ended()
    assert [record.message for record in caplog.records] == [
        "nothing can be written: database or disk is full; it is tried until it works",
        "nothing can be written: it works again after 0 s",
    ]
    assert all(record.exc_info is None for record in caplog.records)


def test_a_defect_is_said_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    Outage(LOG, "nothing can be written").failed(ZeroDivisionError("division by zero"))
    (record,) = caplog.records
    assert record.exc_info is not None
