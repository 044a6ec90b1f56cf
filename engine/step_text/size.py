"""Whether a part has a size that parts have, or the unit of the file must be wrong."""

import numpy as np

from engine.errors import UnreadableFile
from engine.model.arrays import Floats

SMALLEST_MM, LARGEST_MM = 0.01, 1_000_000.0
"""Diagonals beyond these are refused: no process makes such a part."""
SMALL_MM, LARGE_MM = 0.1, 10_000.0
"""Diagonals beyond these are believed, and said aloud."""

UNITS = {
    "millimetre": "millimeters",
    "centimetre": "centimeters",
    "metre": "meters",
    "micrometre": "micrometers",
    "inch": "inches",
    "foot": "feet",
}


def doubts(box_mm: Floats, unit: str) -> tuple[str, ...]:
    """Return what there is to say about a part's size: nothing, or one sentence on its unit.

    Raises
    ------
    UnreadableFile
        If no part can be so small or so large.
    """
    diagonal = float(np.linalg.norm(box_mm[1] - box_mm[0]))
    measures = _in_words(box_mm[1] - box_mm[0])
    plural = UNITS.get(unit.lower(), unit.lower())
    declared = f"the file declares its lengths in {plural}" if unit else "the file declares no length unit"
    if not SMALLEST_MM <= diagonal <= LARGEST_MM:
        extreme = "small" if diagonal < 1.0 else "large"
        raise UnreadableFile(
            f"the part measures {measures}, too {extreme} for any part: {declared}, "
            "and its unit or scale must have gone wrong in the export"
        )
    if SMALL_MM <= diagonal <= LARGE_MM:
        return ()
    return (f"The part measures {measures}; {declared}. Check that this is meant.",)


def _in_words(sides_mm: Floats) -> str:
    if sides_mm.max() >= LARGE_MM / 2:
        return " x ".join(f"{side / 1000.0:.4g}" for side in sides_mm) + " m"
    return " x ".join(f"{side:.4g}" for side in sides_mm) + " mm"
