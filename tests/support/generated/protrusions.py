"""Protrusions: pads that stand on a base, and what stands out and is none."""

from random import Random

from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import (
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

TOP = 12.0


def plate() -> TopoDS_Shape:
    """Draw the plate pads stand on: 90 x 64, its top at z = `TOP`."""
    return base(90, 64, TOP)


def sizes(random: Random) -> tuple[float, float, float]:
    """Draw length, width and height: never thin for its height."""
    return between(random, 34, 50), between(random, 20, 30), between(random, 4, 12)


def block(length: float, width: float, height: float) -> TopoDS_Shape:
    """Draw a pad in the plate's middle."""
    return bar(-length / 2, length / 2, -width / 2, width / 2, TOP, TOP + height)


def four_walls(length: float, width: float, z: float) -> list[tuple[float, float, float]]:
    """Return a point on each wall of a pad."""
    return [(1.5, width / 2, z), (1.5, -width / 2, z), (length / 2, 1.5, z), (-length / 2, 1.5, z)]


def pad(random: Random) -> tuple[Drawn, ...]:
    """Stand a pad on a plate; the twin is as wide as the plate, flush on three sides: a step."""
    length, width, height = sizes(random)
    one = expect(
        Kind.PROTRUSION,
        *four_walls(length, width, TOP + height / 2),
        (1, 1, TOP + height),
        height_mm=height,
        width_mm=width,
        length_mm=length,
        n_sub_features=0,
    )
    return (
        Drawn(label="pad", shape=draw.fuse(plate(), block(length, width, height)), expected=(one,)),
        Drawn(
            label="not a pad but a step",
            shape=draw.fuse(plate(), bar(-45, -45 + length, -32, 32, TOP, TOP + height)),
        ),
    )


def polygonal(random: Random) -> tuple[Drawn, ...]:
    """Stand a pad of five, six or eight sides on a plate; the twin is round: a boss."""
    sides, radius, height = random.choice((5, 6, 8)), between(random, 12, 20), between(random, 5, 12)
    outline = polygon(sides, radius, 0.3)
    one = expect(Kind.PROTRUSION, *middles(outline, TOP + height / 2), (1, 1, TOP + height), height_mm=height)
    boss = expect(Kind.BOSS, wall(0, 0, TOP + height / 2, radius), diameter_mm=2 * radius, height_mm=height)
    return (
        Drawn(
            label="polygonal",
            shape=draw.fuse(plate(), upright(outline, TOP, TOP + height)),
            expected=(one,),
        ),
        Drawn(
            label="not cornered",
            shape=draw.fuse(plate(), draw.cylinder(radius, height, (0, 0, TOP))),
            expected=(boss,),
        ),
    )


def drafted(random: Random) -> tuple[Drawn, ...]:
    """Cast a pad with leaning sides; the twin is missing."""
    length, width, height = sizes(random)
    body = draw.fuse(plate(), frustum(length, width, TOP, TOP + height, between(random, 0.5, 6)))
    one = expect(Kind.PROTRUSION, (1, 1, TOP + height), height_mm=height)
    return (
        Drawn(label="drafted", shape=body, expected=(one,)),
        Drawn(label="not there", shape=plate()),
    )


def filleted(random: Random) -> tuple[Drawn, ...]:
    """Round a pad's corners and fillet its foot; the twin has sharp ones."""
    length, width, height = sizes(random)
    corner, foot = between(random, 4, 7), between(random, 1, 2.5)
    x, y = length / 2, width / 2
    soft = draw.fuse(plate(), rounded(block(length, width, height), corner, x, y, TOP + height / 2))
    soft = draw.fillet(soft, foot, (0, -y, TOP))
    size = {"height_mm": height, "width_mm": width, "length_mm": length}
    walls = (*four_walls(length, width, TOP + 0.8 * height), (1, 1, TOP + height))
    corners = tuple(
        expect(
            Kind.ROUND,
            on_blend((sx * x, sy * y, TOP + 0.8 * height), corner, ((-sx, 0, 0), (0, -sy, 0))),
            radius_mm=corner,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    ring = expect(Kind.FILLET, on_blend((1, y, TOP), foot, ((0, 1, 0), (0, 0, 1))), radius_mm=foot)
    return (
        Drawn(
            label="filleted", shape=soft, expected=(expect(Kind.PROTRUSION, *walls, **size), *corners, ring)
        ),
        Drawn(
            label="not filleted",
            shape=draw.fuse(plate(), block(length, width, height)),
            expected=(expect(Kind.PROTRUSION, *walls, **size),),
        ),
    )


def drilled_pad(random: Random) -> tuple[Drawn, ...]:
    """Drill two holes into a pad; the twin is not drilled."""
    length, width, height = sizes(random)
    d, deep = between(random, 4, 7), round(0.8 * (height + TOP), 2)
    body = draw.fuse(plate(), block(length, width, height))
    spots = [(-9.0, 2.0), (9.0, 2.0)]
    top = TOP + height
    holes = tuple(
        expect(Kind.HOLE, wall(x, y, top - deep / 2, d / 2), diameter_mm=d, depth_mm=deep, end="flat")
        for x, y in spots
    )
    walls = (*four_walls(length, width, TOP + height / 2), (1, -6, top))
    size = {"height_mm": height, "width_mm": width, "length_mm": length}
    return (
        Drawn(
            label="drilled",
            shape=draw.cut(body, *(drilled(d, deep, (x, y, top)) for x, y in spots)),
            expected=(expect(Kind.PROTRUSION, *walls, **size, n_sub_features=2), *holes),
        ),
        Drawn(
            label="not drilled",
            shape=body,
            expected=(expect(Kind.PROTRUSION, *walls, **size, n_sub_features=0),),
        ),
    )


def boss_on_a_pad(random: Random) -> tuple[Drawn, ...]:
    """Stand a boss on a pad; in the twin it stands on the plate, where the pad is not."""
    length, width, height = sizes(random)
    d, h = between(random, 8, 12), between(random, 6, 12)
    body = draw.fuse(plate(), block(length, width, height))
    top = TOP + height
    walls = (*four_walls(length, width, TOP + height / 2), (1, 8, top))
    size = {"height_mm": height, "width_mm": width, "length_mm": length}
    beside = -45 + (45 - length / 2) / 2
    small = min(d, 45 - length / 2 - 2)
    return (
        Drawn(
            label="boss on a pad",
            shape=draw.fuse(body, draw.cylinder(d / 2, h, (2, 0, top))),
            expected=(
                expect(Kind.PROTRUSION, *walls, **size, n_sub_features=1),
                expect(Kind.BOSS, wall(2, 0, top + h / 2, d / 2), diameter_mm=d, height_mm=h),
            ),
        ),
        Drawn(
            label="not on it",
            shape=draw.fuse(body, draw.cylinder(small / 2, h, (beside, 0, TOP))),
            expected=(
                expect(Kind.PROTRUSION, *walls, **size, n_sub_features=0),
                expect(Kind.BOSS, wall(beside, 0, TOP + h / 2, small / 2), diameter_mm=small, height_mm=h),
            ),
        ),
    )


FAMILIES: tuple[Family, ...] = (pad, polygonal, drafted, filleted, drilled_pad, boss_on_a_pad)
