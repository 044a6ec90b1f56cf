"""Turned parts, and near twins that no lathe makes."""

import math
from collections.abc import Sequence

import numpy as np
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_MakePolygon,
)
from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections
from OCP.gp import gp_Pnt
from OCP.TopoDS import TopoDS_Shape, TopoDS_Wire

from engine.model.analysis import Recognition
from engine.model.mesh import MeshOptions
from engine.run_context import RunContext
from tests.support import draw, drawn, lazy_fields
from tests.support.mutators import Respelled
from tests.support.parts_holes import stadium
from tests.support.parts_walls import measured


def recognized(described: TopoDS_Shape | Respelled) -> tuple[RunContext, Recognition]:
    """Write a part, read it back and recognize its features; faces of a mere shape are found by `face_at`."""
    if isinstance(described, Respelled):
        options = MeshOptions(max_edge_mm=30.0 * described.scale, curvature=drawn.CURVATURE)
        context = drawn.prepared_from_file(described, options)
    else:
        context = lazy_fields.Context(measured(described, max_edge_mm=30.0))
    return context, drawn.recognition_of(context)


@draw.once
def shaft(groove_mm: float = 2.0) -> TopoDS_Shape:
    """Draw a shaft along z: Ø30 from 0 to 20, Ø20 from 20 to 60 with a groove of Ø16 at 50, if it has one."""
    body = draw.fuse(draw.cylinder(15, 20), draw.cylinder(10, 60))
    if not groove_mm:
        return body
    ring = draw.cut(draw.cylinder(12, groove_mm, (0, 0, 50)), draw.cylinder(8, groove_mm, (0, 0, 50)))
    return draw.cut(body, ring)


def hexagon_bolt() -> TopoDS_Shape:
    """Draw a bolt without chamfers: Ø8 x 40 below a hexagon of 13 across flats, 5.3 high."""
    corner = 13 / math.sqrt(3)
    outline = [
        (corner * math.cos(math.radians(60 * i)), corner * math.sin(math.radians(60 * i)), 40)
        for i in range(6)
    ]
    return draw.fuse(draw.cylinder(4, 40), draw.prism(outline, (0, 0, 5.3)))


