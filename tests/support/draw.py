"""Drawing solids with OCCT, for parts whose measures are known because we drew them.

Every function takes and returns a `TopoDS_Shape`; lengths in mm, angles in degrees. The parts of the
tests are built from these, and so are the sample parts that Sprue ships.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import ParamSpec

from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAlgoAPI import (
    BRepAlgoAPI_BooleanOperation,
    BRepAlgoAPI_Common,
    BRepAlgoAPI_Cut,
    BRepAlgoAPI_Fuse,
)
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_Copy,
    BRepBuilderAPI_MakeEdge,
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakePolygon,
    BRepBuilderAPI_MakeWire,
    BRepBuilderAPI_NurbsConvert,
    BRepBuilderAPI_Transform,
)
from OCP.BRepFilletAPI import BRepFilletAPI_MakeChamfer, BRepFilletAPI_MakeFillet
from OCP.BRepPrimAPI import (
    BRepPrimAPI_MakeBox,
    BRepPrimAPI_MakeCone,
    BRepPrimAPI_MakeCylinder,
    BRepPrimAPI_MakePrism,
    BRepPrimAPI_MakeRevol,
    BRepPrimAPI_MakeSphere,
    BRepPrimAPI_MakeTorus,
)
from OCP.collections import List_TopoDS_Shape
from OCP.gp import gp_Ax1, gp_Ax2, gp_Circ, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Edge, TopoDS_Shape, TopoDS_Wire

P = ParamSpec("P")
Point = Sequence[float]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def once(make: Callable[P, TopoDS_Shape]) -> Callable[P, TopoDS_Shape]:
    """Draw a part once for all tests that ask for it alike, and give each a copy that it may change."""
    drawn = cache(make)

    @wraps(make)
    def copied(*args: P.args, **kwargs: P.kwargs) -> TopoDS_Shape:
        return BRepBuilderAPI_Copy(drawn(*args, **kwargs)).Shape()

    return copied


def box(size: Point, corner: Point = (0, 0, 0)) -> TopoDS_Shape:
    """Draw a box from its lower corner."""
    return BRepPrimAPI_MakeBox(gp_Pnt(*corner), *map(float, size)).Shape()


def cylinder(
    radius: float, height: float, base: Point = (0, 0, 0), axis: Point = Z, turn: float = 360.0
) -> TopoDS_Shape:
    """Draw a cylinder (or a wedge of one) standing on `base` along `axis`."""
    return BRepPrimAPI_MakeCylinder(_frame(base, axis), radius, height, math.radians(turn)).Shape()


def cone(r0: float, r1: float, height: float, base: Point = (0, 0, 0), axis: Point = Z) -> TopoDS_Shape:
    """Draw a cone or frustum with radius `r0` at `base` and `r1` at `height`."""
    return BRepPrimAPI_MakeCone(_frame(base, axis), r0, r1, height).Shape()


def sphere(radius: float, center: Point = (0, 0, 0)) -> TopoDS_Shape:
    """Draw a ball."""
    return BRepPrimAPI_MakeSphere(gp_Pnt(*center), radius).Shape()


def torus(major: float, minor: float, center: Point = (0, 0, 0), axis: Point = Z) -> TopoDS_Shape:
    """Draw a ring."""
    return BRepPrimAPI_MakeTorus(_frame(center, axis), major, minor).Shape()


def prism(outline: Iterable[Point], along: Point) -> TopoDS_Shape:
    """Extrude a planar polygon (3-D points, closed by itself) along a vector."""
    return extruded(polygon(outline), along)


@dataclass(frozen=True, slots=True)
class Arc:
    """A way round an axis, as the fingers of the right hand go whose thumb points along it."""

    center: Point
    radius: float
    axis: Point = Z


def outline(corners: Iterable[Point | tuple[Arc, Point]]) -> TopoDS_Wire:
    """Draw a closed line: to each corner leads a straight one from the corner before, or an arc."""
    steps: list[tuple[Arc | None, Point]] = []
    for each in corners:
        arc, corner = each if isinstance(each[0], Arc) else (None, each)
        steps.append((arc, corner))
    wire = BRepBuilderAPI_MakeWire()
    for (_, start), (arc, end) in zip(steps, steps[1:] + steps[:1], strict=True):
        ends = gp_Pnt(*start), gp_Pnt(*end)
        if arc is None:
            edge = BRepBuilderAPI_MakeEdge(*ends)
        else:
            edge = BRepBuilderAPI_MakeEdge(gp_Circ(_frame(arc.center, arc.axis), arc.radius), *ends)
        wire.Add(edge.Edge())
    return wire.Wire()


def circle(radius: float) -> TopoDS_Wire:
    """Draw a circle round the z axis, at z = 0."""
    edge = BRepBuilderAPI_MakeEdge(gp_Circ(_frame((0, 0, 0), Z), radius)).Edge()
    return BRepBuilderAPI_MakeWire(edge).Wire()


def polygon(corners: Iterable[Point]) -> TopoDS_Wire:
    """Draw a polygon, closed by itself."""
    maker = BRepBuilderAPI_MakePolygon()
    for corner in corners:
        maker.Add(gp_Pnt(*corner))
    maker.Close()
    return maker.Wire()


def extruded(border: TopoDS_Wire, along: Point, *holes: TopoDS_Wire) -> TopoDS_Shape:
    """Extrude what a planar line encloses along a vector, without the holes in it, which go round alike."""
    face = BRepBuilderAPI_MakeFace(border, True)
    for hole in holes:
        face.Add(TopoDS.Wire(hole.Reversed()))
    return BRepPrimAPI_MakePrism(face.Face(), gp_Vec(*along)).Shape()


def revolve(outline: Iterable[Point], axis: Point = Z, turn: float = 360.0) -> TopoDS_Shape:
    """Revolve a planar polygon (3-D points, closed by itself) round the axis through the origin."""
    face = BRepBuilderAPI_MakeFace(polygon(outline), True).Face()
    return BRepPrimAPI_MakeRevol(face, gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(*axis)), math.radians(turn)).Shape()


def cut(body: TopoDS_Shape, *tools: TopoDS_Shape, at_once: bool = True) -> TopoDS_Shape:
    """Take the tools away from the body; not `at_once`, one after the other, which orders faces otherwise."""
    for group in _groups(tools, at_once):
        body = _combined(BRepAlgoAPI_Cut(), body, group)
    return body


def fuse(body: TopoDS_Shape, *others: TopoDS_Shape, at_once: bool = True) -> TopoDS_Shape:
    """Join shapes into one body; faces on one surface become one face. `at_once` as of `cut`."""
    for group in _groups(others, at_once):
        body = _combined(BRepAlgoAPI_Fuse(), body, group)
    return unified(body)


def common(body: TopoDS_Shape, other: TopoDS_Shape) -> TopoDS_Shape:
    """Keep what two shapes share."""
    return BRepAlgoAPI_Common(body, other).Shape()


def unified(body: TopoDS_Shape) -> TopoDS_Shape:
    """Merge neighbor faces and edges that lie on one surface."""
    unify = ShapeUpgrade_UnifySameDomain(body, True, True, False)
    unify.Build()
    return unify.Shape()


def compound(*bodies: TopoDS_Shape) -> TopoDS_Shape:
    """Put bodies side by side in one file without joining them."""
    builder, group = BRep_Builder(), TopoDS_Compound()
    builder.MakeCompound(group)
    for body in bodies:
        builder.Add(group, body)
    return group


def in_a_row(*bodies: TopoDS_Shape, step: float = 200.0) -> TopoDS_Shape:
    """Put bodies side by side in one file, each so far along x from the one before."""
    return compound(*(moved(body, (step * at, 0, 0)) for at, body in enumerate(bodies)))


def edges(body: TopoDS_Shape) -> list[TopoDS_Edge]:
    """List the edges of a body, each once."""
    explorer, found = TopExp_Explorer(body, TopAbs_ShapeEnum.TopAbs_EDGE), []
    while explorer.More():
        edge = TopoDS.Edge(explorer.Current())
        if not any(edge.IsSame(other) for other in found):
            found.append(edge)
        explorer.Next()
    return found


def edge_near(body: TopoDS_Shape, point: Point) -> TopoDS_Edge:
    """Find the edge whose middle is nearest to a point."""

    def distance(edge: TopoDS_Edge) -> float:
        curve, first, last = _curve(edge)
        return curve.Value((first + last) / 2).Distance(gp_Pnt(*point))

    return min((edge for edge in edges(body) if not BRep_Tool.Degenerated_s(edge)), key=distance)


def fillet(body: TopoDS_Shape, radius: float, *near: Point) -> TopoDS_Shape:
    """Blend the edges whose middles are nearest to the given points (all edges when none is given)."""
    maker = BRepFilletAPI_MakeFillet(body)
    for edge in [edge_near(body, point) for point in near] or edges(body):
        maker.Add(radius, edge)
    return maker.Shape()


def chamfer(body: TopoDS_Shape, distance: float, *near: Point) -> TopoDS_Shape:
    """Chamfer the edges whose middles are nearest to the given points (all edges when none is given)."""
    maker = BRepFilletAPI_MakeChamfer(body)
    for edge in [edge_near(body, point) for point in near] or edges(body):
        maker.Add(distance, edge)
    return maker.Shape()


def moved(body: TopoDS_Shape, by: Point) -> TopoDS_Shape:
    """Shift a shape."""
    transform = gp_Trsf()
    transform.SetTranslation(gp_Vec(*by))
    return BRepBuilderAPI_Transform(body, transform, True).Shape()


def turned(body: TopoDS_Shape, degrees: float, axis: Point = Z, about: Point = (0, 0, 0)) -> TopoDS_Shape:
    """Turn a shape about an axis through `about`."""
    transform = gp_Trsf()
    transform.SetRotation(gp_Ax1(gp_Pnt(*about), gp_Dir(*axis)), math.radians(degrees))
    return BRepBuilderAPI_Transform(body, transform, True).Shape()


def scaled(body: TopoDS_Shape, factor: float) -> TopoDS_Shape:
    """Scale a shape about the origin."""
    transform = gp_Trsf()
    transform.SetScale(gp_Pnt(0, 0, 0), factor)
    return BRepBuilderAPI_Transform(body, transform, True).Shape()


def mirrored(body: TopoDS_Shape, normal: Point = X) -> TopoDS_Shape:
    """Mirror a shape in the plane through the origin with this normal."""
    transform = gp_Trsf()
    transform.SetMirror(_frame((0, 0, 0), normal))
    return BRepBuilderAPI_Transform(body, transform, True).Shape()


def as_nurbs(body: TopoDS_Shape) -> TopoDS_Shape:
    """Spell every surface and curve of a shape as a NURBS, exactly."""
    return BRepBuilderAPI_NurbsConvert(body, True).Shape()


def write_step(body: TopoDS_Shape, path: Path, unit: str = "MM", schema: str = "AP214IS") -> Path:
    """Write a shape as a STEP file in the given length unit (`MM`, `INCH`, `M`) and schema."""
    writer = STEPControl_Writer()
    Interface_Static.SetCVal_s("write.step.unit", unit)
    Interface_Static.SetCVal_s("write.step.schema", schema)
    writer.Transfer(body, STEPControl_StepModelType.STEPControl_AsIs)
    status = writer.Write(str(path))
    Interface_Static.SetCVal_s("write.step.unit", "MM")
    if status != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise RuntimeError(f"OCCT could not write {path}")
    return path


def _groups(tools: Sequence[TopoDS_Shape], at_once: bool) -> Sequence[Sequence[TopoDS_Shape]]:
    return [tools] if at_once and tools else [[tool] for tool in tools]


def _combined(
    operation: BRepAlgoAPI_BooleanOperation, body: TopoDS_Shape, tools: Sequence[TopoDS_Shape]
) -> TopoDS_Shape:
    """Combine a body with all tools at once: one after the other takes three times as long for thirty."""
    operation.SetArguments(_listed([body]))
    operation.SetTools(_listed(tools))
    operation.Build()
    return operation.Shape()


def _listed(shapes: Sequence[TopoDS_Shape]) -> List_TopoDS_Shape:
    listed = List_TopoDS_Shape()
    for shape in shapes:
        listed.Append(shape)
    return listed


def _frame(origin: Point, axis: Point) -> gp_Ax2:
    return gp_Ax2(gp_Pnt(*origin), gp_Dir(*axis))


def _curve(edge: TopoDS_Edge):
    from OCP.BRepAdaptor import BRepAdaptor_Curve

    curve = BRepAdaptor_Curve(edge)
    return curve, curve.FirstParameter(), curve.LastParameter()
