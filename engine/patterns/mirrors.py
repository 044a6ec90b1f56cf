"""Mirrors: pairs of equal features on either side of a plane through the middle of their body."""

import numpy as np

from engine.model.arrays import Bools, Floats, Vector, along, frozen
from engine.model.pattern import PatternForm
from engine.patterns import equal, half_space
from engine.patterns.arrangement import Arrangement, Placed
from engine.tolerances import FIT_LENGTH, PARALLEL_COSINE

MOST_FEATURES = 64
"""More equal features than this that no regular arrangement explains are no pairs, but a heap."""
RANK = 0


def find(placed: Placed, outline: Floats, chord_mm: float) -> list[Arrangement]:
    """Return the pairs, those across one plane together, the plane with the most of them first.

    Parameters
    ----------
    outline : (V, 3)
        Points of the body: it reaches equally far on both sides of its middle.
    chord_mm : float
        How far the outline may lie off the body.
    """
    if not 2 <= len(placed) <= MOST_FEATURES:
        return []
    one, two = np.triu_indices(len(placed), 1)
    apart = placed.centers[two] - placed.centers[one]
    length_mm = np.linalg.norm(apart, axis=1)
    is_apart = length_mm > 4.0 * float(placed.slack_mm.max())
    one, two, length_mm = one[is_apart], two[is_apart], length_mm[is_apart]
    normals = half_space.turned(apart[is_apart] / length_mm[:, None], FIT_LENGTH)
    middles = 0.5 * (placed.centers[one] + placed.centers[two])
    heights_mm = np.einsum("nk,nk->n", middles, normals)
    is_mirror = _are_mirrored(placed.axes[one], placed.axes[two], normals, placed.is_either_way)
    pairs = np.array(
        [
            index
            for index in np.flatnonzero(is_mirror)
            if _is_middle(
                outline, normals[index], heights_mm[index], max(chord_mm, FIT_LENGTH * length_mm[index])
            )
        ],
        dtype=np.int64,
    )
    if not len(pairs):
        return []
    slack = np.full((len(pairs), 4), FIT_LENGTH)
    slack[:, 3] = np.maximum(2.0 * placed.slack_mm.max(), FIT_LENGTH * length_mm[pairs])
    planes = equal.split(np.concatenate([normals[pairs], heights_mm[pairs, None]], axis=1), slack)
    found = []
    for plane in sorted(planes, key=lambda each: (-len(each), int(each[0]))):
        across = pairs[plane]
        members = np.stack([placed.indices[one[across]], placed.indices[two[across]]], axis=1)
        off_mm = np.abs(heights_mm[across] - heights_mm[across].mean())
        found.append(
            Arrangement(
                form=PatternForm.MIRRORED,
                members=members.ravel(),
                center=frozen(middles[across].mean(axis=0)),
                deviation_mm=float(off_mm.max()),
                rank=RANK,
                axis=frozen(normals[across[0]] + 0.0),
            )
        )
    return found


def _are_mirrored(ones: Floats, twos: Floats, normals: Floats, is_either_way: bool) -> Bools:
    """Return which axes a mirror with the given normal carries onto each other; those without axes are so."""
    image = ones - 2.0 * np.einsum("nk,nk->n", ones, normals)[:, None] * normals
    cosines = np.einsum("nk,nk->n", image, twos)
    cosines = np.abs(cosines) if is_either_way else cosines
    return np.asarray((cosines >= PARALLEL_COSINE) | (np.isnan(ones[:, 0]) & np.isnan(twos[:, 0])))


def _is_middle(outline: Floats, normal: Vector, height_mm: float, slack_mm: float) -> bool:
    reach = along(outline, normal)
    return abs(0.5 * float(reach.min() + reach.max()) - height_mm) <= slack_mm
