"""Measuring between two places of a part, or through it at one, exactly where surfaces allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.errors import InvalidOption
from engine.inspection import nearest_pair, target
from engine.inspection.target import Target
from engine.measure import along_ray
from engine.measure.lines import MEASURED_PARALLEL_DEG, Axis, Flat, angle_deg
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Vector, frozen
from engine.model.field import Field
from engine.model.part import FaceId
from engine.raycast import bvh, lift, nearest, rays
from engine.raycast.rays import Facing
from engine.surfaces import table

QUANTITIES = ("distance", "angle", "thickness", "clearance")
MM, DEGREES = "mm", "°"
REACH_CHORDS = 20.0
"""How far from the triangles a surface may be met that they stand for, in chord heights of the mesh."""
ON_PART_MM = 0.5
"""How far beside the part a point may lie that thickness is asked at: it was read off a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Measurement:
    """What was measured."""

    quantity: str
    value: float
    """inf where nothing is there, NaN where it cannot be measured."""
    unit: str
    uncertainty: float
    is_exact: bool
    """Whether it follows from the surfaces of the file alone; else from the mesh, within `uncertainty`."""
    points: tuple[Vector, ...] = ()
    """Two points that the length lies between, or none."""
    faces: tuple[FaceId, ...] = ()
    """The faces that they lie on."""
    also: Mapping[str, float] = field(default_factory=dict)
    """What else is known of the two, by name, with the unit at its end."""


def measure(prepared: PreparedPart, asked: Mapping[str, Any]) -> Measurement:
    """Measure what is asked for.

    Parameters
    ----------
    asked
        `quantity`, one of `QUANTITIES`; `first` and, for a distance and an angle, `second`, as
        `target.read` takes them.

    Raises
    ------
    InvalidOption
        A target is none, or what is asked of it makes no sense.
    """
    quantity = asked.get("quantity")
    if quantity not in QUANTITIES:
        raise InvalidOption(f"quantity is {str(quantity)[:40]!r}; it is one of {', '.join(QUANTITIES)}")
    first = target.read("first", asked.get("first"), prepared.part)
    if quantity in ("distance", "angle"):
        second = target.read("second", asked.get("second"), prepared.part)
        return (_distance if quantity == "distance" else _angle)(prepared, first, second)
    if asked.get("second"):
        raise InvalidOption(f"second is for distance and angle; {quantity} is measured at first alone")
    if first.is_point:
        return _through_at_point(prepared, quantity, first)
    return _through_on_faces(prepared, quantity, first)


def _distance(prepared: PreparedPart, first: Target, second: Target) -> Measurement:
    part, mesh = prepared.part, prepared.mesh
    if first.point is not None and second.point is not None:
        points = first.point, second.point
        return Measurement("distance", float(np.linalg.norm(points[1] - points[0])), MM, 0.0, True, points)
    if first.point is not None:
        pair = nearest_pair.to_point(part, mesh, second.faces, first.point)
    elif second.point is not None:
        pair = nearest_pair.to_point(part, mesh, first.faces, second.point)
    else:
        pair = nearest_pair.between_faces(part, mesh, first.faces, second.faces)
    return Measurement(
        "distance",
        pair.distance_mm,
        MM,
        pair.uncertainty_mm,
        pair.is_exact,
        (pair.first, pair.second),
        tuple(face for face in pair.faces if face is not None),
        _axes_and_planes(prepared, first, second),
    )


def _axes_and_planes(prepared: PreparedPart, first: Target, second: Target) -> dict[str, float]:
    """Return distances between axes and planes, which a drawing would note, where two targets have such."""
    (one, one_plane), (other, other_plane) = (_axis_and_plane(prepared, each) for each in (first, second))
    if one is not None and other is not None:
        return {"axis_distance_mm": float(other.distance(one.nearest_to(other)))}
    for axis, plane in ((one, other_plane), (other, one_plane)):
        if axis and plane and angle_deg(axis.direction, plane.normal) > 90.0 - MEASURED_PARALLEL_DEG:
            return {"axis_to_plane_mm": plane.distance(axis.origin)}
    for axis, point in ((one, second.point), (other, first.point)):
        if axis is not None and point is not None:
            return {"axis_to_point_mm": float(axis.distance(point))}
    if one_plane and other_plane and angle_deg(one_plane.normal, other_plane.normal) <= MEASURED_PARALLEL_DEG:
        return {"plane_distance_mm": one_plane.distance(other_plane.origin)}
    return {}


