"""Sheet metal: strips bent once and more often, and machined angles that look like it."""

import math
from collections.abc import Sequence
from random import Random

from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeEdge, BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeWire
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
from OCP.GC import GC_MakeArcOfCircle
from OCP.gp import gp_Pnt, gp_Vec
from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw, parts_blends
from tests.support.generated.shapes import bar, on_blend, wall
from tests.support.generated.truth import ALL_BUT_FLAT, Drawn, Expected, Family, between, expect
from tests.support.parts_holes import drilled

Spot = tuple[float, float, float]
Flat = tuple[float, float]
Curl = tuple[float, float]
"""Of a bend: by how many degrees it turns, to the left where positive, and its inside radius."""


def strip(
    flats: Sequence[float], curls: Sequence[Curl], thick: float, width: float
) -> tuple[TopoDS_Shape, list[tuple[Spot, Spot]]]:
    """Draw a strip of flats with a bend after each but the last, bent in the xz plane.

    It starts at the origin along x, its lower skin on z = 0. Returned with it: for each
    bend a point on its inner and its outer skin.
    """
    left: list[tuple[Flat, ...]] = []
    right: list[tuple[Flat, ...]] = []
    marks: list[tuple[Spot, Spot]] = []
    (x, z), heading = (0.0, 0.0), 0.0
    for index, length in enumerate(flats):
        way, side = (math.cos(heading), math.sin(heading)), (-math.sin(heading), math.cos(heading))
        end = (x + length * way[0], z + length * way[1])
        right.append(((x, z), end))
        left.append(
            ((x + thick * side[0], z + thick * side[1]), (end[0] + thick * side[0], end[1] + thick * side[1]))
        )
        x, z = end
        if index == len(curls):
            break
        turn, radius = curls[index]
        sign = 1.0 if turn > 0 else -1.0
        out = (thick + radius) if sign > 0 else -radius
        center = (x + out * side[0], z + out * side[1])
        angle = math.radians(turn)

        def at(r: float, share: float, center=center, side=side, sign=sign, angle=angle) -> Flat:
            """Return the point of radius r a share of the way round the bend."""
            a = share * angle
            bx, bz = -sign * side[0], -sign * side[1]
            return (
                center[0] + r * (bx * math.cos(a) - bz * math.sin(a)),
                center[1] + r * (bx * math.sin(a) + bz * math.cos(a)),
            )

        near, far = radius, radius + thick
        on_left, on_right = (near, far) if sign > 0 else (far, near)
        left.append((at(on_left, 0.0), at(on_left, 0.5), at(on_left, 1.0)))
        right.append((at(on_right, 0.0), at(on_right, 0.5), at(on_right, 1.0)))
        inner, outer = at(near, 0.5), at(far, 0.5)
        y = 0.4 * width
        marks.append(((inner[0], y, inner[1]), (outer[0], y, outer[1])))
        x, z = at(on_right, 1.0)
        heading += angle
    outline = [
        *right,
        (right[-1][-1], left[-1][-1]),
        *(run[::-1] for run in reversed(left)),
        (left[0][0], right[0][0]),
    ]
    wire = BRepBuilderAPI_MakeWire()
    for run in outline:
        points = [gp_Pnt(px, 0, pz) for px, pz in run]
        curve = GC_MakeArcOfCircle(*points).Value() if len(points) == 3 else None
        maker = BRepBuilderAPI_MakeEdge(curve) if curve else BRepBuilderAPI_MakeEdge(*points)
        wire.Add(maker.Edge())
    face = BRepBuilderAPI_MakeFace(wire.Wire(), True).Face()
    return BRepPrimAPI_MakePrism(face, gp_Vec(0, width, 0)).Shape(), marks


def bends(
    curls: Sequence[Curl], marks: Sequence[tuple[Spot, Spot]], thick: float, width: float
) -> tuple[Expected, ...]:
    """Write the truth of a strip."""
    return tuple(
        expect(
            Kind.BEND,
            *mark,
            inside_radius_mm=radius,
            outside_radius_mm=radius + thick,
            angle_deg=abs(turn),
            thickness_mm=thick,
            length_mm=width,
        )
        for (turn, radius), mark in zip(curls, marks, strict=True)
    )


def sheet(random: Random) -> tuple[float, float, float]:
    """Draw thickness, inside radius and width."""
    thick = random.choice((0.8, 1.0, 1.5, 2.0, 3.0))
    return thick, round(thick * random.uniform(0.5, 2.5), 2), between(random, 20, 45)


