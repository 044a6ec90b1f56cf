"""How narrow a slot is: the limits that part it from a channel, a recess and the room between two ears.

Of 47 labelled through slots nine in ten are at most as wide as deep and a third as wide as long, the second
widest is 2.6 and the widest 5.4 times as wide as deep; of 38 blind ones the widest is 2.8 times as wide as
deep. Wider ones are slots only where nothing else would be said of them: a low channel straight through a
block. Between plates that stand up from a floor is the inside of a profile.
"""

import numpy as np

from engine.features.slots import lands, layout, undercuts
from engine.features.slots.layout import Layout
from engine.features.slots.pairs import BridgeShape
from engine.features.slots.slot_context import SlotContext
from engine.features.slots.undercuts import Undercut
from engine.graph import neighborhoods
from engine.graph.opposite_faces import DRAFTED_DEG
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity
from engine.model.part import FaceId
from engine.tolerances import FIT_LENGTH

WIDTH_OVER_DEPTH = 3.0
"""A slot without round ends is at most this wide for its depth, unless it is a low channel."""

CHANNEL_WIDTH_OVER_DEPTH = 6.0
"""A low channel, open at both ends, is at most this wide for its depth; a groove round a shaft is too."""

WIDTH_OVER_LENGTH = 1.0
"""No slot is wider than it is long."""

LENGTH_OVER_WIDTH = 10_000.0
"""No slot is deeper or longer than this for its width: a gap a meter long would be 0.1 mm wide, and thinner
wires of spark erosion are not in use. It is left where two faces are drawn to touch and miss each other."""

FLOOR_OVER_MOUTH = 0.5
"""Where the sides lean by more than a draft, the floor is at least this wide for the mouth: below, the groove
is a V with its tip cut off, which a cutter ground to an angle makes."""

OWN_FLOOR_SHARE = 0.5
"""At least this share of a floor lies in slots; the ground that bosses or letters stand on does not."""

OWN_WALL_SHARE = 0.25
"""At least this share of each side lies opposite the other: a lip before a high wall makes no slot."""

OWN_END_SHARE = 0.4
"""A flat end belongs to the slot when at least this share of it closes the slot; the plate that a groove runs
down to does not."""

WAY_OUT_SHARE = 0.5
"""An open end is one where the floor drops off over at least this share of the width. Where the floor goes on
instead, or meets walls at other angles, the slot is but a part of a pocket or of engraved letters."""


FALLING = frozenset({Convexity.CONVEX, Convexity.SMOOTH_CONVEX})
"""How a floor ends where it drops off, at an edge or over a round."""


Candidate = tuple[Layout, Undercut | None]


def keep(context: SlotContext, candidates: list[Candidate]) -> list[Candidate]:
    """Keep what is narrow enough for a slot, open at its mouth, and has a floor of its own."""
    narrow = [each for each in candidates if _is_narrow(context, *each)]
    slotted_mm2: dict[FaceId, float] = {}
    has_way_out: dict[FaceId, bool] = {}
    for each, _ in narrow:
        flats = [bridge.group for bridge in each.floors if bridge.shape is BridgeShape.FLAT]
        areas = {group: context.area_mm2(group) for group in flats}
        whole_mm2 = sum(areas.values())
        is_open = each.is_obround or _has_open_end(context, each, flats)
        for group, area_mm2 in areas.items():
            share = area_mm2 / whole_mm2
            slotted_mm2[group] = slotted_mm2.get(group, 0.0) + share * each.width_mm * each.length_mm
            has_way_out[group] = has_way_out.get(group, False) or is_open
    return [
        (each, neck)
        for each, neck in narrow
        if _goes_through(context, each)
        and all(
            has_way_out[bridge.group]
            and slotted_mm2[bridge.group] >= OWN_FLOOR_SHARE * context.area_mm2(bridge.group)
            for bridge in each.floors
            if bridge.shape is BridgeShape.FLAT
        )
    ]


def own_ends(context: SlotContext, laid: Layout) -> tuple[FaceId, ...]:
    """Return the ends that belong to the slot, rather than to what it runs up to."""
    section_mm2 = laid.width_mm * laid.depth_mm
    return tuple(
        end.group
        for end in laid.ends
        if end.shape is BridgeShape.ROUND or section_mm2 >= OWN_END_SHARE * context.area_mm2(end.group)
    )