def _axis_and_plane(prepared: PreparedPart, asked: Target) -> tuple[Axis | None, Flat | None]:
    if asked.is_point:
        return None, None
    axis = target.axis_of(asked.faces, prepared.part)
    return axis, None if axis is not None else target.plane_of(asked.faces, prepared.part)


def _angle(prepared: PreparedPart, first: Target, second: Target) -> Measurement:
    if first.is_point or second.is_point:
        raise InvalidOption("an angle is measured between faces; a point has no direction")
    (one, one_plane), (other, other_plane) = (_axis_and_plane(prepared, each) for each in (first, second))
    also: dict[str, float] = {}
    if one_plane and other_plane:
        value = angle_deg(one_plane.normal, other_plane.normal)
        also["normals_deg"] = value if float(one_plane.normal @ other_plane.normal) >= 0.0 else 180.0 - value
    elif one is not None and other is not None:
        value = angle_deg(one.direction, other.direction)
    else:
        axis, plane = one or other, one_plane or other_plane
        if axis is None or plane is None:
            raise InvalidOption(
                "an angle is measured between flat faces and faces with an axis; one of these is neither"
            )
        value = 90.0 - angle_deg(axis.direction, plane.normal)
    is_exact = all(target.is_native(face, prepared.part) for each in (first, second) for face in each.faces)
    faces = tuple(prepared.part.largest_face(each.faces).id for each in (first, second))
    return Measurement("angle", value, DEGREES, 0.0 if is_exact else 0.01, is_exact, (), faces, also)


def _through_on_faces(prepared: PreparedPart, quantity: str, asked: Target) -> Measurement:
    """Return the least reading of a layer on some faces, and where."""
    layer = _layer(prepared, quantity)
    own = np.flatnonzero(np.isin(prepared.mesh.face_of_vertex, np.array(asked.faces, dtype=np.int64)))
    values = layer.values[own]
    finite = np.isfinite(values)
    if not finite.any():
        value = np.inf if np.isposinf(values).any() else np.nan
        return Measurement(quantity, float(value), MM, 0.0, False, (), asked.faces)
    at = int(own[np.flatnonzero(finite)[int(np.argmin(values[finite]))]])
    also = {
        "mean_mm": float(np.average(values[finite], weights=prepared.area_of_vertex[own][finite])),
        "max_mm": float(values[finite].max()),
    }
    value = float(layer.values[at])
    here = prepared.mesh.vertices[at]
    direction = prepared.mesh.normals[at] * (-1.0 if quantity == "thickness" else 1.0)
    face = FaceId(int(prepared.mesh.face_of_vertex[at]))
    faces: tuple[FaceId, ...] = (face,)
    if layer.opposite is not None and layer.opposite[at] >= 0:
        faces = (face, FaceId(int(prepared.mesh.face_of_triangle[layer.opposite[at]])))
    exact = _distance_of_planes(prepared, *faces) if len(faces) == 2 else None
    is_flat = exact is not None and abs(exact - value) <= 1e-3 * max(value, 1.0)
    value = exact if exact is not None and is_flat else value
    uncertainty = 0.0 if is_flat else layer.absolute_error + layer.relative_error * value
    there = here + value * direction
    return Measurement(quantity, value, MM, uncertainty, is_flat, (here, frozen(there)), faces, also)


