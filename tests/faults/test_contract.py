"""The contract of the API at several hosts: a part here, all of it by `python -m bench hosted contract`.

The tests of `tests/contract` run in a process of their own, whose requests go to two hosts in turn.
"""

import os
import subprocess
import sys

from tests.contract.on_hosts import ON_HOSTS
from tests.faults.site import ROOT
from tests.support import postgresql, seaweedfs

pytestmark = [postgresql.CAN_RUN, seaweedfs.CAN_RUN]

PART = "tests/contract/test_endpoints.py"


def test_the_endpoints_answer_as_specified_whichever_host_is_asked() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", PART]
    environment = os.environ | {ON_HOSTS: "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
