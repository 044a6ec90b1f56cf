"""Messages: what templates may say, and the numbers in the sentences they make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import message
from engine.rules.message import Sentence


def filled(template: str, metric: float = 0.7, threshold: float | None = 0.8) -> str:
    return Sentence(template, 34).of("12", "hole 12 (Ø6.00)", metric, threshold)


def test_every_placeholder_is_filled() -> None:
    template = "{feature}, face {fid}: {metric:.2f} of {threshold:.2f}, one of {n_inspected}."
    assert message.problems(template, has_bound=True) == []
    assert filled(template) == "Hole 12 (Ø6.00), face 12: 0.70 of 0.80, one of 34."


def test_only_a_sentence_that_opens_with_the_feature_gets_a_capital() -> None:
    assert filled("wall {fid}") == "wall 12"
    assert filled("At {feature}") == "At hole 12 (Ø6.00)"


@pytest.mark.parametrize(
    "template",
    [
        "{metrc:.2f}",
        "{}",
        "{0}",
        "{metric!r}",
        "{fid.__class__}",
        "{fid[0]}",
        "{metric:{fid}}",
        "{metric:.999f}",
        "{metric:9999999}",
        "{metric:x}",
        "{metric:>8.2f}",
        "{fid:.2f}",
        "{feature:999999999}",
        "{metric",
        "metric}",
    ],
)
def test_anything_but_the_placeholders_is_a_problem(template: str) -> None:
    assert len(message.problems(template, has_bound=True)) == 1


def test_all_problems_of_a_template_are_reported_and_name_what_is_accepted() -> None:
    found = message.problems("{value} and {limit:.2f}", has_bound=True)
    assert len(found) == 2
    assert "{value}" in found[0]
    assert "{metric}" in found[0]
    assert "{limit:.2f}" in found[1]


def test_braces_can_be_written_twice() -> None:
    assert message.problems("{{metric}} {metric}", has_bound=True) == []
    assert filled("{{metric}} {metric}") == "{metric} 0.7"


def test_a_threshold_needs_a_bound() -> None:
    assert message.problems("{threshold:.2f}", has_bound=False)
    assert not message.problems("{metric:.2f}", has_bound=False)


def test_a_missing_threshold_is_a_dash() -> None:
    assert filled("{metric:.1f} of {threshold:.1f}", threshold=None) == "0.7 of –"


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (0.79, "0.79 is below 0.80"),
        (0.7999, "0.7999 is below 0.8000"),
        (0.79998, "0.79998 is below 0.80000"),
    ],
)
def test_a_value_that_misses_its_bound_never_looks_equal_to_it(metric: float, expected: str) -> None:
    assert filled("{metric:.2f} is below {threshold:.2f}", metric) == expected


def test_a_value_never_looks_to_be_on_the_wrong_side_of_its_bound() -> None:
    assert filled("{metric:.0f} is below {threshold:.2f}", 0.7) == "0.7 is below 0.800"


def test_a_bound_by_itself_needs_no_digits_to_stand_apart_from_the_value() -> None:
    """The value next to the bound would be shown like it, but it is not shown."""
    close = 1.1996, 1.2
    assert filled("Widen it to {threshold:.2f} mm.", *close) == "Widen it to 1.20 mm."
    assert filled("It is {metric:.2f} of {threshold:.2f} mm.", *close) == "It is 1.1996 of 1.2000 mm."


def test_a_value_that_is_its_bound_keeps_the_digits_it_was_given() -> None:
    assert filled("{metric:.2f} of {threshold:.2f}", 0.7999999999) == "0.80 of 0.80"


def test_the_bound_counts_even_where_the_sentence_does_not_show_it() -> None:
    assert filled("{metric:.1f} mm is too thin", 0.7999) == "0.7999 mm is too thin"


SUFFIXES = (":.0f", ":.1f", ":.3f", ":d", ":,.2f", ":.2e", ":.3g", ":.0%", ":.1%", "")


def read(text: str) -> float:
    """Return the number that a reader sees."""
    return float(text.replace(",", "").rstrip("%")) / (100.0 if text.endswith("%") else 1.0)


@given(
    st.floats(-1e6, 1e6, allow_nan=False),
    st.floats(-1e6, 1e6, allow_nan=False),
    st.sampled_from(SUFFIXES),
    st.sampled_from(SUFFIXES),
    st.one_of(st.none(), st.floats(-3.0, 3.0)),
)
def test_shown_numbers_stand_to_each_other_as_the_true_ones_do(
    metric: float, threshold: float, of_metric: str, of_threshold: str, apart: float | None
) -> None:
    metric = metric if apart is None else threshold + apart  # most drawn pairs lie far apart
    template = f"{{metric{of_metric}}}|{{threshold{of_threshold}}}"
    shown = [read(text) for text in filled(template, metric, threshold).split("|")]
    if abs(metric - threshold) > 1e-5 + 1e-9 * abs(threshold):
        assert (shown[0] < shown[1]) == (metric < threshold)
        assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{metric:d}", "3"),
        ("{metric:.0%}", "300%"),
        ("{metric:+.1f}", "+3.0"),
        ("{metric:6.1f}", "   3.0"),
        ("{metric}", "3"),
        ("{n_inspected:d}", "34"),
        ("{n_inspected:.1f}", "34.0"),
    ],
)
def test_suffixes_say_how_a_number_is_written(template: str, expected: str) -> None:
    assert message.problems(template, has_bound=True) == []
    assert filled(template, 3.0, 0.0) == expected


def test_infinity_is_written_as_such() -> None:
    assert filled("{metric:.2f}", float("inf")) == "∞"


def test_a_small_negative_value_is_not_written_as_minus_zero() -> None:
    assert filled("{metric:.1f}", -0.001, None) == "0.0"


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (0.0, "0"), (0.8, "0.8"), (1234.5678, "1235"), (0.00012345, "0.0001234"), (1e7, "10000000")],
)
def test_plain_numbers_have_four_digits_and_no_exponent(value: float, text: str) -> None:
    assert message.plain(value) == text
