"""The smallest rectangle round a hollow at its mouth, as if no corner were rounded."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.features.pockets.level import wall_top
from engine.features.pockets.pocket_context import PocketContext
from engine.graph import contour_runs, extents, rectangles
from engine.graph.contours import Contour
from engine.model.arrays import Floats, Vector, vector_product
from engine.model.face_graph import Convexity
from engine.model.part import Edge, EdgeId, FaceId

UPRIGHT_SINE = 0.1
"""Planes that turn by less than this (6 degrees) against each other have no corner worth the name."""

LEVEL_COSINE = 0.95
"""Walls that lean more (18 degrees from level and less) reach as far as their edges, which says the same: the
more level a plane is, the less exact is where it meets a height."""

SQUARE_SINE = 0.02
"""Walls within this sine (1 degree) of one direction, or of the one across it, run along one rectangle."""

MAIN_SHARE = 0.5
"""Directions count in which, and across which, flat walls run for at least this share of what they run in the
foremost one."""

ASKEW_SHARE = 0.05
"""A rectangle that lies along the main flat walls is taken when it is larger by no more than this share than
the smallest: a window with a bay in each side is a little smaller askew, and no engineer lays it so."""


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle:
    """The smallest rectangle round a section, along its main flat walls where that makes it hardly larger."""

    length_mm: float
    width_mm: float
    center: Vector
    """(3,) in the plane of the section."""

    @property
    def area_mm2(self) -> float:
        """What it encloses."""
        return self.length_mm * self.width_mm


def measure(
    context: PocketContext,
    borders: Sequence[Contour],
    walls: frozenset[FaceId],
    up: Vector,
    level_mm: float,
    *,
    are_closed: bool = True,
) -> Rectangle:
    """Measure the section at a height along `up`.

    Flat walls are taken as planes: the section follows them to where they meet each other, past any fillet,
    and to the height or to where they end below it. Curved walls reach as far as they do along the border;
    where there is no wall, the border itself counts. The last wall of a border meets the first one only where
    borders are closed.
    """
    points, rims = [], dict[EdgeId, None]()
    for border in borders:
        spans, round_rims = _spans(context, border, walls, up, level_mm, are_closed)
        points += spans
        rims.update(dict.fromkeys(round_rims))
    edges = [context.part.edges[edge] for edge in rims]
    if not points and not edges:
        edges = [context.part.edges[edge] for border in borders for edge in border.edges]
    cloud = np.concatenate([*points, *(edge.points for edge in edges)])
    flat = np.concatenate(points) if points else np.empty((0, 3))
    smallest = _round(edges, flat, rectangles.smallest(cloud, up), level_mm * up)
    ways = _ways(context, borders, walls, up)
    if ways is None:
        return smallest
    squared = _round(edges, flat, rectangles.smallest(cloud, up, ways), level_mm * up)
    return squared if squared.area_mm2 <= (1.0 + ASKEW_SHARE) * smallest.area_mm2 else smallest


def _round(edges: Sequence[Edge], points: Floats, sides: tuple[Vector, Vector], base: Vector) -> Rectangle:
    """Return the rectangle with given sides round edges and points (N, 3)."""
    reach = []
    for side in sides:
        ends = [extents.along(edge, side) for edge in edges]
        heights = points @ side
        ends += [(float(heights.min()), float(heights.max()))] if len(points) else []
        reach.append((min(low for low, _ in ends), max(high for _, high in ends)))
    (long_low, long_high), (short_low, short_high) = reach
    middle = (long_low + long_high) / 2.0 * sides[0] + (short_low + short_high) / 2.0 * sides[1] + base
    long_mm, short_mm = long_high - long_low, short_high - short_low
    return Rectangle(max(long_mm, short_mm), min(long_mm, short_mm), middle)


def _ways(
    context: PocketContext, borders: Sequence[Contour], walls: frozenset[FaceId], up: Vector
) -> Floats | None:
    """Return (M, 3) the directions along or square to which most of the flat walls run; None without any."""
    ways, lengths_mm = [], []
    for border in borders:
        for meeting, length_mm in zip(border.meetings, border.lengths_mm, strict=True):
            wall = meeting.across(border.group) if meeting is not None else None
            if wall in walls and wall is not None and context.is_flat(wall):
                along = vector_product(up, context.face(wall).inner_normal)
                if float(np.linalg.norm(along)) > np.sqrt(1.0 - LEVEL_COSINE**2):
                    ways.append(along / np.linalg.norm(along))
                    lengths_mm.append(length_mm)
    if not ways:
        return None
    units = np.array(ways)
    cosines = np.abs(units @ units.T)
    is_along = np.minimum(cosines, np.sqrt(np.maximum(0.0, 1.0 - cosines**2))) <= SQUARE_SINE
    together_mm = is_along @ np.array(lengths_mm)
    return np.asarray(units[together_mm >= MAIN_SHARE * together_mm.max()])


@dataclass(frozen=True, slots=True, eq=False)
class _FlatSpan:
    """What a section follows of a flat wall."""

    wall: FaceId
    ends: Floats
    """(2, 3) where it begins and ends along the border, on the wall."""
    ends_mm: float
    """The height at which these lie: that of the section, or where the wall ends below it."""


def _spans(
    context: PocketContext,
    border: Contour,
    walls: frozenset[FaceId],
    up: Vector,
    level_mm: float,
    is_closed: bool,
) -> tuple[list[Floats], list[EdgeId]]:
    """Return points of the section along a border, and the edges along it where no flat wall is."""
    points: list[Floats] = []
    rims: list[EdgeId] = []
    flat: list[_FlatSpan | None] = []
    for edge, meeting in zip(border.edges, border.meetings, strict=True):
        if meeting is None:
            continue
        wall = meeting.across(border.group)
        if wall not in walls or meeting.convexity == Convexity.SMOOTH:
            rims.append(edge)
            flat.append(None)
        elif context.is_flat(wall) and abs(float(context.face(wall).inner_normal @ up)) < LEVEL_COSINE:
            outline = contour_runs.oriented(context.part, context.graph, border.group, [edge])
            ends_mm = min(level_mm, wall_top(context, wall, edge, up))
            flat.append(_FlatSpan(wall, _projected(outline[[0, -1]], context, wall, up, ends_mm), ends_mm))
        else:
            rims += meeting.edges[meeting.groups.index(wall)]
            flat.append(None)
    flat += [] if is_closed else [None]
    for span, after in zip(flat, [*flat[1:], *flat[:1]], strict=True):
        corner = _corner(context, span, after, up) if span and after else None
        if corner is not None:
            points.append(corner[None])
        elif span is None or after is None or span.wall != after.wall:
            points += [each.ends[[place]] for each, place in ((span, 1), (after, 0)) if each is not None]
    return points, rims


def _lifted(points: Floats, up: Vector, level_mm: float) -> Floats:
    return points + np.multiply.outer(level_mm - points @ up, up)


def _projected(points: Floats, context: PocketContext, wall: FaceId, up: Vector, level_mm: float) -> Floats:
    """Lift points to the level and shift them straight onto the plane of a wall."""
    face = context.face(wall)
    lifted = _lifted(points, up, level_mm)
    across = face.inner_normal - (face.inner_normal @ up) * up
    missing = (face.inner_point - lifted) @ face.inner_normal / (across @ face.inner_normal)
    return np.asarray(lifted + np.multiply.outer(missing, across))


def _corner(context: PocketContext, span: _FlatSpan, after: _FlatSpan, up: Vector) -> Vector | None:
    """Return where two planes meet at the height where the lower one ends; None where they hardly turn."""
    a, b = context.face(span.wall), context.face(after.wall)
    rows = np.stack([a.inner_normal, b.inner_normal, up])
    if abs(float(vector_product(a.inner_normal, b.inner_normal) @ up)) < UPRIGHT_SINE:
        return None
    ends_mm = min(span.ends_mm, after.ends_mm)
    rights = np.array([a.inner_normal @ a.inner_point, b.inner_normal @ b.inner_point, ends_mm])
    return np.asarray(np.linalg.solve(rows, rights))
