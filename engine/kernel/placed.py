"""What is written of bodies that stand at places of their own: each once, and moved to all its places.

Surfaces and curves in space are moved, as OCCT does when it is asked of a shape that has a place; what is
drawn in the parameters of surfaces stays as it is.
"""

import numpy as np
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Shape

from engine.kernel import bintools_reader
from engine.kernel.bintools_reader import Form, Numbers, Written
from engine.kernel.brep import Brep, map_shapes
from engine.model.arrays import Floats

DIRECTIONS_OF_CURVE = {bintools_reader.LINE: 1, bintools_reader.CIRCLE: 3}
DIRECTIONS_OF_SURFACE = dict.fromkeys(bintools_reader.NUMBERS_OF_SURFACE, 3)
"""How many directions stand behind the point that tells where a curve or a surface is."""


def read(brep: Brep) -> Written | None:
    """Return what is written of a shape, its bodies where they stand.

    None where something else has a place of its own, or is no part of a body, where a place scales, or bodies
    share edges.
    """
    told = bintools_reader.read(brep.shape)
    if told is not None or (brep.body_of_face < 0).any():
        return told
    known, unplaced = ShapeMap(), list[Written]()
    found = Written([], [], [], [], [], [], [])
    for body in brep.bodies:
        number = known.Add(body.Located(TopLoc_Location()))
        if number > len(unplaced):
            of_body = bintools_reader.read(known.FindKey(number))
            if of_body is None:
                return None
            unplaced.append(of_body)
        placement = _placement(body)
        if placement is None:
            return None
        _add(found, unplaced[number - 1], placement)
    shares_edges = map_shapes(brep.shape, TopAbs_ShapeEnum.TopAbs_EDGE).Extent() != len(found.edges)
    return None if shares_edges else found


def _placement(body: TopoDS_Shape) -> Floats | None:
    """Return (3, 4) where a body stands; None where its place scales it."""
    transform = body.Location().Transformation()
    if abs(transform.ScaleFactor()) != 1.0:
        return None
    return np.array([[transform.Value(row, column) for column in (1, 2, 3, 4)] for row in (1, 2, 3)])


def _add(found: Written, told: Written, placement: Floats) -> None:
    """Add a body to what was found before it."""
    flat, curves, surfaces = len(found.flat_curves), len(found.curves), len(found.surfaces)
    vertices, edges, wires = len(found.vertices), len(found.edges), len(found.wires)
    found.flat_curves.extend(told.flat_curves)
    found.curves.extend(_moved(told.curves, DIRECTIONS_OF_CURVE, placement))
    found.surfaces.extend(_moved(told.surfaces, DIRECTIONS_OF_SURFACE, placement))
    found.vertices.extend(_at(told.vertices, 0, placement))
    for edge in told.edges:
        pictures = [
            (surface + surfaces, ahead + flat, back + flat, begin, end)
            for surface, ahead, back, begin, end in edge.pictures
        ]
        first, last = (end if end < 0 else end + vertices for end in edge.ends)
        curve = edge.curve if edge.curve < 0 else edge.curve + curves
        found.edges.append(edge._replace(curve=curve, pictures=pictures, ends=(first, last)))
    found.wires.extend([(turn, edge + edges) for turn, edge in wire] for wire in told.wires)
    for surface, of_face in told.faces:
        found.faces.append((surface + surfaces, [(turn, wire + wires) for turn, wire in of_face]))


def _moved(table: list[Form], directions: dict[int, int], placement: Floats) -> list[Form]:
    """Return curves or surfaces where they are after a body was placed."""
    moved = list(table)
    for kind, count in directions.items():
        here = [index for index, entry in enumerate(table) if entry[0] == kind]
        for index, numbers in zip(
            here, _at([table[index][1] for index in here], count, placement), strict=True
        ):
            moved[index] = kind, numbers
    return moved


def _at(rows: list[Numbers], directions: int, placement: Floats) -> list[Numbers]:
    """Place rows that begin with a point and so many directions, in the steps in which OCCT does it."""
    if not rows:
        return []
    placed = np.array(rows)
    placed[:, :3] = _turned(placed[:, :3], placement) + placement[:, 3]
    if (placement[:, :3] != np.eye(3)).any():
        for begin in range(3, 3 + 3 * directions, 3):
            turned = _turned(placed[:, begin : begin + 3], placement)
            length = np.sqrt(turned[:, 0] ** 2 + turned[:, 1] ** 2 + turned[:, 2] ** 2)
            placed[:, begin : begin + 3] = turned / length[:, None]
    return [tuple(row) for row in placed.tolist()]


def _turned(vectors: Floats, placement: Floats) -> Floats:
    """Turn vectors (N, 3); term by term, for a product of matrices may round otherwise."""
    turned: Floats = sum(vectors[:, axis, None] * placement[:, axis] for axis in range(3))  # type: ignore[assignment]
    return turned