def drawn(label: str, flats: Sequence[float], curls: Sequence[Curl], thick: float, width: float) -> Drawn:
    """Draw a strip with its truth."""
    shape, marks = strip(flats, curls, thick, width)
    return Drawn(label=label, shape=shape, expected=bends(curls, marks, thick, width))


def once(random: Random) -> tuple[Drawn, ...]:
    """Bend a strip once; the twin is milled from a block: fillet and round do not run side by side."""
    thick, radius, width = sheet(random)
    turn = random.choice((30.0, 45.0, 60.0, 90.0, 90.0, 120.0))
    milled = parts_blends.bracket(3, 3)
    inner = expect(Kind.FILLET, on_blend((10, 20, 10), 3, ((1, 0, 0), (0, 0, 1))), radius_mm=3.0)
    outer = expect(Kind.ROUND, on_blend((0, 20, 0), 3, ((1, 0, 0), (0, 0, 1))), radius_mm=3.0)
    return (
        drawn("bent once", (30.0, 24.0), ((turn, radius),), thick, width),
        Drawn(label="not bent but milled", shape=milled, expected=(inner, outer)),
    )


def channel(random: Random) -> tuple[Drawn, ...]:
    """Bend a strip to a U: no slot between its legs. The twin is bent to a Z."""
    thick, radius, width = sheet(random)
    flats = (18.0, 40.0, 18.0)
    return (
        drawn("U", flats, ((90.0, radius), (90.0, radius)), thick, width),
        drawn("not a U but a Z", flats, ((90.0, radius), (-90.0, radius)), thick, width),
    )


def hat(random: Random) -> tuple[Drawn, ...]:
    """Bend a strip four times to a hat; the twin's radii differ."""
    thick, radius, width = sheet(random)
    other = radius + thick
    flats = (15.0, 20.0, 30.0, 20.0, 15.0)
    return (
        drawn("hat", flats, tuple((a, radius) for a in (90.0, -90.0, -90.0, 90.0)), thick, width),
        drawn(
            "not of one radius",
            flats,
            ((90.0, radius), (-90.0, other), (-90.0, radius), (90.0, other)),
            thick,
            width,
        ),
    )


def hem(random: Random) -> tuple[Drawn, ...]:
    """Fold a strip back on itself; the twin is a flat strip."""
    thick, _, width = sheet(random)
    radius = round(thick * random.uniform(0.3, 0.8), 2)
    return (
        drawn("hem", (40.0, 12.0), ((180.0, radius),), thick, width),
        Drawn(label="not folded", shape=draw.box((40, width, thick))),
    )


def relieved(random: Random) -> tuple[Drawn, ...]:
    """Bend a flange narrower than its sheet, reliefs beside it; the twin's bend runs the whole width."""
    thick, radius, width = sheet(random)
    whole, marks = strip((40.0, 20.0), ((90.0, radius),), thick, width)
    gap = 4.0
    off = radius + thick + 1
    notches = [bar(40 - gap, 60 + off, y0, y1, -50, 50) for y0, y1 in ((-1, gap), (width - gap, width + 1))]
    narrow = bends(((90.0, radius),), marks, thick, width - 2 * gap)
    return (
        Drawn(
            label="relieved",
            shape=draw.cut(whole, *notches),
            expected=narrow,
            complete=ALL_BUT_FLAT - {str(Kind.SLOT), str(Kind.POCKET)},
        ),
        Drawn(label="not relieved", shape=whole, expected=bends(((90.0, radius),), marks, thick, width)),
    )


def pierced(random: Random) -> tuple[Drawn, ...]:
    """Punch a window through the middle of a bend: one bend still. The twin has a hole in its flat."""
    thick, radius, _ = sheet(random)
    width = 40.0
    whole, marks = strip((40.0, 30.0), ((90.0, radius),), thick, width)
    off = radius + thick
    moved = [tuple((x, 5.0, z) for x, _, z in mark) for mark in marks]
    truth = bends(((90.0, radius),), moved, thick, width)
    window = bar(38, 42 + off, 15, 25, -2, 2 + off)
    hole = expect(Kind.HOLE, wall(15, 20, thick / 2, 4), diameter_mm=8.0, depth_mm=thick, through=True)
    return (
        Drawn(
            label="pierced",
            shape=draw.cut(whole, window),
            expected=truth,
            complete=ALL_BUT_FLAT - {str(Kind.SLOT), str(Kind.POCKET)},
        ),
        Drawn(
            label="not pierced",
            shape=draw.cut(whole, drilled(8, thick + 5, (15, 20, thick))),
            expected=(*bends(((90.0, radius),), marks, thick, width), hole),
        ),
    )


FAMILIES: tuple[Family, ...] = (once, channel, hat, hem, relieved, pierced)
