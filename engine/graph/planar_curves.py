"""Straight segments and arcs on one plane, and the exact least distance between them.

The borders of a flat face are such curves. An edge that is neither straight nor circular becomes the chords
between its points, and says how far it may stray from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, Vector, square_to, vector_product
from engine.model.part import Circle, Edge, Line
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_SINE

TURN = 2.0 * np.pi


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A plane to draw on."""

    origin: Vector
    across: Vector
    up: Vector
    """Unit vectors in the plane, square to each other."""

    @staticmethod
    def on(origin: Vector, normal: Vector) -> "Frame":
        """Lay a frame into the plane through a point, square to a unit vector."""
        across = square_to(normal)
        across /= np.linalg.norm(across)
        return Frame(origin, across, vector_product(normal, across))

    def flat(self, points: Floats) -> Floats:
        """Return (..., 2) where points (..., 3) lie on the plane, seen square to it."""
        offsets = points - self.origin
        return np.stack([offsets @ self.across, offsets @ self.up], axis=-1)

    def moved_to(self, point: Vector) -> "Frame":
        """Return the same frame on the parallel plane through a point, square above or below this one."""
        normal = vector_product(self.across, self.up)
        return Frame(self.origin + ((point - self.origin) @ normal) * normal, self.across, self.up)

    def is_square_to(self, axis: Vector) -> bool:
        """Whether a unit vector stands on the plane."""
        return bool(np.hypot(axis @ self.across, axis @ self.up) <= PARALLEL_SINE)

    def lifted(self, point: Floats) -> Floats:
        """Return (3,) the place of a point (2,) of the plane."""
        return np.asarray(self.origin + point[0] * self.across + point[1] * self.up)


