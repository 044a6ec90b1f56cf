"""Slots of every make, and what has two walls that face each other and is none.

Every slot here is at most 1.2 times as wide as deep and at most half as wide as long, so that no limit of
what is still called a slot decides the answer.
"""

import math
from random import Random

from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import CLEAR, bar, base, on_blend, wall
from tests.support.generated.truth import Drawn, Family, between, expect
from tests.support.parts_holes import drilled, stadium

TOP = 25.0


def block() -> TopoDS_Shape:
    """Draw the block slots are cut into: 60 x 40, its top at z = `TOP`."""
    return base(60, 40, TOP)


def sizes(random: Random) -> tuple[float, float]:
    """Draw a width and a depth."""
    width = between(random, 4, 9)
    return width, round(width * random.uniform(0.9, 1.6), 2)


def groove(random: Random) -> tuple[Drawn, ...]:
    """Saw a groove from side to side; the twin has lost one wall: a step."""
    w, d = sizes(random)
    y = between(random, -6, 6)
    low = TOP - d
    slot = expect(
        Kind.SLOT,
        (3, y - w / 2, TOP - d / 2),
        (3, y + w / 2, TOP - d / 2),
        (3, y, low),
        width_mm=w,
        depth_mm=d,
        length_mm=60.0,
        through=False,
        open_ends=2,
    )
    return (
        Drawn(
            label="groove",
            shape=draw.cut(block(), bar(-31, 31, y - w / 2, y + w / 2, low, TOP + 1)),
            expected=(slot,),
        ),
        Drawn(
            label="not a groove but a step",
            shape=draw.cut(block(), bar(-31, 31, y - w / 2, 21, low, TOP + 1)),
        ),
    )


def square_end(random: Random) -> tuple[Drawn, ...]:
    """Mill a slot in from one side; the twin is wider than it runs in: a pocket with one open side."""
    w, d = sizes(random)
    run = round(w * random.uniform(2.2, 3.5), 2)
    low = TOP - d
    slot = expect(
        Kind.SLOT,
        (30 - run / 2, -w / 2, TOP - d / 2),
        (30 - run / 2, w / 2, TOP - d / 2),
        (30 - run / 2, 0, low),
        width_mm=w,
        depth_mm=d,
        length_mm=run,
        through=False,
        open_ends=1,
    )
    wide, short = 30.0, between(random, 10, 16)
    shallow = between(random, 4, 7)
    recess = expect(
        Kind.POCKET,
        (30 - short, 2, TOP - shallow / 2),
        (30 - short / 2, 2, TOP - shallow),
        (30 - short / 2, 15, TOP - shallow / 2),
        depth_mm=shallow,
        open_sides=1,
        through=False,
    )
    return (
        Drawn(
            label="one end open",
            shape=draw.cut(block(), bar(30 - run, 31, -w / 2, w / 2, low, TOP + 1)),
            expected=(slot,),
        ),
        Drawn(
            label="not longer than wide",
            shape=draw.cut(block(), bar(30 - short, 31, -wide / 2, wide / 2, TOP - shallow, TOP + 1)),
            expected=(recess,),
        ),
    )


def round_end(random: Random) -> tuple[Drawn, ...]:
    """Mill a slot in from one side to a round end; the twin is drilled at that end alone."""
    w, d = sizes(random)
    run = round(w * random.uniform(2.5, 3.5), 2)
    center = 30 - run + w / 2
    low = TOP - d
    tool = draw.fuse(
        bar(center, 31, -w / 2, w / 2, low, TOP + 1), draw.cylinder(w / 2, d + 1, (center, 0, low))
    )
    slot = expect(
        Kind.SLOT,
        (24, -w / 2, TOP - d / 2),
        (24, w / 2, TOP - d / 2),
        wall(center, 0, TOP - d / 2, w / 2),
        (24, 0, low),
        width_mm=w,
        depth_mm=d,
        length_mm=run,
        through=False,
        open_ends=1,
    )
    hole = expect(Kind.HOLE, wall(center, 0, TOP - d / 2, w / 2), diameter_mm=w, depth_mm=d)
    return (
        Drawn(label="round end", shape=draw.cut(block(), tool), expected=(slot,)),
        Drawn(
            label="not a slot but a hole",
            shape=draw.cut(block(), drilled(w, d, (center, 0, TOP))),
            expected=(hole,),
        ),
    )


