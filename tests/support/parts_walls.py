"""Parts with walls, plates and their look-alikes, and how they are measured for the tests."""

import math
from dataclasses import replace

from OCP.TopoDS import TopoDS_Shape

from engine.model.analysis import PreparedPart
from engine.model.mesh import MeshOptions
from tests.support import draw, drawn, lazy_fields
from tests.support.parts import read


def measured(shape: TopoDS_Shape, max_edge_mm: float = 8.0) -> PreparedPart:
    """Measure a shape and mesh it coarsely; its fields are measured when a test asks for one."""
    options = MeshOptions(max_edge_mm=max_edge_mm, curvature=drawn.CURVATURE)
    return lazy_fields.related(*read(shape, options))


def without(prepared: PreparedPart, face: int) -> PreparedPart:
    """Leave the triangles of a face out of the mesh, so that the body is open there."""
    mesh = prepared.mesh
    kept = mesh.face_of_triangle != face
    opened = replace(
        mesh,
        triangles=mesh.triangles[kept],
        face_of_triangle=mesh.face_of_triangle[kept],
        body_of_triangle=mesh.body_of_triangle[kept],
    )
    return replace(prepared, mesh=opened, area_of_triangle=prepared.area_of_triangle[kept])


def bolt(head_mm: float = 15.0) -> TopoDS_Shape:
    """Draw a round head 3 high, its top at z = 23, on a shank of 10 by 20; `head_mm` across."""
    return draw.fuse(draw.cylinder(5, 20), draw.cylinder(head_mm / 2, 3, (0, 0, 20)))


def half_raised(raised_mm: float = 20.0) -> TopoDS_Shape:
    """Draw a plate of 40 x 30 x 4 that is 12 thick from this end on."""
    return draw.fuse(draw.box((40, 30, 4)), draw.box((raised_mm, 30, 8), (0, 0, 4)))


@draw.once
def drafted_rib(lean_deg: float, top_mm: float = 3.0, height_mm: float = 20.0) -> TopoDS_Shape:
    """Draw a rib 50 long on a plate of 60 x 40 x 6, both sides leaning; its top lies at z = height."""
    spread = height_mm * math.tan(math.radians(lean_deg))
    low, high = top_mm / 2 + spread, top_mm / 2
    rib = draw.prism(
        [(-25, -low, 0), (-25, low, 0), (-25, high, height_mm), (-25, -high, height_mm)], (50, 0, 0)
    )
    return draw.fuse(draw.box((60, 40, 6), (-30, -20, -6)), rib)


def hollow_block() -> TopoDS_Shape:
    """Draw a block of 40 x 40 x 40 with a closed hollow of 20 x 20 x 20 in its middle."""
    return draw.cut(draw.box((40, 40, 40)), draw.box((20, 20, 20), (10, 10, 10)))


@draw.once
def half_pipe(radius_mm: float = 8.0, over_mm: float = 4.0) -> TopoDS_Shape:
    """Draw a block of 40 x 20, its top flat, a round tunnel along it `over_mm` below the top."""
    height = 2 * radius_mm + over_mm + 4
    return draw.cut(
        draw.box((40, 20, height), (0, -10, 0)), draw.cylinder(radius_mm, 42, (-1, 0, radius_mm + 4), draw.X)
    )


def wedge(degrees: float) -> TopoDS_Shape:
    """Draw a block of 60 x 30 whose top rises from 5 mm by this angle."""
    high = 5 + 60 * math.tan(math.radians(degrees))
    return draw.prism([(0, 0, 0), (60, 0, 0), (60, 0, high), (0, 0, 5)], (0, 30, 0))


@draw.once
def ribbed_floor(cells: int = 4) -> TopoDS_Shape:
    """Draw a floor of 80 x 40 x 3 with walls of 2 across it, so that its upper side has `cells` faces."""
    floor = draw.box((80, 40, 3))
    return draw.fuse(floor, *(draw.box((2, 40, 12), (80 / cells * i - 1, 0, 0)) for i in range(1, cells)))


def frame(window_mm: float) -> TopoDS_Shape:
    """Draw a plate of 60 x 60 x 4 with a square window in its middle."""
    corner = (60 - window_mm) / 2
    return draw.cut(draw.box((60, 60, 4)), draw.box((window_mm, window_mm, 6), (corner, corner, -1)))


def perforated() -> TopoDS_Shape:
    """Draw a plate of 40 x 40 x 4 with 16 holes of 6, 4 mm apart."""
    holes = [draw.cylinder(3, 6, (5 + 10 * i, 5 + 10 * j, -1)) for i in range(4) for j in range(4)]
    return draw.cut(draw.box((40, 40, 4)), *holes)


def plate_with_block(share: float) -> TopoDS_Shape:
    """Draw a plate of 60 x 40 x 5 with a block on it that covers this share of its top."""
    return draw.fuse(draw.box((60, 40, 5)), draw.box((60 * share, 40, 20)))
