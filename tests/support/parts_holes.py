"""Parts with holes whose measures are known because they are drawn here, and near twins without."""

import math
from collections.abc import Sequence
from functools import cache

from OCP.BRepAlgoAPI import BRepAlgoAPI_Fuse
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakePolygon, BRepBuilderAPI_MakeWire
from OCP.BRepLib import BRepLib
from OCP.BRepOffsetAPI import BRepOffsetAPI_MakePipeShell
from OCP.Geom import Geom_CylindricalSurface
from OCP.Geom2d import Geom2d_Line
from OCP.gp import gp_Ax3, gp_Dir, gp_Dir2d, gp_Pnt, gp_Pnt2d
from OCP.ShapeUpgrade import ShapeUpgrade_ShapeDivideClosed
from OCP.TopoDS import TopoDS, TopoDS_Shape

from engine.features import hole
from engine.features.hole import Hole
from engine.model.feature import Claim, Role
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw
from tests.support.draw import Point
from tests.support.parts import face_at, unchecked_part, without_mesh

DOWN = (0.0, 0.0, -1.0)
TOP = 20.0
"""The top of `block`."""
CLEAR = 5.0
"""How far tools stand out of the material."""


def holes_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Hole]:
    """Write a shape as STEP, read it back and recognize its holes."""
    return holes_in(unchecked_part(shape, unit))


def holes_in(part: Part, found: tuple[Claim, ...] = ()) -> list[Hole]:
    """Recognize the holes of a part; holes need no mesh."""
    return list(hole.recognize(RunContext(without_mesh(part)), found))


def only(holes: list[Hole]) -> Hole:
    """Return the one hole there is."""
    assert len(holes) == 1, rows(holes)
    return holes[0]


def row(hole: Hole) -> tuple[str, str, float, float]:
    """Write a hole as one line: type, end, diameter and depth."""
    return str(hole.hole_type), str(hole.end), round(hole.diameter_mm, 4), round(hole.depth_mm, 4)


def rows(holes: list[Hole]) -> list[tuple[str, str, float, float]]:
    """Write holes as lines, in the order of the lines."""
    return sorted(map(row, holes))


def stage_rows(hole: Hole) -> list[tuple[str, float, float, float]]:
    """Write each stage as one line: shape, diameter, depth and angle."""
    return [
        (str(stage.shape), round(stage.diameter_mm, 4), round(stage.depth_mm, 4), round(stage.angle_deg, 4))
        for stage in hole.stages
    ]


def role_at(part: Part, hole: Hole, point: Point) -> Role:
    """Return the role a hole gives the face at a point."""
    return dict(hole.roles)[face_at(part, point).id]


def block() -> TopoDS_Shape:
    """Draw a block of 60 x 40 x 20 mm round the z axis, standing on z = 0."""
    return draw.box((60, 40, TOP), (-30, -20, 0))


def drilled(
    diameter: float, depth: float, at: Point = (0, 0, TOP), into: Point = DOWN, tip: float = 0.0
) -> TopoDS_Shape:
    """Draw the tool of a hole, with a tip of that included angle if one is given."""
    start = tuple(p - CLEAR * d for p, d in zip(at, into, strict=True))
    tool = draw.cylinder(diameter / 2, depth + CLEAR, start, into)
    if not tip:
        return tool
    end = tuple(p + depth * d for p, d in zip(at, into, strict=True))
    return draw.fuse(tool, draw.cone(diameter / 2, 0.0, tip_length(diameter, tip), end, into))


def tip_length(diameter: float, angle: float) -> float:
    """Return how long the tip of a drill of that included angle is."""
    return diameter / 2 / math.tan(math.radians(angle / 2))


def sink(
    wide: float, narrow: float, angle: float, at: Point = (0, 0, TOP), into: Point = DOWN
) -> TopoDS_Shape:
    """Draw a countersink's tool from its wide to its narrow diameter."""
    length = (wide - narrow) / 2 / math.tan(math.radians(angle / 2))
    return draw.cone(wide / 2, narrow / 2, length, at, into)


