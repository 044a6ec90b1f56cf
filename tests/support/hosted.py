"""Servers that a file's tests run against: on one machine, and as hosts that share PostgreSQL and S3."""

import pytest

from tests.support import postgresql, seaweedfs

CAN_RUN = (postgresql.CAN_RUN, seaweedfs.CAN_RUN)
HOSTED = "hosted"
BOTH = ("embedded", pytest.param(HOSTED, marks=CAN_RUN))
"""What a file of tests calls `SERVERS`, so that the fixture `client` is of either kind."""
EMBEDDED_ALONE = pytest.mark.parametrize("client", BOTH[:1], indirect=True, scope="module")
"""Has a test of such a file run on one machine alone: what it asks reaches no database, store or queue."""
