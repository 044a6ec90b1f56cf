"""Colors of values."""

from itertools import pairwise

import numpy as np
import pytest

from app.state.interface import SHIPPED
from app.views.viewport import colormaps
from app.views.viewport.colormaps import N_TEXELS, Scale
from engine import palette
from engine.palette import Extent
from tests.app.sent_limits import sent


def hue(color: np.ndarray) -> str:
    red, green, blue = (float(part) for part in color)
    if blue > red:
        return "blue"
    return "amber" if green > 0.45 else "red"


def scale_of(fail: float | None = None, warn: float | None = None, layer: str = "thickness") -> Scale:
    """Return a scale as the server sends it; 8 mm at its upper end."""
    return colormaps.of_stops(sent(fail, warn, layer=layer, extent=Extent(8.0, 8.0)).stops, fail, warn)


def test_below_the_fail_limit_is_red_below_the_warning_amber_and_above_blue() -> None:
    colors = scale_of(1.5, 2.5).color(np.array([0.0, 1.49, 1.51, 2.49, 2.51, 12.0]))
    assert [hue(color) for color in colors] == ["red", "red", "amber", "amber", "blue", "blue"]


def test_a_scale_colors_as_the_engine_that_sent_it() -> None:
    for layer, scale, values in (
        ("thickness", palette.of_length, np.linspace(0.0, 9.0, 200)),
        ("draft", palette.of_draft, np.linspace(-20.0, 20.0, 200)),
    ):
        made = scale(Extent(8.0, 8.0), palette.Limits(0.5, 3.0))
        mine = scale_of(0.5, 3.0, layer)
        np.testing.assert_allclose(mine.color(values), palette.colors(made, values), atol=1e-9)


def test_a_value_on_a_limit_is_on_the_milder_side() -> None:
    scale = scale_of(1.5, 2.5)
    assert [scale.band_at(value).name for value in (1.4999, 1.5, 2.4999, 2.5)] == [
        "fail",
        "warn",
        "warn",
        "pass",
    ]
    assert [hue(color) for color in scale.color(np.array([1.5, 2.5]))] == ["amber", "blue"]


def test_without_a_limit_its_band_is_missing() -> None:
    assert [band.name for band in scale_of(None, 2.5).bands] == ["warn", "pass"]
    assert [band.name for band in scale_of(1.5).bands] == ["fail", "pass"]
    assert [band.name for band in scale_of().bands] == ["all"]
    assert [band.name for band in scale_of(2.5, 1.5).bands] == ["fail", "pass"]


def test_bands_leave_no_gap_and_hold_the_colors_of_their_part_alone() -> None:
    bands = scale_of(1.0, 6.0).bands
    for one, next_one in pairwise(bands):
        assert one.high == next_one.low
        assert one.stops[-1].color != next_one.stops[0].color


def test_a_scale_that_runs_alike_to_both_sides_asks_for_size_not_sign() -> None:
    scale = scale_of(0.5, 3.0, "draft")
    assert (scale.mirrored, scale.low) == (True, 0.0)
    left, right = scale.color(np.array([-2.0])), scale.color(np.array([2.0]))
    assert left == pytest.approx(right)
    assert colormaps.texture_u(scale, np.array([-2.0])) == pytest.approx(
        colormaps.texture_u(scale, np.array([2.0]))
    )


def test_a_value_below_a_limit_is_never_looked_up_above_it() -> None:
    scale = scale_of(1.3, 3.7)
    row = colormaps.texture([scale])[1] / 255.0
    for limit, expected in ((1.3, "red"), (3.7, "amber")):
        below = limit * (1.0 - np.geomspace(1e-9, 0.1, 50))
        texels = (colormaps.texture_u(scale, below) * N_TEXELS).astype(int)
        assert {hue(row[texel]) for texel in texels} == {expected}
    above = (colormaps.texture_u(scale, np.array([1.35, 3.8])) * N_TEXELS).astype(int)
    assert [hue(row[texel]) for texel in above] == ["amber", "blue"]


def test_values_without_colors_of_the_server_are_neutral() -> None:
    scale = colormaps.neutral(np.array([1.0, 4.0, np.nan]))
    assert [hue(color) for color in scale.color(np.array([0.0, 4.0]))] == ["blue", "blue"]
    assert colormaps.neutral(np.array([-3.0, 4.0])).mirrored


def test_places_go_on_beyond_the_ends_so_that_triangles_mix_rightly() -> None:
    assert colormaps.texture_u(scale_of(), np.array([16.0]))[0] == pytest.approx(2.0, rel=0.01)


def test_one_band_alone_keeps_its_color_and_the_rest_turns_gray() -> None:
    scale = scale_of(2.0, 4.0)
    whole, only = colormaps.texture([scale])[1], colormaps.texture([scale], "warn")[1]
    places = np.arange(N_TEXELS) / N_TEXELS * scale.high
    is_warn = (places >= 2.0) & (places < 4.0)
    assert (whole[is_warn] == only[is_warn]).all()
    spread = only[~is_warn].max(axis=1).astype(int) - only[~is_warn].min(axis=1)
    assert spread.max() < 30


def test_rows_are_without_a_value_measured_and_marked_of_each_case_and_the_same_dimmed() -> None:
    gap, marked = np.array([True, False, False] * 4), np.array([False, False, True] * 4)
    case, dim = np.array(([0] * 3 + [1] * 3) * 2), np.array([False] * 6 + [True] * 6)
    rows = colormaps.texture_v(gap, marked, dim, case, 2)
    assert (rows * 12).astype(int).tolist() == list(range(12))
    assert len(colormaps.texture([scale_of(), scale_of()])) == 12


def test_roles_of_one_kind_share_its_hue_and_turned_off_kinds_turn_gray() -> None:
    roles = {0: "Unclassified", 1: "Hole wall", 2: "Hole floor", 3: "Boss wall"}
    shown = colormaps.role_texture(roles)[0]
    off = colormaps.role_texture(roles, frozenset({"Hole"}))[0]
    assert colormaps.hex_of(shown[1] / 255.0) == SHIPPED.kind_of_key["HOLE"].color
    assert (shown[2] >= shown[1]).all()
    assert (off[3] == shown[3]).all()
    assert int(off[1].max()) - int(off[1].min()) < 30


def test_a_role_that_is_not_known_has_a_color_too() -> None:
    assert len({colormaps.role_color(name) for name in ("Thread", "Hole wall")}) == 2
