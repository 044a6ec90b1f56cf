"""The surfaces and edges of a part as a file beside its result, so that the part is measured exactly later.

It holds no triangles. The file is ours alone, MessagePack with numbers as little-endian bytes.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from engine.errors import UnreadableFile
from engine.model.arrays import Floats, frozen
from engine.model.part import Circle, Curve, EdgeId, FaceId, Line, OtherCurve, Part
from engine.model.surface import Cone, Cylinder, Freeform, Plane, Sphere, Surface, Torus

FILE_NAME = "geometry.msgpack"
VERSION = 1
"""Of the layout of `_Geometry`: a file of another version is refused."""
KEPT = 8
"""Parts that are kept in memory: who measures clicks again and again."""
NOT_OURS = "the geometry is not as Sprue writes it; analyze the part again"

_NUMBERS_OF_SURFACE = {"plane": 6, "cylinder": 7, "cone": 7, "sphere": 4, "torus": 8, "freeform": 2}


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredFace:
    """What is measured of a face; fields as of `engine.model.part.Face`."""

    surface: Surface
    sense: int
    deviation_mm: float
    area_mm2: float


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredEdge:
    """What is measured of an edge; fields as of `engine.model.part.Edge`."""

    id: EdgeId
    faces: tuple[FaceId, ...]
    curve: Curve
    points: Floats
    """(N, 3)"""
    length_mm: float
    is_closed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The faces and edges of a part, by their ids."""

    faces: tuple[MeasuredFace, ...]
    edges: tuple[MeasuredEdge, ...]


class _Face(msgspec.Struct, array_like=True):
    kind: str
    numbers: bytes
    sense: int
    deviation_mm: float
    area_mm2: float


class _Edge(msgspec.Struct, array_like=True):
    faces: list[int]
    kind: str
    numbers: bytes
    points: bytes
    length_mm: float
    is_closed: bool


class _Version(msgspec.Struct):
    version: int


class _Geometry(msgspec.Struct):
    version: int
    faces: list[_Face]
    edges: list[_Edge]


def write(part: Part) -> bytes:
    """Write the surfaces and edges of a part."""
    faces = [
        _Face(*_surface_numbers(each.surface), each.sense, each.deviation_mm, each.area_mm2)
        for each in part.faces
    ]
    edges = [
        _Edge(
            list(each.faces),
            *_curve_numbers(each.curve),
            _bytes(each.points),
            each.length_mm,
            each.is_closed,
        )
        for each in part.edges
    ]
    return msgspec.msgpack.encode(_Geometry(VERSION, faces, edges))


def read(document: bytes) -> Geometry:
    """Read what `write` wrote.

    Raises
    ------
    UnreadableFile
        The bytes are something else, or were written by another version.
    """
    try:
        if msgspec.msgpack.decode(document, type=_Version).version != VERSION:
            raise UnreadableFile(
                "the geometry was written by another version of Sprue; analyze the part again"
            )
        found = msgspec.msgpack.decode(document, type=_Geometry)
        faces = tuple(
            MeasuredFace(_surface(each), each.sense, each.deviation_mm, each.area_mm2) for each in found.faces
        )
        edges = tuple(
            MeasuredEdge(
                EdgeId(number),
                tuple(map(FaceId, each.faces)),
                _curve(each),
                _floats(each.points).reshape(-1, 3),
                each.length_mm,
                each.is_closed,
            )
            for number, each in enumerate(found.edges)
        )
    except (ValueError, TypeError, KeyError, msgspec.MsgspecError):
        raise UnreadableFile(NOT_OURS) from None
    return Geometry(faces, edges)


def beside(folder: Path) -> Geometry:
    """Read the geometry that lies beside a result, or return it where it is among the last ones read.

    Raises
    ------
    UnreadableFile
        There is none, or it is not one of ours.
    """
    file = folder / FILE_NAME
    try:
        stat = file.stat()
    except FileNotFoundError:
        raise UnreadableFile("this result has no geometry to measure on; analyze the part again") from None
    return _kept(file, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=KEPT)  # by value: a file that was written anew is another one
def _kept(file: Path, moment_ns: int, n_bytes: int) -> Geometry:
    return read(file.read_bytes())


def _surface_numbers(surface: Surface) -> tuple[str, bytes]:
    """Return what a surface is called in the file, and its numbers."""
    match surface:
        case Plane():
            return "plane", _bytes(surface.origin, surface.normal)
        case Cylinder():
            return "cylinder", _bytes(surface.origin, surface.axis, surface.radius_mm)
        case Cone():
            return "cone", _bytes(surface.apex, surface.axis, surface.half_angle_deg)
        case Sphere():
            return "sphere", _bytes(surface.center, surface.radius_mm)
        case Torus():
            radii = surface.major_radius_mm, surface.minor_radius_mm
            return "torus", _bytes(surface.center, surface.axis, *radii)
        case Freeform():
            return "freeform", _bytes(surface.min_convex_radius_mm, surface.min_concave_radius_mm)


def _surface(face: _Face) -> Surface:
    numbers = _floats(face.numbers)
    if len(numbers) != _NUMBERS_OF_SURFACE[face.kind]:
        raise ValueError(NOT_OURS)
    place, axis = numbers[:3], numbers[3:6]
    match face.kind:
        case "plane":
            return Plane(place, axis)
        case "cylinder":
            return Cylinder(place, axis, float(numbers[6]))
        case "cone":
            return Cone(place, axis, float(numbers[6]))
        case "sphere":
            return Sphere(place, float(numbers[3]))
        case "torus":
            return Torus(place, axis, float(numbers[6]), float(numbers[7]))
    return Freeform(float(numbers[0]), float(numbers[1]))


def _curve_numbers(curve: Curve) -> tuple[str, bytes]:
    match curve:
        case Line():
            return "line", _bytes(curve.direction)
        case Circle():
            return "circle", _bytes(curve.center, curve.axis, curve.radius_mm)
        case OtherCurve():
            return "other", b""


def _curve(edge: _Edge) -> Curve:
    numbers = _floats(edge.numbers)
    if edge.kind == "line" and len(numbers) == 3:
        return Line(numbers)
    if edge.kind == "circle" and len(numbers) == 7:
        return Circle(numbers[:3], numbers[3:6], float(numbers[6]))
    if edge.kind == "other":
        return OtherCurve()
    raise ValueError(NOT_OURS)


def _bytes(*values: Floats | float) -> bytes:
    return np.concatenate([np.ravel(value) for value in values]).astype("<f8").tobytes()


def _floats(content: bytes) -> Floats:
    return frozen(np.frombuffer(content, dtype="<f8"))
