"""The camera puts points where a ruler would."""

import numpy as np
import pytest

from engine.render import camera

CUBE = np.array([[x, y, z] for x in (0, 10) for y in (0, 10) for z in (0, 10)], dtype=float)


def test_a_parallel_camera_along_an_axis_draws_to_scale() -> None:
    aimed = camera.frame(CUBE, (0, -1, 0), (200, 100), (10, 10, 10, 10), is_parallel=True)
    flat = aimed.project(np.array([[0, 0, 0], [10, 0, 0], [0, 0, 10]], dtype=float))
    # 10 mm fill the 80 pixels between the margins, in the middle of the picture, X to the right, Z up
    np.testing.assert_allclose(flat[:, :2], [[60, 90], [140, 90], [60, 10]], atol=1e-9)


@pytest.mark.parametrize("toward", [camera.ISOMETRIC, camera.REVERSE, (0, 0, 1), (0, 0, -1), (-3, 0.2, 0.1)])
@pytest.mark.parametrize("is_parallel", [True, False])
def test_everything_lies_within_the_margins_and_touches_two_of_them(toward, is_parallel) -> None:
    aimed = camera.frame(CUBE, toward, (300, 200), (10, 20, 60, 5), is_parallel=is_parallel)
    low, high = np.ptp(aimed.project(CUBE)[:, :2], axis=0), None
    low, high = aimed.project(CUBE)[:, :2].min(axis=0), aimed.project(CUBE)[:, :2].max(axis=0)
    assert (low >= [10 - 1e-6, 20 - 1e-6]).all()
    assert (high <= [240 + 1e-6, 195 + 1e-6]).all()
    assert np.isclose(high[0] - low[0], 230) or np.isclose(high[1] - low[1], 175)


@pytest.mark.parametrize("is_parallel", [True, False])
def test_what_is_closer_to_the_eye_is_nearer(is_parallel) -> None:
    aimed = camera.frame(CUBE, camera.ISOMETRIC, is_parallel=is_parallel)
    along = 5.0 + np.outer(np.linspace(-5, 5, 9), aimed.toward)
    assert (np.diff(aimed.project(along)[:, 2]) > 0).all()


def test_nearness_is_linear_over_the_picture() -> None:
    aimed = camera.frame(CUBE, camera.ISOMETRIC)
    start, end = np.array([0.0, 0, 0]), np.array([10.0, 3, 9])
    flat = aimed.project(start + np.linspace(0, 1, 11)[:, None] * (end - start))
    share = (flat[:, 0] - flat[0, 0]) / (flat[-1, 0] - flat[0, 0])
    np.testing.assert_allclose(flat[:, 2], flat[0, 2] + share * (flat[-1, 2] - flat[0, 2]), atol=1e-12)


def test_farther_things_are_smaller_through_a_lens_and_not_in_parallel() -> None:
    front, back = np.array([[0, 0, 0], [10, 0, 0]], float), np.array([[0, 10, 0], [10, 10, 0]], float)
    widths = {}
    for is_parallel in (True, False):
        aimed = camera.frame(CUBE, (0, -1, 0), is_parallel=is_parallel)
        widths[is_parallel] = [float(np.ptp(aimed.project(ends)[:, 0])) for ends in (front, back)]
    assert widths[True][0] == pytest.approx(widths[True][1])
    assert widths[False][0] > 1.05 * widths[False][1]


def test_the_eye_stays_outside_the_part_in_a_close_up() -> None:
    aimed = camera.frame(CUBE[:1], camera.ISOMETRIC, keep_outside=CUBE)
    assert (aimed.project(CUBE)[:, 2] > 0).all()
