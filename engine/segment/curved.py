"""Curved faces: cylinders, cones, spheres and tori found among the pieces of a triangle surface."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.progress import Progress
from engine.segment import growth, surface_of
from engine.segment.pieces import Pieces
from engine.segment.segmented import Facets

SLIVER = 30.0
"""A triangle lower than so many noises has a normal that means little."""
MANY = 5
"""Facets of a face that speak for themselves."""
FEW = 3
"""Fewer facets are a few flat faces: any two rulings beside a third lie on some cylinder."""
UNEVEN = 4.0
"""The facets of a small face cut into it alike: exporters space them evenly. Half the width is a quarter of
the depth; a flat top between two chamfers is far deeper."""
LOOSE_SAG = 0.15
"""As `growth.SEED_SAG`, where borders stray."""
EXACT_SAG = 2e-3
EXACT_SHARE = 0.4
"""Share of a face's corners that lie on it exactly, within noise or this share of its facets' depth. Pieces
of a free-form face meet a sphere or torus nearly, everywhere; of a real one only borders stray."""
POLISHES = 4
CHECK_EVERY = 256
"""Seeds between two looks at whether the caller wants out."""


@dataclass(frozen=True, slots=True, eq=False)
class Curved:
    """A curved face."""

    kind: int
    """See `growth`."""
    surface: Floats
    """(8,) see `growth`."""
    pieces: Ints


def find(facets: Facets, pieces: Pieces, progress: Progress) -> list[Curved]:
    """Find curved faces, largest seeds first; no piece is in two.

    In three passes: what fits exactly and is large; what fits exactly and is small, if its facets are even;
    what fits but for borders where the file's corners stray.
    """
    ground = _ground(facets, pieces)
    order = np.argsort(-pieces.areas, kind="stable")
    seeds = order[np.diff(ground.first_beside)[order] > 0]
    found, weak = _pass(ground, seeds, growth.SEED_SAG, MANY, progress)
    few, _ = _pass(ground, np.array(weak, dtype=np.int64), growth.SEED_SAG, FEW, progress)
    loose, _ = _pass(ground, seeds, LOOSE_SAG, MANY, progress)
    return found + few + loose


def _pass(
    ground: growth.Ground, seeds: Ints, exact: float, least: int, progress: Progress
) -> tuple[list[Curved], list[int]]:
    """Grow from each seed that is still free; returns what is believable, and the seeds of what is small."""
    found: list[Curved] = []
    weak: list[int] = []
    surface = np.zeros(8)
    for count, piece in enumerate(seeds):
        if count % CHECK_EVERY == 0:
            progress.check()
        if ground.is_taken[piece]:
            continue
        kind, members = growth.best_from(piece, ground, surface, exact)
        if not kind:
            continue
        if FEW <= len(members) < least:
            weak.append(int(piece))
        elif len(members) >= least and _is_believable(ground, kind, surface, members):
            ground.is_taken[members] = True
            found.append(Curved(kind, surface.copy(), np.sort(members)))
    return found, weak


def _is_believable(ground: growth.Ground, kind: int, surface: Floats, members: Ints) -> bool:
    points = growth.gathered(ground, members, growth.LARGEST)
    trial = surface.copy()
    for _ in range(POLISHES):
        off = np.abs(surface_of.distances(kind, trial, points, np.empty_like(points)))
        near = points[off <= max(growth.NOISES * ground.noise_mm, 1.5 * float(np.median(off)))]
        if len(near) < len(points) / 2:
            break
        growth.refine(kind, trial, near, 0.1 * ground.noise_mm)
    off = np.abs(surface_of.distances(kind, trial, points, np.empty_like(points)))
    sags = np.array([growth.sag(kind, trial, ground, members[k : k + 1])[0] for k in range(len(members))])
    is_exact = off <= 2.0 * growth.NOISES * ground.noise_mm + EXACT_SAG * float(np.median(sags))
    if is_exact.mean() < EXACT_SHARE:
        return False
    if len(members) < MANY and sags.max() > UNEVEN * np.median(sags):
        return False
    surface[:] = trial
    return True


def _ground(facets: Facets, pieces: Pieces) -> growth.Ground:
    count = len(pieces.areas)
    here = pieces.folds.T.ravel()
    there = pieces.folds[:, ::-1].T.ravel()
    is_open = ~pieces.is_flat[here] & ~pieces.is_flat[there]
    here, there = here[is_open], there[is_open]
    length, angle = (np.tile(x, 2)[is_open] for x in (pieces.fold_mm, pieces.fold_rad))
    order = np.lexsort((there, -length, here))
    corners = facets.vertices[facets.triangles]
    longest = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).max(axis=1)
    return growth.Ground(
        places=np.array(facets.vertices),
        corners=pieces.corners,
        first_corner=pieces.first_corner,
        triangles=pieces.triangles,
        first_triangle=pieces.first_triangle,
        middles=corners.mean(axis=1),
        normals=np.array(facets.normals),
        facing=pieces.normals,
        is_sliver=2.0 * facets.areas / longest < SLIVER * facets.noise_mm,
        beside=there[order],
        first_beside=np.searchsorted(here[order], np.arange(count + 1)),
        fold_rad=angle[order],
        is_taken=pieces.is_flat.copy(),
        mark=np.zeros(count, dtype=np.int64),
        mark_place=np.zeros(len(facets.vertices), dtype=np.int64),
        serial=np.zeros(1, dtype=np.int64),
        noise_mm=facets.noise_mm,
    )
