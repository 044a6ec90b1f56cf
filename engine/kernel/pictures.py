"""Pictures: the borders of faces in the parameters of their surfaces, made where a file read raw has none.

A file may tell an edge in space alone. On a plane the place in space tells the parameters; every other face
is repaired on its own here, and once for all places where its body stands. What OCCT does besides when it
repairs a part as a whole takes several times as long.
"""

from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.ShapeFix import ShapeFix_Face
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Face, TopoDS_Iterator, TopoDS_Shape

from engine.errors import KernelError
from engine.kernel.brep import explore, map_shapes
from engine.kernel.gather import compound

SHELL, FACE = int(Kind.TopAbs_SHELL), int(Kind.TopAbs_FACE)
PLANE = int(GeomAbs_SurfaceType.GeomAbs_Plane)
PRECISION_MM = 1e-5
"""How far a picture may lie from its edge in space: far below what a look tells."""
OF_FACE = (
    "FixIntersectingWiresMode",
    "FixLoopWiresMode",
    "FixOrientationMode",
    "FixSmallAreaWireMode",
    "FixSplitFaceMode",
    "RemoveSmallAreaFaceMode",
)
OF_BORDER = (
    "FixIntersectingEdgesMode",
    "FixNonAdjacentIntersectingEdgesMode",
    "FixNotchedEdgesMode",
    "FixSameParameterMode",
    "FixSelfIntersectingEdgeMode",
    "FixSelfIntersectionMode",
    "FixSmallMode",
    "FixTailMode",
)
"""Repairs that are left out, as by `engine.kernel.read_step.LEFT_OUT_IN_HASTE`."""


def complete(shape: TopoDS_Shape, bodies: list[TopoDS_Shape]) -> tuple[TopoDS_Shape, list[TopoDS_Shape]]:
    """Make the missing pictures of all faces, with the seams and collapsed sides that go with them.

    Returns the shape and its bodies, made anew; bodies that are one at several places, once.

    Raises
    ------
    KernelError
        A face comes apart, or loses an edge that it shares with its neighbor.
    """
    known = ShapeMap()
    made: list[TopoDS_Shape] = []
    placed = []
    for body in bodies:
        unplaced = body.Located(TopLoc_Location())
        number = known.Add(unplaced)
        if number > len(made):
            made.append(_rebuilt(unplaced))
        placed.append(made[number - 1].Located(body.Location()).Oriented(body.Orientation()))
    kept = explore(shape, Kind.TopAbs_SHELL, Kind.TopAbs_SOLID)
    strays = [shell for shell in kept if not any(shell.IsSame(body) for body in bodies)]
    strays += explore(shape, Kind.TopAbs_FACE, Kind.TopAbs_SHELL)
    return compound([*placed, *strays]), placed


def _rebuilt(shape: TopoDS_Shape) -> TopoDS_Shape:
    """Make a solid or a shell anew, in its own frame."""
    builder, new = BRep_Builder(), shape.EmptyCopied()
    children = TopoDS_Iterator(shape, False, False)
    while children.More():
        child = children.Value()
        kind = int(child.ShapeType())
        if kind == SHELL:
            child = _rebuilt(child)
        elif kind == FACE:
            child = _pictured(TopoDS.Face(child))
        builder.Add(new, child)
        children.Next()
    new.Closed(shape.Closed())
    return new


def _pictured(face: TopoDS_Face) -> TopoDS_Shape:
    if BRep_Tool.Surface_s(face) is None:
        return face
    if int(BRepAdaptor_Surface(face, False).GetType()) == PLANE:
        return face
    repair = ShapeFix_Face(face)
    repair.SetPrecision(PRECISION_MM)
    for left_out in OF_FACE:
        setattr(repair, left_out, 0)
    of_border = repair.FixWireTool()
    for left_out in OF_BORDER:
        setattr(of_border, left_out, 0)
    repair.Perform()
    if repair.Result().ShapeType() != Kind.TopAbs_FACE:
        raise KernelError("a face of the part comes apart")
    kept = map_shapes(repair.Face(), Kind.TopAbs_EDGE)
    edges = explore(face, Kind.TopAbs_EDGE)
    if not all(kept.Contains(edge) or BRep_Tool.Degenerated_s(TopoDS.Edge(edge)) for edge in edges):
        raise KernelError("an edge of the part is made anew for one of its faces")
    return repair.Face()
