"""Fins of every make, and upright or thin things that are none.

Every fin here is at least three thicknesses high and four long, so that no limit decides the answer.
"""

import math
from itertools import pairwise
from random import Random

from OCP.TopoDS import TopoDS_Shape

from engine.model.feature import Kind
from tests.support import draw
from tests.support.generated.shapes import bar, on_blend
from tests.support.generated.truth import (
    ALL_BUT_FLAT,
    CHAMFER,
    Drawn,
    Expected,
    Family,
    between,
    expect,
    perhaps,
)

RECESSES = frozenset({str(Kind.SLOT), str(Kind.POCKET)})
"""Fins make recesses between them, and what those are called is not what these parts ask."""


def plate() -> TopoDS_Shape:
    """Draw the plate fins stand on: 80 x 50, its top at z = 0."""
    return bar(-40, 40, -25, 25, -8, 0)


def sizes(random: Random) -> tuple[float, float, float]:
    """Draw a thickness, a height and a length."""
    thick = between(random, 1.5, 3.5)
    return thick, round(thick * random.uniform(3.5, 6), 2), between(random, 25, 60)


def sides(
    thick: float, height: float, y: float = 0.0, x: float = 1.0
) -> tuple[tuple[float, float, float], ...]:
    """Return a point on either wall of a fin along x."""
    return (x, y - thick / 2, height / 2), (x, y + thick / 2, height / 2)


def upright_bar(thick: float, height: float, length: float, y: float = 0.0) -> TopoDS_Shape:
    """Draw the body of a fin along x."""
    return bar(-length / 2, length / 2, y - thick / 2, y + thick / 2, 0, height)


def rib(random: Random) -> tuple[Drawn, ...]:
    """Stand a rib on a plate; the twin stands flush with its border: the leg of an L."""
    t, h, length = sizes(random)
    fin = expect(Kind.FIN, *sides(t, h), (1, 0, h), thickness_mm=t, height_mm=h, length_mm=length)
    flush = draw.fuse(plate(), bar(-40, 40, 25 - t, 25, 0, h))
    return (
        Drawn(label="rib", shape=draw.fuse(plate(), upright_bar(t, h, length)), expected=(fin,)),
        Drawn(label="not a rib but a leg", shape=flush),
    )


def low(random: Random) -> tuple[Drawn, ...]:
    """Stand a rib on a plate; the twin is lower than it is thick: a bead, not a fin."""
    t, h, length = sizes(random)
    fin = expect(Kind.FIN, *sides(t, h), thickness_mm=t, height_mm=h, length_mm=length)
    flat = round(0.7 * t, 2)
    pad = expect(Kind.PROTRUSION, *sides(t, flat), (1, 0, flat), height_mm=flat, width_mm=t, length_mm=length)
    return (
        Drawn(label="rib", shape=draw.fuse(plate(), upright_bar(t, h, length)), expected=(fin,)),
        Drawn(label="not high", shape=draw.fuse(plate(), upright_bar(t, flat, length)), expected=(pad,)),
    )


def heat_sink(random: Random) -> tuple[Drawn, ...]:
    """Stand a row of fins on a plate, from side to side; the twin has one.

    Whether the gaps are slots is a matter of taste: a saw cuts them, an extrusion leaves them.
    """
    t = between(random, 1.2, 2.2)
    h, n = round(t * random.uniform(5, 8), 2), random.randint(3, 6)
    pitch = 42.0 / (n - 1)
    spots = [-21 + pitch * i for i in range(n)]

    def finned(places: list[float], label: str) -> Drawn:
        fins = tuple(
            expect(Kind.FIN, *sides(t, h, y), thickness_mm=t, height_mm=h, length_mm=80.0) for y in places
        )
        gaps = tuple(
            perhaps(Kind.SLOT, (1, a + t / 2, h / 2), (1, b - t / 2, h / 2)) for a, b in pairwise(places)
        )
        body = draw.fuse(plate(), *(upright_bar(t, h, 80, y) for y in places))
        return Drawn(label=label, shape=body, expected=(*fins, *gaps))

    return finned(spots, "row"), finned(spots[:1], "not a row")


def drafted(random: Random) -> tuple[Drawn, ...]:
    """Cast a rib with leaning sides, as thick as halfway up; the twin's lean so much that it is a ridge."""
    t, lean = between(random, 2, 3.5), between(random, 0.5, 3)
    h = round(4.5 * t, 2)
    spread = h / 2 * math.tan(math.radians(lean))

    def ribbed(foot: float, top: float) -> TopoDS_Shape:
        """Draw a rib of a half thickness at its foot and one at its top."""
        outline = [(-25, -foot, 0), (-25, foot, 0), (-25, top, h), (-25, -top, h)]
        return draw.fuse(plate(), draw.prism(outline, (50, 0, 0)))

    fin = expect(
        Kind.FIN,
        *sides(t, h),
        (1, 0, h),
        thickness_mm=t,
        height_mm=h,
        length_mm=50.0,
        min_thickness_mm=t - 2 * spread,
        max_thickness_mm=t + 2 * spread,
    )
    return (
        Drawn(label="drafted", shape=ribbed(t / 2 + spread, t / 2 - spread), expected=(fin,)),
        Drawn(
            label="not upright but a ridge",
            shape=ribbed(1.2 * h, 0.3),
            expected=(perhaps(CHAMFER, (1, 0, h)),),
            complete=ALL_BUT_FLAT - {str(Kind.PROTRUSION)},
        ),
    )


