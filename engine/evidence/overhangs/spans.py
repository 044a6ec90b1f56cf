"""Distances, seen from above, from the points of an overhang to what holds it up.

The reach of a place is the distance to the nearest piece of border that holds. The span is that of a bridge
through the place: the shortest way straight from one piece of border that holds to another. A bridge is laid
square to the walls it rests on, so the directions tried are those of the zone's own supports.
"""

from dataclasses import dataclass

import numpy as np

from engine.compiled import compiled, writable
from engine.evidence.overhangs.zones import Zones
from engine.model.arrays import Bools, Floats, Ints, Vector, square_to, vector_product
from engine.tolerances import LENGTH_FLOOR_MM

WAYS = 60
"""Directions of bridges that are tried in a zone, those of the longest supports first: enough for a ring."""
GAP_SHARE = 5e-3
"""Places further away than the furthest found by less than this share are not looked for."""
ROUNDS = 8
"""How often triangles are quartered to look between their corners."""
MOST_LEFT = 5000
"""About the most triangles that are quartered in a round: those that may be furthest away."""
SAME_DEG = 1e-4
"""Supports that run just along the mean are not bridged twice."""
APART_COSINE = np.cos(np.radians(3.0))
"""Supports whose directions differ by less than 3° are bridged in one direction. On a ledge inside a ring,
where bridges run beside the opening, 12° would leave out every bridge of some places, as the mesh has it."""


@dataclass(frozen=True, slots=True, eq=False)
class SupportDistances:
    """How far some places are from what holds them."""

    distance_mm: Floats
    """(N,) inf where nothing holds the zone."""
    nearest: Floats
    """(N, 3) on what holds them; NaN where nothing does."""
    piece: Ints
    """(N,) the piece of border that holds them; 0 where none does."""


@dataclass(frozen=True, slots=True, eq=False)
class Furthest:
    """The place of a few triangles that is furthest from what holds it."""

    distance_mm: float
    """inf where nothing holds their zone."""
    place: Vector
    nearest: Vector
    """On what holds it; NaN where nothing does."""
    error_mm: float
    """How far the distance may be off: there may be places further away, and borders are not exact."""


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
    first = square_to(direction)
    first /= np.linalg.norm(first)
    flat = np.stack([first, vector_product(direction, first)], axis=1)
    return Plan(zones, flat, writable(zones.ends @ flat))


def reach(seen: Plan, places: Floats, zone: Ints) -> SupportDistances:
    """Measure how far places (N, 3) of some zones are from what holds these."""
    zones = seen.zones
    distance, piece, share = _reach(
        writable(places @ seen.flat), zone, zones.first_of_zone, seen.ends.reshape(-1, 4), zones.is_held
    )
    nearest = zones.ends[piece, 0] + share[:, None] * (zones.ends[piece, 1] - zones.ends[piece, 0])
    nearest[~np.isfinite(distance)] = np.nan
    return SupportDistances(distance, nearest, piece)


