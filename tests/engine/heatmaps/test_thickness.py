"""A wall that is too thin is red, one that is not is blue, and the file keeps every number."""

import numpy as np
import pytest

from engine import heatmaps
from engine.heatmaps import thickness
from engine.palette import to_srgb
from tests.support import analyses, glb, layer_limits


def limits(analysis):
    return layer_limits.judged(analysis, fail=1.5, warn=2.5)


def color_at(analysis, data, point):
    """SRGB in the file at the vertex of the face at `point` that is nearest to it."""
    mesh = analysis.assessed.prepared.mesh
    mine = np.flatnonzero(mesh.face_of_vertex == analyses.face_at(analysis, point))
    nearest = mine[np.argmin(np.linalg.norm(mesh.vertices[mine] - point, axis=1))]
    return to_srgb(glb.attributes(data)["COLOR_0"][nearest, :3].astype(float))


def is_red(color):
    return color[0] > 2 * max(color[1], color[2])


def is_amber(color):
    return color[0] > 1.2 * color[1] > 1.4 * color[2]


def is_blue(color):
    return color[2] > color[1] > color[0]


@pytest.mark.parametrize(
    ("fin_mm", "looks"), [(1.2, is_red), (1.5, is_amber), (2.0, is_amber), (2.5, is_blue), (4, is_blue)]
)
def test_a_fin_is_colored_by_its_thickness_and_a_fin_at_a_limit_by_the_milder_side(fin_mm, looks):
    tray = analyses.tray(fin_mm)
    assert looks(color_at(tray, heatmaps.paint(thickness, tray, limits(tray)), (60, 40, 15)))


def test_the_thick_walls_round_a_thin_fin_stay_blue():
    tray = analyses.tray(1.2)
    assert is_blue(color_at(tray, heatmaps.paint(thickness, tray, limits(tray)), (0, 40, 15)))


def test_without_limits_no_wall_is_red_however_thin():
    tray = analyses.tray(0.2)
    assert is_blue(color_at(tray, heatmaps.paint(thickness, tray), (60, 40, 15)))


def test_a_wall_as_thick_as_the_limit_to_within_its_error_does_not_flicker():
    tray = analyses.tray(2.5)
    field = tray.assessed.prepared.fields["thickness"]
    noise = 1e-4 * np.cos(np.arange(len(field.values)))
    noisy = analyses.with_field(tray, "thickness", field.values * (1 + noise), relative_error=2e-4)
    shown = thickness.color(noisy, limits(noisy))
    fin = tray.assessed.prepared.mesh.face_of_vertex == analyses.face_at(tray, (60, 40, 15))
    assert np.ptp(shown.colors[fin], axis=0).max() < 0.02


def test_the_file_holds_the_fields_as_they_were_measured():
    tray = analyses.tray()
    assessed = tray.assessed
    held = glb.attributes(heatmaps.paint(thickness, tray, limits(tray)))
    expected = {
        "_THICKNESS": assessed.prepared.fields["thickness"].values,
        "_DRAFT": assessed.draft.values,
        "_VALUE": assessed.prepared.fields["thickness"].values,
        "_FID": assessed.prepared.mesh.face_of_vertex,
    }
    for name, values in expected.items():
        np.testing.assert_array_equal(held[name], np.asarray(values, dtype=np.float32), err_msg=name)


def test_extras_say_field_unit_range_sentinel_limits_and_stops():
    tray = analyses.tray()
    described = glb.extras(heatmaps.paint(thickness, tray, limits(tray)))
    assert described["field"] == "thickness"
    assert described["unit"] == "mm"
    assert (described["min"], described["max"]) == pytest.approx((1.2, 120.0))
    assert described["sentinel"] == -1.0
    said = described["limits"]
    assert (said["fail"], said["warn"], said["process"]) == (1.5, 2.5, "Casting · Investment")
    assert said["rules"] == [{"key": "min_wall_thickness", "name": "Minimum wall thickness"}]
    assert said["depends_on_place"] is False
    values = [stop["value"] for stop in described["stops"]]
    assert values == sorted(values)
    assert values.count(1.5) == 2
    assert values.count(2.5) == 2


def test_stops_of_each_case_give_the_colors_of_its_faces_in_the_file():
    tray = analyses.tray()
    data = heatmaps.paint(thickness, tray, limits(tray))
    held, cases = glb.attributes(data), glb.extras(data)["limits"]["cases"]
    named = [int(fid) for case in cases[1:] for fid in case["fids"]]
    is_seen = np.zeros(len(held["_FID"]), dtype=bool)
    for case in cases:
        mine = (
            ~np.isin(held["_FID"], named)
            if case["fids"] is None
            else np.isin(held["_FID"], [int(fid) for fid in case["fids"]])
        )
        mine &= (np.abs(held["_VALUE"][:, None] - [1.5, 2.5]) > 0.01).all(axis=1)
        places = np.array([stop["value"] for stop in case["stops"]])
        table = np.array(
            [[int(stop["color"][at : at + 2], 16) / 255 for at in (1, 3, 5)] for stop in case["stops"]]
        )
        shown = np.column_stack([np.interp(held["_VALUE"][mine], places, table[:, k]) for k in range(3)])
        np.testing.assert_allclose(shown, to_srgb(held["COLOR_0"][mine, :3].astype(float)), atol=2e-3)
        is_seen |= mine
    assert len(cases) == 2
    assert is_seen.all()


def test_a_corner_thinner_than_the_limit_is_not_red_on_a_face_that_no_rule_fails():
    tray = analyses.tray(2.0)
    fin = tray.assessed.prepared.mesh.face_of_vertex == analyses.face_at(tray, (60, 40, 15))
    values = tray.assessed.prepared.fields["thickness"].values.copy()
    judged = limits(tray)
    values[np.flatnonzero(fin)[0]] = 1.0
    colors = thickness.color(analyses.with_field(tray, "thickness", values), judged).colors[fin]
    assert all(is_amber(color) for color in colors)


def test_a_place_that_could_not_be_measured_is_gray_and_said_to_be():
    tray = analyses.tray()
    values = tray.assessed.prepared.fields["thickness"].values.copy()
    values[0] = np.nan
    tray = analyses.with_field(tray, "thickness", values)
    data = heatmaps.paint(thickness, tray, limits(tray))
    assert glb.attributes(data)["_VALUE"][0] == -1.0
    assert np.ptp(to_srgb(glb.attributes(data)["COLOR_0"][0, :3].astype(float))) < 0.05
    assert [swatch["label"] for swatch in glb.extras(data)["swatches"]] == ["not measurable"]
