"""The tests of the whole API, as a caller sees it, against hosts behind a proxy.

Two hosts that answer and two that work, on PostgreSQL and SeaweedFS; each request goes to the next of them.
"""

import os
import subprocess
import sys

from tests.contract.on_hosts import ON_HOSTS

TESTS = ("tests/contract",)


def run(n_processes: int = 0) -> bool:
    """Run them, in so many processes with an installation each; return whether all pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", str(n_processes), *TESTS]
    return not subprocess.run(command, env=os.environ | {ON_HOSTS: "1"}, check=False).returncode
