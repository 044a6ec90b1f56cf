"""What lies straight across a face from its border, and how far the normal turns on the way.

A section starts on a border edge of a patch (a face, or the faces of a group), runs at right angles to
the edge into the patch and ends where it meets the border again. It needs the samples along the edges
alone, so a cylinder, a torus and a spline are crossed in the same way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph.neighborhoods import border_joints
from engine.graph.rims import Rims
from engine.model.arrays import Bools, Floats, Ints, Vector
from engine.model.part import Edge, EdgeId, FaceId
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, SAME_SHARE

MIN_CHORD_SHARE = 1e-4
"""A crossing nearer to the start than this share of the border's size is the start itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """One walk straight across a patch."""

    start_edge: EdgeId
    end_edge: EdgeId
    start: Vector
    end: Vector
    chord_mm: float
    turn_deg: float
    """How far the outward normal turns towards the start on the way, in (-180, 180]: positive across a
    hollow (a fillet), negative across a swelling (a round), 0 across a plane."""
    share_mm: float
    """Length of the start edge that this section stands for."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Faces to cross, and where from."""

    border: Sequence[Edge]
    """Every edge that the patch shares with the rest of the part."""
    faces: frozenset[FaceId]
    starts: Sequence[Edge]
    """Those of `border` to start from: up to three places each, away from the ends."""


def across(border: Sequence[Edge], faces: frozenset[FaceId], starts: Sequence[Edge]) -> tuple[Section, ...]:
    """Cross one patch; see `Patch` and `across_each`."""
    return across_each([Patch(border, faces, starts)])[0]


def across_groups(context: RunContext, groups: Iterable[FaceId]) -> dict[FaceId, tuple[Section, ...]]:
    """Cross groups from every edge of their borders; what was crossed before in a run is not crossed anew."""
    part, graph = context.part, context.graph
    asked, crossed = tuple(groups), context.once(_crossed)
    patches = {}
    for group in asked:
        if group not in crossed:
            faces = graph.faces_of_group[group]
            border = [part.edges[joint.edge] for joint in border_joints(graph, faces)]
            patches[group] = Patch(border, frozenset(faces), border)
    crossed.update(zip(patches, across_each(list(patches.values())), strict=True))
    return {group: crossed[group] for group in asked}


def _crossed(_: RunContext) -> dict[FaceId, tuple[Section, ...]]:
    """Return what is across the groups that were crossed so far: in the beginning none."""
    return {}


def across_each(patches: Sequence[Patch]) -> list[tuple[Section, ...]]:
    """Cross many patches at once, which costs little more than to cross one.

    Returns
    -------
    list of tuple of Section
        Patch by patch, start by start. A place from which nothing is met (a normal is undefined, or the
        border does not come round again) gives none.
    """
    found: list[list[Section]] = [[] for _ in patches]
    started = [place for place, patch in enumerate(patches) if patch.starts]
    if started:
        crossed = [patches[place] for place in started]
        rims = Rims.of([[(edge, side_of(edge, patch.faces)) for edge in patch.border] for patch in crossed])
        begun = _started(rims, crossed)
        meetings = _met(rims, begun)
        for of_patch, section in _sections(rims, begun, meetings):
            found[started[of_patch]].append(section)
    return [tuple(each) for each in found]


def side_of(edge: Edge, patch: frozenset[FaceId]) -> int:
    """Return which of the edge's faces belongs to the patch: 0 (on its left) or 1."""
    return 0 if edge.faces[0] in patch else 1


@dataclass(frozen=True, slots=True, eq=False)
class _Starts:
    """Where the sections start, S of them, in the order of the patches."""

    patches: Ints
    edges: Ints
    samples: Ints
    """(S,) indices of each one's patch, edge and sample."""
    inward: Floats
    """Unit, tangent to the patch, square to the edge."""
    along: Floats
    """(S, 3) each; rows of NaN where a normal is undefined."""
    shares_mm: Floats
    """(S,)"""


@dataclass(frozen=True, slots=True, eq=False)
class _Meetings:
    """Where sections first meet the border again, one row each; at a vertex, on the edge of the least id."""

    starts: Ints
    """Which of the starts, ascending."""
    samples: Ints
    """The sample before the meeting."""
    part_way: Floats
    """From that sample to the next."""


def _started(rims: Rims, patches: Sequence[Patch]) -> _Starts:
    edges, counts, before = [], [], 0
    for patch in patches:
        place_of_edge = {edge.id: before + place for place, edge in enumerate(patch.border)}
        edges += [place_of_edge[edge.id] for edge in patch.starts]
        counts.append(len(patch.starts))
        before += len(patch.border)
    edge, patch_of_edge = np.array(edges), np.repeat(np.arange(len(patches)), counts)
    places, is_used = _places(np.diff(rims.first)[edge])
    each, column = np.nonzero(is_used)
    samples = rims.first[edge[each]] + places[each, column]
    ahead = rims.points[samples + 1] - rims.points[samples - 1]
    is_left = rims.sides[edge[each]] == 0
    normals = rims.normals[samples]
    inward = _cross(normals, np.where(is_left[:, None], ahead, -ahead))
    with np.errstate(invalid="ignore"):
        inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    lengths_mm = np.array([rims.edges[each].length_mm for each in edges])
    return _Starts(
        patches=patch_of_edge[each],
        edges=edge[each],
        samples=samples,
        inward=inward,
        along=_cross(inward, normals),
        shares_mm=(lengths_mm / is_used.sum(axis=1))[each],
    )


