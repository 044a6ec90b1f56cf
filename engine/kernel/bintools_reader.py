"""A shape as OCCT writes it down: all its tables in one go, in place of a dozen questions about every edge.

The form is that of OCCT's binary files, version 4: curves in parameters, curves in space, surfaces, and then
the shapes, the parts of each before it. Everything is little-endian; every table begins with a line of text.
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
PLANE, CYLINDER, CONE, SPHERE, TORUS, EXTRUDED, REVOLVED, BEZIER_PATCH, SPLINE_PATCH, CUT_OUT, SHIFTED = (
    range(1, 12)
)
"""Kinds of surfaces."""
FACE, WIRE, EDGE, VERTEX = 4, 5, 6, 7
"""Kinds of shapes; those of more than one face stand below."""
FORWARD, REVERSED = 0, 1
"""How a part is turned in what it belongs to; drawn inside, it has a higher number."""
NUMBERS_OF_CURVE = {LINE: (2, 0), CIRCLE: (4, 1), ELLIPSE: (4, 2), PARABOLA: (4, 1), HYPERBOLA: (4, 2)}
"""Points and directions, and sizes, that tell a curve in space; one in parameters needs no axis."""
NUMBERS_OF_SURFACE = {PLANE: 12, CYLINDER: 13, CONE: 14, SPHERE: 13, TORUS: 14}
FLAGS = 7
"""Bytes of every shape that nobody here asks for."""
END_OF_PARTS = ord("*")

Parts = list[tuple[int, int]]
"""How each part is turned, and its place in the table of its kind."""
Picture = tuple[int, int, int, float, float]
"""Surface, curve in its parameters, the one of an edge that runs backward, first and last parameter."""


class Edge(NamedTuple):
    """An edge in space and in the parameters of the surfaces beside it."""

    is_degenerate: bool
    curve: int
    """Index into the curves in space; -1 for an edge that has none."""
    span: tuple[float, float]
    """First and last parameter on it."""
    pictures: list[Picture]
    ends: tuple[int, int]
    """Index of the first and of the last vertex; -1 for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """The tables. Curves and surfaces are counted from 0."""

    flat_curves: list[Form]
    """Curves in parameters: (x, y, dx, dy) of a line."""
    curves: list[Form]
    """Curves in space: point and direction of a line; middle, axis, x, y and radius of a circle."""
    surfaces: list[Form]
    """Origin, z, x, y and sizes of those with closed formulas."""
    vertices: list[Numbers]
    edges: list[Edge]
    """In the order in which OCCT's map has them."""
    wires: list[Parts]
    faces: list[tuple[int, Parts]]
    """Surface of each, -1 for none, and its wires; in the order in which OCCT's map has them."""


def read(shape: TopoDS_Shape) -> Written | None:
    """Let OCCT write a shape down and read that.

    None where parts of it have places of their own, or an edge has no curve in space: that is left untold.
    """
    stream, version = io.BytesIO(), BinTools_FormatVersion.BinTools_FormatVersion_VERSION_4
    BinTools.Write_s(shape, stream, False, False, version, Message_ProgressRange())
    reader = _Reader(stream.getvalue())
    if reader.count(b"Locations "):
        return None
    flat_curves = [reader.curve(2) for _ in range(reader.count(b"Curve2ds "))]
    curves = [reader.curve(3) for _ in range(reader.count(b"Curves "))]
    surfaces = [reader.surface() for _ in range(reader.count(b"Surfaces "))]
    told = reader.shapes(flat_curves, curves, surfaces)
    return told if all(edge.curve >= 0 or edge.is_degenerate for edge in told.edges) else None


class _Reader:
    """Reads on from where it is."""

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
        found: Numbers = _DOUBLES[count].unpack_from(self.data, self.at)
        self.at += 8 * count
        return found

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
        if kind == CUT_OUT:
            self.at += 32
            return self.surface()
        if kind == SHIFTED:
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

    def shapes(self, flat: list[Form], curves: list[Form], surfaces: list[Form]) -> Written:
        """Read the table of shapes. A part is told by its place from the end, and stands before its whole."""
        count = self.count(b"TShapes ")
        self.kinds, self.places = [0] * (count + 1), [0] * (count + 1)
        found = Written(flat, curves, surfaces, [], [], [], [])
        tables: dict[int, list[Any]] = {
            VERTEX: found.vertices, EDGE: found.edges, WIRE: found.wires, FACE: found.faces
        }  # fmt: skip
        read = {VERTEX: self._vertex, EDGE: self._edge, WIRE: self._wire, FACE: self._face}
        for number in range(count, 0, -1):
            kind = self.kinds[number] = self.data[self.at]
            self.at += 1
            if kind in read:
                self.places[number] = len(tables[kind])
                tables[kind].append(read[kind]())
            else:
                self._parts(FACE)
        return found

    def _vertex(self) -> Numbers:
        self.at += 8
        place = self.numbers(3)
        while self._goes_on():
            self.at += {1: 12, 2: 16, 3: 20}[self.data[self.at - 1]] + 4
        self._parts(VERTEX)
        return place

    def _edge(self) -> Edge:
        is_degenerate = self.data[self.at + 10] != 0
        self.at += 11
        curve, span, pictures = -1, (0.0, 0.0), list[Picture]()
        while self._goes_on():
            match self.data[self.at - 1]:
                case 1:
                    curve, _, first, last = _IN_SPACE.unpack_from(self.data, self.at)
                    curve, span = curve - 1, (first, last)
                    self.at += _IN_SPACE.size
                case 2:
                    flat, surface, _, *ends = _ON_SURFACE.unpack_from(self.data, self.at)
                    pictures.append((surface - 1, flat - 1, flat - 1, *ends))
                    self.at += _ON_SURFACE.size
                case 3:
                    flat, back, _, surface, _, *ends = _ALONG_SEAM.unpack_from(self.data, self.at)
                    pictures.append((surface - 1, flat - 1, back - 1, *ends))
                    self.at += _ALONG_SEAM.size
                case _:
                    self.at += 17
        ends = [-1, -1]
        for turn, vertex in self._parts(VERTEX):
            if turn <= REVERSED:
                ends[turn] = vertex
        return Edge(is_degenerate, curve, span, pictures, (ends[FORWARD], ends[REVERSED]))

    def _wire(self) -> Parts:
        return self._parts(EDGE)

    def _face(self) -> tuple[int, Parts]:
        surface, _, mesh = _OF_FACE.unpack_from(self.data, self.at)
        self.at += _OF_FACE.size + 4 * (mesh == HAS_MESH)
        return surface - 1, self._parts(WIRE)

    def _goes_on(self) -> bool:
        """Go past the byte that tells what comes; whether it is anything."""
        self.at += 1
        return self.data[self.at - 1] != 0

    def _parts(self, kind: int) -> Parts:
        """Return those parts of a shape that are of a kind; with them a shape ends."""
        data, kinds, places = self.data, self.kinds, self.places
        begin = end = self.at + FLAGS
        while data[end] != END_OF_PARTS:
            end += _PART_BYTES
        self.at = end + 1
        parts = _PART.iter_unpack(data[begin:end])
        return [(turn, places[number]) for turn, number, _ in parts if kinds[number] == kind]


_DOUBLES = [struct.Struct(f"<{count}d") for count in range(15)]
_PART = struct.Struct("<Bii")
_PART_BYTES = _PART.size
_IN_SPACE = struct.Struct("<iidd")
_ON_SURFACE = struct.Struct("<iiidd")
_ALONG_SEAM = struct.Struct("<iiBiidd")
_OF_FACE = struct.Struct("<9xiiB")
HAS_MESH = 2
