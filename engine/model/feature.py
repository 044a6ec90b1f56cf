"""Features and roles: what the faces of a part are for."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from engine.model.arrays import Floats, Vector
from engine.model.part import BodyId, FaceId


class Kind(StrEnum):
    """The feature kinds, as on the wire."""

    WALL = "WALL"
    SLAB = "SLAB"
    HOLE = "HOLE"
    BOSS = "BOSS"
    SLOT = "SLOT"
    FIN = "FIN"
    POCKET = "POCKET"
    PROTRUSION = "PROTRUSION"
    ROUND = "ROUND"
    FILLET = "FILLET"
    BEND = "BEND"


class Role(IntEnum):
    """Primitive role of a face. The codes are on the wire and never change meaning."""

    UNCLASSIFIED = 0
    HOLE_WALL = 1
    HOLE_FLOOR = 2
    BOSS_WALL = 3
    BOSS_TOP = 4
    SLOT_WALL = 5
    SLOT_FLOOR = 6
    FIN_WALL = 7
    FIN_TOP = 8
    POCKET_WALL = 9
    POCKET_FLOOR = 10
    PROTRUSION_WALL = 11
    PROTRUSION_TOP = 12
    ROUND = 13
    FILLET = 14
    BEND = 15
    WALL = 16
    SLAB = 17
    CHAMFER = 18
    COUNTERSINK = 19
    HOLE_STEP = 20

    @property
    def label(self) -> str:
        """The name people read: `Hole wall`."""
        return self.name.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Claim:
    """Faces that a recognizer explains, without being an entry of the result: a chamfer.

    Recognizers return claims; those that are features too become entries, the others give roles alone.
    """

    faces: tuple[FaceId, ...]
    """Every member face, ascending."""
    roles: tuple[tuple[FaceId, Role], ...]
    """The role this claim gives each of its faces; `roles.py` settles disputes."""
    body: BodyId


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Feature(Claim):
    """One recognized feature; each kind adds its dimensions in its own recognizer's file."""

    kind: Kind
    fid: FaceId
    """The defining face; one of `faces`."""
    center: Vector
    axis: Vector | None
    """Unit vector: into a hole, out of a boss, across a wall; None where a kind has none."""
    box_mm: Floats
    """(2, 3) box of the member faces."""
    uncertainty_mm: float
    """How far the lengths given may be off: 0 on native surfaces, the fit's residual otherwise."""
