"""Holes of every make, each with a twin that has none or another one."""

import math
from random import Random

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import CLEAR, base, wall
from tests.support.generated.truth import Drawn, Expected, Family, between, expect
from tests.support.parts_holes import drilled, sink, tip_length


def simple_through(random: Random) -> tuple[Drawn, ...]:
    """Drill a block through; the twin has a stud of that size instead."""
    d, h = between(random, 3, 16), between(random, 8, 40)
    x, y = between(random, -15, 15), between(random, -6, 6)
    block = base(60, 40, h)
    hole = expect(
        Kind.HOLE, wall(x, y, h / 2, d / 2), diameter_mm=d, depth_mm=h, through=True, hole_type="simple"
    )
    stud = draw.fuse(block, draw.cylinder(d / 2, d, (x, y, h)))
    boss = expect(Kind.BOSS, wall(x, y, h + d / 2, d / 2), diameter_mm=d, height_mm=d)
    return (
        Drawn(
            label="through",
            shape=draw.cut(block, drilled(d, h + CLEAR, (x, y, h))),
            expected=(hole,),
        ),
        Drawn(label="not a hole but a stud", shape=stud, expected=(boss,)),
    )


def blind_flat(random: Random) -> tuple[Drawn, ...]:
    """Drill a flat-bottomed hole; the twin is closed at both ends, a void."""
    d, depth, h = between(random, 3, 14), between(random, 4, 20), 30.0
    block = base(50, 50, h)
    hole = expect(
        Kind.HOLE,
        wall(0, 0, h - depth / 2, d / 2),
        (0, 0, h - depth),
        diameter_mm=d,
        depth_mm=depth,
        through=False,
        end="flat",
        hole_type="simple",
    )
    void = draw.cylinder(d / 2, depth, (0, 0, h - depth - 3))
    return (
        Drawn(label="blind", shape=draw.cut(block, drilled(d, depth, (0, 0, h))), expected=(hole,)),
        Drawn(label="not a hole but a void", shape=draw.cut(block, void)),
    )


def blind_drilled(random: Random) -> tuple[Drawn, ...]:
    """Drill with a tip; the twin is drilled through."""
    d, depth, h = between(random, 3, 10), between(random, 6, 20), 32.0
    tip = random.choice((90.0, 118.0, 135.0, 140.0))
    block = base(50, 40, h)
    size = {"diameter_mm": d, "hole_type": "simple"}
    at = wall(0, 0, h - depth / 2, d / 2)
    blind = expect(
        Kind.HOLE,
        at,
        (d / 8, 0, h - depth - 0.75 * tip_length(d, tip)),
        **size,
        depth_mm=depth,
        through=False,
        end="conical",
    )
    through = expect(Kind.HOLE, at, **size, depth_mm=h, through=True, end="open")
    return (
        Drawn(
            label="drilled", shape=draw.cut(block, drilled(d, depth, (0, 0, h), tip=tip)), expected=(blind,)
        ),
        Drawn(
            label="not blind but through",
            shape=draw.cut(block, drilled(d, h + CLEAR, (0, 0, h))),
            expected=(through,),
        ),
    )


def counterbored(random: Random) -> tuple[Drawn, ...]:
    """Counterbore a through hole; the twin's wide part is off its axis, a hole by itself."""
    d, h = between(random, 3, 9), between(random, 14, 30)
    wide, deep = round(1.8 * d, 2), between(random, 3, 8)
    block = draw.cut(base(60, 40, h), drilled(d, h + CLEAR, (0, 0, h)))
    one = expect(
        Kind.HOLE,
        wall(0, 0, (h - deep) / 2, d / 2),
        wall(0, 0, h - deep / 2, wide / 2),
        (0.7 * d, 0, h - deep),
        diameter_mm=d,
        depth_mm=h,
        through=True,
        hole_type="counterbore",
        stages=(("cylinder", wide, deep, 0.0), ("cylinder", d, h - deep, 0.0)),
    )
    apart = 2.0 * wide
    two = (
        expect(Kind.HOLE, wall(0, 0, h / 2, d / 2), diameter_mm=d, depth_mm=h, hole_type="simple"),
        expect(
            Kind.HOLE, wall(apart, 0, h - deep / 2, wide / 2), diameter_mm=wide, depth_mm=deep, end="flat"
        ),
    )
    if apart + wide / 2 > 28:
        apart = 28 - wide / 2
        two = (two[0], expect(Kind.HOLE, wall(apart, 0, h - deep / 2, wide / 2), diameter_mm=wide))
    return (
        Drawn(label="counterbored", shape=draw.cut(block, drilled(wide, deep, (0, 0, h))), expected=(one,)),
        Drawn(
            label="not a counterbore but two holes",
            shape=draw.cut(block, drilled(wide, deep, (apart, 0, h))),
            expected=two,
        ),
    )


