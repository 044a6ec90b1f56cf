"""Which bodies of a part are equal, so that one of them is judged for all."""

import numpy as np

from engine.model.arrays import Floats
from engine.model.part import Body, BodyId, Part
from engine.tolerances import SAME_LENGTH

SAME_SHARE = 10.0 * SAME_LENGTH
"""Areas, volumes and moments grow with the second to fifth power of lengths that are the same within
`SAME_LENGTH`, and sums of them stray a little more."""


def groups(part: Part) -> tuple[tuple[BodyId, ...], ...]:
    """Return the bodies in groups of equal ones, however they lie, in the order of their first bodies.

    Equal are bodies with equal faces and edges by number and size, of one volume and one spread about their
    middles. One that is the mirror image of another counts as equal: it is made the same way.
    """
    signatures = [_signature(part, body) for body in part.bodies]
    found: list[list[BodyId]] = []
    for body, signature in zip(part.bodies, signatures, strict=True):
        for group in found:
            if _is_same(signature, signatures[group[0]]):
                group.append(body.id)
                break
        else:
            found.append([body.id])
    return tuple(map(tuple, found))


def _signature(part: Part, body: Body) -> Floats:
    """Return the sorted sizes of a body that do not change when it is moved, turned or mirrored."""
    faces = [part.faces[face] for face in body.faces]
    areas = np.array([face.area_mm2 for face in faces])
    edges = {edge for face in faces for loop in face.loops for edge in loop.edges}
    lengths = np.array([part.edges[edge].length_mm for edge in sorted(edges)])
    centroids = np.stack([face.centroid for face in faces])
    middle = areas @ centroids / max(areas.sum(), 1e-300)
    away = centroids - middle
    spread = np.linalg.eigvalsh(np.einsum("n,ni,nj->ij", areas, away, away))
    return np.concatenate([np.sort(areas), np.sort(lengths), spread, [body.volume_mm3]])


def _is_same(one: Floats, other: Floats) -> bool:
    if len(one) != len(other):
        return False
    slack = SAME_SHARE * np.maximum(np.abs(one), np.abs(other)) + SAME_SHARE * np.abs(one).max() * 1e-3
    return bool((np.abs(one - other) <= slack).all())
