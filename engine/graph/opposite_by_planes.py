"""Pairs of opposite faces of a body, with material between them, and how far apart they are.

Two planes that face away from each other are a pair as far as they overlap, and so are two coaxial cylinders
or cones. What is as narrow as it is deep is an edge of a sheet and belongs to no pair.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from engine.graph.curved_skins import SAME_THICKNESS, SkinPair
from engine.model.arrays import Floats, Ints
from engine.model.face_graph import FaceGraph
from engine.model.part import Body, FaceId, Part
from engine.model.surface import Plane
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_COSINE

CANDIDATES = 8
"""Thicknesses that are looked at closer, those of most area first: of a sheet's own there is no more."""

NARROW = 1.1
"""What is narrower than this many thicknesses is an edge, no skin: bars of a grille are as wide as thick."""

CHUNK = 256
"""Flats that are compared with all others at a time; bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class OppositePairs:
    """Which group lies behind which, and how far; B pairs, each once in both orders."""

    groups: Ints
    others: Ints
    """(B,) group ids."""
    depths_mm: Floats
    weights_mm2: Floats
    """(B,) area of the smaller of the two."""

    def thicknesses(self) -> list[float]:
        """List those worth a closer look, ascending: the depths at which most area lies back to back."""
        if not len(self.depths_mm):
            return []
        step = np.log1p(SAME_THICKNESS / 2.0)
        bins, of_bin = np.unique(np.round(np.log(self.depths_mm) / step), return_inverse=True)
        weights = np.bincount(of_bin.ravel(), weights=self.weights_mm2, minlength=len(bins))
        heaviest = np.sort(np.argsort(-weights, kind="stable")[:CANDIDATES])
        found = []
        for index in heaviest.tolist():
            members = np.flatnonzero(of_bin.ravel() == index)
            found.append(float(self.depths_mm[members[np.argmax(self.weights_mm2[members])]]))
        return found


def find(part: Part, graph: FaceGraph, body: Body, pairs: list[SkinPair]) -> OppositePairs:
    """Find the opposite faces of a body; `pairs` are its pairs of curved skins."""
    return _joined(_pairs_of_skins(pairs), _pairs_of_flats(_flats(part, graph, body)))


@dataclass(frozen=True, slots=True, eq=False)
class _Flats:
    """The flat groups of a body, ascending; P of them."""

    groups: tuple[FaceId, ...]
    normals: Floats
    points: Floats
    centers: Floats
    areas_mm2: Floats
    reaches_mm: Floats
    """(P,) from the center to the farthest point of the border."""
    widths_mm: Floats
    """(P,) of a strip with the same area and border."""


def _flats(part: Part, graph: FaceGraph, body: Body) -> _Flats:
    groups: list[FaceId] = []
    rims: list[Floats] = []
    firsts = [0]
    areas, centers, borders = [], [], []
    for group in sorted({FaceId(int(graph.group_of_face[face])) for face in body.faces}):
        if not isinstance(part.faces[group].surface, Plane):
            continue
        members = [part.faces[face] for face in graph.faces_of_group[group]]
        uses = Counter(edge for face in members for loop in face.loops for edge in loop.edges)
        if not uses:
            continue
        groups.append(group)
        rims.extend(part.edges[edge].points for edge in uses)
        firsts.append(firsts[-1] + sum(len(part.edges[edge].points) for edge in uses))
        areas.append(sum(face.area_mm2 for face in members))
        centers.append(sum((face.area_mm2 * face.centroid for face in members), np.zeros(3)) / areas[-1])
        borders.append(sum(part.edges[edge].length_mm for edge, count in uses.items() if count == 1))
    center, area = np.array(centers).reshape(-1, 3), np.array(areas)
    counts = np.diff(firsts)
    away = np.concatenate(rims) - np.repeat(center, counts, axis=0) if groups else np.zeros((0, 3))
    reaches = np.sqrt(np.maximum.reduceat((away**2).sum(axis=1), firsts[:-1])) if groups else np.zeros(0)
    return _Flats(
        groups=tuple(groups),
        normals=np.array([part.faces[group].inner_normal for group in groups]).reshape(-1, 3),
        points=np.array([part.faces[group].inner_point for group in groups]).reshape(-1, 3),
        centers=center,
        areas_mm2=area,
        reaches_mm=reaches,
        widths_mm=2.0 * area / np.maximum(np.array(borders), LENGTH_FLOOR_MM),
    )


def _pairs_of_flats(flats: _Flats) -> OppositePairs:
    """Pair the flats that face away from each other, one behind the other within reach of both."""
    pieces = []
    for rows in np.array_split(np.arange(len(flats.groups)), len(flats.groups) // CHUNK + 1):
        opposite = flats.normals[rows] @ flats.normals.T <= -PARALLEL_COSINE
        row, other = np.nonzero(opposite)
        row = rows[row]
        depth = -np.einsum("bk,bk->b", flats.points[other] - flats.points[row], flats.normals[row])
        apart = np.linalg.norm(flats.centers[other] - flats.centers[row], axis=1)
        is_near = apart <= flats.reaches_mm[row] + flats.reaches_mm[other] + depth
        is_wide = np.minimum(flats.widths_mm[row], flats.widths_mm[other]) >= NARROW * depth
        kept = np.flatnonzero((depth > LENGTH_FLOOR_MM) & is_near & is_wide & (row < other))
        pieces.append(np.column_stack([row[kept], other[kept], depth[kept]]))
    found = np.concatenate(pieces)
    first, second = found[:, 0].astype(np.int64), found[:, 1].astype(np.int64)
    groups = np.array(flats.groups, dtype=np.int64)
    weights = np.minimum(flats.areas_mm2[first], flats.areas_mm2[second])
    return _both_ways(groups[first], groups[second], found[:, 2], weights)


def _pairs_of_skins(pairs: list[SkinPair]) -> OppositePairs:
    return _both_ways(
        np.array([pair.inner.group for pair in pairs], dtype=np.int64),
        np.array([pair.outer.group for pair in pairs], dtype=np.int64),
        np.array([pair.thickness_mm for pair in pairs]),
        np.array([pair.inner.area_mm2 for pair in pairs]),
    )


def _both_ways(first: Ints, second: Ints, depths_mm: Floats, weights_mm2: Floats) -> OppositePairs:
    return OppositePairs(
        np.concatenate([first, second]),
        np.concatenate([second, first]),
        np.concatenate([depths_mm, depths_mm]),
        np.concatenate([weights_mm2, weights_mm2]),
    )


def _joined(a: OppositePairs, b: OppositePairs) -> OppositePairs:
    return OppositePairs(
        np.concatenate([a.groups, b.groups]),
        np.concatenate([a.others, b.others]),
        np.concatenate([a.depths_mm, b.depths_mm]),
        np.concatenate([a.weights_mm2, b.weights_mm2]),
    )
