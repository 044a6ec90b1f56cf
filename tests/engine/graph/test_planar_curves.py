"""Where segments and arcs come nearest to each other, by formula."""

import math

import numpy as np
import pytest

from engine.graph import planar_curves
from engine.graph.planar_curves import Curves, Frame
from engine.model.arrays import frozen
from engine.model.part import Circle, Edge, EdgeId, Line, OtherCurve

FRAME = Frame.on(np.zeros(3), np.array([0.0, 0.0, 1.0]))


def edge(points: np.ndarray, curve: Line | Circle | OtherCurve, is_closed: bool = False) -> Edge:
    return Edge(EdgeId(7), (), curve, frozen(points), frozen([]), frozen([]), 1.0, is_closed, 0.0)


def segment(start: tuple[float, float], end: tuple[float, float]) -> Edge:
    points = np.linspace([*start, 0.0], [*end, 0.0], 5)
    return edge(points, Line(frozen((points[-1] - points[0]) / np.linalg.norm(points[-1] - points[0]))))


def arc(center: tuple[float, float], radius: float, first: float = 0.0, last: float = 360.0) -> Edge:
    turn = np.radians(np.linspace(first, last, 9))
    middle = np.array([*center, 0.0])
    points = middle + radius * np.stack([np.cos(turn), np.sin(turn), np.zeros(9)], axis=1)
    around = Circle(frozen(middle), frozen([0.0, 0.0, 1.0]), radius)
    return edge(points, around, is_closed=abs(last - first) == 360.0)


def gap(first: list[Edge], second: list[Edge]) -> float:
    a, b = planar_curves.draw(first, FRAME), planar_curves.draw(second, FRAME)
    there, back = planar_curves.nearest(a, b), planar_curves.nearest(b, a)
    assert there is not None
    assert back is not None
    assert there.distance_mm == pytest.approx(back.distance_mm, abs=1e-9)
    assert np.linalg.norm(there.end - there.start) == pytest.approx(there.distance_mm)
    return there.distance_mm


@pytest.mark.parametrize(
    ("first", "second", "far"),
    [
        (segment((0, 0), (10, 0)), segment((3, 4), (8, 6)), 4.0),
        (segment((0, 0), (10, 0)), segment((13, 4), (20, 4)), 5.0),
        (arc((0, 0), 3), segment((5, -9), (5, 9)), 2.0),
        (arc((0, 0), 3), segment((5, 5), (9, 9)), 5 * math.sqrt(2) - 3),
        (arc((0, 0), 3), arc((10, 0), 2), 5.0),
        (arc((0, 0), 30), arc((20, 0), 4), 6.0),
        (arc((0, 0), 5), arc((0, 0), 8), 3.0),
        (arc((0, 0), 3, 90, 270), segment((5, -9), (5, 9)), 5.0),
        (arc((0, 0), 3, 270, 90), segment((5, -9), (5, 9)), 5.0),
        (arc((0, 0), 3, -90, 90), segment((5, -9), (5, 9)), 2.0),
        (arc((0, 0), 3, 90, -90), segment((5, -9), (5, 9)), 2.0),
        (arc((0, 0), 3, -60, 60), arc((10, 0), 2, 120, 240), 5.0),
        (arc((0, 0), 3, 30, 60), arc((10, 0), 2, 120, 240), None),
        (arc((0, 0), 30, -20, 20), arc((20, 0), 4, 160, 200), None),
        (arc((0, 0), 30, -20, 20), arc((20, 0), 4, -20, 20), 6.0),
    ],
)
def test_the_gap_is_exact(first: Edge, second: Edge, far: float | None) -> None:
    if far is None:
        far = sampled([first], [second])
    assert gap([first], [second]) == pytest.approx(far, abs=1e-4)


def sampled(first: list[Edge], second: list[Edge]) -> float:
    """Measure between many points of arcs."""

    def points(each: Edge) -> np.ndarray:
        assert isinstance(each.curve, Circle)
        flat = each.points[:, :2] - each.curve.center[:2]
        angles = np.unwrap(np.arctan2(flat[:, 1], flat[:, 0]))
        turn = np.linspace(angles[0], angles[-1], 4000)
        at: np.ndarray = each.curve.center[:2] + each.curve.radius_mm * np.stack(
            [np.cos(turn), np.sin(turn)], axis=1
        )
        return at

    return min(
        float(np.linalg.norm(points(b)[None, ::4] - points(a)[::4, None], axis=2).min())
        for a in first
        for b in second
    )


def test_many_are_compared_as_one_by_one() -> None:
    random = np.random.default_rng(4)
    holes = [arc((x, y), 1.0 + random.random()) for x in range(0, 60, 8) for y in range(0, 60, 8)]
    frame = [
        segment((-9, -9), (70, -9)),
        segment((70, -9), (70, 70)),
        segment((70, 70), (-9, 70)),
        segment((-9, 70), (-9, -9)),
    ]
    for index in (0, 13, 35, 63):
        others = holes[:index] + holes[index + 1 :] + frame
        least = min(gap([holes[index]], [other]) for other in others)
        assert gap([holes[index]], others) == pytest.approx(least, abs=1e-12)


def test_any_other_curve_says_how_far_it_may_stray() -> None:
    xs = np.linspace(-10, 10, 41)
    bow = edge(np.stack([xs, 5.0 + 0.02 * xs**2, 0.0 * xs], axis=1), OtherCurve())
    found = planar_curves.nearest(
        planar_curves.draw([arc((0, 0), 3)], FRAME), planar_curves.draw([bow], FRAME)
    )
    assert found is not None
    assert found.distance_mm == pytest.approx(2.0, abs=1e-6)
    assert 0.0 < found.stray_mm == pytest.approx(0.02 * 0.5**2 / 4, rel=0.1)


def test_nothing_is_near_nothing() -> None:
    none: Curves = planar_curves.draw([], FRAME)
    assert planar_curves.nearest(none, planar_curves.draw([arc((0, 0), 3)], FRAME)) is None
