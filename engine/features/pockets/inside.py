"""Finds the features that stand or lie in a hollow."""

from engine.features.pockets.hollow import Hollow
from engine.features.pockets.pads import Pad
from engine.features.pockets.pocket_context import PocketContext, is_wall
from engine.graph import neighborhoods
from engine.graph.contours import Contour
from engine.model.feature import Feature, Kind
from engine.model.part import FaceId

OF_ITS_OWN = frozenset({Kind.HOLE, Kind.BOSS, Kind.SLOT, Kind.FIN, Kind.POCKET, Kind.PROTRUSION})
"""Kinds whose faces are their own, not walls or floors of the hollow they lie in."""


def features(context: PocketContext, hollow: Hollow | Pad) -> tuple[Feature, ...]:
    """List the features of other kinds that begin in a hollow or on a pad, or lie in it with all their faces.

    A rib that reaches the mouth has its other side in the next pocket, and lies in neither. A bay of the
    floor with two sides and an end of its own is no slot in the pocket: its floor is the pocket's.
    """
    inside = []
    for feature, groups in context.features_at((*hollow.past, *hollow.reached)):
        if feature.kind in OF_ITS_OWN:
            begins_inside = not groups.isdisjoint(hollow.past)
            if begins_inside or (
                hollow.reached.issuperset(groups) and not _is_bay(context, hollow, feature, groups)
            ):
                inside.append(feature)
    return tuple(inside)


def _is_bay(
    context: PocketContext, hollow: Hollow | Pad, feature: Feature, groups: frozenset[FaceId]
) -> bool:
    """Whether a slot lies on a floor of the pocket that has walls beside the slot's."""
    return feature.kind == Kind.SLOT and any(
        is_wall(meeting) and meeting.across(floor) not in groups
        for floor in sorted(groups.intersection(hollow.floors if isinstance(hollow, Hollow) else ()))
        for meeting in context.adjacency.of_group.get(floor, ())
    )


def blends(
    context: PocketContext, members: frozenset[FaceId], base: Contour | None = None
) -> frozenset[FaceId]:
    """Return the blend faces between members, and the corners where those run together.

    With the border of a base, those between it and the members too.
    """
    between = {
        face
        for group in sorted(members)
        for meeting in context.adjacency.of_group[group]
        if meeting.across(group) in members
        for face in meeting.blends
    }
    around = set(members)
    if base is not None:
        around.add(base.group)
        between.update(face for meeting in base.meetings if meeting is not None for face in meeting.blends)
    inside = between.union(face for group in around for face in context.graph.faces_of_group[group])
    beside = sorted({context.group(face) for face in neighborhoods.neighbors(context.graph, between)})
    corners = {
        face
        for group in beside
        if group not in context.adjacency.of_group
        and inside.issuperset(neighborhoods.neighbors(context.graph, context.graph.faces_of_group[group]))
        for face in context.graph.faces_of_group[group]
    }
    return frozenset(between | corners)


def chains(context: PocketContext, faces: frozenset[FaceId]) -> set[FaceId]:
    """Return the fillets and rounds that lie wholly among some faces."""
    met = context.features_at({context.group(face) for face in faces})
    return {
        each.fid for each, _ in met if each.kind in (Kind.FILLET, Kind.ROUND) and faces.issuperset(each.faces)
    }
