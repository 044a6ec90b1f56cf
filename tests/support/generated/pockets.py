"""Pockets of every make, and recesses that are none."""

import math
from random import Random

from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import (
    CLEAR,
    bar,
    base,
    frustum,
    middles,
    on_blend,
    polygon,
    rounded,
    upright,
    wall,
)
from tests.support.generated.truth import Drawn, Family, between, expect
from tests.support.parts_holes import drilled

TOP = 30.0


def block() -> TopoDS_Shape:
    """Draw the block pockets are cut into: 90 x 64, its top at z = `TOP`."""
    return base(90, 64, TOP)


def sizes(random: Random) -> tuple[float, float, float]:
    """Draw length, width and depth."""
    return between(random, 36, 60), between(random, 20, 34), between(random, 6, 18)


def box(length: float, width: float, depth: float) -> TopoDS_Shape:
    """Draw the tool of a rectangular pocket in the block's middle."""
    return bar(-length / 2, length / 2, -width / 2, width / 2, TOP - depth, TOP + CLEAR)


def four_walls(length: float, width: float, z: float) -> list[tuple[float, float, float]]:
    """Return a point on each wall of a rectangular pocket."""
    return [(1.5, width / 2, z), (1.5, -width / 2, z), (length / 2, 1.5, z), (-length / 2, 1.5, z)]


def rectangular(random: Random) -> tuple[Drawn, ...]:
    """Mill a rectangular pocket; the twin stands out: a pad."""
    length, width, depth = sizes(random)
    pocket = expect(
        Kind.POCKET,
        *four_walls(length, width, TOP - depth / 2),
        (1, 1, TOP - depth),
        depth_mm=depth,
        width_mm=width,
        length_mm=length,
        min_internal_radius_mm=0.0,
        open_sides=0,
        through=False,
        n_sub_features=0,
    )
    pad = expect(
        Kind.PROTRUSION,
        *four_walls(length, width, TOP + depth / 2),
        (1, 1, TOP + depth),
        height_mm=depth,
        width_mm=width,
        length_mm=length,
    )
    out = draw.fuse(block(), bar(-length / 2, length / 2, -width / 2, width / 2, TOP, TOP + depth))
    return (
        Drawn(label="rectangular", shape=draw.cut(block(), box(length, width, depth)), expected=(pocket,)),
        Drawn(label="not in but out", shape=out, expected=(pad,)),
    )


def polygonal(random: Random) -> tuple[Drawn, ...]:
    """Mill a pocket of three, five or six sides; the twin is round: a hole."""
    sides, radius, depth = random.choice((3, 5, 6)), between(random, 12, 20), between(random, 6, 16)
    outline = polygon(sides, radius, 0.3)
    size = {"depth_mm": depth, "open_sides": 0, "through": False, "min_internal_radius_mm": 0.0}
    if sides == 6:  # the smallest rectangle lies on two of its sides
        size |= {"width_mm": math.sqrt(3) * radius, "length_mm": 2 * radius}
    pocket = expect(Kind.POCKET, *middles(outline, TOP - depth / 2), (1, 1, TOP - depth), **size)
    hole = expect(
        Kind.HOLE, wall(0, 0, TOP - depth / 2, radius), diameter_mm=2 * radius, depth_mm=depth, end="flat"
    )
    return (
        Drawn(
            label="polygonal",
            shape=draw.cut(block(), upright(outline, TOP - depth, TOP + 1)),
            expected=(pocket,),
        ),
        Drawn(
            label="not cornered",
            shape=draw.cut(block(), drilled(2 * radius, depth, (0, 0, TOP))),
            expected=(hole,),
        ),
    )


def outlined(random: Random) -> tuple[Drawn, ...]:
    """Mill a pocket of an L's outline; the twin is milled through: a window."""
    a, b, depth = between(random, 14, 20), between(random, 12, 18), between(random, 6, 16)
    outline = [
        (-30.0, -20.0),
        (30.0, -20.0),
        (30.0, -20.0 + b),
        (-30.0 + a, -20.0 + b),
        (-30.0 + a, 22.0),
        (-30.0, 22.0),
    ]
    low = TOP - depth
    pocket = expect(
        Kind.POCKET,
        *middles(outline, TOP - depth / 2),
        (-28, -18, low),
        depth_mm=depth,
        width_mm=42.0,
        length_mm=60.0,
        open_sides=0,
        through=False,
    )
    window = expect(
        Kind.POCKET, *middles(outline, TOP / 2), depth_mm=TOP, width_mm=42.0, length_mm=60.0, through=True
    )
    return (
        Drawn(label="outline", shape=draw.cut(block(), upright(outline, low, TOP + 1)), expected=(pocket,)),
        Drawn(
            label="not floored", shape=draw.cut(block(), upright(outline, -1, TOP + 1)), expected=(window,)
        ),
    )


