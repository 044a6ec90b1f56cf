"""Blocks with steps, and near twins that have none."""

from OCP.TopoDS import TopoDS_Shape

from tests.support import draw

SIZE = (60.0, 40.0, 20.0)
"""Of the block, with a corner at the origin."""


def block() -> TopoDS_Shape:
    """Draw the block that steps are cut into."""
    return draw.box(SIZE)


@draw.once
def through(width: float = 15.0, depth: float = 8.0) -> TopoDS_Shape:
    """Draw a step along x: floor at z = 20 - depth, wall at y = width."""
    return draw.cut(block(), draw.box((62, width + 1, depth + 1), (-1, -1, 20 - depth)))


def slanted(lean_mm: float = 5.0) -> TopoDS_Shape:
    """Draw a step along x whose floor falls by so much from its wall at y = 15 to the side at y = 0."""
    outline = [(-1.0, -15.0, 12 - 2 * lean_mm), (-1.0, 15.0, 12.0), (-1.0, 15.0, 60.0), (-1.0, -15.0, 60.0)]
    return draw.cut(block(), draw.prism(outline, (62, 0, 0)))


def corner(size: float = 15.0, depth: float = 8.0) -> TopoDS_Shape:
    """Draw a block one corner of which is cut down to a ledge: two walls and a floor."""
    return draw.cut(block(), draw.box((size + 1, size + 1, depth + 1), (-1, -1, 20 - depth)))


def cut_corner(size: float = 15.0, depth: float = 8.0) -> TopoDS_Shape:
    """Draw a block one corner of which is cut off askew, down to a three-cornered ledge."""
    low = 20 - depth
    tool = draw.prism(
        [(-size, -size, low), (2 * size, -size, low), (-size, 2 * size, low)], (0, 0, depth + 1)
    )
    return draw.cut(block(), tool)


@draw.once
def round_corner(radius: float = 15.0, depth: float = 8.0) -> TopoDS_Shape:
    """Draw a block with a quarter of a cylinder cut out of one corner."""
    return draw.cut(block(), draw.cylinder(radius, depth + 1, (0, 0, 20 - depth)))


def bent_wall() -> TopoDS_Shape:
    """Draw a step along x whose wall stands forward in the middle of it: a hollow corner at y = 15."""
    outline = [(-1, -1, 12), (61, -1, 12), (61, 5, 12), (30, 15, 12), (-1, 5, 12)]
    return draw.cut(block(), draw.prism(outline, (0, 0, 9)))


def stopped_chamfer(stop_mm: float = 30.0, width: float = 4.0) -> TopoDS_Shape:
    """Draw a chamfer along x at the upper front edge, from x = 0 to a small ledge."""
    outline = [(-1, -1, 21), (-1, width + 1, 21), (-1, -1, 19 - width)]
    return draw.cut(block(), draw.prism(outline, (stop_mm + 1, 0, 0)))


def chamfer_up_to_a_wall() -> TopoDS_Shape:
    """Draw a chamfer along x at the upper front edge that runs up to a block standing on the top."""
    outline = [(-1, -1, 21), (-1, 5, 21), (-1, -1, 15)]
    low = draw.cut(block(), draw.prism(outline, (31, 0, 0)))
    return draw.fuse(low, draw.box((30, 40, 15), (30, 0, 20)))
