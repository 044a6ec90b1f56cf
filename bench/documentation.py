"""Requests made of the server's document, more for each operation than `make test` sends.

Each answer has to be one that the document has, and none is a server error.
"""

import os
import subprocess
import sys

from tests.faults.examples import N_EXAMPLES

TEST = "tests/faults/test_documentation.py"


def run(n_examples: int = 100) -> bool:
    """Send so many for each operation; return whether all was as documented."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEST]
    return not subprocess.run(command, env=os.environ | {N_EXAMPLES: str(n_examples)}, check=False).returncode
