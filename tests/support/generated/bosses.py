"""Bosses of every make, and round things that are none."""

import math
from random import Random

from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import CLEAR, base, upright, wall
from tests.support.generated.truth import ALL_BUT_FLAT, Drawn, Family, between, expect
from tests.support.parts_holes import drilled

PLATE = 10.0
NONE = "none"


def plate() -> TopoDS_Shape:
    """Draw the plate most bosses stand on, its top at z = `PLATE`."""
    return base(70, 60, PLATE)


def cylindrical(random: Random) -> tuple[Drawn, ...]:
    """Stand a cylinder on a plate; the twin is the round end of a lug, flush with its plate."""
    d, h = between(random, 8, 22), between(random, 6, 30)
    x, y = between(random, -15, 15), between(random, -12, 12)
    boss = expect(
        Kind.BOSS,
        wall(x, y, PLATE + h / 2, d / 2),
        (x + d / 8, y, PLATE + h),
        diameter_mm=d,
        height_mm=h,
        base_relief__kind=NONE,
    )
    lug = draw.fuse(draw.box((40, d, 0.4 * d), (-40, -d / 2, 0)), draw.cylinder(d / 2, 0.4 * d))
    return (
        Drawn(
            label="cylinder",
            shape=draw.fuse(plate(), draw.cylinder(d / 2, h, (x, y, PLATE))),
            expected=(boss,),
        ),
        Drawn(label="not a boss but a lug", shape=lug),
    )


def conical(random: Random) -> tuple[Drawn, ...]:
    """Stand a drafted cone on a plate; the twin is sunk into it, a taper hole."""
    d, h, lean = between(random, 14, 24), between(random, 8, 16), between(random, 1, 10)
    top = d / 2 - h * math.tan(math.radians(lean))
    boss = expect(
        Kind.BOSS,
        wall(0, 0, PLATE + h / 2, (d / 2 + top) / 2),
        (top / 4, 0, PLATE + h),
        diameter_mm=d,
        height_mm=h,
    )
    block = base(70, 60, 30)
    sunk = draw.cut(block, draw.cone(top, d / 2, h, (0, 0, 30 - h)))
    hole = expect(Kind.HOLE, wall(0, 0, 30 - h / 2, (d / 2 + top) / 2), depth_mm=h, through=False)
    return (
        Drawn(
            label="cone",
            shape=draw.fuse(plate(), draw.cone(d / 2, top, h, (0, 0, PLATE))),
            expected=(boss,),
        ),
        Drawn(label="not out but in", shape=sunk, expected=(hole,)),
    )


def stepped(random: Random) -> tuple[Drawn, ...]:
    """Stand a narrower cylinder on a wide one: one boss. In the twin it stands off the axis: two."""
    d, h = between(random, 20, 28), between(random, 6, 12)
    narrow, more = round(0.45 * d, 2), between(random, 5, 10)
    low = draw.fuse(plate(), draw.cylinder(d / 2, h, (0, 0, PLATE)))
    top = PLATE + h
    one = expect(
        Kind.BOSS,
        wall(0, 0, PLATE + h / 2, d / 2),
        wall(0, 0, top + more / 2, narrow / 2),
        diameter_mm=d,
        height_mm=h + more,
    )
    off = 0.2 * d
    two = (
        expect(Kind.BOSS, wall(0, 0, PLATE + h / 2, d / 2), diameter_mm=d, height_mm=h),
        expect(Kind.BOSS, wall(off, 0, top + more / 2, narrow / 2), diameter_mm=narrow, height_mm=more),
    )
    return (
        Drawn(
            label="stepped",
            shape=draw.fuse(low, draw.cylinder(narrow / 2, more, (0, 0, top))),
            expected=(one,),
        ),
        Drawn(
            label="not one but two",
            shape=draw.fuse(low, draw.cylinder(narrow / 2, more, (off, 0, top))),
            expected=two,
        ),
    )


