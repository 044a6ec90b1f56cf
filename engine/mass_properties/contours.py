"""Gauss points round all faces at once, in the parameters of their surfaces.

Lines, and circles on planes, come out of closed formulas; only other curves are asked point by point. The
numbers of points are those of `gauss_points`, and so is what the integrals mean.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.mass_properties import curve_quadrature, gauss_points
from engine.mass_properties.bordered_faces import BorderedFaces
from engine.mass_properties.gauss_points import FEW, MANY, QUARTER, SOME, gauss
from engine.meshing.loops import MET, STILL
from engine.model.arrays import Bools, Floats, Ints
from engine.surfaces.kind import FREEFORM, PLANE

PER_SPAN = (*gauss_points.PER_SPAN[:-1], (16, 5), (math.inf, 4))
"""As in `gauss_points`, but fewer where spans are short: of a border that is approximated anyhow, to some
1e-10."""


@dataclass(frozen=True, slots=True, eq=False)
class Contours:
    """Gauss points of all faces, in no order."""

    face: Ints
    u: Floats
    v: Floats
    du: Floats
    """(K,) weights: the integral of F du round a face is the sum of `F * du` over its points."""


def lay(faces: BorderedFaces) -> Contours:
    """Lay Gauss points round every face but the free ones."""
    curves, patches, coedges = faces.curves, faces.patches, faces.coedges
    edge = np.maximum(coedges.edge, 0)
    is_collapsed = coedges.edge < 0
    span = np.where(is_collapsed[:, None], coedges.span, curves.span[edge])
    kind = patches.kind[coedges.face]
    is_free, on_plane = kind == FREEFORM, (kind == PLANE) & ~is_collapsed
    is_line, is_circle = curves.is_line[edge], np.isfinite(curves.radius[edge]) & ~curves.is_line[edge]
    is_other = np.zeros(len(edge), dtype=bool)
    is_other[list(coedges.other)] = True
    is_other |= on_plane & ~is_line & ~is_circle

    flat = _on_planes(faces, edge)
    line = np.where(on_plane[:, None, None], flat[:, :2], coedges.line)
    ends = np.stack([line[:, 0] + span[:, end, None] * line[:, 1] for end in (0, 1)], axis=1)
    pieces = straight(span, line, on_plane, ~(is_free | is_other | (on_plane & is_circle)))
    pieces += circular(span, flat, ends, on_plane & is_circle)
    pieces.append(_curved(faces, np.flatnonzero(is_other & ~is_free & ~on_plane), ends))
    pieces.append(_curved_on_planes(faces, np.flatnonzero(is_other & ~is_free & on_plane), ends))
    owner = np.concatenate([of for of, _ in pieces])
    u, v, du = np.concatenate([rows for _, rows in pieces], axis=1)
    gap_owner, gaps = _across_gaps(faces, ends, is_free)
    return Contours(
        coedges.face[np.concatenate([owner, gap_owner])],
        np.concatenate([u, gaps[0]]),
        np.concatenate([v, gaps[1]]),
        np.concatenate([np.where(coedges.is_forward[owner], du, -du), gaps[2]]),
    )


def _on_planes(faces: BorderedFaces, edge: Ints) -> Floats:
    """(S, 3, 2) the frames of edges in the parameters of planes; mean nothing on other faces."""
    frame, patches, face = faces.curves.frame[edge], faces.patches, faces.coedges.face
    axes = np.stack([patches.x[face], patches.y[face]], axis=1)
    placed = np.array(frame)
    placed[:, 0] -= patches.origin[face]
    flat: Floats = np.einsum("sij,skj->sik", placed, axes)
    return flat


def straight(span: Floats, line: Floats, on_plane: Bools, wanted: Bools) -> list[tuple[Ints, Floats]]:
    """Coedges that are lines in the parameters: coedge (K,) and u, v, weighted du (3, K)."""
    coedges = np.flatnonzero(wanted & (np.abs(line[:, 1, 0]) > STILL))
    length = np.diff(span, axis=1)[:, 0]
    is_short = length * np.abs(line[:, 1]).max(axis=1) <= QUARTER
    count = np.where(on_plane, FEW, np.where(is_short, SOME, MANY))[coedges]
    found = []
    for number in (FEW, SOME, MANY):
        here = coedges[count == number]
        nodes, weights = gauss(number)
        at = span[here, :1] + length[here, None] * nodes
        u, v = (line[here, 0, axis, None] + at * line[here, 1, axis, None] for axis in (0, 1))
        du = length[here, None] * weights * line[here, 1, 0, None]
        found.append((np.repeat(here, number), np.stack([u.ravel(), v.ravel(), du.ravel()])))
    return found


def circular(span: Floats, flat: Floats, ends: Floats, wanted: Bools) -> list[tuple[Ints, Floats]]:
    """Coedges on planes that are circles, as `straight` returns them; puts their `ends` right."""
    coedges = np.flatnonzero(wanted)
    middle, cos, sin = (flat[coedges, row] for row in range(3))
    for end in (0, 1):
        at = span[coedges, end, None]
        ends[coedges, end] = middle + np.cos(at) * cos + np.sin(at) * sin
    length = np.diff(span, axis=1)[:, 0]
    found = []
    for number, is_short in ((SOME, True), (MANY, False)):
        here = (length[coedges] <= QUARTER) == is_short
        nodes, weights = gauss(number)
        at = span[coedges[here], :1] + length[coedges[here], None] * nodes
        c, s = np.cos(at), np.sin(at)
        u, v = (
            middle[here, axis, None] + c * cos[here, axis, None] + s * sin[here, axis, None]
            for axis in (0, 1)
        )
        du = length[coedges[here], None] * weights * (c * sin[here, :1] - s * cos[here, :1])
        found.append((np.repeat(coedges[here], number), np.stack([u.ravel(), v.ravel(), du.ravel()])))
    return found


def _curved(faces: BorderedFaces, coedges: Ints, ends: Floats) -> tuple[Ints, Floats]:
    """Coedges whose pcurves are no lines, as `straight` returns them; puts their `ends` right."""
    curves = [faces.curved_pcurves[coedge] for coedge in coedges.tolist()]
    owner, weight, uv, velocity = curve_quadrature.along(curves, [np.zeros(0)] * len(curves), PER_SPAN)
    if curves:
        ends[coedges] = curve_quadrature.ends(curves)
    return coedges[owner], np.stack([uv[:, 0], uv[:, 1], velocity[:, 0] * weight])


def _curved_on_planes(faces: BorderedFaces, coedges: Ints, ends: Floats) -> tuple[Ints, Floats]:
    """Coedges on planes neither straight nor circular, as `straight` returns them; puts `ends` right."""
    edges = faces.coedges.edge[coedges]
    sampled = [faces.curves.other[edge] for edge in edges.tolist()]
    curves = [faces.curved_edges[edge]() for edge in edges.tolist()]
    owner, weight, points, velocity = curve_quadrature.along(curves, [np.zeros(0)] * len(curves), PER_SPAN)
    if not len(owner):
        return owner, np.zeros((3, 0))
    ends[coedges] = _in_plane(
        faces, np.repeat(coedges, 2), np.concatenate([one.ends for one in sampled])
    ).reshape(-1, 2, 2)
    uv = _in_plane(faces, coedges[owner], points)
    x = faces.patches.x[faces.coedges.face[coedges[owner]]]
    along_u = np.einsum("ij,ij->i", velocity, x)
    return coedges[owner], np.stack([uv[:, 0], uv[:, 1], along_u * weight])


def _in_plane(faces: BorderedFaces, coedge: Ints, points: Floats) -> Floats:
    """(N, 2) parameters of places (N, 3) on the planes beside coedges (N,)."""
    patches, face = faces.patches, faces.coedges.face[coedge]
    away = points - patches.origin[face]
    return np.stack([np.einsum("ij,ij->i", away, axis[face]) for axis in (patches.x, patches.y)], axis=1)


def _across_gaps(faces: BorderedFaces, ends: Floats, is_free: Bools) -> tuple[Ints, Floats]:
    """Along the straight lines that close what files leave open between coedges: coedge and points."""
    coedges = faces.coedges
    ordered = np.where(coedges.is_forward[:, None, None], ends, ends[:, ::-1])
    first = np.flatnonzero(np.diff(faces.loop, prepend=-1))
    beyond = np.append(first[1:], len(ordered))[: len(first)]
    following = np.arange(1, len(ordered) + 1)
    following[beyond - 1] = first
    steps = ordered[following, 0] - ordered[:, 1]
    is_met = _are_met(ordered, steps, first)
    here = np.flatnonzero(np.repeat(is_met, beyond - first) & (np.abs(steps[:, 0]) > STILL) & ~is_free)
    owners, found = [np.repeat(here, FEW)], [gauss_points.along_steps(ordered[here, 1], steps[here], FEW)]
    for loop in np.flatnonzero(~is_met & ~is_free[first]).tolist():
        start, end = first[loop], beyond[loop]
        around = faces.ends_on[coedges.face[start]](list(ordered[start:end]))
        found.append(gauss_points.across_gaps(around, np.zeros(0)))
        owners.append(np.full(found[-1].shape[1], start))
    return np.concatenate(owners), np.concatenate(found, axis=1)


def _are_met(ordered: Floats, steps: Floats, first: Ints) -> Bools:
    """Return for each loop whether its coedges follow each other in the parameters, as `loops.order` does."""
    if not len(first):
        return np.zeros(0, dtype=bool)
    low, high = (
        np.minimum.reduceat(ordered.min(axis=1), first),
        np.maximum.reduceat(ordered.max(axis=1), first),
    )
    extent = np.where(high > low, high - low, 1.0)
    counts = np.diff(np.append(first, len(ordered)))
    jumps = np.linalg.norm(steps / np.repeat(extent, counts, axis=0), axis=1)
    return np.asarray(np.maximum.reduceat(jumps, first) <= MET)
