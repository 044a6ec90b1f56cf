"""Spine: a torus found along the line that a rolling ball's middle took.

A fillet along a gentle bend is a torus with a large ring and a short arc. The closed formula of `guess` asks
the facets' normals for the ring's axis, and on such a piece they hardly tell of it. Its tube, though, is
known from any few facets that lie together: from there the middles of the tube lie on the ring.
"""

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.segment import fitting
from engine.segment.ground import Ground
from engine.surfaces.kind import TORUS

TOGETHER = 24
"""Facets that lie together and tell the tube: of a fillet, a few rows across."""
FEWEST = 8
"""Of fewer facets none is spared."""
LONGEST = 1e3
"""A ring larger by this than the piece is no ring."""


def fit(ground: Ground, members: Ints, surface: Floats) -> bool:
    """Fit a torus to pieces, into `surface` (8,); whether there is one."""
    means_much = ~ground.is_sliver[ground.triangles[ground.first_triangle[members]]]
    facets = members[means_much]
    if len(facets) < FEWEST:
        return False
    points = fitting.gathered(ground, members, fitting.LARGEST)
    middle = points.mean(axis=0)
    points = points - middle
    size = float(np.abs(points).max())
    points /= size
    first, end = ground.first_corner[facets], ground.first_corner[facets + 1]
    summed = np.add.reduceat(
        np.concatenate([ground.places[ground.corners[a:b]] for a, b in zip(first, end, strict=True)]),
        np.concatenate([[0], np.cumsum(end - first)[:-1]]),
    )
    middles = (summed / (end - first)[:, None] - middle) / size
    normals = ground.facing[facets]
    surface[:] = _started(middles, normals)
    if not np.isfinite(surface).all() or not surface[6] < LONGEST:
        return False
    noise = ground.noise_mm / size
    far = fitting.refine(TORUS, surface, points, 0.3 * noise, np.inf)
    far = fitting.polished(TORUS, surface, points, noise, far)
    surface[:3] = surface[:3] * size + middle
    surface[6:] *= size
    return bool(far < np.inf)


def _started(middles: Floats, normals: Floats) -> Floats:
    """Return a torus near facets: a tube read off those round the middle, its own middles on a ring."""
    away = np.linalg.norm(middles - middles[np.linalg.norm(middles, axis=1).argmin()], axis=1)
    near = np.argsort(away, kind="stable")[:TOGETHER]
    across = np.linalg.eigh(normals[near].T @ normals[near])[1][:, 1:]
    # across a tube places run with the normals, at its radius
    place, way = (rows[near] @ across for rows in (middles, normals))
    place, way = place - place.mean(axis=0), way - way.mean(axis=0)
    radius = float((place * way).sum() / max(float((way * way).sum()), 1e-300))
    spine = middles - radius * normals
    center = spine.mean(axis=0)
    frame = np.linalg.svd(spine - center, full_matrices=False)[2]
    flat = (spine - center) @ frame[:2].T
    table = np.column_stack([2.0 * flat, np.ones(len(flat))])
    ring = np.linalg.lstsq(table, (flat**2).sum(axis=1), rcond=None)[0]
    reach = float(np.sqrt(max(float(ring[2] + ring[:2] @ ring[:2]), 0.0)))
    return np.concatenate([center + ring[:2] @ frame[:2], frame[2], [reach, abs(radius)]])
