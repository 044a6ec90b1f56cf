"""Spans: how far it is, seen from above, from a place of a zone to what holds it up.

The reach of a place is the distance to the nearest piece of border that holds. The span is that of a bridge
through the place: the shortest way straight from one piece of border that holds to another. A bridge is laid
square to the walls it rests on, so the directions tried are those of the zone's own supports.
"""

from dataclasses import dataclass

import numpy as np

from engine.evidence.overhangs.zones import Zones
from engine.model.arrays import Bools, Floats, Ints, Vector
from engine.raycast.compiled import compiled, writable

WAYS = 60
"""Directions of bridges that are tried in a zone, those of the longest supports first: enough for a ring."""
SAME_DEG = 1e-4
"""Supports that run just along the mean are not bridged twice."""
APART_COSINE = np.cos(np.radians(3.0))
"""Supports whose directions differ by less than 3° are bridged in one direction. On a ledge inside a ring,
where bridges run beside the opening, 12° would leave out every bridge of some places, as the mesh has it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """How far some places are from what holds them."""

    distance_mm: Floats
    """(N,) inf where nothing holds the zone."""
    nearest: Floats
    """(N, 3) on what holds them; NaN where nothing does."""


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """The shortest bridge through some places."""

    length_mm: Floats
    """(N,) inf where no straight way leads from support to support."""
    from_point: Floats
    to_point: Floats
    """(N, 3) the ends of the bridge, at the height of the place; NaN where there is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Zones as they are seen from above."""

    zones: Zones
    flat: Floats
    """(3, 2) two directions square to the build direction and to each other."""
    ends: Floats
    """(S, 2, 2) of each piece of border."""


def plan(zones: Zones, direction: Vector) -> Plan:
    """Look at zones from above: once for all that is measured there."""
    first = np.cross(direction, np.eye(3)[np.abs(direction).argmin()])
    first /= np.linalg.norm(first)
    flat = np.stack([first, np.cross(direction, first)], axis=1)
    return Plan(zones, flat, writable(zones.ends @ flat))


def reach(seen: Plan, places: Floats, zone: Ints) -> Reach:
    """Measure how far places (N, 3) of some zones are from what holds these."""
    zones = seen.zones
    distance, piece, share = _reach(
        writable(places @ seen.flat), zone, zones.first_of_zone, seen.ends.reshape(-1, 4), zones.is_held
    )
    nearest = zones.ends[piece, 0] + share[:, None] * (zones.ends[piece, 1] - zones.ends[piece, 0])
    nearest[~np.isfinite(distance)] = np.nan
    return Reach(distance, nearest)


def span(seen: Plan, places: Floats, zone: Ints) -> Span:
    """Measure the shortest bridge through places (N, 3) of some zones."""
    zones = seen.zones
    first_way, ways = _ways(zones, seen.ends)
    length, way, low, high = _span(
        writable(places @ seen.flat),
        zone,
        zones.first_of_zone,
        seen.ends.reshape(-1, 4),
        zones.is_held,
        first_way,
        writable(ways),
    )
    heading = np.where(np.isfinite(length)[:, None], ways[way] @ seen.flat.T, np.nan)
    return Span(length, places - low[:, None] * heading, places + high[:, None] * heading)


def _ways(zones: Zones, ends: Floats) -> tuple[Ints, Floats]:
    """Return unit directions (W, 2) square to the supports of each zone, and which are whose (K + 1,)."""
    run = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(run, axis=1)
    square = np.stack([-run[:, 1], run[:, 0]], axis=1) / np.maximum(length, np.finfo(float).tiny)[:, None]
    found, counts = [np.array([[1.0, 0.0]])], [1]
    for zone in range(len(zones.first_of_zone) - 1):
        own = np.arange(zones.first_of_zone[zone], zones.first_of_zone[zone + 1])
        own = own[zones.is_held[own] & (length[own] > 0.0)]
        kept = _distinct(square[own], length[own])
        found.append(kept)
        counts.append(len(kept))
    return np.cumsum(counts), np.concatenate(found)


def _distinct(square: Floats, length: Floats) -> Floats:
    """Keep the mean direction and those that differ, the ones with the longest supports first.

    The mean is that of the lines: supports that face each other agree. Borders across a curved surface run
    zigzag from triangle to triangle, and only their mean has the direction of the wall.
    """
    if not len(square):
        return square
    doubled = np.arctan2(*(length @ _doubled(square))[::-1])
    kept: list[Vector] = [np.array([np.cos(doubled / 2.0), np.sin(doubled / 2.0)])]
    left = np.abs(square @ kept[0]) < np.cos(np.radians(SAME_DEG))
    while left.any() and len(kept) < WAYS:
        longest = int(np.argmax(np.where(left, length, -1.0)))
        kept.append(square[longest])
        left &= np.abs(square @ square[longest]) < APART_COSINE
    return np.array(kept).reshape(-1, 2)


def _doubled(square: Floats) -> Floats:
    """Turn unit vectors (N, 2) to twice their angle, so that opposite ones agree."""
    return np.stack([square[:, 0] ** 2 - square[:, 1] ** 2, 2.0 * square[:, 0] * square[:, 1]], axis=1)


@compiled
def _reach(
    places: Floats, zone: Ints, first: Ints, ends: Floats, is_held: Bools
) -> tuple[Floats, Ints, Floats]:
    distance = np.full(len(places), np.inf)
    piece = np.zeros(len(places), np.int64)
    share = np.zeros(len(places))
    for i in range(len(places)):
        x, y = places[i, 0], places[i, 1]
        best = np.inf
        for s in range(first[zone[i]], first[zone[i] + 1]):
            if not is_held[s]:
                continue
            ax, ay = ends[s, 0], ends[s, 1]
            dx, dy = ends[s, 2] - ax, ends[s, 3] - ay
            square = dx * dx + dy * dy
            t = ((x - ax) * dx + (y - ay) * dy) / square if square > 0.0 else 0.0
            t = min(max(t, 0.0), 1.0)
            ex, ey = x - ax - t * dx, y - ay - t * dy
            away = ex * ex + ey * ey
            if away < best:
                best = away
                piece[i] = s
                share[i] = t
        distance[i] = np.sqrt(best)
    return distance, piece, share


@compiled
def _span(
    places: Floats,
    zone: Ints,
    first: Ints,
    ends: Floats,
    is_held: Bools,
    first_way: Ints,
    ways: Floats,
) -> tuple[Floats, Ints, Floats, Floats]:
    length = np.full(len(places), np.inf)
    chosen = np.zeros(len(places), np.int64)
    low = np.zeros(len(places))
    high = np.zeros(len(places))
    for i in range(len(places)):
        x, y = places[i, 0], places[i, 1]
        for w in range(first_way[zone[i]], first_way[zone[i] + 1]):
            fx, fy = ways[w, 0], ways[w, 1]
            ahead, behind = np.inf, np.inf
            ahead_held, behind_held = False, False
            for s in range(first[zone[i]], first[zone[i] + 1]):
                ax, ay = ends[s, 0] - x, ends[s, 1] - y
                bx, by = ends[s, 2] - x, ends[s, 3] - y
                a_side = fx * ay - fy * ax
                b_side = fx * by - fy * bx
                if (a_side > 0.0) == (b_side > 0.0):
                    continue
                t = a_side / (a_side - b_side)
                at = fx * (ax + t * (bx - ax)) + fy * (ay + t * (by - ay))
                if at >= 0.0:
                    if at < ahead:
                        ahead, ahead_held = at, is_held[s]
                elif -at < behind:
                    behind, behind_held = -at, is_held[s]
            if ahead_held and behind_held and ahead + behind < length[i]:
                length[i] = ahead + behind
                chosen[i] = w
                low[i], high[i] = behind, ahead
    return length, chosen, low, high
