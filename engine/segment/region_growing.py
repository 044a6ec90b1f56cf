"""Region growing: a surface fitted to a few neighboring facets, grown over all facets that it explains."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Ints
from engine.segment.facets import FacetGraph
from engine.segment.fitting import MOST_POINTS, NOISES, corner_points, fit, polish
from engine.surfaces.kind import CYLINDER, SPHERE, TORUS
from engine.surfaces.revolution import distance

CLEAR = 8.0
"""Facets that cut less than so many noises into a surface say nothing about it."""
LEAN_OF_FOLD = 1.0
"""A facet's middle leans from the surface by less than this times the seed's sharpest fold, plus a degree."""
REGROWTHS = 4
HOPELESS = 2.0
"""Corners farther off than so many times what facets cut in are of no such surface."""
FALSE = 5.0
"""Nor do facets cut in so many times as deep as their folds tell."""
CREEP = 2.5
"""A neighbor whose misfit is less than so many times what is allowed nearly fits."""
MORE, SHALLOWER = 1.25, 0.7
"""Of two surfaces that grow alike the shallower wins, of two as shallow the simpler."""
DEEPER, FEWER = 4.0, 0.3
"""What grows larger may not be so many times as deep, unless the other is but this share of it."""


@compiled
def depth(kind: int, s: Floats, graph: FacetGraph, members: Ints) -> tuple[float, float]:
    """Return the mean distance of facets' middles, and +1 where facets face along the surface, else -1."""
    total, facing, count, normal = 0.0, 0.0, 0, np.zeros(3)
    for facet in members:
        for at in range(graph.first_triangle[facet], graph.first_triangle[facet + 1]):
            triangle = graph.triangles[at]
            total += abs(distance(kind, s, graph.middles[triangle], normal))
            facing += (normal * graph.normals[triangle]).sum()
            count += 1
    return total / count, 1.0 if facing > 0.0 else -1.0


@compiled
def depths(kind: int, s: Floats, graph: FacetGraph, members: Ints) -> Floats:
    """Return the mean distance of facets' middles for each of the facets (N,)."""
    each = np.empty(len(members))
    for k in range(len(members)):
        each[k] = depth(kind, s, graph, members[k : k + 1])[0]
    return each


@compiled
def _misfit(kind: int, s: Floats, graph: FacetGraph, facet: int, least: float, sense: float) -> float:
    """Return how far the corners of a facet are off the surface, as a share of how far its middle is.

    A chord's middle is off, its ends are not. A flat strip beside a cylinder that touches it has its far
    corners four times as far off as its middle, at any width; a facet of another bend its own share of that.
    inf where a facet leans from the surface.
    """
    normal = np.zeros(3)
    far, corners, middles, count = 0.0, 0.0, 0.0, 0
    for at in range(graph.first_corner[facet], graph.first_corner[facet + 1]):
        d = distance(kind, s, graph.places[graph.corners[at]], normal)
        far = max(far, abs(d))
        corners += d / (graph.first_corner[facet + 1] - graph.first_corner[facet])
    for at in range(graph.first_triangle[facet], graph.first_triangle[facet + 1]):
        triangle = graph.triangles[at]
        middles += distance(kind, s, graph.middles[triangle], normal)
        count += 1
        if not graph.is_sliver[triangle] and (normal * graph.normals[triangle]).sum() * sense < least:
            return np.inf
    return max(far - NOISES * graph.noise_mm, 0.0) / max(abs(middles / count - corners), graph.noise_mm)


@compiled
def stand(kind: int, s: Floats, graph: FacetGraph, facet: int, sense: float) -> tuple[float, float, float]:
    """Return how far a facet's farthest corner and its middle are off, and its least cosine to it."""
    normal = np.zeros(3)
    far, middles, count, least = 0.0, 0.0, 0, 1.0
    for at in range(graph.first_corner[facet], graph.first_corner[facet + 1]):
        far = max(far, abs(distance(kind, s, graph.places[graph.corners[at]], normal)))
    for at in range(graph.first_triangle[facet], graph.first_triangle[facet + 1]):
        triangle = graph.triangles[at]
        middles += distance(kind, s, graph.middles[triangle], normal)
        count += 1
        if not graph.is_sliver[triangle]:
            least = min(least, (normal * graph.normals[triangle]).sum() * sense)
    return far, abs(middles / count), least


