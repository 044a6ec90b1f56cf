"""Lengths in inches: every number of a sentence by hand, and what must stay."""

import pytest

from app.client.models import Feature
from app.state import display_unit, feature_filter, feature_words, quantity_words, size_words
from engine.report import inches


@pytest.fixture(autouse=True)
def _inches() -> None:
    display_unit.choose("in")


@pytest.mark.parametrize(
    ("metric", "inches"),
    [
        (
            "Thicken the wall from 2.54 mm to at least 5.08 mm.",
            "Thicken the wall from 0.1000 in to at least 0.2000 in.",
        ),
        ("pocket 15 (127 × 76.2 × 25.4 mm)", "pocket 15 (5.00 × 3.000 × 1.000 in)"),
        ("35 faces, 2.54 to 25.4 mm. The worst:", "35 faces, 0.1000 to 1.000 in. The worst:"),
        ("face 39 (flat, 6,451.6 mm²) is 0.0°", "face 39 (flat, 10.0000 in²) is 0.0°"),
        ("wall of boss Ø25.40", "wall of boss Ø1.0000"),
        ("fillet R2.54 is 2.54 mm", "fillet R0.1000 is 0.1000 in"),
        ("cast up to 300mm x 195mm x 290mm", "cast up to 11.81 x 7.68 x 11.42 in"),
        ("measured to ±0.254 mm", "measured to ±0.0100 in"),
        ("moved by -25.4 mm", "moved by -1.000 in"),
    ],
)
def test_lengths_of_a_sentence_are_shown_in_inches(metric: str, inches: str) -> None:
    assert display_unit.in_sentence(metric) == inches
    display_unit.choose("mm")
    assert display_unit.in_sentence(metric) == metric


@pytest.mark.parametrize(
    "text",
    [
        "4 corners of it are sharp; 270° through the metal.",
        "2 faces, 1.7 × nominal",
        "M6 fits; ISO 286; 3 mmol; AZ91D",
        "wall_fail_mm × 0.5",
        "mild-steel-1.5mm-sheet.step",
        "",
    ],
)
def test_what_is_no_length_stays(text: str) -> None:
    assert display_unit.in_sentence(text) == text


@pytest.mark.parametrize(
    ("metric", "inches"),
    [
        ("8 × Ø6.6 on Ø80", "8 × Ø0.260 on Ø3.15"),
        ("2 × 2 grid of boss Ø25.4, pitch 50.8 × 76.2", "2 × 2 grid of boss Ø1.000, pitch 2.000 × 3.000"),
        ("5 × slot 25.4 × 50.8, pitch 12.7", "5 × slot 1.000 × 2.000, pitch 0.500"),
        ("4 × Ø2.54 on a 3 × 3 grid, pitch 25.4 × 25.4", "4 × Ø0.1000 on a 3 × 3 grid, pitch 1.000 × 1.000"),
        ("6 × Ø5.08 radial, every 60°", "6 × Ø0.2000 radial, every 60°"),
    ],
)
def test_labels_of_patterns_are_shown_in_inches_and_their_counts_stay(metric: str, inches: str) -> None:
    assert display_unit.in_label(metric) == inches


SAID = (
    *(
        "+12.7 mm",
        "−12.7 mm",
        "25.4 ± 0.254 mm",
        "1.20 ± 0.010 mm",
        "0.0005 mm",
        "0 mm",
        "2,540.0 mm × 25.4 mm",
    ),
    *(
        "0.001 mm³",
        "100 cm²",
        "16.4 cm³",
        "R2.54 and Ø6.6",
        "8 × Ø6.6 on Ø80",
        "4 corners, 270°",
        "face-12 mm",
    ),
    *("2 × 2 grid of bosses 101.6 × 50.8", "row of 5 holes, pitch 25.4", "from 2.54 mm → 5.08 mm or 7.62 mm"),
)


@pytest.mark.parametrize("text", SAID)
def test_the_window_says_in_inches_what_the_report_says(text: str) -> None:
    """Both have rules of their own, for the window imports nothing of the engine: it may be elsewhere."""
    assert display_unit.in_sentence(text) == inches.sentence(text)
    assert display_unit.in_label(text) == inches.label(text)


def test_values_sizes_and_filters_agree_on_the_unit() -> None:
    assert quantity_words.number(2.54, "mm") == "0.1000 in"
    assert quantity_words.number(-2.54, "mm", is_signed=True) == "−0.1000 in"
    assert quantity_words.number(45.0, "°") == "45.0°"
    assert quantity_words.joined("0.1000 in", "0.2000 in", "…") == "0.1000 … 0.2000 in"
    assert size_words.sides((25.4, 50.8, 12.7)) == "1.000 × 2.000 × 0.500 in"
    assert size_words.volume(16.387064) == "1.00 in³"
    assert size_words.area(6.4516) == "1.00 in²"
    hole = Feature(fid="3", kind="HOLE", dimensions={"diameter_mm": 6.35, "depth_mm": 25.4})
    assert feature_words.size(hole) == "Ø0.250 × 1.000"
    for text, matches in (("d=0.25", True), ("d>0.24", True), ("d>0.26", False), ("d>5", False)):
        assert feature_filter.parse(text).matches(hole, None) is matches


@pytest.mark.parametrize("typed", [0.125, 1.0, -0.03])
def test_what_is_typed_in_inches_is_sent_in_millimeters(typed: float) -> None:
    sent = display_unit.entered(typed, "mm")
    assert sent == pytest.approx(typed * 25.4, abs=1e-9)
    assert display_unit.shown(sent, "mm") == pytest.approx(typed)
    assert display_unit.entered(typed, "°") == typed


def test_the_name_of_a_parameter_says_its_unit() -> None:
    found = [display_unit.unit_of_name(name) for name in ("wall_min_mm", "sliver_mm2", "draft_deg", "mm")]
    assert found == ["mm", "mm²", "", ""]
