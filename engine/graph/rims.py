"""Rims: the borders of patches as one row of samples, and what lies between two of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
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
    steps_mm: Floats
    """(N,) along the edge from each sample to the next; 0 at the last."""
    tangents: Floats
    """(N, 3) unit; 0 where samples lie at one place."""
    bends: Floats
    """(N, 3) how the normals change along the edge, 1/mm."""
    first_of_patch: Ints
    """(P + 1,) index of each patch's first sample, and N."""

    @classmethod
    def of(cls, borders: Sequence[Sequence[tuple[Edge, int]]]) -> Self:
        """Lay out the borders of patches: edges, each with the side the patch is on; of one edge at least."""
        edges = tuple(edge for border in borders for edge, _ in border)
        sides = [side for border in borders for _, side in border]
        first = np.concatenate([[0], np.cumsum([len(edge.points) for edge in edges])])
        edges_before = np.concatenate([[0], np.cumsum([len(border) for border in borders])])
        points = np.concatenate([edge.points for edge in edges])
        normals = np.concatenate([edge.normals[side] for edge, side in zip(edges, sides, strict=True)])
        is_closed = np.array([edge.is_closed for edge in edges])
        tangents, steps_mm = _measured(points, first, is_closed)
        return cls(
            edges=edges,
            sides=np.array(sides),
            first=first,
            edge_of_sample=np.repeat(np.arange(len(edges)), np.diff(first)),
            points=points,
            normals=normals,
            steps_mm=steps_mm,
            tangents=tangents,
            bends=_slopes(normals, steps_mm, first, is_closed),
            first_of_patch=first[edges_before],
        )

    def between(self, samples: Ints, part_way: Floats) -> tuple[Floats, Floats]:
        """Find points and normals, (S, 3) each, part of the way from samples (S,) to the next ones.

        Samples turn by up to 15 degrees from one to the next, so a straight line between them misses a
        circle by up to 0.9 % of its radius; a cubic by 0.0013 %. Rows of NaN where a normal is undefined.
        """
        u = part_way[:, None]
        run, bend, twist = self._cubics(samples, self.points, self.tangents)
        points = self.points[samples] + u * (run + u * (bend + u * twist))
        run, bend, twist = self._cubics(samples, self.normals, self.bends)
        normals = self.normals[samples] + u * (run + u * (bend + u * twist))
        straight = (1.0 - u) * self.normals[samples] + u * self.normals[samples + 1]
        normals = np.where(np.isnan(normals), straight, normals)  # beside a sample where it is undefined
        with np.errstate(invalid="ignore"):
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        return points, normals

    def headings(self, samples: Ints, part_way: Floats) -> Floats:
        """Find how the edge runs at places as those of `between`: (S, 3), mm by the whole way to the next."""
        u = part_way[:, None]
        run, bend, twist = self._cubics(samples, self.points, self.tangents)
        headings: Floats = run + u * (2.0 * bend + u * 3.0 * twist)
        return headings

    def along(self, edges: Ints, shares: Floats) -> tuple[Ints, Floats]:
        """Find places at shares (K,) of the lengths of edges (S,): samples and part of the way on, (S, K).

        Length is a matter of the edge alone; where the samples lie is one of how its file spells it.
        """
        first, n_steps = self.first[edges, None], np.diff(self.first)[edges, None] - 1
        steps = np.arange(n_steps.max())
        steps_mm = np.where(steps < n_steps, self.steps_mm[first + np.minimum(steps, n_steps)], 0.0)
        reached_mm = np.cumsum(steps_mm, axis=1)
        wanted_mm = reached_mm[:, -1:] * shares
        is_passed = reached_mm[:, None, :] <= wanted_mm[:, :, None]
        step = np.minimum(is_passed.sum(axis=2), n_steps - 1)
        here_mm = np.take_along_axis(steps_mm, step, axis=1)
        left_mm = np.take_along_axis(reached_mm, step, axis=1) - wanted_mm
        with np.errstate(invalid="ignore"):
            return first + step, 1.0 - left_mm / here_mm

    def _cubics(self, samples: Ints, values: Floats, slopes: Floats) -> tuple[Floats, Floats, Floats]:
        """Return what multiplies u, u² and u³ on the way from samples (S,) to the next ones: (S, 3) each."""
        whole = values[samples + 1] - values[samples]
        here_mm = self.steps_mm[samples, None]
        leaving, arriving = here_mm * slopes[samples], here_mm * slopes[samples + 1]
        return leaving, 3.0 * whole - 2.0 * leaving - arriving, leaving + arriving - 2.0 * whole


def _measured(points: Floats, first: Ints, is_closed: Bools) -> tuple[Floats, Floats]:
    """Return unit tangents (N, 3) and the lengths along the edges from sample to sample (N,).

    Both are those of arcs, however unevenly the samples lie on them.
    """
    chords = _to_next(points, first)
    chords_mm = np.linalg.norm(chords, axis=1)
    tangents = _unit(_slopes(points, chords_mm, first, is_closed))
    starts, ends = first[:-1][~is_closed], first[1:][~is_closed] - 1
    for end, beside, chord in ((starts, starts + 1, chords[starts]), (ends, ends - 1, chords[ends - 1])):
        straight = _unit(chord)
        along = (tangents[beside] * straight).sum(axis=1, keepdims=True)
        tangents[end] = 2.0 * along * straight - tangents[beside]
    half_turns = np.clip(0.5 * np.linalg.norm(_to_next(tangents, first), axis=1), 1e-9, 1.0)
    return tangents, chords_mm * np.arcsin(half_turns) / half_turns


def _to_next(values: Floats, first: Ints) -> Floats:
    """Return the way (N, 3) from each sample to the next one of its edge; 0 at the last."""
    ways = np.diff(values, axis=0, append=values[-1:])
    ways[first[1:] - 1] = 0.0
    return ways


def _slopes(values: Floats, steps_mm: Floats, first: Ints, is_closed: Bools) -> Floats:
    """Return how values (N, 3) change at their samples: as the parabola through each and its two neighbors.

    Beyond the ends of an edge it goes on round the ring, or by the parabola.
    """
    starts, ends = first[:-1], first[1:] - 1
    before, after = np.arange(-1, len(values) - 1), np.arange(len(values))
    before[starts], after[ends] = ends - 1, starts
    before_mm, after_mm = steps_mm[before, None], steps_mm[after, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        changes = _to_next(values, first) / np.where(steps_mm > 0.0, steps_mm, np.inf)[:, None]
        slopes = (after_mm * changes[before] + before_mm * changes[after]) / (before_mm + after_mm)
    starts, ends = starts[~is_closed], ends[~is_closed]
    slopes[starts] = 2.0 * changes[starts] - slopes[starts + 1]
    slopes[ends] = 2.0 * changes[ends - 1] - slopes[ends - 1]
    return slopes


def _unit(vectors: Floats) -> Floats:
    """Return vectors (N, 3) of unit length; 0 where they are undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nan_to_num(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