def furthest(seen: Plan, rows: Ints) -> Furthest:
    """Find the place furthest from what holds it in some rows of the triangles that hang over.

    Looked at are the corners, and then places between them for as long as one of them may be further away.
    """
    zones = seen.zones
    _, first = np.unique(zones.ids[rows].ravel(), return_index=True)
    corners, zone = zones.corners[rows], zones.zone_of_triangle[rows]
    places, zone_of_place = corners.reshape(-1, 3)[first], zone[first // 3]
    found = reach(seen, places, zone_of_place)
    at = int(found.distance_mm.argmax())
    best = _Best(float(found.distance_mm[at]), places[at], found.nearest[at], int(found.piece[at]))
    own, most, dropped = int(zone_of_place[at]), best.distance_mm, 0.0
    for _ in range(ROUNDS if np.isfinite(best.distance_mm) else 0):
        middles = corners.mean(axis=1)
        found = reach(seen, middles, zone)
        at = int(found.distance_mm.argmax())
        if found.distance_mm[at] > best.distance_mm + LENGTH_FLOOR_MM:
            best = _Best(float(found.distance_mm[at]), middles[at], found.nearest[at], int(found.piece[at]))
            own = int(zone[at])
        bounds = _bounds(seen, corners, middles, found)
        left = np.flatnonzero(bounds > best.distance_mm * (1.0 + GAP_SHARE))
        left = left[np.argsort(-bounds[left], kind="stable")]
        most = float(bounds.max())
        if not len(left):
            break
        dropped = max(dropped, float(bounds[left[MOST_LEFT:]].max(initial=0.0)))
        corners, zone = _quartered(corners[left[:MOST_LEFT]]), np.repeat(zone[left[:MOST_LEFT]], 4)
    gap = max(0.0, most - best.distance_mm, dropped - best.distance_mm)
    error_mm = gap + _border_errors(seen, best, own)
    return Furthest(best.distance_mm, best.place, best.nearest, error_mm)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    """The furthest place so far."""

    distance_mm: float
    place: Vector
    nearest: Vector
    piece: int


def _bounds(seen: Plan, corners: Floats, middles: Floats, found: SupportDistances) -> Floats:
    """Return (N,) distances that no place of triangles exceeds, from what was found at their middles.

    From place to place the reach changes by no more than the way between them. And no place is further from
    what holds it than from one piece of that, whose distance is largest in a corner.
    """
    flat = corners @ seen.flat
    wide = np.linalg.norm(flat - (middles @ seen.flat)[:, None], axis=2).max(axis=1)
    own = seen.ends[found.piece][:, None]
    to_piece = _to_pieces(flat, own[..., 0, :], own[..., 1, :]).max(axis=1)
    return np.asarray(np.minimum(found.distance_mm + wide, to_piece))


def _to_pieces(places: Floats, start: Floats, end: Floats) -> Floats:
    """Return how far places (..., 2) are from pieces of line."""
    run = end - start
    square = np.maximum((run**2).sum(axis=-1), np.finfo(float).tiny)
    share = np.clip(((places - start) * run).sum(axis=-1) / square, 0.0, 1.0)
    return np.asarray(np.linalg.norm(places - start - share[..., None] * run, axis=-1))


def _quartered(corners: Floats) -> Floats:
    """Split triangles (N, 3, 3) into four (4N, 3, 3) each."""
    halves = 0.5 * (corners + corners[:, [1, 2, 0]])
    parts = [np.stack([corners[:, i], halves[:, i], halves[:, i - 1]], axis=1) for i in range(3)]
    return np.stack([*parts, halves], axis=1).reshape(-1, 3, 3)


def _border_errors(seen: Plan, best: _Best, zone: int) -> float:
    """Return how far the piece that holds a place may be off, and the border that the place itself is on."""
    zones = seen.zones
    if not np.isfinite(best.distance_mm):
        return 0.0
    own = slice(zones.first_of_zone[zone], zones.first_of_zone[zone + 1])
    away = _to_pieces(best.place @ seen.flat, seen.ends[own, 0], seen.ends[own, 1])
    error_mm = zones.error_mm[own]
    here = float(error_mm[away <= error_mm].max(initial=0.0))
    return float(zones.error_mm[best.piece]) + here


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
    """Look both ways from every place, in each direction of its zone, for the border that comes first.

    Pieces of border are sorted into strips along the direction; a place looks at its own strip alone.
    """
    length = np.full(len(places), np.inf)
    chosen = np.zeros(len(places), np.int64)
    low = np.zeros(len(places))
    high = np.zeros(len(places))
    order = np.argsort(zone)
    stop = 0
    while stop < len(order):
        start, own = stop, zone[order[stop]]
        while stop < len(order) and zone[order[stop]] == own:
            stop += 1
        for w in range(first_way[own], first_way[own + 1]):
            fx, fy = ways[w, 0], ways[w, 1]
            least, width, first_in, pieces = _strips(ends, first[own], first[own + 1], fx, fy)
            for i in order[start:stop]:
                x, y = places[i, 0], places[i, 1]
                ahead, behind = np.inf, np.inf
                ahead_held, behind_held = False, False
                strip = _strip(fx * y - fy * x, least, width, len(first_in) - 1)
                for s in pieces[first_in[strip] : first_in[strip + 1]]:
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


@compiled
def _strips(ends: Floats, start: int, stop: int, fx: float, fy: float) -> tuple[float, float, Ints, Ints]:
    """Sort pieces of border into strips along a direction: as many strips as pieces, equally wide.

    Returns
    -------
    least, width : float
        Where the first strip begins, and how wide each is.
    first_in : (K + 1,) int64
    pieces : int64
        Those that reach into strip k are `pieces[first_in[k] : first_in[k + 1]]`, ascending. A piece counts
        into the strips beside its ends as well, so that rounding loses none.
    """
    count = max(stop - start, 1)
    lows, highs = np.zeros(count), np.zeros(count)
    for s in range(start, stop):
        a = fx * ends[s, 1] - fy * ends[s, 0]
        b = fx * ends[s, 3] - fy * ends[s, 2]
        lows[s - start], highs[s - start] = min(a, b), max(a, b)
    least = lows.min()
    width = (highs.max() - least) / count
    first_in = np.zeros(count + 1, np.int64)
    for turn in range(2):
        if turn == 1:
            for k in range(count):
                first_in[k + 1] += first_in[k]
            pieces = np.empty(first_in[count], np.int64)
            filled = first_in.copy()
        for s in range(start, stop):
            low = max(_strip(lows[s - start], least, width, count) - 1, 0)
            high = min(_strip(highs[s - start], least, width, count) + 1, count - 1)
            for k in range(low, high + 1):
                if turn == 0:
                    first_in[k + 1] += 1
                else:
                    pieces[filled[k]] = s
                    filled[k] += 1
    return least, width, first_in, pieces


@compiled
def _strip(across: float, least: float, width: float, count: int) -> int:
    """Return the strip that a line along the direction lies in; the nearest one beyond the last."""
    if not width > 0.0:
        return 0
    return int(min(max((across - least) / width, 0.0), count - 1.0))
