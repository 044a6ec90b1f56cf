"""Names fit to be shown."""

import pytest

from engine.kernel.names import clean, told_apart


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Housing, left", "Housing, left"),
        ("  two \t words\n", "two words"),
        ("a\x00b\x1b[31m", "a b [31m"),
        ("\u202eevil", "evil"),
        ("零件", "零件"),
        ("SOLID", ""),
        ("=>[0:1:1:3]", ""),
        ("Solidworks bracket", "Solidworks bracket"),
        ("n" * 300, "n" * 200),
    ],
)
def test_names_lose_what_cannot_be_shown_and_what_says_nothing(name: str, shown: str) -> None:
    assert clean(name) == shown


def test_equal_names_are_numbered_and_others_are_not() -> None:
    assert told_apart(["nut", "bolt", "nut"]) == ["nut 1", "bolt", "nut 2"]
