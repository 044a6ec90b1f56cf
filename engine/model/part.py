"""The part as it was read: faces, edges, loops, shells and bodies, in millimeters."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from engine.model.arrays import Floats, Vector
from engine.model.surface import Surface
from engine.tolerances import largest

FaceId = NewType("FaceId", int)
EdgeId = NewType("EdgeId", int)
BodyId = NewType("BodyId", int)


class Source(StrEnum):
    """Where the geometry came from."""

    BREP = "brep"
    TRIANGLES = "triangles"


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A straight edge. `direction` is a unit vector along the edge's points."""

    direction: Vector


@dataclass(frozen=True, slots=True, eq=False)
class Circle:
    """An edge on a circle, whole or an arc. `axis` is a unit vector, its sign carries no meaning."""

    center: Vector
    axis: Vector
    radius_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class OtherCurve:
    """An edge that is neither straight nor circular."""


Curve = Line | Circle | OtherCurve


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A border between faces, with what the faces do along it.

    The points run so that `faces[0]` lies on the left when seen from outside the material.
    A seam (a face that meets itself) names its face twice; a free border of an open shell names one
    face; more than two faces make a non-manifold edge. Degenerate edges (a cone's apex, a sphere's
    pole) are not kept.
    """

    id: EdgeId
    faces: tuple[FaceId, ...]
    curve: Curve
    points: Floats
    """(N, 3) from end to end, N >= 5; a closed edge repeats its first point."""
    normals: Floats
    """(F, N, 3) outward unit normal of each face of `faces` at each point; NaN where undefined."""
    curvatures: Floats
    """(F, N) normal curvature of each face across the edge, 1/mm: positive bends towards the outward
    normal (a bore, a fillet), negative away from it (a shaft, a round); NaN where undefined."""
    length_mm: float
    is_closed: bool
    tolerance_mm: float
    """How far the kernel itself lets the edge stray from its faces."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A closed border of a face, edge after edge, the face on the left seen from outside."""

    edges: tuple[EdgeId, ...]
    is_outer: bool


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face and its effective surface.

    `sense` is +1 where the outward normal is the surface's natural one and -1 where it is opposite:
    a shaft is a `Cylinder` with sense +1, a bore one with sense -1.
    """

    id: FaceId
    body: BodyId | None
    """None for a stray face beside the solids. It keeps its id, and that is all: no loops, no joints, no
    area; NaN for where it lies, `Freeform` for its surface."""
    surface: Surface
    sense: int
    deviation_mm: float
    """How far the face strays from `surface`: 0 for a native surface, the fit's residual otherwise."""
    is_recovered: bool
    """Whether the file spelled this surface another way (a B-spline that is really a cylinder)."""
    area_mm2: float
    centroid: Vector
    box_mm: Floats
    """(2, 3) lower and upper corner."""
    inner_point: Vector
    """A point of the face away from its borders."""
    inner_normal: Vector
    """Outward unit normal at `inner_point`."""
    loops: tuple[Loop, ...]


@dataclass(frozen=True, slots=True)
class Shell:
    """A connected set of faces of one body. A void shell bounds a cavity inside the material."""

    faces: tuple[FaceId, ...]
    is_closed: bool
    is_void: bool
    volume_mm3: float
    """Enclosed volume, always positive; 0 for an open shell."""


@dataclass(frozen=True, slots=True)
class Body:
    """One solid, or one shell that stands for it when nothing better was in the file."""

    id: BodyId
    name: str
    shells: tuple[Shell, ...]
    volume_mm3: float
    area_mm2: float
    is_valid: bool
    """Whether the kernel's own check found the body sound."""

    @property
    def faces(self) -> tuple[FaceId, ...]:
        """Every face of the body, shell after shell."""
        return tuple(face for shell in self.shells for face in shell.faces)

    @property
    def is_closed(self) -> bool:
        """Whether every shell is closed."""
        return all(shell.is_closed for shell in self.shells)


class MeasuredBy(StrEnum):
    """How an area or a volume was found."""

    EXACT = "exact"
    """By integrals round the borders of faces."""
    QUADRATURE = "quadrature"
    """By the kernel's own quadrature."""
    MESH = "mesh"


@dataclass(frozen=True, slots=True)
class MeasureCheck:
    """A measure on which the exact integral and the mesh disagree by more than the mesh can explain."""

    body: BodyId
    face: FaceId | None
    """The face whose area it is; None for the volume of the body."""
    exact: float
    quadrature: float
    mesh: float
    """mm² or mm³; NaN where it could not be measured."""
    taken: MeasuredBy
    """What the part goes by."""

    @property
    def value(self) -> float:
        """The measure that was taken."""
        return {
            MeasuredBy.EXACT: self.exact,
            MeasuredBy.QUADRATURE: self.quadrature,
            MeasuredBy.MESH: self.mesh,
        }[self.taken]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What was read from a file. `faces[i].id == i` and `edges[i].id == i`."""

    name: str
    source: Source
    faces: tuple[Face, ...]
    edges: tuple[Edge, ...]
    bodies: tuple[Body, ...]
    box_mm: Floats
    """(2, 3) tight box of the bodies alone."""
    volume_mm3: float
    area_mm2: float
    unit: str
    """The length unit the file declared, as it declared it."""
    notes: tuple[str, ...]
    """Sentences the user should see: unit suspicions, stray geometry, repairs."""
    checks: tuple[MeasureCheck, ...] = ()
    """Areas and volumes that were disputed, and how that was settled."""

    def largest_face(self, faces: Iterable[FaceId]) -> Face:
        """Return the face of the largest area, the smallest id of those whose areas are the same.

        Raises
        ------
        ValueError
            If there are no faces.
        """
        return largest((self.faces[face] for face in sorted(faces)), lambda face: face.area_mm2)

    @property
    def size_mm(self) -> Vector:
        """(3,) sides of the box."""
        size: Vector = self.box_mm[1] - self.box_mm[0]
        return size

    @property
    def diagonal_mm(self) -> float:
        """Length of the box's diagonal."""
        return float((self.size_mm**2).sum() ** 0.5)
