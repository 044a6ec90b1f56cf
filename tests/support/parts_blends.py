"""Parts with fillets, rounds, chamfers and their look-alikes, for the tests of what recognizes them."""

import math
from collections.abc import Sequence

from OCP.BRepAlgoAPI import BRepAlgoAPI_Splitter
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_MakeEdge,
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakeSolid,
    BRepBuilderAPI_MakeWire,
    BRepBuilderAPI_Sewing,
)
from OCP.BRepFilletAPI import BRepFilletAPI_MakeFillet
from OCP.BRepLib import BRepLib
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.collections import Array1_gp_Pnt
from OCP.collections import List_TopoDS_Shape as ShapeList
from OCP.GC import GC_MakeArcOfCircle
from OCP.GeomAPI import GeomAPI_PointsToBSpline
from OCP.gp import gp_Dir, gp_Pln, gp_Pnt, gp_Vec
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine.features import blend, chamfer
from engine.features.blend import Blend
from engine.features.chamfer import Chamfer
from engine.model.feature import Claim
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw
from tests.support.draw import Point
from tests.support.parts import part_of, without_mesh


def claims_of(shape: TopoDS_Shape, unit: str = "MM") -> tuple[Part, tuple[Claim, ...]]:
    """Write a shape as STEP, read it back and recognize its chamfers and blends."""
    part = part_of(shape, unit)
    return part, claims_in(part)


def claims_in(part: Part) -> tuple[Claim, ...]:
    """Recognize the chamfers and blends of a part; neither needs a mesh."""
    context = RunContext(without_mesh(part))
    chamfers = chamfer.recognize(context, ())
    return (*chamfers, *blend.recognize(context, chamfers))


def blends_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Blend]:
    """Write a shape as STEP, read it back and recognize its blends."""
    return [claim for claim in claims_of(shape, unit)[1] if isinstance(claim, Blend)]


def chamfers_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Chamfer]:
    """Write a shape as STEP, read it back and recognize its chamfers."""
    return [claim for claim in claims_of(shape, unit)[1] if isinstance(claim, Chamfer)]


@draw.once
def bracket(inner_mm: float = 0.0, outer_mm: float = 0.0, leg_mm: float = 10.0) -> TopoDS_Shape:
    """Draw an L of two legs, 60 x 40 x 50, its inner edge filleted and its outer one rounded."""
    body = draw.cut(draw.box((60, 40, 50)), draw.box((60, 42, 50), (leg_mm, -1, leg_mm)))
    if inner_mm:
        body = draw.fillet(body, inner_mm, (leg_mm, 20, leg_mm))
    if outer_mm:
        body = draw.fillet(body, outer_mm, (0, 20, 0))
    return body


@draw.once
def pocket(corner_mm: float, floor_mm: float = 0.0, size: Point = (50, 30, 12)) -> TopoDS_Shape:
    """Draw a block with a pocket in the middle of its top, rounded in plan and at the floor."""
    length, width, depth = size
    x, y = length / 2, width / 2
    tool = draw.box((length, width, depth + 5), (-x, -y, 30 - depth))
    if corner_mm:
        middle = 30 - depth + (depth + 5) / 2
        tool = draw.fillet(tool, corner_mm, *((sx * x, sy * y, middle) for sx in (-1, 1) for sy in (-1, 1)))
    if floor_mm:
        z = 30 - depth
        sides = ((0, -y, z), (0, y, z), (-x, 0, z), (x, 0, z))
        # Round corners carry the fillet on from one side to the next.
        tool = draw.fillet(tool, floor_mm, *(sides[:1] if corner_mm else sides))
    return draw.cut(draw.box((80, 60, 30), (-40, -30, 0)), tool)


def stadium(radius_mm: float = 8.0, depth_mm: float = 10.0) -> TopoDS_Shape:
    """Draw a block with a slot whose ends are half cylinders."""
    slot = draw.fuse(
        draw.box((30, 2 * radius_mm, depth_mm + 1), (-15, -radius_mm, 30 - depth_mm)),
        *(draw.cylinder(radius_mm, depth_mm + 1, (x, 0, 30 - depth_mm)) for x in (-15, 15)),
    )
    return draw.cut(draw.box((80, 40, 30), (-40, -20, 0)), slot)


