"""Whole-part evidence that rules rest on, one field for each file of `engine/evidence`."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.model.access import BodySetups, ToolAccess
from engine.model.arrays import Bools, Vector
from engine.model.part import BodyId, EdgeId, FaceId
from engine.model.printing import BuildDirection, Overhang, Trap
from engine.model.shell import ShellBody
from engine.stages import Partial


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
    room_mm: float = math.inf
    """The most air before the heavy section, near enough for a feeder there to feed this place."""
    ratio_error: float = 0.0
    """How far the ratio may be off because sections are looked at in places; see `uniformity.PLACES`."""

    @property
    def ratio(self) -> float:
        """Heavy over light; 1 where the section does not change."""
        return self.thick_mm / self.thin_mm


@dataclass(frozen=True, slots=True, eq=False)
class ThinStretch:
    """A stretch of thin wall behind a face, and how far it reaches from what holds it."""

    face: FaceId
    thickness_mm: float
    reach_mm: float
    """As a wall that is held at its foot alone; half where it is held on two opposite sides."""
    point: Vector
    """Where it is furthest away, halfway through the wall."""
    held_at: Vector
    """Where it is held, nearest to that; the nearest border where nothing holds it."""
    run_mm: float = math.nan
    """How far metal runs in it that is cast: from where it is thicker, or from a gate along its border."""
    is_held: bool = True
    """Whether something holds it: nothing holds a plate or a washer, whose faces are those of the stock."""
    neck_mm: float = 0.0
    """Of one that is held on two opposite sides, how far it goes on between them as thin as it is there."""


class Marks(NamedTuple):
    """Letters, logos and pads that stand a little above a wall or lie a little below, by face, ascending."""

    height_of_side: dict[FaceId, float]
    """How high each side of one is, in mm."""
    stroke_of_level: dict[FaceId, float]
    """How wide the strokes are of the letter that each face is the floor or the top of, in mm."""
    height_of_ring: dict[FaceId, float] = {}  # noqa: RUF012 nobody writes to it
    """How high each low step is that goes all round a shaft or an arm, in mm; none of these is a mark."""
    letter_sides: frozenset[FaceId] = frozenset()
    """The sides of what is a letter by its shape."""


class ThinStretches(NamedTuple):
    """The stretches of a part's thin walls: one for each face with such a wall, by face."""

    low: tuple[ThinStretch, ...]
    """As thin as what a tenth of the face falls below."""
    thinnest: tuple[ThinStretch, ...]
    """Round the thinnest place of the face."""


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


class SegmentKind(StrEnum):
    """What one stretch of a turned body's outline is."""

    END = "end"
    """The flat at either end."""
    JOURNAL = "journal"
    """A cylinder, the largest among them."""
    CONE = "cone"
    SHOULDER = "shoulder"
    """A flat ring between two diameters."""
    GROOVE = "groove"
    """A ring or V groove, walls and floor."""
    UNDERCUT = "undercut"
    """A narrow neck between two diameters that is no slot: a relief."""
    CHAMFER = "chamfer"
    ROUND = "round"
    """A round, a fillet, or any other torus or ball about the axis."""
    THREAD = "thread"
    """A drawn one."""
    KNURL = "knurl"
    HEXAGON = "hexagon"
    """Flats for a wrench, or of the bar; its diameter is that across the flats."""


@dataclass(frozen=True, slots=True)
class ProfileSegment:
    """One stretch of a turned body's outline."""

    kind: SegmentKind
    from_mm: float
    to_mm: float
    """Along the axis from the body's heavier end; equal for flats square to it."""
    from_diameter_mm: float
    to_diameter_mm: float
    """In the order in which the outline runs from the heavier end to the lighter. Both are that of a groove's
    floor, those of the two walls of one let into a face; of threads and knurls both are the outer one."""
    faces: tuple[FaceId, ...]
    """Ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnedProfile:
    """The outline of a turned body, or of one turned from hexagon bar."""

    turned: Turned
    segments: tuple[ProfileSegment, ...]
    """From the heavier end to the lighter; what is not turned (flats, keyways, cross holes) leaves no gap."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnThread:
    """A thread whose flanks are drawn as surfaces."""

    body: BodyId
    origin: Vector
    """On the axis."""
    direction: Vector
    """Unit vector along the axis; its sign carries no meaning."""
    pitch_mm: float
    """What it climbs in a turn: of a thread of several starts their lead."""
    is_inside: bool
    """Whether it is cut into a hole; outside on a stud otherwise."""
    flanks: tuple[FaceId, ...]
    """Ascending."""
    between: tuple[FaceId, ...]
    """Roots, crests and run-outs, ascending: what meets the flanks and lies between their radii. The wall of
    a hole or stud that is the root or the crest is among them as a whole."""


