"""The camera: where it stands, and where points fall in the picture."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Vector

ISOMETRIC = (1.0, -1.0, 0.82)
"""From the front right, a little less steep than true isometric: side walls stay readable."""
REVERSE = (-1.0, 1.0, -0.82)
"""The opposite corner, from below: every face is seen in one of the two."""
FIELD_OF_VIEW_DEG = 13.0
"""A long lens: enough to feel depth, little enough to compare lengths."""


SMALLEST_INK = 0.9
"""Small pictures keep lines and letters that can be read."""


def ink(size: tuple[int, int]) -> float:
    """Return how large lines and letters are drawn on a picture of this size; 1 at 1200 pixels."""
    return max(max(size) / 1200.0, SMALLEST_INK)


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera that looks at `target` from the direction `toward`, on a picture of `size` pixels."""

    right: Vector
    up: Vector
    toward: Vector
    """Unit vector from the target to the eye."""
    target: Vector
    distance_mm: float
    """From eye to target; inf looks in parallel."""
    focal_px: float
    """Pixels to a millimeter at the target."""
    middle_px: tuple[float, float]
    """Where the target falls."""
    size: tuple[int, int]
    """Width and height."""

    def project(self, points: Floats) -> Floats:
        """Project points into the picture.

        Parameters
        ----------
        points : (N, 3) float64
            Millimeters, in front of the eye.

        Returns
        -------
        (N, 3) float64
            x rightwards and y downwards in pixels, and nearness: linear over the picture along any
            straight line of space, larger is nearer. Behind a parallel camera nearness is minus the depth in
            millimeters, else the target's distance divided by the depth.
        """
        offset = points - self.target
        x, y, z = offset @ self.right, offset @ self.up, offset @ self.toward
        if np.isinf(self.distance_mm):
            nearness, zoom = z, np.full(len(points), self.focal_px)
        else:
            nearness = self.distance_mm / (self.distance_mm - z)
            zoom = self.focal_px * nearness
        return np.column_stack([self.middle_px[0] + zoom * x, self.middle_px[1] - zoom * y, nearness])

    def to_eye(self, points: Floats) -> Floats:
        """Return the (N, 3) direction from each point to the eye, not normalized."""
        if np.isinf(self.distance_mm):
            return np.broadcast_to(self.toward, points.shape)
        return self.target + self.distance_mm * self.toward - points


def frame(
    points: Floats,
    toward: Vector | tuple[float, float, float] = ISOMETRIC,
    size: tuple[int, int] = (1200, 900),
    margins_px: tuple[float, float, float, float] = (40.0, 40.0, 40.0, 40.0),
    keep_outside: Floats | None = None,
    is_parallel: bool = False,
) -> Camera:
    """Aim a camera so that the points fill the picture.

    Parameters
    ----------
    points : (N, 3) float64
        What has to be in the picture, at least one point.
    toward
        From the points to the eye; need not be a unit vector.
    margins_px
        Left, top, right and bottom space to leave.
    keep_outside : (M, 3) float64, optional
        Points the eye must stay in front of (the whole part, when `points` is a detail of it).
    """
    toward = np.asarray(toward, dtype=np.float64)
    toward = toward / np.linalg.norm(toward)
    right, up = _screen_axes(toward)
    target = 0.5 * (points.min(axis=0) + points.max(axis=0))
    everything = points if keep_outside is None else np.concatenate([points, keep_outside])
    reach = float(np.linalg.norm(everything - target, axis=1).max()) or 1.0
    distance = np.inf if is_parallel else reach / np.sin(np.radians(FIELD_OF_VIEW_DEG / 2))
    flat = Camera(right, up, toward, target, float(distance), 1.0, (0.0, 0.0), size).project(points)
    left, top, right_margin, bottom = margins_px
    width, height = size[0] - left - right_margin, size[1] - top - bottom
    low, high = flat[:, :2].min(axis=0), flat[:, :2].max(axis=0)
    extent = np.maximum(high - low, 1e-9 * reach)
    focal = float(min(width / extent[0], height / extent[1]))
    center = 0.5 * (low + high)
    middle = (left + width / 2 - focal * center[0], top + height / 2 - focal * center[1])
    return Camera(
        right, up, toward, target, float(distance), focal, (float(middle[0]), float(middle[1])), size
    )


def _screen_axes(toward: Vector) -> tuple[Vector, Vector]:
    """Return right and up; Z points up, or +Y when looking along Z."""
    vertical = np.array([0.0, 0.0, 1.0]) if abs(toward[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
    right = np.cross(vertical, toward)
    right /= np.linalg.norm(right)
    return right, np.cross(toward, right)