def open_side(random: Random) -> tuple[Drawn, ...]:
    """Mill a wide recess in from one side; the twin is a slot, three times as long as wide."""
    wide, run, depth = between(random, 30, 40), between(random, 14, 24), between(random, 5, 10)
    low, mid = TOP - depth, TOP - depth / 2
    pocket = expect(
        Kind.POCKET,
        (45 - run, 2, mid),
        (45 - run / 2, wide / 2, mid),
        (45 - run / 2, -wide / 2, mid),
        (45 - run / 2, 2, low),
        depth_mm=depth,
        width_mm=run,
        length_mm=wide,
        open_sides=1,
        through=False,
    )
    narrow = depth
    slot = expect(
        Kind.SLOT,
        (40, narrow / 2, mid),
        (40, -narrow / 2, mid),
        width_mm=narrow,
        length_mm=3 * narrow,
        open_ends=1,
    )
    return (
        Drawn(
            label="one side open",
            shape=draw.cut(block(), bar(45 - run, 46, -wide / 2, wide / 2, low, 40)),
            expected=(pocket,),
        ),
        Drawn(
            label="not wide",
            shape=draw.cut(block(), bar(45 - 3 * narrow, 46, -narrow / 2, narrow / 2, low, 40)),
            expected=(slot,),
        ),
    )


def window(random: Random) -> tuple[Drawn, ...]:
    """Cut a rectangular window; the twin is cut in from the border: no window any more, a notch."""
    length, width, _ = sizes(random)
    high = between(random, 5, 12)
    plate = base(90, 64, high)
    pocket = expect(
        Kind.POCKET,
        *four_walls(length, width, high / 2),
        depth_mm=high,
        width_mm=width,
        length_mm=length,
        min_internal_radius_mm=0.0,
        through=True,
        open_sides=0,
    )
    tool = bar(-length / 2, length / 2, -width / 2, width / 2, -1, high + 1)
    return (
        Drawn(label="window", shape=draw.cut(plate, tool), expected=(pocket,)),
        Drawn(
            label="not floored by it",
            shape=draw.cut(base(90, 64, high + 8), draw.moved(tool, (0, 0, 8)), bar(-5, 5, -5, 5, -2, 9)),
            expected=(
                expect(
                    Kind.POCKET, *four_walls(length, width, 8 + high / 2), through=False, n_sub_features=1
                ),
                expect(
                    Kind.POCKET, (5, 1, 3), (-5, 1, 3), (1, 5, 3), (1, -5, 3), through=True, width_mm=10.0
                ),
            ),
        )
        if length > 12
        else Drawn(label="not cut", shape=plate),
    )


def nested(random: Random) -> tuple[Drawn, ...]:
    """Mill a pocket into a pocket's floor: two. The twin's second lies beside the first."""
    length, width, depth = between(random, 40, 50), between(random, 24, 30), between(random, 5, 9)
    deeper = between(random, 4, 9)
    low = TOP - depth
    outer_walls = four_walls(length, width, TOP - depth / 2)
    size = {"depth_mm": depth, "width_mm": width, "length_mm": length}
    inner = expect(
        Kind.POCKET,
        *four_walls(16, 12, low - deeper / 2),
        (1, 1, low - deeper),
        depth_mm=deeper,
        width_mm=12.0,
        length_mm=16.0,
    )
    outer = expect(Kind.POCKET, *outer_walls, (0.4 * length, 1, low), **size, n_sub_features=1)
    plain = expect(Kind.POCKET, *outer_walls, (0.4 * length, 1, low), **size, n_sub_features=0)
    body = draw.cut(block(), box(length, width, depth))
    return (
        Drawn(
            label="nested",
            shape=draw.cut(body, bar(-8, 8, -6, 6, low - deeper, TOP)),
            expected=(outer, inner),
        ),
        Drawn(label="not nested", shape=body, expected=(plain,)),
    )


def island(random: Random) -> tuple[Drawn, ...]:
    """Leave a round island in a pocket; the twin's is cut away."""
    length, width, depth = between(random, 44, 60), between(random, 26, 34), between(random, 8, 14)
    d = between(random, 6, 10)
    h = round(0.6 * depth, 2)
    low = TOP - depth
    body = draw.cut(block(), box(length, width, depth))
    walls = four_walls(length, width, TOP - depth / 2)
    size = {"depth_mm": depth, "width_mm": width, "length_mm": length, "open_sides": 0}
    pocket = expect(Kind.POCKET, *walls, (0.4 * length, 1, low), **size, n_sub_features=1)
    boss = expect(Kind.BOSS, wall(3, 2, low + h / 2, d / 2), diameter_mm=d, height_mm=h)
    bare = expect(Kind.POCKET, *walls, (0.4 * length, 1, low), **size, n_sub_features=0)
    return (
        Drawn(
            label="island",
            shape=draw.fuse(body, draw.cylinder(d / 2, h, (3, 2, low))),
            expected=(pocket, boss),
        ),
        Drawn(label="not an island", shape=body, expected=(bare,)),
    )


