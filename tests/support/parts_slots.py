"""Parts with slots whose measures are known because they are drawn here, and near twins without."""

import math

from OCP.TopoDS import TopoDS_Shape

from engine.features import blend, chamfer, hole, slot
from engine.features.slot import Slot
from engine.model.feature import Claim
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw
from tests.support.draw import Point
from tests.support.parts import unchecked_part, without_mesh
from tests.support.parts_holes import CLEAR, TOP, block

Row = tuple[float, float, float, bool, int]


def slots_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Slot]:
    """Write a shape as STEP, read it back and recognize its slots."""
    return slots_in(unchecked_part(shape, unit))


def slots_in(part: Part) -> list[Slot]:
    """Recognize the slots of a part, blends and holes first; none of it needs a mesh."""
    context = RunContext(without_mesh(part))
    found: tuple[Claim, ...] = ()
    for recognize in (chamfer.recognize, blend.recognize, hole.recognize):
        found += recognize(context, found)
    return list(slot.recognize(context, found))


def row(found: Slot, factor: float = 1.0) -> Row:
    """Write a slot as one line: width, depth, length, whether it goes through, open ends."""
    lengths = (found.width_mm, found.depth_mm, found.length_mm)
    width, depth, length = (round(each / factor, 3) for each in lengths)
    return width, depth, length, found.through, found.open_ends


def rows(slots: list[Slot], factor: float = 1.0) -> list[Row]:
    """Write slots as lines, in the order of the lines."""
    return sorted(row(each, factor) for each in slots)


def only(slots: list[Slot]) -> Slot:
    """Return the one slot there is."""
    assert len(slots) == 1, rows(slots)
    return slots[0]


def bar(width: float, depth: float, low: float = -30 - CLEAR, high: float = 30 + CLEAR) -> TopoDS_Shape:
    """Draw the tool of a groove along x in the top of `block`, between two places along x."""
    return draw.box((high - low, width, depth + CLEAR), (low, -width / 2, TOP - depth))


def grooved(width: float = 6.0, depth: float = 5.0) -> TopoDS_Shape:
    """Draw a block with a groove open at both ends."""
    return draw.cut(block(), bar(width, depth))


def keyway(width: float = 8.0, depth: float = 5.0, run: float = 30.0) -> TopoDS_Shape:
    """Draw a block with a groove that ends half round, `run` over all."""
    end = 30 - run + width / 2
    tool = draw.fuse(bar(width, depth, end), draw.cylinder(width / 2, depth + CLEAR, (end, 0, TOP - depth)))
    return draw.cut(block(), tool)


def drafted(width: float, depth: float, lean_deg: float, length: float = 70.0) -> TopoDS_Shape:
    """Draw the tool of a groove along x, `width` wide at its floor, whose walls lean outwards."""
    out = (depth + CLEAR) * math.tan(math.radians(lean_deg))
    low, high = TOP - depth, TOP + CLEAR
    half = width / 2
    outline = [(y, z) for y, z in ((-half, low), (half, low), (half + out, high), (-half - out, high))]
    return draw.prism([(-length / 2, y, z) for y, z in outline], (length, 0, 0))


def tee(neck: float, neck_depth: float, wide: float, wide_depth: float) -> TopoDS_Shape:
    """Draw the tool of a T-slot along x."""
    low = TOP - neck_depth - wide_depth
    return draw.fuse(bar(neck, neck_depth), draw.box((70, wide, wide_depth), (-35, -wide / 2, low)))


def ring(inner: float, outer: float, depth: float, at: Point = (0, 0, TOP)) -> TopoDS_Shape:
    """Draw the tool of a ring groove in the top, by its radii."""
    x, y, z = at
    base = (x, y, z - depth)
    return draw.cut(draw.cylinder(outer, depth + CLEAR, base), draw.cylinder(inner, depth + CLEAR, base))


def ringed_shaft(radius: float, groove: float, width: float, low: float = 10.0) -> TopoDS_Shape:
    """Draw a shaft along z with a groove down to radius `groove`."""
    outline = [(0, 0), (radius, 0), (radius, low), (groove, low), (groove, low + width)]
    outline += [(radius, low + width), (radius, 40), (0, 40)]
    return draw.revolve((x, 0, z) for x, z in outline)


def bent(inner: float, outer: float, turn: float, depth: float) -> TopoDS_Shape:
    """Draw the tool of a slot bent to an arc about the z axis, with half round ends."""
    middle, half, low = (inner + outer) / 2, (outer - inner) / 2, TOP - depth
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = [
        (draw.Arc((middle, 0, low), half), (outer, 0, low)),
        (draw.Arc((0, 0, low), outer), (outer * cos, outer * sin, low)),
        (draw.Arc((middle * cos, middle * sin, low), half), (inner * cos, inner * sin, low)),
        (draw.Arc((0, 0, low), inner, (0, 0, -1)), (inner, 0, low)),
    ]
    return draw.extruded(draw.outline(corners), (0, 0, depth + CLEAR))


def finned(count: int = 4, gap: float = 3.0, fin: float = 2.0, height: float = 12.0) -> TopoDS_Shape:
    """Draw a heat sink: fins along x on a base 6 mm thick."""
    pitch = fin + gap
    outline = [(0.0, 0.0), ((count - 1) * pitch + fin, 0.0)]
    for index in reversed(range(count)):
        left, right = index * pitch, index * pitch + fin
        outline += [(right, 6 + height), (left, 6 + height)]
        outline += [(left, 6), (left - gap, 6)] if index else []
    return draw.prism([(0, y, z) for y, z in outline], (40, 0, 0))
