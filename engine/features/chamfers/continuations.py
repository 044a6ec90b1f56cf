"""How chamfers go on round a corner: onto cuts as wide, and cones that run smoothly between two."""

from engine.features.chamfers.cuts import Cut
from engine.graph import neighborhoods
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Part
from engine.model.surface import Cone
from engine.tolerances import at_least

SAME_WIDTH = 0.25
"""A chamfer that runs on round a corner keeps its width within this share; it narrows where it meets
another feature."""


def followed(graph: FaceGraph, cuts: dict[FaceId, Cut]) -> dict[FaceId, Cut]:
    """Follow the chamfers round corners: onto cuts as wide that are tangent to one."""
    chosen = {group: cut for group, cut in cuts.items() if cut.is_chamfer}
    frontier = sorted(chosen)
    while frontier:
        cut = cuts[frontier.pop()]
        for face in neighborhoods.neighbors(graph, cut.faces, neighborhoods.SMOOTH):
            group = FaceId(int(graph.group_of_face[face]))
            other = cuts.get(group)
            if other is None or group in chosen:
                continue
            if at_least(SAME_WIDTH * cut.width_mm, abs(other.width_mm - cut.width_mm)):
                chosen[group] = other
                frontier.append(group)
    return chosen


def turning(part: Part, graph: FaceGraph, chosen: dict[FaceId, Cut]) -> dict[FaceId, Cut]:
    """Find the cones that turn a chamfer round a corner, whatever other features have left of them."""
    turning = {}
    for group, faces in graph.faces_of_group.items():
        if group in chosen or not isinstance(part.faces[group].surface, Cone):
            continue
        beside = neighborhoods.neighbors(graph, faces, neighborhoods.SMOOTH)
        groups = {FaceId(int(graph.group_of_face[face])) for face in beside}
        if len(groups) >= 2 and groups <= chosen.keys():
            turning[group] = Cut(faces, min(chosen[each].width_mm for each in groups), True)
    return turning
