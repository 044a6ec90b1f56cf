"""Screws: grooves that wind round a hole, as the flanks of a thread that is drawn do.

Their mouth at the end of the hole looks like that of a pocket beside it; they are the hole's.
"""

import numpy as np

from engine.features.pockets.hollow import Hollow
from engine.features.pockets.site import Site
from engine.graph import coaxial
from engine.model.arrays import cross
from engine.model.face_graph import Convexity
from engine.model.part import EdgeId, FaceId

LEAST_TURNS = 2.0
"""Either flank of a groove that goes round once has a border of one turn along the hole. What a hole breaks
into, such as a pocket with relieved corners, borders on it for less than one turn at its floor, and once more
at a ledge."""


def winds(site: Site, hollow: Hollow) -> bool:
    """Whether the faces of a hollow lie along the wall of a hole, turn after turn."""
    turns_along = dict[FaceId, float]()
    for group in (*hollow.walls, *hollow.floors):
        for contour in site.contours(group):
            if site.closed(contour) in (Convexity.CONVEX, Convexity.CONCAVE):
                continue  # the mouth of a hole, which begins there
            for edge, meeting in zip(contour.edges, contour.meetings, strict=True):
                if meeting is not None and (other := meeting.across(group)) in site.taken:
                    turns_along[other] = turns_along.get(other, 0.0) + _turns(site, edge, other)
    return any(_about(site, wall, turns_along) >= LEAST_TURNS for wall in turns_along)


def _turns(site: Site, edge: EdgeId, wall: FaceId) -> float:
    """Return how many times an edge goes round the axis of a hole's wall, one way or the other."""
    axis = coaxial.axis_line(site.face(wall).surface)
    if axis is None:
        return 0.0
    away = site.part.edges[edge].points - axis.origin
    away = away - np.outer(away @ axis.direction, axis.direction)
    sines = cross(away[:-1], away[1:]) @ axis.direction
    turned = np.arctan2(sines, np.einsum("nk,nk->n", away[:-1], away[1:]))
    return abs(float(turned.sum())) / (2.0 * np.pi)


def _about(site: Site, wall: FaceId, turns_along: dict[FaceId, float]) -> float:
    """Add up the turns along the walls that have the axis of one of them: a thread divides its hole's."""
    axis = coaxial.axis_line(site.face(wall).surface)
    if axis is None:
        return 0.0
    return sum(turns for other, turns in turns_along.items() if coaxial.turns_about(site.face(other), axis))
