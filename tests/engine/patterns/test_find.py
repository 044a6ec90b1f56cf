"""Patterns of drawn parts are those that were drawn, however the file tells them."""

import math
from functools import cache

import numpy as np
import pytest

from engine.model.pattern import Pattern, PatternForm
from tests.support import draw, mutators
from tests.support.parts_holes import drilled, stadium
from tests.support.parts_patterns import (
    THICK,
    cross_drilled,
    flange,
    heat_sink,
    labels_of,
    patterns_of,
    plate,
)

PLATE = [
    "5 × Ø6.6 on Ø80, every 60°",
    "3 × 2 grid of boss Ø2.5, pitch 5 × 5",
    "3 × slot 4 × 14 × 5, pitch 10",
    "2 × pocket 20 × 12 × 4, mirrored",
]
SINK = ["4 × slot 6 × 50 × 20, pitch 8", "5 × fin 2, pitch 8"]
SHAFT = ["3 × Ø5 radial, every 120°"]

SAMPLED_MM = 1e-4
"""How deep a hole goes into a curved face is read off points along its rim."""

PARTS = {"plate": (plate, PLATE), "sink": (heat_sink, SINK), "shaft": (cross_drilled, SHAFT)}


@cache
def drawn(name: str):
    return PARTS[name][0]()


@cache
def plain_patterns(name: str):
    return patterns_of(drawn(name))[1]


@pytest.mark.parametrize(
    ("name", "mutator"),
    [
        ("plate", mutators.altogether),
        ("plate", mutators.triangles),
        ("sink", mutators.small),
        ("shaft", mutators.turned),
    ],
)
def test_the_patterns_of_a_part_are_the_same_however_it_is_written(name, mutator):
    described = mutator(drawn(name))
    recognition, found = patterns_of(described)
    plain = plain_patterns(name)
    assert [pattern.label for pattern in plain] == PARTS[name][1]
    if described.scale == pytest.approx(1.0):
        assert [pattern.label for pattern in found] == PARTS[name][1]
    assert list(map(shape, found)) == list(map(shape, plain))
    for pattern, known in zip(found, plain, strict=True):
        slack_mm = described.scale * SAMPLED_MM + pattern.uncertainty_mm
        lengths = np.array([*pattern.pitch_mm, pattern.diameter_mm])
        expected = described.scale * np.array([*known.pitch_mm, known.diameter_mm])
        assert np.nanmax(np.abs(lengths - expected), initial=0.0) <= slack_mm
        assert np.linalg.norm(described.turn @ known.center + described.shift - pattern.center) <= slack_mm
        if known.axis is not None and pattern.axis is not None:
            image = described.turn @ known.axis / described.scale
            assert abs(image @ pattern.axis) == pytest.approx(1.0, abs=1e-6)
        assert all(recognition.features[each].kind == pattern.kind for each in pattern.features)


def shape(pattern: Pattern):
    return pattern.form, pattern.kind, pattern.count, pattern.places, str(pattern.angle_deg)


def test_a_bolt_circle_is_reported_as_on_a_drawing():
    recognition, (circle,) = patterns_of(flange())
    assert circle.label == "8 × Ø6.6 on Ø80"
    assert circle.form is PatternForm.CIRCULAR
    assert (circle.places, circle.angle_deg) == ((8,), 45.0)
    assert circle.diameter_mm == pytest.approx(80, abs=1e-6)
    assert circle.center == pytest.approx([0, 0, THICK / 2], abs=1e-6)
    assert abs(circle.axis[2]) == pytest.approx(1)
    centers = np.array([recognition.features[index].center for index in circle.features])
    steps = np.linalg.norm(np.diff(centers, axis=0, append=centers[:1]), axis=1)
    assert steps == pytest.approx(80 * np.sin(np.pi / 8), abs=1e-6)


def test_a_hole_of_another_diameter_leaves_a_circle_of_seven():
    recognition, (circle,) = patterns_of(flange(diameters={3: 8.0}))
    assert circle.label == "7 × Ø6.6 on Ø80, every 45°"
    assert all(recognition.features[index].diameter_mm < 7.0 for index in circle.features)


def test_a_hole_off_its_place_is_in_no_circle():
    recognition, (circle,) = patterns_of(flange(off={2: 0.2}))
    assert circle.label == "7 × Ø6.6 on Ø80, every 45°"
    assert not any(
        abs(recognition.features[index].center[0] - 0.2) < 0.01 and recognition.features[index].center[1] > 0
        for index in circle.features
    )
    # Typed to a hundredth of a millimeter, it still is.
    assert labels_of(flange(off={2: 0.005})) == ["8 × Ø6.6 on Ø80"]


