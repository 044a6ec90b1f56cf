"""A part that was drawn with known numbers, and what an analysis says otherwise of it."""

import math
from typing import Any

PART = "selfcheck/drilled_plate.step"
LENGTH_MM, WIDTH_MM, THICKNESS_MM = 60.0, 40.0, 8.0
DIAMETER_MM = 10.0
VOLUME_CM3 = (LENGTH_MM * WIDTH_MM - math.pi / 4 * DIAMETER_MM**2) * THICKNESS_MM / 1000
RELATIVE_TOLERANCE = 1e-4
"""All is exact here but for rounding: the body is planes and a cylinder, which the kernel integrates."""


def differences(document: dict[str, Any]) -> tuple[str, ...]:
    """Return a sentence for each number of a result that is not the drawing's."""
    features = document["features"]["features"]
    holes = [each for each in features if each["kind"] == "HOLE"]
    slabs = [each for each in features if each["kind"] == "SLAB"]
    known = {
        "volume in cm³": (document["geometry"]["volume_cm3"], VOLUME_CM3),
        "length in mm": (document["geometry"]["bounding_box_mm"]["x"], LENGTH_MM),
        "faces": (document["stats"]["n_faces"], 7),
        "holes": (len(holes), 1),
        "slabs": (len(slabs), 1),
    }
    for hole in holes[:1]:
        known["diameter of the hole in mm"] = (hole["diameter_mm"], DIAMETER_MM)
        known["depth of the hole in mm"] = (hole["depth_mm"], THICKNESS_MM)
    for slab in slabs[:1]:
        known["thickness of the plate in mm"] = (slab["thickness_mm"], THICKNESS_MM)
    return tuple(
        f"{name}: {found:g}, drawn as {drawn:g}"
        for name, (found, drawn) in known.items()
        if not math.isclose(found, drawn, rel_tol=RELATIVE_TOLERANCE)
    )