def filleted_foot(random: Random) -> tuple[Drawn, ...]:
    """Fillet both sides of a rib's foot; in the twin the fillet lies under a leg flush with the border."""
    t, h, _ = sizes(random)
    radius = round(0.4 * t, 2)
    body = draw.fillet(draw.fuse(plate(), upright_bar(t, h, 80)), radius, (0, -t / 2, 0), (0, t / 2, 0))
    marks = [on_blend((1, s * t / 2, 0), radius, ((0, s, 0), (0, 0, 1))) for s in (-1, 1)]
    fin = expect(Kind.FIN, *sides(t, h), thickness_mm=t, height_mm=h, length_mm=80.0, base_fillet_mm=radius)
    leg = draw.fillet(draw.fuse(plate(), bar(-40, 40, 25 - t, 25, 0, h)), radius, (0, 25 - t, 0))
    under = on_blend((1, 25 - t, 0), radius, ((0, -1, 0), (0, 0, 1)))
    return (
        Drawn(
            label="filleted foot",
            shape=body,
            expected=(fin, *(expect(Kind.FILLET, mark, radius_mm=radius) for mark in marks)),
        ),
        Drawn(
            label="not a rib but a leg", shape=leg, expected=(expect(Kind.FILLET, under, radius_mm=radius),)
        ),
    )


def round_top(random: Random) -> tuple[Drawn, ...]:
    """Round the top of a rib full; the twin is square."""
    t, h, length = sizes(random)
    body = draw.fuse(plate(), upright_bar(t, h, length))
    crown = draw.cylinder(t / 2, length, (-length / 2, 0, h), draw.X)
    size = {"thickness_mm": t, "length_mm": length}
    fin = expect(Kind.FIN, *sides(t, h), **size, height_mm=h + t / 2)
    top = expect(Kind.ROUND, (1, t / 2 * math.sin(0.4), h + t / 2 * math.cos(0.4)), radius_mm=t / 2)
    square = expect(Kind.FIN, *sides(t, h), (1, 0, h), **size, height_mm=h)
    return (
        Drawn(label="round top", shape=draw.fuse(body, crown), expected=(fin, top)),
        Drawn(label="not round", shape=body, expected=(square,)),
    )


def between_walls(random: Random) -> tuple[Drawn, ...]:
    """Stand a rib between the walls of a tray; the twin is the tray."""
    t, wall = between(random, 1.5, 2.5), 4.0
    h = round(5 * t, 2)
    high = h + between(random, 3, 6)
    tray = draw.cut(
        bar(-40, 40, -25, 25, -8, high), bar(-40 + wall, 40 - wall, -25 + wall, 25 - wall, 0, high + 1)
    )
    x = between(random, -12, 12)
    ribbed = draw.fuse(tray, bar(x - t / 2, x + t / 2, -25 + wall, 25 - wall, 0, h))
    fin = expect(
        Kind.FIN,
        (x - t / 2, 1, h / 2),
        (x + t / 2, 1, h / 2),
        thickness_mm=t,
        height_mm=h,
        length_mm=50 - 2 * wall,
    )
    return (
        Drawn(label="between walls", shape=ribbed, expected=(fin,), complete=ALL_BUT_FLAT - RECESSES),
        Drawn(label="not ribbed", shape=tray, complete=ALL_BUT_FLAT - RECESSES),
    )


def gusset(random: Random) -> tuple[Drawn, ...]:
    """Stiffen an L by a gusset; the twin's L is bare."""
    t, leg, reach = between(random, 2, 4), between(random, 4, 7), between(random, 16, 28)
    angle = draw.fuse(plate(), bar(-40, -40 + leg, -25, 25, 0, 40))
    x = -40 + leg
    y = between(random, -8, 8)
    stiff = draw.prism([(x, y - t / 2, 0), (x + reach, y - t / 2, 0), (x, y - t / 2, reach * 1.2)], (0, t, 0))
    fin = expect(Kind.FIN, *((x + reach / 4, y + s * t / 2, reach / 4) for s in (-1, 1)), thickness_mm=t)
    return (
        Drawn(label="gusset", shape=draw.fuse(angle, stiff), expected=(fin,)),
        Drawn(label="not stiffened", shape=angle),
    )


def crossed(random: Random) -> tuple[Drawn, ...]:
    """Cross two ribs of one height: two fins. The twin has one of them."""
    t = between(random, 1.5, 2.5)
    h = round(5 * t, 2)
    first = upright_bar(t, h, 60)
    second = bar(-t / 2, t / 2, -20, 20, 0, h)

    def fin(points: list[tuple[float, float, float]], length: float) -> Expected:
        return expect(Kind.FIN, *points, thickness_mm=t, height_mm=h, length_mm=length)

    two = (
        fin([(x, s * t / 2, h / 2) for x in (-15, 15) for s in (-1, 1)], 60.0),
        fin([(s * t / 2, y, h / 2) for y in (-10, 10) for s in (-1, 1)], 40.0),
    )
    return (
        Drawn(label="crossed", shape=draw.fuse(plate(), first, second), expected=two),
        Drawn(label="not crossed", shape=draw.fuse(plate(), first), expected=(fin(list(sides(t, h)), 60.0),)),
    )


FAMILIES: tuple[Family, ...] = (
    rib,
    low,
    heat_sink,
    drafted,
    filleted_foot,
    round_top,
    between_walls,
    gusset,
    crossed,
)
