"""How many requests are made of the document for each operation."""

import os

N_EXAMPLES = "SPRUE_TEST_EXAMPLES"
"""The variable that says it: `python -m bench documentation` sets it."""
FEW = 3
FEW_PHASES = ("coverage", "fuzzing")
ALL_PHASES = ("examples", *FEW_PHASES, "stateful")


def count() -> int:
    """Return the number."""
    return int(os.environ.get(N_EXAMPLES, FEW))


def phases() -> str:
    """Return what of schemathesis is run: of few walks from operation to operation nothing is learned."""
    return ",".join(FEW_PHASES if count() <= FEW else ALL_PHASES)


def left_out() -> dict[str, str]:
    """Return what leaves a check out: beside a few requests none is sent again without a key."""
    return {"--exclude-checks": "ignored_auth"} if count() <= FEW else {}
