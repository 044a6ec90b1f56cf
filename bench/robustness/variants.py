"""The ways in which the bench writes one part again."""

from tests.support import draw, mutators
from tests.support.mutators import Mutator, Respelled

ODD_AXIS = (1.0, 2.0, 3.0)
TURN_DEG = 30.0

WAYS: dict[str, Mutator] = {
    "reexported": mutators.unchanged,
    "mirrored_x": lambda shape: mutators.mirrored_across(shape, draw.X),
    "inches": mutators.inches,
    "turned_z": lambda shape: mutators.turned_about(shape, draw.Z, TURN_DEG),
    "turned_oblique": lambda shape: mutators.turned_about(shape, ODD_AXIS, TURN_DEG),
    "nurbs": mutators.nurbs,
}
"""Every STEP file is written so."""

MORE_WAYS: dict[str, Mutator] = {
    way.__name__: way
    for way in (
        mutators.turned,
        mutators.mirrored,
        mutators.small,
        mutators.large,
        mutators.halves,
        mutators.quarters,
        mutators.shuffled,
        mutators.sawn,
        mutators.triangles,
    )
}
"""Drawn parts are written so too."""

KEEPING_SEVERITIES = frozenset((*WAYS, *MORE_WAYS)) - {"small", "large", "triangles"}
"""Ways after which every rule says what it said: the size is the same, and surfaces are surfaces."""


def write(shape: object, way: str) -> Respelled | None:
    """Write a shape in a named way; None where it cannot be written so."""
    return (WAYS | MORE_WAYS)[way](shape)
