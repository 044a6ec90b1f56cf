"""How the part is looked at: from where, how large, and what that makes of points and pixels.

Pixels are counted from the upper left, in whatever unit width and height are given in; only their ratio to
those counts, so a screen of twice the density changes nothing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.views.viewport.mesh import Floats

ANGLE_DEG = 30.0
"""Of perspective, from the lower to the upper border."""
BORDER = 1.12
"""What is fitted leaves this much room around it."""
SMALLEST_MM = 1e-3
TURN_PER_HEIGHT_DEG = 220.0
"""Dragging over the whole height turns the part by this."""

Pixel = tuple[float, float]
Stretch = tuple[float, float, float, float]
"""Of a picture: left, top, width and height."""

DIRECTIONS: Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "front": ((0, 1, 0), (0, 0, 1)),
    "back": ((0, -1, 0), (0, 0, 1)),
    "right": ((-1, 0, 0), (0, 0, 1)),
    "left": ((1, 0, 0), (0, 0, 1)),
    "top": ((0, 0, -1), (0, 1, 0)),
    "bottom": ((0, 0, 1), (0, 1, 0)),
    "iso": ((-1, 1, -1), (0, 0, 1)),
}
"""Standard views: where one looks, and what points up. Front is seen along +Y, as CAD has it."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One way of looking. `forward` and `up` are unit vectors at right angles."""

    focus: Floats
    """(3,) what is in the middle of the picture."""
    forward: Floats
    up: Floats
    height_mm: float
    """Of the picture, at the focus."""
    is_parallel: bool = True

    @property
    def right(self) -> Floats:
        """What points right."""
        return np.cross(self.forward, self.up)

    @property
    def distance_mm(self) -> float:
        """From the camera to the focus; arbitrary in a parallel projection."""
        return self.height_mm / (2.0 * math.tan(math.radians(ANGLE_DEG) / 2.0))

    @property
    def position(self) -> Floats:
        """Position of the camera."""
        return np.asarray(self.focus - self.forward * self.distance_mm)


def looking(
    forward: Floats, up: Floats, focus: Floats, height_mm: float = 100.0, *, is_parallel: bool = True
) -> View:
    """Make a view; `up` is turned to be at a right angle, and replaced where it lies along `forward`."""
    ahead = np.asarray(forward, dtype=np.float64)
    ahead = ahead / np.linalg.norm(ahead)
    over = np.asarray(up, dtype=np.float64)
    over = over - ahead * float(over @ ahead)
    if np.linalg.norm(over) < 1e-6:
        over = np.array([0.0, 1.0, 0.0]) if abs(ahead[1]) < 0.9 else np.array([0.0, 0.0, 1.0])
        over = over - ahead * float(over @ ahead)
    size = max(float(height_mm), SMALLEST_MM)
    return View(np.asarray(focus, dtype=np.float64), ahead, over / np.linalg.norm(over), size, is_parallel)


def standard(name: str, view: View) -> View:
    """Look at the same place from a standard side."""
    forward, up = DIRECTIONS[name]
    return looking(np.array(forward), np.array(up), view.focus, view.height_mm, is_parallel=view.is_parallel)


def ray(view: View, at: Pixel, size: Pixel) -> tuple[Floats, Floats]:
    """Return where the ray through a pixel begins, and its unit direction."""
    across, over = _offsets(view, at, size)
    place = view.focus + view.right * across + view.up * over
    if view.is_parallel:
        return place - view.forward * view.distance_mm, view.forward
    direction = place - view.position
    return view.position, np.asarray(direction / np.linalg.norm(direction))


def project(view: View, points: Floats, size: Pixel) -> Floats:
    """Return (N, 2) the pixels that points are seen at."""
    away = points - view.focus
    across, over = away @ view.right, away @ view.up
    if not view.is_parallel:
        depth = np.maximum(view.distance_mm + away @ view.forward, 1e-9)
        across, over = across * view.distance_mm / depth, over * view.distance_mm / depth
    per_mm = size[1] / view.height_mm
    return np.column_stack([size[0] / 2.0 + across * per_mm, size[1] / 2.0 - over * per_mm])


