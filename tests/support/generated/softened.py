"""Features whose outer edges are broken by rounds or chamfers, as those of real parts are.

The measures stay those of the sharp feature: depths and heights count from the face, widths between walls.
Each twin is the sharp one.
"""

import math
from random import Random

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import CLEAR, bar, base, on_blend, rounded, wall
from tests.support.generated.truth import CHAMFER, Drawn, Family, between, expect, perhaps


def hole_with_chamfered_mouths(random: Random) -> tuple[Drawn, ...]:
    """Chamfer both mouths of a through hole; the twin's are sharp."""
    d, h, leg = between(random, 6, 14), between(random, 12, 25), between(random, 0.5, 1.2)
    body = draw.cut(base(50, 40, h), draw.cylinder(d / 2, h + 2 * CLEAR, (0, 0, -CLEAR)))
    hole = expect(Kind.HOLE, wall(0, 0, h / 2, d / 2), diameter_mm=d, depth_mm=h, through=True)
    plain = expect(Kind.HOLE, wall(0, 0, h / 2, d / 2), diameter_mm=d, depth_mm=h, hole_type="simple")
    broken = draw.chamfer(body, leg, (-d / 2, 0, h), (-d / 2, 0, 0))
    bevels = [perhaps(CHAMFER, wall(0, 0, z, d / 2 + leg / 2)) for z in (leg / 2, h - leg / 2)]
    return (
        Drawn(label="chamfered mouths", shape=broken, expected=(hole, *bevels)),
        Drawn(label="not chamfered", shape=body, expected=(plain,)),
    )


def boss_with_round_top(random: Random) -> tuple[Drawn, ...]:
    """Round the top edge of a boss, or chamfer it; the twin's is sharp."""
    d, h, radius = between(random, 10, 20), between(random, 10, 20), between(random, 1, 2.5)
    body = draw.fuse(base(60, 50, 10), draw.cylinder(d / 2, h, (0, 0, 10)))
    edge = (-d / 2, 0, 10 + h)
    off = radius * (1 - math.sqrt(0.5))
    boss = expect(Kind.BOSS, wall(0, 0, 10 + h / 2, d / 2), diameter_mm=d, height_mm=h)
    rim = expect(Kind.ROUND, wall(0, 0, 10 + h - off, d / 2 - off), radius_mm=radius)
    bevel = perhaps(CHAMFER, wall(0, 0, 10 + h - radius / 2, d / 2 - radius / 2))
    return (
        Drawn(label="round top", shape=draw.fillet(body, radius, edge), expected=(boss, rim)),
        Drawn(
            label="not round but chamfered", shape=draw.chamfer(body, radius, edge), expected=(boss, bevel)
        ),
        Drawn(label="not round", shape=body, expected=(boss,)),
    )


def groove_with_round_rim(random: Random) -> tuple[Drawn, ...]:
    """Round both upper edges of a groove; the twin's are sharp."""
    w = between(random, 5, 9)
    d, radius = round(1.4 * w, 2), between(random, 0.6, 1.5)
    body = draw.cut(base(60, 40, 25), bar(-31, 31, -w / 2, w / 2, 25 - d, 30))
    walls = ((3, -w / 2, 25 - 0.7 * d), (3, w / 2, 25 - 0.7 * d), (3, 0, 25 - d))
    slot = expect(Kind.SLOT, *walls, width_mm=w, depth_mm=d, length_mm=60.0, open_ends=2)
    rims = tuple(
        expect(Kind.ROUND, on_blend((3, s * w / 2, 25), radius, ((0, s, 0), (0, 0, -1))), radius_mm=radius)
        for s in (-1, 1)
    )
    soft = draw.fillet(body, radius, (0, -w / 2, 25), (0, w / 2, 25))
    return (
        Drawn(label="round rim", shape=soft, expected=(slot, *rims)),
        Drawn(label="not round", shape=body, expected=(slot,)),
    )


