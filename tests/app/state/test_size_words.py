"""How large a part is, in words."""

import pytest

from app.state import size_words


@pytest.mark.parametrize(
    ("volume_cm3", "words"),
    [
        (0.0, "0 mm³"),
        (0.002346, "2.35 mm³"),
        (0.0999, "99.9 mm³"),
        (0.1, "0.100 cm³"),
        (15.3, "15.3 cm³"),
        (999.96, "1,000 cm³"),
        (12345.6, "12,346 cm³"),
    ],
)
def test_a_volume_keeps_three_figures_in_the_unit_that_suits_it(volume_cm3: float, words: str) -> None:
    assert size_words.volume(volume_cm3) == words


def test_sides_and_area() -> None:
    assert size_words.sides((100.0, 122.04, 31.0)) == "100.0 × 122.0 × 31.0 mm"
    assert size_words.area(314.2) == "314 cm²"
    assert size_words.area(0.2345) == "23.4 mm²"
