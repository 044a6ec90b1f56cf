"""Whole-part evidence that rules rest on, one field for each file of `engine/evidence`."""

from dataclasses import dataclass

from engine.model.part import EdgeId


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the modules of `engine/evidence` found."""

    sharp_corners: tuple[EdgeId, ...]
    """Edges of concave joints that no fillet covers, ascending."""
