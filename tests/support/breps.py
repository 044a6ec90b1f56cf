"""Shapes as no CAD program would draw them but as files hold them: loops in any order, vertices told twice.

What is read from a file is repaired by the kernel first; these shapes go to the engine as they are.
"""

from collections.abc import Callable

import numpy as np
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopoDS import (
    TopoDS,
    TopoDS_Edge,
    TopoDS_Face,
    TopoDS_Iterator,
    TopoDS_Shape,
    TopoDS_Shell,
    TopoDS_Solid,
    TopoDS_Vertex,
    TopoDS_Wire,
)

from engine.kernel import gather
from engine.kernel.brep import Brep, explore

Rewire = Callable[[list[TopoDS_Edge]], list[TopoDS_Edge]]
"""The edges of a loop as they are -> as they shall be."""
FORWARD = TopAbs_Orientation.TopAbs_FORWARD


def brep_of(shape: TopoDS_Shape) -> Brep:
    """Make what the engine measures of a shape that went through no file."""
    bodies = explore(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    faces, body_of_face = gather.numbered_faces(shape, bodies)
    names = tuple(f"body {index}" for index in range(len(bodies)))
    return Brep(shape, faces, tuple(bodies), body_of_face, names, "drawn", "millimetre", ())


def rewired(shape: TopoDS_Shape, rewire: Rewire) -> TopoDS_Shape:
    """Make every loop of a shape of one shell anew, of other edges or in another order."""
    builder, shell, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
    builder.MakeShell(shell)
    for face in explore(shape, TopAbs_ShapeEnum.TopAbs_FACE):
        builder.Add(shell, _rewired_face(TopoDS.Face(face), rewire))
    shell.Closed(True)
    builder.MakeSolid(solid)
    builder.Add(solid, shell)
    return solid


def _rewired_face(face: TopoDS_Face, rewire: Rewire) -> TopoDS_Shape:
    builder = BRep_Builder()
    forward = TopoDS.Face(face.Oriented(FORWARD))
    new = TopoDS.Face(forward.EmptyCopied())
    for wire in _children(forward):
        loop = TopoDS_Wire()
        builder.MakeWire(loop)
        for edge in rewire([TopoDS.Edge(child) for child in _children(wire.Oriented(FORWARD))]):
            builder.Add(loop, edge)
        builder.Add(new, loop.Oriented(wire.Orientation()))
    return new.Oriented(face.Orientation())


def with_own_vertices(edge: TopoDS_Edge) -> TopoDS_Edge:
    """Copy an edge so that it shares no vertex with its neighbors."""
    builder = BRep_Builder()
    new = TopoDS.Edge(edge.Oriented(FORWARD).EmptyCopied())
    known: list[tuple[TopoDS_Shape, TopoDS_Vertex]] = []
    for vertex in _children(edge.Oriented(FORWARD)):
        own = next((copy for old, copy in known if old.IsSame(vertex)), None)
        if own is None:
            own = TopoDS_Vertex()
            tolerance = BRep_Tool.Tolerance_s(TopoDS.Vertex(vertex))
            builder.MakeVertex(own, BRep_Tool.Pnt_s(TopoDS.Vertex(vertex)), tolerance)
            known.append((vertex, own))
        builder.Add(new, own.Oriented(vertex.Orientation()))
    return TopoDS.Edge(new.Oriented(edge.Orientation()))


def without_degenerate(loop: list[TopoDS_Edge]) -> list[TopoDS_Edge]:
    """Leave out the edges that lie in a pole."""
    return [edge for edge in loop if not BRep_Tool.Degenerated_s(edge)]


def shuffled(seed: int) -> Rewire:
    """Return what puts the edges of loops in an order that follows nothing."""
    random = np.random.default_rng(seed)
    return lambda loop: [loop[index] for index in random.permutation(len(loop))]


def _children(shape: TopoDS_Shape) -> list[TopoDS_Shape]:
    iterator, found = TopoDS_Iterator(shape), []
    while iterator.More():
        found.append(iterator.Value())
        iterator.Next()
    return found
