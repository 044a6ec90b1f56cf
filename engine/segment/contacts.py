"""Contacts: where the surface of a mesh runs through itself, or only touches itself."""

import numpy as np

from engine.model.arrays import Ints
from engine.raycast import bvh
from engine.raycast.rays import first_hits
from engine.segment import weld
from engine.segment.segmented import Facets

MARGIN = 1e-3
"""Share of a side at both its ends that is not asked: there its neighbors begin."""
NOISES = 20.0
"""Sides shorter than so many times the noise say nothing; so deep must a side run through."""


def notes(facets: Facets, at_most: float = np.inf) -> tuple[str, ...]:
    """Return sentences on crossings and touching edges; none for a sound surface.

    A surface of more than `at_most` triangles is not asked where it runs through itself.
    """
    sentences = []
    crossings = crossing_sides(facets) if len(facets.triangles) <= at_most else 0
    if crossings:
        sentences.append(
            f"The surface runs through itself: {crossings} mesh edge{'s' * (crossings > 1)} cross"
            f"{'es' * (crossings == 1)} other triangles. Volume and thickness cannot be trusted there."
        )
    touching = _touching(facets)
    if touching:
        sentences.append(
            f"Bodies touch along {touching} mesh edge{'s' * (touching > 1)} where more than two faces meet; "
            "they are taken apart there."
        )
    return tuple(sentences)


def crossing_sides(facets: Facets) -> int:
    """Count the sides of triangles that pass through triangles they share no corner with."""
    start, end = facets.triangles.ravel(), np.roll(facets.triangles, -1, axis=1).ravel()
    size = len(facets.vertices)
    _, once = np.unique(np.minimum(start, end) * size + np.maximum(start, end), return_index=True)
    start, end = start[once], end[once]
    tails, along = facets.vertices[start], facets.vertices[end] - facets.vertices[start]
    length = np.linalg.norm(along, axis=1)
    asked = np.flatnonzero(length > 4.0 * NOISES * facets.noise_mm)
    if not len(asked):
        return 0
    start, end, tails, length = start[asked], end[asked], tails[asked], length[asked]
    direction = along[asked] / length[:, None]
    margin = np.maximum(MARGIN * length, NOISES * facets.noise_mm)
    tree = bvh.build(facets.vertices[facets.triangles], np.arange(len(facets.triangles)))
    hits = first_hits(tree, tails + margin[:, None] * direction, direction)
    inside = (hits.triangles >= 0) & (hits.distances < length - 2.0 * margin)
    rows = np.flatnonzero(inside)
    corners = _places(facets)[facets.triangles[hits.triangles[rows]]]
    ends = _places(facets)[np.stack([start[rows], end[rows]], axis=1)]
    shares = (corners[:, :, None] == ends[:, None, :]).any(axis=(1, 2))
    return int((~shares).sum())


def _touching(facets: Facets) -> int:
    """Count the mesh edges that more than two triangles have, though each knows its neighbor."""
    place = _places(facets)
    start, end = facets.triangles.ravel(), np.roll(facets.triangles, -1, axis=1).ravel()
    a, b = place[start], place[end]
    paired = facets.neighbor.ravel() >= 0
    _, count = np.unique((np.minimum(a, b) * len(place) + np.maximum(a, b))[paired], return_counts=True)
    return int((count > 2).sum())


def _places(facets: Facets) -> Ints:
    """Return a number for the place of each vertex (V,): bodies that touch have a vertex each there."""
    _, place = weld.distinct(facets.vertices)
    return place
