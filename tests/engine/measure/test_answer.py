"""Measures of a plate that was drawn: every number worked out by hand."""

import math
from typing import Any

import pytest

from engine.errors import InvalidOption
from engine.measure import answer
from tests.support.measured_plate import (
    BOTTOM,
    END,
    FRONT,
    LARGE_BORE,
    PIN,
    SLANT,
    SMALL_BORE,
    TOP,
    geometry,
    on,
)

EXACT = {"rel": 0.0, "abs": 1e-9}


def relate(one: dict[str, Any], other: dict[str, Any]) -> tuple[str, dict[str, float]]:
    found = answer.measure(geometry(), [one, other], "relation")
    assert all(each["is_exact"] for each in found["measures"])
    return found["relation"], {each["name"]: each["value"] for each in found["measures"]}


def alone(place: dict[str, Any]) -> tuple[str, dict[str, float]]:
    found = answer.measure(geometry(), [place], "relation")
    assert (found["relation"], found["measures"]) == (None, [])
    return found["places"][0]["shape"], {
        each["name"]: each["value"] for each in found["places"][0]["measures"]
    }


def test_two_parallel_faces_are_as_far_apart_as_they_were_drawn() -> None:
    word, found = relate(on(TOP), on(BOTTOM))
    assert word == "parallel"
    assert found["distance"] == pytest.approx(10.0, **EXACT)
    assert found["straight"] == pytest.approx(math.dist(TOP, BOTTOM), **EXACT)
    assert "angle" not in found


def test_a_face_that_leans_has_an_angle_and_no_distance() -> None:
    word, found = relate(on(TOP), on(SLANT))
    assert word == "angled"
    assert found["angle"] == pytest.approx(60.0, abs=1e-9)
    assert "distance" not in found


def test_faces_at_a_right_angle_are_called_so() -> None:
    assert relate(on(TOP), on(FRONT))[0] == "perpendicular"


def test_a_face_and_itself_lie_in_one_plane() -> None:
    word, found = relate(on(TOP), on((10, 50, 10)))
    assert (word, found["distance"]) == ("coplanar", pytest.approx(0.0, **EXACT))


def test_from_bore_to_bore_is_from_axis_to_axis() -> None:
    word, found = relate(on(SMALL_BORE), on(LARGE_BORE))
    assert word == "parallel"
    assert found["distance"] == pytest.approx(50.0, **EXACT)
    assert found["wall"] == pytest.approx(50.0 - 4.0 - 5.0, **EXACT)


def test_crossing_axes_have_a_distance_and_an_angle() -> None:
    word, found = relate(on(SMALL_BORE), on(PIN))
    assert word == "perpendicular"
    assert (found["distance"], found["angle"]) == (pytest.approx(25.0, **EXACT), pytest.approx(90.0))
    assert "wall" not in found


def test_a_bore_and_its_own_wall_are_coaxial() -> None:
    assert relate(on(SMALL_BORE), on((16, 30, 5)))[0] == "coaxial"


def test_from_the_center_of_a_hole_to_an_edge() -> None:
    _, found = relate(on(SMALL_BORE), on((50, 0, 10), (50, 1, 10), is_edge=True))
    assert found["distance"] == pytest.approx(30.0, **EXACT)
    word, found = relate(
        on((24, 30, 10), SMALL_BORE, is_edge=True), on((50, 0, 10), (50, 1, 10), is_edge=True)
    )
    assert (word, found["distance"]) == ("apart", pytest.approx(30.0, **EXACT))
    _, found = relate(on((24, 30, 10), SMALL_BORE, is_edge=True), on((50, 0, 0), (50, 0, 5), is_edge=True))
    assert found["distance"] == pytest.approx(math.hypot(30.0, 10.0), **EXACT)


def test_from_a_bore_to_a_side_leaves_the_wall_between() -> None:
    word, found = relate(on(SMALL_BORE), on(END))
    assert word == "parallel"
    assert (found["distance"], found["wall"]) == (pytest.approx(20.0, **EXACT), pytest.approx(16.0, **EXACT))


def test_a_bore_across_a_face_has_an_angle_to_it() -> None:
    word, found = relate(on(SMALL_BORE), on(TOP))
    assert (word, found["angle"]) == ("perpendicular", pytest.approx(90.0))
    word, found = relate(on(SMALL_BORE), on(SLANT))
    assert (word, found["angle"]) == ("angled", pytest.approx(30.0, abs=1e-9))


def test_edges_have_their_length_and_round_ones_their_radius() -> None:
    shape, found = alone(on((50, 0, 10), (50, 1, 10), is_edge=True))
    assert (shape, found) == ("line", {"length": pytest.approx(100.0 - 10.0 / math.sqrt(3.0), abs=1e-6)})
    shape, found = alone(on((75, 30, 10), LARGE_BORE, is_edge=True))
    assert shape == "circle"
    assert found == {
        "radius": pytest.approx(5.0),
        "diameter": pytest.approx(10.0),
        "length": pytest.approx(math.tau * 5.0, abs=1e-6),
    }


def test_a_click_beside_a_wall_reads_the_radius_of_its_surface() -> None:
    place = on(SMALL_BORE)
    place["point"][0] += 0.03  # as a triangle lies beside the cylinder
    found = answer.measure(geometry(), [place], "relation")["places"][0]
    assert found["shape"] == "cylinder"
    assert found["measures"][0] == {
        "name": "radius",
        "value": pytest.approx(4.0),
        "unit": "mm",
        "witness": None,
        "is_exact": True,
    }
    assert found["point"] == pytest.approx([24.0, 30.0, 5.0])


def test_what_there_is_none_of_is_refused_in_a_sentence() -> None:
    n_faces = len(geometry().faces)
    for fid in ("-1", str(n_faces), "x", ""):
        with pytest.raises(InvalidOption, match=f"the part has faces 0 to {n_faces - 1}"):
            answer.measure(geometry(), [{"fid": fid, "point": [0, 0, 0]}], "relation")
    with pytest.raises(InvalidOption, match="between two places"):
        answer.measure(geometry(), [on(TOP)], "thickness")