def stadium(width: float, length: float, depth: float, at: Point = (0, 0, TOP)) -> TopoDS_Shape:
    """Draw the tool of a slot with half round ends along x, `length` between the centers of its ends."""
    x, y, z = at
    low, radius = z - depth, width / 2
    left, right = x - length / 2, x + length / 2
    corners = [
        (draw.Arc((left, y, low), radius), (left, y - radius, low)),
        (right, y - radius, low),
        (draw.Arc((right, y, low), radius), (right, y + radius, low)),
        (left, y + radius, low),
    ]
    return draw.extruded(draw.outline(corners), (0, 0, depth + CLEAR))


def thread(minor: float, major: float, pitch: float, length: float, start: float) -> TopoDS_Shape:
    """Draw the tool that cuts a thread into a hole round the z axis, upwards from z = `start`."""
    inner, outer = minor / 2 - 0.2, major / 2
    side = ((inner, -0.4), (outer, -0.08), (outer, 0.08), (inner, 0.4))
    return coil([(x, z * pitch) for x, z in side], pitch, length, start)


def outside_thread(minor: float, major: float, pitch: float, length: float, start: float) -> TopoDS_Shape:
    """Draw the tool that cuts a thread into a stud round the z axis, upwards from z = `start`."""
    inner, outer = minor / 2, major / 2 + 0.2
    side = ((inner, -0.08), (outer, -0.4), (outer, 0.4), (inner, 0.08))
    return coil([(x, z * pitch) for x, z in side], pitch, length, start)


def coil(side: Sequence[tuple[float, float]], pitch: float, length: float, start: float) -> TopoDS_Shape:
    """Draw what winds round the z axis, upwards from z = `start`, with a polygon (x, z) for its section."""
    surface = Geom_CylindricalSurface(gp_Ax3(gp_Pnt(0, 0, start), gp_Dir(0, 0, 1)), side[0][0])
    climb = Geom2d_Line(gp_Pnt2d(0, 0), gp_Dir2d(2 * math.pi, pitch))
    turns = length / pitch
    helix = BRepBuilderAPI_MakeEdge(climb, surface, 0.0, math.hypot(2 * math.pi * turns, length)).Edge()
    BRepLib.BuildCurves3d_s(helix)
    outline = BRepBuilderAPI_MakePolygon()
    for x, z in side:
        outline.Add(gp_Pnt(x, 0, start + z))
    outline.Close()
    sweep = BRepOffsetAPI_MakePipeShell(BRepBuilderAPI_MakeWire(helix).Wire())
    sweep.SetMode(True)
    sweep.Add(outline.Wire())
    sweep.Build()
    sweep.MakeSolid()
    tool = TopoDS.Solid(sweep.Shape())
    BRepLib.OrientClosedSolid_s(tool)
    return tool


def in_pieces(shape: TopoDS_Shape, pieces: int) -> TopoDS_Shape:
    """Split every face that closes on itself into pieces, as many exporters do."""
    divider = ShapeUpgrade_ShapeDivideClosed(shape)
    divider.SetNbSplitPoints(pieces - 1)
    divider.Perform()
    return divider.Result()


def sawn(shape: TopoDS_Shape, at: float = 0.0) -> TopoDS_Shape:
    """Saw a shape through at x = `at` and glue it again: planes and bores keep the seam."""
    left, right = (
        draw.box((500, 500, 500), (at - 500, -250, -250)),
        draw.box((500, 500, 500), (at, -250, -250)),
    )
    return BRepAlgoAPI_Fuse(draw.common(shape, left), draw.common(shape, right)).Shape()


@cache
def many_holes() -> TopoDS_Shape:
    """Draw a block with one of each common hole, none touching another."""
    counterbored = (drilled(4, 30, (20, 10, TOP)), drilled(8, 5, (20, 10, TOP)))
    countersunk = (drilled(5, 30, (-20, 10, TOP)), sink(10, 5, 90, (-20, 10, TOP)))
    stepped = (
        drilled(3, 16, (20, -10, TOP), tip=118),
        drilled(6, 9, (20, -10, TOP)),
        drilled(9, 4, (20, -10, TOP)),
    )
    return draw.cut(
        block(),
        drilled(10, 30),
        *counterbored,
        *countersunk,
        *stepped,
        drilled(6, 12, (-20, -10, TOP), tip=118),
        drilled(7, 8, (0, -14, TOP)),
    )
