"""What a layer shows."""

from dataclasses import replace

import numpy as np
import pytest

from app.state.interface import SHIPPED
from app.views.viewport import colormaps, layers
from tests.app.sent_limits import sent
from tests.app.views.viewport import served, solids


def colors(shown: layers.Shown) -> np.ndarray:
    """Look every vertex up in the picture, as the graphics card does."""
    row = (shown.v * len(shown.rows)).astype(int)
    column = np.clip((shown.u * shown.rows.shape[1]).astype(int), 0, shown.rows.shape[1] - 1)
    return np.asarray(shown.rows[row, column].astype(int))


def test_a_thin_plate_is_red_and_the_thick_one_blue() -> None:
    part = served.plates(1.0)
    scale = layers.scales_of(part, "thickness", sent(2.0))
    found = colors(layers.numbers(part, "thickness", scale, None, frozenset()))
    assert (found[:24, 0] > 2 * found[:24, 2]).all()
    assert (found[24:, 2] > found[24:, 0]).all()


def test_faces_that_are_dimmed_turn_gray() -> None:
    part = served.plates(1.0)
    scale = layers.scales_of(part, "thickness", sent(2.0))
    found = colors(layers.numbers(part, "thickness", scale, None, frozenset(range(6))))
    assert (np.ptp(found[:24], axis=1) < 40).all()
    assert (np.ptp(found[24:], axis=1) > 40).any()


def test_what_was_not_measured_is_gray_and_said() -> None:
    part = solids.box(4, 2, 1)
    shown = layers.numbers(part, "clearance", layers.scales_of(part, "clearance", None), None, frozenset())
    assert shown.has_gaps
    assert np.ptp(colors(shown), axis=1).max() < 10


def test_a_triangle_half_of_whose_corners_were_measured_mixes_their_values_and_not_nought() -> None:
    part = solids.box(4, 2, 1)
    values = part.layers["thickness"].copy()
    values[4] = np.nan
    part.layers["thickness"] = values
    scale = layers.scales_of(part, "thickness", None)
    shown = layers.numbers(part, "thickness", scale, None, frozenset())
    assert shown.u[4] == pytest.approx(shown.u[5])


def test_undercuts_have_a_color_that_no_draft_has() -> None:
    part = solids.box(4, 2, 1)
    marked = replace(part, marked={"draft": part.face_of_vertex == 2})
    scale = layers.scales_of(part, "draft", sent(0.5, 3.0, layer="draft"))
    found = layers.numbers(marked, "draft", scale, None, frozenset())
    assert found.has_marks
    assert colormaps.hex_of(colors(found)[8] / 255.0) == colormaps.UNDERCUT
    plain = layers.numbers(part, "draft", scale, None, frozenset())
    assert not plain.has_marks
    assert (colors(found)[:8] == colors(plain)[:8]).all()


def test_in_another_range_bands_stay_at_their_limits_and_those_out_of_it_go() -> None:
    scales = layers.scales_of(served.plates(), "thickness", sent(2.0, 3.0))
    narrow = layers.ranged(scales, 1.0, 2.5).legend
    assert [(band.name, band.low, band.high) for band in narrow.bands] == [
        ("fail", 1.0, 2.0),
        ("warn", 2.0, 2.5),
    ]
    assert [band.name for band in layers.ranged(scales, 4.0, 9.0).legend.bands] == ["pass"]
    assert [band.name for band in layers.ranged(scales, 0.0, 1.0).legend.bands] == ["fail"]


def test_each_place_has_the_colors_of_its_own_case() -> None:
    part = served.plates(1.0)
    thin = [str(face) for face in range(6)]
    by_case = layers.scales_of(part, "thickness", sent(3.0, None, (None, None, None), (3.0, None, thin)))
    found = colors(layers.numbers(part, "thickness", by_case, None, frozenset()))
    assert (found[:24, 0] > 2 * found[:24, 2]).all()  # 1 mm, and fails
    assert (found[24:, 2] > found[24:, 0]).all()  # 2.5 mm, below the limit that holds nothing against it
    everywhere = layers.scales_of(part, "thickness", sent(3.0))
    found = colors(layers.numbers(part, "thickness", everywhere, None, frozenset()))
    assert (found[:, 0] > 2 * found[:, 2]).all()
    alone = colors(layers.numbers(part, "thickness", by_case, "fail", frozenset()))
    assert (np.ptp(alone[:24], axis=1) > 40).all()
    assert (np.ptp(alone[24:], axis=1) < 40).all()


def test_a_dimmed_face_of_a_later_case_is_gray() -> None:
    part = served.plates(1.0)
    thin = [str(face) for face in range(6)]
    scales = layers.scales_of(part, "thickness", sent(3.0, None, (None, None, None), (3.0, None, thin)))
    found = colors(layers.numbers(part, "thickness", scales, None, frozenset(range(6))))
    assert (np.ptp(found[:24], axis=1) < 40).all()


def test_kinds_are_counted_as_features_and_left_over_faces_last() -> None:
    result = served.result()
    assert layers.kind_counts(result) == {"Fin": 1, "Wall": 6}
    part = served.plates()
    shown = colors(layers.kinds(part, result, frozenset(), frozenset()))
    assert colormaps.hex_of(shown[0] / 255.0) == SHIPPED.kind_of_key["FIN"].color
    assert colormaps.hex_of(shown[30] / 255.0) == SHIPPED.kind_of_key["WALL"].color
    off = colors(layers.kinds(part, result, frozenset({"Fin"}), frozenset()))
    assert np.ptp(off[0]) < 30
    assert (off[30] == shown[30]).all()
