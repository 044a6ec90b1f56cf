"""Border curves: every chain of mesh edges as an edge of a part: its curve, and exact normals along it.

A mesh tells a border by its corners alone. A circle is known from the surface that turns about its axis, or
from four corners that lie on one; a line from corners in a row.

Where two surfaces all but touch along their border they were meant to be tangent: a mesh holds the place of
a border to within its noise, and on a bend of radius r a gap of that size is a turn of sqrt(2 gap / r).
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross, frozen
from engine.model.part import Circle, Curve, Edge, EdgeId, FaceId, Line, OtherCurve
from engine.model.surface import Cone, Cylinder, Surface, Torus
from engine.segment.borders import RegionBorders
from engine.segment.freeform import RegionVertices
from engine.surfaces.kind import FREEFORM
from engine.surfaces.table import SurfaceTable, normals_and_curvatures

NOISES = 4.0
"""A corner counts as on a curve within so many times the noise, plus what its regions stray."""
LARGEST_SNAP_DEG = 4.0
"""No larger turn is ever taken for tangent: the shallowest chamfers in use are about five degrees."""
SHARE_SNAPPED = 0.8
"""A border is tangent when this share of its samples is within reach of it."""


@dataclass(frozen=True, slots=True, eq=False)
class SampledBorder:
    """A border as a curve with samples."""

    curve: Curve
    points: Floats
    """(N, 3)"""
    place: Floats
    """(N,) where each sample lies among the border's corners: 2.5 is halfway from the third to the fourth."""
    tangents: Floats
    """(N, 3) unit."""
    length_mm: float


def edges_of_borders(
    borders: RegionBorders,
    vertices: Floats,
    nodes: RegionVertices,
    surface_table: SurfaceTable,
    surfaces: tuple[Surface, ...],
    deviations_mm: Floats,
    noise_mm: float,
) -> tuple[tuple[Edge, ...], tuple[SampledBorder, ...]]:
    """Make the edges, `edges[i].id == i`, and what each was rendered as."""
    if not borders.chains:
        return (), ()
    is_free = surface_table.kind == FREEFORM
    exact_mm = np.where(is_free, 0.0, deviations_mm)
    tolerances = [NOISES * noise_mm + float(exact_mm[list(chain.faces)].max()) for chain in borders.chains]
    drawn = tuple(
        sample_border(
            vertices[chain.vertices],
            chain.is_closed,
            tuple(surfaces[face] for face in chain.faces),
            tolerance,
        )
        for chain, tolerance in zip(borders.chains, tolerances, strict=True)
    )
    counts = np.array([len(each.points) for each in drawn])
    uses = [(index, face) for index, chain in enumerate(borders.chains) for face in chain.faces]
    begin = np.concatenate([[0], np.cumsum(counts)])
    rows = np.concatenate([np.arange(begin[index], begin[index + 1]) for index, _ in uses])
    face = np.concatenate([np.full(counts[index], face) for index, face in uses])
    points = np.concatenate([each.points for each in drawn])[rows]
    tangents = np.concatenate([each.tangents for each in drawn])[rows]
    normals, bends = normals_and_curvatures(surface_table, face, points, tangents)
    free = np.flatnonzero(is_free[face])
    if len(free):
        low, high, share = _between(borders, drawn, rows[free])
        normals[free], bends[free] = _on_freeform(nodes, face[free], low, high, share, tangents[free])

    edges, first = [], 0
    for index, (chain, each) in enumerate(zip(borders.chains, drawn, strict=True)):
        size, n_faces = len(each.points), len(chain.faces)
        span = slice(first, first + size * n_faces)
        first = span.stop
        along = normals[span].reshape(n_faces, size, 3)
        across = bends[span].reshape(n_faces, size)
        if n_faces == 2:
            gap_mm = 2.0 * noise_mm + float(deviations_mm[list(chain.faces)].sum())
            along = _tangent(along, across, gap_mm, ~is_free[list(chain.faces)])
        edges.append(
            Edge(
                id=EdgeId(index),
                faces=tuple(FaceId(face) for face in chain.faces),
                curve=each.curve,
                points=frozen(each.points + 0.0),
                normals=frozen(along + 0.0),
                curvatures=frozen(across + 0.0),
                length_mm=each.length_mm,
                is_closed=bool(chain.vertices[0] == chain.vertices[-1]),
                tolerance_mm=tolerances[index],
            )
        )
    return tuple(edges), drawn


