"""Inside: the features that stand or lie in a hollow."""

from engine.features.pockets.floors import is_wall
from engine.features.pockets.hollow import Hollow
from engine.features.pockets.site import Site
from engine.graph import neighborhoods
from engine.model.feature import Feature, Kind
from engine.model.part import FaceId

OF_ITS_OWN = frozenset({Kind.HOLE, Kind.BOSS, Kind.SLOT, Kind.FIN, Kind.POCKET, Kind.PROTRUSION})
"""Kinds whose faces are their own, not walls or floors of the hollow they lie in."""


def features(site: Site, hollow: Hollow) -> tuple[Feature, ...]:
    """List the features of other kinds that begin inside a hollow or lie in it with all their faces.

    A rib that reaches the mouth has its other side in the next pocket, and lies in neither. A bay of the
    floor with two sides and an end of its own is no slot in the pocket: its floor is the pocket's.
    """
    inside = []
    for feature in site.found:
        if isinstance(feature, Feature) and feature.kind in OF_ITS_OWN:
            groups = {site.group(face) for face in feature.faces}
            begins_inside = not groups.isdisjoint(hollow.past)
            if begins_inside or (
                hollow.reached.issuperset(groups) and not _is_bay(site, hollow, feature, groups)
            ):
                inside.append(feature)
    return tuple(inside)


def _is_bay(site: Site, hollow: Hollow, feature: Feature, groups: set[FaceId]) -> bool:
    """Whether a slot lies on a floor of the pocket that has walls beside the slot's."""
    return feature.kind == Kind.SLOT and any(
        is_wall(meeting) and meeting.across(floor) not in groups
        for floor in sorted(groups.intersection(hollow.floors))
        for meeting in site.unblended.of_group.get(floor, ())
    )


def blends(site: Site, members: frozenset[FaceId]) -> frozenset[FaceId]:
    """Return the blend faces between members of a hollow, and the corners where those run together."""
    between = {
        face
        for group in sorted(members)
        for meeting in site.unblended.of_group[group]
        if meeting.across(group) in members
        for face in meeting.blends
    }
    inside = between.union(face for group in members for face in site.graph.faces_of_group[group])
    corners = {
        face
        for face in neighborhoods.neighbors(site.graph, between)
        if site.group(face) not in site.unblended.of_group
        and inside.issuperset(neighborhoods.neighbors(site.graph, (face,)))
    }
    return frozenset(between | corners)
