"""Parted pieces: level triangles of two faces, told apart by the faces they lie on.

Where two curved faces touch, a facet of the one may lie level with a facet of the other: a hollow goes over
into a round in equal steps, or a round ends in a ball. Together they have the shape of a flat face, which
they are not: each triangle lies exactly on a face that is known from many other facets.
"""

from dataclasses import replace

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.segment import curved, fitting, growth
from engine.segment.absorb import DEEP, LEAN
from engine.segment.curved import Curved
from engine.segment.ground import Ground
from engine.segment.pieces import Pieces, find
from engine.segment.segmented import Facets
from engine.surfaces import revolution

MOST = 16
"""Triangles of a few facets; a piece of more is flat."""


def part(
    facets: Facets, ground: Ground, flat: Pieces, found: list[Curved]
) -> tuple[Ground, Pieces, list[Curved]]:
    """Return ground, pieces and faces anew, with pieces that belong to several faces cut up among them."""
    face_of_triangle = np.full(len(facets.triangles), -1, dtype=np.int64)
    senses = [growth.depth(one.kind, one.surface, ground, one.pieces)[1] for one in found]
    for piece, faces in _candidates(ground, flat, found).items():
        mine = flat.triangles[flat.first_triangle[piece] : flat.first_triangle[piece + 1]]
        off = np.array([_off(facets, mine, found[face], senses[face]) for face in faces])
        if (off.min(axis=0) <= fitting.NOISES * facets.noise_mm).all():
            face_of_triangle[mine] = np.array(faces)[off.argmin(axis=0)]
    given = np.flatnonzero(face_of_triangle >= 0)
    if not len(given):
        return ground, flat, found
    now = find(facets, face_of_triangle)
    first = flat.triangles[flat.first_triangle[:-1]]
    grown = []
    for number, one in enumerate(found):
        own = np.concatenate([first[one.pieces], given[face_of_triangle[given] == number]])
        grown.append(replace(one, pieces=np.unique(now.piece_of_triangle[own])))
    ground = curved.ground_of(facets, now)
    for one in grown:
        ground.is_taken[one.pieces] = True
    return ground, now, grown


def _candidates(ground: Ground, flat: Pieces, found: list[Curved]) -> dict[int, list[int]]:
    """Return the small pieces that fold gently against several exact faces, with those faces."""
    face = np.full(len(flat.areas), -1, dtype=np.int64)
    for number, one in enumerate(found):
        if curved.is_exact(ground, one):
            face[one.pieces] = number
    is_small = (face < 0) & (ground.is_taken == flat.is_flat) & (np.diff(flat.first_triangle) <= MOST)
    a, b = flat.folds.T
    beside: dict[int, list[int]] = {}
    for inner, outer in ((a, b), (b, a)):
        at = np.flatnonzero((face[inner] >= 0) & is_small[outer])
        pairs = np.unique(np.column_stack([outer[at], face[inner[at]]]), axis=0)
        for piece, number in pairs.tolist():
            beside.setdefault(piece, []).append(number)
    sure = {piece: sorted(set(faces)) for piece, faces in sorted(beside.items())}
    return {piece: faces for piece, faces in sure.items() if len(faces) > 1}


def _off(facets: Facets, mine: Ints, one: Curved, sense: float) -> Floats:
    """Return (N,) how far the farthest corners of triangles are off a face, inf where they are no facets."""
    corners = facets.vertices[facets.triangles[mine]]
    normals = np.zeros((len(mine), 3))
    deep = revolution.distances(one.kind, one.surface, corners.mean(axis=1), normals)
    off = revolution.distances(one.kind, one.surface, corners.reshape(-1, 3), np.zeros((3 * len(mine), 3)))
    farthest: Floats = np.abs(off).reshape(-1, 3).max(axis=1)
    lean = np.einsum("nk,nk->n", normals, facets.normals[mine]) * sense
    return np.where((np.abs(deep) <= DEEP * one.depth_mm) & (lean > LEAN), farthest, np.inf)