def _between(
    borders: RegionBorders, drawn: tuple[SampledBorder, ...], rows: Ints
) -> tuple[Ints, Ints, Floats]:
    """Tell between which two vertices the samples lie, and how far from the first to the second."""
    low, high, share = [], [], []
    for chain, each in zip(borders.chains, drawn, strict=True):
        at = np.minimum(each.place.astype(np.int64), len(chain.vertices) - 2)
        low.append(chain.vertices[at])
        high.append(chain.vertices[at + 1])
        share.append(each.place - at)
    return np.concatenate(low)[rows], np.concatenate(high)[rows], np.concatenate(share)[rows]


def _on_freeform(
    nodes: RegionVertices, face: Ints, low: Ints, high: Ints, share: Floats, tangents: Floats
) -> tuple[Floats, Floats]:
    """Return normals (N, 3) between the nodes at both ends of a mesh edge, and curvatures (N,) across it."""
    a, b = nodes.at(face, low), nodes.at(face, high)
    normals = (1.0 - share)[:, None] * nodes.normals[a] + share[:, None] * nodes.normals[b]
    size = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals / np.where(size > 0.0, size, np.nan)
    bends = (1.0 - share)[:, None, None] * nodes.bends[a] + share[:, None, None] * nodes.bends[b]
    across = cross(normals, tangents)
    return normals, np.einsum("ni,nij,nj->n", across, bends, across)


def _tangent(normals: Floats, bends: Floats, gap_mm: float, is_known: Bools) -> Floats:
    """Make normals (2, N, 3) one where the faces turn by no more than the gap between them explains.

    Of a free-form face the normal is read from facets, of the others (`is_known`) it is known: that of the
    one holds for both.
    """
    angle = np.arctan2(
        np.linalg.norm(cross(normals[0], normals[1]), axis=1), np.einsum("ij,ij->i", normals[0], normals[1])
    )
    with np.errstate(invalid="ignore"):
        reach = np.minimum(np.sqrt(2.0 * gap_mm * np.abs(bends[0] - bends[1])), np.radians(LARGEST_SNAP_DEG))
        snaps: Bools = angle <= reach
    has_angle = np.isfinite(angle)
    if not has_angle.any() or snaps.sum() < SHARE_SNAPPED * has_angle.sum():
        return normals
    weights = np.where(is_known, 1.0, 0.0) if is_known.any() else np.ones(2)
    mean = np.tensordot(weights, normals, axes=1)
    mean = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    return np.where(snaps[None, :, None], mean, normals)


FEWEST_SAMPLES, MOST_SAMPLES = 5, 129
STEP_DEG = 15.0
"""Neighboring samples turn by no more than this, up to `MOST_SAMPLES` of a curve: as along exact edges."""
ENOUGH_FOR_CIRCLE = 4
"""Corners on a circle that no surface vouches for: any three lie on one."""
FLATTEST = 1e-3
"""A border with a sagitta under this share of its length is straight, if its corners lie in a row."""


def sample_border(
    corners: Floats, is_closed: bool, surfaces: tuple[Surface, ...], tolerance_mm: float
) -> SampledBorder:
    """Recognize and sample one border.

    Parameters
    ----------
    corners : (M, 3) float64
        A closed border repeats its first corner.
    surfaces
        Those along it.
    tolerance_mm : float
        How far a corner may lie off the curve.
    """
    circle = _circle_of(corners, is_closed, surfaces, tolerance_mm)
    if circle is not None:
        return _along_circle(circle, corners, is_closed)
    chord = corners[-1] - corners[0]
    size = float(np.linalg.norm(chord))
    if size > 0.0 and not is_closed:
        away = corners - corners[0]
        off = np.linalg.norm(away - np.outer(away @ chord, chord) / size**2, axis=1)
        if float(off.max()) <= tolerance_mm:
            return _along_line(corners)
    return _along_other(corners, is_closed)


