"""What is drawn over a part: a measured length with its number, and the axes."""

import numpy as np
from PIL import Image, ImageDraw

from engine.model.arrays import Bools, Vector
from engine.palette import ACCENT, INK
from engine.render.camera import Camera, ink
from engine.render.legend import font

OVERSAMPLING = 3
"""Pillow draws without smoothing: marks are drawn this much larger and shrunk."""
SHORTEST_PX = 14.0
"""A dimension shorter than this on the picture is one dot."""


def draw(
    picture: Image.Image,
    camera: Camera,
    witness: tuple[Vector, Vector] | None,
    location: Vector | None,
    label: str,
) -> Image.Image:
    """Draw a dimension between the two points of the witness, or a ring at the location.

    Both lie over everything: the length of a wall runs inside the material. Nothing is drawn when there
    is neither.
    """
    points = witness if witness is not None else () if location is None else (location,)
    if not points:
        return picture
    size = ink(picture.size)
    flat = camera.project(np.array(points))[:, :2]
    overlay = Image.new("RGBA", (picture.width * OVERSAMPLING, picture.height * OVERSAMPLING))
    pen = ImageDraw.Draw(overlay)
    ends: list[tuple[float, ...]] = [(float(x) * OVERSAMPLING, float(y) * OVERSAMPLING) for x, y in flat]
    unit = size * OVERSAMPLING
    if len(ends) == 2 and np.hypot(*(np.array(ends[1]) - ends[0])) < SHORTEST_PX * unit:
        # seen end on, or from too far: two dots on each other say less than one
        ends = [tuple(np.mean(ends, axis=0))]
    if len(ends) == 2:
        pen.line(ends, "white", round(6 * unit))
        pen.line(ends, INK, round(3 * unit))
    for x, y in ends:
        for radius, color in ((6.5, "white"), (4.5, INK)):
            pen.ellipse(_around(x, y, radius * unit), color)
    small = overlay.resize(picture.size, Image.Resampling.BOX)
    picture = Image.alpha_composite(picture, small)
    return _labelled(picture, flat, label, size) if label else picture


def axes(picture: Image.Image, camera: Camera, is_taken: Bools | None = None) -> Image.Image:
    """Draw the three axes as the camera sees them, in the corner where least is in the way.

    `is_taken` (H, W) tells where the part is; the lower left corner is preferred.
    """
    size = ink(picture.size)
    unit = size * OVERSAMPLING
    side = round(110 * size)
    overlay = Image.new("RGBA", (side * OVERSAMPLING, side * OVERSAMPLING))
    pen = ImageDraw.Draw(overlay)
    middle = side * OVERSAMPLING / 2
    pen.ellipse(_around(middle, middle, middle - 1), (255, 255, 255, 150))
    directions = sorted(
        zip("XYZ", np.eye(3), ("#c0473d", "#3f8f4f", "#3a6fc4"), strict=True),
        key=lambda axis: float(axis[1] @ camera.toward),
    )
    for name, axis, color in directions:
        across, up = float(axis @ camera.right), float(axis @ camera.up)
        length = float(np.hypot(across, up))
        tip = (middle + 34 * unit * across, middle - 34 * unit * up)
        pen.line((middle, middle, *tip), color, round(2.6 * unit))
        if length > 0.25:
            text = (middle + 45 * unit * across, middle - 45 * unit * up)
            pen.text(text, name, color, font(14 * unit), anchor="mm")
    small = overlay.resize((side, side), Image.Resampling.BOX)
    picture.alpha_composite(small, _free_corner(picture, side, round(8 * size), is_taken))
    return picture


def _free_corner(picture: Image.Image, side: int, margin: int, is_taken: Bools | None) -> tuple[int, int]:
    left, right = margin, picture.width - side - margin
    top, bottom = margin, picture.height - side - margin
    corners = [(left, bottom), (right, bottom), (left, top), (right, top)]
    if is_taken is None or min(right, bottom) < 0:
        return left, max(bottom, 0)
    covered = [int(is_taken[y : y + side, x : x + side].sum()) for x, y in corners]
    return corners[covered.index(min(covered))]


def _labelled(picture: Image.Image, flat: Vector, label: str, size: float) -> Image.Image:
    pen = ImageDraw.Draw(picture)
    face = font(19 * size)
    box = pen.textbbox((0, 0), label, face)
    wide, high = box[2] - box[0] + 20 * size, 30 * size
    middle = flat.mean(axis=0)
    left = float(np.clip(middle[0] + 16 * size, 4, picture.width - wide - 4))
    top = float(np.clip(middle[1] - 16 * size - high, 4, picture.height - high - 4))
    pen.rounded_rectangle((left, top, left + wide, top + high), 6 * size, "white", ACCENT, round(2 * size))
    pen.text((left + wide / 2, top + high / 2), label, INK, face, anchor="mm")
    return picture


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius
