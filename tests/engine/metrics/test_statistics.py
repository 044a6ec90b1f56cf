"""Statistics of a field over faces, against sums done by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.metrics import _statistics as statistics
from engine.metrics._statistics import Faces, Statistics
from engine.model.arrays import frozen, frozen_ints
from engine.model.field import Field, Location, Unit
from engine.model.part import FaceId
from tests.support import draw
from tests.support.drawn import recognized


def over(
    faces: Faces,
    values: list[float],
    face_of_vertex: list[int],
    area: list[float] | None = None,
    is_distance: bool = False,
) -> Statistics:
    opposite = frozen_ints(np.zeros(len(values))) if is_distance else None
    field = Field("thickness", Location.VERTEX, Unit.MM, frozen(values), opposite=opposite)
    areas = np.ones(len(values)) if area is None else np.array(area)
    n_faces = max(face_of_vertex, default=0) + 1
    faces_of = frozen_ints(face_of_vertex)
    return statistics.of_faces(field, field.values, faces_of, areas, [faces], n_faces)[faces]


def test_mean_and_variation_are_weighted_by_area() -> None:
    found = over((0,), [2.0, 5.0], [0, 0], [3.0, 1.0])
    assert found.mean == pytest.approx(2.75)
    assert found.cv == pytest.approx(np.sqrt(0.75 * 0.75**2 + 0.25 * 2.25**2) / 2.75)


def test_a_minimum_disregards_one_percent_of_the_area_and_no_more() -> None:
    thin = [0.1, *[3.0] * 99]
    assert over((0,), thin, [0] * 100, [0.99, *[1.0] * 99]).minimum == 3.0
    assert over((0,), thin, [0] * 100, [1.01, *[1.0] * 99]).minimum == 0.1


def test_a_maximum_disregards_one_percent_of_the_area_and_no_more() -> None:
    thick = [*[3.0] * 99, 9.0]
    assert over((0,), thick, [0] * 100, [*[1.0] * 99, 0.99]).maximum == 3.0
    assert over((0,), thick, [0] * 100, [*[1.0] * 99, 1.01]).maximum == 9.0


def test_a_low_value_disregards_a_tenth_of_the_area_and_no_more() -> None:
    low = [0.1, *[3.0] * 9]
    assert over((0,), low, [0] * 10, [0.99, *[1.0] * 9]).low == 3.0
    found = over((0,), low, [0] * 10, [1.01, *[1.0] * 9])
    assert (found.low, found.at_low) == (0.1, 0)


@pytest.mark.parametrize(("count", "error"), [(50, 5.0), (200, 9.0), (5000, 43.0)])
def test_a_low_value_is_off_by_what_a_tenth_of_few_vertices_may_be(count: int, error: float) -> None:
    """A tenth of N at random is known to 0.6 / sqrt(N): to 8.5 percent of 50, to 0.85 percent of 5000."""
    found = over((0,), list(np.arange(1.0, count + 1.0)), [0] * count)
    assert found.low == count / 10
    assert found.low_error == pytest.approx(error, abs=1.0)
    assert over((0,), [2.0] * count, [0] * count).low_error == 0.0


@pytest.mark.parametrize(("count", "error"), [(100, 2.0), (400, 4.0), (10_000, 20.0)])
def test_a_minimum_is_off_by_what_a_hundredth_of_few_vertices_may_be(count: int, error: float) -> None:
    """A hundredth of N at random is known to 0.2 / sqrt(N): to 2 percent of 100, to 0.2 percent of 10 000."""
    found = over((0,), list(np.arange(1.0, count + 1.0)), [0] * count)
    assert found.minimum == count / 100
    assert found.minimum_error == pytest.approx(error, abs=1.0)
    assert over((0,), [2.0] * count, [0] * count).minimum_error == 0.0


@pytest.mark.parametrize(("least_mm", "minimum"), [(0.9, 2.0), (1.1, 1.1)])
def test_a_distance_that_may_as_well_be_nothing_is_none(least_mm: float, minimum: float) -> None:
    """A hundredth of 40 is known to 0.2 / sqrt(40), 3.1 percent: the second of them may be the least as well.

    One at 0.9 mm among others at 2 mm is off by 1.1 mm then, and one at 1.1 mm by 0.9 mm.
    """
    found = over((0,), [least_mm, *[2.0] * 39], [0] * 40, is_distance=True)
    assert found.minimum == minimum
    assert found.minimum_error == pytest.approx(2.0 - least_mm)
    assert found.at_minimum == (1 if minimum == 2.0 else 0)


def test_a_tenth_that_may_as_well_be_nothing_is_what_a_tenth_surely_falls_below() -> None:
    """A tenth of 20 is known to 0.6 / sqrt(20), 13.4 percent: the fifth may be it as well."""
    found = over((0,), [0.1, 0.1, *[3.0] * 18], [0] * 20, is_distance=True)
    assert (found.low, found.at_low) == (3.0, 4)
    assert found.low_error == pytest.approx(2.9)
    assert over((0,), [0.1] * 10 + [3.0] * 10, [0] * 20, is_distance=True).low == 0.1


def test_an_angle_near_nothing_is_one() -> None:
    assert over((0,), [0.1, *[2.0] * 39], [0] * 40).minimum == 0.1
    assert over((0,), [0.1, 0.1, *[3.0] * 18], [0] * 20).low == 0.1


def test_last_digits_are_no_doubt() -> None:
    values = 2.0 + 1e-9 * np.arange(400)
    found = over((0,), list(values), [0] * 400)
    assert (found.minimum_error, found.low_error) == (0.0, 0.0)


@pytest.mark.parametrize("last_digits", [-1e-13, 0.0, 1e-13])
def test_a_share_that_is_reached_but_for_rounding_is_reached(last_digits: float) -> None:
    """Half of the area is thin and half thick, as exactly as areas are summed up: the median is thin."""
    found = over((0,), [3.0, 3.0, 8.0, 8.0], [0] * 4, [0.1, 0.2 + last_digits, 0.15, 0.15])
    assert (found.median, found.at_median) == (3.0, 1)
    assert over((0,), [3.0, 3.0, 8.0, 8.0], [0] * 4, [0.1, 0.199, 0.15, 0.15]).median == 8.0


def test_the_vertex_of_every_extreme_is_reported() -> None:
    found = over((0,), [4.0, 1.0, 3.0, 2.0, 9.0], [0, 0, 0, 0, 0])
    assert (found.at_minimum, found.at_median, found.at_maximum) == (1, 2, 4)
    assert (found.minimum, found.median, found.maximum) == (1.0, 3.0, 9.0)


def test_each_face_is_summed_up_by_itself() -> None:
    values, faces = [1.0, 7.0, 2.0, 8.0], [0, 2, 0, 2]
    assert over((0,), values, faces).mean == 1.5
    assert over((2,), values, faces).mean == 7.5
    assert over((2,), values, faces).at_minimum == 1
    assert np.isnan(over((1,), values, faces).mean)


def test_several_faces_are_summed_up_as_one_surface() -> None:
    values, faces = [1.0, 7.0, 2.0, 8.0, 3.0], [0, 2, 0, 2, 1]
    found = over((0, 2), values, faces)
    assert (found.mean, found.minimum, found.maximum) == (4.5, 1.0, 8.0)
    assert over((), values, faces).mean == pytest.approx(4.2)


def test_what_could_not_be_measured_is_left_out() -> None:
    found = over((0,), [np.nan, 2.0, np.nan], [0, 0, 0])
    assert (found.minimum, found.mean, found.at_minimum) == (2.0, 2.0, 1)
    assert over((0,), [np.nan, np.nan], [0, 0]) is statistics.UNMEASURED
    assert over((0, 1), [np.nan, np.nan], [0, 1]) is statistics.UNMEASURED
    assert over((), [], []) is statistics.UNMEASURED


def test_a_vertex_that_stands_for_no_area_is_left_out() -> None:
    assert over((0,), [0.0, 2.0], [0, 0], [0.0, 1.0]).minimum == 2.0


def test_open_space_counts_in_the_quantiles_and_not_in_the_mean() -> None:
    found = over((0,), [2.0, np.inf, np.inf], [0, 0, 0])
    assert (found.minimum, found.mean, found.median, found.maximum) == (2.0, 2.0, np.inf, np.inf)
    assert found.cv == 0.0
    nothing = over((0,), [np.inf, np.inf], [0, 0])
    assert (nothing.minimum, nothing.mean) == (np.inf, np.inf)


@given(
    st.lists(st.tuples(st.floats(0.1, 50.0), st.integers(0, 3), st.floats(0.1, 5.0)), min_size=1, max_size=16)
)
def test_sums_agree_with_summing_one_face_after_the_other(rows: list[tuple[float, int, float]]) -> None:
    values, faces, areas = (list(column) for column in zip(*rows, strict=True))
    for wanted in ((0,), (1, 3), ()):
        chosen = sorted((v, a) for v, f, a in rows if not wanted or f in wanted)
        if not chosen or max(wanted, default=0) > max(faces):
            continue
        found = over(wanted, values, faces, areas)
        total = sum(a for _, a in chosen)
        mean = sum(v * a for v, a in chosen) / total
        assert found.mean == pytest.approx(mean, rel=1e-9)
        spread = sum(a * (v - mean) ** 2 for v, a in chosen) / total
        assert found.cv == pytest.approx(spread**0.5 / mean, rel=1e-6, abs=1e-7)
        lower, reached = None, 0.0
        for value, area in chosen:
            reached += area
            if reached >= 0.5 * total - 1e-9:
                lower = value
                break
        assert found.median == pytest.approx(lower) or reached == pytest.approx(0.5 * total)


@pytest.mark.parametrize("edge_mm", [3.0, 7.0, 12.0])
def test_a_low_value_is_known_to_what_the_rows_of_the_mesh_say(edge_mm: float) -> None:
    """A field that is x, over a face from x = 10 to x = 70: a tenth is below 16, wherever the rows are."""
    prepared = recognized(draw.box((60, 40, 5), (10, 0, 0)), max_edge_mm=edge_mm)[0].prepared
    mesh, thirds = prepared.mesh, np.repeat(prepared.area_of_triangle / 3.0, 3)
    area = np.bincount(mesh.triangles.ravel(), thirds, len(mesh.vertices))
    top = int(mesh.face_of_vertex[(mesh.vertices[:, 2] > 4.999) & (mesh.normals[:, 2] > 0.99)][0])
    field = Field("thickness", Location.VERTEX, Unit.MM, frozen(mesh.vertices[:, 0]))
    means = statistics.means(field, mesh, prepared.area_of_triangle)
    n_faces = len(prepared.part.faces)
    found = statistics.of_faces(field, means, mesh.face_of_vertex, area, [], n_faces)[(FaceId(top),)]
    assert abs(found.low - 16.0) <= found.low_error <= edge_mm + 6.0
    level = replace(field, values=frozen(np.full(len(mesh.vertices), 2.0)))
    means = statistics.means(level, mesh, prepared.area_of_triangle)
    found = statistics.of_faces(level, means, mesh.face_of_vertex, area, [], n_faces)[(FaceId(top),)]
    assert (found.low, found.low_error) == (2.0, 0.0)


def test_a_vertex_stands_for_the_mean_of_the_field_over_its_third_of_each_triangle() -> None:
    """The middle of a corner's third lies (11/18, 7/36, 7/36) from the corners."""
    mesh = recognized(draw.box((6, 6, 6)), max_edge_mm=20.0)[0].mesh
    values = np.zeros(len(mesh.vertices))
    corner = mesh.triangles[0, 0]
    values[corner] = 36.0
    around = np.flatnonzero((mesh.triangles == corner).any(axis=1))
    field = Field("thickness", Location.VERTEX, Unit.MM, frozen(values))
    means = statistics.means(field, mesh, np.ones(len(mesh.triangles)))
    assert means[corner] == pytest.approx(22.0)
    other = next(int(v) for v in mesh.triangles[0] if v != corner)
    share = np.mean([t in around for t in np.flatnonzero((mesh.triangles == other).any(axis=1))])
    assert means[other] == pytest.approx(7.0 * share)