def _places(counts: Ints) -> tuple[Ints, Bools]:
    """Return (E, 3) sample indices away from the ends, ascending, and which of them are no repetition."""
    last = counts - 1
    places = np.stack([np.maximum(1, last // 4), last // 2, np.minimum(last - 1, last - last // 4)], axis=1)
    is_used = np.ones(places.shape, dtype=np.bool_)
    is_used[:, 1:] = places[:, 1:] != places[:, :-1]
    return places, is_used


def _cross(a: Floats, b: Floats) -> Floats:
    """Return the vector products of (S, 3) and (S, 3): numpy's own spends its time on being general."""
    return a[:, [1, 2, 0]] * b[:, [2, 0, 1]] - a[:, [2, 0, 1]] * b[:, [1, 2, 0]]


def _met(rims: Rims, begun: _Starts) -> _Meetings:
    """Find where each section comes to the border of its patch again."""
    is_last = np.zeros(len(rims.points), dtype=np.bool_)
    is_last[rims.first[1:] - 1] = True
    low_corners = np.minimum.reduceat(rims.points, rims.first_of_patch[:-1])
    high_corners = np.maximum.reduceat(rims.points, rims.first_of_patch[:-1])
    sizes_mm = np.linalg.norm(high_corners - low_corners, axis=1)
    same_mm = SAME_SHARE * sizes_mm + LENGTH_FLOOR_MM
    rows, samples, befores, afters = [], [], [], []
    ends_of_patch = np.searchsorted(begun.patches, np.arange(len(rims.first_of_patch)))
    begun_at = (begun.along * rims.points[begun.samples]).sum(axis=1)
    for patch in range(len(rims.first_of_patch) - 1):
        low, high = rims.first_of_patch[patch], rims.first_of_patch[patch + 1]
        ours = slice(ends_of_patch[patch], ends_of_patch[patch + 1])
        ahead = begun.along[ours] @ rims.points[low:high].T - begun_at[ours, None]
        ahead[np.abs(ahead) <= same_mm[patch]] = 0.0
        # Both edges that end at a vertex on the section's plane are met there, whichever way rounding falls.
        side = np.sign(ahead)
        meets = side[:, :-1] != side[:, 1:]
        meets[:, is_last[low : high - 1]] = False
        own = begun.samples[ours] - low
        meets[np.arange(len(own)), own] = False
        meets[np.arange(len(own)), own - 1] = False
        row, sample = np.nonzero(meets)
        rows.append(row + ours.start)
        samples.append(sample + low)
        befores.append(ahead[row, sample])
        afters.append(ahead[row, sample + 1])
    row, sample = np.concatenate(rows), np.concatenate(samples)
    before = np.concatenate(befores)
    part_way = before / (before - np.concatenate(afters))
    between = rims.points[sample] + part_way[:, None] * (rims.points[sample + 1] - rims.points[sample])
    offsets = between - rims.points[begun.samples[row]]
    distances = np.linalg.norm(offsets, axis=1)
    reaches_mm = MIN_CHORD_SHARE * sizes_mm
    # A half turn ends abreast of its start: anything not behind it is ahead.
    is_ahead = (offsets * begun.inward[row]).sum(axis=1) >= -1e-3 * distances
    kept = np.flatnonzero(is_ahead & (distances > reaches_mm[begun.patches[row]]))
    nearest_mm = np.full(len(begun.samples), np.inf)
    np.minimum.at(nearest_mm, row[kept], distances[kept])
    kept = kept[distances[kept] <= (nearest_mm + same_mm[begun.patches])[row[kept]]]
    ids = np.array([edge.id for edge in rims.edges])[rims.edge_of_sample[sample[kept]]]
    first_id_first = kept[np.lexsort((distances[kept], ids, row[kept]))]
    starts, firsts = np.unique(row[first_id_first], return_index=True)
    hits = first_id_first[firsts]
    return _Meetings(starts, sample[hits], part_way[hits])


def _sections(rims: Rims, begun: _Starts, met: _Meetings) -> Iterable[tuple[int, Section]]:
    """Return each section with the index of its patch."""
    starts, start_edges = rims.points[begun.samples[met.starts]], begun.edges[met.starts]
    ends, normals = rims.between(met.samples, met.part_way)
    inward, start_normals = begun.inward[met.starts], rims.normals[begun.samples[met.starts]]
    turns = np.degrees(np.arctan2(-(normals * inward).sum(axis=1), (normals * start_normals).sum(axis=1)))
    ids = np.array([edge.id for edge in rims.edges])
    chords = np.linalg.norm(ends - starts, axis=1)
    known = np.flatnonzero(~np.isnan(turns))
    columns = (
        begun.patches[met.starts],
        ids[start_edges],
        ids[rims.edge_of_sample[met.samples]],
        chords,
        turns,
        begun.shares_mm[met.starts],
    )
    listed = zip(*(column[known].tolist() for column in columns), strict=True)
    for (patch, start_edge, end_edge, chord_mm, turn_deg, share_mm), start, end in zip(
        listed, starts[known], ends[known], strict=True
    ):
        yield (
            patch,
            Section(
                start_edge=start_edge,
                end_edge=end_edge,
                start=start,
                end=end,
                chord_mm=chord_mm,
                turn_deg=turn_deg,
                share_mm=share_mm,
            ),
        )
