"""Fillets, rounds, chains of them, and chamfers, with what looks like them and is none."""

import math
from random import Random

from engine.model.feature import Kind
from tests.support import draw, parts_blends
from tests.support.generated.shapes import bar, base, on_blend, polygon, rounded, upright, wall
from tests.support.generated.truth import CHAMFER, Drawn, Family, between, expect

BLENDS = frozenset({str(Kind.ROUND), str(Kind.FILLET), CHAMFER, str(Kind.HOLE), str(Kind.BEND)})
"""What the parts drawn for blends list completely: their ribs and recesses are not what they are about."""


def in_a_corner(random: Random) -> tuple[Drawn, ...]:
    """Fillet the inner edge of an L and round its outer one; the twins are sharp and chamfered."""
    inner, outer, leg = between(random, 2, 6), between(random, 2, 6), between(random, 9, 14)
    fillet = expect(
        Kind.FILLET,
        on_blend((leg, 20, leg), inner, ((1, 0, 0), (0, 0, 1))),
        radius_mm=inner,
        variable=False,
        chain=1,
    )
    round_ = expect(
        Kind.ROUND, on_blend((0, 20, 0), outer, ((1, 0, 0), (0, 0, 1))), radius_mm=outer, variable=False
    )
    cut_off = expect(CHAMFER, (outer / 2, 20, outer / 2))
    return (
        Drawn(
            label="fillet and round",
            shape=parts_blends.bracket(inner, outer, leg),
            expected=(fillet, round_),
            complete=BLENDS,
        ),
        Drawn(label="not blended", shape=parts_blends.bracket(0, 0, leg), complete=BLENDS),
        Drawn(
            label="not round but chamfered",
            shape=draw.chamfer(parts_blends.bracket(inner, 0, leg), outer, (0, 20, 0)),
            expected=(fillet, cut_off),
            complete=BLENDS,
        ),
    )


