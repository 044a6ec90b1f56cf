"""Grown faces: triangles sorted into faces by how they fold against each other.

Planes come first, exactly: triangles level with their neighbors. Among what folds gently, cylinders, cones,
spheres and tori are grown from a few facets to all that they explain; the rest stays flat where it stands
alone and free-form where it hangs together.
"""

from collections.abc import Sequence

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.progress import Progress
from engine.segment import absorb, curved, levels, parted, patches, pieces, rest, unite
from engine.segment.segmented import Facets
from engine.surfaces.kind import FREEFORM, PLANE

SURE = 8
"""Facets of a face that tells how deep facets cut in this mesh."""
DEEPER = 2.0


def faces(
    facets: Facets, known_mm: Sequence[float], progress: Progress
) -> tuple[Ints, list[tuple[int, Floats]]]:
    """Return the face (T,) of each triangle, 0..F-1, and the kind and the numbers of each face.

    Parameters
    ----------
    known_mm : sequence of float
        How deep facets cut into curved faces of this mesh that are known already.
    """
    flat = pieces.find(facets)
    ground = curved.ground_of(facets, flat)
    found = curved.find(facets, flat, ground, (curved.ROUND, curved.STRICT), np.inf, progress)
    ground, flat, found = parted.part(facets, ground, flat, found)
    found, is_grazed = absorb.grazed(ground, flat, found)
    is_free = ~ground.is_taken | (flat.is_flat & ~is_grazed)
    leader = levels.join(facets, flat, is_free, np.zeros(len(is_free), dtype=bool))
    is_joined = leader != np.arange(len(leader))
    is_joined[leader[is_joined]] = True
    ground.is_taken[is_joined] = True
    sure_mm = [one.depth_mm for one in found if len(one.pieces) >= SURE]
    deepest_mm = DEEPER * max([*known_mm, *sure_mm], default=np.inf)
    found += curved.find(facets, flat, ground, (curved.LOOSE,), deepest_mm, progress)
    found = unite.join(ground, flat, found)
    face = np.full(len(leader), -1, dtype=np.int64)
    for index, one in enumerate(found):
        face[one.pieces] = index
    absorb.reclaim(ground, flat, found, face, is_joined)
    absorb.scraps(ground, flat, found, face, is_joined)
    found, face = patches.settle(ground, flat, found, face, is_joined | flat.is_flat)
    is_first = levels.first_facets(flat, face < 0)
    leader = levels.join(facets, flat, face < 0, ~is_first)
    is_joined = leader != np.arange(len(leader))
    is_joined[leader[is_joined]] = True
    is_rest = (face < 0) & ~is_joined & ~flat.is_flat
    own_mm = [one.depth_mm for at, one in enumerate(found) if (face == at).sum() >= SURE]
    number = rest.join(flat, is_rest, is_first, max([*known_mm, *own_mm], default=0.0))
    convex, concave = rest.radii(flat, number, int(number.max(initial=-1)) + 1)
    chord_mm = rest.chords_mm(flat, number, len(convex))
    face[is_rest] = len(found) + number[is_rest]
    alone = len(found) + len(convex)
    face = np.where(face < 0, alone + leader, face)

    numbers, own = np.unique(face, return_inverse=True)
    n_pieces = np.bincount(own.ravel())
    made: list[tuple[int, Floats]] = []
    for index, old in enumerate(numbers.tolist()):
        if old < len(found):
            made.append((found[old].kind, found[old].surface))
        elif old < alone and n_pieces[index] > 1:
            free = old - len(found)
            made.append((FREEFORM, np.array([convex[free], concave[free], chord_mm[free]])))
        else:
            made.append((PLANE, np.zeros(8)))
    return own.ravel()[flat.piece_of_triangle], made