def _circle_of(
    corners: Floats, is_closed: bool, surfaces: tuple[Surface, ...], tolerance_mm: float
) -> Circle | None:
    for surface in surfaces:
        match surface:
            case (
                Cylinder(origin=origin, axis=axis)
                | Cone(apex=origin, axis=axis)
                | Torus(center=origin, axis=axis)
            ):
                away = corners - origin
                heights = away @ axis
                radii = np.linalg.norm(away - np.outer(heights, axis), axis=1)
                height, radius = float(heights.mean()), float(radii.mean())
                off = np.hypot(heights - height, radii - radius).max()
                if off <= tolerance_mm and radius > 4.0 * tolerance_mm:
                    return Circle(frozen(origin + height * axis), frozen(axis), radius)
    if len(corners) - is_closed < ENOUGH_FOR_CIRCLE:
        return None
    return _fitted(corners, is_closed, tolerance_mm)


def _fitted(corners: Floats, is_closed: bool, tolerance_mm: float) -> Circle | None:
    """Fit a circle to corners; None where one is off, or they lie in a row."""
    own = corners[:-1] if is_closed else corners
    middle = own.mean(axis=0)
    _, spread, frame = np.linalg.svd(own - middle, full_matrices=False)
    length = float(np.linalg.norm(np.diff(corners, axis=0), axis=1).sum())
    if spread[1] / math.sqrt(len(own)) <= max(FLATTEST * length, tolerance_mm) / 3.0:
        return None
    if np.abs((own - middle) @ frame[2]).max() > tolerance_mm:
        return None
    flat = (own - middle) @ frame[:2].T
    table = np.column_stack([2.0 * flat, np.ones(len(flat))])
    solved, *_ = np.linalg.lstsq(table, (flat**2).sum(axis=1), rcond=None)
    center = solved[:2]
    radius = math.sqrt(max(float(solved[2] + center @ center), 0.0))
    if np.abs(np.linalg.norm(flat - center, axis=1) - radius).max() > tolerance_mm:
        return None
    return Circle(frozen(middle + center @ frame[:2]), frozen(frame[2]), radius)


def _along_line(corners: Floats) -> SampledBorder:
    chord = corners[-1] - corners[0]
    size = float(np.linalg.norm(chord))
    direction = chord / size
    share = np.linspace(0.0, 1.0, FEWEST_SAMPLES)
    points = corners[0] + share[:, None] * chord
    points[-1] = corners[-1]
    known = np.maximum.accumulate((corners - corners[0]) @ direction / size)
    place = np.interp(share, known, np.arange(len(corners)))
    return SampledBorder(
        Line(frozen(direction)), points, place, np.tile(direction, (FEWEST_SAMPLES, 1)), size
    )


def _along_circle(circle: Circle, corners: Floats, is_closed: bool) -> SampledBorder:
    x = corners[0] - circle.center
    x = x - (x @ circle.axis) * circle.axis
    x /= np.linalg.norm(x)
    y = np.cross(circle.axis, x)
    angles = np.arctan2((corners - circle.center) @ y, (corners - circle.center) @ x)
    steps = np.diff(angles)
    steps -= 2.0 * math.pi * np.round(steps / (2.0 * math.pi))
    reached = np.concatenate([[0.0], np.cumsum(steps)])
    turn = float(reached[-1])
    if is_closed:
        turn = math.copysign(2.0 * math.pi, turn)
    count = min(max(math.ceil(abs(math.degrees(turn)) / STEP_DEG - 1e-9) + 1, FEWEST_SAMPLES), MOST_SAMPLES)
    at = np.linspace(0.0, turn, count)
    points = circle.center + circle.radius_mm * (np.outer(np.cos(at), x) + np.outer(np.sin(at), y))
    points[0], points[-1] = corners[0], corners[-1]
    way = math.copysign(1.0, turn)
    tangents = way * (np.outer(np.cos(at), y) - np.outer(np.sin(at), x))
    known = np.maximum.accumulate(way * reached)
    place = np.interp(way * at, known, np.arange(len(corners)))
    return SampledBorder(circle, points, place, tangents, abs(turn) * circle.radius_mm)


