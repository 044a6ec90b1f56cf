"""Borders of patches as one row of samples, and what lies between two of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.model.part import Edge


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The border edges of all patches one after the other, E of them with N samples in all.

    An edge that two patches share comes twice.
    """

    edges: tuple[Edge, ...]
    sides: Ints
    """(E,) which of the edge's faces belongs to the patch."""
    first: Ints
    """(E + 1,) index of each edge's first sample, and N."""
    edge_of_sample: Ints
    """(N,)"""
    points: Floats
    normals: Floats
    """(N, 3) each; the normals are the patch's."""
    first_of_patch: Ints
    """(P + 1,) index of each patch's first sample, and N."""

    @classmethod
    def of(cls, borders: Sequence[Sequence[tuple[Edge, int]]]) -> Self:
        """Lay out the borders of patches: edges, each with the side the patch is on; of one edge at least."""
        edges = tuple(edge for border in borders for edge, _ in border)
        sides = [side for border in borders for _, side in border]
        first = np.concatenate([[0], np.cumsum([len(edge.points) for edge in edges])])
        edges_before = np.concatenate([[0], np.cumsum([len(border) for border in borders])])
        return cls(
            edges=edges,
            sides=np.array(sides),
            first=first,
            edge_of_sample=np.repeat(np.arange(len(edges)), np.diff(first)),
            points=np.concatenate([edge.points for edge in edges]),
            normals=np.concatenate([edge.normals[side] for edge, side in zip(edges, sides, strict=True)]),
            first_of_patch=first[edges_before],
        )

    def between(self, samples: Ints, part_way: Floats) -> tuple[Floats, Floats]:
        """Find points and normals, (S, 3) each, part of the way from samples (S,) to the next ones.

        Samples turn by up to 15 degrees from one to the next, so a straight line between them misses a
        circle by up to 0.9 % of its radius; a cubic through their neighbors (Catmull-Rom) by some 0.01 %.
        Beyond the ends of an edge it goes on round the ring, or by the parabola. Rows of NaN where a
        normal is undefined.
        """
        points, at = self.points, samples
        edge = self.edge_of_sample[at]
        first, last = self.first[edge], self.first[edge + 1] - 1
        is_closed = np.array([each.is_closed for each in self.edges])[edge, None]
        p1, p2 = points[at], points[at + 1]
        before = np.where(is_closed, points[last - 1], 3 * p1 - 3 * p2 + points[first + 2])
        p0 = np.where((at == first)[:, None], before, points[np.maximum(at - 1, 0)])
        after = np.where(is_closed, points[first + 1], 3 * p2 - 3 * p1 + points[last - 2])
        p3 = np.where((at + 1 == last)[:, None], after, points[np.minimum(at + 2, len(points) - 1)])
        u = part_way[:, None]
        slope, bend, twist = p2 - p0, 2 * p0 - 5 * p1 + 4 * p2 - p3, 3 * p1 - p0 - 3 * p2 + p3
        found = 0.5 * (2 * p1 + slope * u + bend * u**2 + twist * u**3)
        normals = (1.0 - u) * self.normals[at] + u * self.normals[at + 1]
        with np.errstate(invalid="ignore"):
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return found, normals
