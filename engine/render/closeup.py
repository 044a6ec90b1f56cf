"""Close-ups: from which side a few faces are seen best, and how near to go."""

from collections.abc import Collection

import numpy as np

from engine.model.arrays import Floats, Ints, Vector
from engine.model.part import FaceId
from engine.raycast import occlusion
from engine.render.camera import ISOMETRIC, Camera, frame
from engine.render.scene import Scene

SAMPLES = 160
"""Points of the faces that are looked for from every side."""
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
    ((0.08, -0.62, 1.0), 0.95),
    ((-0.08, 0.62, 1.0), 0.85),
    ((1.0, -1.0, -0.82), 0.8),
    ((-1.0, -1.0, -0.82), 0.8),
    ((1.0, 1.0, -0.82), 0.78),
    ((-1.0, 1.0, -0.82), 0.78),
    ((0.08, -0.62, -1.0), 0.75),
    ((0.0, -0.1, 1.0), 0.7),
    ((0.05, -1.0, 0.1), 0.5),
    ((1.0, -0.05, 0.1), 0.5),
    ((-1.0, -0.05, 0.1), 0.45),
    ((0.05, 1.0, 0.1), 0.45),
)
"""Where to stand, and how much that is liked: from above, from the front, never square on without need."""


def aim(
    scene: Scene,
    faces: Collection[FaceId],
    location: Vector | None = None,
    size: tuple[int, int] = (720, 540),
    margins_px: tuple[float, float, float, float] = (24.0, 24.0, 24.0, 24.0),
    around: Ints | None = None,
) -> Camera:
    """Aim a camera at some faces from the side that shows the most of them, or of what is in the picture.

    Parameters
    ----------
    faces
        What to show; the whole part when empty or not on the mesh.
    location
        The place that matters, where the faces are too large to be shown whole.
    around : (N,) int64, optional
        Vertices that have to be in the picture, where it is not about the faces but about the edge on
        which they meet.

    Returns
    -------
    Camera
        Ties go to the more usual view, so the same part gives the same picture.
    """
    mesh = scene.mesh
    is_meant = np.isin(mesh.face_of_triangle, np.fromiter(faces, dtype=np.int64, count=len(faces)))
    if not is_meant.any():
        return frame(mesh.vertices, ISOMETRIC, size, margins_px)
    own = mesh.vertices[np.unique(mesh.triangles[is_meant])]
    if around is not None and len(around):
        own = mesh.vertices[around]
        is_meant &= np.isin(mesh.weld[mesh.triangles], mesh.weld[around]).any(axis=1)
    shown = _surroundings(mesh.vertices, own, location)
    meant = np.flatnonzero(is_meant)
    middles = mesh.vertices[mesh.triangles[meant]].mean(axis=1)
    is_shown = ((middles >= shown.min(axis=0)) & (middles <= shown.max(axis=0))).all(axis=1)
    side = _best_side(scene, meant[is_shown] if is_shown.any() else meant)
    return frame(shown, side, size, margins_px, keep_outside=mesh.vertices)


def _best_side(scene: Scene, triangles: Ints) -> tuple[float, float, float]:
    """Choose the direction that sees the most area, and the largest share of what faces it.

    The most promising is looked from first, and no other that would be worth less if nothing were hidden.
    """
    points, normals, area = _samples(scene, triangles)
    towards = np.array([direction for direction, _ in DIRECTIONS])
    towards /= np.linalg.norm(towards, axis=1, keepdims=True)
    facing = np.maximum(towards @ normals.T, 0.0)
    promised = [_worth(facing[index], area, liking) for index, (_, liking) in enumerate(DIRECTIONS)]
    best, most = 0, -1.0
    for index in np.argsort(-np.array(promised), kind="stable").tolist():
        if promised[index] < most:
            break
        lit = np.flatnonzero(facing[index])
        seen = np.zeros(len(points))
        is_hidden = occlusion.are_hidden(scene.tree, points[lit], towards[index])
        seen[lit] = np.where(is_hidden, 0.0, facing[index, lit])
        worth = _worth(seen, area, DIRECTIONS[index][1])
        if worth > most or (worth == most and index < best):
            best, most = index, worth
    return DIRECTIONS[best][0]


def _worth(seen: Floats, area: float, liking: float) -> float:
    """Weigh what a direction sees: how squarely each sample (S,) is looked at, 0 where it is not seen."""
    share = np.count_nonzero(seen) / len(seen)
    # three significant digits: a tie must not be broken by rounding
    return float(f"{area * seen.mean() * (0.4 + 0.6 * share) * liking:.3g}")


def _samples(scene: Scene, triangles: Ints) -> tuple[Floats, Floats, float]:
    """Spread points over triangles evenly by area; return them with their normals, and the area."""
    corners = scene.mesh.vertices[scene.mesh.triangles[triangles]]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    doubled = np.linalg.norm(cross, axis=1)
    reached = np.cumsum(doubled)
    if not reached[-1] > 0.0:
        return corners[:1].mean(axis=1), np.zeros((1, 3)), 0.0
    wanted = reached[-1] * (np.arange(SAMPLES) + 0.5) / SAMPLES
    chosen = np.minimum(np.searchsorted(reached, wanted), len(triangles) - 1)
    return corners[chosen].mean(axis=1), cross[chosen] / doubled[chosen, None], float(reached[-1] / 2.0)


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
