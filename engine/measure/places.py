"""A picked place: the face or edge it is on, the exact point, and what can be measured of it alone."""

from dataclasses import dataclass

import numpy as np

from engine.geometry_file import Geometry, MeasuredEdge, MeasuredFace
from engine.measure.lines import Axis, Flat
from engine.model.arrays import Floats, Vector
from engine.model.part import Circle, EdgeId, FaceId, Line
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus
from engine.surfaces import table

EXACT_MM = 1e-3
"""A face that strays further from its surface, as one fitted to triangles may, is not measured exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A point: a center, or the clicked place where there is nothing better."""

    point: Vector


Carrier = Flat | Axis | Spot


@dataclass(frozen=True, slots=True)
class Measure:
    """One number. `unit` is mm, mm² or °."""

    name: str
    """As the interface lists them: `radius`, `distance`, `thickness` …"""
    value: float
    unit: str
    witness: tuple[tuple[float, ...], ...] = ()
    """The two points it lies between; empty where there are none."""
    is_exact: bool = True
    """False where it rests on a clicked point of a surface that no formula describes, or fits closely."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One picked place."""

    shape: str
    """plane, cylinder, cone, sphere, torus, freeform, line, circle or curve."""
    point: Vector
    """On the surface or the curve, nearest to what was clicked."""
    carrier: Carrier
    measures: tuple[Measure, ...]
    is_exact: bool
    edge: EdgeId | None = None
    """None of a face."""


def of_face(geometry: Geometry, face: FaceId, clicked: Vector) -> Place:
    """Return the place on a face nearest to a clicked point."""
    found = geometry.faces[face]
    surface = found.surface
    point = _on_surface(found, clicked)
    area = Measure("area", found.area_mm2, "mm²")
    is_exact = not isinstance(surface, Freeform) and found.deviation_mm <= EXACT_MM
    shape = type(surface).__name__.lower()
    return Place(shape, point, _carrier(surface, point), (*_sizes(surface), area), is_exact)


def of_edge(geometry: Geometry, face: FaceId, clicked: Vector) -> Place | None:
    """Return the place on the edge of a face nearest to a clicked point; None where the face has no edge."""
    own = [(_nearest(each.points, clicked), each) for each in geometry.edges if face in each.faces]
    if not own:
        return None
    (_, point), edge = min(own, key=lambda each: each[0][0])
    length = Measure("length", edge.length_mm, "mm")
    match edge.curve:
        case Line():
            return Place("line", point, Axis(edge.points[0], edge.curve.direction), (length,), True, edge.id)
        case Circle():
            return _round_edge(edge, edge.curve, clicked, length)
    return Place("curve", point, Spot(point), (length,), False, edge.id)


def foot(face: MeasuredFace, point: Vector) -> Vector:
    """Return the nearest point of a face's surface; the point itself of a free-form one."""
    return np.asarray(table.projected(_table(face), _FIRST, point[None, :])[0])


def outward(face: MeasuredFace, point: Vector) -> Vector:
    """Return the outward unit normal at a point of a face; NaN of a free-form one."""
    return np.asarray(table.outward_normals(_table(face), _FIRST, point[None, :])[0])


def distance(face: MeasuredFace, point: Vector) -> float:
    """Return how far a point lies off a face's surface, along the outward normal; NaN of a free-form one."""
    return float(table.distances(_table(face), _FIRST, point[None, :])[0])


_FIRST = np.zeros(1, dtype=np.int64)


def _table(face: MeasuredFace) -> table.SurfaceTable:
    return table.tabulate([face.surface], [face.sense])


def _on_surface(face: MeasuredFace, clicked: Vector) -> Vector:
    return clicked if isinstance(face.surface, Freeform) else foot(face, clicked)


def _carrier(surface: Surface, point: Vector) -> Carrier:
    match surface:
        case Plane():
            return Flat(surface.origin, surface.normal)
        case Cylinder():
            return Axis(surface.origin, surface.axis, surface.radius_mm)
        case Cone():
            return Axis(surface.apex, surface.axis)
        case Torus():
            return Axis(surface.center, surface.axis)
        case Sphere():
            return Spot(surface.center)
    return Spot(point)


def _sizes(surface: Surface) -> tuple[Measure, ...]:
    match surface:
        case Cylinder() | Sphere():
            radius = surface.radius_mm
            return Measure("radius", radius, "mm"), Measure("diameter", 2.0 * radius, "mm")
        case Cone():
            return (Measure("cone_angle", 2.0 * surface.half_angle_deg, "°"),)
        case Torus():
            return (
                Measure("radius", surface.minor_radius_mm, "mm"),
                Measure("ring_radius", surface.major_radius_mm, "mm"),
            )
    return ()


def _round_edge(edge: MeasuredEdge, circle: Circle, clicked: Vector, length: Measure) -> Place:
    offset = clicked - circle.center
    across = offset - circle.axis * float(offset @ circle.axis)
    size = float(np.linalg.norm(across))
    point = circle.center + across * (circle.radius_mm / size) if size > 0.0 else edge.points[0]
    sizes = (
        Measure("radius", circle.radius_mm, "mm"),
        Measure("diameter", 2.0 * circle.radius_mm, "mm"),
        length,
    )
    return Place("circle", point, Spot(circle.center), sizes, True, edge.id)


def _nearest(points: Floats, clicked: Vector) -> tuple[float, Vector]:
    """Return how near a line through points (N, 3) comes to a point, and where."""
    start, along = points[:-1], np.diff(points, axis=0)
    square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-30)
    share = np.clip(np.einsum("ij,ij->i", clicked - start, along) / square, 0.0, 1.0)
    feet = start + along * share[:, None]
    apart = np.linalg.norm(feet - clicked, axis=1)
    at = int(np.argmin(apart))
    return float(apart[at]), feet[at]
