"""Letters of the report on paper: each from a font that has it."""

import pytest

from engine.report.paper import looks


@pytest.fixture(autouse=True)
def fonts() -> None:
    looks.set_up()


@pytest.mark.parametrize("letters", ["Wall × Ø ² ³ ± − – ° ≥ ≤ … µ", "Größe Łódź Čížek", "корпус", "Ωμέγα"])
def test_our_fonts_have_what_parts_are_called(letters: str) -> None:
    assert looks.marked_up(letters) == letters


@pytest.mark.parametrize(
    ("letters", "font"), [("箱", looks.HAN), ("ハウ", looks.KANA), ("기어", looks.HANGUL)]
)
def test_other_scripts_are_of_a_font_that_viewers_bring(letters: str, font: str) -> None:
    assert looks.marked_up(f"a {letters} b") == f'a <font name="{font}">{letters}</font> b'


def test_what_no_font_has_is_marked_and_markup_is_escaped() -> None:
    assert looks.marked_up("🔧") == "?"
    assert looks.marked_up("<b>&\nx") == "&lt;b&gt;&amp;<br/>x"


def test_wider_words_are_wider() -> None:
    assert 0.0 < looks.width_of("i", 9.0) < looks.width_of("W", 9.0) < looks.width_of("W", 18.0)