def filleted(random: Random) -> tuple[Drawn, ...]:
    """Mill a pocket with round corners and a filleted floor; the twin has sharp ones."""
    length, width, depth = sizes(random)
    corner, foot = between(random, 4, 8), between(random, 1, 3)
    x, y, low = length / 2, width / 2, TOP - depth
    tool = rounded(box(length, width, depth), corner, x, y, low + (depth + CLEAR) / 2)
    tool = draw.fillet(tool, foot, (0, -y, low))
    size = {"depth_mm": depth, "width_mm": width, "length_mm": length, "open_sides": 0, "through": False}
    walls = (*four_walls(length, width, TOP - depth / 3), (1, 1, low))
    corners = tuple(
        expect(
            Kind.FILLET,
            on_blend((sx * x, sy * y, TOP - depth / 3), corner, ((-sx, 0, 0), (0, -sy, 0))),
            radius_mm=corner,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    ring = expect(Kind.FILLET, on_blend((1, y, low), foot, ((0, -1, 0), (0, 0, 1))), radius_mm=foot)
    return (
        Drawn(
            label="filleted",
            shape=draw.cut(block(), tool),
            expected=(expect(Kind.POCKET, *walls, **size, min_internal_radius_mm=corner), *corners, ring),
        ),
        Drawn(
            label="not filleted",
            shape=draw.cut(block(), box(length, width, depth)),
            expected=(expect(Kind.POCKET, *walls, **size, min_internal_radius_mm=0.0),),
        ),
    )


def drafted(random: Random) -> tuple[Drawn, ...]:
    """Cast a pocket with leaning walls, as large as at its mouth; the twin's stand out."""
    length, width, depth = sizes(random)
    lean = between(random, 0.5, 5)
    off = depth / 2 * math.tan(math.radians(lean))
    tool = draw.mirrored(frustum(length, width, 0, depth, lean), draw.Z)
    walls = four_walls(length - 2 * off, width - 2 * off, TOP - depth / 2)
    pocket = expect(
        Kind.POCKET,
        *walls,
        (1, 1, TOP - depth),
        depth_mm=depth,
        width_mm=width,
        length_mm=length,
        open_sides=0,
        through=False,
    )
    out = [(x, y, TOP + depth / 2) for x, y, _ in walls]
    pad = expect(Kind.PROTRUSION, *out, (1, 1, TOP + depth), height_mm=depth)
    return (
        Drawn(label="drafted", shape=draw.cut(block(), draw.moved(tool, (0, 0, TOP))), expected=(pocket,)),
        Drawn(
            label="not in but out",
            shape=draw.fuse(block(), frustum(length, width, TOP, TOP + depth, lean)),
            expected=(pad,),
        ),
    )


def drilled_floor(random: Random) -> tuple[Drawn, ...]:
    """Drill a pocket's floor through; the twin is drilled from the block's top, without a pocket."""
    length, width, depth = between(random, 44, 60), between(random, 24, 34), between(random, 8, 16)
    n, d = random.randint(1, 3), between(random, 4, 7)
    spots = [(14.0 * (i - (n - 1) / 2), 1.0) for i in range(n)]
    low = TOP - depth
    body = draw.cut(block(), box(length, width, depth))
    pocket = expect(
        Kind.POCKET,
        *four_walls(length, width, TOP - depth / 2),
        (0.45 * length, 9, low),
        depth_mm=depth,
        width_mm=width,
        length_mm=length,
        n_sub_features=n,
    )

    def holes(deep: float) -> tuple:
        return tuple(
            expect(Kind.HOLE, wall(x, y, low / 2, d / 2), diameter_mm=d, depth_mm=deep, through=True)
            for x, y in spots
        )

    tools = [drilled(d, TOP + CLEAR, (x, y, TOP)) for x, y in spots]
    return (
        Drawn(label="drilled floor", shape=draw.cut(body, *tools), expected=(pocket, *holes(low))),
        Drawn(label="not milled", shape=draw.cut(block(), *tools), expected=holes(TOP)),
    )


def steps(random: Random) -> tuple[Drawn, ...]:
    """Mill a pocket near a corner; the twins run out at one side, and at two: a step and a corner step."""
    depth, size = between(random, 5, 12), between(random, 14, 22)
    low = TOP - depth
    mid = TOP - depth / 2

    def milled(x1: float, y0: float, y1: float) -> TopoDS_Shape:
        return draw.cut(block(), bar(20, x1, y0, y1, low, 40))

    pocket = expect(
        Kind.POCKET,
        (20, 14, mid),
        (40, 14, mid),
        (30, 10, mid),
        (30, 10 + size - 4, mid),
        (30, 12, low),
        depth_mm=depth,
        open_sides=0,
    )
    return (
        Drawn(label="closed", shape=milled(40, 10, 10 + size - 4), expected=(pocket,)),
        Drawn(label="not closed but a corner step", shape=milled(46, 10, 33)),
        Drawn(label="not closed but a step", shape=milled(46, -33, 33)),
    )


FAMILIES: tuple[Family, ...] = (
    rectangular,
    polygonal,
    outlined,
    open_side,
    window,
    nested,
    island,
    filleted,
    drafted,
    drilled_floor,
    steps,
)
