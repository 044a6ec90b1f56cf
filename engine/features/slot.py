"""Recognizes slots: two walls that face each other through air, tied by the floor or the ends of one cut.

Grooves open at both ends, keyways, obrounds (blind or through), T-slots and dovetails, grooves round a shaft
or in a face, slots bent to an arc, the gaps between the fins of a heat sink. A saw cut across several ridges
is one slot. V grooves and grooves with round sides are slots too (`profiles`).

What is no slot: a contour closed by three flat walls or more (a pocket); the room between two things that
merely stand opposite, which no floor of its own ties together; a wide channel or the inside of a housing
(`narrow` says how wide a slot may be); a V whose tip is cut off by a small floor; a step.
"""

from dataclasses import dataclass

from engine.features.slots import cuts, grooves, layout, narrow, pairs, profile_sections, profiles, undercuts
from engine.features.slots.grooves import Groove
from engine.features.slots.layout import Layout
from engine.features.slots.slot_context import SlotContext
from engine.features.slots.stretches import Profile
from engine.features.slots.undercuts import Undercut
from engine.graph import blend_suppressed, extents
from engine.model.arrays import Vector, frozen
from engine.model.face_graph import Convexity
from engine.model.feature import (
    BLEND_ROLES,
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
    SizeForm,
)
from engine.model.part import FaceId
from engine.run_context import RunContext

KIND = FeatureKind(
    key=Kind.SLOT,
    plural="Slots",
    color="#0787a4",
    roles=(
        FaceRole(Role.SLOT_WALL, "Slot wall", place="wall"),
        FaceRole(Role.SLOT_FLOOR, "Slot floor", place="floor", tint=0.35),
    ),
    precedence=Precedence.NARROW,
    sizes=(
        Size("width_mm"),
        Size("length_mm"),
        Size("depth_mm"),
        Size("through", after="thru", form=SizeForm.FLAG),
    ),
    n_sizes_in_name=3,
    order_in_results=5,
    order_in_lists=3,
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slot(Feature):
    """One slot.

    `axis` points into it, from the mouth to the floor; from one side to the other where it goes through;
    along the shaft where it goes round one. `center` lies amid its air, on the axis of a ring.
    """

    width_mm: float
    """Between the walls at mid-height; of a T-slot at its neck; at the mouth of a dovetail, of a V groove and
    where the sides are round."""
    min_width_mm: float
    max_width_mm: float
    """Over the depth, where the walls lean; else the same as `width_mm`. The undercut does not count, nor
    does how a V or a round groove narrows: its cutter has that shape."""
    length_mm: float
    """Over all, round ends included; of a ring, once round along its middle."""
    depth_mm: float
    """From the mouth, where both walls begin, to the floor; or from side to side."""
    through: bool
    """Whether it has no floor."""
    open_ends: int
    undercut_width_mm: float | None
    """Of a T-slot or dovetail, how wide it is below its neck; else None."""
    angle_deg: float | None
    """Of a V groove, between its walls; else None."""

    @property
    def is_sawn(self) -> bool:
        """Whether a saw or a side mill goes through it from end to end."""
        return self.open_ends == 2 and self.undercut_width_mm is None


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Slot, ...]:
    """Find the slots, ordered by their defining face. `found` says which faces are blends."""
    part, graph = context.part, context.graph
    adjacency = blend_suppressed.of(context, found)
    within = SlotContext(part, graph, adjacency)
    folds = {face for claim in found for face, role in claim.roles if role is Role.BEND}
    bridged = pairs.find(within, folds)
    laid = [layout.lay_out(part, within, cut) for cut in cuts.in_line(part, within, bridged)]
    candidates = [(each, undercuts.above(within, each)) for each in laid if each is not None]
    slots = [_straight(within, each, neck) for each, neck in narrow.keep(within, candidates)]
    slots += [_round(within, groove) for groove in grooves.find(within)]
    slots += _profiles(context, within, found)
    return tuple(sorted(_without_parts(slots), key=lambda slot: slot.fid))


def _profiles(context: RunContext, within: SlotContext, found: tuple[Claim, ...]) -> list[Slot]:
    """Find the grooves known by their section, in what nothing but a blend at their sides explains."""
    part, graph = context.part, context.graph
    folded = {claim.body for claim in found if isinstance(claim, Feature) and claim.kind == Kind.BEND}
    claimed = {face for claim in found for face, _ in claim.roles}
    blends = {face for claim in found for face, role in claim.roles if role in BLEND_ROLES}
    if coves := profile_sections.coves(context, blends):
        within = SlotContext(part, graph, blend_suppressed.build(context, blends - coves))
        claimed -= coves
    taken = {
        group
        for group, faces in graph.faces_of_group.items()
        if part.faces[group].body in folded or not claimed.isdisjoint(faces)
    }
    return [_profiled(within, profile) for profile in profiles.find(within, taken)]


def _without_parts(slots: list[Slot]) -> list[Slot]:
    """Drop slots all of whose faces belong to a larger one: the side of a T-slot is no slot of its own."""
    members = [frozenset(slot.faces) for slot in slots]
    owners: dict[FaceId, set[int]] = {}
    for index, faces in enumerate(members):
        for face in faces:
            owners.setdefault(face, set()).add(index)
    kept = []
    for index, slot in enumerate(slots):
        larger = set.intersection(*(owners[face] for face in slot.faces)) - {index}
        if not any(len(members[each]) > len(members[index]) or each < index for each in larger):
            kept.append(slot)
    return kept


