"""Balls in and beside drawn bodies."""

import numpy as np
import pytest

from engine.evidence import _sections
from tests.support import draw
from tests.support.printed import meshed

BALL = meshed(draw.sphere(10.0), 30)


def test_balls_about_the_middle_of_a_solid_sphere_lie_inside_and_one_search_serves_them_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    class Counting(_sections.cKDTree):  # type: ignore[misc]
        def query(self, places, *args, **more):  # type: ignore[no-untyped-def]
            asked.append(len(places))
            return super().query(places, *args, **more)

    monkeypatch.setattr(_sections, "cKDTree", Counting)
    centers = np.random.default_rng(3).normal(0.0, 1e-3, (500, 3))
    assert _sections.lie_inside(BALL.mesh, centers, np.full(500, 10.0)).all()
    assert sum(asked) < 50


def test_each_ball_is_told_by_its_own_radius_and_center() -> None:
    centers = np.array([[0.0, 0, 0], [0, 0, 0], [2.5, 0, 0], [3.5, 0, 0], [15, 0, 0]])
    radii = np.array([10.0, 20.0, 10.0, 10.0, 2.0])
    assert _sections.lie_inside(BALL.mesh, centers, radii).tolist() == [True, False, True, False, False]