def obround(random: Random) -> tuple[Drawn, ...]:
    """Mill a slot with two round ends; the twin's cutter went straight down."""
    w, d = sizes(random)
    between_centers = round(w * random.uniform(1.5, 3), 2)
    x = between_centers / 2
    slot = expect(
        Kind.SLOT,
        (0.3, -w / 2, TOP - d / 2),
        (0.3, w / 2, TOP - d / 2),
        (x + w / 2 * math.cos(0.5), w / 2 * math.sin(0.5), TOP - d / 2),
        (-x - w / 2 * math.cos(0.5), w / 2 * math.sin(0.5), TOP - d / 2),
        (0.3, 0, TOP - d),
        width_mm=w,
        depth_mm=d,
        length_mm=between_centers + w,
        through=False,
        open_ends=0,
    )
    hole = expect(Kind.HOLE, wall(0, 0, TOP - d / 2, w / 2), diameter_mm=w, depth_mm=d, end="flat")
    return (
        Drawn(
            label="obround",
            shape=draw.cut(block(), stadium(w, between_centers, d, (0, 0, TOP))),
            expected=(slot,),
        ),
        Drawn(label="not long", shape=draw.cut(block(), drilled(w, d, (0, 0, TOP))), expected=(hole,)),
    )


def obround_through(random: Random) -> tuple[Drawn, ...]:
    """Mill an obround through a plate; the twin has square ends: a window."""
    w, h = between(random, 4, 8), between(random, 4, 10)
    long = round(w * random.uniform(1.5, 3), 2)
    plate = base(60, 40, h)
    slot = expect(
        Kind.SLOT,
        (0.3, -w / 2, h / 2),
        (0.3, w / 2, h / 2),
        (long / 2 + w / 2 * math.cos(0.5), w / 2 * math.sin(0.5), h / 2),
        width_mm=w,
        depth_mm=h,
        length_mm=long + w,
        through=True,
        open_ends=0,
    )
    window = expect(
        Kind.POCKET,
        (0.3, -w / 2, h / 2),
        (long / 2, 0.2, h / 2),
        depth_mm=h,
        width_mm=w,
        length_mm=long,
        through=True,
    )
    return (
        Drawn(
            label="obround through",
            shape=draw.cut(plate, stadium(w, long, h + 1, (0, 0, h))),
            expected=(slot,),
        ),
        Drawn(
            label="not round at its ends",
            shape=draw.cut(plate, bar(-long / 2, long / 2, -w / 2, w / 2, -1, h + 1)),
            expected=(window,),
        ),
    )


def undercut(random: Random) -> tuple[Drawn, ...]:
    """Mill a T-slot; the twin is the groove alone, no wider below."""
    w = between(random, 5, 8)
    wide, neck, foot = round(2 * w, 2), between(random, 6, 9), between(random, 4, 6)
    d = neck + foot
    cut = draw.cut(block(), bar(-31, 31, -w / 2, w / 2, TOP - d, TOP + 1))
    walls = ((3, -w / 2, TOP - neck / 2), (3, w / 2, TOP - neck / 2))
    size = {"width_mm": w, "depth_mm": d, "length_mm": 60.0, "open_ends": 2, "through": False}
    under = expect(Kind.SLOT, *walls, (3, 0, TOP - d), **size, undercut_width_mm=wide)
    plain = expect(Kind.SLOT, *walls, (3, 0, TOP - d), **size, undercut_width_mm=None)
    return (
        Drawn(
            label="T-slot",
            shape=draw.cut(cut, bar(-31, 31, -wide / 2, wide / 2, TOP - d, TOP - neck)),
            expected=(under,),
        ),
        Drawn(label="not undercut", shape=cut, expected=(plain,)),
    )


def drafted(random: Random) -> tuple[Drawn, ...]:
    """Cast a groove with leaning walls, as wide as at mid-height, and a V; the twin has one of its walls."""
    w, lean = between(random, 6, 9), between(random, 0.5, 5)
    d = round(1.2 * w, 2)
    spread = d / 2 * math.tan(math.radians(lean))
    low, half = TOP - d, w / 2

    def cut(foot: float, mouth: float) -> TopoDS_Shape:
        """Cut a groove of a half width at its floor and one at its mouth."""
        more = (mouth - foot) / d
        outline = [
            (-31, -mouth - more, TOP + 1),
            (-31, mouth + more, TOP + 1),
            (-31, foot, low),
            (-31, -foot, low),
        ]
        if foot == 0:
            outline.pop()
        return draw.cut(block(), draw.prism(outline, (62, 0, 0)))

    mouth = half + spread
    ledge = [(-31, -90, TOP + 1), (-31, mouth + mouth / d, TOP + 1), (-31, 0, low), (-31, -90, low)]
    pointed = expect(
        Kind.SLOT,
        (3, mouth / 2, TOP - d / 2),
        (3, -mouth / 2, TOP - d / 2),
        width_mm=2 * mouth,
        depth_mm=d,
        length_mm=60.0,
        angle_deg=2 * math.degrees(math.atan2(mouth, d)),
        through=False,
        open_ends=2,
    )

    slot = expect(
        Kind.SLOT,
        (3, half, TOP - d / 2),
        (3, -half, TOP - d / 2),
        (3, 0, low),
        width_mm=w,
        depth_mm=d,
        length_mm=60.0,
        min_width_mm=w - 2 * spread,
        max_width_mm=w + 2 * spread,
    )
    return (
        Drawn(label="drafted", shape=cut(half - spread, mouth), expected=(slot,)),
        Drawn(label="pointed", shape=cut(0.0, mouth), expected=(pointed,)),
        Drawn(label="one wall", shape=draw.cut(block(), draw.prism(ledge, (62, 0, 0)))),
    )


