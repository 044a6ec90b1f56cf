"""Inner vertices: a triangular lattice on every face, clear of its border.

Rows run at even steps of v, vertices along a row at even steps of u, every other row shifted by half a step.
A vertex keeps `CLEAR` of a step away from the border along its row, from the border half a row above and
below, and from the border's own nodes.
"""

from dataclasses import dataclass

import numpy as np

from engine.errors import MeshTooLarge
from engine.meshing.free_grid import Grid
from engine.meshing.outlines import Outlines, extents
from engine.meshing.patches import Patches, meridian
from engine.meshing.scan import Crossings, Lines, clearance, cross, widths_inside
from engine.meshing.steps import Steps, column_steps
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.kind import FREEFORM

CLEAR = 0.45
"""Share of a step that inner vertices keep away from the border."""
WIDE_ENOUGH = 0.15
"""Share of a step: a face that is wider somewhere gets at least one inner vertex there."""
LEAST_SHARE = 0.02
"""Rows of a free face count no shorter than this share of its mean row."""
MOST = 4_000_000
"""More inner vertices than this are refused before they are made."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The coordinates the lattice is even in: (u, v), on free faces counted in elements."""

    face: Ints
    """(N,) of the outlines' nodes."""
    nodes: Floats
    """(N, 2)"""
    segments: Ints
    """(G, 2)"""
    axes: dict[int, tuple[Floats, Floats, Floats, Floats, Floats]]
    """Of free faces: u, count at u, v, count at v, and the share of a row's worth at v."""


def fill(
    patches: Patches, outlines: Outlines, steps: Steps, grids: dict[int, Grid], is_lone: bool = True
) -> tuple[Ints, Floats]:
    """Return inner vertices of all faces with an outline: face (M,), ascending, and uv (M, 2).

    With `is_lone` every face that is wide enough gets at least one.

    Raises
    ------
    MeshTooLarge
        If there would be more than `MOST`.
    """
    rows = _straightened(outlines, grids, steps)
    low, high = extents(rows.face, rows.nodes, len(patches.kind))
    face, at = _lattice(patches, rows, steps, low, high)
    without = np.full(len(patches.kind), is_lone)
    without[face] = False
    without[np.isinf(low[:, 0]) | outlines.is_open] = False
    lone_face, lone_at = _lone(patches, rows, steps, low, high, without)
    face, at = np.concatenate([face, lone_face]), np.concatenate([at, lone_at])
    order = np.argsort(face, kind="stable")
    face, at = face[order], at[order]
    for index, (u, count_u, v, count_v, _) in rows.axes.items():
        here = slice(*np.searchsorted(face, [index, index + 1]))
        at[here, 0] = np.interp(at[here, 0], count_u, u)
        at[here, 1] = np.interp(at[here, 1], count_v, v)
    return face, at


def _straightened(outlines: Outlines, grids: dict[int, Grid], steps: Steps) -> Rows:
    nodes = np.array(outlines.uv)
    axes = {}
    for index, grid in grids.items():
        here = slice(*np.searchsorted(outlines.face, [index, index + 1]))
        if here.start == here.stop:
            continue
        cost = steps.costs[index]
        count_u, count_v = (np.concatenate([[0.0], np.cumsum(along)]) for along in (cost.u, cost.v))
        share = np.maximum(cost.row, LEAST_SHARE)
        nodes[here, 0] = np.interp(nodes[here, 0], grid.u, count_u)
        nodes[here, 1] = np.interp(nodes[here, 1], grid.v, count_v)
        axes[index] = grid.u, count_u, grid.v, count_v, share
    return Rows(outlines.face, nodes, outlines.segments, axes)


