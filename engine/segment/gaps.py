"""Gaps: where a surface is open, or has edges where more than two faces meet, and how that is said."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Ints
from engine.segment.borders import Borders
from engine.segment.segmented import Facets


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """The places that keep bodies from closing."""

    body_of_free: Ints
    """(F,) of each free border, or piece of one."""
    ends_of_free: Ints
    """(F, 2) the vertices it runs between."""
    body_of_several: Ints
    """(S,) of each edge where more than two faces meet."""


def of_borders(borders: Borders, body_of_region: Ints) -> Gaps:
    """Take the gaps from the edges of a segmented part."""
    free = [chain for chain in borders.chains if len(chain.faces) == 1]
    several = [chain.faces[0] for chain in borders.chains if len(chain.faces) > 2]
    return Gaps(
        body_of_free=body_of_region[np.array([chain.faces[0] for chain in free], dtype=np.int64)],
        ends_of_free=np.array(
            [(chain.vertices[0], chain.vertices[-1]) for chain in free], dtype=np.int64
        ).reshape(-1, 2),
        body_of_several=body_of_region[np.array(several, dtype=np.int64)],
    )


def of_facets(facets: Facets) -> Gaps:
    """Take them from triangles: a side without a neighbor is free unless other sides lie on it."""
    triangle, corner = np.nonzero(facets.neighbor < 0)
    start = facets.triangles[triangle, corner]
    end = facets.triangles[triangle, (corner + 1) % 3]
    body = facets.body_of_triangle[triangle]
    key = np.minimum(start, end) * len(facets.vertices) + np.maximum(start, end)
    _, first, same, shared = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    is_free = (shared == 1)[same.ravel()]
    return Gaps(
        body_of_free=body[is_free],
        ends_of_free=np.stack([start, end], axis=1)[is_free],
        body_of_several=body[first[shared > 1]],
    )


def doubts(gaps: Gaps, n_bodies: int) -> tuple[str, ...]:
    """Say of each body what is wrong with it if it is open, as the rest of a sentence."""
    rings = _rings(gaps, n_bodies)
    several = np.bincount(gaps.body_of_several, minlength=n_bodies)
    return tuple(_doubt(*counts) for counts in zip(rings.tolist(), several.tolist(), strict=True))


def _rings(gaps: Gaps, n_bodies: int) -> Ints:
    """Count for each body the sets of free borders that hang together by their ends."""
    size = int(gaps.ends_of_free.max(initial=0)) + 1
    ends = gaps.body_of_free[:, None] * size + gaps.ends_of_free
    names, place = np.unique(ends, return_inverse=True)
    place = place.reshape(-1, 2)
    links = coo_array((np.ones(len(place), bool), (place[:, 0], place[:, 1])), (len(names), len(names)))
    _, ring = connected_components(links, directed=False)
    _, first = np.unique(ring, return_index=True)
    return np.bincount(names[first] // size, minlength=n_bodies)


def _doubt(rings: int, several: int) -> str:
    notes = []
    if rings:
        notes.append(f"{rings} open border{'s' * (rings > 1)}")
    if several:
        notes.append(f"{several} edge{'s' * (several > 1)} where more than two faces meet")
    if not notes:
        return "does not close: it is analyzed as far as its triangles go, without a volume"
    return f"has {' and '.join(notes)}: it is analyzed as far as it goes, without a volume"
