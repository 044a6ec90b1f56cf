"""The surfaces a face can lie on.

A face keeps its *effective* surface: a B-spline that is really a cylinder is kept as a `Cylinder`.
Each surface has a natural normal; `Face.sense` says whether the face's outward normal follows it.
"""

from dataclasses import dataclass

from engine.model.arrays import Vector


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A plane. Natural normal: `normal`."""

    origin: Vector
    normal: Vector


@dataclass(frozen=True, slots=True, eq=False)
class Cylinder:
    """A circular cylinder. Natural normal: away from the axis."""

    origin: Vector
    axis: Vector
    radius_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Cone:
    """A circular cone, the nappe on the side of `axis` from the apex. Natural normal: away from the axis.

    `half_angle_deg` lies in (0, 90): the radius grows along `axis` by its tangent.
    """

    apex: Vector
    axis: Vector
    half_angle_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class Sphere:
    """A sphere. Natural normal: away from the center."""

    center: Vector
    radius_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Torus:
    """A torus. Natural normal: away from the tube's center circle."""

    center: Vector
    axis: Vector
    major_radius_mm: float
    minor_radius_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Freeform:
    """Any other surface. Natural normal: the outward one, so `Face.sense` is always +1.

    `min_radius_mm` is the smallest radius of curvature found by sampling on each side: positive entries
    are (convex, concave) radii as seen from outside the material, inf where the face is flat or bends
    the other way only. Faces that a file cut out of one such surface share the object.
    """

    min_convex_radius_mm: float
    min_concave_radius_mm: float


Surface = Plane | Cylinder | Cone | Sphere | Torus | Freeform
