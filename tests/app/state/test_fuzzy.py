"""Finding a name by some of its letters."""

from app.state.fuzzy import best, score

NAMES = ("Open a part", "Export the report as PDF", "Only problems", "Orthographic view", "Report")


def found(wanted: str) -> tuple[str, ...]:
    return best(NAMES, wanted, str)


def test_beginnings_of_words_come_before_letters_inside_them() -> None:
    assert found("op")[:2] == ("Open a part", "Only problems")
    assert found("exp pdf") == ("Export the report as PDF",)
    assert found("rep")[0] == "Report"


def test_nothing_wanted_keeps_all_and_letters_that_are_missing_find_nothing() -> None:
    assert set(found("")) == set(NAMES)
    assert found("xyz") == ()
    assert score("ab", "ba") is None


def test_where_nothing_is_wanted_all_stand_in_their_order() -> None:
    assert found("") == found("  ") == tuple(NAMES)
