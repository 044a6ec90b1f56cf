"""Lengths, areas and volumes are converted by their definition; nothing else is touched."""

import pytest

from engine.report import inches


@pytest.mark.parametrize(
    ("metric", "imperial"),
    [
        ("25.4 mm", "1.000 in"),
        ("a wall of 2.54 mm is thin", "a wall of 0.1000 in is thin"),
        ("1,290 mm²", "2.000 in²"),
        ("16.387 cm³", "1.0000 in³"),
        ("254 × 127 × 25.4 mm", "10.00 × 5.00 × 1.000 in"),
        ("1.27 ± 0.25 mm", "0.0500 ± 0.0098 in"),
        ("wall of hole Ø50.8", "wall of hole Ø2.000"),
        ("−2.54 mm", "−0.1000 in"),
    ],
)
def test_a_quantity_is_what_it_is_in_inches(metric: str, imperial: str) -> None:
    assert inches.sentence(metric) == imperial


@pytest.mark.parametrize(
    "text", ["3.0°", "1.25 × nominal", "face 12", "75 % of the wall", "12 mm/s", "M6", "part-2mm.step"]
)
def test_what_is_no_length_stays_as_it_is(text: str) -> None:
    assert inches.sentence(text) == text


def test_a_label_has_lengths_without_a_unit() -> None:
    assert inches.label("8 × Ø25.4 on Ø254") == "8 × Ø1.000 on Ø10.00"
    assert (
        inches.label("2 × 2 grid of Ø25.4, pitch 50.8 × 76.2") == "2 × 2 grid of Ø1.000, pitch 2.000 × 3.000"
    )


def test_a_bare_number_goes_by_the_unit_of_its_column() -> None:
    assert inches.bare("25.4", "mm") == "1.000"
    assert inches.bare("25.4", "°") == "25.4"
    assert inches.bare("yes", "mm") == "yes"


def test_a_page_carries_both_and_its_tags_and_scripts_stay() -> None:
    page = (
        '<p title="2.54 mm">It is 2.54 mm &amp; &lt;b&gt;.</p>'
        '<script>"2.54 mm"</script><svg><text>1 mm</text></svg>'
    )
    marked = inches.in_both(page)
    assert marked == page.replace("It is 2.54 mm", 'It is <span data-in="0.1000 in">2.54 mm</span>')
    assert inches.in_both("<p>no lengths</p>") == "<p>no lengths</p>"


def test_a_page_in_inches_can_go_back() -> None:
    assert (
        inches.in_both("<p>25.4 mm</p>", inches.INCHES)
        == '<p><span data-in="1.000 in" data-mm="25.4 mm">1.000 in</span></p>'
    )


def test_a_hostile_text_stays_harmless() -> None:
    page = "<p>&lt;img src=x&gt; 2.54 mm &quot;&gt;</p>"
    marked = inches.in_both(page)
    assert "<img" not in marked
    assert '">2.54 mm</span> &quot;&gt;' in marked
