"""What was measured becomes JSON: nothing there is null and said to be open."""

import json
import math

from engine.inspection import documents
from engine.inspection.measure import Measurement
from engine.model.arrays import frozen


def test_a_length_comes_with_its_points_and_open_space_with_none() -> None:
    ends = frozen([0.0, 0.0, 0.0]), frozen([0.0, 0.0, 2.5])
    found = documents.measurement(
        Measurement("distance", 2.5, "mm", 0.0, True, ends, (), {"axis_distance_mm": 4.0})
    )
    assert found["value"] == 2.5
    assert found["points"] == [[0.0, 0.0, 0.0], [0.0, 0.0, 2.5]]
    assert (found["exact"], found["open"], found["also"]) == (True, False, {"axis_distance_mm": 4.0})
    nothing = documents.measurement(Measurement("clearance", math.inf, "mm", 0.0, False))
    assert (nothing["value"], nothing["open"]) == (None, True)
    json.dumps(nothing, allow_nan=False)
