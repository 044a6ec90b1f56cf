"""A hollow: walls round a piece of air, with or without a floor, before it is measured."""

from dataclasses import dataclass

from engine.graph.contours import Contour
from engine.model.arrays import Vector
from engine.model.part import EdgeId, FaceId


@dataclass(frozen=True, slots=True, eq=False)
class Hollow:
    """Groups that make up one pocket."""

    up: Vector
    """Unit, out of the pocket."""
    walls: tuple[FaceId, ...]
    floors: tuple[FaceId, ...]
    """Both ascending; no floors where it goes through."""
    borders: tuple[Contour, ...]
    """Where the walls are met in order: the mouth, or the outer contours of the floors."""
    mouth: Contour | None
    """The border of the face it was cut into, where that face goes round it whole."""
    is_closed: bool
    """Whether walls go all round."""
    exit_edges: tuple[EdgeId, ...]
    """Edges below the mouth where the way goes out into the open on the far side; none where it has not been
    followed."""
    past: frozenset[FaceId]
    """Groups next to it that are not part of it: feet of islands, mouths of holes and pockets in it."""
    reached: frozenset[FaceId]
    """Every group looked at inside, members or not."""
