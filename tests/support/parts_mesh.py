"""Parts that are hard to mesh: poles, tips, thin rings, needles, tangent cuts, collapsed patches."""

from collections.abc import Callable
from functools import cache

from OCP.BRepBuilderAPI import BRepBuilderAPI_MakePolygon, BRepBuilderAPI_MakeVertex
from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections
from OCP.gp import gp_Pnt
from OCP.TopoDS import TopoDS_Shape

from tests.support import draw


def rounded_block() -> TopoDS_Shape:
    """Draw a 30 x 20 x 10 block with all edges rounded by 2: planes, cylinders and spheres."""
    return draw.fillet(draw.box((30, 20, 10)), 2)


def crossed_bores() -> TopoDS_Shape:
    """Draw a cylinder of radius 10 with a cross bore of radius 5: borders that are no plane curves."""
    return draw.cut(draw.cylinder(10, 40, (0, 0, -20)), draw.cylinder(5, 60, (-30, 0, 0), draw.X))


def thin_ring(wall: float) -> TopoDS_Shape:
    """Draw a tube of radius 10 whose bore was turned, so that chords inside and outside do not line up."""
    return draw.cut(draw.cylinder(10, 5), draw.turned(draw.cylinder(10 - wall, 5), 7.3))


def pointed_loft() -> TopoDS_Shape:
    """Draw a B-spline body that runs to a point at both ends: its patches collapse to a vertex."""
    loft = BRepOffsetAPI_ThruSections(True, False)
    loft.AddVertex(BRepBuilderAPI_MakeVertex(gp_Pnt(0, 0, -5)).Vertex())
    for z, half in ((0, 5), (5, 9)):
        square = ((-half, -half), (half, -half), (half, half), (-half, half))
        corners = [gp_Pnt(x, y, z) for x, y in square]
        loft.AddWire(BRepBuilderAPI_MakePolygon(*corners, True).Wire())
    loft.AddVertex(BRepBuilderAPI_MakeVertex(gp_Pnt(0, 0, 15)).Vertex())
    loft.Build()
    return loft.Shape()


def perforated_plate(holes: int = 5) -> TopoDS_Shape:
    """Draw a plate 2 thick with so many holes of radius 3 a side, 20 apart."""
    places = [(10 + 20 * i, 10 + 20 * j, -1) for i in range(holes) for j in range(holes)]
    size = (20 * holes, 20 * holes, 2)
    return draw.cut(draw.box(size), *(draw.cylinder(3, 10, place) for place in places))


_HARD: dict[str, Callable[[], TopoDS_Shape]] = {
    "block": lambda: draw.box((10, 20, 30)),
    "rounded block": rounded_block,
    "B-spline block": lambda: draw.as_nurbs(
        draw.fillet(draw.box((30, 20, 10)), 2, (0, 0, 5), (15, 0, 10), (0, 10, 10))
    ),
    "crossed bores": crossed_bores,
    "ball": lambda: draw.sphere(10),
    "B-spline ball": lambda: draw.as_nurbs(draw.sphere(10)),
    "ball with a flat": lambda: draw.cut(draw.sphere(10), draw.box((30, 30, 30), (-15, -15, 3))),
    "ball without poles": lambda: draw.cut(draw.sphere(10), draw.cylinder(3, 40, (0, 0, -20))),
    "hollow ball": lambda: draw.cut(draw.sphere(10), draw.sphere(9.9)),
    "corner bitten by a ball": lambda: draw.cut(draw.box((30, 30, 30)), draw.sphere(10, (30, 30, 30))),
    "spike": lambda: draw.cone(10, 0, 20),
    "flat spike": lambda: draw.cone(20, 0, 1),
    "needle point": lambda: draw.cone(1, 0, 60),
    "B-spline spike": lambda: draw.as_nurbs(draw.cone(10, 0, 20)),
    "spike cut through its tip": lambda: draw.cut(draw.cone(10, 0, 20), draw.box((30, 30, 30), (0, -15, -1))),
    "spike cut beside its tip": lambda: draw.cut(
        draw.cone(10, 0, 20), draw.box((30, 30, 30), (1e-3, -15, -1))
    ),
    "ring": lambda: draw.torus(10, 3),
    "B-spline ring": lambda: draw.as_nurbs(draw.torus(10, 3)),
    "ring almost without a hole": lambda: draw.torus(10, 9.9),
    "wire ring": lambda: draw.torus(100, 0.2),
    "thin tube": lambda: thin_ring(0.005),
    "needle": lambda: draw.cylinder(0.05, 100),
    "disc": lambda: draw.cylinder(50, 0.05),
    "slice": lambda: draw.cylinder(5, 20, turn=1),
    "lens": lambda: draw.common(draw.sphere(10, (0, 0, -9.9)), draw.sphere(10, (0, 0, 9.9))),
    "bore next to a side": lambda: draw.cut(draw.box((20, 20, 5)), draw.cylinder(5, 5, (5.0005, 10, 0))),
    "pointed loft": pointed_loft,
    "mirrored": lambda: draw.mirrored(draw.fuse(rounded_block(), draw.cone(3, 1, 5, (15, 10, 9)))),
    "far away": lambda: draw.moved(draw.cut(draw.cylinder(5, 20), draw.cylinder(2, 30)), (1e5, 2e5, -1e5)),
}

HARD = {name: cache(drawn) for name, drawn in _HARD.items()}
"""Each is drawn once: whoever changes a shape in place changes a copy."""
