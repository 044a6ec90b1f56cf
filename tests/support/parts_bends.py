"""Sheet metal drawn bend after bend, and near twins that are no sheet metal.

A strip starts at the origin and runs along x, its lower skin in z = 0, its width along y. Legs are straight;
turns are positive upwards (the upper skin is the inner one) and negative downwards.
"""

import math
from collections.abc import Sequence

from OCP.TopoDS import TopoDS_Shape

from engine.features import bend
from engine.features.bend import Bend
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw
from tests.support.draw import Point
from tests.support.parts import unchecked_part, without_mesh

CLEAR = 5.0
"""How far tools stand out of the material."""
Step = Point | tuple[draw.Arc, Point]


def bends_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Bend]:
    """Write a shape as STEP, read it back and recognize its bends."""
    return bends_in(unchecked_part(shape, unit))


def bends_in(part: Part) -> list[Bend]:
    """Recognize the bends of a part."""
    return list(bend.recognize(RunContext(without_mesh(part)), ()))


def row(found: Bend, scale: float = 1.0) -> tuple[float, float, float, float, float]:
    """Write a bend as one line: inside radius, outside radius, angle, thickness, length."""
    return (
        round(found.inside_radius_mm / scale, 3),
        round(found.outside_radius_mm / scale, 3),
        round(found.angle_deg, 2),
        round(found.thickness_mm / scale, 3),
        round(found.length_mm / scale, 3),
    )


def rows(found: list[Bend], scale: float = 1.0) -> list[tuple[float, float, float, float, float]]:
    """Write bends as lines, in the order of the lines."""
    return sorted(row(each, scale) for each in found)


def strip(
    *steps: float | tuple[float, float], thick: float = 2.0, width: float = 40.0, start: float = 0.0
) -> TopoDS_Shape:
    """Draw a strip of sheet, step by step: a number is a straight leg, (inside radius, angle) a bend."""
    heading, at = start, (0.0, 0.0)  # of the lower skin, in the plane of x and z
    up = _up(heading)
    lower: list[Step] = [_at(at)]
    upper: list[Step] = []  # backwards
    over = _plus(at, up, thick)
    for step in steps:
        if isinstance(step, tuple):
            radius, turn = step
            low, high = (radius + thick, radius) if turn > 0 else (radius, radius + thick)
            axis = _plus(at, up, low if turn > 0 else -low)
            heading += turn
            up, way = _up(heading), (0.0, -1.0 if turn > 0 else 1.0, 0.0)
            at = _plus(axis, up, -low if turn > 0 else low)
            lower.append((draw.Arc(_at(axis), low, way), _at(at)))
            upper.append((draw.Arc(_at(axis), high, (0.0, -way[1], 0.0)), _at(over)))
        else:
            at = _plus(at, (up[1], -up[0]), step)
            lower.append(_at(at))
            upper.append(_at(over))
        over = _plus(at, up, thick)
    return draw.unified(draw.extruded(draw.outline([*lower, _at(over), *upper[::-1]]), (0, width, 0)))


def _up(heading_deg: float) -> tuple[float, float]:
    """Return the way from the lower skin to the upper one, in the plane of x and z."""
    heading = math.radians(heading_deg)
    return -math.sin(heading), math.cos(heading)


def _at(place: tuple[float, float]) -> Point:
    return place[0], 0.0, place[1]


def _plus(at: tuple[float, float], along: Sequence[float], far: float) -> tuple[float, float]:
    return at[0] + far * along[0], at[1] + far * along[1]


def tapered(turn: float = 180.0, thick: float = 2.0) -> TopoDS_Shape:
    """Draw a sheet bent by 180 degrees to a cone, Ø40 outside at the foot and Ø24 at the top, 40 high.

    Its flanges reach 30 along -y from the cone's sides. With another turn the cone stands alone, rolled.
    """
    off = thick * math.hypot(1.0, 0.2)
    section = [(20, 0, 0), (12, 0, 40), (12 - off, 0, 40), (20 - off, 0, 0)]
    shell = draw.revolve(section, draw.Z, turn)
    if turn != 180.0:
        return shell
    other = [(-x, y, z) for x, y, z in section]
    return draw.fuse(shell, draw.prism(section, (0, -30, 0)), draw.prism(other, (0, -30, 0)))