def _along_other(corners: Floats, is_closed: bool) -> SampledBorder:
    """Run a smooth curve through the corners: between two of them a cubic with their neighbors' slopes."""
    chords = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    known = np.concatenate([[0.0], np.cumsum(chords)])
    slopes = _slopes(corners, known, is_closed)
    turns = np.einsum("ij,ij->i", slopes[:-1], slopes[1:])
    widest = math.degrees(float(np.arccos(np.clip(turns, -1.0, 1.0)).max(initial=0.0)))
    spans = max(math.ceil(widest / STEP_DEG - 1e-9), math.ceil((FEWEST_SAMPLES - 1) / len(chords)), 1)
    spans = min(spans, max(1, (MOST_SAMPLES - 1) // len(chords)))
    place = np.linspace(0.0, len(chords), spans * len(chords) + 1)
    if len(place) > MOST_SAMPLES:
        place = np.round(np.interp(np.linspace(0.0, known[-1], MOST_SAMPLES), known, np.arange(len(known))))
        place = np.unique(place)
    at = np.minimum(place.astype(np.int64), len(chords) - 1)
    t = (place - at)[:, None]
    a, b, size = corners[at], corners[at + 1], chords[at][:, None]
    p, q = slopes[at] * size, slopes[at + 1] * size
    points = (
        (2 * t**3 - 3 * t**2 + 1) * a
        + (t**3 - 2 * t**2 + t) * p
        + (3 * t**2 - 2 * t**3) * b
        + (t**3 - t**2) * q
    )
    points[0], points[-1] = corners[0], corners[-1]
    velocity = (6 * t**2 - 6 * t) * (a - b) + (3 * t**2 - 4 * t + 1) * p + (3 * t**2 - 2 * t) * q
    speed = np.linalg.norm(velocity, axis=1, keepdims=True)
    tangents = np.where(speed > 0.0, velocity / np.where(speed > 0.0, speed, 1.0), np.nan)
    length = float((chords * (1.0 + np.arccos(np.clip(turns, -1.0, 1.0)) ** 2 / 24.0)).sum())
    return SampledBorder(OtherCurve(), points, place, tangents, length)


def _slopes(corners: Floats, known: Floats, is_closed: bool) -> Floats:
    """Return unit directions (M, 3) at the corners, by the parabola through each and its neighbors."""
    if len(corners) == 2:
        straight = corners[1:] - corners[:1]
        size = np.linalg.norm(straight)
        return np.repeat(straight / (size if size > 0.0 else 1.0), 2, axis=0)
    if is_closed:
        around = np.concatenate([corners[-2:-1], corners, corners[1:2]])
        reach = np.concatenate([[known[-2] - known[-1]], known, [known[-1] + known[1]]])
    else:
        around, reach = corners, known
    step = np.maximum(np.diff(reach), np.finfo(np.float64).tiny)[:, None]
    speed = np.diff(around, axis=0) / step
    inner = (speed[:-1] * step[1:] + speed[1:] * step[:-1]) / (step[:-1] + step[1:])
    slopes = (
        inner
        if is_closed
        else np.concatenate([[2 * speed[0] - inner[0]], inner, [2 * speed[-1] - inner[-1]]])
    )
    size = np.linalg.norm(slopes, axis=1, keepdims=True)
    return np.where(size > 0.0, slopes / np.where(size > 0.0, size, 1.0), 0.0)