def bored(width_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a tube of Ø24 with a bore of Ø19, 50 long; with a width, a square one of that width."""
    outside = (
        draw.box((width_mm, width_mm, 50), (-width_mm / 2, -width_mm / 2, 0))
        if width_mm
        else draw.cylinder(12, 50)
    )
    return draw.cut(outside, draw.cylinder(9.5, 50))


@draw.once
def disc_on_plate() -> TopoDS_Shape:
    """Draw a square plate of 60 x 60 x 8 with a boss of Ø20 x 25: the boss is turned, the part is not."""
    return draw.fuse(draw.box((60, 60, 8), (-30, -30, 0)), draw.cylinder(10, 33))


@draw.once
def stepped_shaft() -> TopoDS_Shape:
    """Draw a shaft along z with all that shafts have, heavier below.

    Ø20 from 0 to 30, Ø30 to 80, Ø25 to 110, Ø15 to 140; ends chamfered by 1; a ring groove of 2.4 at 10, down
    to Ø16.4; at the foot of Ø25 a relief of 2.5 down to Ø24.4; in the Ø30 a keyway of 8 x 38 x 4.
    """
    outline = [
        (0, 0),
        (9, 0),
        (10, 1),
        (10, 10),
        (8.2, 10),
        (8.2, 12.4),
        (10, 12.4),
        (10, 30),
        (15, 30),
        (15, 80),
    ]
    outline += [
        (12.2, 80),
        (12.2, 82.5),
        (12.5, 82.5),
        (12.5, 110),
        (7.5, 110),
        (7.5, 139),
        (6.5, 140),
        (0, 140),
    ]
    along_x = draw.turned(stadium(8, 30, 4, (0, 0, 15)), 90, draw.Y)
    return draw.cut(turned(outline), draw.moved(along_x, (0, 0, 55)))


def turned(outline: list[tuple[float, float]]) -> TopoDS_Shape:
    """Turn an outline of (radius, height) about z."""
    return draw.revolve([(radius, 0.0, height) for radius, height in outline])


@draw.once
def hub_flange() -> TopoDS_Shape:
    """Draw a flange of Ø120 x 15 with a hub of Ø60, 45 high in all, a bore of Ø30 and six Ø9 on Ø90."""
    body = draw.cut(draw.fuse(draw.cylinder(60, 15), draw.cylinder(30, 45)), draw.cylinder(15, 45))
    turns = [math.radians(60 * place) for place in range(6)]
    holes = [draw.cylinder(4.5, 15, (45 * math.cos(turn), 45 * math.sin(turn), 0)) for turn in turns]
    return draw.cut(body, *holes)


def pulley() -> TopoDS_Shape:
    """Draw a pulley of Ø100 x 40 with a bore of Ø20; its belt runs in a groove of 24 to 10 down to Ø80."""
    outline = [(10, 0), (50, 0), (50, 8), (40, 15), (40, 25), (50, 32), (50, 40), (10, 40)]
    return turned(outline)


def taper() -> TopoDS_Shape:
    """Draw a taper from Ø40 to Ø30 over 50, with a spigot of Ø16 x 20 and a ball of R8 at its end."""
    stem = turned([(0, 0), (20, 0), (15, 50), (8, 50), (8, 70), (0, 70)])
    return draw.fuse(stem, draw.sphere(8, (0, 0, 70)))


def v_ringed() -> TopoDS_Shape:
    """Draw a grip of Ø30 x 40 with two V grooves of 2 x 1."""
    outline = [(0.0, 0.0), (15.0, 0.0)]
    for at in (10.0, 20.0):
        outline += [(15.0, at - 1), (14.0, at), (15.0, at + 1)]
    return turned([*outline, (15, 40), (0, 40)])


@draw.once
def knurled_knob(ridges: int = 60, deep_mm: float = 0.4) -> TopoDS_Shape:
    """Draw a knob: Ø29 from 0 to 18, ridges up to Ø30 on it from 3 to 15, a stem of Ø10 to 40.

    With ridges of another height what they stand on is 0.1 below them.
    """
    corners = []
    for place in range(2 * ridges):
        radius, turn = 15.0 - deep_mm * (place % 2), math.pi * place / ridges
        corners.append((radius * math.cos(turn), radius * math.sin(turn), 3.0))
    grip = draw.prism(corners, (0, 0, 12))
    return draw.fuse(grip, draw.cylinder(14.9 - deep_mm, 18), draw.cylinder(5, 40))


def hexagon(across_flats_mm: float, height_mm: float) -> TopoDS_Shape:
    """Draw a hexagon bar that stands on z = 0 round the z axis."""
    corner = across_flats_mm / math.sqrt(3)
    turns = [math.radians(60 * place) for place in range(6)]
    outline = [(corner * math.cos(turn), corner * math.sin(turn), 0.0) for turn in turns]
    return draw.prism(outline, (0, 0, height_mm))


def hexagon_nut() -> TopoDS_Shape:
    """Draw a nut of 13 across flats, 6.5 high, with a bore of Ø6.8 and corners turned off on both sides."""
    lens = turned([(0, 0), (6.2, 0), (8.2, 1.2), (8.2, 5.3), (6.2, 6.5), (0, 6.5)])
    return draw.cut(draw.common(hexagon(13, 6.5), lens), draw.cylinder(3.4, 6.5))


@draw.once
def standoff() -> TopoDS_Shape:
    """Draw a standoff of 5.5 across flats and 12 long, with a stud of Ø3 x 6 and a hole of Ø2.5 x 8."""
    return draw.cut(draw.fuse(hexagon(5.5, 12), draw.cylinder(1.5, 18)), draw.cylinder(1.25, 8))


def flatted_shaft() -> TopoDS_Shape:
    """Draw a shaft of Ø20 x 60 with a flat 2 deep over its last 20."""
    return draw.cut(draw.cylinder(10, 60), draw.box((20, 20, 30), (8, -10, 40)))


def gear(count: int, root: float = 0.75, uneven_deg: float = 0.0) -> TopoDS_Shape:
    """Draw a disc of Ø40 x 12 with a bore of Ø10, and teeth down to a share of its radius.

    Its gaps have leaning sides; one of them is off its pitch.
    """
    half = math.tan(math.pi / count / 2.0)
    bottom, top = 20.0 * root, 21.0
    turns = [360.0 * k / count + (uneven_deg if k == 1 else 0.0) for k in range(count)]
    outline = _notched(20.0, (bottom, bottom * half * 0.6), (top, top * half * 1.2), turns)
    return draw.extruded(outline, (0, 0, 12), draw.circle(5))


def ring_gear(count: int, floor_mm: float = 0.0) -> TopoDS_Shape:
    """Draw a ring of Ø60 x 12 with a bore of Ø40 and teeth in it, through or down to a floor."""
    half = math.tan(math.pi / count / 2.0)
    turns = [360.0 * k / count for k in range(count)]
    outline = _notched(20.0, (23.0, 15.0 * half), (19.0, 22.0 * half), turns)
    if not floor_mm:
        return draw.extruded(draw.circle(30), (0, 0, 12), outline)
    return draw.cut(draw.cylinder(30, 12), draw.moved(draw.extruded(outline, (0, 0, 12)), (0, 0, floor_mm)))


def _notched(
    radius: float, bottom: tuple[float, float], leads_to: tuple[float, float], turns: Sequence[float]
) -> TopoDS_Wire:
    """Draw a circle round z that goes in, or out, to flat bottoms at these turns.

    `bottom` is a corner of the bottom at 0°, from which a side leads to another point beyond the circle.
    """
    at, way = np.array(bottom), np.subtract(leads_to, bottom)
    (share,) = (each for each in np.roots([way @ way, 2 * at @ way, at @ at - radius**2]) if 0 < each < 1)
    rim = at + share * way
    corners: list[draw.Point | tuple[draw.Arc, draw.Point]] = []
    for turn in np.radians(turns):
        along = np.array([np.cos(turn), np.sin(turn), 0.0])
        across = np.array([-np.sin(turn), np.cos(turn), 0.0])
        corners.append((draw.Arc((0, 0, 0), radius), rim[0] * along - rim[1] * across))
        corners += [at[0] * along + side * at[1] * across for side in (-1, 1)]
        corners.append(rim[0] * along + rim[1] * across)
    return draw.outline(corners)


def helical_gear(count: int, hook: float = 0.0) -> TopoDS_Shape:
    """Draw a disc of Ø40 x 12 with teeth down to Ø32 that turn by a pitch of their own from end to end.

    Their gaps are 0.2 pitches wide at the root, 0.3 at the tip; by `hook` of a pitch the root lies aside, so
    that one flank hangs over the gap.
    """
    pitch = 2.0 * math.pi / count
    loft = BRepOffsetAPI_ThruSections(True, False)
    for step in range(5):
        turned_by = pitch * step / 4.0
        outline = BRepBuilderAPI_MakePolygon()
        for tooth in range(count):
            start = turned_by + pitch * tooth
            for radius, turn in ((16, hook - 0.1), (16, hook + 0.1), (20, 0.15), (20, 0.85)):
                angle = start + pitch * turn
                outline.Add(gp_Pnt(radius * math.cos(angle), radius * math.sin(angle), 3.0 * step))
        outline.Close()
        loft.AddWire(outline.Wire())
    return loft.Shape()
