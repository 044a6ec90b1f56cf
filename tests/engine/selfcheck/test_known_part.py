"""A result that differs from the drawing in any number is noticed."""

import copy
from typing import Any

import pytest

from engine.selfcheck import known_part

RESULT: dict[str, Any] = {
    "geometry": {"volume_cm3": 18.5716815, "bounding_box_mm": {"x": 60.0}},
    "stats": {"n_faces": 7},
    "features": {
        "features": [
            {"kind": "WALL", "thickness_mm": 60.0},
            {"kind": "SLAB", "thickness_mm": 8.0},
            {"kind": "HOLE", "diameter_mm": 10.0, "depth_mm": 8.0},
        ]
    },
}
"""60 · 40 · 8 mm less a cylinder of Ø 10: 19.2 - 0.6283 cm³."""


def test_the_drawings_own_numbers_differ_in_nothing() -> None:
    assert known_part.differences(RESULT) == ()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda result: result["geometry"].update(volume_cm3=19.2), "volume in cm³: 19.2"),
        (lambda result: result["features"]["features"][2].update(diameter_mm=10.01), "diameter of the hole"),
        (lambda result: result["features"]["features"].pop(2), "holes: 0, drawn as 1"),
        (lambda result: result["features"]["features"][1].update(thickness_mm=7.9), "thickness of the plate"),
    ],
)
def test_a_wrong_number_is_said_with_the_right_one(change: Any, sentence: str) -> None:
    result = copy.deepcopy(RESULT)
    change(result)
    [difference] = known_part.differences(result)
    assert difference.startswith(sentence)