def arc(random: Random) -> tuple[Drawn, ...]:
    """Cut a slot bent to an arc through a plate; the twin has the two holes of its ends alone."""
    w, h, middle = between(random, 4, 7), between(random, 4, 9), between(random, 18, 24)
    sweep = random.choice((50.0, 75.0, 100.0))
    plate = base(70, 70, h)
    section = [
        (middle - w / 2, 0, -1),
        (middle + w / 2, 0, -1),
        (middle + w / 2, 0, h + 1),
        (middle - w / 2, 0, h + 1),
    ]
    ends = [(middle * math.cos(math.radians(a)), middle * math.sin(math.radians(a))) for a in (0.0, sweep)]
    drills = [drilled(w, h + CLEAR, (x, y, h)) for x, y in ends]
    half = math.radians(sweep / 2)
    slot = expect(
        Kind.SLOT,
        *((r * math.cos(half), r * math.sin(half), h / 2) for r in (middle - w / 2, middle + w / 2)),
        width_mm=w,
        depth_mm=h,
        length_mm=middle * math.radians(sweep) + w,
        through=True,
        open_ends=0,
    )
    holes = tuple(
        expect(Kind.HOLE, wall(x, y, h / 2, w / 2), diameter_mm=w, depth_mm=h, through=True) for x, y in ends
    )
    return (
        Drawn(
            label="arc",
            shape=draw.cut(plate, draw.fuse(draw.revolve(section, turn=sweep), *drills)),
            expected=(slot,),
        ),
        Drawn(label="not a slot but two holes", shape=draw.cut(plate, *drills), expected=holes),
    )


def round_a_shaft(random: Random) -> tuple[Drawn, ...]:
    """Turn a groove for a ring into a shaft; in the twin it runs out at the end: a shoulder."""
    radius, w, d = between(random, 9, 16), between(random, 1.5, 4), between(random, 1, 2.5)
    z = 40.0
    ring = draw.cut(draw.cylinder(radius + 5, w, (0, 0, z)), draw.cylinder(radius - d, w, (0, 0, z)))
    slot = expect(
        Kind.SLOT,
        wall(0, 0, z, radius - d / 2),
        wall(0, 0, z + w, radius - d / 2),
        wall(0, 0, z + w / 2, radius - d),
        width_mm=w,
        depth_mm=d,
        length_mm=2 * math.pi * (radius - d / 2),
        through=False,
        open_ends=0,
    )
    shoulder = draw.cut(draw.cylinder(radius + 5, 80, (0, 0, z)), draw.cylinder(radius - d, 80, (0, 0, z)))
    shaft = draw.cylinder(radius, 70)
    journal = expect(
        Kind.BOSS, wall(0, 0, z + 15, radius - d), diameter_mm=2 * (radius - d), height_mm=70 - z
    )
    return (
        Drawn(label="round a shaft", shape=draw.cut(shaft, ring), expected=(slot,)),
        Drawn(label="not a groove but a shoulder", shape=draw.cut(shaft, shoulder), expected=(journal,)),
    )


def in_a_face(random: Random) -> tuple[Drawn, ...]:
    """Turn a ring groove into a face; the twin has lost its island: a hole."""
    inner, w, d = between(random, 8, 12), between(random, 2, 4), between(random, 2, 4)
    outer = inner + w
    ring = draw.cut(
        draw.cylinder(outer, d + 1, (0, 0, TOP - d)), draw.cylinder(inner, d + 1, (0, 0, TOP - d))
    )
    slot = expect(
        Kind.SLOT,
        wall(0, 0, TOP - d / 2, inner),
        wall(0, 0, TOP - d / 2, outer),
        wall(0, 0, TOP - d, (inner + outer) / 2),
        width_mm=w,
        depth_mm=d,
        length_mm=math.pi * (inner + outer),
        through=False,
        open_ends=0,
    )
    hole = expect(Kind.HOLE, wall(0, 0, TOP - d / 2, outer), diameter_mm=2 * outer, depth_mm=d, end="flat")
    return (
        Drawn(label="in a face", shape=draw.cut(block(), ring), expected=(slot,)),
        Drawn(
            label="not round an island",
            shape=draw.cut(block(), draw.cylinder(outer, 9, (0, 0, TOP - d))),
            expected=(hole,),
        ),
    )