def _lattice(patches: Patches, rows: Rows, steps: Steps, low: Floats, high: Floats) -> tuple[Ints, Floats]:
    extent = np.where(np.isfinite(low), high - low, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        count = np.nan_to_num(np.ceil(extent[:, 1] / steps.v_step * (1.0 - 1e-9)), nan=0.0, posinf=np.inf)
    if count.sum() > MOST:
        raise MeshTooLarge(
            "the part needs more rows of vertices than can be meshed; ask for a larger max edge"
        )
    inner = np.maximum(count.astype(np.int64) - 1, 0)
    face = np.repeat(np.arange(len(count)), inner)
    nth = np.arange(len(face)) - np.repeat(np.cumsum(inner) - inner, inner) + 1
    with np.errstate(divide="ignore", invalid="ignore"):
        row_step = np.where(inner > 0, extent[:, 1] / count, 0.0)
    level = low[face, 1] + nth * row_step[face]

    begin, end = rows.nodes[rows.segments[:, 0]], rows.nodes[rows.segments[:, 1]]
    owner = rows.face[rows.segments[:, 0]]
    middle, above, below = (
        cross(Lines(face, level + shift * CLEAR * row_step[face]), owner, begin, end) for shift in (0, 1, -1)
    )
    u_step = _column_steps(patches, rows, steps, extent, face, level)
    shift = low[face, 0] + np.where(nth % 2 == 1, 0.5, 0.0) * u_step

    line, nth_of_row = _along_rows(middle, shift, u_step)
    at = shift[line] + nth_of_row * u_step[line]
    keep = ~_near_border(rows, low, row_step, inner, u_step, shift, line, nth_of_row)
    for crossings in (above, below):
        keep &= clearance(crossings, line, at) > CLEAR / 2.0 * u_step[line]
    line, at = line[keep], at[keep]
    return face[line], np.column_stack([at, level[line]])


def _column_steps(
    patches: Patches, rows: Rows, steps: Steps, extent: Floats, face: Ints, level: Floats
) -> Floats:
    """Step of u on each line, so that a whole number fits the face's extent."""
    radius = np.abs(meridian(patches, face, level)[0])
    wanted = column_steps(patches, steps, face, radius)
    for index, (_, _, _, count_v, share) in rows.axes.items():
        here = slice(*np.searchsorted(face, [index, index + 1]))
        wanted[here] = 1.0 / np.interp(level[here], count_v, share)
    across = extent[face, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        fitting = np.maximum(np.ceil(across / wanted * (1.0 - 1e-9)), 1.0)
    return np.where(np.isfinite(fitting), across / fitting, np.inf)


def _along_rows(crossings: Crossings, shift: Floats, u_step: Floats) -> tuple[Ints, Ints]:
    """Line and position of every lattice point that keeps clear of where its line crosses the border."""
    line, begin, end = widths_inside(crossings)
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.ceil((begin - shift[line]) / u_step[line] + CLEAR)
        last = np.floor((end - shift[line]) / u_step[line] - CLEAR)
    number = np.nan_to_num(np.maximum(last - first + 1.0, 0.0), nan=0.0)
    if number.sum() > MOST:
        raise MeshTooLarge("the part needs more vertices than can be meshed; ask for a larger max edge")
    number = number.astype(np.int64)
    stretch = np.repeat(np.arange(len(line)), number)
    nth = np.arange(len(stretch)) - np.repeat(np.cumsum(number) - number, number)
    return line[stretch], nth + first[stretch].astype(np.int64)


def _near_border(
    rows: Rows,
    low: Floats,
    row_step: Floats,
    inner: Ints,
    u_step: Floats,
    shift: Floats,
    line: Ints,
    nth: Ints,
) -> Bools:
    """Which lattice points have a node of the border closer than `CLEAR` steps."""
    first_line = np.cumsum(inner) - inner
    with np.errstate(divide="ignore", invalid="ignore"):
        row = (rows.nodes[:, 1] - low[rows.face, 1]) / row_step[rows.face]
    row = np.nan_to_num(row, nan=0.0, posinf=0.0)
    nearest = np.round(row).astype(np.int64)
    valid = (nearest >= 1) & (nearest <= inner[rows.face])
    row, nearest, at = row[valid], nearest[valid], rows.nodes[valid, 0]
    near_line = first_line[rows.face[valid]] + nearest - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        column = np.nan_to_num((at - shift[near_line]) / u_step[near_line])
    near_column = np.round(column).astype(np.int64)
    close = np.hypot(row - nearest, column - near_column) < CLEAR
    width = int(max(np.abs(nth).max(initial=0), np.abs(near_column).max(initial=0))) + 2
    blocked = near_line[close] * 2 * width + near_column[close]
    return np.isin(line * 2 * width + nth, blocked)


def _lone(
    patches: Patches, rows: Rows, steps: Steps, low: Floats, high: Floats, wanted: Bools
) -> tuple[Ints, Floats]:
    """One vertex in the middle of the widest stretch of each wanted face, where that is wide enough."""
    faces = np.flatnonzero(wanted)
    begin, end = rows.nodes[rows.segments[:, 0]], rows.nodes[rows.segments[:, 1]]
    owner = rows.face[rows.segments[:, 0]]
    shares = np.array([0.27, 0.5, 0.73])
    face = np.repeat(faces, len(shares))
    level = (low[faces, 1, None] + shares * (high - low)[faces, 1, None]).ravel()
    line, left, right = widths_inside(cross(Lines(face, level), owner, begin, end))
    if not len(line):
        return np.zeros(0, dtype=np.int64), np.zeros((0, 2))
    order = np.lexsort((-(right - left), face[line]))
    best = order[np.r_[True, np.diff(face[line][order]) > 0]]
    face, u, width, v = face[line[best]], (left + right)[best] / 2.0, (right - left)[best], level[line[best]]

    columns = cross(Lines(face, u), owner, begin[:, ::-1], end[:, ::-1])
    line, bottom, top = widths_inside(columns)
    around = (bottom < v[line]) & (v[line] < top)
    line, bottom, top = line[around], bottom[around], top[around]
    face, u, width, v = face[line], u[line], width[line], (bottom + top) / 2.0
    free = patches.kind[face] == FREEFORM
    radius = np.abs(meridian(patches, face, v)[0])
    u_step = column_steps(patches, steps, face, radius)
    u_step, v_step = np.where(free, 1.0, u_step), steps.v_step[face]
    wide = (width > WIDE_ENOUGH * u_step) & (top - bottom > WIDE_ENOUGH * v_step)
    return face[wide], np.column_stack([u, v])[wide]