class SheetForm(StrEnum):
    """How far a body is sheet metal."""

    BENT = "bent"
    """A sheet with bends."""
    FLAT = "flat"
    """One thin plate without bends: a blank, or a plate machined all over."""
    CREASED = "creased"
    """Walls of one thickness that meet sharply, and that a blank could be folded to: folds drawn without a
    radius."""
    UNBENT = "unbent"
    """Walls of one thickness that close in corners without a bend: deep-drawn, welded or molded."""
    NONE = "none"
    """No sheet metal."""


@dataclass(frozen=True, slots=True, eq=False)
class OddThickness:
    """A place where a sheet is not as thick as elsewhere."""

    face: FaceId
    thickness_mm: float
    start: Vector
    end: Vector
    """Two points between which it was measured."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetBody:
    """A body looked at as sheet metal."""

    body: BodyId
    form: SheetForm
    reason: str
    """One sentence that says why it is, or is not."""
    thickness_mm: float
    """At which most of the body lies between two skins; NaN when nothing lies back to back."""
    uncertainty_mm: float
    """How far that may be off."""
    skin_share: float
    """Share of the body's area, its edges left out, that lies in skins at that thickness."""
    uniform_share: float
    """The same with whatever else is as thick: louvers, dimples, corners."""
    is_uniform: bool
    """Whether that is all of it but for posts, studs and the like."""
    odd: OddThickness | None
    """The largest face that is not as thick; None where none was found."""
    bends: tuple[FaceId, ...]
    """Defining faces of its bends, ascending."""
    skins: tuple[tuple[FaceId, ...], tuple[FaceId, ...]]
    """Faces of both skins, ascending, the one with the largest face first."""
    panels: tuple[tuple[FaceId, ...], ...]
    """Groups of the skins that lie back to back: the flats, and the bends between them."""
    edges: tuple[FaceId, ...]
    """Faces that join the skins, ascending: outline, cut-outs, walls of holes."""

    @property
    def is_sheet(self) -> bool:
        """Whether rules for sheet metal apply; where no bends tell, if it is made of sheet."""
        return self.form != SheetForm.NONE


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """The least distance between two borders of a flat sheet, along it."""

    distance_mm: float
    """inf where there is no other border."""
    uncertainty_mm: float
    witness: tuple[Vector, Vector] | None
    """The two points it lies between."""
    faces: tuple[FaceId, ...]
    """The faces that go down from both borders."""


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """A hole, slot or window that goes through a sheet, with sheet all round it."""

    feature: int
    """Index into the recognized features."""
    width_mm: float
    """The diameter of a hole, the width of a slot, the short side of a window."""
    thickness_mm: float
    """Of the sheet."""
    to_edge: Gap | None
    """To the outline of the sheet or the next cut-out; None where no rim of it lies in a flat panel."""
    to_bend: Gap | None
    """To the line where the nearest bend begins; a sharp fold counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence(Partial):
    """What the modules of `engine/evidence` found; asking for what one failed to find raises StageFailed."""

    sharp_corners: tuple[EdgeId, ...]
    """Concave joints that no fillet covers, ascending: for each corner its longest edge."""
    corners_in_cuts: tuple[EdgeId, ...]
    """Those of `sharp_corners` between faces of a hole or a cut groove: sharp by nature of the tool."""
    edges_of_corner: dict[EdgeId, tuple[EdgeId, ...]]
    """By entry of `sharp_corners`, all edges of the corner, ascending: files split one corner into many."""
    flank_of_vertex: Bools
    """(V,) whether a vertex lies on the flank of an outer edge, where thickness is not that of a wall."""
    threads: tuple[DrawnThread, ...]
    """Threads that are drawn, by their first flank."""
    groove_of_face: dict[FaceId, float]
    """How wide the ring groove or the keyway is that each face is part of, in mm, by face."""
    marks: Marks
    """Letters, logos and pads."""
    section_changes: tuple[SectionChange, ...]
    """One for each face that has a section to speak of, by face."""
    thin_stretches: ThinStretches
    """Of walls that are thin."""
    sheets: tuple[SheetBody, ...]
    """One for each body, in their order."""
    cutouts: tuple[Cutout, ...]
    """What goes through the sheets, in the order of the features."""
    turned: tuple[Turned, ...]
    """The bodies that a lathe could make most of, in their order."""
    tool_access: ToolAccess
    """From where cutters reach the faces."""
    setups: tuple[BodySetups, ...]
    """One for each body, in their order."""
    build: BuildDirection
    """How the part stands when it is printed."""
    overhangs: tuple[Overhang, ...]
    """One for each face that hangs over, by face."""
    traps: tuple[Trap, ...] | None
    """Hollows wider than their openings, tightest opening first; None where a surface is open and has no
    inside."""
    shells: tuple[ShellBody, ...]
    """One for each body, in their order."""
    turned_profiles: tuple[TurnedProfile, ...]
    """The outlines of the bodies in `turned` and of those turned from hexagon bar, in their order."""
