"""Parts as they come: several kinds of features on one body."""

import math
from random import Random

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.bends import bends, strip
from tests.support.generated.shapes import CLEAR, bar, base, on_blend, rounded, wall
from tests.support.generated.truth import Drawn, Family, between, expect
from tests.support.parts_holes import drilled, stadium


def bracket(random: Random) -> tuple[Drawn, ...]:
    """Draw a bearing bracket: counterbored holes, a bored boss and a rib; the twin has no rib."""
    d, wide = between(random, 5, 7), between(random, 10, 13)
    boss, bore, h = between(random, 22, 28), between(random, 10, 14), between(random, 18, 26)
    plate = rounded(base(110, 70, 14), 8, 55, 35, 7)
    spots = [(x, y) for x in (-44, 44) for y in (-24, 24)]
    body = draw.fuse(plate, draw.cylinder(boss / 2, h, (-10, 0, 14)))
    tools = [tool for x, y in spots for tool in (drilled(d, 30, (x, y, 14)), drilled(wide, 6, (x, y, 14)))]
    tools.append(drilled(bore, h + 30, (-10, 0, 14 + h)))
    holes = [
        expect(
            Kind.HOLE,
            wall(x, y, 4, d / 2),
            wall(x, y, 11, wide / 2),
            diameter_mm=d,
            depth_mm=14.0,
            hole_type="counterbore",
        )
        for x, y in spots
    ]
    holes.append(
        expect(Kind.HOLE, wall(-10, 0, 20, bore / 2), diameter_mm=bore, depth_mm=14 + h, through=True)
    )
    corners = [
        expect(Kind.ROUND, on_blend((sx * 55, sy * 35, 7), 8, ((-sx, 0, 0), (0, -sy, 0))), radius_mm=8.0)
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    stand = expect(Kind.BOSS, wall(-10, 0, 14 + 0.7 * h, boss / 2), diameter_mm=boss, height_mm=h)
    t = between(random, 3, 4)
    high = round(0.6 * h, 2)
    rib = bar(-10, 30, -t / 2, t / 2, 14, 14 + high)
    fin = expect(Kind.FIN, *((20, s * t / 2, 14 + high / 2) for s in (-1, 1)), thickness_mm=t, height_mm=high)
    return (
        Drawn(
            label="bracket",
            shape=draw.cut(draw.fuse(body, rib), *tools),
            expected=(*holes, *corners, stand, fin),
        ),
        Drawn(label="not ribbed", shape=draw.cut(body, *tools), expected=(*holes, *corners, stand)),
    )


def housing(random: Random) -> tuple[Drawn, ...]:
    """Draw a milled housing: a filleted cavity with screw bosses, and flange holes; the twin is solid."""
    corner, foot = between(random, 6, 9), between(random, 1, 2)
    depth, h, d = between(random, 22, 28), between(random, 8, 12), between(random, 9, 12)
    block = base(110, 80, 36)
    low = 36 - depth
    tool = rounded(bar(-42, 42, -27, 27, low, 41), corner, 42, 27, low + (depth + 5) / 2)
    cavity = draw.fillet(tool, foot, (0, -27, low))
    spots = [(-18.0, 3.0), (18.0, -3.0)]
    body = draw.fuse(draw.cut(block, cavity), *(draw.cylinder(d / 2, h, (x, y, low)) for x, y in spots))
    bores = [drilled(3.3, 0.8 * h, (x, y, low + h)) for x, y in spots]
    flange = [(x, y) for x in (-49, 49) for y in (-34, 34)]
    drills = [drilled(5.5, 36 + CLEAR, (x, y, 36)) for x, y in flange]
    holes = [
        expect(Kind.HOLE, wall(x, y, 18, 2.75), diameter_mm=5.5, depth_mm=36.0, through=True)
        for x, y in flange
    ]
    inside = [
        *(
            expect(Kind.HOLE, wall(x, y, low + 0.6 * h, 1.65), diameter_mm=3.3, depth_mm=0.8 * h)
            for x, y in spots
        ),
        *(expect(Kind.BOSS, wall(x, y, low + h / 2, d / 2), diameter_mm=d, height_mm=h) for x, y in spots),
        *(
            expect(
                Kind.FILLET,
                on_blend((sx * 42, sy * 27, 36 - depth / 3), corner, ((-sx, 0, 0), (0, -sy, 0))),
                radius_mm=corner,
            )
            for sx in (-1, 1)
            for sy in (-1, 1)
        ),
        expect(Kind.FILLET, on_blend((1, 27, low), foot, ((0, -1, 0), (0, 0, 1))), radius_mm=foot),
    ]
    pocket = expect(
        Kind.POCKET,
        (1, 27, 36 - depth / 3),
        (1, -27, 36 - depth / 3),
        (42, 1, 36 - depth / 3),
        (-42, 1, 36 - depth / 3),
        (0.5, 15, low),
        depth_mm=depth,
        width_mm=54.0,
        length_mm=84.0,
        min_internal_radius_mm=corner,
        open_sides=0,
    )
    return (
        Drawn(label="housing", shape=draw.cut(body, *bores, *drills), expected=(*holes, *inside, pocket)),
        Drawn(label="not hollow", shape=draw.cut(block, *drills), expected=tuple(holes)),
    )


def shaft(random: Random) -> tuple[Drawn, ...]:
    """Turn a shaft with a ring groove, a keyway, a cross hole and a center hole; the twin is plain."""
    a, b = between(random, 24, 28), between(random, 16, 20)
    body = draw.fuse(
        draw.cylinder(a / 2, 60, (0, 0, 0), draw.X), draw.cylinder(b / 2, 50, (60, 0, 0), draw.X)
    )
    w, d = between(random, 1.5, 2.5), between(random, 1, 1.8)
    ring = draw.cut(draw.cylinder(b, w, (95, 0, 0), draw.X), draw.cylinder(b / 2 - d, w, (95, 0, 0), draw.X))
    key, low = between(random, 5, 6.5), a / 2 - 4
    cross = between(random, 3, 5)
    shape = draw.cut(
        body,
        ring,
        stadium(key, 20, 4, (30, 0, a / 2)),
        draw.cylinder(cross / 2, 60, (80, 0, -30), draw.Z),
        draw.cylinder(3, 15, (0, 0, 0), draw.X),
    )
    turn = 0.9
    y, z = math.cos(turn), math.sin(turn)
    expected = (
        expect(
            Kind.SLOT,
            (95, (b / 2 - d / 2) * y, (b / 2 - d / 2) * z),
            (95 + w, (b / 2 - d / 2) * y, (b / 2 - d / 2) * z),
            width_mm=w,
            depth_mm=d,
        ),
        expect(
            Kind.SLOT,
            (30.3, key / 2, low + 1),
            (30.3, -key / 2, low + 1),
            (30.3, 0, low),
            width_mm=key,
            length_mm=20 + key,
            through=False,
        ),
        expect(
            Kind.HOLE,
            (80 + cross / 2 * math.cos(0.7), cross / 2 * math.sin(0.7), b / 4),
            diameter_mm=cross,
            depth_mm=b,
            through=True,
        ),
        expect(Kind.HOLE, (7, 3 * y, 3 * z), diameter_mm=6.0, depth_mm=15.0, through=False),
    )
    journal = expect(Kind.BOSS, (70, b / 2 * y, b / 2 * z), diameter_mm=b, height_mm=50.0)
    return (
        Drawn(label="shaft", shape=shape, expected=(*expected, journal)),
        Drawn(label="not cut", shape=body, expected=(journal,)),
    )


def sheet_part(random: Random) -> tuple[Drawn, ...]:
    """Draw a bent angle with a round and a long hole; the twin has none."""
    thick, radius, width = random.choice((1.0, 1.5, 2.0)), between(random, 1, 4), 40.0
    whole, marks = strip((50.0, 35.0), ((90.0, radius),), thick, width)
    bend = bends(((90.0, radius),), marks, thick, width)
    d, w = between(random, 4, 8), between(random, 4, 7)
    body = draw.cut(whole, drilled(d, thick + 5, (12, 10, thick)), stadium(w, 12, thick + 1, (25, 28, thick)))
    hole = expect(Kind.HOLE, wall(12, 10, thick / 2, d / 2), diameter_mm=d, depth_mm=thick, through=True)
    slot = expect(
        Kind.SLOT,
        (25.3, 28 - w / 2, thick / 2),
        (25.3, 28 + w / 2, thick / 2),
        width_mm=w,
        length_mm=12 + w,
        through=True,
    )
    return (
        Drawn(label="pierced angle", shape=body, expected=(*bend, hole, slot)),
        Drawn(label="not pierced", shape=whole, expected=bend),
    )


def manifold(random: Random) -> tuple[Drawn, ...]:
    """Drill a block from three sides: bores that meet, bores that cross, one that is counterbored."""
    a, b, c = between(random, 9, 12), between(random, 6, 8), between(random, 4, 5)
    wide, deep = between(random, 18, 22), between(random, 5, 8)
    block = base(80, 60, 50)
    shape = draw.cut(
        block,
        draw.cylinder(a / 2, 90, (-45, 0, 25), draw.X),
        drilled(b, 25, (20, 0, 50)),  # from the top into the long bore
        draw.cylinder(c / 2, 70, (-18, -35, 25), draw.Y),  # across it
        drilled(wide, deep, (-18, 14, 50)),
    )
    turn = 0.8
    y, z = math.cos(turn), math.sin(turn)
    long = expect(Kind.HOLE, (-30, a / 2 * y, 25 + a / 2 * z), diameter_mm=a, depth_mm=80.0, through=True)
    cross = expect(
        Kind.HOLE,
        *((-18 + c / 2 * y, at, 25 + c / 2 * z) for at in (-20, 20)),
        diameter_mm=c,
        depth_mm=60.0,
        through=True,
    )
    inlet = expect(Kind.HOLE, wall(20, 0, 40, b / 2), diameter_mm=b, through=True)
    spot = expect(
        Kind.HOLE, wall(-18, 14, 50 - deep / 2, wide / 2), diameter_mm=wide, depth_mm=deep, end="flat"
    )
    return (
        Drawn(label="manifold", shape=shape, expected=(long, cross, inlet, spot)),
        Drawn(label="not drilled", shape=block),
    )


def fixture(random: Random) -> tuple[Drawn, ...]:
    """Draw a fixture plate: two grooves, a pocket, a pad with a bore; the twin is bare."""
    w, d = between(random, 7, 9), between(random, 9, 11)
    low = 30 - d
    plate = base(150, 90, 30)
    pad, h = between(random, 24, 28), between(random, 6, 10)
    body = draw.fuse(plate, bar(40 - pad / 2, 40 + pad / 2, -pad / 2, pad / 2, 30, 30 + h))
    bore = between(random, 8, 12)
    depth = between(random, 10, 14)
    recess = bar(-60, -10, -18, 18, 30 - depth, 40)
    grooves = [bar(-76, 76, s * 34 - w / 2, s * 34 + w / 2, low, 40) for s in (-1, 1)]
    shape = draw.cut(body, *grooves, recess, drilled(bore, 60, (40, 0, 30 + h)))
    slots = [
        expect(
            Kind.SLOT,
            (3, s * 34 - w / 2, 30 - d / 2),
            (3, s * 34 + w / 2, 30 - d / 2),
            (3, s * 34, low),
            width_mm=w,
            depth_mm=d,
            length_mm=150.0,
            open_ends=2,
        )
        for s in (-1, 1)
    ]
    pocket = expect(
        Kind.POCKET,
        (-35, 18, 30 - depth / 2),
        (-35, -18, 30 - depth / 2),
        (-60, 1, 30 - depth / 2),
        (-10, 1, 30 - depth / 2),
        (-35, 1, 30 - depth),
        depth_mm=depth,
        width_mm=36.0,
        length_mm=50.0,
        open_sides=0,
    )
    stand = expect(
        Kind.PROTRUSION,
        (40 - pad / 2, 1, 30 + h / 2),
        (40 + pad / 2, 1, 30 + h / 2),
        height_mm=h,
        width_mm=pad,
        length_mm=pad,
        n_sub_features=1,
    )
    hole = expect(Kind.HOLE, wall(40, 0, 15, bore / 2), diameter_mm=bore, depth_mm=30 + h, through=True)
    return (
        Drawn(label="fixture", shape=shape, expected=(*slots, pocket, stand, hole)),
        Drawn(label="not machined", shape=plate),
    )


FAMILIES: tuple[Family, ...] = (bracket, housing, shaft, sheet_part, manifold, fixture)
