"""Numbers are written as engineers write them."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.report import wording
from tests.support import analyses


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1.2, "mm", "1.20 mm"),
        (12.345, "mm", "12.3 mm"),
        (123.45, "mm", "123 mm"),
        (12345.6, "mm", "12,346 mm"),
        (0.0456, "mm", "0.046 mm"),
        (0.0, "mm", "0.00 mm"),
        (-0.0001, "mm", "-0.0001 mm"),
        (0.00042, "mm", "0.0004 mm"),
        (-1e-7, "mm", "0.00 mm"),
        (1.0, "faults", "1 fault"),
        (2.0, "faults", "2 faults"),
        (1.0, "setups", "1 setup"),
        (0.754, "of the wall", "75 % of the wall"),
        (2.5, "diameters", "2.50 diameters"),
        (3.0, "1", "3"),
        (3.25, "1", "3.25"),
        (0.5, "°", "0.50°"),
        (math.nan, "mm", "not measurable"),
        (math.inf, "mm", "open"),
        (None, "mm", "–"),
    ],
)
def test_numbers(value, unit, text) -> None:
    assert wording.number(value, unit) == text


def test_uncertainty_is_reported_when_it_matters_and_not_when_it_does_not() -> None:
    assert wording.measured(analyses.finding(value=2.4, uncertainty=0.2)) == "2.40 ± 0.20 mm"
    assert wording.measured(analyses.finding(value=2.4, uncertainty=1e-6)) == "2.40 mm"


@pytest.mark.parametrize(("value", "uncertainty", "text"), [(-9e-6, 2e-6, "0.00°"), (-0.02, 2e-6, "−0.020°")])
def test_noise_of_an_angle_is_no_angle(value: float, uncertainty: float, text: str) -> None:
    finding = analyses.finding(value=value, uncertainty=uncertainty, unit="°")
    assert wording.measured(finding).replace("-", "−") == text


def test_a_small_angle_is_not_written_as_none_where_its_limit_is_smaller() -> None:
    above = analyses.finding(value=0.004, threshold=0.0039, margin=-0.0001, uncertainty=0.0, unit="°")
    assert (wording.measured(above), wording.limit(above)) == ("0.0040°", "at most 0.0039°")
    below = dataclasses.replace(above, value=0.0038)
    assert (wording.measured(below), wording.limit(below)) == ("0.00°", "at least 0.0039°")


@pytest.mark.parametrize(
    ("value", "threshold", "margin", "text"),
    [
        (1.2, 2.5, -1.3, "at least 2.50 mm"),
        (3.0, 2.5, 0.5, "at least 2.50 mm"),
        (3.0, 2.5, -0.5, "at most 2.50 mm"),
        (2.0, 2.5, 0.5, "at most 2.50 mm"),
        (2.5, 2.5, 0.0, "2.50 mm"),
        (1.2, None, None, "–"),
    ],
)
def test_the_side_of_a_limit_follows_from_the_margin(value, threshold, margin, text) -> None:
    assert wording.limit(analyses.finding(value=value, threshold=threshold, margin=margin)) == text


def test_a_margin_is_reported_as_a_length_and_as_a_share() -> None:
    assert wording.margin(analyses.finding()) == "−1.30 mm (−52 %)"
    assert wording.margin(analyses.finding(margin=None)) == "–"
    assert wording.margin(analyses.finding(margin=-0.01)) == "−0.010 mm (−0.4 %)"
    assert wording.margin(analyses.finding(value=82.5, margin=-80.0)) == "−80.0 mm"


@pytest.mark.parametrize(
    ("value", "threshold", "shown", "limit"),
    [
        (0.7996, 0.8, "0.7996 mm", "at least 0.8000 mm"),
        (0.79, 0.8, "0.79 mm", "at least 0.80 mm"),
        (9.996, 10.0, "9.996 mm", "at least 10.00 mm"),
        (99.99, 100.0, "99.99 mm", "at least 100.0 mm"),
        (1999.9, 2000.0, "1,999.9 mm", "at least 2,000.0 mm"),
    ],
)
def test_a_value_never_looks_like_the_limit_it_misses(value, threshold, shown, limit) -> None:
    missed = analyses.finding(value=value, threshold=threshold, margin=value - threshold, uncertainty=0.0)
    assert (wording.measured(missed), wording.limit(missed)) == (shown, limit)
    met = dataclasses.replace(missed, value=threshold, margin=0.0)
    assert wording.measured(met) == wording.limit(met)


@example(0.00390625, 0.015625, "°")
@given(st.floats(0.001, 1e5), st.floats(-0.02, 0.02), st.sampled_from(["mm", "°", "mm²", "1", "diameters"]))
def test_what_the_report_shows_of_value_and_limit_agrees_with_the_verdict(threshold, share, unit) -> None:
    value = threshold * (1.0 + share)
    if abs(value - threshold) < 1e-6:
        return
    missed = analyses.finding(
        value=value, threshold=threshold, margin=-abs(value - threshold), uncertainty=0.0, unit=unit
    )

    def seen(text):
        return float(
            text.removeprefix("at least ")
            .removeprefix("at most ")
            .split("°")[0]
            .split(" ")[0]
            .replace(",", "")
        )

    said = wording.limit(missed)
    assert said.startswith("at least" if value < threshold else "at most")
    shown, limit = seen(wording.measured(missed)), seen(said)
    assert shown < limit if value < threshold else shown > limit
    assert "−0.00 " not in wording.margin(missed)


def test_missing_by_more_is_worse() -> None:
    near, far, none = (analyses.finding(threshold=2.0, margin=margin) for margin in (-0.1, -1.0, None))
    assert wording.shortfall(near) < wording.shortfall(far) < wording.shortfall(none) == 1.0
    assert wording.shortfall(analyses.finding(margin=0.5)) == 0.0


def test_axes_are_named_and_other_directions_spelled_out() -> None:
    assert wording.direction(np.array([0.0, -1.0, 0.0])) == "-Y"
    assert wording.direction(np.array([0.6, 0.0, 0.8])) == "(0.600, 0.000, 0.800)"


def test_counts_agree_with_their_noun() -> None:
    assert [wording.counted(count, "face") for count in (0, 1, 1200)] == ["0 faces", "1 face", "1,200 faces"]
    assert wording.counted(2, "body", "bodies") == "2 bodies"


def test_places_are_counted_by_severity_and_none_are_not_written() -> None:
    assert wording.counts_in_words({"fail": 2, "warning": 1}) == "fails at 2 places, warns at 1 place"
    assert wording.counts_in_words({"fail": 0, "warning": 1}) == "warns at 1 place"


def test_what_was_left_out_is_counted_and_nothing_is_no_sentence() -> None:
    assert wording.and_more(1200) == "And 1,200 more; the result file lists them all."
    assert wording.and_more(0) == ""


def test_sides_of_a_box_are_lengths_in_one_unit() -> None:
    assert wording.sides(np.array([5080.0, 30.0, 0.5])) == "5,080 × 30.0 × 0.50 mm"


TURNED = "The workpiece has to be turned to {} orientations; beyond 6 clamping costs more than cutting."


def test_what_a_message_enumerates_at_length_is_parted_from_it_clause_by_clause() -> None:
    lead = TURNED.format(5)
    message = (
        f"{lead} Setup 2, from +X, is needed for hole 1; setup 3, b. c; setup 4, d; setup 5, e. Or fewer."
    )
    assert wording.split_enumeration(message) == (
        f"{lead} Or fewer.",
        ("Setup 2, from +X, is needed for hole 1", "Setup 3, b. c", "Setup 4, d", "Setup 5, e"),
    )


@pytest.mark.parametrize(("clauses", "shown"), [("", ""), ("abc", "abc"), ("abcd", "abcd"), ("abcde", "abc")])
def test_a_list_is_folded_after_a_few_unless_one_alone_would_be(clauses: str, shown: str) -> None:
    assert wording.folded(clauses) == (shown, clauses[len(shown) :])


@pytest.mark.parametrize(
    "message",
    [
        TURNED.format(3),
        f"{TURNED.format(4)} Setup 2, a; setup 3, b; setup 4, c.",
        "Setup 2, a; setup 3, b; setup 4, c; setup 5, d.",
        "",
    ],
)
def test_a_message_that_enumerates_little_or_nothing_else_stays_whole(message: str) -> None:
    assert wording.split_enumeration(message) == (message, ())
