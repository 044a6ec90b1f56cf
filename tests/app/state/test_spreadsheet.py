"""Text for spreadsheets."""

import pytest

from app.state.spreadsheet import harmless


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\tx"])
def test_what_a_spreadsheet_would_compute_is_quoted(text: str) -> None:
    assert harmless(text) == f"'{text}"


def test_other_text_is_as_it_was() -> None:
    assert harmless("a=1") == "a=1"