def fitted(view: View, points: Floats, size: Pixel, free: Sequence[Stretch] = ()) -> View:
    """Show all points as large as they go in one of the free stretches; by default in all of the picture."""
    if not len(points):
        return view
    across, over, depth = points @ view.right, points @ view.up, points @ view.forward
    middle = view.right * _middle(across) + view.up * _middle(over) + view.forward * _middle(depth)
    spans = float(np.ptp(across)), float(np.ptp(over))
    # what is covered wholly has no room, and the part is as small there as in a pixel
    stretches = [(x, y, max(w, 1.0), max(h, 1.0)) for x, y, w, h in free or ((0.0, 0.0, *size),)]
    heights = [size[1] * max(spans[0] / wide, spans[1] / high) for _, _, wide, high in stretches]
    best = heights.index(min(heights))
    height = BORDER * max(heights[best], SMALLEST_MM)
    if not view.is_parallel:  # what is closer looks larger
        height *= 1.0 + float(np.ptp(depth)) / (2.0 * height / (2.0 * math.tan(math.radians(ANGLE_DEG) / 2)))
    left, top, wide, high = stretches[best]
    per_pixel = height / size[1]
    aside, below = left + wide / 2.0 - size[0] / 2.0, top + high / 2.0 - size[1] / 2.0
    focus = middle + (view.up * below - view.right * aside) * per_pixel
    return replace(view, focus=focus, height_mm=height)


def turned(view: View, pivot: Floats, by: Pixel, size: Pixel) -> View:
    """Turn the part about a point, as if it was dragged by some pixels."""
    step = math.radians(TURN_PER_HEIGHT_DEG) / max(size[1], 1.0)
    turn = _rotation(view.up, -by[0] * step) @ _rotation(view.right, -by[1] * step)
    focus = pivot + turn @ (view.focus - pivot)
    return looking(turn @ view.forward, turn @ view.up, focus, view.height_mm, is_parallel=view.is_parallel)


def moved(view: View, by: Pixel, size: Pixel) -> View:
    """Move the part with the pointer."""
    per_pixel = view.height_mm / max(size[1], 1.0)
    return replace(view, focus=view.focus - (view.right * by[0] - view.up * by[1]) * per_pixel)


def zoomed(view: View, factor: float, at: Pixel, size: Pixel) -> View:
    """Show things `factor` times as large; what is under the pointer stays there."""
    height = max(view.height_mm / factor, SMALLEST_MM)
    across, over = _offsets(view, at, size)
    kept = 1.0 - height / view.height_mm
    return replace(view, focus=view.focus + (view.right * across + view.up * over) * kept, height_mm=height)


def between(start: View, end: View, share: float) -> View:
    """Return a view on the way: 0 is the start, 1 the end."""
    if share >= 1.0:
        return end
    forward = start.forward + (end.forward - start.forward) * share
    if np.linalg.norm(forward) < 0.1:  # from one side to the opposite: round by what was right
        forward = forward + start.right * (1.0 - abs(2.0 * share - 1.0))
    up = start.up + (end.up - start.up) * share
    height = math.exp(math.log(start.height_mm) * (1.0 - share) + math.log(end.height_mm) * share)
    focus = start.focus + (end.focus - start.focus) * share
    return looking(forward, up, focus, height, is_parallel=end.is_parallel)


def _offsets(view: View, at: Pixel, size: Pixel) -> tuple[float, float]:
    """Return how far right of and above the focus a pixel is, in mm at the focus."""
    per_pixel = view.height_mm / size[1]
    return (at[0] - size[0] / 2.0) * per_pixel, (size[1] / 2.0 - at[1]) * per_pixel


def _middle(values: Floats) -> float:
    return float(values.min() + values.max()) / 2.0


def _rotation(axis: Floats, angle: float) -> Floats:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross)