def filleted_foot(random: Random) -> tuple[Drawn, ...]:
    """Fillet the foot of a boss; the twin's foot is sharp."""
    d, h, radius = between(random, 12, 24), between(random, 10, 25), between(random, 1, 4)
    body = draw.fuse(plate(), draw.cylinder(d / 2, h, (0, 0, PLATE)))
    at = wall(0, 0, PLATE + (h + radius) / 2, d / 2)
    off = radius * (1 - math.sqrt(0.5))
    soft = expect(
        Kind.BOSS, at, diameter_mm=d, height_mm=h, base_relief__kind="fillet", base_relief__radius_mm=radius
    )
    sharp = expect(
        Kind.BOSS, at, diameter_mm=d, height_mm=h, base_relief__kind=NONE, base_relief__radius_mm=0.0
    )
    ring = expect(Kind.FILLET, wall(0, 0, PLATE + off, d / 2 + off), radius_mm=radius)
    return (
        Drawn(
            label="filleted foot",
            shape=draw.fillet(body, radius, (-d / 2, 0, PLATE)),
            expected=(soft, ring),
        ),
        Drawn(label="not filleted", shape=body, expected=(sharp,)),
    )


def drilled_through(random: Random) -> tuple[Drawn, ...]:
    """Drill a boss through, plate and all; in the twin plate and boss have changed places: a counterbore."""
    d, h, bore = between(random, 14, 22), between(random, 8, 20), between(random, 4, 8)
    top = PLATE + h
    body = draw.fuse(plate(), draw.cylinder(d / 2, h, (0, 0, PLATE)))
    boss = expect(
        Kind.BOSS, wall(0, 0, PLATE + h / 2, d / 2), (0, (d + bore) / 4, top), diameter_mm=d, height_mm=h
    )
    hole = expect(Kind.HOLE, wall(0, 0, top / 2, bore / 2), diameter_mm=bore, depth_mm=top, through=True)
    block = draw.cut(base(70, 60, top), drilled(bore, top + CLEAR, (0, 0, top)), drilled(d, h, (0, 0, top)))
    stepped_hole = expect(
        Kind.HOLE, wall(0, 0, PLATE / 2, bore / 2), diameter_mm=bore, depth_mm=top, hole_type="counterbore"
    )
    return (
        Drawn(
            label="drilled through",
            shape=draw.cut(body, drilled(bore, top + CLEAR, (0, 0, top))),
            expected=(boss, hole),
        ),
        Drawn(label="not out but in", shape=block, expected=(stepped_hole,)),
    )


def drilled_blind(random: Random) -> tuple[Drawn, ...]:
    """Drill a screw boss blind: the hole is the hole's, the boss's top is a ring."""
    d, h = between(random, 9, 14), between(random, 14, 24)
    bore = round(0.4 * d, 2)
    top, deep = PLATE + h, 0.8 * h
    body = draw.fuse(plate(), draw.cylinder(d / 2, h, (5, 4, PLATE)))
    boss = expect(Kind.BOSS, wall(5, 4, PLATE + h / 2, d / 2), diameter_mm=d, height_mm=h)
    hole = expect(
        Kind.HOLE, wall(5, 4, top - deep / 2, bore / 2), diameter_mm=bore, depth_mm=deep, through=False
    )
    return (
        Drawn(
            label="drilled blind",
            shape=draw.cut(body, drilled(bore, deep, (5, 4, top))),
            expected=(boss, hole),
        ),
        Drawn(label="not drilled", shape=body, expected=(boss,)),
    )


def on_a_slant(random: Random) -> tuple[Drawn, ...]:
    """Stand an upright cylinder on a slanted face, from its lowest foot; the twin stops below the face."""
    d, slope, h = between(random, 10, 18), between(random, 5, 20), between(random, 12, 20)
    rise = math.tan(math.radians(slope))
    block = draw.prism(
        [(-35, -30, 0), (35, -30, 0), (35, -30, 20 + 35 * rise), (-35, -30, 20 - 35 * rise)], (0, 60, 0)
    )
    boss = expect(
        Kind.BOSS,
        wall(0, 0, 20 + 0.75 * h, d / 2),
        (1, 1, 20 + h),
        diameter_mm=d,
        height_mm=h + d / 2 * rise,
        shortest_height_mm=h - d / 2 * rise,
    )
    return (
        Drawn(
            label="on a slant",
            shape=draw.fuse(block, draw.cylinder(d / 2, h + 10, (0, 0, 10))),
            expected=(boss,),
        ),
        Drawn(label="not out of it", shape=block),
    )


