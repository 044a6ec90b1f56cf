"""Numbers of findings as people read them."""

import math

import pytest

from app.client.models import Issue
from app.state import quantity_words
from tests.app.state.answers import finding


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (2.4, "mm", "2.40 mm"),
        (80.46, "°", "80.5°"),
        (0.154, "of the wall", "15 %"),
        (16.52, "× thinner", "16.52 ×"),
        (3.0, "setups", "3 setups"),
        (1.0, "faults", "1 fault"),
        (6.42, "diameters", "6.4 diameters"),
        (0.5, "1", "0.50"),
        (1.0, "1", "1"),
        (0.5, None, "0.5"),
        (-0.001, "mm", "0.00 mm"),
        (None, "mm", "–"),
        (math.inf, "mm", "–"),
    ],
)
def test_a_number_has_the_digits_of_its_unit(value, unit, words):
    assert quantity_words.number(value, unit) == words


def test_a_thin_wall_says_which_side_of_the_limit_is_asked_for():
    thin = finding(value=2.4, threshold=2.5, margin=-0.1, unit="mm")
    assert quantity_words.measured(thin) == "2.40 mm"
    assert quantity_words.limit(thin) == "≥ 2.50 mm"
    assert quantity_words.margin(thin) == "−0.10 mm"


def test_the_range_of_an_issue_names_its_unit_once_and_is_one_number_where_all_read_alike():
    def words(least, most, unit="mm"):
        return quantity_words.measured_range(
            Issue(severity="fail", findings=(), least=least, most=most), unit
        )

    assert words(0.69, 0.78) == "0.69 … 0.78 mm"
    assert words(-5.0, 2.5, "°") == "−5.0 … 2.5°"
    assert words(0.6901, 0.6904) == "0.69 mm"
    assert words(None, None) == "–"


def test_an_overhang_may_be_at_most_its_limit():
    steep = finding(value=80.5, threshold=60.0, margin=-20.5, unit="°")
    assert quantity_words.limit(steep) == "≤ 60.0°"


def test_a_margin_within_the_limit_has_a_plus_and_one_at_the_limit_has_no_side():
    assert quantity_words.margin(finding(value=3.0, threshold=2.5, margin=0.5, unit="mm")) == "+0.50 mm"
    assert quantity_words.limit(finding(value=2.5, threshold=2.5, margin=0.0, unit="mm")) == "2.50 mm"


def test_a_finding_without_numbers_shows_dashes():
    bare = finding()
    assert [quantity_words.measured(bare), quantity_words.limit(bare), quantity_words.margin(bare)] == [
        "–"
    ] * 3


def test_a_level_shows_dashes_and_a_count_of_as_many_its_numbers():
    for unit, words in (("level", ["–"] * 3), ("faces", ["2 faces", "≤ 1 face", "−1 faces"])):
        found = finding(value=2.0, threshold=1.0, margin=-1.0, unit=unit)
        assert [
            quantity_words.measured(found),
            quantity_words.limit(found),
            quantity_words.margin(found),
        ] == words
        assert (quantity_words.margin(found, is_short=True) == "–") == (unit == "level")


def test_a_unit_that_is_a_word_is_said_once_in_a_row():
    deep = finding(value=6.4, threshold=4.0, margin=-2.4, unit="diameters")
    assert quantity_words.limit(deep, is_short=True) == "≤ 4.0"
    assert quantity_words.margin(deep, is_short=True) == "−2.4"
    assert quantity_words.limit(deep) == "≤ 4.0 diameters"
    many = finding(value=3.0, threshold=2.0, margin=-1.0, unit="setups")
    assert quantity_words.limit(many, is_short=True) == "≤ 2"
    thin = finding(value=2.4, threshold=2.5, margin=-0.1, unit="mm")
    assert quantity_words.margin(thin, is_short=True) == "−0.10 mm"


def test_an_uncertainty_that_changes_no_digit_is_not_said():
    assert quantity_words.uncertainty(finding(unit="mm", uncertainty=0.02)) == "± 0.02 mm"
    assert quantity_words.uncertainty(finding(unit="mm", uncertainty=0.001)) == ""
    assert quantity_words.uncertainty(finding(unit="mm")) == ""
