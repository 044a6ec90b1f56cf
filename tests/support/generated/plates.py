"""Plates and walls: what the flat faces that are left make."""

import math
from random import Random

from engine.model.feature import Kind
from tests.support import draw, parts_walls
from tests.support.generated.shapes import base
from tests.support.generated.truth import ALL_BUT_FLAT, KINDS, Drawn, Family, between, expect

ALL = frozenset(KINDS)
ALL_BUT_WALLS = ALL_BUT_FLAT | {str(Kind.SLAB)}


def plain_plate(random: Random) -> tuple[Drawn, ...]:
    """Draw a plate with its four narrow sides; the twin is as thick as a block."""
    length, width, thick = between(random, 40, 80), between(random, 25, 40), between(random, 1, 5)
    slab = expect(Kind.SLAB, (5, 4, 0), (5, 4, thick), thickness_mm=thick, area_mm2=length * width)

    def sides(height: float) -> tuple:
        x, y = length / 2, width / 2
        ends = (((x, 3, height / 2), length), ((-x, 3, height / 2), length))
        longs = (((3, y, height / 2), width), ((3, -y, height / 2), width))
        return tuple(expect(Kind.WALL, at, thickness_mm=thick) for at, thick in (*ends, *longs))

    high = 0.7 * width
    tops = tuple(
        expect(Kind.WALL, (5, 4, z), thickness_mm=high, area_mm2=length * width) for z in (0.0, high)
    )
    return (
        Drawn(label="plate", shape=base(length, width, thick), expected=(slab, *sides(thick)), complete=ALL),
        Drawn(
            label="not a plate but a block",
            shape=base(length, width, high),
            expected=(*tops, *sides(high)),
            complete=ALL,
        ),
    )


def perforated(random: Random) -> tuple[Drawn, ...]:
    """Draw a plate with a square window that leaves it a plate; the twin's window leaves a frame."""
    side, thick = between(random, 50, 80), between(random, 3, 5)

    def windowed(window: float, label: str, is_plate: bool) -> Drawn:
        shape = draw.cut(base(side, side, thick), draw.moved(base(window, window, 3 * thick), (0, 0, -thick)))
        spot = (window / 2 + side / 2) / 2
        at = ((spot, 1, 0), (spot, 1, thick))
        slab = expect(Kind.SLAB, *at, thickness_mm=thick, area_mm2=side**2 - window**2)
        hole = expect(Kind.POCKET, (window / 2, 1, thick / 2), through=True, depth_mm=thick)
        return Drawn(
            label=label, shape=shape, expected=(hole, slab) if is_plate else (hole,), complete=ALL_BUT_WALLS
        )

    return (
        windowed(round(0.35 * side, 2), "plate with a window", True),
        windowed(round(side - 2.2 * thick, 2), "not a plate but a frame", False),
    )


def tapering(random: Random) -> tuple[Drawn, ...]:
    """Draw a plate whose top is parallel to its bottom; the twin's top leans."""
    lean, thick = between(random, 0.3, 6), between(random, 3, 6)
    flat = expect(Kind.SLAB, (30, 15, 0), (30, 15, thick), thickness_mm=thick)
    rise = 60 * math.tan(math.radians(lean))
    wedge = draw.prism([(0, 0, 0), (60, 0, 0), (60, 0, thick + rise), (0, 0, thick)], (0, 30, 0))
    bottom = expect(Kind.WALL, (30, 15, 0), area_mm2=60.0 * 30.0)
    return (
        Drawn(label="even", shape=draw.box((60, 30, thick)), expected=(flat,), complete=ALL_BUT_WALLS),
        Drawn(label="not even", shape=wedge, expected=(bottom,), complete=ALL_BUT_WALLS),
    )


def legs(random: Random) -> tuple[Drawn, ...]:
    """Draw an L of two plates; the twin's legs are as thick as they are wide."""
    thick = between(random, 4, 8)

    def angle(leg: float, width: float) -> object:
        return draw.cut(draw.box((60, width, 50)), draw.box((60, width + 2, 50), (leg, -1, leg)))

    two = (
        expect(Kind.SLAB, (30, 20, 0), (30, 20, thick), thickness_mm=thick),
        expect(Kind.SLAB, (0, 20, 30), (thick, 20, 30), thickness_mm=thick),
    )
    bar = 18.0
    return (
        Drawn(label="two legs", shape=angle(thick, 40), expected=two, complete=ALL_BUT_WALLS),
        Drawn(label="not plates but bars", shape=angle(bar, bar), complete=ALL_BUT_WALLS),
    )


def hollow(random: Random) -> tuple[Drawn, ...]:
    """Draw a block with a closed hollow: no pocket, and a roof as thick as what lies over it.

    Under most of the block's top lies its far side. The twin is solid.
    """
    side = between(random, 14, 24)
    over = (40 - side) / 2
    solid = draw.box((40, 40, 40))
    top = expect(Kind.WALL, (20, 20, 40), thickness_mm=40.0, area_mm2=1600.0)
    roof = expect(Kind.WALL, (20, 20, 40 - over), thickness_mm=over, area_mm2=side**2)
    void = draw.box((side, side, side), (over, over, over))
    return (
        Drawn(label="hollow", shape=draw.cut(solid, void), expected=(top, roof)),
        Drawn(label="not hollow", shape=solid, expected=(top,)),
    )


def wedges(random: Random) -> tuple[Drawn, ...]:
    """Draw a block with leaning top: a wall measured at mid-height of where both overlap."""
    lean = between(random, 1, 8)
    mean = 12 + 30 * math.tan(math.radians(lean))
    bottom = expect(Kind.WALL, (30, 15, 0), area_mm2=1800.0)
    return (
        Drawn(
            label="leaning",
            shape=draw.prism([(0, 0, 0), (60, 0, 0), (60, 0, 2 * mean - 12), (0, 0, 12)], (0, 30, 0)),
            expected=(bottom,),
        ),
        Drawn(label="not leaning", shape=parts_walls.wedge(0.0), expected=(expect(Kind.SLAB, (30, 15, 0)),)),
    )


FAMILIES: tuple[Family, ...] = (plain_plate, perforated, tapering, legs, hollow, wedges)
