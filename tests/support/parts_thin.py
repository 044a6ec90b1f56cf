"""Parts whose walls are 0.4 mm at one place that is a small share of every face, and look-alikes without."""

import math

from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.collections import Array2_gp_Pnt
from OCP.GeomAbs import GeomAbs_Shape
from OCP.GeomAPI import GeomAPI_PointsToBSplineSurface
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw

WALL_MM = 0.4
DRAFT_DEG = 1.5
DIP = 28.13, 27.79
"""Where the free-form top is lowest: at no vertex of its mesh."""


def beside_bores() -> TopoDS_Shape:
    """Draw a block with two upright bores, Ø4 and Ø6, the wall between them at x = 10 to 10.4, y = 10."""
    bores = draw.cylinder(2, 12, (8, 10, -1)), draw.cylinder(3, 12, (13 + WALL_MM, 10, -1))
    return draw.cut(draw.box((30, 20, 10)), *bores)


def eccentric() -> TopoDS_Shape:
    """Draw a shaft of Ø20 by 20 with a bore of Ø8, the wall between them at x = 9.6 to 10."""
    return draw.cut(draw.cylinder(10, 20), draw.cylinder(4, 22, (6 - WALL_MM, 0, -1)))


def under_bore() -> TopoDS_Shape:
    """Draw a block of 30 x 20 x 10 with a bore of Ø4 along x, WALL_MM above its bottom at y = 10."""
    return draw.cut(draw.box((30, 20, 10)), draw.cylinder(2, 32, (-1, 10, 2 + WALL_MM), draw.X))


def under_ball() -> TopoDS_Shape:
    """Draw a block with a round hollow of radius 6, WALL_MM above its bottom at (20, 20)."""
    return draw.cut(draw.box((40, 40, 8)), draw.sphere(6, (20, 20, 6 + WALL_MM)))


def crossed_bores() -> TopoDS_Shape:
    """Draw a block with a bore along x and one along y, WALL_MM above each other at (15, 15, 7)."""
    above = 5 + 2 + 1.5 + WALL_MM
    bores = draw.cylinder(2, 32, (-1, 15, 5), draw.X), draw.cylinder(1.5, 32, (15, -1, above), (0, 1, 0))
    return draw.cut(draw.box((30, 30, 14)), *bores)


def beside_cone(turn_deg: float = 7.0) -> TopoDS_Shape:
    """Draw a cone with a bore that runs upright; at its upper rim, z = 20, the wall is WALL_MM wide.

    Both are turned about their axes, so that their seams are not where the wall is thinnest.
    """
    bore = draw.turned(draw.cylinder(3, 22, (5 - WALL_MM, 0, -1)), turn_deg, about=(5 - WALL_MM, 0, 0))
    return draw.cut(draw.turned(draw.cone(12, 8, 20), turn_deg), bore)


def drafted_rib() -> TopoDS_Shape:
    """Draw a rib on a plate that is WALL_MM thick at its top, z = 17, its sides drafted by DRAFT_DEG."""
    top, foot = WALL_MM / 2, WALL_MM / 2 + 12 * math.tan(math.radians(DRAFT_DEG))
    outline = [(20 - foot, 5, 5), (20 + foot, 5, 5), (20 + top, 5, 17), (20 - top, 5, 17)]
    return draw.fuse(draw.box((40, 40, 5)), draw.prism(outline, (0, 30, 0)))


def grooved() -> TopoDS_Shape:
    """Draw a plate with a groove of 1.2 x 10 that leaves WALL_MM over half a percent of its bottom."""
    return draw.cut(draw.box((60, 40, 3)), draw.box((1.2, 10, 3), (30, 15, WALL_MM)))


def dipped() -> TopoDS_Shape:
    """Draw a plate of 1 mm whose free-form top dips to WALL_MM at DIP, over 0.3 % of its area."""
    count, apart_mm = 31, 2.0
    places = Array2_gp_Pnt(1, count, 1, count)
    for i in range(count):
        for j in range(count):
            x, y = (apart_mm * (each - count // 2) + middle for each, middle in zip((i, j), DIP, strict=True))
            dip = math.exp(-((x - DIP[0]) ** 2 + (y - DIP[1]) ** 2) / 2.0**2)
            places.SetValue(i + 1, j + 1, gp_Pnt(x, y, 1.0 - (1.0 - WALL_MM) * dip))
    top = GeomAPI_PointsToBSplineSurface(places, 3, 8, GeomAbs_Shape.GeomAbs_C2, 1e-5).Surface()
    below = BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(top, 1e-6).Face(), gp_Vec(0, 0, -10)).Shape()
    return draw.common(draw.box((56, 56, 10)), below)


def feather(angle_deg: float = 8.0) -> TopoDS_Shape:
    """Draw a wedge of 40 x 20 that runs out to nothing at x = 0."""
    rise = 40 * math.tan(math.radians(angle_deg))
    return draw.prism([(0, 0, 0), (40, 0, 0), (40, 0, rise)], (0, 20, 0))
