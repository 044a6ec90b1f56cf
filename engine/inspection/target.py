"""What a question is about: faces of the part, or a point."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import InvalidOption
from engine.measure.lines import Axis, Flat
from engine.model.arrays import Vector, frozen
from engine.model.part import FaceId, Part
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus

LEAST_AXIS_SHARE = 0.3
"""Of the area of some faces, what turns about an axis that speaks for them: a bore with its floor."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Faces, or a point in space where there are none."""

    faces: tuple[FaceId, ...]
    point: Vector | None

    @property
    def is_point(self) -> bool:
        """Whether it is a point and no faces."""
        return not self.faces


def read(name: str, asked: Mapping[str, Any] | None, part: Part) -> Target:
    """Read a target: `fids`, or `point` in mm.

    Raises
    ------
    InvalidOption
        There is neither or both, a face is not the part's, or the point is no point.
    """
    fids, point = (asked or {}).get("fids"), (asked or {}).get("point")
    if bool(fids) == (point is not None):
        raise InvalidOption(f"{name} is either fids, numbers of faces, or point, three numbers in mm")
    if point is not None:
        return Target((), _point(name, point))
    assert fids is not None
    return Target(faces_of(name, fids, part), None)


def faces_of(name: str, fids: Sequence[str], part: Part) -> tuple[FaceId, ...]:
    """Return faces by their numbers, each once; raise InvalidOption for one that is not the part's."""
    found = []
    for fid in fids:
        number = int(fid) if isinstance(fid, str) and fid.isascii() and fid.isdigit() and len(fid) < 9 else -1
        if not 0 <= number < len(part.faces) or part.faces[number].body is None:
            raise InvalidOption(
                f"{name} names face {str(fid)[:40]!r}; the part has faces 0 to {len(part.faces) - 1}"
            )
        found.append(FaceId(number))
    return tuple(dict.fromkeys(found))


def axis_of(faces: Sequence[FaceId], part: Part) -> Axis | None:
    """Return the axis that most of some faces turn about; None where they turn about none."""
    area_of_axis: list[tuple[float, Axis]] = []
    for face in faces:
        surface, area_mm2 = part.faces[face].surface, part.faces[face].area_mm2
        match surface:
            case Cylinder(origin=origin, axis=direction) | Cone(apex=origin, axis=direction):
                area_of_axis.append((area_mm2, Axis(origin, direction)))
            case Torus(center=origin, axis=direction):
                area_of_axis.append((0.5 * area_mm2, Axis(origin, direction)))  # a rim speaks for less
    total_mm2 = sum(part.faces[face].area_mm2 for face in faces)
    turned_mm2 = sum(area_mm2 for area_mm2, _ in area_of_axis)
    if not area_of_axis or turned_mm2 < LEAST_AXIS_SHARE * total_mm2:
        return None
    return max(area_of_axis, key=lambda each: each[0])[1]


def plane_of(faces: Sequence[FaceId], part: Part) -> Flat | None:
    """Return the plane of the largest face with its outward normal, where that is flat; else None."""
    largest = part.largest_face(faces)
    if not isinstance(largest.surface, Plane):
        return None
    return Flat(largest.surface.origin, frozen(largest.sense * largest.surface.normal))


def is_native(face: FaceId, part: Part) -> bool:
    """Whether a face lies on a plane, cylinder, cone, sphere or torus to the last digit of its file."""
    entry = part.faces[face]
    exact = isinstance(entry.surface, Plane | Cylinder | Cone | Sphere | Torus)
    return exact and entry.deviation_mm == 0.0


def _point(name: str, point: Any) -> Vector:
    if not isinstance(point, Sequence) or len(point) != 3:
        raise InvalidOption(f"{name}.point is three numbers in mm: x, y, z")
    numbers = [float(each) for each in point if isinstance(each, int | float) and math.isfinite(each)]
    if len(numbers) != 3:
        raise InvalidOption(f"{name}.point is three finite numbers in mm: x, y, z")
    return frozen(np.array(numbers))
