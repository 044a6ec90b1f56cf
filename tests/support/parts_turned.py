"""Turned parts, and near twins that no lathe makes."""

import math

from OCP.TopoDS import TopoDS_Shape

from tests.support import draw


def shaft(groove_mm: float = 2.0) -> TopoDS_Shape:
    """Draw a shaft along z: Ø30 from 0 to 20, Ø20 from 20 to 60 with a groove of Ø16 at 50, if it has one."""
    body = draw.fuse(draw.cylinder(15, 20), draw.cylinder(10, 60))
    if not groove_mm:
        return body
    ring = draw.cut(draw.cylinder(12, groove_mm, (0, 0, 50)), draw.cylinder(8, groove_mm, (0, 0, 50)))
    return draw.cut(body, ring)


def hexagon_bolt() -> TopoDS_Shape:
    """Draw a bolt without chamfers: Ø8 x 40 below a hexagon of 13 across flats, 5.3 high."""
    corner = 13 / math.sqrt(3)
    outline = [
        (corner * math.cos(math.radians(60 * i)), corner * math.sin(math.radians(60 * i)), 40)
        for i in range(6)
    ]
    return draw.fuse(draw.cylinder(4, 40), draw.prism(outline, (0, 0, 5.3)))


def bored(width_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a tube of Ø24 with a bore of Ø19, 50 long; with a width, a square one of that width."""
    outside = (
        draw.box((width_mm, width_mm, 50), (-width_mm / 2, -width_mm / 2, 0))
        if width_mm
        else draw.cylinder(12, 50)
    )
    return draw.cut(outside, draw.cylinder(9.5, 50))


def disc_on_plate() -> TopoDS_Shape:
    """Draw a square plate of 60 x 60 x 8 with a boss of Ø20 x 25: the boss is turned, the part is not."""
    return draw.fuse(draw.box((60, 60, 8), (-30, -30, 0)), draw.cylinder(10, 33))
