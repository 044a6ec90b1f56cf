"""Features, their kinds and the roles of faces: what the faces of a part are for."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from engine.model.arrays import Floats, Vector
from engine.model.part import BodyId, FaceId


class Kind(StrEnum):
    """Keys, as on the wire, of the kinds that code asks for by name.

    `engine.kinds.KINDS` lists all kinds, as their recognizers declare them; one that nobody else asks for
    need not stand here.
    """

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
    """Codes of the roles that code asks for by name. They are on the wire and never change meaning.

    `engine.kinds.ROLES` lists all roles; a recognizer may declare one with a further code that has no name
    here.
    """

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
    JOURNAL = 21
    TURNED_DIAMETER = 22
    TURNED_CONE = 23
    TURNED_CURVE = 24
    TURNED_RECESS = 25
    TURNED_GROOVE = 26
    SHOULDER = 27
    FLAT = 28
    THREAD = 29
    KNURL = 30
    THROUGH_STEP = 31
    SLANTED_STEP = 32
    BLIND_STEP = 33
    CURVED_WALL = 34
    TOOTH = 35


BLEND_ROLES = frozenset({Role.FILLET, Role.ROUND, Role.CHAMFER})
"""Of faces that soften an edge between the faces beside them."""
HOLE_ROLES = frozenset({Role.HOLE_WALL, Role.HOLE_FLOOR, Role.HOLE_STEP, Role.COUNTERSINK})
"""Of every face that a hole is made of."""


class Precedence(IntEnum):
    """Which of several claims gives a face its role: the most particular one, which is the least of these."""

    BLEND = 0
    """Blends and bends, which run along others."""
    TURNED = 1
    """Holes and bosses."""
    NARROW = 2
    """Slots and fins."""
    BROAD = 3
    """Pockets and protrusions, which hold the former."""
    FLAT = 4
    """Walls and slabs: any flat face."""


class SizeForm(StrEnum):
    """How a size is written in the short description of a feature."""

    NUMBER = "number"
    RANGE = "range"
    """`3.0–5.0` from the fields `min_…` and `max_…`, where they are there and differ."""
    ANGLE = "angle"
    """Degrees."""
    GAP = "gap"
    """What an angle lacks of a full turn; left out where it lacks nothing."""
    FLAG = "flag"
    """Yes or no; `after` is written for yes."""


@dataclass(frozen=True, slots=True)
class Size:
    """A dimension that people know a feature by."""

    field: str
    """Of the feature: `diameter_mm`."""
    mark: str = ""
    """Written before the number: `Ø`, `R`."""
    after: str = ""
    """A word after it: `thru`."""
    form: SizeForm = SizeForm.NUMBER


@dataclass(frozen=True, slots=True)
class FaceRole:
    """A role that faces of a kind can have."""

    code: int
    """On the wire; see `Role`."""
    label: str
    """The name people read: `Hole wall`."""
    place: str | None = ""
    """Which part of the feature such a face is: `floor`; empty where it is all of it. None: nobody would name
    a face so."""
    tint: float = 0.0
    """How much white is mixed into the color of the kind: 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureKind:
    """All there is to know of a kind but how it is recognized; stands in the file of its recognizer."""

    key: str
    """As on the wire: `HOLE`; see `Kind`."""
    plural: str
    """The name people read above several: `Bosses`. In lower case that of its selector set."""
    color: str
    """#rrggbb."""
    roles: tuple[FaceRole, ...]
    precedence: Precedence
    sizes: tuple[Size, ...] = ()
    """In the order in which a drawing notes them."""
    n_sizes_in_name: int = 1
    """How many of them its name has."""
    order_in_results: int
    """Kinds with smaller numbers come first."""
    order_in_lists: int
    """The same for lists that people read."""
    is_listed: bool = True
    """Whether the claims are features, entries of the result. False: they only give faces their role."""

    @property
    def label(self) -> str:
        """The name people read: `Hole`."""
        return self.key.replace("_", " ").capitalize()

    @property
    def noun(self) -> str:
        """The name within a sentence: `hole`."""
        return self.label.lower()

    @property
    def selector(self) -> str:
        """The selector set that holds its features: `holes`."""
        return self.plural.lower().replace(" ", "_")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Claim:
    """Faces that a recognizer explains, without being an entry of the result: a chamfer.

    Recognizers return claims; those that are features too become entries, the others give roles alone.
    """

    faces: tuple[FaceId, ...]
    """Every member face, ascending."""
    roles: tuple[tuple[FaceId, int], ...]
    """The role this claim gives each of its faces; `roles.py` settles disputes."""
    body: BodyId


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Feature(Claim):
    """One recognized feature; each kind adds its dimensions in its own recognizer's file."""

    kind: str
    """Key of the kind; see `Kind`."""
    fid: FaceId
    """The defining face; one of `faces`."""
    center: Vector
    axis: Vector | None
    """Unit vector: into a hole, out of a boss, across a wall; None where a kind has none."""
    box_mm: Floats
    """(2, 3) box of the member faces."""
    uncertainty_mm: float
    """How far the lengths given may be off: 0 on native surfaces, the fit's residual otherwise."""