def tube(random: Random) -> tuple[Drawn, ...]:
    """Stand a ring on a plate, hollow to the plate; the twin is sunk: an island in a groove is no boss."""
    outer, h = between(random, 20, 30), between(random, 6, 14)
    inner = round(0.7 * outer, 2)
    ring = draw.cut(draw.cylinder(outer / 2, h, (0, 0, PLATE)), draw.cylinder(inner / 2, h, (0, 0, PLATE)))
    boss = expect(Kind.BOSS, wall(0, 0, PLATE + h / 2, outer / 2), diameter_mm=outer, height_mm=h)
    hole = expect(
        Kind.HOLE, wall(0, 0, PLATE + h / 2, inner / 2), diameter_mm=inner, depth_mm=h, through=False
    )
    groove = expect(
        Kind.SLOT,
        wall(0, 0, 30 - h / 2, outer / 2),
        wall(0, 0, 30 - h / 2, inner / 2),
        width_mm=(outer - inner) / 2,
        depth_mm=h,
    )
    sunk = draw.cut(base(70, 60, 30), draw.moved(ring, (0, 0, 30 - h - PLATE)))
    return (
        Drawn(label="ring", shape=draw.fuse(plate(), ring), expected=(boss, hole)),
        Drawn(label="not out but in", shape=sunk, expected=(groove,)),
    )


def several(random: Random) -> tuple[Drawn, ...]:
    """Stand four bosses on a plate; the room between them is no slot. The twin has none."""
    d, h = between(random, 7, 11), between(random, 8, 16)
    spots = [(x, y) for x in (-22, 22) for y in (-17, 17)]
    body = draw.fuse(plate(), *(draw.cylinder(d / 2, h, (x, y, PLATE)) for x, y in spots))
    bosses = tuple(
        expect(Kind.BOSS, wall(x, y, PLATE + h / 2, d / 2), diameter_mm=d, height_mm=h) for x, y in spots
    )
    return (
        Drawn(label="four", shape=body, expected=bosses),
        Drawn(label="not one", shape=plate()),
    )


def turned(random: Random) -> tuple[Drawn, ...]:
    """Turn a shaft of three diameters: all but the largest are bosses. The twin is a stud on a plate."""
    a, b, c = between(random, 18, 22), between(random, 13, 16), between(random, 8, 11)
    shaft = draw.fuse(
        draw.cylinder(b / 2, 40), draw.cylinder(a / 2, 60, (0, 0, 40)), draw.cylinder(c / 2, 30, (0, 0, 100))
    )
    square = draw.fuse(
        upright([(-30, -30), (30, -30), (30, 30), (-30, 30)], 0, 10), draw.cylinder(b / 2, 20, (0, 0, 10))
    )
    stud = expect(Kind.BOSS, wall(0, 0, 20, b / 2), diameter_mm=b, height_mm=20.0)
    journals = (
        expect(Kind.BOSS, wall(0, 0, 20, b / 2), diameter_mm=b, height_mm=40.0),
        expect(Kind.BOSS, wall(0, 0, 115, c / 2), diameter_mm=c, height_mm=30.0),
    )
    return (
        Drawn(label="stud on a plate", shape=square, expected=(stud,)),
        Drawn(
            label="not a stud but a shaft",
            shape=shaft,
            expected=journals,
            complete=ALL_BUT_FLAT - {str(Kind.SLOT)},
        ),
    )


FAMILIES: tuple[Family, ...] = (
    cylindrical,
    conical,
    stepped,
    filleted_foot,
    drilled_through,
    drilled_blind,
    on_a_slant,
    tube,
    several,
    turned,
)
