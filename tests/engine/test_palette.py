"""Colors mean what they say, to everybody."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import palette
from engine.kinds import KINDS, ROLES, color_of_role
from engine.model.feature import Role
from engine.palette import Limits, anchored, colors, rgb, to_linear, to_srgb

LIMITS = Limits(fail=1.5, warn=2.5)

VISION = {
    "common": np.eye(3),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue cones": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1, on linear light."""


def perceived(srgb, vision="common"):
    """(N, 3) OKLab (Ottosson 2020): distances are about what people see; 0.02 is just noticeable."""
    light = np.clip(to_linear(np.atleast_2d(srgb)) @ VISION[vision].T, 0.0, 1.0)
    to_cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    to_lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.cbrt(light @ to_cones.T) @ to_lab.T


def least_distance(first, second, vision):
    apart = perceived(first, vision)[:, None] - perceived(second, vision)[None]
    return float(np.linalg.norm(apart, axis=2).min())


def band(scale, low, high):
    return colors(scale, np.linspace(low, high, 20))


def test_below_the_fail_limit_is_red_below_the_warning_limit_amber_and_above_blue():
    red, amber, blue = colors(anchored(0, 10, LIMITS), np.array([1.0, 2.0, 3.0]))
    assert red[0] > 2 * max(red[1], red[2])
    assert amber[0] > amber[1] > 2 * amber[2]
    assert blue[2] > blue[1] > blue[0]


def test_a_value_on_a_limit_belongs_to_the_milder_side_and_the_step_is_hard():
    scale = anchored(0, 10, LIMITS)
    below, on, above = colors(scale, np.array([1.5 - 1e-9, 1.5, 1.5 + 1e-9]))
    np.testing.assert_allclose(on, above, atol=1e-6)
    assert np.abs(on - below).max() > 0.25


@pytest.mark.parametrize("ends", [(0.0, 1.5), (1.5, 2.5), (2.5, 10.0)])
def test_lighter_means_more_within_each_band(ends):
    lightness = perceived(band(anchored(0, 10, LIMITS), ends[0], ends[1] - 1e-9))[:, 0]
    assert (np.diff(lightness) > 0).all()


@pytest.mark.parametrize("vision", VISION)
def test_the_three_bands_stay_apart_for_everybody(vision):
    scale = anchored(0, 10, LIMITS)
    bands = [band(scale, 0, 1.499), band(scale, 1.5, 2.499), band(scale, 2.5, 10)]
    for one, other in itertools.combinations(bands, 2):
        assert least_distance(one, other, vision) > 0.08


@pytest.mark.parametrize("vision", VISION)
def test_kinds_stay_apart_for_everybody(vision):
    for one, other in itertools.combinations([kind.color for kind in KINDS], 2):
        assert least_distance(rgb(one), rgb(other), vision) > 0.045, (one, other)


@pytest.mark.parametrize("vision", VISION)
def test_neutral_colors_are_not_taken_for_values(vision):
    scale = anchored(0, 10, LIMITS)
    for neutral in (palette.NOTHING, palette.UNMEASURED):
        assert least_distance(rgb(neutral), band(scale, 0, 10), vision) > 0.02, neutral


def test_nan_and_infinity_are_neutral_and_differ():
    unmeasured, nothing = colors(anchored(0, 10, LIMITS), np.array([np.nan, np.inf]))
    assert np.ptp(unmeasured) < 0.06
    assert np.ptp(nothing) < 0.06
    assert np.abs(unmeasured - nothing).max() > 0.2


def test_without_limits_nothing_is_red_or_amber():
    shown = colors(anchored(0, 10), np.linspace(0, 10, 50))
    assert (shown[:, 2] >= shown[:, 0]).all()


def test_without_a_warning_limit_blue_begins_at_the_fail_limit():
    scale = anchored(0, 10, Limits(fail=1.5))
    below, above = colors(scale, np.array([1.4, 1.6]))
    assert below[0] > below[2]
    assert above[2] > above[0]


def test_a_warning_limit_below_the_fail_limit_changes_nothing():
    assert anchored(0, 10, Limits(fail=2.5, warn=1.0)).stops == anchored(0, 10, Limits(fail=2.5)).stops


def test_a_limit_beyond_the_range_still_shows_its_band():
    scale = anchored(0, 1, Limits(fail=3.0, warn=4.0))
    assert scale.high > 4.0
    reversed_range = anchored(5, 9, Limits(fail=3.0, warn=4.0))
    assert reversed_range.low < 3.0


@given(st.floats(-10, 100), st.floats(1e-3, 100), st.none() | st.floats(0, 50), st.none() | st.floats(0, 50))
def test_any_limits_make_a_scale_whose_stops_ascend_and_whose_colors_are_colors(low, span, fail, warn):
    scale = anchored(low, low + span, Limits(fail, warn))
    values = [stop.value for stop in scale.stops]
    assert values == sorted(values)
    assert scale.high > scale.low
    shown = colors(scale, np.array([low - 1, low, low + span, low + 2 * span, 0.0]))
    assert ((shown >= 0) & (shown <= 1)).all()


def test_a_mirrored_scale_takes_no_notice_of_the_sign():
    scale = palette.mirrored(anchored(0, 15, Limits(warn=3.0)))
    values = np.array([0.5, 2.0, 7.0, 14.0])
    np.testing.assert_allclose(colors(scale, values), colors(scale, -values), atol=1e-12)
    assert scale.low == -15.0


def test_every_role_has_a_color_of_its_own_and_every_kind_too():
    assert set(ROLES) == set(Role)
    assert len({color_of_role(code) for code in ROLES}) == len(Role)
    assert len({kind.color for kind in KINDS}) == len(KINDS)


def test_walls_and_floors_of_one_kind_share_its_hue():
    wall, floor = (perceived(rgb(color_of_role(role)))[0] for role in (Role.SLOT_WALL, Role.SLOT_FLOOR))
    assert np.arctan2(wall[2], wall[1]) == pytest.approx(np.arctan2(floor[2], floor[1]), abs=0.2)
    assert floor[0] > wall[0] + 0.05


def test_middle_gray_holds_a_fifth_of_the_light():
    assert to_linear(np.array([0.5])) == pytest.approx([0.21404114], abs=1e-7)
    assert to_linear(np.array([0.02])) == pytest.approx([0.02 / 12.92])


def test_linear_light_and_back_is_the_same_color():
    every = np.linspace(0, 1, 256)
    np.testing.assert_allclose(to_srgb(to_linear(every)), every, atol=1e-9)


def test_hex_and_back_is_the_same_color():
    assert palette.hex_of(rgb("#1f5582")) == "#1f5582"


@pytest.mark.parametrize(
    ("value", "ceiling"), [(0.0, 1), (1.0, 1), (1.01, 1.2), (7, 8), (9, 10), (0.023, 0.025), (130, 150)]
)
def test_scales_end_at_round_numbers(value, ceiling):
    assert palette.nice_ceiling(value) == pytest.approx(ceiling)
