"""Ways of looking."""

import numpy as np
import pytest

from app.views.viewport import camera
from tests.app.views.viewport import solids

SIZE = (800.0, 600.0)
ISO = camera.looking(np.array([-1.0, 1, -1]), np.array([0, 0, 1.0]), np.array([1.0, 2, 3]), 50.0)
NAMES = sorted(camera.DIRECTIONS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_parallel", [True, False])
def test_a_point_is_met_by_the_ray_through_where_it_is_seen(name: str, is_parallel: bool) -> None:
    view = camera.standard(
        name, camera.looking(ISO.forward, ISO.up, ISO.focus, 50.0, is_parallel=is_parallel)
    )
    point = np.array([4.0, -1.0, 7.0])
    (seen,) = camera.project(view, point[None], SIZE)
    origin, direction = camera.ray(view, (seen[0], seen[1]), SIZE)
    assert np.linalg.norm(np.cross(point - origin, direction)) == pytest.approx(0.0, abs=1e-9)


def test_twice_the_pixels_give_the_same_ray() -> None:
    one, twice = camera.ray(ISO, (300, 200), SIZE), camera.ray(ISO, (600, 400), (1600, 1200))
    assert one[0] == pytest.approx(twice[0])
    assert one[1] == pytest.approx(twice[1])


def test_front_is_seen_along_y_with_x_to_the_right_and_z_up() -> None:
    front = camera.standard("front", ISO)
    assert front.right == pytest.approx([1, 0, 0])
    assert front.up == pytest.approx([0, 0, 1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_parallel", [True, False])
def test_what_is_fitted_lies_in_the_picture_and_fills_it(name: str, is_parallel: bool) -> None:
    points = solids.box(40, 20, 10, at=(5, 5, 5)).vertices
    view = camera.standard(
        name, camera.looking(ISO.forward, ISO.up, ISO.focus, 50.0, is_parallel=is_parallel)
    )
    seen = camera.project(camera.fitted(view, points, SIZE), points, SIZE)
    assert seen.min() >= 0.0
    assert (seen <= SIZE).all()
    assert np.ptp(seen[:, 0]) > 0.6 * SIZE[0] or np.ptp(seen[:, 1]) > 0.6 * SIZE[1]


def test_what_a_legend_covers_is_left_free() -> None:
    points = solids.box(40, 20, 10).vertices
    beside = (0.0, 0.0, SIZE[0] - 200.0, SIZE[1])
    seen = camera.project(camera.fitted(ISO, points, SIZE, (beside,)), points, SIZE)
    assert seen[:, 0].max() <= SIZE[0] - 200.0
    right = (200.0, 0.0, SIZE[0] - 200.0, SIZE[1])
    left = camera.project(camera.fitted(ISO, points, SIZE, (right,)), points, SIZE)
    assert left[:, 0].min() >= 200.0


def test_a_part_is_shown_where_it_is_seen_largest() -> None:
    beside, below = (0.0, 0.0, SIZE[0] - 200.0, SIZE[1]), (0.0, 250.0, SIZE[0], SIZE[1] - 250.0)
    long, tall = solids.box(90, 4, 2).vertices, solids.box(2, 2, 90).vertices
    for points, (left, top, wide, high) in ((long, below), (tall, beside)):
        view = camera.fitted(camera.standard("front", ISO), points, SIZE, (beside, below))
        seen = camera.project(view, points, SIZE)
        assert (seen >= (left, top)).all()
        assert (seen <= (left + wide, top + high)).all()
        assert seen.max(axis=0) + seen.min(axis=0) == pytest.approx((2 * left + wide, 2 * top + high))


def test_zooming_keeps_what_is_under_the_pointer_there() -> None:
    at = (100.0, 450.0)
    origin, _ = camera.ray(ISO, at, SIZE)
    then = camera.zoomed(ISO, 2.0, at, SIZE)
    assert then.height_mm == pytest.approx(25.0)
    assert camera.project(then, origin[None], SIZE)[0] == pytest.approx(at)


def test_moving_takes_the_part_along_with_the_pointer() -> None:
    before = camera.project(ISO, ISO.focus[None], SIZE)[0]
    after = camera.project(camera.moved(ISO, (30.0, -20.0), SIZE), ISO.focus[None], SIZE)[0]
    assert after - before == pytest.approx([30.0, -20.0])


def test_turning_leaves_the_pivot_where_it_is_seen_and_brings_the_left_to_the_front() -> None:
    pivot = np.array([3.0, 1.0, 0.0])
    front = camera.standard("front", ISO)
    then = camera.turned(front, pivot, (40.0, 0.0), SIZE)
    assert camera.project(then, pivot[None], SIZE)[0] == pytest.approx(
        camera.project(front, pivot[None], SIZE)[0], abs=1e-6
    )
    near = pivot + np.array([0.0, -5.0, 0.0])  # before the pivot: it follows the pointer
    moved = camera.project(then, near[None], SIZE)[0] - camera.project(front, near[None], SIZE)[0]
    assert moved[0] > 5.0
    down = camera.turned(front, pivot, (0.0, 40.0), SIZE)
    moved = camera.project(down, near[None], SIZE)[0] - camera.project(front, near[None], SIZE)[0]
    assert moved[1] > 5.0


@pytest.mark.parametrize(("one", "other"), [("front", "back"), ("top", "bottom"), ("iso", "left")])
def test_a_flight_begins_and_ends_where_it_should_and_stays_upright_on_the_way(one: str, other: str) -> None:
    start, end = camera.standard(one, ISO), camera.standard(other, ISO)
    assert camera.between(start, end, 0.0).forward == pytest.approx(start.forward)
    assert camera.between(start, end, 1.0) is end
    for share in np.linspace(0.1, 0.9, 9):
        way = camera.between(start, end, float(share))
        assert np.linalg.norm(way.forward) == pytest.approx(1.0)
        assert way.forward @ way.up == pytest.approx(0.0, abs=1e-9)


def test_looking_along_what_is_up_finds_another_up() -> None:
    view = camera.looking(np.array([0, 0, -1.0]), np.array([0, 0, 1.0]), np.zeros(3))
    assert view.forward @ view.up == pytest.approx(0.0)


def test_a_part_is_fitted_even_where_nothing_of_the_picture_is_free() -> None:
    view = camera.looking(np.array([-1.0, 1.0, -1.0]), np.array([0, 0, 1.0]), np.zeros(3))
    corners = np.array([[0.0, 0.0, 0.0], [10.0, 20.0, 30.0]])
    covered = camera.fitted(view, corners, (100.0, 30.0), [(0.0, 0.0, 0.0, 30.0)])
    in_a_pixel = camera.fitted(view, corners, (100.0, 30.0), [(0.0, 0.0, 1.0, 30.0)])
    assert covered.height_mm == in_a_pixel.height_mm > 30.0
    assert np.isfinite(covered.focus).all()
