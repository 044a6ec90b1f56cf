"""Tables of bodies that have locations: each body is read once, and moved to all its instances.

Surfaces and curves in space are moved, as OCCT does for a shape that has a location; curves in the parameters
of surfaces stay as they are.
"""

import numpy as np
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Shape

from engine.kernel import bintools_reader
from engine.kernel.bintools_reader import Form, Numbers, ShapeTables
from engine.kernel.brep import Brep, map_shapes
from engine.model.arrays import Floats

DIRECTIONS_OF_CURVE = {bintools_reader.LINE: 1, bintools_reader.CIRCLE: 3}
DIRECTIONS_OF_SURFACE = dict.fromkeys(bintools_reader.NUMBERS_OF_SURFACE, 3)
"""How many directions follow the origin of a curve or a surface."""


def read(brep: Brep) -> ShapeTables | None:
    """Read the tables of a shape whose bodies may have locations.

    None where something else has a location, or is not part of a body, where a location scales, or bodies
    share edges.
    """
    tables = bintools_reader.read(brep.shape)
    if tables is not None or (brep.body_of_face < 0).any():
        return tables
    known, tables_of_body = ShapeMap(), list[ShapeTables]()
    assembled = ShapeTables([], [], [], [], [], [], [])
    for body in brep.bodies:
        number = known.Add(body.Located(TopLoc_Location()))
        if number > len(tables_of_body):
            of_body = bintools_reader.read(known.FindKey(number))
            if of_body is None:
                return None
            tables_of_body.append(of_body)
        placement = _placement(body)
        if placement is None:
            return None
        _add(assembled, tables_of_body[number - 1], placement)
    shares_edges = map_shapes(brep.shape, TopAbs_ShapeEnum.TopAbs_EDGE).Extent() != len(assembled.edges)
    return None if shares_edges else assembled


def _placement(body: TopoDS_Shape) -> Floats | None:
    """Return the location of a body (3, 4); None where it scales it."""
    transform = body.Location().Transformation()
    if abs(transform.ScaleFactor()) != 1.0:
        return None
    return np.array([[transform.Value(row, column) for column in (1, 2, 3, 4)] for row in (1, 2, 3)])


def _add(assembled: ShapeTables, tables: ShapeTables, placement: Floats) -> None:
    """Append the tables of one body."""
    curve_2d, curves, surfaces = len(assembled.curves_2d), len(assembled.curves), len(assembled.surfaces)
    vertices, edges, wires = len(assembled.vertices), len(assembled.edges), len(assembled.wires)
    assembled.curves_2d.extend(tables.curves_2d)
    assembled.curves.extend(_moved(tables.curves, DIRECTIONS_OF_CURVE, placement))
    assembled.surfaces.extend(_moved(tables.surfaces, DIRECTIONS_OF_SURFACE, placement))
    assembled.vertices.extend(_at(tables.vertices, 0, placement))
    for edge in tables.edges:
        pcurves = [
            (surface + surfaces, ahead + curve_2d, back + curve_2d, begin, end)
            for surface, ahead, back, begin, end in edge.pcurves
        ]
        first, last = (end if end < 0 else end + vertices for end in edge.ends)
        curve = edge.curve if edge.curve < 0 else edge.curve + curves
        assembled.edges.append(edge._replace(curve=curve, pcurves=pcurves, ends=(first, last)))
    assembled.wires.extend([(turn, edge + edges) for turn, edge in wire] for wire in tables.wires)
    for surface, of_face in tables.faces:
        assembled.faces.append((surface + surfaces, [(turn, wire + wires) for turn, wire in of_face]))


def _moved(table: list[Form], directions: dict[int, int], placement: Floats) -> list[Form]:
    """Return curves or surfaces where the location of their body puts them."""
    moved = list(table)
    for kind, count in directions.items():
        here = [index for index, entry in enumerate(table) if entry[0] == kind]
        for index, numbers in zip(
            here, _at([table[index][1] for index in here], count, placement), strict=True
        ):
            moved[index] = kind, numbers
    return moved


def _at(rows: list[Numbers], directions: int, placement: Floats) -> list[Numbers]:
    """Transform rows of a point and so many directions, in the steps in which OCCT does it."""
    if not rows:
        return []
    moved = np.array(rows)
    moved[:, :3] = _turned(moved[:, :3], placement) + placement[:, 3]
    if (placement[:, :3] != np.eye(3)).any():
        for begin in range(3, 3 + 3 * directions, 3):
            turned = _turned(moved[:, begin : begin + 3], placement)
            length = np.sqrt(turned[:, 0] ** 2 + turned[:, 1] ** 2 + turned[:, 2] ** 2)
            moved[:, begin : begin + 3] = turned / length[:, None]
    return [tuple(row) for row in moved.tolist()]


def _turned(vectors: Floats, placement: Floats) -> Floats:
    """Turn vectors (N, 3); term by term, for a product of matrices may round otherwise."""
    turned: Floats = sum(vectors[:, axis, None] * placement[:, axis] for axis in range(3))  # type: ignore[assignment]
    return turned
