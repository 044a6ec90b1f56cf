"""Going through a list round and round."""

import pytest

from app.state.cursor import Cursor


def test_next_and_previous_go_round() -> None:
    found = Cursor("abc")
    assert found.current is None
    assert [found.next() for _ in range(4)] == ["a", "b", "c", "a"]
    assert found.previous() == "c"
    found.go_to("b")
    assert found.next() == "c"
    with pytest.raises(ValueError, match="not in"):
        found.go_to("d")
    assert Cursor("ab").previous() == "b"


def test_where_there_is_nothing_no_step_leads_anywhere() -> None:
    empty: Cursor[str] = Cursor()
    assert (empty.next(), empty.previous(), empty.current) == (None, None, None)
