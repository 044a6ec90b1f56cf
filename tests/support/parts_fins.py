"""Parts with ribs, gussets, webs and cooling fins, and what looks like them; and how fins are found."""

import math
import tempfile
from pathlib import Path

from OCP.TopoDS import TopoDS_Shape

from engine import pipeline
from engine.features import blend, chamfer, fin, hole
from engine.features.fin import Fin
from engine.model.analysis import PreparedPart
from engine.model.feature import Claim
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from engine.recognition import reconcile
from engine.run_context import RunContext
from tests.support import draw, drawn, lazy_fields
from tests.support.parts_walls import measured


def claims_before(context: RunContext) -> tuple[Claim, ...]:
    """Recognize what fins look across or leave alone."""
    found: tuple[Claim, ...] = ()
    for kind in (chamfer, blend, hole):
        found = reconcile.settle(found + kind.recognize(context, found))
    return found


def fins_in(prepared: PreparedPart) -> list[Fin]:
    """Recognize the fins of a measured part."""
    context = lazy_fields.Context(prepared)
    return list(fin.recognize(context, claims_before(context)))


def fins_of_file(shape: TopoDS_Shape, unit: str, max_edge_mm: float = 10.0) -> list[Fin]:
    """Write a shape as STEP in a unit and recognize its fins."""
    with tempfile.TemporaryDirectory() as folder:
        path = draw.write_step(shape, Path(folder) / "part.step", unit)
        options = MeshOptions(max_edge_mm=max_edge_mm, curvature=drawn.CURVATURE)
        return fins_in(pipeline.prepare(path, options, Progress()).prepared)


def fins_of(shape: TopoDS_Shape, max_edge_mm: float = 10.0) -> list[Fin]:
    """Measure a shape and recognize its fins."""
    return fins_in(measured(shape, max_edge_mm))


def sizes(fins: list[Fin], scale: float = 1.0) -> list[tuple[float, float, float]]:
    """List thickness, height and length, smallest first, in millimeters of the drawing."""
    return sorted(
        (
            round(each.thickness_mm / scale, 3),
            round(each.height_mm / scale, 3),
            round(each.length_mm / scale, 3),
        )
        for each in fins
    )


def plate(size: draw.Point = (80, 60, 6)) -> TopoDS_Shape:
    """Draw a plate in the middle, its top at z = 0."""
    return draw.box(size, (-size[0] / 2, -size[1] / 2, -size[2]))


@draw.once
def rib(
    thick_mm: float = 3.0, high_mm: float = 12.0, long_mm: float = 50.0, y_mm: float = 0.0
) -> TopoDS_Shape:
    """Draw a plate, 80 x 60 x 6, with a rib along x; its foot is sharp."""
    return draw.fuse(
        plate(), draw.box((long_mm, thick_mm, high_mm + 1), (-long_mm / 2, y_mm - thick_mm / 2, -1))
    )


def filleted_rib(foot_mm: float, top_mm: float) -> TopoDS_Shape:
    """Draw the rib of 3 x 12 x 50, its foot filleted all round, its long upper edges rounded."""
    body = rib()
    if top_mm:
        body = draw.fillet(body, top_mm, (0, -1.5, 12), (0, 1.5, 12))
    return draw.fillet(body, foot_mm, (0, -1.5, 0), (0, 1.5, 0), (-25, 0, 0), (25, 0, 0)) if foot_mm else body


def chamfered_rib(top_mm: float) -> TopoDS_Shape:
    """Draw the rib of 3 x 12 x 50, its long upper edges chamfered."""
    return draw.chamfer(rib(), top_mm, (0, -1.5, 12), (0, 1.5, 12))


def gusset(leg_mm: float = 20.0, rise_mm: float = 15.0, thick_mm: float = 3.0) -> TopoDS_Shape:
    """Draw an L of two plates, 8 thick, and a triangle between them: `leg_mm` on the floor, z = 0."""
    floor = draw.box((60, 40, 8), (0, -20, -8))
    upright = draw.box((8, 40, 48), (-8, -20, -8))
    half = thick_mm / 2
    triangle = draw.prism([(0, -half, 0), (leg_mm, -half, 0), (0, -half, rise_mm)], (0, thick_mm, 0))
    return draw.fuse(floor, upright, triangle)


def bracket() -> TopoDS_Shape:
    """Draw an L of two plates, 4 thick, 40 wide, 50 high; the upright's outside runs flush with the floor."""
    return draw.fuse(draw.box((60, 40, 4)), draw.box((4, 40, 50)))


def tee(at_mm: float) -> TopoDS_Shape:
    """Draw the same two plates, the upright `at_mm` in from the end of the floor."""
    return draw.fuse(draw.box((60, 40, 4)), draw.box((4, 40, 50), (at_mm, 0, 0)))


def tray(n_ribs: int = 0, rib_mm: float = 2.0, high_mm: float = 15.0) -> TopoDS_Shape:
    """Draw an open box, 80 x 50 x 25 outside, walls and floor 3; ribs run across from wall to wall."""
    body = draw.cut(draw.box((80, 50, 25)), draw.box((74, 44, 25), (3, 3, 3)))
    places = [80 / (n_ribs + 1) * (index + 1) - rib_mm / 2 for index in range(n_ribs)]
    return (
        draw.fuse(body, *(draw.box((rib_mm, 46, high_mm + 1), (x, 2, 2)) for x in places)) if places else body
    )


