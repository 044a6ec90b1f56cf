"""The pull direction, and what it frees."""

from dataclasses import dataclass
from enum import StrEnum

from engine.model.arrays import Bools, Floats, Vector
from engine.model.part import FaceId


class PullMode(StrEnum):
    """How the pull is found."""

    CARDINAL = "cardinal"
    HEMISPHERE = "hemisphere"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class PullOptions:
    """What the caller asks about the pull. `direction` is used with GIVEN alone."""

    mode: PullMode = PullMode.CARDINAL
    direction: tuple[float, float, float] | None = None
    alpha_min_deg: float = 0.5
    """An area is undercut only when it leans against its mold half by more than this."""
    alpha_warn_deg: float = 3.0
    """Freed faces that lean less than this are low draft."""


@dataclass(frozen=True, slots=True, eq=False)
class UndercutRegion:
    """Connected undercut faces, and the slide that frees them."""

    faces: tuple[FaceId, ...]
    area_mm2: float
    location: Vector
    side_action: Vector | None
    """Direction in which a slide would free the region; None when no straight slide does."""
    is_split: bool = False
    """Whether a second slide has to move the opposite way; each frees its side, as of a groove all round."""


@dataclass(frozen=True, slots=True, eq=False)
class Pull:
    """The parting direction with its evidence."""

    direction: Vector
    mode: PullMode
    alpha_min_deg: float
    alpha_warn_deg: float
    half_of_vertex: Floats
    """(V,) +1 freed by `direction`, -1 by its opposite, 0 by neither; NaN not measurable."""
    is_undercut: Bools
    """(F,) whether neither half frees a share of the face that matters."""
    is_low_draft: Bools
    """(F,) freed, but with less than `alpha_warn_deg` of draft; a vertical wall is."""
    undercut_area_of_face: Floats
    """(F,) mm²."""
    min_draft_of_face: Floats
    """(F,) degrees in the freeing direction, smallest over the face; NaN for stray faces."""
    regions: tuple[UndercutRegion, ...]
