"""Whole-part evidence that rules rest on, one field for each file of `engine/evidence`."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.model.access import BodySetups, ToolAccess
from engine.model.arrays import Bools, Vector
from engine.model.part import BodyId, EdgeId, FaceId
from engine.model.printing import BuildDirection, Overhang, Trap


@dataclass(frozen=True, slots=True, eq=False)
class SectionChange:
    """The strongest change from a heavy section to a lighter one that touches it, seen from one face."""

    face: FaceId
    """The face over the heavy section; `thin_face` is itself where no lighter section touches."""
    thick_mm: float
    thick_point: Vector
    thin_face: FaceId
    thin_mm: float
    thin_point: Vector

    @property
    def ratio(self) -> float:
        """Heavy over light; 1 where the section does not change."""
        return self.thick_mm / self.thin_mm


@dataclass(frozen=True, slots=True, eq=False)
class TurnedDiameter:
    """One outer diameter of a turned body: what a caliper finds between two places along the axis."""

    diameter_mm: float
    low_mm: float
    high_mm: float
    """Along the axis, from the body's heavier end."""
    faces: tuple[FaceId, ...]
    """The cylinders of it, ascending."""
    is_outermost: bool
    """Whether no cylinder of the body is larger."""
    is_groove: bool
    """Whether it is the floor of a groove: narrow, with a larger diameter on both sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A body that a lathe could make most of."""

    body: BodyId
    origin: Vector
    """On the axis, abreast of the body's heavier end."""
    direction: Vector
    """Unit vector along the axis, from the heavier end to the lighter one."""
    length_mm: float
    """Of the body along the axis."""
    diameter_mm: float
    """The largest that turns about the axis, on the outside."""
    share: float
    """Of the body's area, what turns about the axis or is a flat turned square to it."""
    faces: tuple[FaceId, ...]
    """What turns, flats included, ascending."""
    diameters: tuple[TurnedDiameter, ...]
    """The outer cylinders from the heavier end to the lighter; cones and rounds between them are left out."""

    @property
    def grooves(self) -> tuple[TurnedDiameter, ...]:
        """The grooves round the outside."""
        return tuple(each for each in self.diameters if each.is_groove)


class SheetForm(StrEnum):
    """How far a body is sheet metal."""

    BENT = "bent"
    """A sheet with bends."""
    FLAT = "flat"
    """One thin plate without bends: a blank, or a plate machined all over."""
    UNBENT = "unbent"
    """Walls of one thickness that stand in several directions, without a bend: folded, and drawn sharp, or
    molded."""
    NONE = "none"
    """No sheet metal."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetBody:
    """A body looked at as sheet metal."""

    body: BodyId
    form: SheetForm
    reason: str
    """One sentence that says why it is, or is not."""
    thickness_mm: float
    """At which most of the body lies between two skins; NaN when nothing lies back to back."""
    skin_share: float
    """Share of the body's area, its edges left out, that lies in skins at that thickness."""
    is_uniform: bool
    """Whether next to everything does: no embosses, hardware or second thickness to speak of."""
    bends: tuple[FaceId, ...]
    """Defining faces of its bends, ascending."""
    skins: tuple[tuple[FaceId, ...], tuple[FaceId, ...]]
    """Faces of both skins, ascending, the one with the largest face first."""
    edges: tuple[FaceId, ...]
    """Faces that join the skins, ascending: outline, cut-outs, walls of holes."""

    @property
    def is_sheet(self) -> bool:
        """Whether rules for sheet metal apply; on a flat plate, if it is made of sheet."""
        return self.form in (SheetForm.BENT, SheetForm.FLAT)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the modules of `engine/evidence` found."""

    sharp_corners: tuple[EdgeId, ...]
    """Concave joints that no fillet covers, ascending: for each corner its longest edge."""
    corners_in_holes: tuple[EdgeId, ...] = ()
    """Those of `sharp_corners` between faces of a hole: sharp by nature of the tool that makes it."""
    edges_of_corner: dict[EdgeId, tuple[EdgeId, ...]] = field(default_factory=dict)
    """By entry of `sharp_corners`, all edges of the corner, ascending: files split one corner into many."""
    flank_of_vertex: Bools | None = None
    """(V,) whether a vertex lies on the flank of an outer edge, where thickness is not that of a wall; None
    when that was not gathered."""
    section_changes: tuple[SectionChange, ...] | None = None
    """One for each face that has a section to speak of, by face; None when they were not gathered."""
    sheets: tuple[SheetBody, ...] | None = None
    """One for each body, in their order; None when they were not gathered."""
    turned: tuple[Turned, ...] | None = None
    """The bodies that a lathe could make most of, in their order; None when they were not gathered."""
    tool_access: ToolAccess | None = None
    """From where cutters reach the faces; None when it was not gathered."""
    setups: tuple[BodySetups, ...] | None = None
    """One for each body, in their order; None when they were not gathered."""
    build: BuildDirection | None = None
    """How the part stands when it is printed; None when that was not gathered."""
    overhangs: tuple[Overhang, ...] | None = None
    """One for each face that hangs over, by face; None when they were not gathered."""
    traps: tuple[Trap, ...] | None = None
    """Hollows wider than their openings, tightest opening first; None when they were not gathered."""