def countersunk(random: Random) -> tuple[Drawn, ...]:
    """Countersink a through hole; the twin has the plain hole."""
    d, h = between(random, 3, 8), between(random, 12, 25)
    wide, angle = round(2.1 * d, 2), random.choice((82.0, 90.0, 120.0))
    block = draw.cut(base(50, 40, h), drilled(d, h + CLEAR, (0, 0, h)))
    deep = (wide - d) / 2 / math.tan(math.radians(angle / 2))
    at = wall(0, 0, (h - deep) / 2, d / 2)
    sunk = expect(
        Kind.HOLE,
        at,
        wall(0, 0, h - deep / 2, (d + wide) / 4),
        diameter_mm=d,
        depth_mm=h,
        through=True,
        hole_type="countersink",
    )
    plain = expect(Kind.HOLE, at, diameter_mm=d, depth_mm=h, hole_type="simple")
    return (
        Drawn(label="countersunk", shape=draw.cut(block, sink(wide, d, angle, (0, 0, h))), expected=(sunk,)),
        Drawn(label="not sunk", shape=block, expected=(plain,)),
    )


def stepped(random: Random) -> tuple[Drawn, ...]:
    """Step a blind hole three times; the twin lacks the middle step."""
    d = between(random, 3, 6)
    diameters = (d, round(1.5 * d, 2), round(2.2 * d, 2))
    depths = (24.0, between(random, 12, 16), between(random, 3, 7))
    block = base(50, 40, 36)
    tools = [drilled(a, b, (0, 0, 36)) for a, b in zip(diameters, depths, strict=True)]

    def hole(used: tuple[int, ...], hole_type: str) -> Expected:
        ends = [depths[i] for i in used]
        starts = [*ends[1:], 0.0]
        stages = [("cylinder", diameters[i], e - s, 0.0) for i, e, s in zip(used, ends, starts, strict=True)]
        middles = [
            wall(0, 0, 36 - (e + s) / 2, diameters[i] / 2) for i, e, s in zip(used, ends, starts, strict=True)
        ]
        return expect(
            Kind.HOLE,
            *middles,
            diameter_mm=d,
            depth_mm=24.0,
            through=False,
            end="flat",
            hole_type=hole_type,
            stages=tuple(reversed(stages)),
        )

    return (
        Drawn(label="stepped", shape=draw.cut(block, *tools), expected=(hole((0, 1, 2), "stepped"),)),
        Drawn(
            label="not of three steps",
            shape=draw.cut(block, tools[0], tools[2]),
            expected=(hole((0, 2), "counterbore"),),
        ),
    )


def crossing(random: Random) -> tuple[Drawn, ...]:
    """Drill two holes across each other; in the twin the second runs clear of the first."""
    big, small = between(random, 8, 12), between(random, 3, 6)
    block = draw.cut(base(50, 40, 30), drilled(big, 40, (0, 0, 30)))
    upright = expect(Kind.HOLE, wall(0, 0, 27, big / 2), diameter_mm=big, depth_mm=30.0, through=True)

    def across(y: float) -> Drawn:
        tool = draw.cylinder(small / 2, 60, (-30, y, 13), draw.X)
        at = tuple((x, y + small / 2 * math.cos(0.7), 13 + small / 2 * math.sin(0.7)) for x in (-22.0, 22.0))
        hole = expect(Kind.HOLE, *at, diameter_mm=small, depth_mm=50.0, through=True)
        label = "crossing" if y == 0 else "not crossing"
        return Drawn(label=label, shape=draw.cut(block, tool), expected=(upright, hole))

    return across(0.0), across(14.0)