def test_two_circles_side_by_side_are_no_grid_with_a_pair_beside_it():
    turns = [math.radians(30 + 120 * place) for place in range(3)]
    places = [(x + 15 * math.cos(turn), 50 + 15 * math.sin(turn)) for x in (50, 120) for turn in turns]
    tools = [drilled(6, 20, (x, y, THICK)) for x, y in places]
    assert labels_of(draw.cut(draw.box((200, 120, THICK)), *tools)) == ["3 × Ø6 on Ø30"] * 2


def test_many_circles_in_a_row_are_reported_as_circles():
    places = [
        (20 + 30 * at + 8 * x, 25 + 8 * y) for at in range(4) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))
    ]
    tools = [drilled(3, 20, (x, y, THICK)) for x, y in places]
    bores = [drilled(9, 20, (20 + 30 * at, 25, THICK)) for at in range(4)]
    labels = labels_of(draw.cut(draw.box((140, 60, THICK)), *tools, *bores))
    assert sorted(labels) == sorted(["4 × Ø3 on Ø16"] * 4 + ["4 × Ø9, pitch 30"])


def test_two_equal_holes_off_the_middle_are_no_pattern():
    blank = draw.box((80, 40, THICK))
    near, far = ((drilled(5, 20, (x, 20, THICK)) for x in xs) for xs in ((20, 60), (20, 59)))
    assert labels_of(draw.cut(blank, *near)) == ["2 × Ø5, mirrored"]
    assert labels_of(draw.cut(blank, *far)) == []


def test_two_slots_of_different_lengths_are_no_mirrored_pair():
    blank = draw.box((80, 40, THICK))
    equal, other = (
        draw.cut(blank, stadium(6, 14, 5, (20, 20, THICK)), stadium(6, length, 5, (60, 20, THICK)))
        for length in (14, 14.5)
    )
    assert labels_of(equal) == ["2 × slot 6 × 20 × 5, mirrored"]
    assert labels_of(other) == []


def test_a_pair_goes_with_another_across_the_same_plane():
    blank = draw.box((80, 60, THICK))
    places = [(20, 20), (60, 20), (30, 47), (50, 47)]
    tools = [drilled(5, 20, (x, y, THICK)) for x, y in places]
    recognition, (pairs,) = patterns_of(draw.cut(blank, *tools))
    assert pairs.label == "4 × Ø5, mirrored"
    centers = np.array([recognition.features[index].center for index in pairs.features])
    assert centers[::2, 0] + centers[1::2, 0] == pytest.approx(80, abs=1e-6)
    assert np.abs(pairs.axis) == pytest.approx([1, 0, 0], abs=1e-9)


def test_blind_holes_of_another_depth_are_not_equal_and_through_ones_are():
    stairs = draw.fuse(draw.box((60, 30, 10)), draw.box((30, 30, 16)))
    xs = (10, 25, 40, 55)
    through = [drilled(4, 40, (x, 15, 20)) for x in xs]
    assert labels_of(draw.cut(stairs, *through)) == ["4 × Ø4, pitch 15"]
    block = draw.box((60, 30, 16))
    blind = [drilled(4, 5 if x < 50 else 6, (x, 15, 16)) for x in xs]
    assert labels_of(draw.cut(block, *blind)) == ["3 × Ø4, pitch 15"]


def test_equal_holes_without_order_are_reported_as_equal():
    places = [(10, 10), (27, 14), (49, 33), (71, 12), (12, 31)]
    tools = [drilled(3.4, 20, (x, y, THICK)) for x, y in places]
    _, (equal,) = patterns_of(draw.cut(draw.box((83, 47, THICK)), *tools))
    assert (equal.form, equal.label, equal.axis) == (PatternForm.EQUAL, "5 × Ø3.4", None)
    assert equal.features == tuple(sorted(equal.features))


def test_features_of_two_bodies_are_in_no_pattern_together():
    bar = draw.cut(draw.box((60, 20, 8)), *(drilled(4, 20, (x, 10, 8)) for x in (10, 30, 50)))
    two = draw.compound(bar, draw.moved(bar, (60.5, 0, 0)))
    assert labels_of(two) == ["3 × Ø4, pitch 20"] * 2


def test_a_radial_hole_turned_too_far_is_in_no_circle():
    assert labels_of(cross_drilled(5)) == ["5 × Ø5 radial, every 72°"]
    assert labels_of(cross_drilled(5, last_deg=5.0)) == ["4 × Ø5 radial, every 72°"]


def test_features_of_no_pattern_give_none():
    assert patterns_of(draw.box((20, 20, 20)))[1] == ()