@compiled
def grow(
    kind: int, s: Floats, graph: FacetGraph, seed: Ints, least: float, sense: float, most_misfit: float
) -> Ints:
    """Return the facets reached from a seed over folds between facets that the surface explains.

    The cosine between a facet's normal and the surface's is at least `least`.
    """
    graph.serial[0] += 1
    serial = graph.serial[0]
    found = np.empty(64, np.int64)
    count = 0
    for facet in seed:
        if graph.mark[facet] != serial and _misfit(kind, s, graph, facet, least, sense) <= most_misfit:
            graph.mark[facet] = serial
            found[count] = facet
            count += 1
    done = 0
    while done < count:
        facet = found[done]
        done += 1
        for at in range(graph.first_beside[facet], graph.first_beside[facet + 1]):
            other = graph.beside[at]
            if graph.mark[other] == serial or graph.is_taken[other]:
                continue
            graph.mark[other] = serial
            if _misfit(kind, s, graph, other, least, sense) <= most_misfit:
                if count == len(found):
                    found = np.concatenate((found, np.empty(count, np.int64)))
                found[count] = other
                count += 1
    return found[:count]


@compiled
def drift(kind: int, s: Floats, graph: FacetGraph, members: Ints, sense: float, most_misfit: float) -> float:
    """Return at which share of its folds to other facets a surface ends though those nearly fit.

    A face ends where another begins: there the misfit jumps. Where it creeps, the surface is a stretch of a
    free-form face. 0 where it has no such fold.
    """
    graph.serial[0] += 1
    for facet in members:
        graph.mark[facet] = graph.serial[0]
    near, all_ = 0, 0
    for facet in members:
        for at in range(graph.first_beside[facet], graph.first_beside[facet + 1]):
            other = graph.beside[at]
            if graph.mark[other] != graph.serial[0]:
                all_ += 1
                if _misfit(kind, s, graph, other, 0.5, sense) <= CREEP * most_misfit:
                    near += 1
    return near / max(all_, 1)


@compiled
def _grow_from(
    kind: int, s: Floats, graph: FacetGraph, seed: Ints, sharpest: float, sag: float, growth_pass: Floats
) -> Ints:
    """Fit a seed, grow it, and fit again to all of it; return the facets, none where the seed does not fit.

    `growth_pass` has the numbers of a `curved_regions.GrowthPass`.
    """
    exact, most, growth_misfit = growth_pass
    none = np.empty(0, np.int64)
    if CLEAR * graph.noise_mm > FALSE * sag:
        return none
    far = fit(kind, graph, seed, s, most, HOPELESS * sag)
    if not far < HOPELESS * sag:
        return none
    deep, sense = depth(kind, s, graph, seed)
    noise = graph.noise_mm
    if deep < CLEAR * noise or deep > FALSE * sag or far > NOISES * noise + exact * min(deep, sag):
        return none
    least = np.cos(min(LEAN_OF_FOLD * sharpest + 0.02, 0.5))
    members = grow(kind, s, graph, seed, least, sense, growth_misfit)
    for _ in range(REGROWTHS):
        if len(members) < 3:
            break
        trial = s.copy()
        if not polish(kind, trial, corner_points(graph, members, MOST_POINTS), noise) < 1e9:
            break
        more = grow(kind, trial, graph, seed, least, sense, growth_misfit)
        if len(more) < len(members):
            break
        s[:] = trial
        is_same = len(more) == len(members)
        members = more
        if is_same:
            break
    return members


@compiled
def largest(
    seeds: Ints,
    sizes: Ints,
    sharpest: Floats,
    sags: Floats,
    is_strip: Bools,
    graph: FacetGraph,
    s: Floats,
    growth_pass: Floats,
    deepest: float,
) -> tuple[int, Ints]:
    """Return the kind, and the facets, of the surface that grows largest from any of the seeds (S, N).

    None into which facets cut deeper than `deepest`. Of two that grow about alike, the one that facets cut
    into less: rings of a cylinder lie on a sphere too. Kind 0 where nothing fits. Strips are not tried as
    tori, for which they say too little.
    """
    kind, members, deep = 0, np.empty(0, np.int64), np.inf
    trial = np.zeros(8)
    for i in range(len(sizes)):
        seed = seeds[i, : sizes[i]]
        for candidate in range(CYLINDER, (SPHERE if is_strip[i] else TORUS) + 1):
            found = _grow_from(candidate, trial, graph, seed, sharpest[i], sags[i], growth_pass)
            if len(found) < 3:
                continue
            here = depth(candidate, trial, graph, found)[0]
            if here > deepest:
                continue
            share = len(found) / max(len(members), 1)
            if share > MORE:
                is_better = here < DEEPER * deep or share > 1.0 / FEWER
            elif share * MORE >= 1.0:
                is_better = here < SHALLOWER * deep or (candidate < kind and here * SHALLOWER < deep)
            else:
                is_better = here * DEEPER < deep and share > FEWER
            if is_better:
                kind, members, deep = candidate, found, here
                s[:] = trial
    return kind, members


