"""A drilled plate with a slanted end and a pin, whose measures are known as it was drawn."""

from functools import cache
from typing import Any

from engine import geometry_file
from engine.geometry_file import Geometry
from engine.model.part import Part
from tests.support import draw, parts
from tests.support.draw import Point


@cache
def part() -> Part:
    """100 × 60 × 10 mm, bores Ø8 at x 20 and Ø10 at x 70, both at y 30, a pin Ø6 along y under it at x 45.

    The end at x 100 leans by 30° off upright: its face looks along (cos 30°, 0, sin 30°).
    """
    body = draw.box((100, 60, 10))
    for radius, x in ((4.0, 20.0), (5.0, 70.0)):
        body = draw.cut(body, draw.cylinder(radius, 30, (x, 30, -10)))
    slant = draw.turned(draw.box((50, 200, 50), (100, -50, -20)), -30.0, draw.Y, (100, 0, 0))
    return parts.part_of(draw.fuse(draw.cut(body, slant), draw.cylinder(3.0, 60, (45, 0, 0), draw.Y)))


@cache
def geometry() -> Geometry:
    """Return it as it comes back from its file."""
    return geometry_file.read(geometry_file.write(part()))


def on(point: Point, inside: Point | None = None, *, is_edge: bool = False) -> dict[str, Any]:
    """Return a picked place; `inside` is a point of its face alone where `point` is on an edge."""
    face = parts.face_at(part(), point if inside is None else inside)
    return {"fid": str(face.id), "point": list(point), "is_edge": is_edge}


TOP, BOTTOM, FRONT, END = (50, 30, 10), (10, 10, 0), (50, 0, 5), (0, 20, 5)
SMALL_BORE, LARGE_BORE, PIN = (24, 30, 5), (75, 30, 5), (45, 30, -3)
SLANT = (100.0 - 5.0 * 3**-0.5, 30.0, 5.0)
