"""Edges divided into mesh edges: places on the exact curve that every face along an edge shares."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.errors import KernelError, MeshTooLarge
from engine.meshing import winding
from engine.meshing.steps import Density, angle_of
from engine.model.arrays import Bools, Floats, Ints
from engine.tolerances import LENGTH_FLOOR_MM

FEWEST_OF_RING = 6
"""A closed edge has at least so many mesh edges: fewer would let thin rings cross themselves."""
MOST = 4_000_000
"""More places than this are refused before they are made."""

COARSE, FINE, FINEST = 9, 129, 4097
"""Samples of a curve that is neither line nor circle: fewest, most of one with corners, and most of all."""
SAMPLE_TURN = math.radians(10.0)
Place = tuple[float, ...]
NOTHING = (0.0, 0.0, 0.0)
CurveEvaluator = Callable[[Floats], Floats]
"""Evaluates a curve at parameters (N,): points (N, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """A curve that is neither line nor circle, sampled finely enough to be divided at any density."""

    evaluator: CurveEvaluator
    parameters: Floats
    """(S,) ascending."""
    lengths: Floats
    turns: Floats
    """(S - 1,) mm and radians between samples."""
    points: Floats
    """(S, 3)"""

    @property
    def ends(self) -> Floats:
        """(2, 3) first and last point."""
        return self.points[[0, -1]]


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """All edges, and the vertices at their ends and in collapsed coedges."""

    is_line: Bools
    """(E,)"""
    span: Floats
    """(E, 2) first and last parameter."""
    ends: Ints
    """(E, 2) vertices at its ends."""
    frame: Floats
    """(E, 3, 3) P(t) = [0] + t [1] on lines, [0] + cos t [1] + sin t [2] on circles."""
    length: Floats
    radius: Floats
    """(E,) mm; inf on lines, NaN on other curves than circles."""
    other: dict[int, Sampled]
    """The curves that are neither, by edge."""
    piece_edge: Ints
    piece_length: Floats
    piece_turn: Floats
    """(Q,) every sampled piece of those, edge after edge."""
    vertices: Floats
    """(N, 3)"""
    gap_mm: float
    """How far a vertex lies from the end of its curve, at worst."""


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """Where edges are divided. Places below `len(curves.vertices)` are vertices, the others follow."""

    start: Ints
    """(E + 1,) where each edge's entries begin; both ends are among them."""
    parameters: Floats
    """(S,)"""
    place: Ints
    """(S,) number of the shared place."""
    points: Floats
    """(P, 3) mm, by place."""


def gather(
    lines: Sequence[bool],
    spans: Sequence[tuple[float, float]],
    ends_of_edges: Sequence[tuple[int, int]],
    frames: Sequence[Place] | Sequence[tuple[Place, Place, Place]],
    radii: Sequence[float],
    others: dict[int, CurveEvaluator],
    vertices: Sequence[Place],
) -> Curves:
    """Put together what was read of edges, as `Curves`; frames of circles come without their radius.

    Raises
    ------
    KernelError
        An edge runs to infinity.
    """
    is_line = np.array(lines, dtype=bool)
    span = np.array(spans, dtype=np.float64).reshape(-1, 2)
    ends = np.array(ends_of_edges, dtype=np.int64).reshape(-1, 2)
    frame = np.array(frames, dtype=np.float64).reshape(-1, 3, 3)
    radius = np.array(radii, dtype=np.float64)
    other = dict(zip(others, _sampled(list(others.values()), span[list(others)]), strict=True))
    frame[np.isfinite(radius), 1:] *= radius[np.isfinite(radius), None, None]
    length = np.where(is_line, 1.0, radius) * (span[:, 1] - span[:, 0])
    for index, sampled in other.items():
        length[index] = sampled.lengths.sum()
    if not (np.isfinite(length).all() and np.isfinite(vertices).all()):
        raise KernelError("an edge of the part runs to infinity")
    points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    samples = list(other.values())
    curves = Curves(
        is_line, span, ends, frame, length, radius, other,
        np.repeat(np.array(list(other), dtype=np.int64), [len(sampled.lengths) for sampled in samples]),
        np.concatenate([np.zeros(0), *(sampled.lengths for sampled in samples)]),
        np.concatenate([np.zeros(0), *(sampled.turns for sampled in samples)]),
        points, 0.0,
    )  # fmt: skip
    return replace(curves, gap_mm=_gap(curves))


def _gap(curves: Curves) -> float:
    """Farthest distance between a vertex and the end of its curve."""
    worst = 0.0
    for end in (0, 1):
        reached = _on_lines_and_circles(curves, np.arange(len(curves.length)), curves.span[:, end])
        for index, sampled in curves.other.items():
            reached[index] = sampled.ends[end]
        away = np.linalg.norm(reached - curves.vertices[curves.ends[:, end]], axis=1)
        worst = max(worst, float(away.max(initial=0.0)))
    return worst


def _sampled(curves: list[CurveEvaluator], span: Floats) -> list[Sampled]:
    """Sample curves, each twice as finely until it turns little between samples and is as long as it looks.

    Where it has corners, or winds on and on, that ends with `FINE` or `FINEST` samples.
    """
    found: dict[int, Sampled] = {}
    left, count = np.arange(len(curves)), COARSE
    while len(left):
        at = np.linspace(span[left, 0], span[left, 1], count, axis=1)
        looks = winding.looks(at)
        asked = np.concatenate([at, looks.reshape(len(left), -1)], axis=1)
        rows = [curves[index](of) for index, of in zip(left.tolist(), asked, strict=True)]
        points, between = np.split(np.stack(rows), [count], axis=1)
        steps, lengths = np.diff(points, axis=1), winding.lengths(points)
        directions = steps / np.where(lengths > 0.0, lengths, 1.0)[..., None]
        bends = np.arccos(np.clip((directions[:, 1:] * directions[:, :-1]).sum(axis=2), -1.0, 1.0))
        # a bend between two pieces belongs half to each; the outer halves repeat their neighbor
        padded = np.concatenate([bends[:, :1], bends, bends[:, -1:]], axis=1)
        turns = (padded[:, :-1] + padded[:, 1:]) / 2.0
        is_whole = ~winding.is_longer(points, between.reshape(*looks.shape, -1)) | (count >= FINEST)
        is_fine = is_whole & ((count >= FINE) | ~(bends > SAMPLE_TURN).any(axis=1))
        for row in np.flatnonzero(is_fine).tolist():
            index = int(left[row])
            found[index] = Sampled(curves[index], at[row], lengths[row], turns[row], points[row])
        left, count = left[~is_fine], 2 * count - 1
    return [found[index] for index in range(len(curves))]


def counts(curves: Curves, longest_mm: Floats, density: Density) -> Floats:
    """Return how many mesh edges (E,) each edge is worth, as real numbers.

    `longest_mm` (E,) is the longest mesh edge of each.
    """
    is_circle = np.isfinite(curves.radius)
    worth = curves.length / longest_mm
    turn = np.abs(curves.span[is_circle, 1] - curves.span[is_circle, 0])
    worth[is_circle] = np.maximum(worth[is_circle], turn / angle_of(curves.radius[is_circle], density))
    if curves.other:
        worth[list(curves.other)] = 0.0
        np.add.at(worth, curves.piece_edge, _costs(curves, longest_mm, density))
    return worth


def _costs(curves: Curves, longest_mm: Floats, density: Density) -> Floats:
    """How many mesh edges each sampled piece is worth."""
    lengths, turns = curves.piece_length, curves.piece_turn
    with np.errstate(divide="ignore", invalid="ignore"):
        radius = np.where(turns > 0.0, lengths / turns, np.inf)
    return np.maximum(lengths / longest_mm[curves.piece_edge], turns / angle_of(radius, density))


def divide(curves: Curves, longest_mm: Floats, density: Density, doublings: Ints) -> Division:
    """Divide all edges.

    Parameters
    ----------
    longest_mm : (E,) float64
        Longest mesh edge of each edge.
    doublings : (E,) int64
        How often to double the number of mesh edges of each.

    Raises
    ------
    MeshTooLarge
        If there would be more than `MOST` places.
    """
    pairs = np.sort(curves.ends, axis=1)
    _, twin, uses = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    is_ring = pairs[:, 0] == pairs[:, 1]
    # undivided, two edges between the same vertices would be one mesh edge
    fewest = np.where(is_ring, FEWEST_OF_RING, np.where(uses[twin.ravel()] > 1, 2, 1))
    worth = np.ceil(counts(curves, longest_mm, density) * (1.0 - 1e-9))
    number = np.maximum(worth, fewest) * 2.0**doublings
    while True:
        if not number.sum() < MOST:
            raise MeshTooLarge(
                "the part's edges need more points than can be meshed; ask for a larger max edge"
            )
        division = _at(curves, number.astype(np.int64), longest_mm, density)
        excess = _longest(division) / np.maximum(longest_mm, LENGTH_FLOOR_MM)
        too_long = excess > 1.0 + 1e-9
        if not too_long.any():
            return division
        number = np.where(too_long, np.ceil(number * np.clip(excess, 1.1, 4.0)), number)


def _at(curves: Curves, number: Ints, longest_mm: Floats, density: Density) -> Division:
    """Divide each edge into the given number of mesh edges of equal worth."""
    start = np.concatenate([[0], np.cumsum(number + 1)]).astype(np.int64)
    edge = np.repeat(np.arange(len(number)), number + 1)
    share = (np.arange(len(edge)) - start[edge]) / number[edge]
    first, last = curves.span[edge].T
    at = first + share * (last - first)
    points = _on_lines_and_circles(curves, edge, at)
    costs, spent = _costs(curves, longest_mm, density), 0
    for index, sampled in curves.other.items():
        here, pieces = slice(start[index], start[index + 1]), slice(spent, spent + len(sampled.lengths))
        at[here] = _at_equal_cost(sampled.parameters, costs[pieces], number[index])
        points[here] = sampled.evaluator(at[here])
        spent = pieces.stop

    inner = np.ones(len(edge), dtype=bool)
    inner[start[:-1]] = inner[start[1:] - 1] = False
    place = np.empty(len(edge), dtype=np.int64)
    same = _joined_vertices(curves)
    place[start[:-1]], place[start[1:] - 1] = same[curves.ends[:, 0]], same[curves.ends[:, 1]]
    place[inner] = len(curves.vertices) + np.arange(inner.sum())
    return Division(start, at, place, np.concatenate([curves.vertices, points[inner]]))


def _on_lines_and_circles(curves: Curves, edge: Ints, at: Floats) -> Floats:
    """Points (N, 3) of edges at their parameters; those of other curves mean nothing."""
    frame, is_line = curves.frame[edge], curves.is_line[edge]
    a, b = np.where(is_line, at, np.cos(at)), np.where(is_line, 0.0, np.sin(at))
    return frame[:, 0] + a[:, None] * frame[:, 1] + b[:, None] * frame[:, 2]


def _at_equal_cost(parameters: Floats, cost: Floats, number: int) -> Floats:
    spent = np.concatenate([[0.0], np.cumsum(cost)])
    if not spent[-1] > 0.0:
        return np.linspace(parameters[0], parameters[-1], number + 1)
    return np.interp(np.linspace(0.0, spent[-1], number + 1), spent, parameters)


def _joined_vertices(curves: Curves) -> Ints:
    """For each vertex the one that stands for it: the ends of an edge without length are one place."""
    same = np.arange(len(curves.vertices))
    for a, b in curves.ends[curves.length <= LENGTH_FLOOR_MM].tolist():
        low, high = sorted((same[a], same[b]))
        same[same == high] = low
    return same


def _longest(division: Division) -> Floats:
    """(E,) longest mesh edge of each edge."""
    steps = np.diff(division.points[division.place], axis=0)
    lengths = np.append(np.sqrt((steps**2).sum(axis=1)), 0.0)
    lengths[division.start[1:] - 1] = 0.0
    return np.maximum.reduceat(lengths, division.start[:-1]) if len(division.start) > 1 else np.zeros(0)