LARGEST_SEED = 32
"""Facets in a seed at most."""
NEAR = 10
"""Corners that make a seed of a facet and those round it large enough: a torus takes seven."""
UNEVEN = 3.0
"""Neighboring facets of a face are of about one width: exporters space them evenly. A flat top between two
bevels, or between two rounds, is far wider."""
SIDES = 4
"""Folds of a facet looked at: its longest. A facet has four."""


@compiled
def seeds_around(
    facet: int, graph: FacetGraph, round_about: bool, reach: int
) -> tuple[Ints, Ints, Floats, Floats, Bools]:
    """Return the seeds that have a facet in their middle.

    Strips across the folds on either side of the facet, wherever the two folds are alike: `reach` facets, or
    twice as many triangles and one shorter, to each side. Or, if `round_about`, the facet with all round it.

    Returns
    -------
    seeds : (S, LARGEST), sizes : (S,)
    sharpest : (S,) radians
        The sharpest fold of the middle facet in the seed.
    sags : (S,) mm
        How deep facets cut into the face, if the folds are a curved face's.
    is_strip : (S,)
    """
    seeds = np.empty((2 * SIDES * SIDES, LARGEST_SEED), np.int64)
    sizes, sharpest, sags = np.zeros(len(seeds), np.int64), np.zeros(len(seeds)), np.zeros(len(seeds))
    count = 0
    first = graph.first_beside[facet]
    end = min(graph.first_beside[facet + 1], first + SIDES)
    has_four = graph.first_corner[facet + 1] - graph.first_corner[facet] >= 4
    width = graph.areas[facet] * (1.0 if has_four else 2.0)
    if round_about:
        if has_four:
            for at in range(first, end):
                if not _is_even(graph, facet, graph.beside[at]):
                    return seeds[:0], sizes[:0], sharpest[:0], sags[:0], np.zeros(0, np.bool_)
        sizes[0] = _disk(graph, facet, seeds[0])
        for at in range(first, end):
            angle = abs(graph.fold_rad[at])
            sharpest[0] = max(sharpest[0], angle)
            sags[0] = max(sags[0], angle * width / graph.fold_mm[at] / 8.0)
        return seeds[:1], sizes[:1], sharpest[:1], sags[:1], np.zeros(1, np.bool_)
    for i in range(first, end):
        if graph.is_taken[graph.beside[i]]:
            continue
        for j in range(i + 1, end):
            if graph.is_taken[graph.beside[j]] or not _is_along(graph, facet, i, j):
                continue
            if not _is_even(graph, facet, graph.beside[i]) or not _is_even(graph, facet, graph.beside[j]):
                continue
            a, b = abs(graph.fold_rad[i]), abs(graph.fold_rad[j])
            for further in range(reach if has_four else 2 * reach, reach + 1 if has_four else 2 * reach + 2):
                size = _strip(graph, facet, i, j, further, seeds[count])
                if further == reach or further == 2 * reach or size > sizes[count - 1]:
                    sizes[count] = size
                    sharpest[count] = max(a, b)
                    sags[count] = max(a / graph.fold_mm[i], b / graph.fold_mm[j]) * width / 8.0
                    count += 1
    return seeds[:count], sizes[:count], sharpest[:count], sags[:count], np.ones(count, np.bool_)


@compiled
def _is_even(graph: FacetGraph, facet: int, other: int) -> bool:
    """Tell whether neighbors are about as wide across their fold, that is, about as large."""
    ratio = graph.areas[facet] / graph.areas[other]
    return bool(UNEVEN * ratio >= 1.0 and ratio <= UNEVEN)


