"""Molded parts drawn over and under each limit of the injection pack: boxes, ribs, bosses, hooks."""

import math

from OCP.TopoDS import TopoDS_Shape

from tests.support import draw

Size = tuple[float, float, float]


@draw.once
def box_shell(
    wall_mm: float = 2.0, floor_mm: float | None = None, size: Size = (80.0, 50.0, 25.0)
) -> TopoDS_Shape:
    """Draw an open box without draft, standing on z = 0; the floor is as thick as the walls unless given."""
    floor = wall_mm if floor_mm is None else floor_mm
    x, y, z = size
    inside = draw.box((x - 2 * wall_mm, y - 2 * wall_mm, z), (wall_mm, wall_mm, floor))
    return draw.cut(draw.box(size), inside)


def drafted_shell(draft_deg: float, wall_mm: float = 2.0, size: Size = (80.0, 50.0, 25.0)) -> TopoDS_Shape:
    """Draw an open box that widens upwards by an angle on every side, inside and out, round x = y = 0.

    Its walls are `wall_mm` thick across, its floor as much.
    """
    x, y, z = size
    lean = math.tan(math.radians(draft_deg))
    across = wall_mm / math.cos(math.radians(draft_deg))  # seen along the floor
    outer = frustum((x, y), 0.0, z, lean)
    inner = frustum((x - 2 * across, y - 2 * across), wall_mm, z + 1.0, lean, from_z=0.0)
    return draw.cut(outer, inner)


def frustum(
    base: tuple[float, float], low: float, high: float, lean: float, from_z: float | None = None
) -> TopoDS_Shape:
    """Draw a block from z = low to high that widens by `lean` a side, and measures `base` at `from_z`."""
    zero = low if from_z is None else from_z
    long, wide = (
        [(side * (half + lean * (z - zero)), z) for side, z in ((-1, low), (1, low), (1, high), (-1, high))]
        for half in (base[0] / 2, base[1] / 2)
    )
    far = sum(base)
    along = draw.prism([(x, -far, z) for x, z in long], (0.0, 2 * far, 0.0))
    across = draw.prism([(-far, y, z) for y, z in wide], (2 * far, 0.0, 0.0))
    return draw.common(along, across)


def ribbed(
    foot_mm: float, top_mm: float | None = None, high_mm: float = 8.0, wall_mm: float = 2.0
) -> TopoDS_Shape:
    """Draw the open box with a free rib along x in its middle, 30 long, drafted from its foot to its top."""
    return draw.fuse(
        box_shell(wall_mm), rib(foot_mm, foot_mm if top_mm is None else top_mm, high_mm, wall_mm)
    )


def rib(
    foot_mm: float, top_mm: float, high_mm: float = 8.0, wall_mm: float = 2.0, y_mm: float = 25.0
) -> TopoDS_Shape:
    """Draw the rib of `ribbed` and its root in the floor."""
    low, high = wall_mm, wall_mm + high_mm
    outline = [
        (25.0, y_mm - foot_mm / 2, low),
        (25.0, y_mm + foot_mm / 2, low),
        (25.0, y_mm + top_mm / 2, high),
        (25.0, y_mm - top_mm / 2, high),
    ]
    root = draw.box((30.0, foot_mm, wall_mm / 2), (25.0, y_mm - foot_mm / 2, wall_mm / 2))
    return draw.fuse(root, draw.prism(outline, (30.0, 0.0, 0.0)))


def bossed(high_mm: float, diameter_mm: float = 6.0, rib: bool = False) -> TopoDS_Shape:
    """Draw the open box, 2 mm, with a boss in it; `rib` ties it to the wall all the way up."""
    size = (80.0, 50.0, max(25.0, high_mm + 10.0))
    post = draw.cylinder(diameter_mm / 2, high_mm + 1.0, (40.0, 20.0, 1.0))
    tie = draw.box((1.2, 19.0, high_mm + 1.0), (39.4, 1.0, 1.0))
    return draw.fuse(box_shell(size=size), post, *((tie,) if rib else ()))


@draw.once
def padded(*thicks_mm: float, wall_mm: float = 2.0) -> TopoDS_Shape:
    """Draw the open box, 55 longer for each field but one, with fields of 30 x 20 of its floor so thick.

    They are raised on it or sunk into it.
    """
    body = box_shell(wall_mm, size=(25.0 + 55.0 * len(thicks_mm), 50.0, 25.0))
    for at, thick_mm in enumerate(thicks_mm):
        x = 25.0 + 55.0 * at
        if thick_mm > wall_mm:
            body = draw.fuse(body, draw.box((30.0, 20.0, thick_mm - wall_mm / 2), (x, 15.0, wall_mm / 2)))
        else:
            body = draw.cut(body, draw.box((30.0, 20.0, 5.0), (x, 15.0, thick_mm)))
    return body


def hooked(window: bool = False, blind: bool = False) -> TopoDS_Shape:
    """Draw the open box with a nose of 10 x 3 x 4 on the inside of one wall, high up, an undercut below it.

    A `window` through the floor below the nose lets the mold reach it. `blind` takes a second nose that hangs
    from the first and hides a hollow that no slide reaches.
    """
    nose = draw.box((10.0, 4.0, 4.0), (35.0, 1.0, 15.0))
    body = draw.fuse(box_shell(), nose)
    if blind:
        lip = draw.box((10.0, 1.5, 4.0), (35.0, 3.5, 12.0))
        sides = draw.box((2.0, 4.0, 7.0), (33.0, 1.0, 12.0)), draw.box((2.0, 4.0, 7.0), (45.0, 1.0, 12.0))
        body = draw.fuse(body, lip, *sides)
    return draw.cut(body, draw.box((10.0, 3.0, 5.0), (35.0, 2.0, -1.0))) if window else body


def slotted() -> TopoDS_Shape:
    """Draw the open box with a window of 10 x 6 through one long wall: one straight slide frees it."""
    return draw.cut(box_shell(), draw.box((10.0, 4.0, 6.0), (35.0, -1.0, 10.0)))
