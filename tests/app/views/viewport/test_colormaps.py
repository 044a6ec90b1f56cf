"""Colors of values."""

import numpy as np
import pytest

from app.state.layer_limits import Limits
from app.views.viewport import colormaps
from app.views.viewport.colormaps import N_TEXELS, anchored


def hue(color: np.ndarray) -> str:
    red, green, blue = (float(part) for part in color)
    if blue > red:
        return "blue"
    return "amber" if green > 0.45 else "red"


def test_below_the_fail_limit_is_red_below_the_warning_amber_and_above_blue() -> None:
    scale = anchored(0.0, 12.0, Limits(1.5, 2.5))
    colors = scale.color(np.array([0.0, 1.49, 1.51, 2.49, 2.51, 12.0]))
    assert [hue(color) for color in colors] == ["red", "red", "amber", "amber", "blue", "blue"]


def test_a_value_on_a_limit_is_on_the_milder_side() -> None:
    scale = anchored(0.0, 12.0, Limits(1.5, 2.5))
    assert [scale.band_at(value).name for value in (1.4999, 1.5, 2.4999, 2.5)] == [
        "fail",
        "warn",
        "warn",
        "pass",
    ]
    assert [hue(color) for color in scale.color(np.array([1.5, 2.5]))] == ["amber", "blue"]


def test_without_a_limit_its_band_is_missing() -> None:
    assert [band.name for band in anchored(0, 12, Limits(None, 2.5)).bands] == ["warn", "pass"]
    assert [band.name for band in anchored(0, 12, Limits(1.5, None)).bands] == ["fail", "pass"]
    assert [band.name for band in anchored(0, 12).bands] == ["all"]
    assert [band.name for band in anchored(0, 12, Limits(2.5, 1.5)).bands] == ["fail", "pass"]


def test_bands_leave_no_gap_and_a_limit_beyond_an_end_moves_it() -> None:
    scale = anchored(3.0, 4.0, Limits(1.0, 6.0))
    assert scale.low < 1.0
    assert scale.high > 6.0
    for one, next_one in zip(scale.bands, scale.bands[1:], strict=False):
        assert one.high == next_one.low


def test_a_mirrored_scale_asks_for_size_not_sign() -> None:
    scale = anchored(0.0, 15.0, Limits(0.5, 3.0), mirrored=True)
    left, right = scale.color(np.array([-2.0])), scale.color(np.array([2.0]))
    assert left == pytest.approx(right)
    assert colormaps.along(scale, np.array([-2.0])) == pytest.approx(colormaps.along(scale, np.array([2.0])))


def test_the_picture_has_the_limit_where_the_values_point() -> None:
    scale = anchored(0.0, 8.0, Limits(2.0, 4.0))
    row = colormaps.picture(scale)[1] / 255.0
    for value, expected in ((1.95, "red"), (2.0, "amber"), (3.95, "amber"), (4.0, "blue")):
        texel = int(colormaps.along(scale, np.array([value]))[0] * N_TEXELS)
        assert hue(row[texel]) == expected, value


def test_places_go_on_beyond_the_ends_so_that_triangles_mix_rightly() -> None:
    scale = anchored(0.0, 8.0)
    assert colormaps.along(scale, np.array([16.0]))[0] == pytest.approx(2.0, rel=0.01)


def test_one_band_alone_keeps_its_color_and_the_rest_turns_gray() -> None:
    scale = anchored(0.0, 8.0, Limits(2.0, 4.0))
    whole, only = colormaps.picture(scale)[1], colormaps.picture(scale, "warn")[1]
    is_warn = np.arange(N_TEXELS) // (N_TEXELS // 8) // 2 == 1
    assert (whole[is_warn] == only[is_warn]).all()
    spread = only[~is_warn].max(axis=1).astype(int) - only[~is_warn].min(axis=1)
    assert spread.max() < 30


def test_rows_are_without_a_value_measured_and_marked_and_the_same_dimmed() -> None:
    gap, marked = np.array([True, False, False] * 2), np.array([False, False, True] * 2)
    dim = np.array([False] * 3 + [True] * 3)
    rows = colormaps.row_of(gap, marked, dim)
    assert (rows * colormaps.N_ROWS).astype(int).tolist() == [0, 1, 2, 3, 4, 5]
    assert len(colormaps.picture(anchored(0.0, 1.0))) == colormaps.N_ROWS


def test_roles_of_one_kind_share_its_hue_and_turned_off_kinds_turn_gray() -> None:
    roles = {0: "Unclassified", 1: "Hole wall", 2: "Hole floor", 3: "Boss wall"}
    shown = colormaps.role_picture(roles)[0]
    off = colormaps.role_picture(roles, frozenset({"Hole"}))[0]
    assert colormaps.hex_of(shown[1] / 255.0) == colormaps.KIND_COLORS["Hole"]
    assert (shown[2] >= shown[1]).all()
    assert (off[3] == shown[3]).all()
    assert int(off[1].max()) - int(off[1].min()) < 30


def test_a_role_that_is_not_known_has_a_color_too() -> None:
    assert len({colormaps.role_color(name, 40) for name in ("Thread", "Hole wall")}) == 2


@pytest.mark.parametrize(
    ("value", "ceiling"), [(0.0, 1.0), (float("nan"), 1.0), (0.91, 1.0), (7.3, 8.0), (81, 100)]
)
def test_ends_are_round_numbers(value: float, ceiling: float) -> None:
    assert colormaps.nice_ceiling(value) == pytest.approx(ceiling)
