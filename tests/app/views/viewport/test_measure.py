"""Distances by triangles, where a server measures nothing."""

import pytest

from app.client.measuring import Picked
from app.views.viewport import measure
from tests.app.views.viewport import solids

PART = solids.box(40, 20, 10)
TOP, BOTTOM, RIGHT = str(solids.TOP), str(solids.BOTTOM), str(solids.RIGHT)


def picked(fid: str, *point: float, is_edge: bool = False) -> Picked:
    x, y, z = point
    return Picked(fid=fid, point=(x, y, z), is_edge=is_edge)


def values(*both: Picked) -> dict[str, float]:
    found = measure.by_triangles(PART, both)
    assert not any(each.is_exact for each in found.measures)
    return {each.name: each.value for each in found.measures}


def test_between_parallel_faces_the_distance_at_right_angles_comes_first() -> None:
    found = measure.by_triangles(PART, (picked(TOP, 5, 5, 10), picked(BOTTOM, 8, 9, 0)))
    assert [each.name for each in found.measures] == ["distance", "straight"]
    assert found.measures[0].value == pytest.approx(10.0)
    assert found.measures[0].witness == ((5, 5, 10), pytest.approx((5, 5, 0)))
    assert found.measures[1].value == pytest.approx((3**2 + 4**2 + 10**2) ** 0.5)


def test_between_faces_at_an_angle_or_edges_there_is_the_straight_one_alone() -> None:
    assert values(picked(TOP, 5, 5, 10), picked(RIGHT, 40, 5, 5)).keys() == {"straight"}
    assert values(picked(TOP, 0, 5, 10, is_edge=True), picked(BOTTOM, 8, 9, 0)).keys() == {"straight"}


def test_on_one_face_the_distance_at_right_angles_is_nothing() -> None:
    found = values(picked(TOP, 5, 5, 10), picked(TOP, 8, 9, 10))
    assert found == {"distance": pytest.approx(0.0, abs=1e-9), "straight": pytest.approx(5.0)}


def test_one_place_alone_has_no_measure() -> None:
    assert measure.by_triangles(PART, (picked(TOP, 5, 5, 10),)).measures == ()