def _through_at_point(prepared: PreparedPart, quantity: str, asked: Target) -> Measurement:
    """Measure along the normal at the place of the part that is nearest to a point."""
    part, mesh = prepared.part, prepared.mesh
    assert asked.point is not None
    tree = bvh.build(mesh.vertices[mesh.triangles])
    distances, triangles = nearest.on_surface(tree, asked.point[None])
    if not float(distances[0]) <= max(ON_PART_MM, mesh.chord_mm):
        raise InvalidOption(
            f"the point is {float(distances[0]):.3g} mm away from the part; {quantity} is measured at points "
            "of its surface"
        )
    triangle = int(triangles[0])
    face = FaceId(int(mesh.face_of_triangle[triangle]))
    here = nearest.on_triangles(mesh.vertices[mesh.triangles[triangle]][None], asked.point[None])
    surfaces = table.tabulate([each.surface for each in part.faces], [each.sense for each in part.faces])
    here = table.projected(surfaces, np.array([face]), here)
    outward = table.outward_normals(surfaces, np.array([face]), here)
    if not np.isfinite(outward).all():
        outward = _mesh_normal(prepared, triangle, here)
    direction = -outward if quantity == "thickness" else outward
    facing = Facing.EXIT if quantity == "thickness" else Facing.ENTRY
    hits = rays.first_hits(tree, here, direction, facing)
    also = _layer_at(prepared, quantity, triangle)
    if not np.isfinite(hits.distances[0]):
        value = np.inf if quantity == "clearance" else np.nan
        return Measurement(quantity, value, MM, 0.0, False, (), (face,), also)
    opposite = FaceId(int(mesh.face_of_triangle[hits.triangles[0]]))
    lifted = lift.rays_to_surface(lift.facets_of(mesh), here, direction, hits.distances, hits.triangles)
    length = _to_surface(surfaces, opposite, here, direction, float(lifted[0]), mesh.chord_mm)
    is_exact = length is not None and target.is_native(face, part) and target.is_native(opposite, part)
    value = float(lifted[0]) if length is None else length
    there = here[0] + value * direction[0]
    uncertainty = 0.0 if is_exact else mesh.chord_mm
    points = frozen(here[0]), frozen(there)
    return Measurement(quantity, value, MM, uncertainty, is_exact, points, (face, opposite), also)


def _to_surface(
    surfaces: table.SurfaceTable, face: FaceId, here: Floats, direction: Floats, start: float, chord_mm: float
) -> float | None:
    """Follow a ray to the surface that it meets near `start`; None where that ends elsewhere."""

    def off(length: float) -> float:
        return float(table.distances(surfaces, np.array([face]), here + length * direction)[0])

    return along_ray.length_to(off, start, REACH_CHORDS * chord_mm)


def _mesh_normal(prepared: PreparedPart, triangle: int, here: Floats) -> Floats:
    corners = prepared.mesh.triangles[triangle]
    nearest_corner = corners[int(np.argmin(np.linalg.norm(prepared.mesh.vertices[corners] - here, axis=1)))]
    found: Floats = prepared.mesh.normals[nearest_corner][None]
    return found


def _layer_at(prepared: PreparedPart, quantity: str, triangle: int) -> dict[str, float]:
    """Return what rules go by there: the reading of the layer at the nearest corners."""
    values = _layer(prepared, quantity).values[prepared.mesh.triangles[triangle]]
    finite = values[np.isfinite(values)]
    return {"layer_mm": float(finite.min())} if len(finite) else {}


def _layer(prepared: PreparedPart, quantity: str) -> Field:
    return prepared.fields[quantity]


def _distance_of_planes(prepared: PreparedPart, one: FaceId, other: FaceId) -> float | None:
    """Return how far two faces lie apart that are parallel planes of the file; else None."""
    first, second = target.plane_of((one,), prepared.part), target.plane_of((other,), prepared.part)
    if first is None or second is None or angle_deg(first.normal, second.normal) > MEASURED_PARALLEL_DEG:
        return None
    are_native = target.is_native(one, prepared.part) and target.is_native(other, prepared.part)
    return first.distance(second.origin) if are_native else None
