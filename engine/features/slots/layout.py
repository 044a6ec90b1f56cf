"""The layout of a cut: which of its bridges is the floor, which are ends, and where it is open.

A slot is longer than it is deep, so of two bridges at right angles the one that leaves it longer is the
floor. Where a single flat bridge ties the walls it is the floor, unless the walls are narrower than the slot
that way: a notch in the edge of a plate goes through the plate. Where a flat bridge looks at another bridge
the contour is closed by three flat walls or more, and that is a pocket.
"""

from dataclasses import dataclass

import numpy as np

from engine.features.slots.cuts import OPPOSITE_COSINE, Cut
from engine.features.slots.pairs import Bridge, BridgeShape
from engine.features.slots.slot_context import SlotContext
from engine.model.arrays import Vector, vector_product
from engine.model.part import Part
from engine.tolerances import FIT_LENGTH


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A cut with its directions, its floors and its ends."""

    cut: Cut
    up: Vector
    """Unit vector from the floor to the mouth; along the ends where there is no floor."""
    along: Vector
    """Unit vector along the slot."""
    floors: tuple[Bridge, ...]
    """In one plane; empty where the slot goes through."""
    ends: tuple[Bridge, ...]
    width_mm: float
    """Between the walls at mid-height."""
    depth: tuple[float, float]
    """Where it begins and ends along `up`."""
    run: tuple[float, float]
    """Where it begins and ends along `along`."""
    walls_at: tuple[float, float]
    """Where the two sides lie along `across`, at mid-height."""

    @property
    def depth_mm(self) -> float:
        """From the mouth to the floor, or from side to side."""
        return self.depth[1] - self.depth[0]

    @property
    def length_mm(self) -> float:
        """Over all, round ends included."""
        return self.run[1] - self.run[0]

    @property
    def is_obround(self) -> bool:
        """Whether both ends turn from wall to wall."""
        sides = {
            float(bridge.toward @ self.along) > 0.0
            for bridge in self.ends
            if bridge.shape is BridgeShape.ROUND
        }
        return len(sides) == 2

    @property
    def has_round_end(self) -> bool:
        """Whether an end turns from wall to wall."""
        return any(bridge.shape is BridgeShape.ROUND for bridge in self.ends)


def lay_out(part: Part, context: SlotContext, cut: Cut) -> Layout | None:
    """Separate floor and ends; None where a flat wall closes the contour, or nothing is left open."""
    options: list[Layout] = []
    for bridge in cut.bridges:
        if not any(_is_over(bridge, each.up) for each in options):
            option = _as_floor(part, context, cut, bridge)
            if option is not None:
                options.append(option)
    through = _as_through(part, context, cut)
    if through is not None and (not options or _is_plate(through, options[0])):
        return through
    longest_mm = max((each.length_mm for each in options), default=0.0)
    alike = [each for each in options if each.length_mm >= (1.0 - FIT_LENGTH) * longest_mm]
    return max(alike, key=lambda each: _largest_floor(context, each), default=None)


def _largest_floor(context: SlotContext, laid: Layout) -> tuple[float, int]:
    """Rank readings that leave a cut equally long: by area, then by the floor's number."""
    group = laid.floors[0].group
    return float(f"{context.area_mm2(group):.4g}"), -group


def _is_plate(through: Layout, blind: Layout) -> bool:
    """Whether a cut with one bridge runs through a plate rather than along a groove, which it is in doubt."""
    bridge = through.ends[0]
    limit_mm = through.width_mm if bridge.shape is BridgeShape.FLAT else through.length_mm
    return through.depth_mm < (1.0 - FIT_LENGTH) * limit_mm


def _as_floor(part: Part, context: SlotContext, cut: Cut, floor: Bridge) -> Layout | None:
    """See a cut from above one of its bridges; None where another one looks at that."""
    up = floor.toward
    floors = [bridge for bridge in cut.bridges if _is_over(bridge, up)]
    ends = [bridge for bridge in cut.bridges if bridge not in floors]
    if any(float(bridge.toward @ up) < OPPOSITE_COSINE for bridge in ends):
        return None
    if floor.shape is BridgeShape.ROUND and any(bridge.shape is BridgeShape.ROUND for bridge in ends):
        return None
    return _layout(part, context, cut, up, floors, ends)


def _is_over(bridge: Bridge, up: Vector) -> bool:
    """Whether a bridge looks up as a floor does."""
    return float(bridge.toward @ up) > -OPPOSITE_COSINE


def _as_through(part: Part, context: SlotContext, cut: Cut) -> Layout | None:
    """See a cut along the axis of its ends; None where it has a floor then."""
    first = cut.bridges[0]
    up = first.axis if first.axis is not None else vector_product(cut.across, first.toward)
    if any(abs(float(bridge.toward @ up)) > 0.3 for bridge in cut.bridges):
        return None
    return _layout(part, context, cut, np.asarray(up), [], list(cut.bridges))


def _layout(
    part: Part, context: SlotContext, cut: Cut, up: Vector, floors: list[Bridge], ends: list[Bridge]
) -> Layout | None:
    along = vector_product(cut.across, up)
    along = along / np.linalg.norm(along)
    for bridge in ends:
        if bridge.shape is not BridgeShape.ROUND and any(
            float(bridge.toward @ other.toward) < OPPOSITE_COSINE for other in ends
        ):
            return None
    depth = _stretch(part, context, cut, up, floors)
    run = _stretch(part, context, cut, along, ends)
    middle = sum(depth) / 2.0
    return Layout(
        cut=cut,
        up=up,
        along=along,
        floors=tuple(floors),
        ends=tuple(ends),
        width_mm=width_at(part, cut, up, middle),
        walls_at=walls_at(part, cut, up, middle),
        depth=depth,
        run=run,
    )


def _stretch(
    part: Part, context: SlotContext, cut: Cut, way: Vector, closing: list[Bridge]
) -> tuple[float, float]:
    """Return where both sides are, along a direction, out to the bridges that close it there."""
    sides = [[context.with_rims(wall, way) for wall in side] for side in cut.sides]
    low = max(min(each[0] for each in side) for side in sides)
    high = min(max(each[1] for each in side) for side in sides)
    for bridge in closing:
        near, far = context.of_group(bridge.group, way)
        if bridge.shape is BridgeShape.CURVED:
            near, far = context.of_group(bridge.group, way)
        if float(bridge.toward @ way) > 0.0:
            low = min(low, near) if bridge.shape is not BridgeShape.FLAT else near
        elif float(bridge.toward @ way) < 0.0:
            high = max(high, far) if bridge.shape is not BridgeShape.FLAT else far
    return low, high


def width_at(part: Part, cut: Cut, up: Vector, height: float) -> float:
    """Return the distance between the two sides at a height along `up`, along `across`."""
    low, high = walls_at(part, cut, up, height)
    return high - low


def walls_at(part: Part, cut: Cut, up: Vector, height: float) -> tuple[float, float]:
    """Return where the two sides lie along `across`, at a height along `up`."""
    places = []
    for side in cut.sides:
        wall = part.largest_face(side)
        rise = height - float(wall.inner_point @ up)
        lean = float(wall.inner_normal @ up) / float(wall.inner_normal @ cut.across)
        places.append(float(wall.inner_point @ cut.across) - rise * lean)
    return places[0], places[1]
