"""Finds the narrow faces that close a fin at its top and at its free ends.

The top of a fin often belongs to others too: all ribs of a grid share one, a web milled out of a block ends
in the block's own face. A face is a fin's top when it is as narrow as the fin wherever it goes, and an end
when it lies between the walls altogether.
"""

import numpy as np

from engine.features.fins import widths
from engine.features.fins.borders import Stretch
from engine.features.fins.uprights import WITHIN, Upright
from engine.graph.neighborhoods import border_joints
from engine.model.arrays import Vector
from engine.model.face_graph import FaceGraph
from engine.model.part import EdgeId, FaceId, Part
from engine.model.surface import Plane


def narrowest_mm(part: Part, graph: FaceGraph, upright: Upright) -> float:
    """Return how broad the narrower of the two walls is, as twice its area over its perimeter."""
    return min(
        max(widths.of_group(part, graph, group) for group in side)
        for side in (upright.placed.pair.near, upright.placed.pair.far)
    )


def tops(part: Part, graph: FaceGraph, upright: Upright) -> tuple[FaceId, ...]:
    """List the faces on top: flat, sloping or curved between sharp edges, or one half cylinder."""
    near, far = _free(upright, upright.placed.up)
    widest_mm = widths.NARROW * max(upright.top_thickness_mm, upright.thickness_mm)
    flat = _beyond(near + far)
    groups = {
        group
        for group in flat - set(upright.placed.pair.groups)
        if widths.of_group(part, graph, group) <= widest_mm
    }
    return _faces(graph, groups | (_blends(near) & _blends(far)))


def ends(part: Part, graph: FaceGraph, upright: Upright) -> tuple[FaceId, ...]:
    """List the flat faces of the free ends that are the fin's own."""
    groups: set[FaceId] = set()
    half_mm = max(upright.base_thickness_mm, upright.top_thickness_mm) / 2.0 * (1.0 + WITHIN)
    for way in upright.placed.ways:
        near, far = _free(upright, way)
        for group in sorted(_beyond(near + far) - set(upright.placed.pair.groups)):
            points = np.concatenate([part.edges[edge].points for edge in _edges(graph, group)])
            is_between = np.abs((points - upright.center) @ upright.placed.across).max() <= half_mm
            if is_between and isinstance(part.faces[group].surface, Plane):
                groups.add(group)
    return _faces(graph, groups)


def _free(upright: Upright, way: Vector) -> tuple[list[Stretch], list[Stretch]]:
    """Return the free border of the near and of the far wall on one side."""
    near, far = (
        [stretch for stretch in border.on_side(way) if not stretch.is_held]
        for border in upright.placed.borders
    )
    return near, far


def _beyond(stretches: list[Stretch]) -> set[FaceId]:
    return {stretch.beyond for stretch in stretches if stretch.beyond is not None}


def _blends(stretches: list[Stretch]) -> set[FaceId]:
    return {stretch.blend for stretch in stretches if stretch.blend is not None}


def _edges(graph: FaceGraph, group: FaceId) -> list[EdgeId]:
    return [joint.edge for joint in border_joints(graph, graph.faces_of_group[group])]


def _faces(graph: FaceGraph, groups: set[FaceId]) -> tuple[FaceId, ...]:
    return tuple(sorted(face for group in groups for face in graph.faces_of_group[group]))