@compiled
def _is_along(graph: FacetGraph, facet: int, one: int, other: int) -> bool:
    """Tell whether a facet folds the same way, about nearly one direction, against two neighbors."""
    if (graph.fold_rad[one] > 0.0) != (graph.fold_rad[other] > 0.0):
        return False
    a = np.cross(graph.facing[facet], graph.facing[graph.beside[one]])
    b = np.cross(graph.facing[facet], graph.facing[graph.beside[other]])
    cosine = (a * b).sum() / max(np.sqrt((a * a).sum() * (b * b).sum()), 1e-300)
    return bool(cosine < -0.8)


@compiled
def _strip(graph: FacetGraph, facet: int, one: int, other: int, reach: int, seed: Ints) -> int:
    """Write a facet and up to `reach` facets to either side into `seed`; returns how many."""
    seed[0], seed[1], seed[2] = facet, graph.beside[one], graph.beside[other]
    count = 3
    for end in range(2):
        tip = seed[1 + end]
        for _ in range(reach - 1):
            following = -1
            for at in range(graph.first_beside[tip], graph.first_beside[tip + 1]):
                if not graph.is_taken[graph.beside[at]] and not (seed[:count] == graph.beside[at]).any():
                    following = graph.beside[at]
                    break
            if following < 0:
                break
            seed[count] = following
            count += 1
            tip = following
    return count


@compiled
def _disk(graph: FacetGraph, facet: int, seed: Ints) -> int:
    """Write a facet and all round it into `seed`, and more round these while few; returns how many.

    What lies beside two of its neighbors is round it too: nine facets of a grid. Fewer do not tell the axis
    of a torus, for the normals of three in a row meet in one point.
    """
    seed[0] = facet
    count, done, ring_end = 1, 0, 1
    corners = graph.first_corner[facet + 1] - graph.first_corner[facet]
    while done < count and count < LARGEST_SEED:
        if done == ring_end:
            if corners >= NEAR:
                break
            ring_end = count
        for at in range(graph.first_beside[seed[done]], graph.first_beside[seed[done] + 1]):
            other = graph.beside[at]
            if count < LARGEST_SEED and not _is_out(graph, other, seed[:count]):
                seed[count] = other
                count += 1
                # each neighbor brings its corners but for the two of the fold
                corners += graph.first_corner[other + 1] - graph.first_corner[other] - 2
        done += 1
    inner = count
    for i in range(1, inner):
        for at in range(graph.first_beside[seed[i]], graph.first_beside[seed[i] + 1]):
            other = graph.beside[at]
            if count == LARGEST_SEED or _is_out(graph, other, seed[:count]):
                continue
            touched = 0
            for also in range(graph.first_beside[other], graph.first_beside[other + 1]):
                if (seed[1:inner] == graph.beside[also]).any():
                    touched += 1
            if touched >= 2:
                seed[count] = other
                count += 1
    return count


@compiled
def _is_out(graph: FacetGraph, facet: int, seed: Ints) -> bool:
    """Tell whether a facet is in the seed already, or taken."""
    return bool(graph.is_taken[facet] or (seed == facet).any())


@compiled
def grow_next(
    order: Ints,
    start: int,
    end: int,
    graph: FacetGraph,
    round_about: bool,
    reach: int,
    is_tried: Bools,
    s: Floats,
    growth_pass: Floats,
    deepest: float,
) -> tuple[int, int, Ints]:
    """Try the facets order[start:end] that are free, until a surface grows from one; writes it into `s`.

    Returns the place in `order`, and kind and facets as `largest` does; `end`, 0 and none where
    nothing grows. What a long seed (a `reach` over 1) says in vain holds for its neighbors too: `is_tried`
    (P,) remembers that.
    """
    for at in range(start, end):
        facet = order[at]
        if graph.is_taken[facet] or is_tried[facet]:
            continue
        seeds, sizes, sharpest, sags, is_strip = seeds_around(facet, graph, round_about, reach)
        kind, members = largest(seeds, sizes, sharpest, sags, is_strip, graph, s, growth_pass, deepest)
        if kind > 0:
            return at, kind, members
        if reach > 1:
            for row in range(len(seeds)):
                for k in range(3):
                    is_tried[seeds[row, k]] = True
    return end, 0, np.empty(0, np.int64)
