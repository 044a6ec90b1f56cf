"""The colors of both themes: words can be read on every ground they stand on, marks stand out from it."""

import dataclasses
import re
from itertools import combinations

import pytest

from app.views.theme.tokens import DARK, LIGHT, Tokens

WORDS = 4.5
"""Contrast that words of ordinary size need, by WCAG 2.2, 1.4.3."""
MARKS = 3.0
"""Contrast that marks, lines and the frame of what has the focus need, by WCAG 2.2, 1.4.11."""
GROUNDS = ("window", "surface", "surface_raised")
both_themes = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


def luminance(color: str) -> float:
    """Return the relative luminance of `#rrggbb`."""
    parts = (int(color[at : at + 2], 16) / 255.0 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return how many times as bright the brighter is, with the light that every screen gives off."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1.0


@both_themes
def test_every_color_is_written_alike(tokens: Tokens) -> None:
    for field in dataclasses.fields(tokens):
        value = getattr(tokens, field.name)
        for color in value if isinstance(value, tuple) else (value,):
            assert isinstance(color, bool) or re.fullmatch("#[0-9a-f]{6}", color), field.name


@both_themes
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("ink", ["text", "text_muted", "fail", "warning", "passed", "accent"])
def test_words_can_be_read_on_every_ground(tokens: Tokens, ink: str, ground: str) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= WORDS


@both_themes
@pytest.mark.parametrize("ground", ["accent", "passed", "fail", "warning"])
def test_words_can_be_read_on_what_is_filled(tokens: Tokens, ground: str) -> None:
    assert contrast(tokens.accent_text, getattr(tokens, ground)) >= WORDS


@both_themes
@pytest.mark.parametrize("ground", GROUNDS)
def test_the_frame_of_what_has_the_focus_is_seen(tokens: Tokens, ground: str) -> None:
    assert contrast(tokens.accent, getattr(tokens, ground)) >= MARKS


@both_themes
@pytest.mark.parametrize("sky", ["sky_top", "sky_bottom"])
def test_part_and_outline_stand_out_from_the_sky(tokens: Tokens, sky: str) -> None:
    assert contrast(tokens.outline, getattr(tokens, sky)) >= MARKS
    assert contrast(tokens.text, getattr(tokens, sky)) >= WORDS
    assert contrast(tokens.text_muted, getattr(tokens, sky)) >= WORDS


@both_themes
def test_bands_of_the_map_differ_in_lightness_so_that_every_eye_says_them_apart(tokens: Tokens) -> None:
    bands = (tokens.map_fail, tokens.map_warning, tokens.map_far)
    assert all(contrast(one, other) >= 1.5 for one, other in combinations(bands, 2))


def test_the_two_themes_are_light_and_dark() -> None:
    assert not LIGHT.is_dark
    assert DARK.is_dark
    for ground in GROUNDS:
        assert luminance(getattr(LIGHT, ground)) > 0.8
        assert luminance(getattr(DARK, ground)) < 0.05