def boss(base_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a plate, 60 x 60 x 8, with a boss of 20 x 25, its base filleted all round."""
    body = draw.fuse(draw.box((60, 60, 8), (-30, -30, 0)), draw.cylinder(10, 33))
    return draw.fillet(body, base_mm, (-10, 0, 8)) if base_mm else body


def grooved_shaft() -> TopoDS_Shape:
    """Draw a shaft of 30 with a round groove all about, sharp at both edges, and a sharp shoulder."""
    shaft = draw.fuse(draw.cylinder(15, 60), draw.cylinder(20, 20))
    return draw.cut(shaft, draw.torus(15, 3, (0, 0, 40)))


@draw.once
def rib(height_mm: float = 25.0, length_mm: float = 50.0, thick_mm: float = 6.0) -> TopoDS_Shape:
    """Draw a plate with a rib whose top is one half cylinder."""
    plate = draw.box((70, 40, 6), (-35, -20, 0))
    wall = draw.box((length_mm, thick_mm, height_mm), (-length_mm / 2, -thick_mm / 2, 0))
    top = draw.cylinder(thick_mm / 2, length_mm, (-length_mm / 2, 0, height_mm), (1, 0, 0))
    return draw.fuse(plate, wall, top)


def outline_plate(radius_mm: float, straight_mm: float, thick_mm: float = 3.0) -> TopoDS_Shape:
    """Draw a plate whose straight sides run into each other round quarter turns of a large radius."""
    side = straight_mm + 2 * radius_mm
    plate = draw.box((side, side, thick_mm), (-side / 2, -side / 2, 0))
    half = side / 2
    return draw.fillet(
        plate, radius_mm, *((sx * half, sy * half, thick_mm / 2) for sx in (-1, 1) for sy in (-1, 1))
    )


def bent_sheet(inside_mm: float = 3.0, thick_mm: float = 2.0, width_mm: float = 30.0) -> TopoDS_Shape:
    """Draw a sheet bent up by 90 degrees along x = z = 0, with flanges of 40 and 30 beyond the bend."""
    outside = inside_mm + thick_mm
    corners = [
        (40, 0, -outside),
        (0, 0, -outside),
        (draw.Arc((0, 0, 0), outside, (0, 1, 0)), (-outside, 0, 0)),
        (-outside, 0, 30),
        (-inside_mm, 0, 30),
        (-inside_mm, 0, 0),
        (draw.Arc((0, 0, 0), inside_mm, (0, -1, 0)), (0, 0, -inside_mm)),
        (40, 0, -inside_mm),
    ]
    return draw.extruded(draw.outline(corners), (0, width_mm, 0))


def tray(inside_mm: float = 4.0, thick_mm: float = 4.0) -> TopoDS_Shape:
    """Draw an open box of even walls, 80 x 60 x 30, whose corners are concentric inside and out."""
    outside = inside_mm + thick_mm
    outer = _upright(draw.box((80, 60, 30), (-40, -30, 0)), outside, 40, 30, 15)
    x, y = 40 - thick_mm, 30 - thick_mm
    inner = _upright(draw.box((2 * x, 2 * y, 30), (-x, -y, thick_mm)), inside_mm, x, y, thick_mm + 15)
    return draw.cut(outer, inner)


def _upright(block: TopoDS_Shape, radius: float, x: float, y: float, z: float) -> TopoDS_Shape:
    return draw.fillet(block, radius, *((sx * x, sy * y, z) for sx in (-1, 1) for sy in (-1, 1)))


@draw.once
def cliff(overhang_mm: float, radius_mm: float = 6.0) -> TopoDS_Shape:
    """Draw a wall on a plate, filleted at its foot, and saw off the plate `overhang_mm` from the wall."""
    body = draw.fuse(draw.box((60, 60, 10)), draw.box((10, 60, 40)))
    body = draw.fillet(body, radius_mm, (10, 30, 10))
    return draw.cut(body, draw.box((60, 80, 60), (10 + overhang_mm, -10, -10)))


def quarter_step() -> TopoDS_Shape:
    """Draw a block with a quarter-round step along one edge, sharp at both sides."""
    return draw.cut(draw.box((60, 40, 30)), draw.cylinder(10, 60, (0, 0, 30), (1, 0, 0)))


def broken_bore() -> TopoDS_Shape:
    """Draw a block whose bore breaks out through its side."""
    return draw.cut(draw.box((40, 40, 20), (-20, 0, 0)), draw.cylinder(8, 22, (0, 4, -1)))


@draw.once
def spline_fillet(radius_mm: float = 3.0) -> TopoDS_Shape:
    """Draw a cylinder that stands askew on a plate, filleted along its elliptical foot."""
    leaning = draw.turned(draw.cylinder(10, 60, (0, 0, -20)), 25, (0, 1, 0))
    leaning = draw.cut(leaning, draw.box((100, 100, 50), (-50, -50, -50)))
    body = draw.fuse(draw.box((80, 80, 10), (-40, -40, -10)), leaning)
    return draw.fillet(body, radius_mm, (-10 / math.cos(math.radians(25)), 0, 0))


def wave_step(fillet_mm: float, round_mm: float) -> TopoDS_Shape:
    """Draw a step as high as its fillet and its round together, so that one runs into the other at x = 30."""
    floor, edge = 12.0, 12.0 + fillet_mm
    hollow, hump = 30 + fillet_mm, 30 - round_mm
    corners = [
        (0, 0, 0),
        (60, 0, 0),
        (60, 0, floor),
        (hollow, 0, floor),
        (draw.Arc((hollow, 0, edge), fillet_mm, (0, 1, 0)), (30, 0, edge)),
        (draw.Arc((hump, 0, edge), round_mm, (0, -1, 0)), (hump, 0, edge + round_mm)),
        (0, 0, edge + round_mm),
    ]
    return draw.extruded(draw.outline(corners), (0, 40, 0))


def three_radii(left_mm: float, front_mm: float, upright_mm: float) -> TopoDS_Shape:
    """Draw a box, three edges of one vertex rounded by three radii."""
    box = draw.box((40, 30, 20))
    maker = BRepFilletAPI_MakeFillet(box)
    for radius_mm, near in ((left_mm, (0, 15, 20)), (front_mm, (20, 0, 20)), (upright_mm, (0, 0, 10))):
        maker.Add(radius_mm, draw.edge_near(box, near))
    return maker.Shape()


def variable_fillet(body: TopoDS_Shape, near: Point, start_mm: float, end_mm: float) -> TopoDS_Shape:
    """Blend one edge with a radius that runs evenly from one end to the other."""
    maker = BRepFilletAPI_MakeFillet(body)
    maker.Add(start_mm, end_mm, draw.edge_near(body, near))
    return maker.Shape()


def tapered_corner(low_mm: float, high_mm: float, height_mm: float = 30.0) -> TopoDS_Shape:
    """Draw a block whose upright edge over the origin is rounded by a cone.

    A ball that rolls down the edge touches both walls; its radius grows evenly from `high_mm` at the top
    to `low_mm` at the foot, so its center runs along a line and it sweeps a cone.
    """
    slope = (low_mm - high_mm) / height_mm
    apex = (0, 0, low_mm / slope)
    axis = (slope, slope, -1)
    size = math.sqrt(1 + 2 * slope**2)
    reach = 2 * low_mm / slope * size
    cone = draw.cone(0, reach * math.tan(math.asin(slope / size)), reach, apex, axis)

    def middle(z: float) -> Point:
        half = (low_mm - slope * z) / 2
        return (half - 60, half + 60, z)

    outline = [middle(-10), middle(height_mm + 10), (-110, 10, height_mm + 10), (-110, 10, -10)]
    edge = draw.prism(outline, (120, -120, 0))
    block = draw.box((40, 40, height_mm))
    return draw.fuse(draw.cut(block, edge), draw.common(draw.common(block, edge), cone))


def split(body: TopoDS_Shape, point: Point, normal: Point) -> TopoDS_Shape:
    """Split every face that a plane crosses, and leave the solid as it is."""
    plane = gp_Pln(gp_Pnt(*map(float, point)), gp_Dir(*map(float, normal)))
    knife = BRepBuilderAPI_MakeFace(plane, -1e4, 1e4, -1e4, 1e4).Face()
    faces, tools = ShapeList(), ShapeList()
    for face in _faces(body):
        faces.Append(face)
    tools.Append(knife)
    splitter = BRepAlgoAPI_Splitter()
    splitter.SetArguments(faces)
    splitter.SetTools(tools)
    splitter.Build()
    sewing = BRepBuilderAPI_Sewing(1e-6)
    for face in _faces(splitter.Shape()):
        sewing.Add(face)
    sewing.Perform()
    shell = TopoDS.Shell(TopExp_Explorer(sewing.SewedShape(), TopAbs_ShapeEnum.TopAbs_SHELL).Current())
    solid = BRepBuilderAPI_MakeSolid(shell).Solid()
    BRepLib.OrientClosedSolid_s(solid)
    return solid


def extruded(pieces: Sequence[Sequence[Point]], along: Point) -> TopoDS_Shape:
    """Extrude a planar outline: of each piece's points two span a line, three an arc, more a spline.

    Each piece begins where the one before it ends.
    """
    wire = BRepBuilderAPI_MakeWire()
    for piece in pieces:
        points = [gp_Pnt(*map(float, point)) for point in piece]
        if len(points) == 2:
            wire.Add(BRepBuilderAPI_MakeEdge(*points).Edge())
        elif len(points) == 3:
            wire.Add(BRepBuilderAPI_MakeEdge(GC_MakeArcOfCircle(*points).Value()).Edge())
        else:
            through = Array1_gp_Pnt(1, len(points))
            for place, point in enumerate(points, start=1):
                through.SetValue(place, point)
            wire.Add(BRepBuilderAPI_MakeEdge(GeomAPI_PointsToBSpline(through).Curve()).Edge())
    face = BRepBuilderAPI_MakeFace(wire.Wire(), True).Face()
    return BRepPrimAPI_MakePrism(face, gp_Vec(*along)).Shape()


def _faces(body: TopoDS_Shape) -> list[TopoDS_Shape]:
    explorer, found = TopExp_Explorer(body, TopAbs_ShapeEnum.TopAbs_FACE), []
    while explorer.More():
        found.append(explorer.Current())
        explorer.Next()
    return found