def on_round_stock(random: Random) -> tuple[Drawn, ...]:
    """Drill a shaft across; the twin is the plain shaft."""
    radius, d, length = between(random, 8, 18), between(random, 2, 6), 60.0
    shaft = draw.cylinder(radius, length)
    at = (0.6 * radius, d / 2 * math.cos(0.7), 30 + d / 2 * math.sin(0.7))
    hole = expect(Kind.HOLE, at, diameter_mm=d, depth_mm=2 * radius, through=True)
    tool = draw.cylinder(d / 2, 4 * radius, (-2 * radius, 0, 30), draw.X)
    return (
        Drawn(label="across a shaft", shape=draw.cut(shaft, tool), expected=(hole,)),
        Drawn(label="not drilled", shape=shaft),
    )


def on_slanted_face(random: Random) -> tuple[Drawn, ...]:
    """Drill into a slanted face along z; the twin's tool stops above the face."""
    d, slope = between(random, 3, 8), between(random, 8, 25)
    rise = math.tan(math.radians(slope))
    block = draw.prism(
        [(-30, -20, 0), (30, -20, 0), (30, -20, 20 + 30 * rise), (-30, -20, 20 - 30 * rise)], (0, 40, 0)
    )
    bottom = 4.0
    hole = expect(
        Kind.HOLE,
        wall(0, 0, 8, d / 2),
        (0, 0, bottom),
        diameter_mm=d,
        depth_mm=20 + d / 2 * rise - bottom,
        through=False,
        end="flat",
    )
    return (
        Drawn(
            label="slanted entry",
            shape=draw.cut(block, draw.cylinder(d / 2, 60, (0, 0, bottom))),
            expected=(hole,),
        ),
        Drawn(label="not reached", shape=block),
    )


def at_the_border(random: Random) -> tuple[Drawn, ...]:
    """Drill so near the border that the bore breaks out; in the twin it stays inside."""
    d, h = between(random, 6, 14), between(random, 10, 25)
    block = base(60, 40, h)
    off = 0.55 * d / 2

    def bored(y: float, label: str) -> Drawn:
        hole = expect(
            Kind.HOLE,
            (0.0, y - d / 2 + 0.0, h / 2),
            diameter_mm=d,
            depth_mm=h,
            through=True,
            hole_type="simple",
        )
        return Drawn(label=label, shape=draw.cut(block, drilled(d, h + CLEAR, (0, y, h))), expected=(hole,))

    return bored(20 - off, "broken out"), bored(20 - d, "not broken out")


def pattern(random: Random) -> tuple[Drawn, ...]:
    """Drill a plate full of holes of one size."""
    d, h, n = between(random, 2.5, 5), between(random, 4, 12), random.randint(3, 6)
    block = base(12.0 * n, 24, h)
    at = [(12.0 * (i - (n - 1) / 2), y) for i in range(n) for y in (-6.0, 6.0)]
    tools = [drilled(d, h + CLEAR, (x, y, h)) for x, y in at]
    holes = tuple(
        expect(Kind.HOLE, wall(x, y, h / 2, d / 2), diameter_mm=d, depth_mm=h, through=True) for x, y in at
    )
    return (Drawn(label="pattern", shape=draw.cut(block, *tools), expected=holes),)


FAMILIES: tuple[Family, ...] = (
    simple_through,
    blind_flat,
    blind_drilled,
    counterbored,
    countersunk,
    stepped,
    crossing,
    on_round_stock,
    on_slanted_face,
    at_the_border,
    pattern,
)
