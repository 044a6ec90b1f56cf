"""Narrow strips that are no chamfers: the straight lines of an outline, side by side round a corner."""

from collections.abc import Collection, Mapping
from itertools import combinations

import numpy as np

from engine.features.chamfers import angles
from engine.features.chamfers.angles import SQUARE_DEG
from engine.features.chamfers.cuts import Cut
from engine.graph import neighborhoods
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Line, Part
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE, largest

LEAST_OF_OUTLINE = 3
"""This many flat strips side by side round one corner are an outline that is drawn in straight lines, as a
prism of twelve sides is; one or two break an edge."""


def find(part: Part, graph: FaceGraph, cuts: Mapping[FaceId, Cut]) -> frozenset[FaceId]:
    """Return the flat chamfers that follow each other side by side, where there are enough of them in a row.

    Of three in a row between walls that the middle one is square to, the outer two break two edges and the
    middle one is what they leave.
    """
    beside = {
        group: _beside(part, graph, cut.faces)
        for group, cut in cuts.items()
        if cut.is_chamfer and isinstance(part.faces[group].surface, Plane)
    }
    outlines: set[FaceId] = set()
    left = set(beside)
    while left:
        row, frontier = set[FaceId](), {left.pop()}
        while frontier:
            group = frontier.pop()
            row.add(group)
            frontier |= {other for other in beside[group] if group in beside.get(other, ())} - row
        left -= row
        if len(row) >= LEAST_OF_OUTLINE:
            outlines |= _between_square_walls(part, row, beside) or row
    return frozenset(outlines)


def _between_square_walls(
    part: Part, row: Collection[FaceId], beside: Mapping[FaceId, Collection[FaceId]]
) -> frozenset[FaceId]:
    """Return the middle one of three in a row, where it is square to the walls at both its ends."""
    walls = {support for group in row for support in beside[group]} - set(row)
    middles = [group for group in row if set(beside[group]) <= set(row)]
    if len(row) != 3 or len(middles) != 1:
        return frozenset()
    normal = part.faces[middles[0]].inner_normal
    are_square = all(
        isinstance(part.faces[wall].surface, Plane)
        and abs(float(part.faces[wall].inner_normal @ normal)) <= np.sin(np.radians(SQUARE_DEG))
        for wall in walls
    )
    return frozenset(middles) if are_square else frozenset()


def _beside(part: Part, graph: FaceGraph, faces: tuple[FaceId, ...]) -> frozenset[FaceId]:
    """List the groups along the two sides of a strip: beyond the longest obtuse edges that are parallel.

    Chamfers that meet at a corner do so at their ends.
    """
    border = neighborhoods.border_joints(graph, faces)
    _, obtuse = angles.obtuse(border)
    patch = frozenset(faces)
    straight = [
        (joint, curve.direction, angles.support(graph, joint, patch))
        for joint in border
        if joint.edge in obtuse and isinstance(curve := part.edges[joint.edge].curve, Line)
    ]
    sides = [
        (min(one.length_mm, other.length_mm), direction)
        for (one, direction, here), (other, other_direction, there) in combinations(straight, 2)
        if here != there and abs(float(direction @ other_direction)) >= PARALLEL_COSINE
    ]
    if not sides:
        return frozenset()
    _, along = largest(sides, lambda side: side[0])
    return frozenset(
        support for _, direction, support in straight if abs(float(direction @ along)) >= PARALLEL_COSINE
    )
