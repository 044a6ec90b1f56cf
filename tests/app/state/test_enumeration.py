"""Messages are split as the report splits them, which has them from the same engine."""

import pytest

from app.state import enumeration
from engine.report import wording

TURNED = "The workpiece has to be turned to 5 orientations; beyond 6 clamping costs more than cutting."


def test_what_a_message_enumerates_at_length_is_split_off() -> None:
    message = f"{TURNED} Setup 2, from +X, is needed for hole 1 (Ø6.00); setup 3, b; setup 4, c; setup 5, d."
    lead, clauses = enumeration.split_off(message)
    assert lead == TURNED
    assert clauses == (
        "Setup 2, from +X, is needed for hole 1 (Ø6.00)",
        "Setup 3, b",
        "Setup 4, c",
        "Setup 5, d",
    )
    assert (lead, clauses) == wording.split_enumeration(message)


@pytest.mark.parametrize(
    "message", [TURNED, f"{TURNED} Setup 2, a; setup 3, b; setup 4, c.", "A; b; c; d.", ""]
)
def test_a_message_that_enumerates_little_or_nothing_else_stays_whole(message: str) -> None:
    assert enumeration.split_off(message) == wording.split_enumeration(message) == (message, ())