def _straight(context: SlotContext, laid: Layout, undercut: Undercut | None) -> Slot:
    part = context.part
    walls = laid.cut.walls + (undercut.groups if undercut is not None else ())
    floors = tuple(bridge.group for bridge in laid.floors)
    ends = narrow.own_ends(context, laid)
    neck = undercut.neck if undercut is not None else laid.cut
    depth = (laid.depth[0], undercut.top if undercut is not None else laid.depth[1])
    middle = sum(depth) / 2.0
    own = depth if undercut is None else (undercut.neck_low, undercut.top)
    widths = [layout.width_at(part, neck, laid.up, height) for height in (*own, sum(own) / 2.0)]
    is_dovetail = undercut is None and undercuts.is_dovetail(context, laid)
    below_mm = max(widths) if is_dovetail else undercut.width_mm if undercut is not None else None
    center = middle * laid.up + sum(laid.run) / 2.0 * laid.along + _middle_mm(context, laid) * laid.cut.across
    return _slot(
        context,
        walls=walls,
        floors=floors,
        ends=ends,
        axis=-laid.up,
        center=center,
        width_mm=min(widths) if is_dovetail else widths[2],
        min_width_mm=min(widths),
        max_width_mm=max(widths),
        length_mm=laid.length_mm,
        depth_mm=depth[1] - depth[0],
        open_ends=2 - len({float(end.toward @ laid.along) > 0.0 for end in laid.ends}),
        undercut_width_mm=below_mm,
        through=not floors,
    )


def _middle_mm(context: SlotContext, laid: Layout) -> float:
    part = context.part
    return (
        sum(
            float(part.faces[wall].inner_point @ laid.cut.across)
            for wall in (laid.cut.sides[0][0], laid.cut.sides[1][0])
        )
        / 2.0
    )


def _round(context: SlotContext, groove: Groove) -> Slot:
    return _slot(
        context,
        walls=groove.walls,
        floors=groove.floors,
        ends=groove.ends,
        axis=groove.into,
        center=groove.center,
        width_mm=groove.width_mm,
        min_width_mm=groove.width_mm,
        max_width_mm=groove.width_mm,
        length_mm=groove.length_mm,
        depth_mm=groove.depth_mm,
        open_ends=groove.open_ends,
        undercut_width_mm=None,
        through=not groove.floors,
        chamfers=groove.chamfers,
    )


def _profiled(context: SlotContext, profile: Profile) -> Slot:
    return _slot(
        context,
        walls=profile.walls,
        floors=profile.floors,
        ends=profile.ends,
        axis=profile.into,
        center=profile.center,
        width_mm=profile.width_mm,
        min_width_mm=profile.width_mm,
        max_width_mm=profile.width_mm,
        length_mm=profile.length_mm,
        depth_mm=profile.depth_mm,
        open_ends=profile.open_ends,
        undercut_width_mm=None,
        through=False,
        angle_deg=profile.angle_deg,
    )


def _slot(
    context: SlotContext,
    *,
    walls: tuple[FaceId, ...],
    floors: tuple[FaceId, ...],
    ends: tuple[FaceId, ...],
    axis: Vector,
    center: Vector,
    width_mm: float,
    min_width_mm: float,
    max_width_mm: float,
    length_mm: float,
    depth_mm: float,
    open_ends: int,
    undercut_width_mm: float | None,
    through: bool,
    angle_deg: float | None = None,
    chamfers: tuple[FaceId, ...] = (),
) -> Slot:
    part, graph = context.part, context.graph
    role_of_face = {
        face: role
        for groups, role in (
            (walls + ends, Role.SLOT_WALL),
            (floors, Role.SLOT_FLOOR),
            (chamfers, Role.CHAMFER),
        )
        for group in groups
        for face in graph.faces_of_group[group]
    }
    role_of_face |= {face: Role.FILLET for face in _fillets(context, {*walls, *floors, *ends})}
    faces = tuple(sorted(role_of_face))
    own = [face for face in faces if role_of_face[face] not in BLEND_ROLES]
    defining = part.largest_face(own)
    assert defining.body is not None  # stray faces bridge nothing
    return Slot(
        kind=Kind.SLOT,
        fid=defining.id,
        faces=faces,
        roles=tuple((face, role_of_face[face]) for face in faces),
        body=defining.body,
        center=frozen(center),
        axis=frozen(axis + 0.0),
        box_mm=extents.box(part, faces),
        uncertainty_mm=2.0 * max(part.faces[face].deviation_mm for face in own),
        width_mm=width_mm,
        min_width_mm=min_width_mm,
        max_width_mm=max_width_mm,
        length_mm=length_mm,
        depth_mm=depth_mm,
        through=through,
        open_ends=open_ends,
        undercut_width_mm=undercut_width_mm,
        angle_deg=angle_deg,
    )


def _fillets(context: SlotContext, groups: set[FaceId]) -> set[FaceId]:
    """Return the blends in the hollows between the groups of a slot."""
    return {
        blend
        for group in groups
        for meeting in context.adjacency.of_group[group]
        if meeting.convexity == Convexity.CONCAVE and meeting.across(group) in groups
        for blend in meeting.blends
    }
