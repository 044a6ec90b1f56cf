"""What many families draw: blocks, outlines, points on round walls."""

import math
from collections.abc import Sequence

from OCP.TopoDS import TopoDS_Shape

from tests.support import draw

CLEAR = 5.0
"""How far tools stand out of the material."""
OFF_SEAM = 2.2
"""Where round a cylinder a point of the truth lies, in radians: off the seam and off all quarters."""

Flat = tuple[float, float]
Spot = tuple[float, float, float]


def base(length: float, width: float, height: float) -> TopoDS_Shape:
    """Draw a block centered on the z axis, standing on z = 0."""
    return draw.box((length, width, height), (-length / 2, -width / 2, 0))


def bar(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> TopoDS_Shape:
    """Draw a block between two corners."""
    return draw.box((x1 - x0, y1 - y0, z1 - z0), (x0, y0, z0))


def wall(x: float, y: float, z: float, radius: float, turn: float = OFF_SEAM) -> Spot:
    """Return a point on the wall of an upright bore or boss, off every seam."""
    return (x + radius * math.cos(turn), y + radius * math.sin(turn), z)


def polygon(sides: int, radius: float, turn: float = 0.0, at: Flat = (0, 0)) -> list[Flat]:
    """Return the corners of a regular polygon of that circumscribed radius."""
    angles = [turn + 2 * math.pi * i / sides for i in range(sides)]
    return [(at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles]


def upright(outline: Sequence[Flat], z0: float, z1: float) -> TopoDS_Shape:
    """Extrude a flat outline along z."""
    return draw.prism([(x, y, z0) for x, y in outline], (0, 0, z1 - z0))


def frustum(
    length: float, width: float, z0: float, z1: float, lean_deg: float, at: Flat = (0, 0)
) -> TopoDS_Shape:
    """Draw a block of that size at z0 whose four sides lean in, or out where the angle is negative."""
    lean = (z1 - z0) * math.tan(math.radians(lean_deg))
    a, b = length / 2 - lean, width / 2 - lean
    # Each side is a slab cut away by a half space, so that the sides stay four planes.
    big = max(length, width) + 4 * abs(lean) + 10
    x, y = at
    body = bar(x - big / 2, x + big / 2, y - big / 2, y + big / 2, z0, z1)
    for sign in (-1, 1):
        foot, top = x + sign * length / 2, x + sign * a
        far = x + sign * big
        edge = [(foot, y - big, z0), (top, y - big, z1), (far, y - big, z1), (far, y - big, z0)]
        body = draw.cut(body, draw.prism(edge, (0, 2 * big, 0)))
        foot, top = y + sign * width / 2, y + sign * b
        far = y + sign * big
        edge = [(x - big, foot, z0), (x - big, top, z1), (x - big, far, z1), (x - big, far, z0)]
        body = draw.cut(body, draw.prism(edge, (2 * big, 0, 0)))
    return body


def middles(outline: Sequence[Flat], z: float) -> list[Spot]:
    """Return the middle of each side of a flat outline, at a height."""
    following = [*outline[1:], outline[0]]
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, z) for a, b in zip(outline, following, strict=True)]


def rounded(body: TopoDS_Shape, radius: float, x: float, y: float, z: float) -> TopoDS_Shape:
    """Round the four upright edges at (±x, ±y), whose middles lie at z."""
    return draw.fillet(body, radius, *((sx * x, sy * y, z) for sx in (-1, 1) for sy in (-1, 1)))


def on_blend(corner: Spot, radius: float, away: Sequence[Spot]) -> Spot:
    """Return the middle of a blend of a right-angled edge, from a point of the edge and the ways off it."""
    off = radius * (1 - math.sqrt(0.5))
    x, y, z = (c + off * sum(direction[i] for direction in away) for i, c in enumerate(corner))
    return (x, y, z)
