"""Reads a shape from OCCT's own binary format: all its tables at once, not a dozen calls for every edge.

The format is that of `BinTools`, version 4: curves in parameters, curves in space, surfaces, and then the
shapes, the sub-shapes of each before it. It is little-endian; every table begins with a line of text.
"""

import io
import struct
from dataclasses import dataclass
from typing import Any, NamedTuple

from OCP.BinTools import BinTools, BinTools_FormatVersion
from OCP.Message import Message_ProgressRange
from OCP.TopoDS import TopoDS_Shape

Numbers = tuple[float, ...]
Form = tuple[int, Numbers]
"""A curve's or surface's kind, as OCCT numbers it in files, and the numbers of one that has a closed form."""
LINE, CIRCLE, ELLIPSE, PARABOLA, HYPERBOLA, BEZIER, SPLINE, TRIMMED, OFFSET = range(1, 10)
"""Kinds of curves."""
(
    PLANE,
    CYLINDER,
    CONE,
    SPHERE,
    TORUS,
    EXTRUDED,
    REVOLVED,
    BEZIER_PATCH,
    SPLINE_PATCH,
    TRIMMED_SURFACE,
    OFFSET_SURFACE,
) = range(1, 12)
"""Kinds of surfaces."""
FACE, WIRE, EDGE, VERTEX = 4, 5, 6, 7
"""Kinds of shapes; shells, solids and compounds have lower numbers."""
FORWARD, REVERSED = 0, 1
"""The orientation of a sub-shape in its parent; INTERNAL and EXTERNAL have higher numbers."""
NUMBERS_OF_CURVE = {LINE: (2, 0), CIRCLE: (4, 1), ELLIPSE: (4, 2), PARABOLA: (4, 1), HYPERBOLA: (4, 2)}
"""Points and directions, and sizes, of a curve in space; one in parameters has no axis."""
NUMBERS_OF_SURFACE = {PLANE: 12, CYLINDER: 13, CONE: 14, SPHERE: 13, TORUS: 14}
FLAGS = 7
"""Bytes of flags of every shape, which are not used here."""
END_OF_SUBSHAPES = ord("*")

SubShapes = list[tuple[int, int]]
"""Orientation of each sub-shape, and its row in the table of its kind."""
Pcurve = tuple[int, int, int, float, float]
"""Surface, curve in its parameters, that of the reversed edge (seams have two), first and last parameter."""


class Edge(NamedTuple):
    """An edge in space and in the parameters of the surfaces beside it."""

    is_degenerate: bool
    curve: int
    """Index into the curves in space; -1 for an edge that has none."""
    span: tuple[float, float]
    """First and last parameter on it."""
    pcurves: list[Pcurve]
    ends: tuple[int, int]
    """Index of the first and of the last vertex; -1 for none."""


@dataclass(frozen=True, slots=True, eq=False)
class ShapeTables:
    """The tables of a shape. Rows of curves and surfaces are counted from 0."""

    curves_2d: list[Form]
    """Curves in parameters: (x, y, dx, dy) of a line."""
    curves: list[Form]
    """Curves in space: point and direction of a line; middle, axis, x, y and radius of a circle."""
    surfaces: list[Form]
    """Origin, z, x, y and sizes of those with closed formulas."""
    vertices: list[Numbers]
    edges: list[Edge]
    """In the order in which OCCT's map has them."""
    wires: list[SubShapes]
    faces: list[tuple[int, SubShapes]]
    """Surface of each, -1 for none, and its wires; in the order in which OCCT's map has them."""


def read(shape: TopoDS_Shape) -> ShapeTables | None:
    """Let OCCT write a shape and read that.

    None where sub-shapes have locations of their own, or an edge has no curve in space.
    """
    stream, version = io.BytesIO(), BinTools_FormatVersion.BinTools_FormatVersion_VERSION_4
    BinTools.Write_s(shape, stream, False, False, version, Message_ProgressRange())
    reader = _Reader(stream.getvalue())
    if reader.count(b"Locations "):
        return None
    curves_2d = [reader.curve(2) for _ in range(reader.count(b"Curve2ds "))]
    curves = [reader.curve(3) for _ in range(reader.count(b"Curves "))]
    surfaces = [reader.surface() for _ in range(reader.count(b"Surfaces "))]
    tables = reader.shapes(curves_2d, curves, surfaces)
    return tables if all(edge.curve >= 0 or edge.is_degenerate for edge in tables.edges) else None


