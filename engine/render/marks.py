"""What is drawn over a part: a measured length with its number, and the axes."""

import numpy as np
from PIL import Image, ImageDraw

from engine.model.arrays import Bools, Vector
from engine.palette import ACCENT, INK
from engine.render.camera import Camera, ink
from engine.render.legend import font, spelled

Box = tuple[float, float, float, float]
"""Left, top, right and bottom on a picture."""

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
    points = points_of(witness, location)
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
    box = label_box(camera, points, label)
    return picture if box is None else _labelled(picture, box, label)


def points_of(witness: tuple[Vector, Vector] | None, location: Vector | None) -> tuple[Vector, ...]:
    """Return what a dimension lies between: the points of the witness, else the location, else nothing."""
    return witness if witness is not None else () if location is None else (location,)


def label_box(camera: Camera, points: tuple[Vector, ...], label: str) -> Box | None:
    """Return left, top, right and bottom of the label of a dimension between some points; None without."""
    if not label or not points:
        return None
    size = ink(camera.size)
    written = ImageDraw.Draw(Image.new("L", (1, 1))).textbbox((0, 0), spelled(label), font(19 * size))
    wide, high = written[2] - written[0] + 20 * size, 30 * size
    middle = camera.project(np.array(points))[:, :2].mean(axis=0)
    left = float(np.clip(middle[0] + 16 * size, 4, camera.size[0] - wide - 4))
    top = float(np.clip(middle[1] - 16 * size - high, 4, camera.size[1] - high - 4))
    return left, top, left + wide, top + high


def axes(
    picture: Image.Image, camera: Camera, is_taken: Bools | None = None, label: Box | None = None
) -> Image.Image:
    """Draw the three axes as the camera sees them, in the corner where least is in the way.

    `is_taken` (H, W) tells where the part is; the lower left corner is preferred. A corner that a label
    reaches into is taken last.
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
    picture.alpha_composite(small, _free_corner(picture, side, round(8 * size), is_taken, label))
    return picture


def _free_corner(
    picture: Image.Image, side: int, margin: int, is_taken: Bools | None, label: Box | None
) -> tuple[int, int]:
    left, right = margin, picture.width - side - margin
    top, bottom = margin, picture.height - side - margin
    corners = [(left, bottom), (right, bottom), (left, top), (right, top)]
    if is_taken is None or min(right, bottom) < 0:
        return left, max(bottom, 0)
    covered = [int(is_taken[y : y + side, x : x + side].sum()) for x, y in corners]
    if label is not None:
        from_left, from_top, to_right, to_bottom = label
        covered = [
            area
            + (side**2 + 1)
            * (from_left < x + side and x < to_right and from_top < y + side and y < to_bottom)
            for area, (x, y) in zip(covered, corners, strict=True)
        ]
    return corners[covered.index(min(covered))]


def _labelled(picture: Image.Image, box: Box, label: str) -> Image.Image:
    pen, size = ImageDraw.Draw(picture), ink(picture.size)
    left, top, right, bottom = box
    pen.rounded_rectangle(box, 6 * size, "white", ACCENT, round(2 * size))
    pen.text(((left + right) / 2, (top + bottom) / 2), spelled(label), INK, font(19 * size), anchor="mm")
    return picture


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius
