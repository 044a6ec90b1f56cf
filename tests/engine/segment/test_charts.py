"""Charts tell the faces of a file that keeps them apart, and nothing of one that does not."""

import numpy as np
import pytest

from engine.segment import charts, mesh_repair
from tests.support import draw
from tests.support.triangulated import by_face, loose, shared, shuffled, soup


def rounded():
    return draw.fillet(draw.box((30, 20, 10)), 3.0, (15, 0, 10))


def keeps(given):
    joined, _ = mesh_repair.build([given])
    chart, shell = joined.chart_of_triangle, joined.shell_of_triangle
    return charts.keep_faces(chart, joined.neighbor, joined.normals, shell).tolist()


def parts(given):
    joined, _ = mesh_repair.build([given])
    chart, shell = joined.chart_of_triangle, joined.shell_of_triangle
    return charts.part_smoothly(chart, joined.neighbor, joined.normals, shell).tolist()


def n_charts(given):
    joined, _ = mesh_repair.build([given])
    assert sorted(set(joined.chart_of_triangle.tolist())) == list(range(joined.chart_of_triangle.max() + 1))
    return int(joined.chart_of_triangle.max()) + 1


def test_triangles_that_share_sides_are_one_chart_and_those_that_share_a_corner_are_not():
    side = np.array([[0, 1, 2], [1, 3, 2], [4, 5, 6]])
    assert np.diff(charts.charts_of_corners(side)).tolist() == [0, 1]
    corner = np.array([[0, 1, 2], [2, 3, 4]])
    assert np.diff(charts.charts_of_corners(corner)).tolist() == [1]


def test_a_body_written_face_by_face_has_as_many_charts_as_faces():
    assert n_charts(by_face(rounded())) == 7
    assert n_charts(shuffled(by_face(rounded()))) == 7
    assert n_charts(soup(rounded())) == 1


def test_a_body_in_one_soup_a_face_has_as_many_charts_as_faces():
    places, corners = by_face(rounded())
    chart = charts.charts_of_corners(corners)
    joined, _ = mesh_repair.build([(places, corners[chart == one]) for one in np.unique(chart)])
    assert joined.chart_of_triangle.max() + 1 == 7


def test_a_needle_belongs_to_the_chart_in_whose_plane_its_halves_lie():
    places = np.array([[0, 0, 0], [10, 0, 0], [5, 0, 0], [5, 5, 0], [5, -5, 3]], dtype=float)
    # along the border of two faces lies a needle, in a chart with the face below
    above, below = np.array([[0, 1, 3]]), np.array([[1, 0, 2], [2, 0, 4], [1, 2, 4]])
    given = np.vstack([places, places]), np.vstack([above, below + 5])
    joined, repairs = mesh_repair.build([given])
    assert repairs.straightened == 1
    flat = np.abs(joined.normals[:, 2]) > 0.999
    assert len(set(joined.chart_of_triangle[flat].tolist())) == 1
    assert set(joined.chart_of_triangle[flat].tolist()).isdisjoint(joined.chart_of_triangle[~flat].tolist())


@pytest.mark.parametrize(("written", "is_kept"), [(by_face, True), (soup, True)])
def test_a_round_whole_in_a_chart_is_kept(written, is_kept):
    assert keeps(written(rounded())) == [is_kept]


def test_facets_shaded_flat_are_not_kept():
    assert keeps(loose(soup(rounded()))) == [False]


def test_charts_of_faces_part_where_a_round_ends_and_charts_of_shading_do_not():
    assert parts(by_face(rounded())) == [True]
    assert parts(shared(by_face(rounded()))) == [False]
    # a cylinder ends sharply, however it is written
    assert parts(by_face(draw.cylinder(10, 20))) == [False]