def _is_mutual(context: SlotContext, laid: Layout) -> bool:
    """Whether enough of each side lies opposite the other."""
    common_mm2 = laid.depth_mm * laid.length_mm
    return all(
        common_mm2 >= OWN_WALL_SHARE * sum(context.area_mm2(wall) for wall in side) for side in laid.cut.sides
    )


def _has_open_end(context: SlotContext, laid: Layout, floors: list[FaceId]) -> bool:
    """Whether the floor drops off at an end of the slot that nothing closes."""
    closed = {float(end.toward @ laid.along) < 0.0 for end in laid.ends}
    drops = _drops(context, laid, floors, laid.along, sum(laid.run) / 2.0)
    return any(
        is_down for is_far_end, is_down in zip((False, True), drops, strict=True) if is_far_end not in closed
    )


def _goes_through(context: SlotContext, laid: Layout) -> bool:
    """Whether the ends of a slot without a floor drop off on both sides of the plate."""
    middle = sum(laid.depth) / 2.0
    return bool(laid.floors) or all(
        all(_drops(context, laid, [end.group], laid.up, middle)) for end in laid.ends
    )


def _drops(
    context: SlotContext, laid: Layout, groups: list[FaceId], way: Vector, middle: float
) -> tuple[bool, bool]:
    """Whether floors or ends drop off before and behind the middle of the slot along a direction."""
    low, high = laid.walls_at
    found_mm = [0.0, 0.0]
    for group in groups:
        faces = context.graph.faces_of_group[group]
        for joint in neighborhoods.border_joints(context.graph, faces):
            if joint.convexity in FALLING:
                points = context.part.edges[joint.edge].points
                span_mm = float(np.ptp(np.clip(points @ laid.cut.across, low, high)))
                found_mm[int(float(points.mean(axis=0) @ way) > middle)] += span_mm
    least_mm = WAY_OUT_SHARE * laid.width_mm
    return found_mm[0] >= least_mm, found_mm[1] >= least_mm


def _is_narrow(context: SlotContext, laid: Layout, neck: Undercut | None) -> bool:
    """Whether a slot is narrow for its depth and its length; of a T-slot its neck is."""
    width_mm = laid.width_mm if neck is None else neck.neck_width_mm
    depth_mm = laid.depth_mm if neck is None else neck.top - laid.depth[0]
    if min(width_mm, depth_mm, laid.length_mm) <= 0.0:
        return False
    if width_mm > (WIDTH_OVER_LENGTH + FIT_LENGTH) * laid.length_mm:
        return False
    if max(depth_mm, laid.length_mm) > (LENGTH_OVER_WIDTH + FIT_LENGTH) * width_mm:
        return False
    if neck is not None:
        return width_mm <= (WIDTH_OVER_DEPTH + FIT_LENGTH) * depth_mm
    needs_depth = bool(laid.floors) and not laid.has_round_end
    if needs_depth and width_mm > (WIDTH_OVER_DEPTH + FIT_LENGTH) * depth_mm:
        is_too_wide = width_mm > (CHANNEL_WIDTH_OVER_DEPTH + FIT_LENGTH) * depth_mm
        if is_too_wide or not _is_low_channel(context, laid):
            return False
    if _is_cut_off_v(context, laid):
        return False
    return (
        _is_mutual(context, laid) and lands.are_wide(context, laid) and not undercuts.is_roofed(context, laid)
    )


def _is_low_channel(context: SlotContext, laid: Layout) -> bool:
    """Whether two walls and their floor are all there is, in material that is broad for their depth."""
    floors = {bridge.group for bridge in laid.floors}
    hollow = {
        group
        for side in laid.cut.sides
        for wall in side
        for group in context.adjacency.next_to(wall, Convexity.CONCAVE)
    }
    return not laid.ends and hollow <= floors and lands.are_low(context, laid)


def _is_cut_off_v(context: SlotContext, laid: Layout) -> bool:
    """Whether the sides lean by more than a draft over a floor that is small for the mouth."""
    wall = context.part.faces[laid.cut.sides[0][0]]
    if not laid.floors or float(wall.inner_normal @ laid.up) <= np.sin(np.radians(DRAFTED_DEG / 2.0)):
        return False
    floor_mm, mouth_mm = (layout.width_at(context.part, laid.cut, laid.up, height) for height in laid.depth)
    return floor_mm < (FLOOR_OVER_MOUTH - FIT_LENGTH) * mouth_mm
