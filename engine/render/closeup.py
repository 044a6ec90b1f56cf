"""Close-ups: from which side a few faces are seen best, and how near to go."""

from collections.abc import Collection

import numpy as np

from engine.model.arrays import Floats, Vector
from engine.model.part import FaceId
from engine.render import picture
from engine.render.camera import ISOMETRIC, Camera, frame
from engine.render.scene import Scene

PREVIEW = (120, 90)
"""Pixels of the trial pictures."""
CONTEXT = 1.7
"""How much more than the faces themselves is shown."""
NEAREST = 0.07
"""Share of the part's diagonal that is shown at least: a detail without its surroundings cannot be found."""
WHOLE = 0.55
"""Faces whose box is larger than this share of the diagonal are shown round the place, not whole."""

DIRECTIONS: tuple[tuple[tuple[float, float, float], float], ...] = (
    (ISOMETRIC, 1.0),
    ((-1.0, -1.0, 0.82), 0.97),
    ((1.0, 1.0, 0.82), 0.95),
    ((-1.0, 1.0, 0.82), 0.95),
    ((0.45, -1.0, 0.55), 0.92),
    ((1.0, -0.45, 0.55), 0.92),
    ((0.35, -0.55, 1.0), 0.95),
    ((-0.35, 0.55, 1.0), 0.9),
    ((1.0, -1.0, -0.82), 0.8),
    ((-1.0, -1.0, -0.82), 0.8),
    ((1.0, 1.0, -0.82), 0.78),
    ((-1.0, 1.0, -0.82), 0.78),
    ((0.35, -0.55, -1.0), 0.75),
    ((0.05, -0.1, 1.0), 0.8),
    ((0.05, -1.0, 0.1), 0.75),
    ((1.0, -0.05, 0.1), 0.75),
    ((-1.0, -0.05, 0.1), 0.7),
    ((0.05, 1.0, 0.1), 0.7),
)
"""Where to stand, and how much that is liked: from above, from the front, never square on without need."""


def aim(
    scene: Scene,
    faces: Collection[FaceId],
    location: Vector | None = None,
    size: tuple[int, int] = (720, 540),
    margins_px: tuple[float, float, float, float] = (24.0, 24.0, 24.0, 24.0),
) -> Camera:
    """Aim a camera at some faces from the side that shows the most of them.

    Parameters
    ----------
    faces
        What to show; the whole part when empty or not on the mesh.
    location
        The place that matters, where the faces are too large to be shown whole.

    Returns
    -------
    Camera
        Ties go to the more usual view, so the same part gives the same picture.
    """
    points = scene.mesh.vertices
    meant = np.fromiter(faces, dtype=np.int64, count=len(faces))
    is_meant = np.isin(scene.mesh.face_of_vertex, meant)
    if not is_meant.any():
        return frame(points, ISOMETRIC, size, margins_px)
    around = _surroundings(points, points[is_meant], location)
    best, most = ISOMETRIC, -1.0
    for toward, liking in DIRECTIONS:
        trial = frame(around, toward, PREVIEW, (2.0, 2.0, 2.0, 2.0), keep_outside=points)
        seen, whole = picture.samples_of_faces(scene, trial, meant)
        # three significant digits: a tie must not be broken by rounding
        worth = float(f"{seen / trial.focal_px**2 * (0.4 + 0.6 * seen / max(whole, 1)) * liking:.3g}")
        if worth > most:
            best, most = toward, worth
    return frame(around, best, size, margins_px, keep_outside=points)


def _surroundings(points: Floats, own: Floats, location: Vector | None) -> Floats:
    """Return the corners of the box to show."""
    low, high = points.min(axis=0), points.max(axis=0)
    diagonal = float(np.linalg.norm(high - low)) or 1.0
    extent = float(np.linalg.norm(np.ptp(own, axis=0)))
    center, reach = 0.5 * (own.min(axis=0) + own.max(axis=0)), 0.5 * CONTEXT * np.ptp(own, axis=0)
    if extent > WHOLE * diagonal and location is not None and np.isfinite(location).all():
        center, reach = location, np.full(3, 0.16 * diagonal)
    reach = np.maximum(reach, NEAREST * diagonal)
    sides = np.stack([np.maximum(center - reach, low), np.minimum(center + reach, high)])
    corner = np.indices((2, 2, 2)).reshape(3, -1)
    return np.column_stack([sides[corner[axis], axis] for axis in range(3)])
