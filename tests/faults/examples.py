"""How many requests are made of the document for each operation."""

import os

N_EXAMPLES = "SPRUE_TEST_EXAMPLES"
"""The variable that says it: `python -m bench documentation` sets it."""
FEW = 6


def count() -> int:
    """Return the number."""
    return int(os.environ.get(N_EXAMPLES, FEW))
