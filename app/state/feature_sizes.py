"""The sizes of a feature as numbers, each under its name, and whether two of them are the same size."""

from app.client.models import Feature

LENGTHS = ("_mm", "_deg")
NOT_SIZES = frozenset(
    {
        "uncertainty_mm",
        "wall_thickness_mm",
        "wall_uncertainty_mm",
        "bore_diameter_mm",
        "shortest_depth_mm",
        "shortest_height_mm",
    }
)
"""How well it was measured, what is another feature's size, and what another size says already."""
RUNS = frozenset({"FILLET", "ROUND", "CHAMFER"})
"""Kinds whose length follows from the edges they run along, and is nobody's choice."""
SAME_MM, SAME_DEG = 0.005, 0.05
"""Sizes closer than this are one, to the digits that are shown."""
SAME_SHARE = 1e-3
"""Of the size: curved faces of two exports differ by as much."""


def numbers(feature: Feature) -> dict[str, float]:
    """Return its lengths and angles in the order they were sent; areas follow from what lies around."""
    return {
        key: float(value)
        for key, value in feature.dimensions.items()
        if key.endswith(LENGTHS)
        and key not in NOT_SIZES
        and not (key == "length_mm" and feature.kind in RUNS)
        and isinstance(value, int | float)
        and not isinstance(value, bool)
    }


def are_same(key: str, one: float, other: float, uncertainty_mm: float = 0.0) -> bool:
    """Return whether two sizes of this name are the same as far as they can be measured."""
    least = SAME_DEG if key.endswith("_deg") else SAME_MM + uncertainty_mm
    return abs(one - other) <= max(least, SAME_SHARE * max(abs(one), abs(other)))


def difference(one: Feature, other: Feature) -> float:
    """Return how much two features differ in size, from 0 to 1: the mean over the sizes both have."""
    mine, theirs = numbers(one), numbers(other)
    shared = [key for key in mine if key in theirs]
    if not shared:
        return 0.0
    return sum(_share(key, mine[key], theirs[key]) for key in shared) / len(shared)


def uncertainty_mm(feature: Feature) -> float:
    """Return how well its sizes are known; 0 where that was not sent."""
    value = feature.dimensions.get("uncertainty_mm")
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def _share(key: str, one: float, other: float) -> float:
    if are_same(key, one, other):
        return 0.0
    return min(1.0, abs(one - other) / max(abs(one), abs(other)))
