"""The legend says what the colors are."""

import numpy as np
import pytest
from PIL import Image

from engine.heatmaps import clearance, draft, features, thickness
from engine.palette import colors
from engine.render import legend
from engine.rules import packs
from tests.support import analyses, layer_limits


def limited(tray):
    return thickness.color(tray, layer_limits.judged(tray, fail=1.5, warn=2.5))


def pixels(heatmap, size=1.0):
    return np.asarray(legend.panel(heatmap, 600, size)).astype(float) / 255.0


def test_the_bar_runs_through_the_colors_of_the_scale_from_top_to_bottom() -> None:
    heatmap = limited(analyses.tray())
    column = pixels(heatmap)[:, 15]
    opaque = np.flatnonzero(column[:, 3] > 0.99)
    longest = max(np.split(opaque, np.flatnonzero(np.diff(opaque) != 1) + 1), key=len)[3:-3]
    top, bottom = column[longest[0], :3], column[longest[-1], :3]
    ends = colors(heatmap.scale, np.array([heatmap.scale.high, heatmap.scale.low]))
    np.testing.assert_allclose([top, bottom], ends, atol=0.06)


def test_a_scale_with_limits_shows_more_red_than_one_without() -> None:
    tray = analyses.tray()

    def reds(heatmap):
        panel = pixels(heatmap)
        return int(((panel[..., 0] > 0.5) & (panel[..., 2] < 0.25) & (panel[..., 3] > 0.9)).sum())

    assert reds(limited(tray)) > 200
    assert reds(thickness.color(tray)) == 0


def test_the_process_is_named_under_the_colors_of_its_limits() -> None:
    tray = analyses.tray()
    named, bare = limited(tray), thickness.color(tray)
    assert legend.about_limits(named) == ["Limits of", "Casting · Investment"]
    assert legend.about_limits(bare) == []
    none = thickness.color(tray, layer_limits.judged(tray))
    assert legend.about_limits(none) == ["No limit in mm in", "Casting · Investment"]
    assert pixels(named).shape[0] > pixels(bare).shape[0]


@pytest.mark.parametrize(
    ("least", "most", "text"),
    [(0.1, 0.4, "fail below 0.1–0.4"), (0.4, 0.4, "fail below 0.4"), (None, 0.4, "fail below 0.4")],
)
def test_a_limit_that_depends_on_the_place_is_distinguished_from_the_least_to_the_most(
    least, most, text
) -> None:
    assert legend.below("fail", least, most) == text
    tofu = legend.font(16.0).getmask("\ufffe").getbbox()
    assert all(
        legend.font(16.0).getmask(letter).getbbox() != tofu
        for letter in legend.spelled(text)
        if letter != " "
    )


def test_the_draft_legend_starts_at_zero_for_both_halves() -> None:
    shown = legend.shown(draft.color(analyses.tray()).scale)
    assert (shown.low, shown.high) == (0.0, 15.0)
    plain = thickness.color(analyses.tray()).scale
    assert legend.shown(plain) == plain


def test_every_swatch_is_there_with_its_color() -> None:
    tray = analyses.tray()
    heatmap = features.color(analyses.with_features(tray, analyses.fin(tray)))
    panel = np.round(pixels(heatmap)[..., :3] * 255).astype(int).reshape(-1, 3)
    shown = {tuple(color) for color in panel.tolist()}
    for swatch in heatmap.swatches:
        assert tuple(int(swatch.color[at : at + 2], 16) for at in (1, 3, 5)) in shown, swatch.label


def test_a_legend_beside_a_picture_leaves_the_picture_as_it_was() -> None:
    picture = Image.new("RGBA", (400, 500), "#123456")
    wider = legend.beside(picture, clearance.color(analyses.tray()))
    assert wider.width > 400
    np.testing.assert_array_equal(np.asarray(wider)[:, :400], np.asarray(picture))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 15, [0, 2.5, 5, 7.5, 10, 12.5, 15]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-3, 3, [-3, -2, -1, 0, 1, 2, 3]),
    ],
)
def test_ticks_are_round_numbers(low, high, expected) -> None:
    assert legend.ticks(low, high) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.5, "2.5"), (120, "120"), (1200, "1200"), (0.125, "0.125"), (3.0, "3"), (12345.0, "12345")],
)
def test_numbers_are_written_as_people_do(value, text) -> None:
    assert legend.plain(value) == text


def test_every_sign_of_a_label_is_drawn_and_none_is_an_empty_box() -> None:
    units = {rule.unit or "" for pack in packs.shipped() for rule in pack.rules}
    layers = [f"{each.LAYER.title} {each.LAYER.unit}" for each in (clearance, draft, features, thickness)]
    box = legend.font(20).getmask("\uffff")
    for sign in set("".join([*units, *layers, "2 × Ø6.6, −0.1 … ≤ 3 mm² ≥ 2–4 cm³ ± 0.5° µm · A"])) - {" "}:
        for drawn in legend.spelled(sign):
            mask = legend.font(20).getmask(drawn)
            assert (mask.size, bytes(mask)) != (box.size, bytes(box)), sign