def filleted_floor(random: Random) -> tuple[Drawn, ...]:
    """Fillet both edges of a groove's floor; the twin is a step with one."""
    w = between(random, 7, 10)
    d, radius = round(1.2 * w, 2), round(0.2 * w, 2)
    low = TOP - d
    edges = [(0, -w / 2, low), (0, w / 2, low)]
    marks = [on_blend((3, s * w / 2, low), radius, ((0, -s, 0), (0, 0, 1))) for s in (-1, 1)]
    fillets = tuple(expect(Kind.FILLET, mark, radius_mm=radius) for mark in marks)
    cut = draw.fillet(draw.cut(block(), bar(-31, 31, -w / 2, w / 2, low, TOP + 1)), radius, *edges)
    slot = expect(
        Kind.SLOT,
        (3, -w / 2, TOP - d / 3),
        (3, w / 2, TOP - d / 3),
        (3, 0, low),
        width_mm=w,
        depth_mm=d,
        length_mm=60.0,
        open_ends=2,
    )
    step = draw.fillet(draw.cut(block(), bar(-31, 31, -w / 2, 21, low, TOP + 1)), radius, edges[0])
    return (
        Drawn(label="filleted floor", shape=cut, expected=(slot, *fillets)),
        Drawn(label="not a groove but a step", shape=step, expected=fillets[:1]),
    )


def keyway(random: Random) -> tuple[Drawn, ...]:
    """Mill a keyway into a shaft; the twin's cutter took the whole top: a flat."""
    radius, w = between(random, 11, 16), between(random, 4, 6)
    run, d = round(3 * w, 2), round(0.8 * w, 2)
    shaft = draw.cylinder(radius, 80, (-40, 0, 0), draw.X)
    low = radius - d
    slot = expect(
        Kind.SLOT,
        (0.3, -w / 2, low + d / 3),
        (0.3, w / 2, low + d / 3),
        (0.3, 0, low),
        width_mm=w,
        length_mm=run + w,
        through=False,
        open_ends=0,
    )
    return (
        Drawn(label="keyway", shape=draw.cut(shaft, stadium(w, run, d, (0, 0, radius))), expected=(slot,)),
        Drawn(label="not a keyway but a flat", shape=draw.cut(shaft, bar(-41, 41, -20, 20, low, 30))),
    )


def crossed(random: Random) -> tuple[Drawn, ...]:
    """Saw two grooves across each other: two slots. The twin has one of them."""
    w, d = sizes(random)
    low = TOP - d
    along = bar(-31, 31, -w / 2, w / 2, low, TOP + 1)
    across = bar(-w / 2, w / 2, -21, 21, low, TOP + 1)
    first = expect(
        Kind.SLOT,
        *((x, y, TOP - d / 2) for x in (-20, 20) for y in (-w / 2, w / 2)),
        width_mm=w,
        depth_mm=d,
        length_mm=60.0,
        open_ends=2,
    )
    second = expect(
        Kind.SLOT,
        *((x, y, TOP - d / 2) for x in (-w / 2, w / 2) for y in (-15, 15)),
        width_mm=w,
        depth_mm=d,
        length_mm=40.0,
        open_ends=2,
    )
    return (
        Drawn(label="crossed", shape=draw.cut(block(), along, across), expected=(first, second)),
        Drawn(
            label="not crossed",
            shape=draw.cut(block(), along),
            expected=(expect(Kind.SLOT, *first.at[::2], (20, -w / 2, TOP - d / 2), length_mm=60.0),),
        ),
    )


def channel(random: Random) -> tuple[Drawn, ...]:
    """Saw a groove; the twin is so wide for its depth that it is a channel, its sides steps."""
    w, d = sizes(random)
    slot = expect(Kind.SLOT, (3, w / 2, TOP - d / 2), (3, -w / 2, TOP - d / 2), width_mm=w, depth_mm=d)
    shallow = between(random, 2, 3)
    return (
        Drawn(
            label="groove",
            shape=draw.cut(block(), bar(-31, 31, -w / 2, w / 2, TOP - d, 30)),
            expected=(slot,),
        ),
        Drawn(label="not narrow", shape=draw.cut(block(), bar(-31, 31, -14, 14, TOP - shallow, 30))),
    )


FAMILIES: tuple[Family, ...] = (
    groove,
    square_end,
    round_end,
    obround,
    obround_through,
    undercut,
    drafted,
    arc,
    round_a_shaft,
    in_a_face,
    filleted_floor,
    keyway,
    crossed,
    channel,
)