@draw.once
def grid(n_x: int = 3, n_y: int = 2, low_mm: float = 10.0) -> TopoDS_Shape:
    """Draw a plate with `n_x` ribs across, 2 x 10 x 50, and `n_y` along, 2 x `low_mm` x 70, that cross."""
    across = [draw.box((2, 50, 11), (-20 + 40 / (n_x - 1) * i - 1, -25, -1)) for i in range(n_x)]
    along = [draw.box((70, 2, low_mm + 1), (-35, -15 + 30 / (n_y - 1) * i - 1, -1)) for i in range(n_y)]
    return draw.fuse(plate(), *across, *along)


def milled_web(web_mm: float = 3.0, deep_mm: float = 15.0, gap_mm: float = 20.0) -> TopoDS_Shape:
    """Draw a block of 80 x 50 x 30 with two pockets, 36 long across, `web_mm` apart."""
    pockets = [
        draw.box((gap_mm, 36, deep_mm + 1), (side * (web_mm + gap_mm) / 2 - gap_mm / 2, -18, 30 - deep_mm))
        for side in (-1, 1)
    ]
    return draw.cut(draw.box((80, 50, 30), (-40, -25, 0)), *pockets)


@draw.once
def heat_sink(
    n_fins: int = 6, fin_mm: float = 1.5, high_mm: float = 15.0, rim_mm: float = 0.0
) -> TopoDS_Shape:
    """Draw a heat sink, fins 4 apart; the outer ones run flush with the base, or stand `rim_mm` in."""
    pitch = fin_mm + 4
    width = pitch * (n_fins - 1) + fin_mm
    base = draw.box((width + 2 * rim_mm, 40, 5), (-rim_mm, 0, -5))
    return draw.fuse(base, *(draw.box((fin_mm, 40, high_mm + 1), (pitch * i, 0, -1)) for i in range(n_fins)))


def winged_shaft(n_wings: int = 4, thick_mm: float = 2.0, reach_mm: float = 25.0) -> TopoDS_Shape:
    """Draw a shaft of 20 with wings along it, 30 long, out to `reach_mm` from its axis."""
    wings = [
        draw.turned(draw.box((reach_mm - 5, thick_mm, 30), (5, -thick_mm / 2, 10)), 360 / n_wings * i)
        for i in range(n_wings)
    ]
    return draw.fuse(draw.cylinder(10, 50), *wings)


def boss_with_ribs() -> TopoDS_Shape:
    """Draw a plate with a boss of 16 x 20 and four ribs, 2 thick, 14 out from the boss and 15 up it."""
    rib = draw.prism([(5, -1, 0), (22, -1, 0), (8, -1, 15), (5, -1, 15)], (0, 2, 0))
    return draw.fuse(plate(), draw.cylinder(8, 20), *(draw.turned(rib, 90 * i) for i in range(4)))


def frame(high_mm: float = 12.0) -> TopoDS_Shape:
    """Draw a plate with four walls on it that run round in a square, 40 outside, 2 thick."""
    walls = draw.cut(draw.box((40, 40, high_mm + 1), (-20, -20, -1)), draw.box((36, 36, 40), (-18, -18, 0)))
    return draw.fuse(plate(), walls)


def beam() -> TopoDS_Shape:
    """Draw an I: its web is held at both edges."""
    return draw.fuse(
        draw.box((80, 40, 4)), draw.box((80, 4, 30), (0, 18, 2)), draw.box((80, 40, 4), (0, 0, 30))
    )


def slanted_rib(tilt_deg: float) -> TopoDS_Shape:
    """Draw a plate with a rib of 3 that leans over sideways by an angle; both its walls lean alike."""
    shift = 20 * math.tan(math.radians(tilt_deg))
    outline = [
        (-25, -1.5 - shift / 10, -2),
        (-25, 1.5 - shift / 10, -2),
        (-25, 1.5 + shift, 20),
        (-25, -1.5 + shift, 20),
    ]
    return draw.fuse(plate(), draw.prism(outline, (50, 0, 0)))


def stacked_discs(
    count: int = 5, thick_mm: float = 1.5, radius_mm: float = 16.0, core_mm: float = 8.0
) -> TopoDS_Shape:
    """Draw a core of 60 with thick ends of 20, and discs round it, 4 apart."""
    outline = [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (core_mm, 10.0)]
    for low in (14 + (thick_mm + 4) * i for i in range(count)):
        outline += [(core_mm, low), (radius_mm, low), (radius_mm, low + thick_mm), (core_mm, low + thick_mm)]
    outline += [(core_mm, 50), (20, 50), (20, 60), (0, 60)]
    return draw.revolve((radius, 0, z) for radius, z in outline)


@draw.once
def ring_segment(
    turn_deg: float = 90.0, thick_mm: float = 2.0, high_mm: float = 12.0, foot_mm: float = 0.0
) -> TopoDS_Shape:
    """Draw a plate with part of a ring on it, 40 wide outside."""
    ring = draw.cut(
        draw.cylinder(20, high_mm + 1, (0, 0, -1), turn=turn_deg),
        draw.cylinder(20 - thick_mm, 40, (0, 0, -5)),
    )
    body = draw.fuse(plate(), ring)
    half = math.radians(turn_deg / 2)
    feet = [(r * math.cos(half), r * math.sin(half), 0) for r in (20, 20 - thick_mm)]
    return draw.fillet(body, foot_mm, *feet) if foot_mm else body