def rim(random: Random) -> tuple[Drawn, ...]:
    """Round a block's corners and then its rim; the twin's rim is chamfered."""
    big, small = between(random, 6, 9), between(random, 1, 3)
    block = rounded(base(60, 40, 20), big, 30, 20, 10)
    corners = tuple(
        expect(
            Kind.ROUND,
            on_blend((sx * 30, sy * 20, 10), big, ((-sx, 0, 0), (0, -sy, 0))),
            radius_mm=big,
            chain=1,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    sides = [on_blend((0, sy * 20, 20), small, ((0, -sy, 0), (0, 0, -1))) for sy in (-1, 1)]
    one = expect(Kind.ROUND, *sides, radius_mm=small, chain=8)
    flats = tuple(
        expect(CHAMFER, point)
        for point in (
            (0, -20 + small / 2, 20 - small / 2),
            (0, 20 - small / 2, 20 - small / 2),
            (-30 + small / 2, 0, 20 - small / 2),
            (30 - small / 2, 0, 20 - small / 2),
        )
    )
    cones = tuple(
        expect(
            CHAMFER,
            (
                sx * (30 - big + (big - small / 2) * math.sqrt(0.5)),
                sy * (20 - big + (big - small / 2) * math.sqrt(0.5)),
                20 - small / 2,
            ),
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    return (
        Drawn(
            label="rounded rim",
            shape=draw.fillet(block, small, (0, -20, 20)),
            expected=(*corners, one),
            complete=BLENDS,
        ),
        Drawn(
            label="not rounded but chamfered",
            shape=draw.chamfer(block, small, (0, -20, 20)),
            expected=(*corners, *flats, *cones),
            complete=BLENDS,
        ),
    )


def all_over(random: Random) -> tuple[Drawn, ...]:
    """Round a box all over, with balls at its corners; the twin is sharp."""
    radius = between(random, 1.5, 5)
    box = base(40, 30, 20)
    middle = on_blend((0, 15, 20), radius, ((0, -1, 0), (0, 0, -1)))
    one = expect(Kind.ROUND, middle, radius_mm=radius, chain=20, closed=True)
    return (
        Drawn(label="rounded all over", shape=draw.fillet(box, radius), expected=(one,)),
        Drawn(label="not rounded", shape=box),
    )


def in_a_pocket(random: Random) -> tuple[Drawn, ...]:
    """Fillet a pocket's corners and its floor; the twin's floor is sharp."""
    corner, floor = between(random, 4, 8), between(random, 1, 3)
    corners = tuple(
        expect(
            Kind.FILLET,
            on_blend((sx * 25, sy * 15, 24), corner, ((-sx, 0, 0), (0, -sy, 0))),
            radius_mm=corner,
            chain=1,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    ring = expect(
        Kind.FILLET,
        on_blend((0, 15, 18), floor, ((0, -1, 0), (0, 0, 1))),
        on_blend((0, -15, 18), floor, ((0, 1, 0), (0, 0, 1))),
        radius_mm=floor,
        chain=8,
    )
    return (
        Drawn(
            label="filleted floor",
            shape=parts_blends.pocket(corner, floor),
            expected=(*corners, ring),
            complete=BLENDS,
        ),
        Drawn(
            label="not filleted at the floor",
            shape=parts_blends.pocket(corner),
            expected=corners,
            complete=BLENDS,
        ),
    )


def foot_of_a_boss(random: Random) -> tuple[Drawn, ...]:
    """Fillet the foot of a boss; the twin's foot is sharp."""
    radius = between(random, 1, 5)
    off = radius * (1 - math.sqrt(0.5))
    ring = expect(Kind.FILLET, wall(0, 0, 8 + off, 10 + off), radius_mm=radius, closed=True)
    return (
        Drawn(label="filleted foot", shape=parts_blends.boss(radius), expected=(ring,), complete=BLENDS),
        Drawn(label="not filleted", shape=parts_blends.boss(), complete=BLENDS),
    )


def varying(random: Random) -> tuple[Drawn, ...]:
    """Fillet an edge with a radius that runs from one end to the other; the twin's stays."""
    low, high = between(random, 1.5, 3), between(random, 4, 6)
    point = (10, 20, 10)
    mean = (low + high) / 2
    at = on_blend((10, 20, 10), mean, ((1, 0, 0), (0, 0, 1)))
    changing = expect(Kind.FILLET, at, variable=True)
    even = expect(Kind.FILLET, at, radius_mm=mean, variable=False)
    return (
        Drawn(
            label="variable",
            shape=parts_blends.variable_fillet(parts_blends.bracket(), point, low, high),
            expected=(changing,),
            complete=BLENDS,
        ),
        Drawn(label="not variable", shape=parts_blends.bracket(mean), expected=(even,), complete=BLENDS),
    )


def three_at_a_vertex(random: Random) -> tuple[Drawn, ...]:
    """Round three edges of one vertex by three radii; the twin has one radius, and is one round."""
    radii = (between(random, 5, 6), between(random, 3.5, 4.5), between(random, 2, 3))
    edges = (
        ((0, 20, 20), ((1, 0, 0), (0, 0, -1))),
        ((28, 0, 20), ((0, 1, 0), (0, 0, -1))),
        ((0, 0, 8), ((1, 0, 0), (0, 1, 0))),
    )
    three = tuple(
        expect(Kind.ROUND, on_blend(corner, radius, ways), radius_mm=radius)
        for (corner, ways), radius in zip(edges, radii, strict=True)
    )
    same = radii[1]
    one = expect(
        Kind.ROUND, *(on_blend(corner, same, ways) for corner, ways in edges), radius_mm=same, chain=4
    )
    return (
        Drawn(label="three radii", shape=parts_blends.three_radii(*radii), expected=three),
        Drawn(label="not of three radii", shape=parts_blends.three_radii(same, same, same), expected=(one,)),
    )


def quarter_steps(random: Random) -> tuple[Drawn, ...]:
    """Cut a quarter-round step, sharp at both sides: no fillet. The twin is a fillet, tangent to both."""
    radius = between(random, 4, 10)
    block = draw.box((60, 40, 30))
    step = draw.cut(block, draw.cylinder(radius, 60, (0, 0, 30), draw.X))
    wide = draw.cut(block, bar(-1, 61, -1, 2 * radius, 30 - 1.5 * radius, 31))
    filleted = draw.fillet(wide, radius, (30, 2 * radius, 30 - 1.5 * radius))
    at = on_blend((30, 2 * radius, 30 - 1.5 * radius), radius, ((0, -1, 0), (0, 0, 1)))
    return (
        Drawn(
            label="filleted step",
            shape=filleted,
            expected=(expect(Kind.FILLET, at, radius_mm=radius),),
            complete=BLENDS,
        ),
        Drawn(label="not tangent", shape=step, complete=BLENDS),
    )


def edges_chamfered(random: Random) -> tuple[Drawn, ...]:
    """Chamfer two edges; the twin is a six-sided bar, all of whose sides are alike."""
    size = between(random, 0.8, 3)
    marks = tuple(expect(CHAMFER, (0, sy * (15 - size / 2), 20 - size / 2)) for sy in (-1, 1))
    return (
        Drawn(
            label="chamfered",
            shape=draw.chamfer(base(50, 30, 20), size, (0, -15, 20), (0, 15, 20)),
            expected=marks,
            complete=BLENDS,
        ),
        Drawn(label="not chamfered", shape=upright(polygon(6, 5 * size), 0, 50), complete=BLENDS),
    )


FAMILIES: tuple[Family, ...] = (
    in_a_corner,
    rim,
    all_over,
    in_a_pocket,
    foot_of_a_boss,
    varying,
    three_at_a_vertex,
    quarter_steps,
    edges_chamfered,
)