def pocket_with_round_rim(random: Random) -> tuple[Drawn, ...]:
    """Round the rim of a pocket with round corners; the twin's rim is sharp."""
    length, width, depth = between(random, 36, 56), between(random, 22, 32), between(random, 9, 16)
    corner, radius = between(random, 5, 8), between(random, 0.8, 2)
    x, y = length / 2, width / 2
    tool = rounded(bar(-x, x, -y, y, 30 - depth, 35), corner, x, y, 30 - depth + (depth + 5) / 2)
    body = draw.cut(base(90, 64, 30), tool)
    low = 30 - 0.6 * depth
    walls = ((1.5, y, low), (1.5, -y, low), (x, 1.5, low), (-x, 1.5, low), (1, 1, 30 - depth))
    size = {"depth_mm": depth, "width_mm": width, "length_mm": length}
    pocket = expect(Kind.POCKET, *walls, **size, min_internal_radius_mm=corner, open_sides=0)
    corners = tuple(
        expect(
            Kind.FILLET,
            on_blend((sx * x, sy * y, low), corner, ((-sx, 0, 0), (0, -sy, 0))),
            radius_mm=corner,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    rim = expect(Kind.ROUND, on_blend((1.5, y, 30), radius, ((0, 1, 0), (0, 0, -1))), radius_mm=radius)
    return (
        Drawn(
            label="round rim",
            shape=draw.fillet(body, radius, (0, y, 30)),
            expected=(pocket, *corners, rim),
        ),
        Drawn(label="not round", shape=body, expected=(pocket, *corners)),
    )


def rib_with_round_edges(random: Random) -> tuple[Drawn, ...]:
    """Round both upper edges of a rib; the twin's are sharp."""
    t, length = between(random, 2.5, 4), between(random, 30, 60)
    h, radius = round(4.5 * t, 2), round(0.3 * t, 2)
    body = draw.fuse(bar(-40, 40, -25, 25, -8, 0), bar(-length / 2, length / 2, -t / 2, t / 2, 0, h))
    walls = ((1, -t / 2, h / 2), (1, t / 2, h / 2), (1, 0, h))
    fin = expect(Kind.FIN, *walls, thickness_mm=t, height_mm=h, length_mm=length)
    edges = tuple(
        expect(Kind.ROUND, on_blend((1, s * t / 2, h), radius, ((0, -s, 0), (0, 0, -1))), radius_mm=radius)
        for s in (-1, 1)
    )
    soft = draw.fillet(body, radius, (0, -t / 2, h), (0, t / 2, h))
    return (
        Drawn(label="round edges", shape=soft, expected=(fin, *edges)),
        Drawn(label="not round", shape=body, expected=(fin,)),
    )


def pad_with_round_top(random: Random) -> tuple[Drawn, ...]:
    """Round the corners of a pad and its upper edge; the twin's upper edge is sharp."""
    length, width, height = between(random, 34, 50), between(random, 22, 30), between(random, 6, 12)
    corner, radius = between(random, 4, 7), between(random, 0.8, 2)
    x, y, top = length / 2, width / 2, 12 + height
    body = draw.fuse(base(90, 64, 12), rounded(bar(-x, x, -y, y, 12, top), corner, x, y, 12 + height / 2))
    low = 12 + 0.4 * height
    walls = ((1.5, y, low), (1.5, -y, low), (x, 1.5, low), (-x, 1.5, low), (1, 1, top))
    pad = expect(Kind.PROTRUSION, *walls, height_mm=height, width_mm=width, length_mm=length)
    corners = tuple(
        expect(
            Kind.ROUND,
            on_blend((sx * x, sy * y, low), corner, ((-sx, 0, 0), (0, -sy, 0))),
            radius_mm=corner,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    rim = expect(Kind.ROUND, on_blend((1.5, y, top), radius, ((0, -1, 0), (0, 0, -1))), radius_mm=radius)
    return (
        Drawn(label="round top", shape=draw.fillet(body, radius, (0, y, top)), expected=(pad, *corners, rim)),
        Drawn(label="not round", shape=body, expected=(pad, *corners)),
    )


FAMILIES: tuple[Family, ...] = (
    hole_with_chamfered_mouths,
    boss_with_round_top,
    groove_with_round_rim,
    pocket_with_round_rim,
    rib_with_round_edges,
    pad_with_round_top,
)
