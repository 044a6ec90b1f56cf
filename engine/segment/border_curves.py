"""Border curves: which borders are straight or round, and samples along every border.

A mesh tells a border by its corners alone. A circle is known from the surface that turns about its axis, or
from four corners that lie on one; a line from corners in a row.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, frozen
from engine.model.part import Circle, Curve, Line, OtherCurve
from engine.model.surface import Cone, Cylinder, Surface, Torus

FEWEST, MOST = 5, 129
STEP_DEG = 15.0
"""Neighboring samples of a curve turn by no more than this, up to `MOST` of them: as along exact edges."""
ENOUGH_FOR_CIRCLE = 4
"""Corners on a circle that no surface vouches for: any three lie on one."""
FLATTEST = 1e-3
"""A border with a sagitta under this share of its length is straight, if its corners lie in a row."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A border as a curve with samples."""

    curve: Curve
    points: Floats
    """(N, 3)"""
    place: Floats
    """(N,) where each sample lies among the border's corners: 2.5 is halfway from the third to the fourth."""
    tangents: Floats
    """(N, 3) unit."""
    length_mm: float


def render(corners: Floats, is_closed: bool, surfaces: tuple[Surface, ...], tolerance_mm: float) -> Rendered:
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


def _along_line(corners: Floats) -> Rendered:
    chord = corners[-1] - corners[0]
    size = float(np.linalg.norm(chord))
    direction = chord / size
    share = np.linspace(0.0, 1.0, FEWEST)
    points = corners[0] + share[:, None] * chord
    points[-1] = corners[-1]
    known = np.maximum.accumulate((corners - corners[0]) @ direction / size)
    place = np.interp(share, known, np.arange(len(corners)))
    return Rendered(Line(frozen(direction)), points, place, np.tile(direction, (FEWEST, 1)), size)


def _along_circle(circle: Circle, corners: Floats, is_closed: bool) -> Rendered:
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
    count = min(max(math.ceil(abs(math.degrees(turn)) / STEP_DEG - 1e-9) + 1, FEWEST), MOST)
    at = np.linspace(0.0, turn, count)
    points = circle.center + circle.radius_mm * (np.outer(np.cos(at), x) + np.outer(np.sin(at), y))
    points[0], points[-1] = corners[0], corners[-1]
    way = math.copysign(1.0, turn)
    tangents = way * (np.outer(np.cos(at), y) - np.outer(np.sin(at), x))
    known = np.maximum.accumulate(way * reached)
    place = np.interp(way * at, known, np.arange(len(corners)))
    return Rendered(circle, points, place, tangents, abs(turn) * circle.radius_mm)


def _along_other(corners: Floats, is_closed: bool) -> Rendered:
    """Run a smooth curve through the corners: between two of them a cubic with their neighbors' slopes."""
    chords = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    known = np.concatenate([[0.0], np.cumsum(chords)])
    slopes = _slopes(corners, known, is_closed)
    turns = np.einsum("ij,ij->i", slopes[:-1], slopes[1:])
    widest = math.degrees(float(np.arccos(np.clip(turns, -1.0, 1.0)).max(initial=0.0)))
    pieces = max(math.ceil(widest / STEP_DEG - 1e-9), math.ceil((FEWEST - 1) / len(chords)), 1)
    pieces = min(pieces, max(1, (MOST - 1) // len(chords)))
    place = np.linspace(0.0, len(chords), pieces * len(chords) + 1)
    if len(place) > MOST:
        place = np.round(np.interp(np.linspace(0.0, known[-1], MOST), known, np.arange(len(known))))
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
    return Rendered(OtherCurve(), points, place, tangents, length)


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