@dataclass(frozen=True, eq=False)
class Curves:
    """Strokes and arcs, N of them."""

    starts: Floats
    ends: Floats
    centers: Floats
    """(N, 2) each; the center of a segment is its start."""
    radii: Floats
    """(N,) 0 for a segment."""
    from_rad: Floats
    sweep_rad: Floats
    """(N,) where an arc starts and how far it goes on from there, counter-clockwise; 0 for a segment."""
    edges: Ints
    """(N,) the edge each is a piece of."""
    stray_mm: Floats
    """(N,) how far the edge may lie off."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.radii)

    def only(self, chosen: Ints | Bools) -> "Curves":
        """Return some of them."""
        return Curves(
            self.starts[chosen],
            self.ends[chosen],
            self.centers[chosen],
            self.radii[chosen],
            self.from_rad[chosen],
            self.sweep_rad[chosen],
            self.edges[chosen],
            self.stray_mm[chosen],
        )

    @cached_property
    def traits(self) -> Floats:
        """(N, 5) where each lies and how large it is, whichever way it runs."""
        middles, _ = self.around
        (x, y), (dx, dy) = middles.T, (self.starts - self.ends).T
        chord = np.hypot(dx, dy)
        return np.column_stack([x, y, chord, self.radii, self.radii * (x - y) + chord * (x + 2.0 * y)])

    @cached_property
    def around(self) -> tuple[Floats, Floats]:
        """(N, 2) and (N,) a circle round each: its middle and its radius."""
        is_arc = self.radii > 0.0
        middles = np.where(is_arc[:, None], self.centers, (self.starts + self.ends) / 2.0)
        half = np.linalg.norm(self.ends - self.starts, axis=1) / 2.0
        return middles, np.where(is_arc, self.radii, half)


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """Where two sets of curves come nearest to each other."""

    distance_mm: float
    start: Floats
    end: Floats
    """(2,) on the first and on the second."""
    start_edge: int
    end_edge: int
    stray_mm: float


def draw(edges: Sequence[Edge], frame: Frame) -> Curves:
    """Draw edges that lie in a plane, or as they look square to it."""
    rows: list[tuple[Floats, Floats, Floats, float, float, float, int, float]] = []
    for edge in edges:
        points = frame.flat(edge.points)
        match edge.curve:
            case Circle(center=center, axis=axis, radius_mm=radius_mm) if frame.is_square_to(axis):
                middle = frame.flat(center)
                rows.append(_arc(points, middle, radius_mm, edge))
            case Line():
                rows.append((points[0], points[-1], points[0], 0.0, 0.0, 0.0, edge.id, 0.0))
            case _:
                stray_mm = _sagitta(points)
                rows.extend(
                    (start, end, start, 0.0, 0.0, 0.0, edge.id, stray_mm) for start, end in pairwise(points)
                )
    if not rows:
        none, flat = np.zeros(0), np.zeros((0, 2))
        return Curves(flat, flat, flat, none, none, none, np.zeros(0, dtype=np.int64), none)
    starts, ends, centers, radii, from_rad, sweep_rad, ids, strays = zip(*rows, strict=True)
    return Curves(
        np.array(starts),
        np.array(ends),
        np.array(centers),
        np.array(radii),
        np.array(from_rad),
        np.array(sweep_rad),
        np.array(ids, dtype=np.int64),
        np.array(strays),
    )


def _arc(
    points: Floats, center: Floats, radius_mm: float, edge: Edge
) -> tuple[Floats, Floats, Floats, float, float, float, int, float]:
    angles = np.unwrap(np.arctan2(*(points - center).T[::-1]))
    turned = float(angles[-1] - angles[0])
    sweep = TURN if edge.is_closed else min(abs(turned), TURN)
    start = float(angles[0] if turned >= 0.0 else angles[-1])
    return points[0], points[-1], center, radius_mm, start, sweep, edge.id, 0.0


def _sagitta(points: Floats) -> float:
    """Return how far a curve bulges out of the chords between its points: half the height of two chords."""
    if len(points) < 3:
        return 0.0
    bulges = points[1:-1] - (points[:-2] + points[2:]) / 2.0
    return float(np.linalg.norm(bulges, axis=1).max()) / 4.0


def nearest(first: Curves, second: Curves) -> Gap | None:
    """Find where two sets of curves that do not cross come nearest to each other; None if one is empty."""
    if not len(first) or not len(second):
        return None
    first, second = _pruned(first, second)
    from_circle = _from_circle(first, second) if len(first) == 1 and first.sweep_rad[0] == TURN else None
    starts, ends = from_circle or _from_each(first, second)
    distances = np.sqrt(((ends - starts) ** 2).sum(axis=-1))
    at = np.unravel_index(int(np.argmin(distances)), distances.shape)
    row, column = int(at[1]), int(at[2])
    return Gap(
        distance_mm=float(distances[at]),
        start=starts[at],
        end=ends[at],
        start_edge=int(first.edges[row]),
        end_edge=int(second.edges[column]),
        stray_mm=float(first.stray_mm[row] + second.stray_mm[column]),
    )


def _pruned(first: Curves, second: Curves) -> tuple[Curves, Curves]:
    """Leave out what is farther from all of the other set than some two surely are."""
    (a, reach_a), (b, reach_b) = first.around, second.around
    away = a[:, None, :] - b[None, :, :]
    apart = np.sqrt((away**2).sum(axis=-1))
    reach = reach_a[:, None] + reach_b[None, :]
    is_near = apart - reach <= (apart + reach).min() + LENGTH_FLOOR_MM
    return first.only(is_near.any(axis=1)), second.only(is_near.any(axis=0))


def _from_circle(circle: Curves, others: Curves) -> tuple[Floats, Floats] | None:
    """Return (1, 1, M, 2) points of a whole circle and of the others, nearest to its center and so to it.

    None where one of the others lies inside the circle.
    """
    center, radius_mm = circle.centers[0], circle.radii[0]
    ends = _feet(_spread(circle.centers, len(others), 1), others, axis=1)
    away = ends - center
    far = np.sqrt((away**2).sum(axis=-1, keepdims=True))
    if (far < radius_mm).any():
        return None
    return (center + radius_mm * away / far)[None], ends[None]


def _from_each(first: Curves, second: Curves) -> tuple[Floats, Floats]:
    """Return (K, N, M, 2) points of each curve and the points of each other curve nearest to them.

    One of these pairs is where they come nearest to each other.
    """
    own = [_spread(first.starts, len(second), 1), _spread(first.ends, len(second), 1)]
    other = [_spread(second.starts, len(first), 0), _spread(second.ends, len(first), 0)]
    if first.radii.any() or second.radii.any():
        own.extend(_towards(first, second))
        other.extend(np.swapaxes(each, 0, 1) for each in _towards(second, first))
    mine, theirs = np.stack(own), np.stack(other)
    return np.concatenate([mine, _feet(theirs, first, axis=0)]), np.concatenate(
        [_feet(mine, second, axis=1), theirs]
    )


def _spread(points: Floats, count: int, axis: int) -> Floats:
    """Repeat points (N, 2) for each of the others: (N, count, 2) along axis 1, (count, N, 2) along 0."""
    return np.repeat(np.expand_dims(points, axis), count, axis=axis)


def _towards(these: Curves, others: Curves) -> tuple[Floats, Floats]:
    """Return the points of these, (N, M, 2) each, nearest to and farthest from the centers of the others.

    Where two arcs come nearest to each other inside both, the line through both centers passes.
    """
    centers = _spread(others.centers, len(these), 0)
    near = _feet(centers, these, axis=0)
    far = _feet(2.0 * these.centers[:, None, :] - centers, these, axis=0)
    return near, far


def _feet(points: Floats, curves: Curves, axis: int) -> Floats:
    """Return the points of the curves nearest to points (..., N, M, 2); `axis` (0 or 1) is the curves'."""

    def each(values: Floats) -> Floats:
        return values[:, None] if axis == 0 else values[None, :]

    starts, ends, centers = each(curves.starts), each(curves.ends), each(curves.centers)
    along = ends - starts
    square = np.maximum((along**2).sum(axis=-1), LENGTH_FLOOR_MM**2)
    share = np.clip(((points - starts) * along).sum(axis=-1) / square, 0.0, 1.0)
    on_segment = np.asarray(starts + share[..., None] * along)
    if not curves.radii.any():
        return on_segment
    radii, from_rad, sweep = each(curves.radii), each(curves.from_rad), each(curves.sweep_rad)
    off = points - centers
    angles = np.mod(np.arctan2(off[..., 1], off[..., 0]) - from_rad, TURN)
    # Beyond the arc its nearer end is meant: the gap is split in two.
    beyond = np.where(angles > (TURN + sweep) / 2.0, 0.0, sweep)
    angles = from_rad + np.where(angles <= sweep, angles, beyond)
    on_arc = centers + radii[..., None] * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return np.where((radii > 0.0)[..., None], on_arc, on_segment)