class _Reader:
    """A cursor over the bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.kinds: list[int] = []
        self.places: list[int] = []

    def count(self, title: bytes) -> int:
        """Go to a table's first entry, and return how many it has."""
        begin = self.data.index(title, self.at) + len(title)
        end = self.data.index(b"\n", begin)
        self.at = end + 1
        return int(self.data[begin:end])

    def numbers(self, count: int) -> Numbers:
        numbers: Numbers = _DOUBLES[count].unpack_from(self.data, self.at)
        self.at += 8 * count
        return numbers

    def curve(self, dimension: int) -> Form:
        """Read a curve in space or, of dimension 2, in parameters; of a trimmed one the whole."""
        kind = self.data[self.at]
        self.at += 1
        if kind == LINE:
            return kind, self.numbers(2 * dimension)
        if kind in NUMBERS_OF_CURVE:
            points, sizes = NUMBERS_OF_CURVE[kind]
            return kind, self.numbers((points - (dimension == 2)) * dimension + sizes)
        if kind == TRIMMED:
            self.at += 16
            return self.curve(dimension)
        if kind == OFFSET:
            self.at += 8 + 24 * (dimension == 3)
            self.curve(dimension)
        else:
            self._skip_poles(kind, dimension)
        return kind, ()

    def _skip_poles(self, kind: int, dimension: int) -> None:
        if kind == BEZIER:
            is_rational, degree = struct.unpack_from("<?H", self.data, self.at)
            self.at += 3 + 8 * (degree + 1) * (dimension + is_rational)
        else:
            is_rational, _, _, poles, knots = struct.unpack_from("<??Hii", self.data, self.at)
            self.at += 12 + 8 * poles * (dimension + is_rational) + 12 * knots

    def surface(self) -> Form:
        """Read a surface; of one that is cut out of another the other."""
        kind = self.data[self.at]
        self.at += 1
        if kind in NUMBERS_OF_SURFACE:
            return kind, self.numbers(NUMBERS_OF_SURFACE[kind])
        if kind == TRIMMED_SURFACE:
            self.at += 32
            return self.surface()
        if kind == OFFSET_SURFACE:
            self.at += 8
            self.surface()
        elif kind in (EXTRUDED, REVOLVED):
            self.at += 24 if kind == EXTRUDED else 48
            self.curve(3)
        elif kind == BEZIER_PATCH:
            u_rational, v_rational, u_degree, v_degree = struct.unpack_from("<??HH", self.data, self.at)
            self.at += 6 + 8 * (u_degree + 1) * (v_degree + 1) * (3 + (u_rational or v_rational))
        else:
            head = struct.unpack_from("<????HHiiii", self.data, self.at)
            (u_rational, v_rational), (u_poles, v_poles, u_knots, v_knots) = head[:2], head[6:]
            self.at += (
                24 + 8 * u_poles * v_poles * (3 + (u_rational or v_rational)) + 12 * (u_knots + v_knots)
            )
        return kind, ()

    def shapes(self, curves_2d: list[Form], curves: list[Form], surfaces: list[Form]) -> ShapeTables:
        """Read the table of shapes. Sub-shapes are numbered from the end, and stand before their parents."""
        count = self.count(b"TShapes ")
        self.kinds, self.places = [0] * (count + 1), [0] * (count + 1)
        tables = ShapeTables(curves_2d, curves, surfaces, [], [], [], [])
        table_of_kind: dict[int, list[Any]] = {
            VERTEX: tables.vertices, EDGE: tables.edges, WIRE: tables.wires, FACE: tables.faces
        }  # fmt: skip
        read = {VERTEX: self._vertex, EDGE: self._edge, WIRE: self._wire, FACE: self._face}
        for number in range(count, 0, -1):
            kind = self.kinds[number] = self.data[self.at]
            self.at += 1
            if kind in read:
                self.places[number] = len(table_of_kind[kind])
                table_of_kind[kind].append(read[kind]())
            else:
                self._subshapes(FACE)
        return tables

    def _vertex(self) -> Numbers:
        self.at += 8
        place = self.numbers(3)
        while self._has_more():
            self.at += {1: 12, 2: 16, 3: 20}[self.data[self.at - 1]] + 4
        self._subshapes(VERTEX)
        return place

    def _edge(self) -> Edge:
        is_degenerate = self.data[self.at + 10] != 0
        self.at += 11
        curve, span, pcurves = -1, (0.0, 0.0), list[Pcurve]()
        while self._has_more():
            match self.data[self.at - 1]:
                case 1:
                    curve, _, first, last = _IN_SPACE.unpack_from(self.data, self.at)
                    curve, span = curve - 1, (first, last)
                    self.at += _IN_SPACE.size
                case 2:
                    curve_2d, surface, _, *ends = _ON_SURFACE.unpack_from(self.data, self.at)
                    pcurves.append((surface - 1, curve_2d - 1, curve_2d - 1, *ends))
                    self.at += _ON_SURFACE.size
                case 3:
                    curve_2d, back, _, surface, _, *ends = _ALONG_SEAM.unpack_from(self.data, self.at)
                    pcurves.append((surface - 1, curve_2d - 1, back - 1, *ends))
                    self.at += _ALONG_SEAM.size
                case _:
                    self.at += 17
        ends = [-1, -1]
        for orientation, vertex in self._subshapes(VERTEX):
            if orientation <= REVERSED:
                ends[orientation] = vertex
        return Edge(is_degenerate, curve, span, pcurves, (ends[FORWARD], ends[REVERSED]))

    def _wire(self) -> SubShapes:
        return self._subshapes(EDGE)

    def _face(self) -> tuple[int, SubShapes]:
        surface, _, mesh = _OF_FACE.unpack_from(self.data, self.at)
        self.at += _OF_FACE.size + 4 * (mesh == HAS_MESH)
        return surface - 1, self._subshapes(WIRE)

    def _has_more(self) -> bool:
        """Go past the byte that says what comes next; whether it is anything."""
        self.at += 1
        return self.data[self.at - 1] != 0

    def _subshapes(self, kind: int) -> SubShapes:
        """Return those sub-shapes of a shape that are of a kind; with them a shape ends."""
        data, kinds, places = self.data, self.kinds, self.places
        begin = end = self.at + FLAGS
        while data[end] != END_OF_SUBSHAPES:
            end += _SUBSHAPE_BYTES
        self.at = end + 1
        subshapes = _SUBSHAPE.iter_unpack(data[begin:end])
        return [
            (orientation, places[number]) for orientation, number, _ in subshapes if kinds[number] == kind
        ]


_DOUBLES = [struct.Struct(f"<{count}d") for count in range(15)]
_SUBSHAPE = struct.Struct("<Bii")
_SUBSHAPE_BYTES = _SUBSHAPE.size
_IN_SPACE = struct.Struct("<iidd")
_ON_SURFACE = struct.Struct("<iiidd")
_ALONG_SEAM = struct.Struct("<iiBiidd")
_OF_FACE = struct.Struct("<9xiiB")
HAS_MESH = 2
